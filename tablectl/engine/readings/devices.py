"""Devices lost and back: a lost seat holds the table when it is needed, a lost shoe when a card is (G-7)."""

from tablectl.engine import facts as f
from tablectl.engine.events import DeviceBack, DeviceLost
from tablectl.engine.play import clocks
from tablectl.engine.play.play import Play
from tablectl.engine.readings import chips
from tablectl.engine.rounds import showing
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Why


def device_lost(play: Play, event: DeviceLost) -> None:
    """It is waited for, its seat's clock stands still, and a hand that should be shown is turned up (G-7)."""
    t = play.table
    if event.is_faulty and event.seat is not None:
        _faulty(play, event.seat)
        return
    known = t.is_shoe_connected if event.seat is None else t.seat(event.seat).is_connected
    if not known:
        return
    play.record(f.DeviceGone(seat=event.seat))
    play.notice(event.seat, Why.SHOE_LOST() if event.seat is None else Why.SEAT_LOST(at=event.seat))
    if event.seat is not None and event.seat in t.needed:
        if t.phase == "showdown" and not t.is_held:
            showing.turn_up(play, play.seat(event.seat))
        else:
            clocks.stop(play)


def _faulty(play: Play, number: int) -> None:
    """A seat whose device says what cannot be may not stop the table: its clock runs on, and acts for it when it ends."""
    if is_heard(play.table, number):
        play.record(f.DeviceGone(seat=number, is_faulty=True))
        play.notice(number, Why.SEAT_FAULTY(at=number))


def is_heard(t: Table, seat: int | None) -> bool:
    """Whether what a device says counts; `seat` None is the shoe."""
    return t.is_shoe_connected if seat is None else t.seat(seat).is_connected and not t.seat(seat).is_faulty


def device_back(play: Play, event: DeviceBack) -> None:
    t = play.table
    if is_heard(t, event.seat):
        return
    play.record(f.DeviceReturned(seat=event.seat))
    play.notice(event.seat, Why.SHOE_BACK() if event.seat is None else Why.SEAT_BACK(at=event.seat))
    if event.seat is not None and (t.seat(event.seat).is_level_told or not t.settings.chips_sensed):
        chips.level_back(play, event.seat)
