"""The reasons that the bar's sentences state, each with what must be so at the table for it."""

import re
from collections.abc import Callable, Iterator

from tablectl.engine.questions import due_post, faces_only_all_ins, is_won, legal_now
from tablectl.engine.state.table import Table
from tablectl.view import View

Said = re.Match[str]


def seats_called(view: View, name: str) -> list[int]:
    return [
        int(number) for number, seat in view.seats.items() if name in (seat.name, f"Seat {number}")
    ]


def is_all_in(t: Table, view: View, said: Said) -> bool:
    return [t.status(number) for number in seats_called(view, said[1])] == ["all_in"]


def has_raises_closed(t: Table) -> bool:
    """It may call, and raise no more, though others could still answer one."""
    may = legal_now(t)
    return (
        t.to_act is not None
        and may.raise_min is None
        and "call" in may.acts
        and not faces_only_all_ins(t, t.to_act)
    )


def number_in_words(word: str) -> int:
    words = ("no", "one", "two", "three", "four", "five", "six", "seven")
    return words.index(word.lower()) if word.lower() in words else int(word)


REASONS: dict[str, Callable[[Table, View, Said], bool]] = {
    r"^(?!Everybody else)([^.:]+) is all-in:": is_all_in,
    r"^No more betting\.": lambda t, view, said: t.shown.is_tabling,
    r"^Everybody else is all-in:": lambda t, view, said: all(
        player.status == "all_in" for player in t.live if player.number != t.to_act
    ),
    r"^(\w+) bets are in:": lambda t, view, said: (
        t.round.is_capped and t.round.fulls == number_in_words(said[1])
    ),
    r"^The short all-in does not reopen": lambda t, view, said: (
        has_raises_closed(t)
        and not t.round.is_capped
        and any(player.status == "all_in" for player in t.live)
    ),
    r"to win the pot\.$": lambda t, view, said: (
        t.to_act in [player.number for player in t.claiming]
    ),
    (
        r"put ([\d,]+) in front of you: .*\b(ante|blind|button's "
        r"blind|coming in)\b"
    ): lambda t, view, said: (
        bool(t.owes)
        and (due_post(t).total, due_post(t).seat) == (int(said[1].replace(",", "")), t.to_act)
    ),
    r"Seat (\d+) has no connection": lambda t, view, said: not view.seats[said[1]].connected,
    r"^The shoe has no connection": lambda t, view, said: not t.shoe.is_connected,
    r"The floor has paused play": lambda t, view, said: t.paused,
    r"All-in: .*cards? to come": lambda t, view, said: (
        sum(player.status == "in" for player in t.live) < 2
    ),
    r"The call is ([\d,]+); you have ([\d,]+): fold": lambda t, view, said: (
        t.to_act is not None
        and t.seat(t.to_act).stack == int(said[2].replace(",", "")) < int(said[1].replace(",", ""))
    ),
    r"wins? the (game|tournament)|share the (game|tournament)": lambda t, view, said: is_won(t),
    r"no raise is allowed any more": lambda t, view, said: legal_now(t).raise_min is None,
}


def false_reasons(t: Table, view: View, text: str) -> Iterator[str]:
    """Those that the text states and that are not so."""
    for pattern, is_so in REASONS.items():
        if (said := re.search(pattern, text)) and not is_so(t, view, said):
            yield f"it is not so: {said[0]}"
