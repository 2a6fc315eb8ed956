"""What is told to people of what has just happened: the notices of the facts, and each ruling of the floor, read out to all.

A ruling is read out once its effect stands, in one sentence. Where a panel says it already (a halt, a misdeal, a void hand, the
result of a hand), and where the ruling is no news (the referee's shots, a pause, which fills the screen), nothing is added.
"""

from collections.abc import Callable, Sequence

from tablectl.engine import facts as f
from tablectl.engine.play.play import Row
from tablectl.engine.state.halt import Irregularity
from tablectl.engine.state.table import Table
from tablectl.rules.wording import counted
from tablectl.views.words import names_of
from tablectl.views.words.english.fields import in_words

CODE = "ruled"                          # of the notice that reads a ruling out
FACTS = Sequence[f.AnyFact]


def told_of(before: Table, rows: Sequence[Row]) -> tuple[f.Noticed | f.Refused, ...]:
    """All that one reading tells people, in order; `before`: the table as it was."""
    facts = [fact for row in rows for fact in row.facts]
    said = [fact for fact in facts if isinstance(fact, f.Noticed | f.Refused)]
    aloud = read_out(before, before.irregularity, facts)
    return (*said, aloud) if aloud is not None else tuple(said)


def read_out(t: Table, wrong: Irregularity | None, facts: FACTS) -> f.Noticed | None:
    """The ruling among these facts in a sentence, `wrong` being what the table was halted for; None: nothing is read out."""
    ruled = next((fact for fact in facts if isinstance(fact, f.Ruled)), None)
    words = _in_words(wrong, ruled, facts) if ruled is not None else None
    return f.Noticed(code=CODE, text=f"Ruled: {words.format_map(_Named(t))}.") if words else None


class _Named(dict[str, str]):
    """The players of a table, by the fields that _at makes of their seats."""

    def __init__(self, t: Table) -> None:
        super().__init__({f"at_{seat.number}": names_of(t)(seat.number) for seat in t.seats})


def _at(seat: int | None) -> str:
    return f"{{at_{seat}}}"


def _in_words(wrong: Irregularity | None, ruled: f.Ruled, facts: FACTS) -> str | None:
    """None: it is said elsewhere."""
    if any(isinstance(fact, f.HandVoided | f.PaysVoided) for fact in facts):
        return None
    if ruled.ruling == "confirm":
        return CONFIRMED[wrong.remedy](wrong, facts) if wrong is not None else None
    if ruled.ruling in ("resume", "void", "misdeal"):       # the last two between hands: nothing is left to be void
        return _resumed(wrong)
    if ruled.ruling == "act":
        return _act(ruled, facts)
    effects = [EFFECTS[type(fact)](fact, facts) for fact in facts if type(fact) in EFFECTS]
    return next((words for words in effects if words), AS_IT_IS.get(ruled.ruling))


DROPPED = {                             # what `resume` came to, by the remedy that was not carried out
    "early": "what left the shoe goes back unseen, and play goes on", "present": "the next card replaces the unread one",
    "put_right": "the chips stay as they lie, and play goes on", "put_aside": "it stays aside, and play goes on",
}


def _resumed(wrong: Irregularity | None) -> str:
    if wrong is None or wrong.is_report:
        return "the report is dropped, and play goes on"
    return DROPPED.get(wrong.remedy, "play goes on as it was")


AS_IT_IS = {                            # rulings whose words hang on nothing
    "go_on": "play goes on", "close_bets": "no more bets", "deck_checked": "the deck is sound",
    "reshuffled": "the shoe is loaded, and the deal goes on", "new_game": "a new game begins",
}


# What the facts of a ruling say, whatever it was

def _dead(fact: f.HandFouled, facts: FACTS) -> str:
    return f"{_at(fact.seat)}'s hand is dead"


def _stack(fact: f.StackSet, facts: FACTS) -> str:
    return f"{_at(fact.seat)} has {fact.stack:,} behind"


def _points(fact: f.PointsSet, facts: FACTS) -> str:
    return f"{_at(fact.seat)} has {fact.points:,} points"


def _pot(fact: f.PotPushed, facts: FACTS) -> str | None:
    """Of several pots, one; the last one ends the hand, and its result says all of it."""
    if any(isinstance(other, f.HandEnded) for other in facts):
        return None
    given = [other.won for other in facts if isinstance(other, f.PotPushed)]
    name = "the main pot" if fact.won.pot == 0 else f"side pot {fact.won.pot}"
    return f"{name} goes to {_at(given[0].seat)}" if len(given) == 1 else f"{name} is split by {counted(len(given))} players"


def _anew(fact: f.PotGivenAnew, facts: FACTS) -> str:
    name, seats = "the main pot" if fact.pot == 0 else f"side pot {fact.pot}", [won.seat for won in fact.won]
    return f"{name} goes to {_at(seats[0])}" if len(seats) == 1 else f"{name} is split by {counted(len(seats))} players"


