"""The rulings that are open now, and what each would do: every ruling is tried on a copy of the table that nobody sees.

A ruling that the engine refuses is not open. The effect of `confirm` is given as the rulebook prescribes it, not as the trial
came out: that might depend on a card that lies face down (L-15).
"""

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import TypeVar

from tablectl.engine import floor
from tablectl.engine.engine import handle
from tablectl.engine.events import AnyEvent, FloorRuled, StartAsked
from tablectl.engine.facts import Noticed, Refused
from tablectl.engine.questions import in_the_way, is_ruling_open
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Why
from tablectl.rules.irregular import Remedy
from tablectl.rules.wagers import value
from tablectl.view import Ruling
from tablectl.views import acting_for, schedule
from tablectl.views.acting_for import WHY
from tablectl.views.asking import Said
from tablectl.views.reloading import prescribed
from tablectl.views.says import Saying, Says
from tablectl.views.stacks import is_the_pot
from tablectl.views.words import names_of, say, sentence
from tablectl.views.words.template import Names

Told = TypeVar("Told")

DOES = {                                # the effect of rulings that lead to no notice
    "pause": Says.WOULD_PAUSE, "go_on": Says.WOULD_GO_ON, "reshuffled": Says.WOULD_RESHUFFLE,
    "deck_checked": Says.WOULD_PASS_DECK, "close_bets": Says.WOULD_CLOSE_BETS, "card": Says.WOULD_NAME_CARD,
    "made": Says.WOULD_COUNT_SHOT, "missed": Says.WOULD_MISS_SHOT, "new_game": Says.WOULD_BEGIN_ANEW,
}
# What `resume` comes to, by the remedy that is not carried out.
DROPPED: dict[Remedy, Says] = {
    Remedy.PRESENT: Says.DROPS_CARD, Remedy.PUT_RIGHT: Says.DROPS_CHIPS, Remedy.EARLY: Says.DROPS_EARLY,
    Remedy.PUT_ASIDE: Says.DROPS_FAILED,
}
WITHOUT_REASON: dict[str, Says] = {         # the effect, told without the missing reason
    Why.HAND_VOID: Says.WOULD_BE_VOID, Why.HAND_MISDEAL: Says.WOULD_BE_MISDEAL,
}
AS_THEY_ARE: tuple[tuple[floor.AnyRuling, str], ...] = (        # rulings without values, and their commands
    (floor.Confirm(), "confirm{case}"), (floor.Reshuffled(), "reshuffled{case}"), (floor.Resume(), "resume{case}"),
    (floor.DeckChecked(), "deck-checked"),
    (floor.Misdeal(why=WHY), 'misdeal{case} --why "…"'), (floor.Void(why=WHY), 'void{case} --why "…"'),
    (floor.CloseBets(), "close-bets"), (floor.ShotMade(), "made"), (floor.ShotMissed(), "missed"), (floor.GoOn(), "go-on"),
    (floor.Undo(), "undo"), (floor.Pause(), "pause"), (floor.NewGame(), "new-game"),
)
FILLED_IN: tuple[tuple[type[floor.Ruling], str, Says], ...] = (     # rulings with values: command and effect
    (floor.DeclareDead, 'dead --seat … --why "…"', Says.KILLS_HAND),
    (floor.Award, 'award --pot 0 --seats … --why "…"', Says.GIVES_POT),
    (floor.SetStack, 'chips --seat … --stack … --why "…"', Says.SETS_STACK),
    (floor.NameCard, "card{case} --card …", Says.NAMES_CARD),
    (floor.Exposed, "exposed --seat …", Says.REPORTS_EXPOSED),
    (floor.WrongCount, "wrong-count --seat … --cards …", Says.REPORTS_COUNT),
    (floor.FoundJoker, "joker --seat …", Says.REPORTS_JOKER),
    (floor.Misplaced, "misplaced --seats …", Says.REPORTS_MISPLACED),
    (floor.DealerExposed, "dealer-exposed", Says.REPORTS_DEALER),
    (floor.SetLevel, 'level --minutes … --why "…"', Says.LENGTHENS_LEVEL),
    (floor.SetBreak, 'break --minutes … --why "…"', Says.SETS_BREAK),
)


