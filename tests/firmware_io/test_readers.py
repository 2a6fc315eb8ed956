"""The drivers with simulated readers: what they see, and what becomes of a reader that answers
badly or not at all.
"""

import pytest

from firmware_io.kit.sim.readers import pn532 as simulated
from firmware_io.kit.sim.readers.answering import AnswerFaults
from firmware_io.kit.sim.readers.field import Field, SimTag
from firmware_io.kit.sim.readers.pepper import SimPepper
from firmware_io.kit.sim.readers.pn532 import SimPn532
from firmware_io.readers.pepper import Pepper, frame
from firmware_io.readers.pn532 import Pn532
from firmware_io.readers.reader import Found, Seen, Trouble

from .reading import (
    ACE,
    BADGE,
    KING,
    OTHER_BADGE,
    QUEEN,
    Reading,
    chip,
    mux,
    pepper,
    pn532,
    rdm6300,
    tag,
)

ASKED = [pn532, pepper, mux]


# What is seen -------------------------------------------------------------------------------------


def test_a_pn532_is_found_and_looks_20_times_a_second():
    reading = pn532()
    reading.run(1_000)
    assert reading.not_looks() == [Found("pn532", "1.6")]
    assert reading.looks() == [()] * 20
    assert [ms for ms, _ in reading.reports[1:5]] == [16, 66, 116, 166]


@pytest.mark.parametrize("make", [pn532, pepper], ids=["pn532", "pepper"])
def test_cards_of_4_and_7_bytes_are_seen_for_as_long_as_they_lie_there(make):
    reading = make()
    reading.run(500)
    reading.field.put(ACE, KING)
    reading.clear()
    reading.run(500)
    assert reading.looks()[-8:] == [(tag(KING), tag(ACE))] * 8
    reading.field.take(KING)
    reading.clear()
    reading.run(500)
    assert reading.looks()[-8:] == [(tag(ACE),)] * 8


@pytest.mark.parametrize(
    ("cards", "awake", "asleep"),
    [([KING], [1] * 6, [1, 0] * 3), ([KING, QUEEN], [2] * 6, [2, 1, 0] * 2)],
)
def test_control_without_resting_its_field_a_pn532_finds_lying_cards_only_now_and_then(
    cards, awake, asleep
):
    """A known flaw of real PN532s, which the simulation has, too."""
    for rests_field, counts in [(True, awake), (False, asleep)]:
        reading = pn532(rests_field=rests_field)
        reading.field.put(*cards)
        reading.run(300)
        assert [len(look) for look in reading.looks()] == counts


def test_a_mux_says_of_each_antenna_what_lies_there():
    reading = mux()
    reading.field.put(ACE, antenna=1)
    reading.field.put(KING, QUEEN, antenna=8)
    reading.run(2_000)
    assert {number: set(reading.looks(number)) for number in (1, 2, 8)} == {
        1: {(tag(ACE),)},
        2: {()},
        8: {tuple(sorted((tag(KING), tag(QUEEN))))},
    }


def test_one_reader_is_two_tables_antennas_under_the_tables_numbers():
    reading = Reading(Pepper({2: 13, 5: 14}), SimPepper(Field(), antennas=8))
    reading.field.put(ACE, antenna=5)
    reading.run(1_500)
    assert (set(reading.looks(13)), set(reading.looks(14))) == ({()}, {(tag(ACE),)})


@pytest.mark.parametrize("antennas", [{}, {9: 1}, {0: 1, 1: 2}])
def test_a_reader_without_such_an_antenna_is_our_own_mistake(antennas):
    with pytest.raises(ValueError, match="A MUX has antennas 1 to 8, a C1 has antenna 0"):
        Pepper(antennas)


@pytest.mark.parametrize("count", [0, 1, 2, 8, 20])
def test_an_inventory_tells_so_many_chips(count):
    reading = pepper(inventory=True)
    chips = [chip(number) for number in range(count)]
    reading.field.put(*chips)
    reading.run(2_000)
    assert set(reading.looks()) == {tuple(tag(one) for one in chips)}


