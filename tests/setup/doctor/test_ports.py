"""Who is at a port that nobody named: each kind of device is known by how it answers, and none
keeps the doctor waiting.
"""

import random
from functools import partial
from pathlib import Path

import pytest
import serial

from firmware_io.kit.sim.node_session import NodeSession
from firmware_io.kit.sim.readers.answering import AnswerFaults
from firmware_io.kit.sim.readers.field import Field, SimTag
from firmware_io.kit.sim.readers.pepper import SimPepper
from firmware_io.kit.sim.readers.pn532 import SimPn532
from firmware_io.kit.sim.readers.rdm6300 import SimRdm6300

BADGE = SimTag(bytes.fromhex("62E3086CED"))
NOBODY = (
    "Nobody answers at {}. An RDM6300 can only be listened to: hold a tag over it, and ask again."
)


def with_a_badge():
    field = Field()
    field.put(BADGE)
    return field


def a_reader(make):
    return lambda bench: bench.reader("port", make())


@pytest.mark.parametrize(
    ("plugged", "state", "said"),
    [
        (
            a_reader(lambda: SimPn532(Field())),
            "well",
            'a PN532 on a serial port (HSU), firmware 1.6. [shoe] driver = "pn532", port = "port"',
        ),
        (
            a_reader(lambda: SimPepper(Field())),
            "well",
            "an Eccel Pepper C1, or a C1 MUX of eight antennas, firmware 2.56. [shoe] driver = "
            '"pepper", port = "port"',
        ),
        (
            a_reader(lambda: SimRdm6300(with_a_badge())),
            "well",
            'an RDM6300 or ID-12LA, 125 kHz. [shoe] driver = "rdm6300", port = "port"',
        ),
        (
            lambda bench: bench.seat("port", 3),
            "well",
            "node 3, a seat, answers in 0.0 ms, at worst 0.0. [[seat]] number = 3, driver = "
            '"node", port = "port"',
        ),
        (
            lambda bench: bench.seat("port", 255),
            "mend",
            "a seat's node without a number of its own.",
        ),
        (
            lambda bench: bench.seat("port", 3, partial(NodeSession, key=bytes(range(32)))),
            "mend",
            "a node that speaks with a key, which is asked for with --config alone.",
        ),
    ],
    ids=["pn532", "pepper", "rdm6300", "node", "no number", "keyed"],
)
def test_a_device_is_known_by_its_answer_and_the_line_to_write_is_said(plugged, state, said, bench):
    plugged(bench)
    is_well, found = bench.examined(ports=("port",))
    assert bench.of("port", found) == [(state, f"port: {said}")]
    assert not (is_well and state == "mend")


def test_several_ports_are_told_apart(bench):
    bench.reader("a", SimPn532(Field()))
    bench.seat("b", 1)
    bench.seat("c", 2)
    _, found = bench.examined(ports=("a", "b", "c"))
    assert [
        one.values.get("driver") for one in found if one.about.startswith(str(bench.place))
    ] == ["pn532", "node", "node"]
    assert [one.values.get("node") for one in found if one.about.startswith(str(bench.place))] == [
        None,
        1,
        2,
    ]


@pytest.mark.parametrize(
    "said",
    [b"", b"\0", b"\xff\x55\0", random.Random("noise").randbytes(200), b"login: "],
    ids=["silent", "zeros", "bytes", "noise", "a login"],
)
def test_a_port_where_nobody_answers_rightly_is_given_up(said, bench):
    bench.silent("port", said)
    began = bench.loop.time()
    _, found = bench.examined(ports=("port",))
    ((state, says),) = bench.of("port", found)
    assert (state, says.startswith(NOBODY.format("port"))) == ("note", True)
    assert ("At 9600 Bd it says what is no tag that is known: " in says) is bool(said)
    assert bench.loop.time() - began < 10


