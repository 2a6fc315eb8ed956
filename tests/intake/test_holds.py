"""What holds play: what the shoe tells of itself and the table's pins, as events of a card room."""

import pytest

from firmware_io import messages as wire
from firmware_io.gpio.purposes import Purpose
from tablectl.engine.events import (
    HoldBegan,
    HoldEnded,
    ShoeEmptied,
    ShoeReloaded,
    StackRead,
)
from tablectl.engine.source import PINS, SHOE, seat_source
from tablectl.intake.deckbook import simulated_book
from tablectl.intake.interpret import HELD_BY_PIN, Reading, events_of_pin, interpret

BOOK = simulated_book()


def told(source, message):
    return interpret(BOOK, Reading(7, source, 0, message))


def test_whatever_the_shoe_tells_of_itself_means_something():
    assert {what: told(SHOE, wire.ShoeChanged(what)) for what in wire.SHOE_CHANGES} == {
        "lid_open": (HoldBegan(at_ms=7, kind="lid", source=SHOE),),
        "lid_closed": (HoldEnded(at_ms=7, kind="lid", source=SHOE),),
        "jam": (HoldBegan(at_ms=7, kind="jam", source=SHOE),),
        "cleared": (HoldEnded(at_ms=7, kind="jam", source=SHOE),),
        "empty": (ShoeEmptied(at_ms=7),),
        "reloaded": (ShoeReloaded(at_ms=7),),
    }


def test_a_seat_that_says_what_only_a_shoe_can_means_nothing():
    assert [told(seat_source(2), wire.ShoeChanged(what)) for what in wire.SHOE_CHANGES] == [
        ()
    ] * len(wire.SHOE_CHANGES)


def test_a_stack_area_is_read():
    assert told(seat_source(2), wire.AreaChanged("stack", ((5, 2), (25, 1)))) == (
        StackRead(at_ms=7, seat=2, chips=((25, 1), (5, 2))),
    )


@pytest.mark.parametrize("purpose", [purpose.value for purpose in Purpose])
def test_a_pin_holds_play_by_its_purpose_and_any_other_does_not(purpose):
    happened = events_of_pin(purpose, is_active=True, at_ms=7)
    assert happened == (
        (HoldBegan(at_ms=7, kind=HELD_BY_PIN[purpose], source=PINS),)
        if purpose in HELD_BY_PIN
        else ()
    )


def test_the_switches_that_hold_play_are_the_stop_the_lid_the_door_and_the_key():
    assert {Purpose(purpose) for purpose in HELD_BY_PIN} == {
        Purpose.EMERGENCY_STOP,
        Purpose.LID,
        Purpose.LOGIC_DOOR,
        Purpose.KEY_SWITCH,
    }
