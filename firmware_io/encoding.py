"""The bytes of the messages: `encode` and `decode`. PROTOCOL.md holds the table of bytes and worked
frames.

Everything is little endian, of fixed place or counted, so that a microcontroller reads and writes
it in C without allocating. Whatever cannot be decoded is a `Malformed` value; whatever can be,
encodes to the same bytes again.

On a keyed link a body ends in a MAC over all that stands before it; PROTOCOL.md says under "Keyed
links" what stops a frame that was recorded.
"""

import hashlib
import hmac
import struct
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from firmware_io.messages import (
    ANCHOR_BYTES,
    AREAS,
    FACES,
    KEYS,
    KINDS,
    LINK_KEY_BYTES,
    MAX_ANTENNAS,
    MAX_DENOMINATIONS,
    MAX_NAME,
    MAX_TAGS,
    NO_EPOCH,
    PATTERNS,
    RESET_CAUSES,
    SHOE_CHANGES,
    TAG_BYTES,
    U32_MAX,
    About,
    Ack,
    Anchor,
    AreaChanged,
    AskLevels,
    Asks,
    Buzzer,
    CardOff,
    CardPresented,
    Counters,
    Dialled,
    Frame,
    Gate,
    Heartbeat,
    Hello,
    HoleCardsSeen,
    HostHeartbeat,
    HostHello,
    KeyPressed,
    Lamp,
    LampTest,
    Malformed,
    Message,
    Pair,
    Ping,
    Pong,
    ShoeChanged,
)

VERSION = 1
KEYED = 1  # bit 0 of the flags: the body ends in a MAC
MAC_BYTES = 8  # one guess in 2^64 is right, and a wire carries 1,000 a second
KEY_BYTES = LINK_KEY_BYTES
UNKEYED = "no MAC"
FORGED = "wrong MAC"

# version, flags, type, node; epoch, sequence, acknowledged_epoch, acknowledged, node_ms
_HEADER = struct.Struct("<4B5I")
HEADER_BYTES = _HEADER.size
_NODE_AT = 3
_NOTHING = struct.Struct("<")
_U8 = struct.Struct("<B")
_U32 = struct.Struct("<I")
_CARD_OFF = struct.Struct("<I2B")  # pull, face, tags
_AREA = struct.Struct("<2B")  # area, denominations
_CHIP = struct.Struct("<IH")  # denomination, count
_KEY = struct.Struct("<BI")  # key, amount
_HELLO = struct.Struct("<2B4I")  # kind, reset cause, token, first number, last number, uptime_s
_TWO = struct.Struct("<2I")  # token, last number
_COUNTERS = struct.Struct("<6IB")
_LAMP = struct.Struct("<5B")  # red, green, blue, pattern, level
_ASKS = struct.Struct("<4I")  # keys, least, most, step
_ANCHOR = struct.Struct(f"<Q{ANCHOR_BYTES}s")  # count, hash
_ABOUT = struct.Struct("<BIB")  # minor, abilities, antennas
_RATE = struct.Struct("<H")
_LINK_KEY = struct.Struct(f"<{KEY_BYTES}s")


class _CannotRead(Exception):
    """Raised and caught in this file only: the caller gets a `Malformed`."""


class _Reader:
    """The payload of a body, read from front to back."""

    def __init__(self, payload: bytes) -> None:
        self._payload = payload
        self._at = 0

    def read_fields(self, layout: struct.Struct) -> tuple[Any, ...]:
        if len(self._payload) - self._at < layout.size:
            raise _CannotRead("too short")
        values = layout.unpack_from(self._payload, self._at)
        self._at += layout.size
        return values

    def read_tags(self, count: int) -> tuple[bytes, ...]:
        if count > MAX_TAGS:
            raise _CannotRead("too many tags")
        end = self._at + count * TAG_BYTES
        if end > len(self._payload):
            raise _CannotRead("too short")
        tags = tuple(self._payload[at : at + TAG_BYTES] for at in range(self._at, end, TAG_BYTES))
        self._at = end
        return tags

    def read_name(self) -> str:
        (length,) = self.read_fields(_U8)
        if length > MAX_NAME:
            raise _CannotRead("too long a name")
        (name,) = self.read_fields(struct.Struct(f"<{length}s"))
        if not _is_name(text := bytes(name).decode("latin-1")):
            raise _CannotRead("not printable")
        return text

    @property
    def is_at_end(self) -> bool:
        return self._at == len(self._payload)

    def require_end(self) -> None:
        if not self.is_at_end:
            raise _CannotRead("too long")


