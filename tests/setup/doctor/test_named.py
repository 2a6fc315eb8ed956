"""The devices that a configuration names: whether each is there, is what it is said to be, and
how well it does.
"""

import os
import sys
from functools import partial
from pathlib import Path

import pytest

from firmware_io.kit.sim.node_session import NodeSession
from firmware_io.kit.sim.readers.field import Field, SimTag
from firmware_io.kit.sim.readers.pepper import SimPepper
from firmware_io.kit.sim.readers.pn532 import SimPn532
from tablectl.intake.decks import Deck
from tablectl.intake.enrolling import enrolling_order
from tablectl.service.books.books import change_decks
from tablectl.setup.doctor.devices import about_text
from tests.firmware_io.contacts import Contacts
from tests.firmware_io.fake_gpiod import FakeGpiod
from tests.firmware_io.untold import session_without_about

TABLE = """
[table]
seats = { 1 = 100, 2 = 100 }
stakes = { big_blind = 4 }
options = { chips_sensed = false }
[shoe]
driver = "pn532"
port = "{place}/reader"
deck_book = "decks.json"
[[seat]]
number = 1
port = "{place}/seat-1"
[[seat]]
number = 2
driver = "keypad"
port = "{place}/pad"
[journal]
path = "{place}/table.db"
"""
ITSELF = "; simulated, 1.1, wire 1.1, its antennas read a tag 10 times a second"
AS, STRANGE = SimTag(bytes.fromhex("04A1B2C3D40000")), SimTag(bytes.fromhex("DEADBEEF"))


def enrolled(bench):
    cards = {
        bytes.fromhex(f"0004A1B2C3D4{place:04X}"): card
        for place, card in enumerate(enrolling_order())
    }
    change_decks(bench.place / "decks.json", lambda decks: decks.added(Deck("red", cards)))


def test_a_sound_table_is_told_device_by_device(bench, monkeypatch):
    enrolled(bench)
    # evdev is for Linux with gcc
    monkeypatch.setattr("importlib.util.find_spec", lambda name: object())
    field = Field()
    field.put(AS, STRANGE)
    bench.reader("reader", SimPn532(field))
    bench.seat("seat-1", 1)
    (bench.place / "pad").touch()
    is_well, found = bench.examined(TABLE)
    assert is_well
    assert bench.of("the shoe", found) == [
        (
            "well",
            "The shoe: a PN532 on a serial port (HSU) at reader, firmware 1.6, 20 looks a second.",
        ),
        ("well", "The shoe: tag DEADBEEF (in no deck) read 20 times a second, missed 0%."),
        ("well", "The shoe: tag 04A1B2C3D40000 (As of red) read 20 times a second, missed 0%."),
    ]
    assert bench.of("seat 1", found) == [
        ("well", f"Seat 1: node 1 at seat-1 answers in 0.0 ms, at worst 0.0{ITSELF}.")
    ]
    assert bench.of("seat 2", found) == [("well", "Seat 2: a number pad at pad.")]
    assert bench.of("decks", found) == [("well", "decks.json: red (52 cards).")]


def test_a_table_of_pads_without_the_library_for_them_is_to_be_mended(bench, monkeypatch):
    monkeypatch.setattr(
        "importlib.util.find_spec", lambda name: None if name == "evdev" else object()
    )
    is_well, found = bench.examined(TABLE)
    assert not is_well
    assert ("mend", "evdev is not installed, by which number pads are read.") in bench.of(
        "number pads", found
    )


def test_a_tag_that_flickers_is_to_be_mended(bench):
    enrolled(bench)
    field = Field(seed=7, flicker=0.3)
    field.put(AS)
    bench.reader("reader", SimPn532(field))
    _, found = bench.examined(TABLE)
    (_, _), (state, said) = bench.of("the shoe", found)
    assert state == "mend"
    assert 15 <= int(said.partition("missed ")[2].rstrip("%.")) <= 45


def test_another_reader_than_the_configuration_says_is_named(bench):
    bench.reader("reader", SimPepper(Field()))
    _, found = bench.examined(TABLE)
    assert bench.of("the shoe", found) == [
        (
            "mend",
            "The shoe: at reader answers an Eccel Pepper C1, or a C1 MUX of eight antennas, and no "
            "pn532.",
        )
    ]
    assert next(one.mend for one in found if one.about == "the shoe") == 'Write driver = "pepper".'


