"""Messages: PROTOCOL.md's worked frames byte for byte; whatever decodes encodes the same; the rest is a value."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import firmware_io
from firmware_io import messages
from firmware_io.encoding import HEADER_BYTES, MAC_BYTES, decode, encode
from firmware_io.framing import MAX_BODY_BYTES, Deframer, frame
from firmware_io.messages import (
    AREAS,
    FACES,
    KEYS,
    KINDS,
    PATTERNS,
    RESET_CAUSES,
    SHOE_CHANGES,
    Ack,
    AreaChanged,
    AskLevels,
    Buzzer,
    CardOff,
    CardPresented,
    Counters,
    Frame,
    Gate,
    Heartbeat,
    Hello,
    HoleCardsSeen,
    HostHeartbeat,
    HostHello,
    KeyPressed,
    Lamp,
    Malformed,
    Message,
    Ping,
    Pong,
    ShoeChanged,
)

PROTOCOL = Path(firmware_io.__file__).with_name("PROTOCOL.md")
NODE, HOST = 0xA1B2C3D4, 0x11223344  # epochs
TAG, OTHER_TAG = bytes.fromhex("e004015012345678"), bytes.fromhex("e004015012345679")

WORKED = {
    "a card leaves for pull 17": Frame(16, NODE, 7, HOST, 2, 123_456, CardOff(17, (TAG,), "down")),
    "two cards together, unasked": Frame(16, NODE, 8, HOST, 2, 124_000, CardOff(0, (TAG, OTHER_TAG), "down")),
    "a card without a tag": Frame(16, NODE, 9, HOST, 2, 125_000, CardOff(18, (), "unknown")),
    "the lid opens": Frame(16, NODE, 10, HOST, 2, 126_000, ShoeChanged("lid_open")),
    "two 5s and a 25 are bet": Frame(3, NODE, 7, HOST, 2, 123_456, AreaChanged("bet", ((5, 2), (25, 1)))),
    "raise, 60 dialled": Frame(3, NODE, 8, HOST, 2, 123_500, KeyPressed("raise", 60)),
    "one hole card up": Frame(3, NODE, 9, HOST, 2, 123_600, HoleCardsSeen((TAG,))),
    "a card held before the reader again": Frame(16, NODE, 11, HOST, 2, 127_000, CardPresented((TAG,))),
    "hello, answering token 5": Frame(3, NODE, 0, HOST, 0, 2_000, Hello("seat", 5, 1, 3, 2, "power_on")),
    "heartbeat": Frame(3, NODE, 0, HOST, 2, 2_400, Heartbeat(9)),
    "pong": Frame(3, NODE, 0, HOST, 2, 2_500, Pong(77, 9)),
    "counters": Frame(3, NODE, 0, HOST, 2, 60_000, Counters(1, 2, 3, 4, 5, 6, "brown_out")),
    "host's hello, to anyone": Frame(0, HOST, 0, 0, 0, 0, HostHello(5)),
    "host's heartbeat": Frame(3, HOST, 0, NODE, 9, 0, HostHeartbeat()),
    "ping": Frame(3, HOST, 0, NODE, 9, 0, Ping(77)),
    "amber ring, half drained": Frame(3, HOST, 3, NODE, 9, 0, Lamp((255, 201, 60), "drain", 128)),
    "gate open for pull 17": Frame(16, HOST, 4, NODE, 6, 0, Gate(17)),
    "buzzer on": Frame(3, HOST, 5, NODE, 9, 0, Buzzer(True)),
    "levels asked": Frame(3, HOST, 6, NODE, 9, 0, AskLevels()),
    "edges up to 9 acknowledged": Frame(3, HOST, 0, NODE, 9, 0, Ack()),
}


def test_the_worked_frames_of_the_protocol_are_what_we_send() -> None:
    said = re.findall(r"^\| ([^|]+) \| `([0-9a-f]+)` \|$", PROTOCOL.read_text(), re.MULTILINE)
    assert said == [(name, frame(encode(worked)).hex()) for name, worked in WORKED.items()]


def test_the_words_of_the_protocol_are_in_the_order_of_their_bytes() -> None:
    said = dict(re.findall(r"^- `(\w+)`: (.+)$", PROTOCOL.read_text(), re.MULTILINE))
    rows = {
        "FACES": FACES,
        "SHOE_CHANGES": SHOE_CHANGES,
        "AREAS": AREAS,
        "KEYS": KEYS,
        "KINDS": KINDS,
        "RESET_CAUSES": RESET_CAUSES,
        "PATTERNS": PATTERNS,
    }
    assert said == {name: " ".join(words) for name, words in rows.items()}


def words_of_the_table(head: str) -> list[str]:
    """The words in code of the first column of the protocol's table under this head."""
    table = PROTOCOL.read_text().partition(f"\n| {head} |")[2].partition("\n\n")[0]
    return re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)