_Word = TypeVar("_Word", bound=str)


def _word_at(words: tuple[_Word, ...], place: int) -> _Word:
    if place >= len(words):
        raise _CannotRead("unknown word")
    return words[place]


def _pack_tags(tags: tuple[bytes, ...]) -> bytes:
    if len(tags) > MAX_TAGS or any(len(tag) != TAG_BYTES for tag in tags):
        raise ValueError(f"At most {MAX_TAGS} tags of {TAG_BYTES} bytes each.")
    return b"".join(tags)


def _pack_card_off(m: CardOff) -> bytes:
    return _CARD_OFF.pack(m.pull, FACES.index(m.face), len(m.tags)) + _pack_tags(m.tags)


def _read_card_off(r: _Reader) -> CardOff:
    pull, face, tags = r.read_fields(_CARD_OFF)
    return CardOff(pull, r.read_tags(tags), _word_at(FACES, face))


def _read_shoe_changed(r: _Reader) -> ShoeChanged:
    (what,) = r.read_fields(_U8)
    return ShoeChanged(_word_at(SHOE_CHANGES, what))


def _pack_area_changed(m: AreaChanged) -> bytes:
    if len(m.chips) > MAX_DENOMINATIONS:
        raise ValueError(
            f"An area holds at most {MAX_DENOMINATIONS} denominations, not {len(m.chips)}."
        )
    return _AREA.pack(AREAS.index(m.area), len(m.chips)) + b"".join(
        _CHIP.pack(*chip) for chip in m.chips
    )


def _read_area_changed(r: _Reader) -> AreaChanged:
    area, denominations = r.read_fields(_AREA)
    if denominations > MAX_DENOMINATIONS:
        raise _CannotRead("too many denominations")
    chips = tuple(r.read_fields(_CHIP) for _ in range(denominations))
    return AreaChanged(_word_at(AREAS, area), chips)


def _pack_key_pressed(m: KeyPressed) -> bytes:
    return _KEY.pack(KEYS.index(m.key), m.amount)


def _read_key_pressed(r: _Reader) -> KeyPressed:
    key, amount = r.read_fields(_KEY)
    return KeyPressed(_word_at(KEYS, key), amount)


def _pack_hello(m: Hello) -> bytes:
    cause = RESET_CAUSES.index(m.reset_cause)
    text = _HELLO.pack(
        KINDS.index(m.kind), cause, m.token, m.first_number, m.last_number, m.uptime_s
    )
    return text if m.anchor is None else text + _pack_anchor(m.anchor)


def _read_hello(r: _Reader) -> Hello:
    kind, cause, *numbers = r.read_fields(_HELLO)
    anchor = None if r.is_at_end else Anchor(*r.read_fields(_ANCHOR))
    return Hello(*(_word_at(KINDS, kind), *numbers, _word_at(RESET_CAUSES, cause), anchor))


def _pack_counters(m: Counters) -> bytes:
    *counted, cause = msgspec.structs.astuple(m)
    return _COUNTERS.pack(*(min(count, U32_MAX) for count in counted), RESET_CAUSES.index(cause))


def _read_counters(r: _Reader) -> Counters:
    *counted, cause = r.read_fields(_COUNTERS)
    return Counters(*(*counted, _word_at(RESET_CAUSES, cause)))


def _read_tags(r: _Reader) -> tuple[bytes, ...]:
    (tags,) = r.read_fields(_U8)
    return r.read_tags(tags)


def _pack_lamp(m: Lamp) -> bytes:
    return _LAMP.pack(*m.colour, PATTERNS.index(m.pattern), m.level)


def _read_lamp(r: _Reader) -> Lamp:
    red, green, blue, pattern, level = r.read_fields(_LAMP)
    return Lamp((red, green, blue), _word_at(PATTERNS, pattern), level)


def _read_on(r: _Reader) -> bool:
    (on,) = r.read_fields(_U8)
    if on > 1:
        raise _CannotRead("unknown word")
    return bool(on)


