"""The sentences to be spoken of a view; pure, from its public values alone, where no card that
lies face down is named.
"""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from tablectl.screen.presenter.bar_text import OF_A_SEAT, OF_ALL, STOPPED, player_name
from tablectl.screen.presenter.results import seat_award
from tablectl.screen.words import Translator, view_language
from tablectl.screen.words.numbers import full_stop
from tablectl.screen.words.results import won_or_held
from tablectl.screen.words.speech import aloud, card_in_words, turn
from tablectl.view import View

Spoken = Literal["turn", "all"]
COSTS = ("act", "decide")  # these are spoken with what they cost


class Line(NamedTuple):
    """One sentence. It is spoken once in its hand and street."""

    text: str
    language: str
    hand: int
    street: str


def lines(model: View | None, spoken: Spoken) -> tuple[Line, ...]:
    """All that is true now, in the order in which it is spoken."""
    # nobody plays: nothing is spoken
    if model is None or (not model.hand and model.phase == "idle"):
        return ()
    tr = view_language(model)
    of_the_hand = [*_cards_aloud(model, tr), *_winners_aloud(model, tr)] if spoken == "all" else []
    of_the_street = [_ask_aloud(model, tr), _stop_aloud(model) if spoken == "all" else ""]
    spoken_texts = [
        *((text, "") for text in of_the_hand),
        *((text, model.street or "") for text in of_the_street),
    ]
    return tuple(
        Line(full_stop(aloud(tr, text)), tr.code, model.hand, street)
        for text, street in spoken_texts
        if text
    )


def new_lines(before: View | None, after: View | None, spoken: Spoken) -> tuple[Line, ...]:
    """What is to be spoken now: what was not true before; all of it where somebody repeats it."""
    if before is None or after is None:
        return ()
    was = lines(before, spoken) if before.repeats == after.repeats else ()
    return tuple(line for line in lines(after, spoken) if line not in was)


def _ask_aloud(model: View, tr: Translator) -> str:
    ask = model.ask
    if ask.kind in COSTS and ask.seats:
        costs = [
            key.amount or 0 for key in model.keys if key.key == "call" and key.seat == ask.seats[0]
        ]
        return turn(tr, player_name(model, ask.seats[0]), max(costs, default=0))
    if ask.kind in OF_ALL:
        return ask.headline or model.prompt
    return model.prompt if ask.kind in OF_A_SEAT else ""


def _stop_aloud(model: View) -> str:
    if model.ask.kind == "halted" and model.irregularity is not None:
        return model.irregularity.what
    return model.ask.headline if model.ask.kind in STOPPED else ""


def _cards_aloud(model: View, tr: Translator) -> Iterator[str]:
    return (card_in_words(tr, card) for card in model.board)


def _winners_aloud(model: View, tr: Translator) -> Iterator[str]:
    hands = {won.seat: won.hand or "" for won in model.result or ()}
    for seat, hand in hands.items():
        if won := seat_award(model, seat):
            yield won_or_held(tr, player_name(model, seat), hand, won)