@pytest.mark.parametrize(
    "tells_highest_first", [False, True], ids=["lowest first", "highest first"]
)
def test_an_iso_15693_id_is_the_same_in_whichever_order_it_is_told(tells_highest_first):
    reading = pepper(tells_highest_first=tells_highest_first)
    reading.field.put(chip(7))
    reading.run(1_500)
    assert set(reading.looks()) == {(tag(chip(7)),)}


def test_a_telephone_on_an_antenna_is_one_tag_though_its_id_is_another_each_time():
    reading = pn532()
    first, second = (
        SimTag(bytes.fromhex("08A1B2C3"), sak=0x20),
        SimTag(bytes.fromhex("08112233"), sak=0x20),
    )
    reading.field.put(first)
    reading.run(500)
    reading.field.clear()
    reading.field.put(second)
    reading.run(500)
    assert len(set(reading.looks())) == 1


def test_a_tag_whose_id_does_not_fit_is_named_and_not_seen():
    reading = pn532()
    long = SimTag(bytes.fromhex("8804A1B2C3D4E5F60718"))
    reading.field.put(long, KING)
    reading.run(100)
    assert Trouble("long_id", 1, long.raw_id) in reading.not_looks()
    assert set(reading.looks()) == {(tag(KING),)}


@pytest.mark.parametrize("cr_lf", [False, True], ids=["RDM6300", "ID-12LA"])
def test_a_badge_is_seen_every_65_ms_and_its_absence_once_when_it_was_not_heard_for_300(cr_lf):
    reading = rdm6300(cr_lf=cr_lf)
    reading.field.put(BADGE)
    reading.run(200)
    assert (reading.founds(), reading.looks()) == ([Found("rdm6300", "")], [(tag(BADGE),)] * 4)
    reading.field.take(BADGE)
    reading.clear()
    reading.run(2_000)
    assert [(ms, look) for (ms, _), look in zip(reading.reports, reading.looks(), strict=True)] == [
        (495, ())
    ]


def test_two_badges_at_once_are_garbled_and_never_one_of_them():
    reading = rdm6300()
    reading.field.put(BADGE, OTHER_BADGE)
    reading.run(500)
    assert (set(reading.troubles()), reading.looks()) == ({"garbled"}, [])


# What goes wrong ----------------------------------------------------------------------------------


@pytest.mark.parametrize("make", ASKED)
def test_no_reader_is_said_once_and_found_again_when_it_is_back(make):
    reading = make()
    reading.run(2_000)
    reading.clear()
    reading.sim.vanish()
    reading.run(20_000)
    assert reading.troubles() == ["no_answer", "no_answer", "no_answer", "no_reader"]
    reading.sim.come_back(reading.now_ms)
    reading.clear()
    reading.run(3_000)
    assert reading.not_looks() == reading.founds()
    assert len(reading.founds()) == 1
    assert reading.looks()


@pytest.mark.parametrize(
    ("make", "blind"), [(pn532, (1,)), (pepper, (1,)), (mux, tuple(range(1, 9))), (rdm6300, (1,))]
)
def test_a_reader_whose_port_is_gone_is_gone_at_once_and_asks_no_more(make, blind):
    reading = make()
    reading.field.put(BADGE, ACE)
    reading.run(2_000)
    assert reading.driver.port_lost() == [Trouble("no_reader", blind=blind)]
    assert reading.driver.port_lost() == []
    assert (reading.driver.next_at_ms, reading.driver.to_send()) == (None, b"")
    reading.clear()
    reading.open_again()
    reading.run(3_000)
    assert (len(reading.founds()), reading.not_looks()) == (1, reading.founds())


@pytest.mark.parametrize("make", ASKED)
def test_a_port_that_is_gone_before_its_reader_was_found_is_said_once(make):
    driver = make().driver
    driver.start(0)
    assert [report.code for report in driver.port_lost() if isinstance(report, Trouble)] == [
        "no_reader"
    ]
    driver.start(1_000)
    assert driver.port_lost() == []