def _is_name(text: str) -> bool:
    return len(text) <= MAX_NAME and text.isascii() and text.isprintable()


def _pack_name(name: str) -> bytes:
    if not _is_name(name):
        raise ValueError(f"A name is at most {MAX_NAME} printable ASCII characters, not {name!r}.")
    return bytes([len(name)]) + name.encode("ascii")


def _pack_about(m: About) -> bytes:
    if len(m.rates) > MAX_ANTENNAS:
        raise ValueError(f"A node has at most {MAX_ANTENNAS} antennas, not {len(m.rates)}.")
    rates = b"".join(_RATE.pack(rate) for rate in m.rates)
    return (
        _ABOUT.pack(m.minor, m.abilities, len(m.rates))
        + rates
        + _pack_name(m.board)
        + _pack_name(m.firmware)
    )


def _read_about(r: _Reader) -> About:
    minor, abilities, antennas = r.read_fields(_ABOUT)
    if minor == 0:
        raise _CannotRead("no About in 1.0")
    if antennas > MAX_ANTENNAS:
        raise _CannotRead("too many antennas")
    rates = tuple(r.read_fields(_RATE)[0] for _ in range(antennas))
    return About(minor, abilities, rates, r.read_name(), r.read_name())


def _pack_asks(m: Asks) -> bytes:
    if not _is_amount(m.least, m.most, m.step):
        raise ValueError(
            f"No amount can be dialled from {m.least} to {m.most} in steps of {m.step}."
        )
    return _ASKS.pack(sum(1 << KEYS.index(key) for key in {*m.keys}), m.least, m.most, m.step)


def _read_asks(r: _Reader) -> Asks:
    keys, least, most, step = r.read_fields(_ASKS)
    if keys >> len(KEYS):
        raise _CannotRead("unknown word")
    if not _is_amount(least, most, step):
        raise _CannotRead("no amount")
    return Asks(
        tuple(key for place, key in enumerate(KEYS) if keys >> place & 1), least, most, step
    )


def _is_amount(least: int, most: int, step: int) -> bool:
    """Whether some amount can be dialled so, or none on purpose: all three are 0."""
    return least == most == step == 0 or (step > 0 and 0 < least <= most)


def _pack_anchor(m: Anchor) -> bytes:
    if len(m.hash) != ANCHOR_BYTES:
        raise ValueError(f"An anchor's hash has {ANCHOR_BYTES} bytes, not {len(m.hash)}.")
    return _ANCHOR.pack(m.count, m.hash)


def _pack_pair(m: Pair) -> bytes:
    return _LINK_KEY.pack(checked_key(m.link_key))


_Row = tuple[int, type[Message], Callable[..., bytes], Callable[[_Reader], Message]]


def _plain_row(code: int, kind: type[Message], layout: struct.Struct) -> _Row:
    """Of a message whose fields are those of the layout, each as it is."""
    return (
        code,
        kind,
        lambda m: layout.pack(*msgspec.structs.astuple(m)),
        lambda r: kind(*r.read_fields(layout)),
    )


# code, type, how it is written, how it is read; 0x0. edges, 0x1. node, 0x2. host, 0x3. states, 0x40
# both
_TABLE: tuple[_Row, ...] = (
    (0x01, CardOff, _pack_card_off, _read_card_off),
    (0x02, ShoeChanged, lambda m: bytes([SHOE_CHANGES.index(m.what)]), _read_shoe_changed),
    (0x03, AreaChanged, _pack_area_changed, _read_area_changed),
    (0x04, KeyPressed, _pack_key_pressed, _read_key_pressed),
    (
        0x05,
        HoleCardsSeen,
        lambda m: bytes([len(m.up)]) + _pack_tags(m.up),
        lambda r: HoleCardsSeen(_read_tags(r)),
    ),
    (
        0x06,
        CardPresented,
        lambda m: bytes([len(m.tags)]) + _pack_tags(m.tags),
        lambda r: CardPresented(_read_tags(r)),
    ),
    (0x10, Hello, _pack_hello, _read_hello),
    _plain_row(0x11, Heartbeat, _U32),
    _plain_row(0x12, Pong, _TWO),
    (0x13, Counters, _pack_counters, _read_counters),
    _plain_row(0x14, Dialled, _U32),
    (0x15, About, _pack_about, _read_about),
    _plain_row(0x20, HostHello, _U32),
    _plain_row(0x21, HostHeartbeat, _NOTHING),
    _plain_row(0x22, Ping, _U32),
    (0x23, Pair, _pack_pair, lambda r: Pair(*r.read_fields(_LINK_KEY))),
    (0x30, Lamp, _pack_lamp, _read_lamp),
    _plain_row(0x31, Gate, _U32),
    (0x32, Buzzer, lambda m: bytes([m.on]), lambda r: Buzzer(_read_on(r))),
    _plain_row(0x33, AskLevels, _NOTHING),
    (0x34, Asks, _pack_asks, _read_asks),
    (0x35, Anchor, _pack_anchor, lambda r: Anchor(*r.read_fields(_ANCHOR))),
    (0x36, LampTest, lambda m: bytes([m.on]), lambda r: LampTest(_read_on(r))),
    _plain_row(0x40, Ack, _NOTHING),
)
_WRITERS = {kind: (code, pack) for code, kind, pack, _ in _TABLE}
_READERS = {code: read for code, _, _, read in _TABLE}


