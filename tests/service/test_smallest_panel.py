"""The smallest table on the Pi's own pins: hands on buttons alone, switches in mid-hand, and a
strip that shows the view.
"""

from functools import cache, partial
from random import Random
from unittest.mock import patch

import pytest

from firmware_io.beeps import YOUR_TURN
from firmware_io.lamps import DARK, ring_pixels
from firmware_io.messages import Lamp
from firmware_io.strips.lamp_changes import FRAME_MS
from tablectl.engine import floor
from tablectl.engine.events import DeviceBack, DeviceLost, HoldBegan
from tablectl.intake.enrolling import enrolling_order
from tablectl.present.lamps import seat_lamps
from tests.firmware_io.fake_gpiod import Request

from .panelled import (
    BEACON,
    BUZZER,
    CALL_FLOOR,
    DOOR,
    KEYS,
    LOCK,
    MADE,
    MISSED,
    REPEAT,
    STOP,
    SWITCH,
    UNDO,
    Panelled,
)

HANDS = 8
LONGEST_MS = 9_000  # every pattern repeats, or has ended, within this


@pytest.fixture
def panelled(smallest, monkeypatch):
    return partial(smallest, Panelled, patch=monkeypatch)


@cache
def looks_of(lamp):
    """All that this lamp looks like at half its brightness, as a ring."""
    red, green, blue = (round(part * 0.5) for part in lamp.colour)
    return [
        ring_pixels(Lamp((red, green, blue), lamp.pattern, lamp.level), t_ms)
        for t_ms in range(0, LONGEST_MS, 10)
    ]


def shows_its_view(table):
    return all(
        table.pixels[seat] in looks_of(lamp)
        for seat, lamp in seat_lamps(table.view).items()
        if seat in KEYS
    )


@pytest.mark.slow
def test_hands_are_played_on_buttons_alone_and_the_strip_shows_each_view(loop, panelled):
    table = panelled()
    service = table.start()
    chance, rests = Random("buttons"), 0
    for _ in range(HANDS):
        before, deck = service.table.hands, table.deck.shuffled(chance, enrolling_order())
        table.begins()
        while service.table.in_hand or service.table.hands == before:
            table.deals(deck)
            if service.table.in_hand:
                table.presses()
            assert shows_its_view(table), (table.view.prompt, seat_lamps(table.view), table.pixels)
            rests += 1
        loop.run_for(2_000)
    assert (service.table.hands, service.table.halts, table.said) == (HANDS, 0, [])
    assert rests > 10 * HANDS
    assert (
        min(b - a for a, b in zip(table.frames.at_ms, table.frames.at_ms[1:], strict=False))
        >= FRAME_MS
    )
    loop.run_for(2_000)  # the winner's lamp has run round
    quiet = len(table.frames)
    loop.run_for(60_000)
    assert len(table.frames) == quiet  # nothing moves, so nothing is sent
    table.stop()
    assert set(table.pixels[1] + table.pixels[2] + table.pixels[3]) == {DARK}


def findings(service):
    return [one["finding"] for one in service.status()["troubles"]]


def test_a_door_that_is_open_at_the_start_locks_first_of_all_and_one_that_was_shut_by_then_tells_nothing(
    panelled,
):
    table = panelled()
    table.contacts.open(DOOR)
    told = [
        row.event
        for row in table.start().journal.rows()
        if isinstance(row.event, HoldBegan | DeviceBack | DeviceLost)
    ]
    assert [(type(event), getattr(event, "kind", "")) for event in told[:1]] == [
        (HoldBegan, "logic_door")
    ]
    table.stop()
    # while it is off: that it was open stands in the journal
    table.contacts.close(DOOR)
    table.start()
    assert table.view.lock.what == "The door of the electronics was opened, and is shut again."
    table.clears("logic_door")
    table.stop()
    # opened and shut while it is off: a contact has no memory
    table.contacts.open(DOOR)
    table.contacts.close(DOOR)
    table.start()
    assert table.view.lock is None