def test_an_antenna_that_is_not_there_is_said_once_and_the_others_are_looked_at():
    reading = Reading(Pepper({1: 1, 8: 8, 2: 2}), SimPepper(Field(), antennas=7))
    reading.field.put(ACE, antenna=2)
    reading.run(10_000)
    assert [report for report in reading.not_looks() if isinstance(report, Trouble)] == [
        Trouble("refused", 8, b"\x02\x08", blind=(8,))
    ]
    assert (set(reading.looks(1)), reading.looks(8), set(reading.looks(2))) == (
        {()},
        [],
        {(tag(ACE),)},
    )


@pytest.mark.parametrize(
    ("failed", "reported"),
    [
        ("FF 90 02 01", [Seen(1, ())]),
        ("FF 90 01 02", [Seen(1, ())]),
        ("FF 90 02 08", [Trouble("refused", 1, b"\x02\x08", blind=(1,))]),
    ],
    ids=["a time-out", "its bytes the other way", "anything else"],
)
def test_an_inventory_that_fails_by_a_time_out_is_an_empty_field_and_by_anything_else_is_none(
    failed, reported
):
    reading = pepper(inventory=True)
    reading.run(2_000)
    reading.sim.vanish()
    reading.clear()
    reading.run(60)  # it has asked, and is not answered
    assert reading.driver.receive(frame(bytes.fromhex(failed)), reading.now_ms) == reported


def test_an_inventory_that_breaks_off_is_not_told_as_what_it_has_read_so_far():
    reading = pepper(inventory=True)
    reading.run(2_000)
    reading.sim.vanish()
    reading.clear()
    reading.run(60)
    more = b"\x00\x90" + chip(1).raw_id[::-1] + b"\x00\x01"
    assert reading.driver.receive(frame(more), reading.now_ms) == []
    assert reading.driver.receive(frame(b"\xff\x91\x02\x01"), reading.now_ms) == [
        Trouble("refused", 1, b"\x02\x01", blind=(1,))
    ]


@pytest.mark.parametrize("make", ASKED)
def test_what_nobody_takes_to_send_does_not_grow(make):
    driver = make().driver
    driver.start(0)
    for now_ms in range(0, 600_000, 50):
        driver.tick(now_ms)
    assert len(driver.to_send()) < 100


@pytest.mark.parametrize("make", ASKED)
def test_a_reader_that_resets_itself_is_set_up_again_and_looks_on(make):
    reading = make()
    reading.field.put(ACE)
    reading.run(2_000)
    reading.clear()
    reading.sim.reset(reading.now_ms)
    reading.run(4_000)
    assert set(reading.troubles()) <= {"no_answer", "refused", "no_reader"}
    assert reading.looks(1)[-1] == (tag(ACE),)


@pytest.mark.parametrize("make", ASKED)
def test_a_port_that_is_opened_again_begins_anew(make):
    reading = make()
    reading.field.put(ACE)
    reading.run(2_010)
    # the beginning of a long answer, of which no more comes
    reading.inject(bytes.fromhex("00 00 FF C8 38 D5 F5 F0 00 0F FF"))
    reading.clear()
    reading.open_again()
    reading.run(1_000)
    assert reading.not_looks() == []
    assert set(reading.looks(1)) == {(tag(ACE),)}


@pytest.mark.parametrize("make", [pn532, pepper], ids=["pn532", "pepper"])
def test_two_cards_that_answer_as_one_are_asked_for_again_at_once_and_never_halved(make):
    reading = make()
    reading.run(1_500)
    reading.field.put(KING, QUEEN)
    reading.field.garble(2)
    reading.clear()
    reading.run(400)
    both = tuple(sorted((tag(KING), tag(QUEEN))))
    assert reading.troubles() == ["garbled", "garbled"]
    assert next(look for look in reading.looks() if look) == both
    assert set(reading.looks()) <= {(), both}


def test_a_look_is_repeated_twice_at_once_and_then_at_its_next_time():
    reading = Reading(Pn532(poll_ms=500), SimPn532(Field()))
    reading.run(400)
    reading.field.put(KING, QUEEN)
    for _ in range(2):
        reading.field.garble(3)
        reading.clear()
        reading.run(1_000)
        assert [
            (ms % 500, len(report.tags) if isinstance(report, Seen) else report.code)
            for ms, report in reading.reports
        ] == [(22, "garbled"), (38, "garbled"), (54, "garbled"), (22, 2)]