@pytest.mark.parametrize("fault", ["late", "none", "garbage", "torn", "reset"])
def test_a_reader_that_does_badly_does_not_keep_the_others_waiting(fault, bench):
    bench.reader("bad", SimPn532(Field(), AnswerFaults(7, 1.0, (fault,))))
    bench.reader("good", SimPn532(Field()))
    began = bench.loop.time()
    _, found = bench.examined(ports=("bad", "good"))
    assert [state for state, _ in bench.of("good", found)] == ["well"]
    assert len(bench.of("bad", found)) == 1
    assert bench.loop.time() - began < 10


@pytest.mark.parametrize("after_s", [0, 0.005, 0.5, 1.3])
def test_a_device_that_goes_in_the_middle_is_told(after_s, bench):
    reader = bench.reader("port", SimPepper(Field(), AnswerFaults(7, 1.0, ("none",))))
    bench.loop.call_later(after_s, reader.unplug)
    is_well, found = bench.examined(ports=("port",))
    assert (is_well, len(bench.of("port", found))) == (False, 1)
    assert bench.of("port", found)[0][1].startswith("port cannot be opened: ")


def test_what_another_program_has_is_not_taken_from_it(bench):
    bench.seat("port", 3)
    with serial.Serial(str(bench.place / "port"), exclusive=True):
        _, found = bench.examined(ports=("port",))
    assert bench.of("port", found) == [
        ("mend", "port cannot be opened: another program has it open.")
    ]


def test_what_a_node_kept_it_still_keeps(bench):
    """The doctor acknowledges nothing: it is the table that has it on disk."""
    seat = bench.seat("port", 3)
    seat.press("fold")
    bench.examined(ports=("port",))
    assert seat.session.stored_edges > 0


def test_a_port_of_the_pi_s_own_is_called_by_its_own_name(bench):
    bench.reader("ttyAMA0", SimPn532(Field()))
    (bench.place / "root/dev").mkdir(parents=True)
    Path(bench.place / "root/dev/serial0").symlink_to(bench.place / "ttyAMA0")
    _, found = bench.examined(ports=("ttyAMA0",))
    assert bench.of("root/dev/serial0", found)[0][1].startswith("root/dev/serial0: a PN532")
    assert bench.of("ttyAMA0", found) == []


def test_bytes_of_a_reader_that_only_talks_which_are_no_tag_are_shown_in_hex(bench):
    """A 125 kHz module with binary frames: length, tag, XOR."""
    bench.silent("port", bytes.fromhex("020A0211000DEF807B03"))
    _, found = bench.examined(ports=("port",))
    ((_, says),) = bench.of("port", found)
    assert "At 9600 Bd it says what is no tag that is known: " in says
    assert "02 0A 02 11 00 0D EF 80 7B 03" in says


@pytest.mark.parametrize(
    ("model", "device", "said"),
    [
        (
            "Raspberry Pi 5 Model B Rev 1.0",
            "ttyAMA10",
            "is the debug connector between the HDMI sockets, and no pin of the header: "
            "that is /dev/ttyAMA0.",
        ),
        (
            "Raspberry Pi 5 Model B Rev 1.0",
            "ttyAMA0",
            "is at pins 8 (GPIO14, TXD) and 10 (GPIO15, RXD) of the header.",
        ),
        (
            "Raspberry Pi 4 Model B Rev 1.4",
            "ttyS0",
            "is at pins 8 (GPIO14, TXD) and 10 (GPIO15, RXD) of the header.",
        ),
        ("", "ttyAMA0", None),
    ],
)
def test_which_pins_of_the_header_a_port_has_is_told(model, device, said, bench):
    bench.silent(device)
    for folder in ("root/dev", "root/proc/device-tree"):
        (bench.place / folder).mkdir(parents=True)
    (bench.place / "root/proc/device-tree/model").write_text(f"{model}\0")
    (bench.place / "root/dev/serial0").symlink_to(bench.place / device)
    _, found = bench.examined(ports=(device,))
    assert [one.says for one in found if one.about == "ports"] == (
        [f"{bench.place}/root/dev/serial0 {said}"] if said else []
    )