def _coloured_up(fact: f.ColouredUp, facts: FACTS) -> str:
    return f"the smallest chip is a {fact.chips[0]:,} from now on"


def _taken_back(fact: f.RulingTakenBack, facts: FACTS) -> str:
    return "the last ruling is taken back"


def _shot_taken_back(fact: f.ShotTakenBack, facts: FACTS) -> str:
    return f"{_at(fact.seat)}'s last shot is taken back"


def _named(fact: f.BoardDealt, facts: FACTS) -> str:
    """Only a card that lies face up may be named (G-10)."""
    return f"the card is {in_words(fact.card)}"


EFFECTS: dict[type, Callable[..., str | None]] = {
    f.HandFouled: _dead, f.StackSet: _stack, f.PointsSet: _points, f.PotPushed: _pot, f.PotGivenAnew: _anew,
    f.ColouredUp: _coloured_up, f.RulingTakenBack: _taken_back, f.ShotTakenBack: _shot_taken_back, f.BoardDealt: _named,
}


# What `confirm` did, by its remedy

def _is_there(kind: type, words: str) -> Callable[[Irregularity, FACTS], str | None]:
    """These words, where the remedy came to that; else the table says what it came to."""
    def says(wrong: Irregularity, facts: FACTS) -> str | None:
        return words.format(seat=_at(wrong.seat)) if any(isinstance(fact, kind) for fact in facts) else None

    return says


def _plain(words: str) -> Callable[[Irregularity, FACTS], str | None]:
    return lambda wrong, facts: words.format(
        seat=_at(wrong.seat), seats=" and ".join(_at(number) for number in wrong.seats), kind=wrong.kind)


def _nothing(wrong: Irregularity, facts: FACTS) -> str | None:
    return None


def _done_without(wrong: Irregularity, facts: FACTS) -> str:
    return "the unread card stays burned" if wrong.place == "burn" else "the next card replaces the unread one"


def _played_on(wrong: Irregularity, facts: FACTS) -> str:
    return {"premature_card": "the card goes back into the deck", "deck_exhausted": "the draw goes on",
            "card_elsewhere": "each hand plays its own cards"}.get(wrong.kind, "play goes on as it was")


def _early(wrong: Irregularity, facts: FACTS) -> str:
    if any(isinstance(fact, f.EarlyKept) for fact in facts):
        return "the betting comes first, those cards wait"
    is_burn = any(isinstance(fact, f.EarlyBurned) for fact in facts)
    return "the burn stays burned, and play goes on" if is_burn else "the card is out of play"


CONFIRMED: dict[str, Callable[[Irregularity, FACTS], str | None]] = {
    "void": _nothing, "misdeal": _nothing, "put_aside": _nothing,
    "present": _done_without, "play_on": _played_on, "early": _early,
    "put_right": _plain("{seat}'s chips are right"), "as_known": _plain("play goes on as the table knows it"),
    "swap": _is_there(f.CardWanted, "{seat}'s exposed card is replaced"),
    "replace": _is_there(f.CardWanted, "{seat}'s joker is replaced"),
    "dead": _is_there(f.HandFouled, "{seat}'s hand is dead"),
    "stand": _plain("the first cards of the flop stand"), "turn_up": _plain("{seat} plays the cards it was dealt"),
    "exchange": _plain("{seats} play the cards before them"), "take_out": _plain("the next card takes its place"),
    "redeal": _plain("the street is taken back and dealt again"), "reshuffle": _plain("the cards go back, the deal goes on"),
}


# An act for a seat

ACTS: tuple[tuple[type, Callable[..., str]], ...] = (
    (f.Folded, lambda fact: "folds"), (f.Checked, lambda fact: "checks"), (f.Called, lambda fact: f"calls, {fact.added:,} more"),
    (f.BetRaised, lambda fact: f"has bet {fact.raise_to:,} in all"), (f.Posted, lambda fact: "posts"),
    (f.HouseCalled, lambda fact: f"calls {fact.amount:,}"), (f.BetPlaced, lambda fact: f"has {fact.line} {fact.amount:,}"),
    (f.BetPassed, lambda fact: "passes"), (f.PointsBet, lambda fact: f"bets {fact.points:,}"),
    (f.Passed, lambda fact: "passes"),
)


def _act(ruled: f.Ruled, facts: FACTS) -> str | None:
    """What the seat is taken to have done; shots are told by the score."""
    for kind, words in ACTS:
        for fact in facts:
            if isinstance(fact, kind) and getattr(fact, "seat", None) == ruled.seat:
                return f"{_at(ruled.seat)} {words(fact)}"
    return None