def test_the_gate_is_locked_unless_a_card_is_asked_for(loop, panelled):
    table = panelled()
    table.start()
    assert not table.is_on(LOCK)
    table.begins()
    while not table.is_lit:
        table.presses()
    assert table.is_on(LOCK)
    table.contacts.open(STOP)
    loop.run_for(60)
    assert (table.is_lit, table.is_on(LOCK)) == (False, False)


def test_a_stop_that_is_pressed_over_a_restart_still_holds_and_one_released_meanwhile_waits_for_the_floor(
    loop, panelled
):
    table = panelled()
    table.start()
    table.deals_first()
    table.contacts.open(STOP)
    loop.run_for(60)
    table.stop()
    table.start()
    assert table.view.hold.what == "The emergency stop is pressed."
    table.stop()
    table.contacts.close(STOP)
    table.start()
    assert (table.view.hold.what, table.is_on(BEACON)) == ("The emergency stop is released.", True)
    table.rules(floor.GoOn())
    assert (table.view.hold, table.view.to_act) == (None, 1)


def test_a_switch_that_is_taken_out_of_the_configuration_holds_play_no_more(
    loop, tmp_path, panelled
):
    table = panelled()
    table.start()
    table.contacts.close(SWITCH)
    loop.run_for(60)
    assert table.view.hold is not None
    table.stop()
    file = tmp_path / "table.toml"
    file.write_text(file.read_text().replace(f"key_switch = {SWITCH}\n", ""))
    table.read()
    table.start()
    assert table.view.hold is None


def test_pins_that_cannot_be_opened_hold_play_and_are_tried_again(loop, panelled):
    table = panelled()
    table.gpiod.busy.add(STOP)
    service = table.start()
    why = "gpiod does not get the pins: Device or resource busy. Another program may have them"
    assert table.said == [
        f"The pins are not open: {why}. They are tried again every 5 s.",
        *[f"Seat {seat} is not heard: the pins: {why}." for seat in KEYS],
    ]
    assert (table.view.hold.kind, findings(service)) == (
        "switches",
        [f"The pins are not open: {why}."],
    )
    loop.run_for(12_000)
    assert len(table.said) == 4
    table.contacts.open(STOP)
    table.gpiod.busy.clear()
    loop.run_for(6_000)
    assert table.view.hold.kind == "emergency_stop"  # it was pressed meanwhile
    table.contacts.close(STOP)
    loop.run_for(60)
    table.rules(floor.GoOn())
    assert table.said[4:] == [
        "The pins are open.",
        *[f"Seat {seat} is heard again." for seat in KEYS],
    ]
    assert (table.view.hold, service.status()["troubles"], service.table.halts) == (None, [], 0)
    table.deals_first()
    assert table.view.to_act == 1


def test_a_table_without_switches_plays_on_where_its_pins_cannot_be_opened(panelled):
    table = panelled(gpio='[gpio]\nlibrary = "gpiod"\nbeacon = 23\n')
    table.without("gpiod")
    table.start()
    assert table.view.hold is None
    assert "The pins are not open: gpiod is not installed" in table.said[0]


def test_a_key_that_is_down_when_the_pins_are_opened_is_named_and_counts_once_it_has_been_up(
    loop, panelled
):
    table = panelled()
    table.contacts.close(KEYS[2]["fold"])
    table.contacts.close(MADE)
    service = table.start()
    assert table.said == [
        f"The referee's key made at GPIO{MADE} was down when the pins were opened: it counts once "
        "it has been up.",
        "Seat 2's key fold at GPIO3 was down when the pins were opened: it counts once it has been "
        "up.",
    ]
    assert findings(service) == table.said
    table.contacts.open(MADE)
    table.contacts.open(KEYS[2]["fold"])
    loop.run_for(100)
    assert service.status()["troubles"] == []


