"""Frames to hold a program in any language against: `python -m firmware_io.kit.vectors` writes them
to vectors.json.

PROTOCOL.md's worked frames, each message at its bounds, with and without a key, and bodies and
bytes that say nothing. One of `frames` must be read as `says` and written as `frame`; one of
`malformed` is counted and ignored, and so are the bytes of `noise`.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from firmware_io.encoding import HEADER_BYTES, KEY_BYTES, KEYED, append_mac, decode, encode
from firmware_io.framing import CRC_BYTES, MAX_BODY_BYTES, MAX_STUFFED_BYTES, Deframer, frame
from firmware_io.messages import (
    ABILITIES,
    ANCHOR_BYTES,
    AREAS,
    FACES,
    KEYS,
    KINDS,
    MAX_ANTENNAS,
    MAX_DENOMINATIONS,
    MAX_NAME,
    MAX_TAGS,
    PATTERNS,
    RESET_CAUSES,
    SHOE_CHANGES,
    TAG_BYTES,
    U8_MAX,
    U32_MAX,
    About,
    Anchor,
    AreaChanged,
    Asks,
    Buzzer,
    CardOff,
    CardPresented,
    Counters,
    Dialled,
    Frame,
    Gate,
    Hello,
    HoleCardsSeen,
    KeyPressed,
    Lamp,
    LampTest,
    Malformed,
    Message,
    Pair,
    ShoeChanged,
)

FILE = Path(__file__).parents[1] / "vectors.json"
PROTOCOL = Path(__file__).parents[1] / "PROTOCOL.md"
KEY = bytes(range(KEY_BYTES))  # of every keyed frame in PROTOCOL.md and here
U16_MAX = 0xFFFF
U64_MAX = 0xFFFF_FFFF_FFFF_FFFF
FULL_TAG = bytes([U8_MAX]) * TAG_BYTES
FULL_ANCHOR = Anchor(U64_MAX, bytes([U8_MAX]) * ANCHOR_BYTES)
# a header's fields, the version and what follows from the message left out
LOW = (0, 1, 0, 0, 0, 0)
HIGH = (U8_MAX, U32_MAX, U32_MAX, U32_MAX, U32_MAX, U32_MAX)


def all_vectors() -> dict[str, Any]:
    """The whole file."""
    good = [*worked_frames(), *bound_frames()]
    return {
        "wire": "1.2",
        "key": KEY.hex(),
        "frames": [_frame_vector(name, example, key) for name, example, key in good],
        "malformed": [_malformed_vector(name, body, key) for name, body, key in malformed_bodies()],
        "noise": [
            {"name": name, "bytes": data.hex(), "counts": counts}
            for name, data, counts in noise_bytes()
        ],
    }


def worked_frames() -> Iterator[tuple[str, Frame, bytes | None]]:
    """What PROTOCOL.md shows whole, by its name there."""
    for name, data in re.findall(
        r"^\| ([^|]+) \| `([0-9a-f]+)` \|$", PROTOCOL.read_text(), re.MULTILINE
    ):
        (body,) = Deframer().feed(bytes.fromhex(data))
        key = KEY if body[1] else None
        example = decode(body, key)
        assert isinstance(example, Frame), f"PROTOCOL.md, {name}: {example}"
        yield name, example, key


def bound_frames() -> Iterator[tuple[str, Frame, bytes | None]]:
    """Each message with the least and the most that it can say, each word, and each length."""
    for name, message in _extreme_messages():
        for key in (None, KEY):
            yield name, Frame(*(LOW if "least" in name else HIGH), message=message), key


def _extreme_messages() -> Iterator[tuple[str, Message]]:
    for face in FACES:
        yield f"a card off, {face}", CardOff(U32_MAX, (FULL_TAG,), face)
    yield "a card off, least", CardOff(0, (), FACES[0])
    yield "a card off, most", CardOff(U32_MAX, (FULL_TAG,) * MAX_TAGS, FACES[-1])
    for what in SHOE_CHANGES:
        yield f"the shoe: {what}", ShoeChanged(what)
    for area in AREAS:
        yield f"an area, least: {area}", AreaChanged(area, ())
        yield f"an area, most: {area}", AreaChanged(area, ((U32_MAX, U16_MAX),) * MAX_DENOMINATIONS)
    for key in KEYS:
        yield f"a key: {key}", KeyPressed(key, U32_MAX)
        yield f"asked: {key}", Asks((key,))
    yield "asked, least: nothing", Asks()
    yield "asked, most: every key and amount", Asks(KEYS, 1, U32_MAX, U32_MAX)
    yield "asked: one amount", Asks((), U32_MAX, U32_MAX, 1)
    yield "hole cards, most", HoleCardsSeen((FULL_TAG,) * MAX_TAGS)
    yield "a card presented, most", CardPresented((FULL_TAG,) * MAX_TAGS)
    for kind in KINDS:
        for cause in RESET_CAUSES:
            yield (
                f"a hello: {kind}, {cause}",
                Hello(kind, U32_MAX, U32_MAX, U32_MAX, U32_MAX, cause),
            )
    yield "a hello, most: with an anchor", Hello(KINDS[0], 1, 2, 3, 4, RESET_CAUSES[0], FULL_ANCHOR)
    yield (
        "counters, most",
        Counters(U32_MAX, U32_MAX, U32_MAX, U32_MAX, U32_MAX, U32_MAX, RESET_CAUSES[-1]),
    )
    yield "a wheel, most", Dialled(U32_MAX)
    yield "about, least", About(1, 0, (), "", "")
    yield (
        "about, most",
        About(U8_MAX, U32_MAX, (U16_MAX,) * MAX_ANTENNAS, "~" * MAX_NAME, " " * MAX_NAME),
    )
    yield "about, a rate that was not measured", About(1, 0, (0, 200), "", "")
    for place, ability in enumerate(ABILITIES):
        yield f"about: {ability}", About(1, 1 << place, (), "", "")
    for pattern in PATTERNS:
        yield f"a lamp: {pattern}", Lamp((U8_MAX, 0, U8_MAX), pattern, U8_MAX)
    yield "a gate, most", Gate(U32_MAX)
    for state in (Buzzer, LampTest):
        yield f"{state.__name__} off", state(False)
        yield f"{state.__name__} on", state(True)
    yield "a key of the link, least", Pair(bytes(KEY_BYTES))
    yield "a key of the link, most", Pair(bytes([U8_MAX]) * KEY_BYTES)
    yield "an anchor, least", Anchor(0, bytes(ANCHOR_BYTES))
    yield "an anchor, most", FULL_ANCHOR


def malformed_bodies() -> Iterator[tuple[str, bytes, bytes | None]]:
    """Bodies in whole frames that say nothing, and the key of the reader."""
    for name, example, key in worked_frames():
        body = encode(example)
        yield f"{name}, a byte short", _seal_body(body[:-1], key), key
        yield f"{name}, a byte long", _seal_body(body + b"\x00", key), key
    gate = encode(Frame(*HIGH, message=Gate(1)))
    for place, byte, name in (
        (0, 2, "version"),
        (1, 2, "flags"),
        (1, U8_MAX, "all flags"),
        (2, 0x07, "type"),
    ):
        yield f"another {name}", _replace_byte(gate, place, byte), None
    yield "a MAC where there is no key", encode(Frame(*HIGH, message=Gate(1)), KEY), None
    yield "no MAC where there is a key", gate, KEY
    yield "another key's MAC", encode(Frame(*HIGH, message=Gate(1)), bytes(KEY_BYTES)), KEY
    sealed = encode(Frame(*HIGH, message=Gate(1)), KEY)
    for place in range(len(sealed)):
        yield (
            f"a MAC, and bit 0 of byte {place} changed",
            _replace_byte(sealed, place, sealed[place] ^ 1),
            KEY,
        )
    yield "nothing", b"", None
    yield "a header and no room for a MAC", _replace_byte(gate[:HEADER_BYTES], 1, 1), KEY
    for name, payload in _senseless_payloads().items():
        yield name, _replace_byte(gate[:HEADER_BYTES], 2, payload[0]) + payload[1:], None


def _senseless_payloads() -> dict[str, bytes]:
    """Type and payload."""
    about, antennas = bytes([0x15, 1, 0, 0, 0, 0, 0]), MAX_ANTENNAS + 1
    name, long_name = b"\x01a", bytes([MAX_NAME + 1]) + b"a" * (MAX_NAME + 1)
    amounts = {
        "least above most": (2, 1, 1),
        "no step": (1, 2, 0),
        "nothing to step to": (0, 0, 1),
        "least of 0": (0, 2, 1),
    }
    return {
        "a card off with an unknown face": bytes([1, 0, 0, 0, 0, len(FACES), 0]),
        "a card off with too many tags": bytes([1, 0, 0, 0, 0, 0, MAX_TAGS + 1])
        + FULL_TAG * (MAX_TAGS + 1),
        "an unknown change of the shoe": bytes([2, len(SHOE_CHANGES)]),
        "an unknown area": bytes([3, len(AREAS), 0]),
        "an area with too many denominations": bytes([3, 0, MAX_DENOMINATIONS + 1])
        + bytes(6 * (MAX_DENOMINATIONS + 1)),
        "an unknown key": bytes([4, len(KEYS), 0, 0, 0, 0]),
        "hole cards, too many": bytes([5, MAX_TAGS + 1]) + FULL_TAG * (MAX_TAGS + 1),
        "an unknown kind": bytes([0x10, len(KINDS), 0]) + bytes(16),
        "an unknown reset cause": bytes([0x10, 0, len(RESET_CAUSES)]) + bytes(16),
        "a hello with half an anchor": bytes([0x10, 0, 0]) + bytes(16 + ANCHOR_BYTES),
        "an about of 1.0": bytes([0x15, 0]) + about[2:] + name * 2,
        "an about with too many antennas": about[:-1]
        + bytes([antennas])
        + bytes(2 * antennas)
        + name * 2,
        "an about whose board is too long": about + long_name + name,
        "an about whose firmware is too long": about + name + long_name,
        "an about with a line's end in it": about + b"\x01\x0a" + name,
        "an about beyond ASCII": about + b"\x02\xc3\xa9" + name,
        "an about without a firmware": about + name,
        "a key of the link that is too short": bytes([0x23]) + bytes(KEY_BYTES - 1),
        "an unknown pattern": bytes([0x30, 0, 0, 0, len(PATTERNS), 0]),
        "a buzzer between off and on": bytes([0x32, 2]),
        "a key asked that is none": bytes([0x34])
        + (1 << len(KEYS)).to_bytes(4, "little")
        + bytes(12),
        **{
            f"an amount asked, {what}": bytes([0x34])
            + bytes(4)
            + b"".join(number.to_bytes(4, "little") for number in numbers)
            for what, numbers in amounts.items()
        },
        "an anchor with a short hash": bytes([0x35]) + bytes(8 + ANCHOR_BYTES - 1),
        "a lamp test between off and on": bytes([0x36, 2]),
    }


def noise_bytes() -> Iterator[tuple[str, bytes, str | None]]:
    """Bytes that hold no body, and what a receiver counts them as; None: nothing."""
    good = frame(encode(Frame(*HIGH, message=Gate(1))))
    yield "a zero by itself", b"\x00", None
    yield "a wrong CRC", good[:-2] + bytes([good[-2] ^ 1]) + b"\x00", "bad_crc"
    yield "too short for a CRC", b"\x02\x01\x00", "bad_crc"
    yield "a COBS code that points beyond the end", b"\x09junk\x00", "bad_cobs"
    yield "one byte too long", b"\xff" * (MAX_STUFFED_BYTES + 1) + b"\x00", "too_long"
    yield "far too long", b"\xff" * 10 * (MAX_BODY_BYTES + CRC_BYTES) + b"\x00", "too_long"


def _replace_byte(body: bytes, place: int, byte: int) -> bytes:
    return body[:place] + bytes([byte]) + body[place + 1 :]


def _seal_body(body: bytes, key: bytes | None) -> bytes:
    """The same with a MAC, whatever the body says."""
    return body if key is None else append_mac(_replace_byte(body, 1, KEYED), key)


def _frame_vector(name: str, example: Frame, key: bytes | None) -> dict[str, Any]:
    return _body_vector(name, encode(example, key), key) | {"says": _plain_value(example)}


def _malformed_vector(name: str, body: bytes, key: bytes | None) -> dict[str, Any]:
    read = decode(body, key)
    assert isinstance(read, Malformed), f"{name}: {read}"
    return _body_vector(name, body, key) | {"reason": read.reason}


def _body_vector(name: str, body: bytes, key: bytes | None) -> dict[str, Any]:
    return {
        "name": name,
        "is_keyed": key is not None,
        "body": body.hex(),
        "frame": frame(body).hex(),
    }


def _plain_value(value: Any) -> Any:
    """For JSON: bytes as hex, a message under its name."""
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, tuple):
        return [_plain_value(part) for part in value]
    if isinstance(value, msgspec.Struct):
        fields = {name: _plain_value(getattr(value, name)) for name in value.__struct_fields__}
        return {"is": type(value).__name__, **fields} if isinstance(value, Message) else fields
    return value


def file_text() -> str:
    """vectors.json, one vector a line."""
    parts = []
    for name, value in all_vectors().items():
        rows = [f"  {json.dumps(row)}" for row in value] if isinstance(value, list) else []
        parts.append(
            f" {json.dumps(name)}: "
            + ("[\n" + ",\n".join(rows) + "\n ]" if rows else json.dumps(value))
        )
    return "{\n" + ",\n".join(parts) + "\n}\n"


if __name__ == "__main__":
    FILE.write_text(file_text())