def rulings_open(t: Table, now_ms: int, names: Names | None = None) -> tuple[Ruling, ...]:
    """All open rulings, first what the rulebook prescribes."""
    names = names or names_of(t)
    ready = (*_as_they_are(t, now_ms, names), *_acts(t, now_ms, names), *_stacks(t, names),
             *_levels(t, now_ms, names))
    found = (*ready, *_filled_in(t, now_ms, names))
    return tuple(sorted(found, key=lambda one: one.ruling not in ("confirm", "card")))


class Remembered:
    """Caches `rulings_open` of one table: a view is made several times before the table changes."""

    def __init__(self) -> None:
        self._table: Table | None = None
        self._language = ""
        self._open: tuple[Ruling, ...] = ()

    def of(self, t: Table, now_ms: int, names: Names) -> tuple[Ruling, ...]:
        if t is not self._table or names.language.name != self._language:
            self._table, self._language, self._open = t, names.language.name, rulings_open(t, now_ms, names)
        return self._open


def refusal_of(t: Table, event: AnyEvent) -> Refused | None:
    """The refusal that the event would get; None: it would be accepted."""
    _, rows = handle(t, (event,))
    return next((fact for row in rows for fact in row.facts if isinstance(fact, Refused)), None)


def effect_of(t: Table, event: AnyEvent, names: Names | None = None) -> str:
    """What the event would do, in sentences."""
    names = names or names_of(t)
    told = [sentence(one, names) if isinstance(one, Noticed) else say(one, names) for one in _effect(t, event)]
    return " ".join(dict.fromkeys(told))


def or_its_fault(trial: Callable[[], Told]) -> Told | Saying:
    """What a trial of a ruling says; where a bug fails it, that its effect is not known.

    Nobody loses the view by that, nor the other rulings, and this one may be given: it will be recorded as failed (G-4).
    """
    try:
        return trial()
    except Exception as fault:          # a bug in one trial: people must not lose the view
        return Says.EFFECT_UNKNOWN(error=type(fault).__name__)


def _effect(t: Table, event: AnyEvent) -> list[Said | Noticed]:
    """The parts of the effect, in the order in which they are told."""
    ruling = event.ruling.name if isinstance(event, FloorRuled) else ""
    if ruling == "confirm":
        return [prescribed(t) if t.halt is not None else Says.WOULD_TAKE_AS_CUT()]
    if isinstance(event, StartAsked):
        return [Says.HAND_BEGINS(hand=t.hands + 1)]
    after, rows = handle(t, (event,))
    notices = [_without_reason(fact) for row in rows for fact in row.facts if isinstance(fact, Noticed)]
    checked = [Says.THEN_CHECK_DECK()] if _fouled(t, after) else []
    does = schedule.effect([fact for row in rows for fact in row.facts])
    return [*_by_itself(t, ruling), *does, *notices, *_changes(t, after), *_next(t, after), *checked] or [Says.NOTHING_ELSE()]


def _fouled(t: Table, after: Table) -> bool:
    """Whether no hand starts after this ruling before the deck is checked (G-10)."""
    return t.in_hand and not after.in_hand and after.shoe.is_deck_foul


def _by_itself(t: Table, ruling: str) -> list[Saying]:
    """The effect of a ruling that leads to no notice."""
    if ruling == "resume" and t.irregularity is not None:
        wrong = t.irregularity
        return [(Says.DROPS_REPORT if wrong.is_report else DROPPED.get(wrong.remedy, Says.DROPS_NOTHING))()]
    if ruling == "undo":
        if t.undo.ruling is None:
            return [Says.WOULD_UNDO_SHOT()]
        return [Says.WOULD_UNDO(ruling=t.undo.ruled.replace("_", "-"), about=t.undo.ruled_on)]
    if ruling == "go_on" and t.standstill is None:
        return [Says.WOULD_ANSWER()]
    return [DOES[ruling]()] if ruling in DOES else []


def _without_reason(fact: Noticed) -> Noticed | Saying:
    """The notice without its reason, if the floor has given none."""
    says = WITHOUT_REASON.get(fact.why)
    if says is None or fact.values.get("of") is not None or fact.values.get("cause") not in (None, "", WHY):
        return fact
    return says(**fact.values)