def test_a_player_who_calls_the_floor_lights_the_beacon_until_the_floor_rules(loop, panelled):
    table = panelled()
    service = table.start()
    table.deals_first()
    table.taps(CALL_FLOOR)
    table.taps(CALL_FLOOR)
    assert (table.view.called, table.is_on(BEACON), table.view.to_act) == ((1,), True, 1)
    loop.run_for(12_000)
    table.stop()
    service = table.start()
    assert (table.view.called, table.is_on(BEACON)) == ((1,), True)
    assert ("go_on", "The call for the floor is answered; play goes on as it does.") in [
        (one["ruling"], one["effect"]) for one in service.status()["open"]
    ]
    table.rules(floor.GoOn())
    assert (table.view.called, table.is_on(BEACON), table.view.to_act) == ((), False, 1)


@pytest.mark.slow
def test_the_table_s_buzzer_tells_a_turn_and_its_last_seconds_and_nothing_while_play_stands_still(
    loop, panelled
):
    table = panelled(clock_s=30)
    table.start()
    table.deals_first()
    loop.run_for(1_000)

    def beeps():
        told = table.contacts.driven[BUZZER].count(True)
        table.contacts.driven[BUZZER].clear()
        return told

    assert beeps() > 0
    table.taps(KEYS[1]["check_call"])
    loop.run_for(10_000)
    assert (table.view.to_act, beeps()) == (2, len(YOUR_TURN))
    table.contacts.open(STOP)
    loop.run_for(60_000)
    assert (beeps(), table.is_on(BUZZER)) == (0, False)
    table.contacts.close(STOP)
    loop.run_for(60)
    table.rules(floor.GoOn())
    left_ms = table.view.clock_left_ms
    assert left_ms is not None
    loop.run_for(left_ms - 5_500)
    assert beeps() == len(YOUR_TURN)  # the turn goes on
    loop.run_for(5_400)
    assert (beeps(), table.view.to_act) == (5, 2)


def test_a_referee_s_keys_tell_made_and_missed_and_take_the_last_shot_back(panelled):
    """Clauses: M-12."""
    table = panelled(preset="pool", chips=0, table="", options=", jokers = 0, hands = 20")
    service = table.start()
    table.begins()
    deck = table.deck.shuffled(Random("referee"), enrolling_order())
    while table.view.phase != "shots":
        table.deals(deck)
        table.presses()
    shot = table.view.shot
    table.taps(MISSED)
    again = table.view.shot
    assert (again.seat, again.card, again.try_) == (shot.seat, shot.card, 2)
    table.taps(UNDO)
    assert table.view.shot == shot
    table.taps(MADE)
    assert table.view.seats[str(shot.seat)].shots == {shot.card: shot.worth}
    told = [
        (news["code"], news["who"]) for news in service.status()["last"] if news["kind"] == "ruling"
    ]
    assert told == [("missed", "referee"), ("undo", "referee"), ("made", "referee")]


def test_the_key_that_asks_to_hear_it_again_asks_once_a_press(loop, panelled):
    table = panelled()
    service, asked = table.start(), []
    with patch.object(service.screens, "show", lambda view: asked.append(view.repeats)):
        for _ in range(3):
            table.taps(REPEAT)
    assert {*asked} == {1, 2, 3}


def test_a_strip_that_fails_is_told_once_tried_again_and_lit_again(loop, panelled):
    table = panelled()
    service = table.start()
    table.spidev.is_failing = True
    table.deals_first()
    loop.run_for(12_000)
    why = "The strip of lamps is not lit: /dev/spidev0.0 takes no more: Input/output error."
    assert table.said == [f"{why} It is tried again every 5 s."]
    assert findings(service) == [why]
    table.spidev.is_failing = False
    loop.run_for(6_000)
    assert table.said[1:] == ["The strip of lamps is lit again."]
    assert (shows_its_view(table), service.status()["troubles"]) == (True, [])


def test_an_output_that_could_not_be_written_is_written_with_the_next_view(monkeypatch, panelled):
    table = panelled()
    service = table.start()
    table.deals_first()

    def failing(*_):
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as broken:
        broken.setattr(Request, "set_value", failing)
        table.taps(CALL_FLOOR)
    assert (table.is_on(BEACON), service.table.halts) == (False, 1)
    table.taps(CALL_FLOOR)
    assert table.is_on(BEACON)
