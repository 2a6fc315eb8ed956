"""Tags in chips, from the bytes of a reader to what lies in an area: read in C, against a
simulated reader and its antennas.
"""

import random
from collections import Counter

import pytest

from firmware_io.kit.sim.readers.feig import SimFeig, frame
from firmware_io.kit.sim.readers.field import Field, SimTag
from firmware_io.readers.reader import Found, Seen, Trouble

from ..reading import Reading
from .building import core

lib = core().lib
from firmware_io.kit.sim.c_chips import CBook, CFeig, CField  # noqa: E402  the core is built first

# ahead of the test's time, so that the board's wraps after 4 s
CLOCK = 0xFFFFF000
FIVES, QUARTERS, FOREIGN = range(60), range(100, 160), range(900, 950)
BY_DSFID = 7


def chip(number, dsfid=0):
    return SimTag(bytes.fromhex("e00401501234") + number.to_bytes(2, "big"), dsfid=dsfid)


BOOK = CBook(
    {chip(number).raw_id: 5 for number in FIVES} | {chip(number).raw_id: 25 for number in QUARTERS},
    {BY_DSFID: 500},
)


def worth(tags):
    """What this many chips are, by the book above."""
    values = [
        5
        if tag in map(chip, FIVES)
        else 25
        if tag in map(chip, QUARTERS)
        else 500
        if tag.dsfid == BY_DSFID
        else 0
        for tag in tags
    ]
    return tuple(sorted((value, count) for value, count in Counter(values).items() if value))