def _as_they_are(t: Table, now_ms: int, names: Names) -> Iterator[Ruling]:
    case = f" {t.case}" if t.case else ""
    for ruling, command in AS_THEY_ARE:
        if (effect := _effect_if_open(t, ruling, now_ms, names)) is not None:
            yield Ruling(ruling.name, effect, f"rule {command.format(case=case)}")
    start = StartAsked(at_ms=now_ms)
    if not t.in_hand and refusal_of(t, start) is None:
        yield Ruling("start", effect_of(t, start, names), "rule start")


def _effect_if_open(t: Table, ruling: floor.AnyRuling, now_ms: int, names: Names) -> str | None:
    def effect() -> str | None:
        return effect_of(t, FloorRuled(at_ms=now_ms, ruling=ruling), names) if is_ruling_open(t, ruling, now_ms) else None

    told = or_its_fault(effect)
    return say(told, names) if isinstance(told, Saying) else told


def _filled_in(t: Table, now_ms: int, names: Names) -> Iterator[Ruling]:
    words = {"case": f" {t.case}" if t.case else ""}
    for kind, command, says in FILLED_IN:
        does = Says.GIVES_POT_ANEW() if kind is floor.Award and not t.in_hand else says(seat=t.to_act)
        if (effect := _if_taken(t, kind, does, now_ms)) is not None:
            yield Ruling(floor.name_of(kind), say(effect, names), f"rule {command.format(**words)}")


def _acts(t: Table, now_ms: int, names: Names) -> Iterator[Ruling]:
    """Acts for the seat whose turn it is, each ready to be typed."""
    for one in acting_for.choices(t, now_ms):
        effect = say(Says.ACTS_SO(seat=t.to_act, choice=one.says), names)
        yield Ruling("act", effect, f"rule act --seat {t.to_act} {one.typed}")


def _stacks(t: Table, names: Names) -> Iterator[Ruling]:
    """A stack that is not what the ledger says, as it is sensed (F-5)."""
    for one in in_the_way(t):
        if not is_the_pot(t, one):
            command = f'rule chips --seat {one.seat} --stack {value(one.sensed)} --why "{WHY}"'
            yield Ruling("chips", say(Says.SETS_STACK(), names), command)


def _levels(t: Table, now_ms: int, names: Names) -> Iterator[Ruling]:
    for ruling, command in schedule.to_levels(t):
        if (effect := _effect_if_open(t, ruling, now_ms, names)) is not None:
            yield Ruling(ruling.name, effect, f"rule {command}")


def _if_taken(t: Table, kind: type[floor.Ruling], does: Saying, now_ms: int) -> Saying | None:
    """A ruling with values is open if it is accepted with at least one choice of values."""
    return or_its_fault(lambda: does if any(is_ruling_open(t, ruling, now_ms) for ruling in _tries(t, kind)) else None)


def _tries(t: Table, kind: type[floor.Ruling]) -> Iterator[floor.AnyRuling]:
    """The ruling with each value that might be filled in."""
    dealt = sorted(n for n, player in t.shown.players.items() if player.cards)
    may_be_seen = dealt if t.case is None and t.in_hand else []
    if kind is floor.DeclareDead:
        yield from (floor.DeclareDead(seat=seat.number, why=WHY) for seat in t.claiming)
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
    elif kind is floor.SetLevel:
        yield floor.SetLevel(minutes=1, why=WHY)
    elif kind is floor.SetBreak:
        yield floor.SetBreak(minutes=1, why=WHY)


def _changes(t: Table, after: Table) -> list[Saying]:
    """Every change of a stack."""
    told = []
    for before, seat in zip(t.seats, after.seats, strict=True):
        if (more := seat.stack - before.stack) and before.status != "empty" and seat.status != "empty":
            told.append((Says.GETS if more > 0 else Says.LOSES)(seat=seat.number, amount=abs(more)))
    return told


def _next(t: Table, after: Table) -> list[Saying]:
    if after.case is not None and after.case != t.case:
        return [Says.IS_HALTED(case=after.case)]
    goes_on = t.is_stopped and not after.is_stopped
    if after.in_hand and after.to_act and (after.to_act != t.to_act or goes_on):
        return [Says.IS_TURN_OF(seat=after.to_act)]
    return [Says.IS_OVER()] if t.in_hand and not after.in_hand else []