def test_an_antenna_whose_tags_are_always_garbled_does_not_keep_the_others_waiting():
    reading = mux()
    reading.field.put(KING, QUEEN, antenna=3)
    reading.field.put(ACE, antenna=4)
    reading.run(1_500)
    reading.field.garble(1_000, antenna=3)
    reading.clear()
    reading.run(2_000)
    assert (set(reading.troubles()), reading.looks(3), set(reading.looks(4))) == (
        {"garbled"},
        [],
        {(tag(ACE),)},
    )
    assert min(len(reading.looks(antenna)) for antenna in (1, 2, 4, 5, 6, 7, 8)) >= 8


def test_a_pn532_is_asked_once_more_for_an_answer_that_was_spoilt_on_the_wire():
    class Third(AnswerFaults):
        """The first answer to a look is spoilt, twice."""

        spoilt = 0

        def strike(self, answer):
            if answer[6:7] == b"\x4b" and self.spoilt < 2:
                self.spoilt += 1
                return answer[:8] + bytes([answer[8] ^ 1]) + answer[9:], 0, False
            return answer, 0, False

    reading = pn532(faults=Third(0, 0.0))
    reading.field.put(KING)
    reading.run(100)
    assert reading.troubles() == ["garbled", "garbled"]
    assert (reading.looks()[0], reading.sim.questions) == ((tag(KING),), 3 + 2 + 2)


def test_a_late_answer_is_never_taken_for_that_of_another_antenna():
    reading = mux(faults=AnswerFaults(5, 0.05, ("late", "none", "drop")))
    reading.field.put(ACE, antenna=1)
    reading.field.put(KING, antenna=2)
    reading.run(120_000)
    assert reading.troubles()
    assert set(reading.looks(1)) == {(tag(ACE),)}
    assert set(reading.looks(2)) == {(tag(KING),)}
    assert set(reading.looks(3)) == {()}


def test_events_that_a_pepper_tells_unasked_are_not_answers():
    reading = pepper()
    reading.field.put(ACE)
    reading.run(1_500)
    reading.clear()
    before = reading.driver.events + reading.driver.strays
    for _ in range(40):
        reading.inject(frame(b"\xfe\x00\x01\x08" + QUEEN.raw_id))
        reading.run(23)
    assert (reading.troubles(), set(reading.looks())) == ([], {(tag(ACE),)})
    assert reading.driver.events + reading.driver.strays == before + 40


def test_an_answer_to_another_question_is_none():
    reading = pepper()
    reading.run(1_500)
    reading.clear()
    for odd in (b"\x00\x0f", b"\x00\x01", b"\x07\x02\x01", b"\x00"):
        reading.run(53)
        reading.inject(frame(odd))
    assert (reading.not_looks(), set(reading.looks())) == ([], {()})
    assert reading.driver.strays == 4


@pytest.mark.parametrize("make", [pn532, pepper, mux, rdm6300])
@pytest.mark.parametrize("seed", range(3))
def test_after_any_faults_all_is_seen_as_it_lies(make, seed):
    faults = AnswerFaults(seed, 0.2)
    reading = make(Field(seed=seed), faults)
    lying = BADGE if make is rdm6300 else ACE
    reading.field.put(lying)
    reading.run(20_000)
    assert sum(faults.struck.values()) > 20
    assert set(reading.looks(1)) <= {(tag(lying),), ()}
    faults.rate = 0.0
    reading.run(8_000)
    reading.clear()
    reading.run(2_000)
    assert (set(reading.troubles()), set(reading.looks(1))) == (set(), {(tag(lying),)})


def test_a_chip_that_is_no_pn532_is_not_taken_for_one(monkeypatch):
    monkeypatch.setattr(simulated, "VERSION", bytes.fromhex("33010607"))
    reading = Reading(Pn532(), SimPn532(Field()))
    reading.run(5_000)
    assert (reading.founds(), reading.troubles()) == (
        [],
        ["garbled", "garbled", "garbled", "no_reader"],
    )