def test_antennas_of_one_reader_are_told_by_what_they_are_for(bench):
    field = Field()
    field.put(STRANGE, antenna=2)
    bench.reader("reader", SimPepper(field, antennas=8))
    bench.seat("seat-1", 1)
    text = TABLE.replace('driver = "pn532"', 'driver = "pepper"\nantenna = 1').replace(
        'port = "{place}/seat-1"',
        'port = "{place}/seat-1"\nspot = { driver = "pepper", port = "{place}/reader", antenna = 2 '
        "}",
    )
    _, found = bench.examined(text)
    ((_, said),) = bench.of("the shoe", found)
    assert said.endswith(" of each of 2 antennas.")
    assert bench.of("seat 1 spot", found)[0][1].startswith(
        "Seat 1 spot, antenna 2: tag DEADBEEF (in no deck) read "
    )


def test_a_node_at_the_seat_of_another_is_named(bench):
    bench.seat("seat-1", 4)
    _, found = bench.examined(
        TABLE.replace('port = "{place}/seat-1"', 'port = "{place}/seat-1"\nnode = 1')
    )
    assert bench.of("seat 1", found) == [
        ("mend", "Seat 1: at seat-1 answers node 4, which does not belong there: other id.")
    ]


def test_a_node_whose_link_has_a_key_is_named_as_that(bench):
    bench.seat("seat-1", 1, partial(NodeSession, key=bytes(range(32))))
    _, found = bench.examined(TABLE)
    says = "Seat 1 at seat-1: its node speaks with a key, and this table has none for it."
    assert bench.of("seat 1", found) == [("mend", says)]


def test_of_a_node_of_wire_10_nothing_is_told_of_itself(bench):
    bench.seat("seat-1", 1, session_without_about)
    _, found = bench.examined(TABLE)
    assert bench.of("seat 1", found) == [
        ("well", "Seat 1: node 1 at seat-1 answers in 0.0 ms, at worst 0.0.")
    ]


def test_antennas_of_a_node_that_read_at_rates_of_their_own_are_told_one_by_one():
    told = {
        "wire": "1.1",
        "board": "",
        "firmware": "2",
        "abilities": [],
        "reads_a_second": [10.0, 3.5],
    }
    assert about_text(told) == "; 2, wire 1.1, its antennas read a tag 10, 3.5 times a second"
    assert (
        about_text({**told, "reads_a_second": [12.0]})
        == "; 2, wire 1.1, its antenna reads a tag 12 times a second"
    )
    assert about_text({**told, "reads_a_second": []}) == "; 2, wire 1.1"


def test_a_rate_that_a_node_has_not_measured_is_said_to_be_so():
    about = {"wire": "1.1", "board": "", "firmware": "2", "abilities": []}
    told = [
        about_text({**about, "reads_a_second": rates}).removeprefix("; 2, wire 1.1")
        for rates in ([10.0, None], [None], [None, None])
    ]
    assert told == [
        ", its antennas read a tag 10, ? times a second (?: not measured)",
        ", its antenna: not measured how often a tag is read",
        ", its antennas: not measured how often a tag is read",
    ]


def test_a_node_whose_port_is_auto_is_found_wherever_it_is(bench):
    bench.seat("ttyACM7", 1)
    text = TABLE.replace('port = "{place}/seat-1"', 'port = "auto"')
    _, found = bench.examined(text, ports=("ttyACM7",))
    assert bench.of("seat 1", found) == [
        ("well", f"Seat 1: node 1 at ttyACM7 answers in 0.0 ms, at worst 0.0{ITSELF}.")
    ]
    _, found = bench.examined(text)
    assert bench.of("seat 1", found) == [("mend", "Seat 1: its node answers at no port.")]


def test_one_id_at_two_ports_is_told_and_neither_is_taken_for_the_seat(bench):
    bench.seat("ttyACM1", 1)
    bench.seat("ttyACM2", 1)
    is_well, found = bench.examined(
        TABLE.replace('port = "{place}/seat-1"', 'port = "auto"'), ports=("ttyACM1", "ttyACM2")
    )
    both = "answers at ttyACM1 and ttyACM2"
    assert (is_well, bench.of("node 1", found), bench.of("seat 1", found)) == (
        False,
        [("mend", f"Node 1 {both}: a table that looks for it uses neither.")],
        [("mend", f"Seat 1: its node {both}, and a table uses neither.")],
    )


