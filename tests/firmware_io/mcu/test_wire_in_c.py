"""Bytes in C and in Python: the same frames, sums, messages and pixels, and the same words for
what is wrong.
"""

import hashlib
import json
import random
import zlib
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

import firmware_io
from firmware_io import lamps, messages, session
from firmware_io.encoding import FORGED, UNKEYED, decode, encode
from firmware_io.framing import MAX_BODY_BYTES, MAX_STUFFED_BYTES, Deframer, FrameErrors, frame
from firmware_io.kit import vectors
from firmware_io.kit.sim import node_session
from firmware_io.messages import PATTERNS, Frame, Lamp, Malformed

from ..test_messages import WORKED, any_message, u8, u32
from .building import core

PROTOCOL = Path(firmware_io.__file__).with_name("PROTOCOL.md")
C = core()
ffi, lib = C.ffi, C.lib

REASONS = {
    lib.TOO_SHORT: "too short",
    lib.OTHER_VERSION: "other version",
    lib.UNKNOWN_FLAGS: "unknown flags",
    lib.UNKNOWN_TYPE: "unknown type",
    lib.TOO_MANY_TAGS: "too many tags",
    lib.UNKNOWN_WORD: "unknown word",
    lib.TOO_MANY_DENOMINATIONS: "too many denominations",
    lib.TOO_LONG: "too long",
    lib.UNKEYED: UNKEYED,
    lib.FORGED: FORGED,
    lib.NO_ABOUT: "no About in 1.0",
    lib.TOO_MANY_ANTENNAS: "too many antennas",
    lib.TOO_LONG_A_NAME: "too long a name",
    lib.NOT_PRINTABLE: "not printable",
    lib.NO_AMOUNT: "no amount",
}


# ---------------------------------------------------------- in C, as Python says it


def c_frame(body):
    out = ffi.new("uint8_t[]", lib.MAX_FRAME_BYTES)
    return bytes(ffi.buffer(out, lib.frame_body(body, len(body), out)))


class CDeframer:
    def __init__(self):
        self._c = ffi.new("struct deframer *")
        self._body, self._length = ffi.new("uint8_t[]", MAX_BODY_BYTES), ffi.new("size_t *")

    @property
    def errors(self):
        return FrameErrors(self._c.bad_crc, self._c.bad_cobs, self._c.too_long)

    def feed(self, data):
        return [
            bytes(ffi.buffer(self._body, self._length[0]))
            for byte in data
            if lib.deframer_feed(self._c, byte, self._body, self._length)
        ]


def c_encode(said, key=None):
    written, body = ffi.new("struct frame *"), ffi.new("uint8_t[]", MAX_BODY_BYTES)
    C.write_frame(said, written)
    return bytes(ffi.buffer(body, lib.encode_body(written, key or ffi.NULL, body)))


def c_decode(body, key=None):
    read = ffi.new("struct frame *")
    found = lib.decode_body(body, len(body), key or ffi.NULL, read)
    return C.read_frame(read) if found == lib.DECODED else Malformed(REASONS[found])


def c_pixels(lamp, t_ms):
    shown, ring = ffi.new("struct message *"), ffi.new("struct pixel[]", lib.PIXELS)
    C.write_message(lamp, shown)
    lib.lamp_pixels(ffi.addressof(shown.lamp), t_ms, ring)
    return [(pixel.red, pixel.green, pixel.blue) for pixel in ring]


# ---------------------------------------------------------- words and numbers

ROWS = {
    "face": messages.FACES,
    "shoe_change": messages.SHOE_CHANGES,
    "area": messages.AREAS,
    "key": messages.KEYS,
    "kind": messages.KINDS,
    "reset_cause": messages.RESET_CAUSES,
    "pattern": messages.PATTERNS,
    "ability": messages.ABILITIES,
}
PREFIXES = {"shoe_change": "SHOE", "reset_cause": "RESET"}


@pytest.mark.parametrize("row", ROWS)
def test_every_word_of_the_wire_has_the_same_byte_in_c(row):
    numbers = ffi.typeof(f"enum {row}").elements
    prefix = PREFIXES.get(row, row.upper())
    assert [numbers[place] for place in range(len(ROWS[row]))] == [
        f"{prefix}_{word.upper()}" for word in ROWS[row]
    ]
    assert len(numbers) == len(ROWS[row]) + 1


@pytest.mark.parametrize(
    ("enum", "module"), [("session", session), ("session", node_session), ("limits", messages)]
)
def test_times_and_limits_are_the_same_in_c(enum, module):
    common = {name for name in ffi.typeof(f"enum {enum}").relements if hasattr(module, name)}
    assert len(common) >= 2
    assert {name: getattr(lib, name) for name in common} == {
        name: getattr(module, name) for name in common
    }


# ---------------------------------------------------------- frames


@settings(deadline=None)
@given(
    st.one_of(
        st.binary(max_size=MAX_BODY_BYTES),
        st.lists(st.sampled_from([0, 1, 255]), max_size=128).map(bytes),
    )
)
def test_a_body_is_framed_alike(body):
    assert lib.crc32_of(body, len(body)) == zlib.crc32(body)
    assert c_frame(body) == frame(body)


pieces = st.one_of(
    st.binary(max_size=MAX_BODY_BYTES).map(frame),
    st.binary(max_size=20),
    st.sampled_from([b"\x00", b"\x09ab\x00", b"\x03ab\x00"]),
    st.sampled_from([b"\x01" * (MAX_STUFFED_BYTES + 1), b"\x01" * MAX_STUFFED_BYTES + b"\x00"]),
    st.tuples(st.binary(max_size=60), st.integers(0, 400)).map(
        lambda drawn: flipped(frame(drawn[0]), drawn[1])
    ),
)


