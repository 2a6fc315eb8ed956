"""Trials with somebody at the table: each seat is lit, heard and asked in its turn, and whatever
ends it, all is off.
"""

import asyncio
import sys

import msgspec
import pytest

from firmware_io.kit.sim.node import ABOUT
from firmware_io.kit.sim.node_session import NodeSession
from firmware_io.kit.sim.readers.field import Field
from firmware_io.kit.sim.readers.pn532 import SimPn532
from firmware_io.messages import bits_of
from tablectl.service.config.loading import load_config
from tablectl.setup.doctor import trials
from tablectl.setup.doctor.trials import NotTried, try_keys, try_lamps, try_readers
from tests.firmware_io.pixel_wires import FakeSpidev, hear_apa102
from tests.firmware_io.untold import session_without_about

from .test_named import AS, TABLE, enrolled

NODES = TABLE.replace('driver = "keypad"\nport = "{place}/pad"', 'port = "{place}/seat-2"')


def configured(bench, text=NODES):
    (bench.place / "table.toml").write_text(text.replace("{place}", str(bench.place)))
    return load_config(bench.place / "table.toml")


def ended(bench, trial):
    return bench.loop.run_until_complete(trial)


def test_each_seat_is_asked_for_a_key_and_whose_it_was_is_told(bench):
    one, two = bench.seat("seat-1", 1), bench.seat("seat-2", 2)
    said = []

    def say(sentence):
        said.append(sentence)
        if sentence == "1 of 2: press a key at seat 1.":
            bench.loop.call_later(3, two.press, "check")
            bench.loop.call_later(5, one.press, "fold")
        elif sentence == "2 of 2: press a key at seat 2.":
            bench.loop.call_later(3, two.press, "call")

    assert ended(bench, try_keys(configured(bench), say))
    assert said == [
        "1 of 2: press a key at seat 1.",
        "That was check of seat 2: if you sit at seat 1, exchange the ports of the two.",
        "Seat 1: fold.",
        "2 of 2: press a key at seat 2.",
        "Seat 2: call.",
        "Every seat has its keys.",
    ]


def test_a_seat_from_which_no_key_comes_is_told(bench):
    bench.seat("seat-1", 1)
    said = []
    assert not ended(bench, try_keys(configured(bench), said.append))
    assert said[-1] == "No key came from seat 1, 2."


def test_while_a_hand_is_open_no_card_is_named(bench, monkeypatch):
    said = []
    monkeypatch.setattr(trials, "is_in_hand", lambda journal: True)
    with pytest.raises(NotTried, match="A hand is open"):
        ended(bench, try_readers(configured(bench), said.append, seconds=1))
    assert said == []


def test_while_a_hand_is_open_no_key_is_tried(bench, monkeypatch):
    monkeypatch.setattr(trials, "is_in_hand", lambda journal: True)
    with pytest.raises(NotTried, match="A hand is open"):
        ended(bench, try_keys(configured(bench), print))


def shows(seat):
    return "test" if seat.is_lamp_tested else seat.lamp.pattern


def test_rings_are_lit_seat_by_seat_and_dark_afterwards(bench):
    """Those that tell no About as the table lights them; those that tell of a lamp show all its
    colours.
    """
    seats = [bench.seat("seat-1", 1, session_without_about), bench.seat("seat-2", 2)]
    lit = []

    def say(sentence):
        bench.loop.call_later(0.5, lambda: lit.append((sentence, [shows(seat) for seat in seats])))

    assert ended(bench, try_lamps(configured(bench), say))
    bench.loop.run_for(1_000)
    assert lit == [
        ("Seat 1 is lit.", ["solid", "off"]),
        ("Seat 2 is lit.", ["off", "test"]),
        ("Every lamp is off.", ["off", "off"]),
    ]


def test_of_a_node_that_tells_of_no_lamp_that_is_said(bench, monkeypatch):
    monkeypatch.setitem(
        ABOUT, "seat", msgspec.structs.replace(ABOUT["seat"], abilities=bits_of(["keys"]))
    )
    bench.seat("seat-1", 1)
    bench.seat("seat-2", 2, session_without_about)
    said = []
    assert ended(bench, try_lamps(configured(bench), said.append))
    assert said == [
        "Seat 1's node has no lamp, by what it tells of itself.",
        "Seat 2 is lit.",
        "Every lamp is off.",
    ]


def test_a_strip_is_lit_seat_by_seat_and_dark_afterwards(bench, monkeypatch):
    spidev = FakeSpidev()
    monkeypatch.setitem(sys.modules, "spidev", spidev)
    assert ended(
        bench,
        try_lamps(configured(bench, NODES + '[lamps]\ndriver = "apa102"\n'), lambda said: None),
    )
    frames = [
        [sum(pixel) > 0 for _, pixel in hear_apa102(b"".join(write))[0]] for write in spidev.writes
    ]
    halves = [(any(frame[:24]), any(frame[24:])) for frame in frames]
    assert halves[0] == (True, False)
    assert (False, True) in halves
    assert halves[-1] == (False, False)
    assert not any(spi.is_open for spi in spidev.opened)


def test_a_strip_that_cannot_be_opened_is_a_sentence(bench, monkeypatch):
    monkeypatch.setitem(sys.modules, "spidev", None)
    with pytest.raises(NotTried, match="spidev is not installed"):
        ended(bench, try_lamps(configured(bench, NODES + '[lamps]\ndriver = "ws2812"\n'), print))


@pytest.mark.parametrize("sessions", [NodeSession, session_without_about], ids=["About", "none"])
def test_a_trial_that_is_broken_off_leaves_everything_off(sessions, bench):
    seats = [bench.seat("seat-1", 1, sessions), bench.seat("seat-2", 2, sessions)]
    task = bench.loop.create_task(try_lamps(configured(bench), lambda said: None))
    assert bench.loop.run_until(
        lambda: any(shows(seat) != "off" or seat.is_buzzing for seat in seats)
    )
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        bench.loop.run_until_complete(task)
    bench.loop.run_for(500)
    assert [(shows(seat), seat.is_buzzing) for seat in seats] == [("off", False)] * 2


def test_what_is_read_is_told_every_second(bench):
    enrolled(bench)
    field = Field()
    bench.reader("reader", SimPn532(field))
    bench.loop.call_later(2.5, field.put, AS)
    said = []
    assert ended(bench, try_readers(configured(bench), said.append, seconds=5))
    assert said[0] == "Put a card on a reader; Ctrl-C ends it."
    assert said[1] == "20 looks; nothing lies there"
    assert said[-1] == "20 looks; [shoe]: 04A1B2C3D40000 (As of red) 20 times, missed 0"


def test_a_reader_that_is_not_there_is_a_sentence(bench):
    with pytest.raises(NotTried, match="does not answer: No such file"):
        ended(bench, try_readers(configured(bench), print))
