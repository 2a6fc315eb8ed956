"""What the floor may rule now, and what each ruling would do in words: tried on the table as it is, which nobody sees.

Nothing here decides: a ruling that the engine refuses is not open. What `confirm` would do is told as the rulebook prescribes it
and no further, for what it comes to may depend on a card that lies face down (L-15).
"""

from collections.abc import Iterator
from itertools import combinations

from tablectl.engine import floor
from tablectl.engine.engine import handle
from tablectl.engine.events import AnyEvent, FloorRuled, StartAsked
from tablectl.engine.facts import Noticed, Refused
from tablectl.engine.halts.rulings import is_open
from tablectl.engine.state.table import Table
from tablectl.views.names import who
from tablectl.views.reloading import prescribed
from tablectl.views.view import RulingView
from tablectl.views.words import names_of, sentence

SAYS = {                                # of a ruling whose notices do not say it
    "pause": "All clocks stand, and nobody may act until go-on.",
    "go_on": "Play goes on; cards and chips that moved meanwhile are read now.",
    "undo": "The last ruling is taken back with all that followed from it.",
    "reshuffled": "The deal goes on from the shoe as it is loaded now.",
    "deck_checked": "The deck counts as checked: the next hand may begin.",
    "close_bets": "No more bets are taken in this round.",
    "card": "The card that could not be read is this one.",
    "made": "The shot counts as made.", "missed": "The try counts as missed.", "new_game": "A new game begins: all points are 0.",
}
LAST_SHOT = "The last ruling, or the last shot if that came later, is taken back with all that followed from it."
DROPPED = {                             # what `resume` comes to, by the remedy that is not carried out
    "present": "The card that could not be read is laid aside: the next card takes its place.",
    "put_right": "The chips stay as they lie: the table counts what it knew.",
    "early": "What left the shoe too early goes back into it unseen: play goes on as it was.",
    "put_aside": "What failed stays aside: play goes on as the table knows it.",
}
REPORT_DROPPED = "The report is dropped: play goes on as it was."
GIVEN_ANEW = "That pot is taken back from who had it, and goes to these seats."
WHY = "ruled by the floor"              # the reason of a trial
AS_THEY_ARE: tuple[tuple[floor.AnyRuling, str], ...] = (        # rulings that are whole by themselves, and what is typed
    (floor.Confirm(), "confirm{case}"), (floor.Reshuffled(), "reshuffled{case}"), (floor.Resume(), "resume{case}"),
    (floor.DeckChecked(), "deck-checked"),
    (floor.Misdeal(why=WHY), 'misdeal{case} --why "…"'), (floor.Void(why=WHY), 'void{case} --why "…"'),
    (floor.CloseBets(), "close-bets"), (floor.ShotMade(), "made"), (floor.ShotMissed(), "missed"), (floor.GoOn(), "go-on"),
    (floor.Undo(), "undo"), (floor.Pause(), "pause"), (floor.NewGame(), "new-game"),
)
FILLED_IN: tuple[tuple[type[floor.Ruling], str, str], ...] = (  # those that the floor fills in: what is typed, and what it does
    (floor.DeclareDead, 'dead --seat … --why "…"', "That hand is dead; what it put in stays in the pot, the others play on."),
    (floor.ActFor, 'act --seat {to_act} --act … --why "…"', "{name} acts so: fold, check, call, bet, raise_to."),
    (floor.Award, 'award --pot 0 --seats … --why "…"', "That pot goes to these seats; the hand ends with the last pot."),
    (floor.SetStack, 'chips --seat … --stack … --why "…"', "The stack of that seat is set to what was counted."),
    (floor.NameCard, "card{case} --card …", "The card that could not be read is this one; play goes on with it."),
    (floor.Exposed, "exposed --seat … --card …", "The table halts; confirm then replaces the card, or it is a misdeal."),
    (floor.WrongCount, "wrong-count --seat … --cards …",
     "The table halts; confirm then makes it a misdeal, or the hand dead."),
    (floor.FoundJoker, "joker --seat …", "The table halts; confirm then replaces the joker, or the hand is foul."),
    (floor.Misplaced, "misplaced --seats …", "The table halts; confirm then puts right that two hands lie exchanged."),
    (floor.DealerExposed, "dealer-exposed", "The table halts; confirm then cancels the hand: the dealer's cards were seen."),
)

NO_REASON = " Ruled by the floor."      # what a notice says where no reason was given


def rulings_open(t: Table, now_ms: int) -> tuple[RulingView, ...]:
    """In the order in which a floor looks for them: the rulebook's own first, which is what the bar names."""
    found = (*_as_they_are(t, now_ms), *_filled_in(t, now_ms))
    return tuple(sorted(found, key=lambda one: one.ruling not in ("confirm", "card")))


class Remembered:
    """`rulings_open` of the table that was last asked about: a view is made of it more often than it changes."""

    def __init__(self) -> None:
        self._table: Table | None = None
        self._open: tuple[RulingView, ...] = ()

    def of(self, t: Table, now_ms: int) -> tuple[RulingView, ...]:
        if t is not self._table:
            self._table, self._open = t, rulings_open(t, now_ms)
        return self._open


def refusal_of(t: Table, event: AnyEvent) -> Refused | None:
    """Why the table would not take it now."""
    _, rows = handle(t, (event,))
    return next((fact for row in rows for fact in row.facts if isinstance(fact, Refused)), None)