class Antennas:
    """A seat's antennas, each with a reader of its own, and what the firmware makes of them; as
    time runs, `now` notes it.
    """

    def __init__(self, areas=("bet",), book=BOOK, **field):
        self.lying = Field(**field)
        self.c = CField(book, areas, 0, CLOCK)
        self.readings = {}
        self.known = {area: [] for area in areas}
        for number, area in enumerate(areas, 1):
            reading = Reading(CFeig(CLOCK), SimFeig(self.lying, antenna=number))
            reading.listeners.append(
                lambda report, ms, area=area, reading=reading: self._told(area, reading, report, ms)
            )
            self.readings[area] = reading

    def run(self, ms):
        for _ in range(ms // 10):
            for area, reading in self.readings.items():
                reading.run(10)
                self.c.tick(reading.now_ms)
                lying = self.c.chips_lying(area)
                if not self.known[area] or self.known[area][-1][1] != lying:
                    self.known[area].append((reading.now_ms, lying))

    def put(self, area, *tags):
        self.lying.put(*tags, antenna=[*self.readings].index(area) + 1)

    def take(self, area, *tags):
        self.lying.take(*tags, antenna=[*self.readings].index(area) + 1)

    def _told(self, area, reading, report, now_ms):
        driver = reading.driver
        self.c.take_report(area, report, driver, now_ms)


def reading(field=None, faults=None, *, is_only_new=False, **more):
    return Reading(CFeig(CLOCK), SimFeig(field or Field(), faults, is_only_new=is_only_new), **more)


def looks(table):
    return {frozenset(look) for look in table.looks()}


def ids(tags):
    return frozenset(tag.raw_id for tag in tags)


# ---------------------------------------------------------- the reader


@pytest.mark.parametrize("is_only_new", [False, True])
@pytest.mark.parametrize("count", [0, 1, 2, 8, 20, 24, 25, 100])
def test_every_look_sees_all_tags_for_as_long_as_they_lie_there(count, is_only_new):
    tags = [chip(number) for number in range(count)]
    table = reading(is_only_new=is_only_new)
    table.field.put(*tags)
    table.run(10_000)  # past the moment at which the board's clock wraps
    assert table.not_looks() == [Found("feig", "")]
    assert looks(table) == {ids(tags)}
    assert 14 <= len(table.looks()) <= 101


def test_more_tags_than_are_counted_are_said_to_be_more():
    table, more = reading(), set()
    driver = table.driver
    table.listeners.append(lambda report, _: more.add((type(report), driver.seen_tags.has_more)))
    table.field.put(*(chip(number) for number in range(lib.MAX_SEEN + 5)))
    table.run(2_000)
    assert {len(look) for look in table.looks()} == {lib.MAX_SEEN}
    assert more == {(Found, False), (Seen, True)}


def test_tags_that_answer_all_at_once_make_a_look_that_says_nothing():
    table = reading()
    table.field.put(chip(1), chip(2))
    table.field.garble(5)
    table.run(2_000)
    assert looks(table) == {ids([chip(1), chip(2)])}
    assert table.troubles() == []


def test_a_reader_that_falls_silent_is_gone_once_and_found_again():
    table = reading()
    table.field.put(chip(1))
    table.run(500)
    table.sim.is_there = False
    table.run(8_000)
    table.sim.is_there = True
    table.run(3_000)
    assert table.not_looks() == [
        Found("feig", ""),
        Trouble("no_reader", blind=(1,)),
        Found("feig", ""),
    ]


def test_a_reader_is_asked_in_its_time_where_the_clock_wraps():
    driver = CFeig(0xFFFFFFFF - 50)
    asked_ms = [0] if driver.start(0) else []
    for now_ms in range(3_000):
        driver.tick(now_ms)
        asked_ms += [now_ms] if driver.to_send() else []
    every_ms = lib.FEIG_ANSWER_MS + lib.FEIG_AGAIN_MS
    assert asked_ms == [0, every_ms, 2 * every_ms]


ROWS = {
    "a count and no rows": bytes([2]),
    "another kind of tag": bytes([1, 0x04, 0]) + chip(1).raw_id,
    "an id that does not begin as one": bytes([1, 0x03, 0, 0x00]) + chip(1).raw_id[1:],
    "half a row more": bytes([1, 0x03, 0]) + chip(1).raw_id + b"\x03\x00",
    "nothing": b"",
}


@pytest.mark.parametrize("rows", ROWS.values(), ids=ROWS)
def test_rows_that_make_no_sense_are_no_look(rows):
    table = reading()
    table.run(500)
    table.sim.is_there = False
    table.run(3)
    table.clear()
    for answer in (b"\x00\x69\x00", b"\x00\xb0\x00" + rows):
        table.run(100)
        table.inject(frame(answer))
    assert table.looks() == []


def test_a_reader_that_has_always_more_to_tell_is_not_asked_for_ever():
    table = reading()
    table.run(500)
    table.sim.is_there = False
    table.clear()
    table.run(100)
    table.inject(frame(b"\x00\x69\x00"))
    page = frame(b"\x00\xb0\x94\x01\x03\x00" + chip(1).raw_id)
    for _ in range(3):
        table.inject(page)
    assert table.looks() == [(chip(1).raw_id,)]
    driver = table.driver
    assert driver.seen_tags.has_more


# ---------------------------------------------------------- what lies in an area


def test_chips_are_counted_by_the_table_of_tags_and_by_what_their_makers_wrote():
    table = Antennas()
    lying = [
        *map(chip, range(10)),
        *map(chip, range(100, 103)),
        *(chip(number, BY_DSFID) for number in range(300, 302)),
    ]
    table.put("bet", *lying)
    table.run(1_000)
    assert table.known["bet"][-1][1] == ((5, 10), (25, 3), (500, 2)) == worth(lying)


def test_what_lies_there_is_not_known_before_the_first_look():
    table = Antennas()
    table.put("bet", chip(1))
    table.run(1_000)
    assert [lying for _, lying in table.known["bet"]] == [None, ((5, 1),)]


def test_a_foreign_tag_counts_for_nothing_and_is_counted_as_that():
    table = Antennas()
    table.put("bet", chip(1), chip(FOREIGN[0]), chip(FOREIGN[1]))
    table.run(1_000)
    assert (table.known["bet"][-1][1], table.c.count_foreign("bet")) == (((5, 1),), 2)


def test_a_chip_that_flickers_is_not_gone_and_one_that_is_taken_is_after_a_while():
    table = Antennas(seed=3, flicker=0.4)
    lying = [*map(chip, range(8))]
    table.put("bet", *lying)
    table.run(2_000)
    table.known["bet"].clear()
    table.run(20_000)
    assert [lying for _, lying in table.known["bet"]] == [((5, 8),)]
    table.take("bet", *lying[:3])
    before_ms = table.readings["bet"].now_ms
    table.run(4_000)
    gone_ms, left = table.known["bet"][-1]
    assert left == ((5, 5),)
    assert lib.CHIP_GONE_MS <= gone_ms - before_ms <= 2 * lib.CHIP_GONE_MS


@pytest.mark.parametrize("seed", range(4))
def test_a_chip_that_both_antennas_read_is_counted_once_and_where_it_lies(seed):
    table = Antennas(("bet", "stack"), seed=seed, flicker=0.05, cross=0.3)
    table.put("bet", *map(chip, range(4)))
    table.put("stack", *map(chip, range(4, 10)), *map(chip, range(100, 104)))
    table.run(8_000)
    assert table.c.chips_lying("bet") == ((5, 4),)
    assert table.c.chips_lying("stack") == ((5, 6), (25, 4))


def test_a_chip_that_both_read_alike_is_in_no_place_until_one_reads_it_more():
    table = Antennas(("bet", "stack"), cross=1.0)
    table.put("bet", chip(1))
    table.run(5_000)
    assert (table.c.chips_lying("bet"), table.c.chips_lying("stack")) == (None, None)
    table.lying.cross = 0.0
    table.run(4_000)
    assert (table.c.chips_lying("bet"), table.c.chips_lying("stack")) == (((5, 1),), ())


def test_a_motion_from_the_stack_into_the_bet_is_never_counted_in_both():
    table = Antennas(("bet", "stack"))
    table.put("stack", *map(chip, range(6)))
    table.run(3_000)
    table.take("stack", chip(0), chip(1))
    table.put("bet", chip(0), chip(1))
    table.run(5_000)
    assert [lying for _, lying in table.known["bet"]] == [None, (), ((5, 2),)]
    assert table.known["stack"][-1][1] == ((5, 4),)


def test_more_denominations_than_can_be_told_are_not_told():
    book = CBook({chip(number).raw_id: number + 1 for number in range(13)})
    table = Antennas(book=book)
    table.put("bet", *map(chip, range(12)))
    table.run(1_000)
    assert table.c.chips_lying("bet") == tuple((number, 1) for number in range(1, 13))
    table.put("bet", chip(12))
    table.run(1_000)
    assert table.c.chips_lying("bet") is None
    table.take("bet", chip(0))
    table.run(3_000)
    assert table.c.chips_lying("bet") == tuple((number, 1) for number in range(2, 14))


def test_more_chips_than_can_be_counted_are_not_told_until_there_are_fewer():
    table = Antennas()
    many = [chip(number, BY_DSFID) for number in range(300, 300 + lib.MAX_SEEN + 1)]
    table.put("bet", *many)
    table.run(3_000)
    assert table.c.chips_lying("bet") is None
    table.take("bet", *many[:10])
    table.run(5_000)
    assert table.c.chips_lying("bet") == ((500, len(many) - 10),)


def test_where_the_reader_is_gone_nothing_is_known_and_nothing_is_missed():
    table = Antennas()
    table.put("bet", chip(1))
    table.run(1_000)
    table.readings["bet"].sim.is_there = False
    table.run(8_000)
    assert table.c.chips_lying("bet") is None
    table.readings["bet"].sim.is_there = True
    table.run(3_000)
    assert [lying for _, lying in table.known["bet"]] == [None, ((5, 1),), None, ((5, 1),)]


def test_looks_of_chance_keep_to_what_can_lie_there():
    """Tags of chance in looks of chance, at any time: never more than were seen, and each in one
    place.
    """
    chance, seen = random.Random(9), core().ffi.new("struct chip_tags *")
    field = CField(BOOK, ("bet", "stack"), 0, CLOCK)
    now_ms, ever = 0, Counter[bytes]()
    for _ in range(3_000):
        tags = [chip(chance.randrange(200)) for _ in range(chance.randrange(40))]
        seen.count, seen.has_more = len(tags), chance.random() < 0.01
        for place, tag in enumerate(tags):
            core().ffi.memmove(seen.of[place].tag, tag.raw_id, 8)
            ever[tag.raw_id] += 1
        field.note_look(chance.choice(["bet", "stack"]), seen, now_ms)
        now_ms += chance.choice([1, 20, 150, 700, 3_000])
        field.tick(now_ms)
        counted = [count for area in ("bet", "stack") for _, count in field.chips_lying(area) or ()]
        assert sum(counted) <= field.core.count <= lib.MAX_CHIPS
    assert len(ever) > 150
