"""How facts about clocks, halts and devices change a table: all that stops a game and lets it go on."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tablectl.engine.facts import facts as f
from tablectl.engine.facts.apply_back import meanwhile
from tablectl.engine.facts.fact import Fact
from tablectl.engine.facts.facts_anew import LevelDoubted
from tablectl.engine.state.changes import with_seat
from tablectl.engine.state.table import Seat, Table


def clock_warned(t: Table, fact: f.ClockWarned) -> Table:
    return replace(t, is_warned=True)


def bank_drawn(t: Table, fact: f.BankDrawn) -> Table:
    seats = with_seat(t, fact.seat, bank_ms=t.seat(fact.seat).bank_ms - fact.ms)
    return replace(t, seats=seats, deadline_ms=fact.deadline_ms, clock_ms=fact.ms, is_warned=False)


def clock_stopped(t: Table, fact: f.ClockStopped) -> Table:
    return replace(t, deadline_ms=None, left_ms=fact.left_ms)


def clock_went_on(t: Table, fact: f.ClockWentOn) -> Table:
    return replace(t, deadline_ms=fact.deadline_ms, left_ms=None)


def halted(t: Table, fact: f.Halted) -> Table:
    return replace(t, irregularity=fact.irregularity, halts=max(t.halts, fact.irregularity.number), pulls=max(t.pulls, fact.pull))


def resumed(t: Table, fact: f.Resumed) -> Table:
    """An empty shoe stays empty, unless that was the matter. A report that waited has its number when it comes up."""
    loose = t.loose if t.in_hand else ()
    is_empty = t.is_shoe_empty and (t.irregularity is None or t.irregularity.kind != "deck_exhausted")
    if not t.further:
        return replace(t, irregularity=None, loose=loose, is_shoe_empty=is_empty)
    following = replace(t.further[0], number=t.halts + 1)
    return replace(t, irregularity=following, halts=following.number, further=t.further[1:], loose=loose, is_shoe_empty=is_empty)


def reported(t: Table, fact: f.Reported) -> Table:
    return replace(t, further=(*t.further, fact.irregularity))


def deck_checked(t: Table, fact: f.DeckChecked) -> Table:
    return replace(t, is_deck_foul=False)


def deck_fouled(t: Table, fact: f.DeckFouled) -> Table:
    return replace(t, is_deck_foul=True)


def device_gone(t: Table, fact: f.DeviceGone) -> Table:
    if fact.seat is None:
        return replace(t, is_shoe_connected=False)
    if fact.is_faulty:
        return replace(t, seats=with_seat(t, fact.seat, is_faulty=True))
    front = _front(t.seat(fact.seat))
    return replace(t, seats=with_seat(
        t, fact.seat, is_connected=False, is_faulty=False, is_level_known=False, is_level_told=False, front_when_lost=front))


def device_returned(t: Table, fact: f.DeviceReturned) -> Table:
    if fact.seat is None:
        return replace(t, is_shoe_connected=True)
    return replace(t, seats=with_seat(t, fact.seat, is_connected=True, is_faulty=False))


def level_told(t: Table, fact: f.LevelTold) -> Table:
    return replace(t, seats=with_seat(t, fact.seat, is_level_told=True))


def level_trusted(t: Table, fact: f.LevelTrusted) -> Table:
    return replace(t, seats=with_seat(t, fact.seat, is_level_known=True, is_level_told=False, front_when_lost=0))


def level_doubted(t: Table, fact: LevelDoubted) -> Table:
    return replace(t, seats=with_seat(t, fact.seat, is_level_known=False, front_when_lost=_front(t.seat(fact.seat))))


def _front(seat: Seat) -> int:
    """What lay in front when it was last known."""
    return seat.in_front if seat.is_level_known else seat.front_when_lost


APPLY: dict[type[Fact], Callable[[Table, Any], Table]] = {
    f.ClockWarned: clock_warned, f.BankDrawn: bank_drawn, f.ClockStopped: clock_stopped, f.ClockWentOn: clock_went_on,
    f.Halted: halted, f.Reported: reported, f.Resumed: resumed, f.DeckChecked: deck_checked, f.DeckFouled: deck_fouled,
    f.DeviceGone: meanwhile(device_gone), f.DeviceReturned: meanwhile(device_returned), f.LevelTold: meanwhile(level_told),
    f.LevelTrusted: meanwhile(level_trusted),
    LevelDoubted: level_doubted,
}