def effect_of(t: Table, event: AnyEvent) -> str:
    """What it would do, in sentences."""
    ruling = event.ruling.name if isinstance(event, FloorRuled) else ""
    if ruling == "confirm":
        return prescribed(t)
    if isinstance(event, StartAsked):
        return _begins(t)
    after, rows = handle(t, (event,))
    notices = [fact for row in rows for fact in row.facts if isinstance(fact, Noticed)]
    told = _by_itself(t, ruling)
    told += [sentence(fact, names_of(t)) for fact in notices]
    effect = " ".join(dict.fromkeys([*told, *_changes(t, after), *_next(t, after)])).replace(NO_REASON, "")
    return effect or "Nothing else changes."


def _by_itself(t: Table, ruling: str) -> list[str]:
    """What a ruling does whose notices do not say it."""
    if ruling == "resume" and t.irregularity is not None:
        return [REPORT_DROPPED if t.irregularity.is_report else DROPPED.get(t.irregularity.remedy, "Play goes on as it was.")]
    if ruling == "undo" and t.score is not None:
        return [LAST_SHOT]
    return [SAYS[ruling]] if ruling in SAYS else []


def _begins(t: Table) -> str:
    return f"Hand {t.hands + 1} begins."


def _as_they_are(t: Table, now_ms: int) -> Iterator[RulingView]:
    case = f" {t.case}" if t.case else ""
    for ruling, command in AS_THEY_ARE:
        if (effect := _effect_if_open(t, ruling, now_ms)) is not None:
            yield RulingView(ruling.name, effect, f"rule {command.format(case=case)}")
    start = StartAsked(at_ms=now_ms)
    if not t.in_hand and refusal_of(t, start) is None:
        yield RulingView("start", _begins(t), "rule start")


def _effect_if_open(t: Table, ruling: floor.AnyRuling, now_ms: int) -> str | None:
    """None as well where a fault of ours keeps it from being known: ruled all the same, it is put aside and said (G-4)."""
    try:
        return effect_of(t, FloorRuled(at_ms=now_ms, ruling=ruling)) if is_open(t, ruling, now_ms) else None
    except Exception:                   # whatever a trial raises, the view stands
        return None


def _is_taken(t: Table, ruling: floor.AnyRuling, now_ms: int) -> bool:
    try:
        return is_open(t, ruling, now_ms)
    except Exception:                   # likewise
        return False


def _filled_in(t: Table, now_ms: int) -> Iterator[RulingView]:
    """One try for each: where it is taken for somebody, it is open."""
    words = {"case": f" {t.case}" if t.case else "", "to_act": t.to_act, "name": who(t, t.to_act) if t.to_act else ""}
    for kind, command, effect in FILLED_IN:
        if any(_is_taken(t, ruling, now_ms) for ruling in _tries(t, kind)):
            does = GIVEN_ANEW if kind is floor.Award and not t.in_hand else effect.format(**words)
            yield RulingView(floor.name_of(kind), does, f"rule {command.format(**words)}")


def _tries(t: Table, kind: type[floor.Ruling]) -> Iterator[floor.AnyRuling]:
    """The ruling with whatever might be filled in."""
    dealt = [seat.number for seat in t.seats if seat.cards]
    may_be_seen = dealt if t.case is None and t.in_hand else []
    if kind is floor.DeclareDead:
        yield from (floor.DeclareDead(seat=seat.number, why=WHY) for seat in t.claiming)
    elif kind is floor.ActFor and t.to_act:
        yield from (floor.ActFor(seat=t.to_act, act=act, why=WHY) for act in ("fold", "call"))
    elif kind is floor.Award:
        yield from (floor.Award(seats=(number,), why=WHY) for number in dealt)
    elif kind is floor.SetStack:
        yield from (floor.SetStack(seat=s.number, stack=s.stack, why=WHY) for s in t.seats if s.status != "empty")
    elif kind is floor.NameCard and t.irregularity is not None:
        yield from (floor.NameCard(card=card) for card in t.game.deck.cards if not t.in_hand or card not in t.board)
    elif kind is floor.Exposed:
        yield from (floor.Exposed(seat=number, card=t.game.deck.cards[0]) for number in may_be_seen)
    elif kind is floor.WrongCount:
        yield from (floor.WrongCount(seat=number, cards=3) for number in may_be_seen)
    elif kind is floor.FoundJoker:
        yield from (floor.FoundJoker(seat=number) for number in may_be_seen)
    elif kind is floor.Misplaced:
        yield from (floor.Misplaced(seats=two) for two in combinations(may_be_seen, 2))
    elif kind is floor.DealerExposed and may_be_seen:
        yield floor.DealerExposed()


def _changes(t: Table, after: Table) -> list[str]:
    """Whose stack it changes."""
    told = []
    for before, seat in zip(t.seats, after.seats, strict=True):
        if (more := seat.stack - before.stack) and before.status != "empty" and seat.status != "empty":
            told.append(f"{who(t, seat.number)} {'gets' if more > 0 else 'loses'} {abs(more):,}.")
    return told


def _next(t: Table, after: Table) -> list[str]:
    if after.case is not None and after.case != t.case:
        return [f"The table is halted, case {after.case}."]
    goes_on = t.is_stopped and not after.is_stopped
    if after.in_hand and after.to_act and (after.to_act != t.to_act or goes_on):
        return [f"It is {who(after, after.to_act)}'s turn."]
    return ["The hand is over."] if t.in_hand and not after.in_hand else []