def encode(frame: Frame, key: bytes | None = None) -> bytes:
    """The body that says `frame`, with a MAC by `key`. Raises where a value does not fit its
    field: a fault of the program.
    """
    code, pack = _WRITERS[type(frame.message)]
    body = _HEADER.pack(
        *(VERSION, 0 if key is None else KEYED, code, frame.node),
        *(frame.epoch, frame.sequence, frame.acknowledged_epoch, frame.acknowledged, frame.node_ms),
    ) + pack(frame.message)
    return body if key is None else append_mac(body, key)


def decode(body: bytes, key: bytes | None = None) -> Frame | Malformed:
    """The frame in `body`, or why it is none; with a `key`, only what bears its MAC is one.
    Never raises.
    """
    if len(body) < HEADER_BYTES:
        return Malformed("too short")
    version, flags, code, *header = _HEADER.unpack_from(body)
    if version != VERSION:
        return Malformed("other version")
    if key is not None:
        if not flags & KEYED:
            return Malformed(UNKEYED)
        if len(body) < HEADER_BYTES + MAC_BYTES:
            return Malformed("too short")
        body, mac = body[:-MAC_BYTES], body[-MAC_BYTES:]
        if not hmac.compare_digest(mac, _compute_mac(body, key)):
            return Malformed(FORGED)
    if flags != (0 if key is None else KEYED):
        return Malformed("unknown flags")
    read = _READERS.get(code)
    if read is None:
        return Malformed("unknown type")
    reader = _Reader(body[HEADER_BYTES:])
    try:
        message = read(reader)
        reader.require_end()
    except _CannotRead as reason:
        return Malformed(str(reason))
    return Frame(*(*header, message))


def node_named_in(body: bytes) -> int:
    """Which node a body says it is of, before anything of it is checked; 0: it is too short to
    say.
    """
    return body[_NODE_AT] if len(body) > _NODE_AT else 0


def without_mac(body: bytes) -> Frame | Malformed:
    """The frame in a keyed body, read without its key: enough to know that a node is there. Not to
    be believed.
    """
    if len(body) < HEADER_BYTES + MAC_BYTES or body[1] != KEYED:
        return Malformed(UNKEYED)
    return decode(body[:1] + b"\0" + body[2:-MAC_BYTES])


def checked_epoch(epoch: int) -> int:
    """The epoch of a start. Raises where it is none."""
    if not NO_EPOCH < epoch <= U32_MAX:
        raise ValueError(f"An epoch is 1 to {U32_MAX}, not {epoch}.")
    return epoch


def checked_key(key: bytes | None) -> bytes | None:
    """The key of a link, None for a link without one. Raises where it has another length."""
    if key is not None and len(key) != KEY_BYTES:
        raise ValueError(f"The key of a link has {KEY_BYTES} bytes, not {len(key)}.")
    return key


def append_mac(body: bytes, key: bytes) -> bytes:
    """The body and its MAC. Bit 0 of its flags must be set."""
    return body + _compute_mac(body, key)


def _compute_mac(body: bytes, key: bytes) -> bytes:
    return hashlib.blake2s(body, digest_size=MAC_BYTES, key=key).digest()