def test_every_key_and_every_pattern_is_explained_in_the_order_of_its_byte() -> None:
    assert words_of_the_table("Key") == [*KEYS]
    assert words_of_the_table("Pattern") == [*PATTERNS]


@pytest.mark.parametrize("worked", WORKED.values(), ids=WORKED.keys())
@pytest.mark.parametrize("tail", [b"", b"\x03ab"], ids=["alone", "with a tail"])
@pytest.mark.parametrize("portion", [1_000, 1], ids=["whole", "byte by byte"])
def test_each_worked_frame_is_read_whole_byte_by_byte_and_with_a_tail(worked: Frame, tail: bytes, portion: int) -> None:
    wire = frame(encode(worked)) + tail
    deframer = Deframer()
    read = [decode(body) for at in range(0, len(wire), portion) for body in deframer.feed(wire[at : at + portion])]
    assert read == [worked]


def test_every_type_has_a_worked_frame() -> None:
    assert {type(worked.message) for worked in WORKED.values()} == {*messages.FROM_NODE, *messages.FROM_HOST}


@pytest.mark.parametrize("worked", WORKED.values(), ids=WORKED.keys())
def test_a_body_one_byte_short_or_long_says_nothing(worked: Frame) -> None:
    body = encode(worked)
    assert decode(body[:-1]) == Malformed("too short")
    assert decode(body + b"\x00") == Malformed("too long")


@pytest.mark.parametrize(
    ("place", "byte", "reason"),
    [
        (0, 2, "other version"),
        (1, 1, "unknown flags"),
        (2, 0xEE, "unknown type"),
        (HEADER_BYTES + 4, 9, "unknown word"),
        (HEADER_BYTES + 5, 9, "too many tags"),
        (HEADER_BYTES + 5, 2, "too short"),
    ],
)
def test_a_byte_that_means_nothing_makes_the_body_malformed(place: int, byte: int, reason: str) -> None:
    body = bytearray(encode(WORKED["a card leaves for pull 17"]))
    body[place] = byte
    assert decode(bytes(body)) == Malformed(reason)


u32 = st.integers(0, 2**32 - 1)
u16 = st.integers(0, 2**16 - 1)
u8 = st.integers(0, 255)
tags = st.lists(st.binary(min_size=8, max_size=8), max_size=8).map(tuple)
any_message: st.SearchStrategy[Message] = st.one_of(
    st.builds(CardOff, u32, tags, st.sampled_from(FACES)),
    st.builds(ShoeChanged, st.sampled_from(SHOE_CHANGES)),
    st.builds(AreaChanged, st.sampled_from(AREAS), st.lists(st.tuples(u32, u16), max_size=12).map(tuple)),
    st.builds(KeyPressed, st.sampled_from(KEYS), u32),
    st.builds(HoleCardsSeen, tags),
    st.builds(CardPresented, tags),
    st.builds(Hello, st.sampled_from(KINDS), u32, u32, u32, u32, st.sampled_from(RESET_CAUSES)),
    st.builds(Heartbeat, u32),
    st.builds(Pong, u32, u32),
    st.builds(Counters, u32, u32, u32, u32, u32, u32, st.sampled_from(RESET_CAUSES)),
    st.builds(HostHello, u32),
    st.builds(Ping, u32),
    st.builds(Lamp, st.tuples(u8, u8, u8), st.sampled_from(PATTERNS), u8),
    st.builds(Gate, u32),
    st.builds(Buzzer, st.booleans()),
    st.sampled_from([HostHeartbeat(), AskLevels(), Ack()]),
)


@given(st.builds(Frame, u8, u32, u32, u32, u32, u32, any_message))
def test_every_frame_is_read_as_it_was_written_and_leaves_room_for_a_mac(worked: Frame) -> None:
    body = encode(worked)
    assert len(body) + MAC_BYTES <= MAX_BODY_BYTES
    assert decode(body) == worked


@given(
    st.one_of(
        st.binary(max_size=128),
        st.tuples(st.sampled_from(sorted(WORKED)), st.binary(max_size=110)).map(
            lambda drawn: encode(WORKED[drawn[0]])[:HEADER_BYTES] + drawn[1]
        ),
    )
)
def test_any_body_either_says_nothing_or_is_exactly_what_we_would_write(body: bytes) -> None:
    read = decode(body)
    assert isinstance(read, Malformed) or encode(read) == body
