"""The PN532 asked in C: it sees what lies there, as the driver in Python does; over a bad wire
the reader of chips, too.
"""

import random

import pytest

from firmware_io.kit.sim.readers.answering import AnswerFaults
from firmware_io.kit.sim.readers.field import Field, SimTag
from firmware_io.kit.sim.readers.pn532 import SimPn532
from firmware_io.readers.reader import Found, Seen, Trouble

from ..reading import ACE, KING, QUEEN, Reading, tag
from .building import core
from .test_chips_in_c import chip, reading as reader_of_chips

# ahead of the test's time, so that the board's wraps after 4 s
CLOCK = 0xFFFFF000
GARBAGE_BYTES = 1_000_000


class CPn532:
    """pn532.c with the face of a reader's driver."""

    def __init__(self):
        c = core()
        self._ffi, self._lib = c.ffi, c.lib
        self._c = self._ffi.new("struct pn532 *")
        self._seen = self._ffi.new("struct tags *")
        self._now_ms = 0

    @property
    def next_at_ms(self):
        ahead = (self._c.due_ms - self._board(self._now_ms) + (1 << 31)) % (1 << 32) - (1 << 31)
        return self._now_ms + ahead

    def start(self, now_ms):
        self._now_ms = now_ms
        self._lib.pn532_start(self._c, self._board(now_ms))
        return self.to_send()

    def receive(self, data, now_ms):
        self._now_ms = now_ms
        return [
            report
            for byte in data
            for report in self._news(
                self._lib.pn532_feed(self._c, byte, self._board(now_ms), self._seen)
            )
        ]

    def tick(self, now_ms):
        self._now_ms = now_ms
        return self._news(self._lib.pn532_tick(self._c, self._board(now_ms)))

    def to_send(self):
        out = self._ffi.new("uint8_t[]", self._lib.PN532_MAX_OUT_BYTES)
        return bytes(self._ffi.buffer(out, self._lib.pn532_take_output(self._c, out)))

    def port_lost(self):
        raise AssertionError("A UART does not go.")

    def _board(self, now_ms):
        return (now_ms + CLOCK) % (1 << 32)

    def _news(self, news):
        if news == self._lib.PN532_SEEN:
            return [
                Seen(1, tuple(bytes(self._seen.tag[place]) for place in range(self._seen.count)))
            ]
        reports = {
            self._lib.PN532_FOUND: Found("pn532", ""),
            self._lib.PN532_GONE: Trouble("no_reader"),
        }
        return [reports[news]] if news in reports else []


def reading(field=None, faults=None, **more):
    return Reading(CPn532(), SimPn532(field or Field(), faults), **more)


@pytest.mark.parametrize("tags", [(), (ACE,), (KING,), (ACE, KING), (KING, QUEEN)], ids=len)
def test_cards_are_seen_20_times_a_second_for_as_long_as_they_lie_there(tags):
    table = reading()
    table.run(1_000)
    assert table.not_looks() == [Found("pn532", "")]
    table.field.put(*tags)
    table.run(100)
    table.clear()
    table.run(10_000)  # past the moment at which the board's clock wraps
    assert set(table.looks()) == {tuple(sorted(map(tag, tags)))}
    assert 195 <= len(table.looks()) <= 201


def test_a_card_that_tells_an_ats_and_a_telephone_are_seen():
    smart, phone = (
        SimTag(bytes.fromhex("04112233445566"), sak=0x20, ats=bytes(5)),
        SimTag(bytes.fromhex("08112233")),
    )
    table = reading()
    table.field.put(smart, phone)
    table.run(500)
    assert set(table.looks()) == {(bytes.fromhex("0000000008000000"), tag(smart))}


def test_an_id_of_ten_bytes_is_not_seen_and_hides_no_other():
    table = reading()
    table.field.put(SimTag(bytes(range(1, 11))), ACE)
    table.run(500)
    assert set(table.looks()) == {(tag(ACE),)}


def test_two_cards_that_answer_as_one_are_never_halved():
    table = reading()
    table.field.put(KING, QUEEN)
    table.run(500)
    table.clear()
    table.field.garble(3)
    table.run(1_000)
    assert set(table.looks()) == {tuple(sorted((tag(KING), tag(QUEEN))))}
    assert table.troubles() == []


def test_a_reader_that_falls_silent_is_gone_once_and_found_again():
    table = reading()
    table.field.put(ACE)
    table.run(500)
    table.sim.is_there = False
    table.run(5_000)
    table.sim.is_there = True
    table.run(2_000)
    assert table.not_looks() == [Found("pn532", ""), Trouble("no_reader"), Found("pn532", "")]
    table.clear()
    table.run(1_000)
    assert set(table.looks()) == {(tag(ACE),)}


READERS = {
    "pn532": (reading, [ACE, KING]),
    "feig": (reader_of_chips, [chip(number) for number in range(30)]),
}


def seen(table):
    table.run(5_000)
    table.clear()
    table.run(1_000)
    return {frozenset(look) for look in table.looks()}


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("make", "things"), READERS.values(), ids=READERS)
def test_over_a_bad_wire_nothing_is_seen_that_does_not_lie_there(make, things, seed):
    faults, lying = AnswerFaults(seed, 0.3), frozenset(map(tag, things))
    table = make(faults=faults, chop=random.Random(seed))
    table.field.put(*things)
    table.run(20_000)
    assert all(set(look) <= lying for look in table.looks())
    assert len(faults.struck) >= 5
    faults.rate = 0.0
    assert seen(table) == {lying}


@pytest.mark.slow
@pytest.mark.parametrize(("make", "things"), READERS.values(), ids=READERS)
def test_a_million_bytes_of_garbage_are_nothing_and_after_them_all_is_seen(make, things):
    table, chance, lying = make(), random.Random(532), frozenset(map(tag, things))
    table.field.put(*things)
    table.run(500)
    table.clear()
    for _ in range(GARBAGE_BYTES // 1_000):
        table.inject(chance.randbytes(1_000))
        table.run(1)
    assert all(set(look) <= lying for look in table.looks())
    assert seen(table) == {lying}
