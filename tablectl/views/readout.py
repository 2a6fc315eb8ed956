"""The notices of a reading: those among its facts, and one more for a ruling of the floor, which says what it did.

Such a notice is one sentence. There is none if the screen shows the effect anyway (a halt, a misdeal, a void hand, a result, a
pause, the score after a shot).
"""

from collections.abc import Callable, Sequence
from typing import Any

from tablectl.engine import facts as f
from tablectl.engine.questions import Row
from tablectl.engine.state.halt import Irregularity
from tablectl.engine.state.table import Table
from tablectl.rules.irregular import Remedy
from tablectl.views import schedule
from tablectl.views.says import Saying, Says

CODE = "ruled"                          # of the notice that tells a ruling
FACTS = Sequence[f.Fact]


def notices_of(before: Table, rows: Sequence[Row]) -> tuple[f.Noticed | f.Refused, ...]:
    """All notices and refusals of a reading, in order. `before`: the table before it."""
    facts = [fact for row in rows for fact in row.facts]
    said = [fact for fact in facts if isinstance(fact, f.Noticed | f.Refused)]
    aloud = read_out(before.irregularity, facts)
    return (*said, aloud) if aloud is not None else tuple(said)


def read_out(wrong: Irregularity | None, facts: FACTS) -> f.Noticed | None:
    """The notice that tells the ruling among these facts; None: there is none. `wrong`: what the table was halted for."""
    ruled = next((fact for fact in facts if isinstance(fact, f.Ruled)), None)
    says = _said(wrong, ruled, facts) if ruled is not None else None
    values: Any = says.values if says is not None else {}
    return f.Noticed(code=CODE, why=says.key.value, values=values) if says is not None else None


def _said(wrong: Irregularity | None, ruled: f.Ruled, facts: FACTS) -> Saying | None:
    """What to say of a ruling; None: the screen shows it elsewhere."""
    if any(isinstance(fact, f.HandVoided | f.PaysVoided) for fact in facts):
        return None
    if ruled.ruling == "confirm":
        return CONFIRMED[wrong.remedy](wrong, facts) if wrong is not None else Says.RULED_CUT()
    if ruled.ruling in ("resume", "void", "misdeal"):       # between hands void and misdeal only end the halt
        return _resumed(wrong)()
    if ruled.ruling == "act":
        return _act(ruled, facts)
    effects = [EFFECTS[type(fact)](fact, facts) for fact in facts if type(fact) in EFFECTS]
    as_it_is = AS_IT_IS.get(ruled.ruling)
    return next((says for says in effects if says), as_it_is() if as_it_is is not None else None)


# What `resume` came to, by the remedy that was not carried out.
DROPPED: dict[Remedy, Says] = {
    Remedy.EARLY: Says.RULED_UNSEEN_BACK, Remedy.PRESENT: Says.RULED_UNREAD, Remedy.PUT_RIGHT: Says.RULED_CHIPS_STAY,
    Remedy.PUT_ASIDE: Says.RULED_ASIDE,
}


def _resumed(wrong: Irregularity | None) -> Says:
    if wrong is None or wrong.is_report:
        return Says.RULED_DROPPED
    return DROPPED.get(wrong.remedy, Says.RULED_AS_IT_WAS)


AS_IT_IS = {                            # rulings that always have the same words
    "go_on": Says.RULED_ON, "close_bets": Says.RULED_NO_MORE_BETS, "deck_checked": Says.RULED_SOUND,
    "reshuffled": Says.RULED_LOADED, "new_game": Says.RULED_NEW_GAME,
}


# What the facts of a ruling say, whatever it was

def _dead(fact: f.HandFouled, facts: FACTS) -> Saying:
    return Says.RULED_DEAD(seat=fact.seat)


def _stack(fact: f.StackSet, facts: FACTS) -> Saying:
    return Says.RULED_STACK(seat=fact.seat, stack=fact.stack)


def _points(fact: f.PointsSet, facts: FACTS) -> Saying:
    return Says.RULED_POINTS(seat=fact.seat, points=fact.points)


def _pot(fact: f.PotPushed, facts: FACTS) -> Saying | None:
    """A pot that the floor gave. The last pot ends the hand: then the result says it."""
    if any(isinstance(other, f.HandEnded) for other in facts):
        return None
    return _goes_to(fact.won.pot, [other.won.seat for other in facts if isinstance(other, f.PotPushed)])


def _anew(fact: f.PotGivenAnew, facts: FACTS) -> Saying:
    return _goes_to(fact.pot, [won.seat for won in fact.won])


def _goes_to(pot: int, seats: list[int]) -> Saying:
    if len(seats) == 1:
        return Says.RULED_POT(pot=pot, seat=seats[0])
    return Says.RULED_POT_SPLIT(pot=pot, players=len(seats))


def _coloured_up(fact: f.ColouredUp, facts: FACTS) -> Saying:
    return Says.RULED_SMALLEST(chip=fact.chips[0])


def _taken_back(fact: f.RulingTakenBack, facts: FACTS) -> Saying:
    return Says.RULED_BACK(ruling=fact.ruling.replace("_", "-"), about=fact.seat)


def _shot_taken_back(fact: f.ShotTakenBack, facts: FACTS) -> Saying:
    return Says.RULED_SHOT_BACK(seat=fact.seat)


