"""Devices lost and back: a lost seat holds the table when it is needed, a lost shoe when a card is (G-7)."""

from tablectl.engine import chips
from tablectl.engine import facts as f
from tablectl.engine.events import DeviceBack, DeviceLost
from tablectl.engine.play import clocks
from tablectl.engine.play.play import Play
from tablectl.engine.rounds import showing
from tablectl.engine.state.table import Table


def device_lost(play: Play, event: DeviceLost) -> None:
    """It is waited for, its seat's clock stands still, and a hand that should be shown is turned up (G-7)."""
    t = play.table
    if event.is_faulty and event.seat is not None:
        _faulty(play, event.seat)
        return
    known = t.is_shoe_connected if event.seat is None else t.seat(event.seat).is_connected
    if not known:
        return
    play.say(f.DeviceGone(seat=event.seat))
    play.notice(event.seat, "device_lost", _lost(event.seat))
    if event.seat is not None and event.seat in t.needed:
        if t.phase == "showdown" and not t.is_held:
            showing.turn_up(play, play.seat(event.seat))
        else:
            clocks.stop(play)


def _faulty(play: Play, number: int) -> None:
    """A seat whose device says what cannot be may not stop the table: its clock runs on, and acts for it when it ends."""
    if is_heard(play.table, number):
        play.say(f.DeviceGone(seat=number, is_faulty=True))
        text = f"The device of seat {number} reports what cannot be. Its reports do not count; the clock runs on."
        play.notice(number, "device_lost", text)


def is_heard(t: Table, seat: int | None) -> bool:
    """Whether what a device says counts; `seat` None is the shoe."""
    return t.is_shoe_connected if seat is None else t.seat(seat).is_connected and not t.seat(seat).is_faulty


def device_back(play: Play, event: DeviceBack) -> None:
    t = play.table
    if is_heard(t, event.seat):
        return
    play.say(f.DeviceReturned(seat=event.seat))
    play.notice(event.seat, "device_back", f"{_named(event.seat)} is back.")
    if event.seat is not None and (t.seat(event.seat).is_level_told or not t.settings.chips_sensed):
        chips.level_back(play, event.seat)


def _lost(seat: int | None) -> str:
    whose = "a card is needed" if seat is None else f"it is seat {seat}'s turn"
    return f"{_named(seat)} has no connection. Nothing is lost; play waits when {whose}."


def _named(seat: int | None) -> str:
    return "The shoe" if seat is None else f"Seat {seat}"