def test_a_device_without_a_port_is_told_so(bench):
    _, found = bench.examined(TABLE.replace('port = "{place}/seat-1"', ""))
    assert bench.of("seat 1", found) == [
        ("mend", "Seat 1: the configuration names no port for it.")
    ]


def test_what_is_not_there_is_told_with_what_to_do(bench):
    is_well, found = bench.examined(TABLE)
    assert not is_well
    assert bench.of("the shoe", found) == [
        ("mend", "The shoe: reader cannot be opened: No such file or directory.")
    ]
    assert bench.of("seat 1", found) == [
        ("mend", "Seat 1: seat-1 cannot be opened: No such file or directory.")
    ]
    assert bench.of("seat 2", found) == [("mend", "Seat 2: there is no number pad at pad.")]
    assert bench.of("decks", found) == [("mend", "No deck is in decks.json: no card can be known.")]
    assert all(one.mend for one in found if one.state == "mend")


def test_a_port_that_is_open_and_silent_is_told(bench):
    bench.silent("reader")
    bench.silent("seat-1")
    _, found = bench.examined(TABLE)
    assert bench.of("the shoe", found) == [
        ("mend", "The shoe: reader is open, and no pn532 answers.")
    ]
    assert bench.of("seat 1", found) == [("mend", "Seat 1: seat-1 is open, and no node answers.")]


def test_a_damaged_deck_book_is_told_and_left_alone(bench):
    (bench.place / "decks.json").write_text("{}")
    _, found = bench.examined(TABLE)
    assert bench.of("decks", found)[0][0] == "mend"
    assert (bench.place / "decks.json").read_text() == "{}"


@pytest.mark.parametrize("is_pressed", [False, True])
def test_contacts_are_told_as_they_stand(is_pressed, bench, monkeypatch):
    contacts = Contacts()
    chip = FakeGpiod(contacts)
    for name, module in (
        ("RPi", None),
        ("RPi.GPIO", None),
        ("gpiod", chip),
        ("gpiod.line", chip.line),
    ):
        monkeypatch.setitem(sys.modules, name, module)
    if not is_pressed:
        contacts.close(17)  # the contact of a stop is closed at rest
    _, found = bench.examined(TABLE + "[gpio]\nemergency_stop = 17\n")
    assert ("well", "Pins are moved by gpiod, pinctrl-rp1.") in bench.of("pins", found)
    pressed = (
        "mend",
        "The contact of emergency stop is active now: pressed, open, or its wire is cut.",
    )
    assert (pressed in bench.of("pins", found)) is is_pressed
    assert contacts.claimed == set()


def test_pins_that_are_named_and_cannot_be_had_are_to_be_mended(bench, monkeypatch):
    for name in ("RPi", "RPi.GPIO", "gpiod", "gpiod.line"):
        monkeypatch.setitem(sys.modules, name, None)
    _, found = bench.examined(TABLE + "[gpio]\nemergency_stop = 17\n")
    assert [state for state, _ in bench.of("pins", found)] == ["mend"]
    _, found = bench.examined(TABLE)
    assert [state for state, _ in bench.of("pins", found)] == ["note"]


def test_a_folder_that_this_user_may_not_look_into_is_a_finding(bench, monkeypatch):
    def shut(path):
        if path.name == "table.db":
            raise PermissionError(13, "Permission denied")
        return False

    def kept(path, *more, **named):
        if Path(path).name == "decks.json":
            raise PermissionError(13, "Permission denied")
        return opens(path, *more, **named)

    opens = os.open
    monkeypatch.setattr(Path, "exists", shut)
    monkeypatch.setattr(os, "open", kept)
    is_well, found = bench.examined(TABLE)
    assert not is_well
    assert bench.of("journal", found)[0][1].startswith("This user may not look into ")
    assert bench.of("decks", found) == [
        (
            "mend",
            "The deck book decks.json cannot be read: Permission denied. Run it as who may read "
            "that.",
        )
    ]


def test_the_journal_s_place_is_written_to_and_left_as_it_was(bench):
    _, found = bench.examined(TABLE)
    (_, said), *_ = bench.of("disk", found)
    assert said.startswith(f"{bench.place} keeps a row in ")
    assert list(Path(bench.place).glob(".doctor*")) == []