def _named(fact: f.BoardDealt, facts: FACTS) -> Saying:
    """Only a card that lies face up may be named (G-10)."""
    return Says.RULED_CARD(card=fact.card)


EFFECTS: dict[type, Callable[..., Saying | None]] = {
    f.HandFouled: _dead, f.StackSet: _stack, f.PointsSet: _points, f.PotPushed: _pot, f.PotGivenAnew: _anew,
    f.ColouredUp: _coloured_up, f.RulingTakenBack: _taken_back, f.ShotTakenBack: _shot_taken_back, f.BoardDealt: _named,
    f.LevelSet: schedule.level_set, f.LevelLengthened: schedule.level_lengthened, f.BreakSet: schedule.break_set,
}


# What `confirm` did, by its remedy

def _is_there(kind: type, says: Says) -> Callable[[Irregularity, FACTS], Saying | None]:
    """Says this if the remedy led to a fact of this type; otherwise another notice tells what happened."""
    def told(wrong: Irregularity, facts: FACTS) -> Saying | None:
        return says(seat=wrong.seat) if any(isinstance(fact, kind) for fact in facts) else None

    return told


def _plain(says: Says) -> Callable[[Irregularity, FACTS], Saying | None]:
    return lambda wrong, facts: says(seat=wrong.seat, seats=wrong.seats)


def _nothing(wrong: Irregularity, facts: FACTS) -> Saying | None:
    return None


def _done_without(wrong: Irregularity, facts: FACTS) -> Saying:
    return Says.RULED_BURNED() if wrong.place == "burn" else Says.RULED_UNREAD()


def _played_on(wrong: Irregularity, facts: FACTS) -> Saying:
    return {"premature_card": Says.RULED_CARD_BACK, "deck_exhausted": Says.RULED_DRAW_ON,
            "card_elsewhere": Says.RULED_OWN_CARDS}.get(wrong.kind, Says.RULED_AS_IT_WAS)()


def _early(wrong: Irregularity, facts: FACTS) -> Saying:
    if any(isinstance(fact, f.EarlyCardKept) for fact in facts):
        return Says.RULED_BETTING_FIRST()
    is_burn = any(isinstance(fact, f.EarlyCardBurned) for fact in facts)
    return Says.RULED_BURN_STAYS() if is_burn else Says.RULED_CARD_OUT()


CONFIRMED: dict[Remedy, Callable[[Irregularity, FACTS], Saying | None]] = {
    Remedy.VOID: _nothing, Remedy.MISDEAL: _nothing, Remedy.PUT_ASIDE: _nothing,
    Remedy.PRESENT: _done_without, Remedy.PLAY_ON: _played_on, Remedy.EARLY: _early,
    Remedy.PUT_RIGHT: _plain(Says.RULED_CHIPS_RIGHT), Remedy.AS_KNOWN: _plain(Says.RULED_AS_KNOWN),
    Remedy.SWAP: _is_there(f.CardWanted, Says.RULED_SWAPPED), Remedy.REPLACE: _is_there(f.CardWanted, Says.RULED_JOKER),
    Remedy.DEAD: _is_there(f.HandFouled, Says.RULED_DEAD),
    Remedy.STAND: _plain(Says.RULED_FIRST_STAND), Remedy.TURN_UP: _plain(Says.RULED_AS_DEALT),
    Remedy.EXCHANGE: _plain(Says.RULED_EXCHANGED), Remedy.TAKE_OUT: _plain(Says.RULED_NEXT_CARD),
    Remedy.REDEAL: _plain(Says.RULED_REDEAL), Remedy.RESHUFFLE: _plain(Says.RULED_RESHUFFLED),
}


# An act for a seat

ACTS: tuple[tuple[type, Callable[..., Saying]], ...] = (
    (f.Folded, lambda fact: Says.RULED_FOLDS(seat=fact.seat)), (f.Checked, lambda fact: Says.RULED_CHECKS(seat=fact.seat)),
    (f.Called, lambda fact: Says.RULED_CALLS(seat=fact.seat, added=fact.added)),
    (f.BetRaised, lambda fact: Says.RULED_BETS(seat=fact.seat, total=fact.raise_to)),
    (f.Posted, lambda fact: Says.RULED_POSTS(seat=fact.seat)),
    (f.HouseCalled, lambda fact: Says.RULED_CALLS_HOUSE(seat=fact.seat, amount=fact.amount)),
    (f.BetPlaced, lambda fact: Says.RULED_LINE(seat=fact.seat, line=fact.line, amount=fact.amount)),
    (f.BetPassed, lambda fact: Says.RULED_PASSES(seat=fact.seat)),
    (f.PointsBet, lambda fact: Says.RULED_BETS_POINTS(seat=fact.seat, points=fact.points)),
    (f.Passed, lambda fact: Says.RULED_PASSES(seat=fact.seat)),
)


def _act(ruled: f.Ruled, facts: FACTS) -> Saying | None:
    """The act that the floor made for a seat; None for a shot, which the score shows."""
    for kind, says in ACTS:
        for fact in facts:
            if isinstance(fact, kind) and getattr(fact, "seat", None) == ruled.seat:
                return says(fact)
    return None