def flipped(data, bit):
    struck = bytearray(data)
    struck[bit // 8 % len(data)] ^= 1 << bit % 8
    return bytes(struck)


@settings(deadline=None)
@given(st.lists(pieces, max_size=8))
def test_noise_is_read_and_counted_alike(noise):
    ours, theirs = Deframer(), CDeframer()
    for piece in noise:
        assert theirs.feed(piece) == ours.feed(piece)
        assert theirs.errors == ours.errors


# ---------------------------------------------------------- sums under a key


@pytest.mark.parametrize("key_length", [0, 1, 16, 31, 32])
def test_a_mac_is_that_of_hashlib_for_every_length(key_length):
    chance = random.Random(key_length)
    for length in (*range(200), 255, 256, 257, 1_000):
        data, key = chance.randbytes(length), chance.randbytes(key_length)
        size = chance.randint(1, 32)
        mac = ffi.new("uint8_t[]", 32)
        lib.blake2s(key, len(key), data, length, mac, size)
        assert (
            bytes(ffi.buffer(mac))[:size]
            == hashlib.blake2s(data, digest_size=size, key=key).digest()
        ), (length, size)


@pytest.mark.parametrize(("key_length", "size"), [(33, 8), (16, 0), (16, 33)])
def test_a_key_or_mac_of_no_such_length_writes_nothing(key_length, size):
    mac = ffi.new("uint8_t[]", 40)
    lib.blake2s(bytes(key_length), key_length, b"data", 4, mac, size)
    assert bytes(ffi.buffer(mac)) == bytes(40)


# ---------------------------------------------------------- messages

any_frame = st.builds(Frame, u8, u32, u32, u32, u32, u32, any_message)


def test_every_vector_is_read_and_written_alike():
    read = json.loads(vectors.FILE.read_text())
    key = bytes.fromhex(read["key"])
    for row in read["frames"]:
        with_key, body = key if row["is_keyed"] else None, bytes.fromhex(row["body"])
        said = c_decode(body, with_key)
        assert (said, c_frame(c_encode(said, with_key)).hex()) == (
            decode(body, with_key),
            row["frame"],
        )
    for row in read["malformed"]:
        assert c_decode(bytes.fromhex(row["body"]), key if row["is_keyed"] else None) == Malformed(
            row["reason"]
        )
    for row in read["noise"]:
        deframer = CDeframer()
        assert deframer.feed(bytes.fromhex(row["bytes"])) == []
        assert [
            kind for kind in ("bad_crc", "bad_cobs", "too_long") if getattr(deframer.errors, kind)
        ] == [kind for kind in (row["counts"],) if kind is not None]


@settings(deadline=None)
@given(any_frame, st.binary(min_size=32, max_size=32), st.integers(0, 8 * 128))
def test_a_mac_is_made_and_judged_alike(said, key, bit):
    for with_key in (key, None):
        body = encode(said, with_key)
        assert c_encode(said, with_key) == body
        assert c_decode(body, with_key) == said
        struck = flipped(body, bit)
        assert c_decode(struck, key) == decode(struck, key)
        assert c_decode(struck) == decode(struck)


@settings(deadline=None)
@given(any_frame, st.lists(st.tuples(st.integers(0, 127), u8), max_size=3), st.integers(-9, 9))
def test_what_is_wrong_with_a_body_is_said_alike(said, struck, longer):
    body = bytearray(encode(said))
    for place, byte in struck:
        body[place % len(body)] = byte
    cut = bytes(body[:longer]) if longer < 0 else bytes(body) + bytes(longer)
    assert c_decode(cut) == decode(cut)


def test_what_does_not_fit_is_not_written_and_not_framed():
    assert c_frame(bytes(MAX_BODY_BYTES + 1)) == b""
    body, written = ffi.new("uint8_t[]", MAX_BODY_BYTES), ffi.new("struct frame *")
    for broken in (
        lambda message: setattr(message.card_off.tags, "count", 9),
        lambda message: setattr(message.card_off, "face", 3),
        lambda message: setattr(message, "type", 0xEE),
    ):
        C.write_frame(WORKED["a card leaves for pull 17"], written)
        assert lib.encode_body(written, ffi.NULL, body) > 0
        broken(written.message)
        assert lib.encode_body(written, ffi.NULL, body) == 0


# ---------------------------------------------------------- lamps

NEAR_EDGES = [
    edge + by
    for edge in (0, 250, 500, 750, 1_000, 1_500, 2_000, 3_000, 4_000)
    for by in (-1, 0, 1)
    if edge + by >= 0
]


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_ring_looks_alike_in_every_pattern(pattern):
    chance = random.Random(pattern)
    for t_ms in (*NEAR_EDGES, *(chance.randrange(20_000) for _ in range(60)), 2**32 - 1):
        red, green, blue, level = chance.randbytes(4)
        lamp = Lamp((red, green, blue), pattern, level)
        assert c_pixels(lamp, t_ms) == lamps.ring_pixels(lamp, t_ms), (lamp, t_ms)


def test_a_ring_drains_alike_at_every_level():
    for level in range(256):
        lamp = Lamp((255, 201, 60), "drain", level)
        assert c_pixels(lamp, 0) == lamps.ring_pixels(lamp, 0)
