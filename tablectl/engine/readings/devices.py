"""Devices lost, back and replaced: play waits for a lost seat when it has to act, for a lost
shoe when a card is wanted (G-7).
"""

from tablectl.engine import facts as f
from tablectl.engine.events import (
    DeviceBack,
    DeviceLost,
    NodeBeganAgain,
    NodeReplaced,
    PhoneFreed,
)
from tablectl.engine.play import clocks
from tablectl.engine.play.handling import Handling
from tablectl.engine.readings import chips
from tablectl.engine.rounds import showing
from tablectl.engine.source import Source, seat_source
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Why

NO_NUMBER = 2**32 - 1  # the last there is: no reading of this epoch comes after it


def device_lost(handling: Handling, event: DeviceLost) -> None:
    """A device is lost. At its turn a seat's clock stands still; at the showdown its hand is
    turned up (G-7).
    """
    t = handling.table
    seat = event.source.seat
    if event.is_faulty and seat is not None:
        _ignore_faulty(handling, event.source, seat)
        return
    is_connected = t.shoe.is_connected if seat is None else t.seat(seat).is_connected
    if not is_connected:
        return
    handling.record(f.DeviceGone(source=event.source))
    handling.notice(Why.SHOE_LOST() if seat is None else Why.SEAT_LOST(at=seat), seat)
    if seat is not None:
        _wait_for_lost(handling, seat)


def _wait_for_lost(handling: Handling, seat: int) -> None:
    t = handling.table
    if seat in t.needed:
        if t.phase == "showdown" and not t.is_halted:
            showing.turn_up_hand(handling, seat)
        else:
            clocks.stop_clock(handling)


def _ignore_faulty(handling: Handling, source: Source, number: int) -> None:
    """A faulty device must not stop the table: its seat's clock runs on, and at its end the
    table acts for the seat.
    """
    if is_source_heard(handling.table, source):
        handling.record(f.DeviceGone(source=source, is_faulty=True))
        handling.notice(Why.SEAT_FAULTY(at=number), number)


def is_source_heard(t: Table, source: Source) -> bool:
    """Whether what a device says counts."""
    seat = source.seat
    return (
        t.shoe.is_connected
        if seat is None
        else t.seat(seat).is_connected and not t.seat(seat).is_faulty
    )


def device_back(handling: Handling, event: DeviceBack) -> None:
    t = handling.table
    if is_source_heard(t, event.source):
        return
    seat = event.source.seat
    handling.record(f.DeviceReturned(source=event.source))
    handling.notice(Why.SHOE_BACK() if seat is None else Why.SEAT_BACK(at=seat), seat)
    if seat is not None and (t.seat(seat).area.is_reading_stored or not t.settings.chips_sensed):
        chips.take_returning_area(handling, seat)


def phone_freed(handling: Handling, event: PhoneFreed) -> None:
    """A seat without its phone is lost until another has read its code."""
    if handling.table.seat(event.seat).is_connected:
        handling.record(f.DeviceGone(source=seat_source(event.seat)))
        handling.notice(Why.PHONE_FREED(at=event.seat), event.seat)
        _wait_for_lost(handling, event.seat)


def node_began_again(handling: Handling, event: NodeBeganAgain) -> None:
    epoch, number = (event.epoch, NO_NUMBER) if event.is_refused else (0, 0)
    handling.record(f.NodeNumbered(node=event.node, epoch=epoch, number=number))


def node_replaced(handling: Handling, event: NodeReplaced) -> None:
    if event.is_forgotten:
        handling.record(f.NodeNumbered(node=event.node, epoch=0, number=0))
    handling.notice(
        Why.NODE_REPLACED(device=event.source.kind, number=event.source.number), event.source.seat
    )
