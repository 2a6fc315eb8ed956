"""Keys on pins: what is a press, and what is a key that somebody leans on."""

from firmware_io.gpio.purposes import PinChanged, Purpose
from firmware_io.messages import KeyPressed
from firmware_io.pin_keys import PinKeyPressed, PinKeys


def fold(is_down, at_ms=0, seat=3):
    return PinChanged(Purpose.KEY, is_down, at_ms, seat, "fold")


def test_a_press_is_told_when_the_key_goes_down_and_a_second_one_again():
    keys = PinKeys()
    told = [keys.changed(fold(is_down, at_ms)) for at_ms, is_down in enumerate([False, True, False, True, False])]
    press = KeyPressed("fold")
    assert told == [None, PinKeyPressed(3, press, 1), None, PinKeyPressed(3, press, 3), None]


def test_a_key_that_is_down_at_the_start_is_stuck_until_it_has_been_up():
    keys = PinKeys()
    assert [keys.changed(fold(True)), keys.changed(fold(False, seat=4))] == [None, None]
    assert keys.stuck == {(3, "fold")}
    assert [keys.changed(fold(False)), keys.stuck] == [None, frozenset()]
    assert keys.changed(fold(True, 9)) == PinKeyPressed(3, KeyPressed("fold"), 9)


def test_a_referee_s_keys_belong_to_no_seat():
    keys = PinKeys()
    told = []
    for purpose in (Purpose.MADE, Purpose.MISSED, Purpose.UNDO):
        keys.changed(PinChanged(purpose, False, 0))
        told.append(keys.changed(PinChanged(purpose, True, 5)))
    assert told == [PinKeyPressed(None, KeyPressed(key), 5) for key in ("made", "missed", "undo")]


def test_what_is_no_key_is_nobody_s_press():
    keys = PinKeys()
    changes = [PinChanged(Purpose.EMERGENCY_STOP, is_active, 0) for is_active in (False, True)]
    assert [keys.changed(change) for change in changes] == [None, None]


def test_one_seat_s_key_says_nothing_of_another_s():
    keys = PinKeys()
    keys.changed(fold(False, seat=1))
    assert keys.changed(fold(True, seat=2)) is None
    assert keys.changed(fold(True, 7, seat=1)) == PinKeyPressed(1, KeyPressed("fold"), 7)
