"""Two ways to the end of any hand: people who do the sensible thing, and a crowd that does nothing
but put cards and chips right.

Each must come from every state to the next rest between hands.
"""

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from tablectl.engine import events as e, facts as f
from tablectl.engine.engine import handle
from tablectl.engine.play import areas, clocks
from tablectl.engine.play.clocks import next_deadline_ms
from tablectl.engine.questions import cut_awaited, legal_now as asked
from tablectl.engine.rounds import antes, betting, flat_bets
from tablectl.engine.source import SHOE, seat_source
from tablectl.engine.state.changes import with_hand
from tablectl.engine.state.seat import Seat
from tablectl.engine.state.table import Table
from tablectl.present.public import waiting_for
from tablectl.rules.wagers import chip_value

from . import stacks
from .moves import Move, card, chips, lets_go_on, next_pot, press, right, rule
from .relative import key, relative
from .world import cards_for, next_card

MOST_STEPS = 90  # a hand of three takes fewer
PATIENCE = 60  # refusals are odd from here on

Driver = Callable[[Table], Move | None]


class Stuck(Exception):
    """The driver finds nothing that could happen next."""


def sensible(t: Table) -> Move | None:
    """What well-meaning people do next; None: the table rests between hands."""
    return _put_right(t) or (_answer(t) if t.in_hand else None)


def idle(t: Table) -> Move | None:
    """Nobody presses a key: clocks, cards, the floor's `confirm`, and chips that are put right."""
    move = _put_right(t)
    if move is not None or not t.in_hand:
        return move
    deadline_ms = next_deadline_ms(t)
    if (move := _collected(t)) is not None:
        return move
    if deadline_ms is not None:
        return Move(e.ClockRanOut(at_ms=0), max(0, deadline_ms))
    if t.kind in ("ante_window", "flat_bets"):
        return Move(rule("close_bets"))
    if t.kind == "shots" and t.to_act is not None:
        return Move(press(t.to_act, "missed"))
    raise Stuck


def _put_right(t: Table) -> Move | None:
    """Brings lost devices back, confirms a halt, gives the card that is wanted."""
    return next((Move(event) for event in _wanted(t)), None)


def _wanted(t: Table) -> Iterator[e.AnyEvent]:
    for seat in t.seats:
        if not seat.is_connected:
            yield e.DeviceBack(at_ms=0, source=seat_source(seat.number))
    if not t.shoe.is_connected:
        yield e.DeviceBack(at_ms=0, source=SHOE)
    if t.standstill is not None:
        yield from lets_go_on(t)
    for seat in t.seats:
        if not seat.area.is_level_known:
            yield chips(t, seat, right(t, seat))
    yield from stacks.put_right(t)
    if t.irregularity is not None:
        yield _remedied(t)
    if t.reload is not None:
        yield rule("reshuffled")
    if not t.is_stopped and cut_awaited(t) is not None:
        yield rule("confirm")
    wanted = next_card(t)
    if wanted is not None:
        yield card(wanted)


def _remedied(t: Table) -> e.AnyEvent:
    wrong = t.irregularity
    assert wrong is not None
    if t.in_hand and t.won is not None:
        return next_pot(t)
    if wrong.remedy == "put_right" and wrong.seat:
        seat = t.seat(wrong.seat)
        if chip_value(seat.area.sensed) != right(t, seat):
            return chips(t, seat, right(t, seat))
    if wrong.remedy == "present" and wrong.place in ("board", "cover", None):
        return e.CardPresented(at_ms=0, card=cards_for(t, None)[0])
    return rule("confirm")


def _collected(t: Table) -> Move | None:
    wrong = [
        seat
        for seat in t.seats
        if t.hand is not None
        and t.hand.is_collecting
        and not areas.agrees_with_ledger(t, seat.number)
    ]
    return Move(chips(t, wrong[0], right(t, wrong[0]))) if wrong else None


def _answer(t: Table) -> Move:
    """Of who is asked: as little as may be."""
    if (move := _collected(t)) is not None:
        return move
    motion = clocks.open_motion(t)
    if motion is not None:
        return Move(e.ClockRanOut(at_ms=0), max(0, motion.ends_at_ms))
    if t.kind == "flat_bets":
        return Move(press(next(iter(flat_bets.seats_to_answer(t))).number, "pass"))
    if t.kind == "ante_window":
        waited_for = [t.seat(number) for number in t.dealt if antes.is_waited_for(t, number)]
        return Move(
            press(waited_for[0].number, "undo" if t.player(waited_for[0].number).begun else "pass")
        )
    if t.kind == "call_or_fold":
        return Move(press(t.to_act or t.undecided[0], "fold"))
    if t.to_act is None:
        raise Stuck
    seat = t.seat(t.to_act)
    if t.phase == "showdown":
        return Move(e.HoleCardsSeen(at_ms=0, seat=seat.number, cards=t.player(seat.number).cards))
    if t.kind == "shots":
        return Move(press(seat.number, "missed"))
    if t.owes or (t.wager is not None and (t.wager.declared or t.wager.completion)):
        return Move(_completed(t, seat))
    return Move(press(seat.number, "check" if "check" in asked(t).acts else "fold"))


def _completed(t: Table, seat: Seat) -> e.AnyEvent:
    """What the seat has begun, or owes."""
    wanted = _wanted_in_front(t, seat)
    if t.settings.chips_sensed and chip_value(seat.area.sensed) < wanted:
        return chips(t, seat, wanted)
    return press(seat.number, "confirm" if t.settings.chips_sensed and not t.owes else "call")


def _wanted_in_front(t: Table, seat: Seat) -> int:
    behind = seat.area.to_pot + max(0, t.player(seat.number).stale)
    all_in = t.player(seat.number).bet + t.playable(seat.number)
    if t.owes or t.wager is None:
        return behind + t.player(seat.number).bet + asked(t).to_call
    if t.wager.declared == "call" and not t.wager.completion:
        return behind + min(t.round.bet, all_in)
    least = betting.legal_bets(with_hand(t, wager=None)).raise_min or t.round.bet
    return behind + min(t.wager.complete_to or t.wager.amount or max(t.round.bet, least), all_in)


# From every state


class Arrival:
    """Whether a driver comes to the end of the hand. States on a way that has ended well are not
    driven from again.
    """

    def __init__(self, driver: Driver):
        self.driver = driver
        self.__name__ = driver.__name__
        self._good: set[bytes] = set()

    def __call__(self, t: Table) -> Iterator[str]:
        name, trail = self.driver.__name__, []
        for step in range(MOST_STEPS):
            digest = key(t)
            if digest in self._good:
                break
            trail.append(digest)
            try:
                move = self.driver(t)
            except Stuck:
                yield (
                    f"With {name} people nothing can happen: {waiting_for(t)}, {t.phase}, {t.kind}."
                )
                return
            if move is None:
                break
            after, (row,) = handle(t, (replace(move.event, at_ms=move.after_ms),))
            is_refused = any(isinstance(fact, f.Refused) for fact in row.facts)
            if after == t or (is_refused and step > PATIENCE):
                yield (
                    f"With {name} people nothing happens: {waiting_for(t)}, {t.phase}, "
                    f"{t.kind}, {said(move.event)}."
                )
                return
            t = relative(after, move.after_ms)
        else:
            yield (
                f"With {name} people the hand does not end: {waiting_for(t)}, {t.phase}, {t.kind}."
            )
            return
        self._good.update(trail)


def said(event: e.AnyEvent) -> str:
    return (
        event.ruling.name
        if isinstance(event, e.FloorRuled)
        else str(getattr(event, "key", type(event).__name__))
    )
