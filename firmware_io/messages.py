"""The messages of the wire between the host and its nodes, and their bytes.

Everything is little endian, of fixed place or counted, so that a microcontroller reads and writes it in C without
allocating. Whatever cannot be decoded is a `Malformed` value; whatever can be, encodes to the same bytes again.
PROTOCOL.md holds the table of bytes and worked frames. May import: struct, msgspec. No serial, no asyncio: intake reads
these types and must not reach a port through them.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Final

import msgspec

VERSION: Final = 1
ANY_NODE: Final = 0  # the address of a node whose hello has not been heard yet; no node has this id
NO_EPOCH: Final = 0  # "I have not met the other side": no boot has this epoch
NO_PULL: Final = 0  # gate shut; or, in a card off: nobody asked for it
U8_MAX: Final = 0xFF
U32_MAX: Final = 0xFFFF_FFFF

TAG_BYTES: Final = (
    8  # an ISO 15693 UID; shorter ids (ISO 14443: 4 or 7 bytes) are padded in front with zeros by the node
)
MAX_TAGS: Final = (
    8  # a seat's antennas read well at two cards, badly at three; eight is far beyond and still fits a frame
)
MAX_DENOMINATIONS: Final = 12  # in one area: 12 * 6 bytes fit a frame beside header and MAC
MAC_BYTES: Final = 8  # room kept at the end of a body
MAC_FLAG: Final = 0x01  # the body ends with a MAC; not spoken by version 1, so such a body is malformed


class Message(msgspec.Struct, frozen=True):
    """What one frame says, without its header."""


# ---------------------------------------------------------- edges: node to host, numbered, kept until acknowledged


class CardOff(Message, frozen=True):
    """A card left the shoe. No tag: a card that cannot be read. Two tags: two cards together."""

    pull: int  # the number of the request it answers; NO_PULL if nobody asked
    tags: tuple[bytes, ...]
    face: str  # of FACES


class ShoeChanged(Message, frozen=True):
    """Something about the shoe itself changed."""

    what: str  # of SHOE_CHANGES


class AreaChanged(Message, frozen=True):
    """What lies in one area of a seat now, the whole of it: any one of these is enough to reconcile."""

    area: str  # of AREAS
    chips: tuple[tuple[int, int], ...]  # (denomination, count)


class KeyPressed(Message, frozen=True):
    """A key of a seat went down, with the total dialled at its wheel (0: none dialled)."""

    key: str  # of KEYS
    amount: int = 0


class HoleCardsSeen(Message, frozen=True):
    """The tags that lie face up before the seat now, all of them."""

    up: tuple[bytes, ...]


class CardPresented(Message, frozen=True):
    """A card that lies on the table was held before the shoe's reader; none has left the shoe. No tag: not read again."""

    tags: tuple[bytes, ...]


# ---------------------------------------------------------- unnumbered, node to host


class Hello(Message, frozen=True):
    """Who the node is. Answers a host hello by its token; token 0: unasked, because it started or lost the host."""

    kind: str  # of KINDS
    token: int
    first_number: int  # of the oldest edge it still keeps; last_number + 1 if it keeps none
    last_number: int  # of the newest edge of this epoch; 0 if there was none
    uptime_s: int
    reset_cause: str  # of RESET_CAUSES


class Heartbeat(Message, frozen=True):
    """Nothing else to say; the newest edge has this number."""

    last_number: int


class Pong(Message, frozen=True):
    """Answers a ping: all that came before it has been read, and the newest edge has this number."""

    token: int
    last_number: int


class Counters(Message, frozen=True):
    """What went wrong on the wire as the node saw it, since it started."""

    bad_crc: int
    bad_cobs: int
    too_long: int
    malformed: int
    sent_again: int
    refused_edges: int
    reset_cause: str  # of RESET_CAUSES


# ---------------------------------------------------------- unnumbered, host to node (Ack: both ways)


class HostHello(Message, frozen=True):
    """Asks for the node's hello, and tells it the host's epoch (in the header)."""

    token: int


class HostHeartbeat(Message, frozen=True):
    """Nothing else to say."""


class Ping(Message, frozen=True):
    token: int


class Ack(Message, frozen=True):
    """Carries nothing but its header's acknowledged number, when no other frame is due that could."""


# ---------------------------------------------------------- states: host to node, numbered, absolute, newest wins


class Lamp(Message, frozen=True):
    """What the ring shows from now on."""

    colour: tuple[int, int, int]
    pattern: str  # of PATTERNS
    level: int = U8_MAX  # drain: what is left, of 255


class Gate(Message, frozen=True):
    """The shoe may give one card, for this pull. NO_PULL: shut."""

    pull: int


class Buzzer(Message, frozen=True):
    on: bool


class AskLevels(Message, frozen=True):
    """Asks for a fresh edge for each thing the node senses. Numbered like a state, so that a repeat asks only once."""


Edge = CardOff | ShoeChanged | AreaChanged | KeyPressed | HoleCardsSeen | CardPresented
State = Lamp | Gate | Buzzer | AskLevels
EDGES: Final = (CardOff, ShoeChanged, AreaChanged, KeyPressed, HoleCardsSeen, CardPresented)
STATES: Final = (Lamp, Gate, Buzzer, AskLevels)
FROM_NODE: Final = (*EDGES, Hello, Heartbeat, Pong, Counters, Ack)
FROM_HOST: Final = (*STATES, HostHello, HostHeartbeat, Ping, Ack)

# Words on the wire are their place in these rows: add at the end only.
FACES: Final = ("unknown", "down", "up")
SHOE_CHANGES: Final = ("lid_open", "lid_closed", "empty", "jam", "cleared", "reloaded")
AREAS: Final = ("bet", "stack")
KEYS: Final = (
    *(
        "fold",
        "check",
        "call",
        "bet",
        "raise",
        "all_in",
        "confirm",
        "show",
        "muck",
        "sit_out",
        "sit_in",
        "post",
        "wait",
    ),
    *("buy_button", "report_joker", "made", "missed", "undo", "ante", "bonus", "pass"),
)
KINDS: Final = ("shoe", "seat")
RESET_CAUSES: Final = ("unknown", "power_on", "brown_out", "watchdog", "software", "pin")
PATTERNS: Final = (
    *("off", "solid", "drain", "blink_1hz", "arcs_breathing", "chase", "alternate", "blocks", "blocks_steady"),
    *("two_blinks", "half", "top_dim"),
)


class Frame(msgspec.Struct, frozen=True):
    """One message with its header: what a body holds."""

    node: int  # the node's id, in both directions
    epoch: int  # of the sender's start
    sequence: int  # of this edge or state; 0 if the message is not numbered
    acknowledged_epoch: int  # whose numbers are acknowledged; NO_EPOCH if the sender has not met the other side
    acknowledged: int  # all edges, or states, up to this number are in safe hands
    node_ms: int  # node to host: its own clock, for an edge when it happened; host to node: 0
    message: Message


class Malformed(msgspec.Struct, frozen=True):
    """A body that says nothing this version understands."""

    reason: str


# version, flags, type, node; epoch, sequence, acknowledged_epoch, acknowledged, node_ms
_HEADER = struct.Struct("<4B5I")
HEADER_BYTES: Final = _HEADER.size
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


class _CannotRead(Exception):
    """Leaves this file only as a `Malformed`."""


class _Reader:
    """The payload of a body, read from front to back."""

    def __init__(self, payload: bytes) -> None:
        self._payload = payload
        self._at = 0

    def fields(self, layout: struct.Struct) -> tuple[int, ...]:
        if len(self._payload) - self._at < layout.size:
            raise _CannotRead("too short")
        values = layout.unpack_from(self._payload, self._at)
        self._at += layout.size
        return values

    def tags(self, count: int) -> tuple[bytes, ...]:
        if count > MAX_TAGS:
            raise _CannotRead("too many tags")
        end = self._at + count * TAG_BYTES
        if end > len(self._payload):
            raise _CannotRead("too short")
        tags = tuple(self._payload[at : at + TAG_BYTES] for at in range(self._at, end, TAG_BYTES))
        self._at = end
        return tags

    def end(self) -> None:
        if self._at != len(self._payload):
            raise _CannotRead("too long")


def _word(words: tuple[str, ...], place: int) -> str:
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
    pull, face, tags = r.fields(_CARD_OFF)
    return CardOff(pull, r.tags(tags), _word(FACES, face))


def _read_shoe_changed(r: _Reader) -> ShoeChanged:
    (what,) = r.fields(_U8)
    return ShoeChanged(_word(SHOE_CHANGES, what))


def _pack_area_changed(m: AreaChanged) -> bytes:
    if len(m.chips) > MAX_DENOMINATIONS:
        raise ValueError(f"An area holds at most {MAX_DENOMINATIONS} denominations, not {len(m.chips)}.")
    return _AREA.pack(AREAS.index(m.area), len(m.chips)) + b"".join(_CHIP.pack(*chip) for chip in m.chips)


def _read_area_changed(r: _Reader) -> AreaChanged:
    area, denominations = r.fields(_AREA)
    if denominations > MAX_DENOMINATIONS:
        raise _CannotRead("too many denominations")
    chips = []
    for _ in range(denominations):
        denomination, count = r.fields(_CHIP)
        chips.append((denomination, count))
    return AreaChanged(_word(AREAS, area), tuple(chips))


def _pack_key_pressed(m: KeyPressed) -> bytes:
    return _KEY.pack(KEYS.index(m.key), m.amount)


def _read_key_pressed(r: _Reader) -> KeyPressed:
    key, amount = r.fields(_KEY)
    return KeyPressed(_word(KEYS, key), amount)


def _pack_hello(m: Hello) -> bytes:
    cause = RESET_CAUSES.index(m.reset_cause)
    return _HELLO.pack(KINDS.index(m.kind), cause, m.token, m.first_number, m.last_number, m.uptime_s)


def _read_hello(r: _Reader) -> Hello:
    kind, cause, token, first_number, last_number, uptime_s = r.fields(_HELLO)
    return Hello(_word(KINDS, kind), token, first_number, last_number, uptime_s, _word(RESET_CAUSES, cause))


def _pack_counters(m: Counters) -> bytes:
    counted = (m.bad_crc, m.bad_cobs, m.too_long, m.malformed, m.sent_again, m.refused_edges)
    return _COUNTERS.pack(*(min(count, U32_MAX) for count in counted), RESET_CAUSES.index(m.reset_cause))


def _read_counters(r: _Reader) -> Counters:
    bad_crc, bad_cobs, too_long, malformed, sent_again, refused_edges, cause = r.fields(_COUNTERS)
    return Counters(bad_crc, bad_cobs, too_long, malformed, sent_again, refused_edges, _word(RESET_CAUSES, cause))


def _read_tags(r: _Reader) -> tuple[bytes, ...]:
    (tags,) = r.fields(_U8)
    return r.tags(tags)


def _pack_lamp(m: Lamp) -> bytes:
    return _LAMP.pack(*m.colour, PATTERNS.index(m.pattern), m.level)


def _read_lamp(r: _Reader) -> Lamp:
    red, green, blue, pattern, level = r.fields(_LAMP)
    return Lamp((red, green, blue), _word(PATTERNS, pattern), level)


def _read_buzzer(r: _Reader) -> Buzzer:
    (on,) = r.fields(_U8)
    if on > 1:
        raise _CannotRead("unknown word")
    return Buzzer(bool(on))


def _u32(number: int) -> bytes:
    return _U32.pack(number)


# code, type, how it is written, how it is read; 0x0. edges, 0x1. node, 0x2. host, 0x3. states, 0x40 both
_TABLE: Final[tuple[tuple[int, type[Message], Callable[..., bytes], Callable[[_Reader], Message]], ...]] = (
    (0x01, CardOff, _pack_card_off, _read_card_off),
    (0x02, ShoeChanged, lambda m: bytes([SHOE_CHANGES.index(m.what)]), _read_shoe_changed),
    (0x03, AreaChanged, _pack_area_changed, _read_area_changed),
    (0x04, KeyPressed, _pack_key_pressed, _read_key_pressed),
    (0x05, HoleCardsSeen, lambda m: bytes([len(m.up)]) + _pack_tags(m.up), lambda r: HoleCardsSeen(_read_tags(r))),
    (0x06, CardPresented, lambda m: bytes([len(m.tags)]) + _pack_tags(m.tags), lambda r: CardPresented(_read_tags(r))),
    (0x10, Hello, _pack_hello, _read_hello),
    (0x11, Heartbeat, lambda m: _u32(m.last_number), lambda r: Heartbeat(*r.fields(_U32))),
    (0x12, Pong, lambda m: _TWO.pack(m.token, m.last_number), lambda r: Pong(*r.fields(_TWO))),
    (0x13, Counters, _pack_counters, _read_counters),
    (0x20, HostHello, lambda m: _u32(m.token), lambda r: HostHello(*r.fields(_U32))),
    (0x21, HostHeartbeat, lambda m: b"", lambda r: HostHeartbeat()),
    (0x22, Ping, lambda m: _u32(m.token), lambda r: Ping(*r.fields(_U32))),
    (0x30, Lamp, _pack_lamp, _read_lamp),
    (0x31, Gate, lambda m: _u32(m.pull), lambda r: Gate(*r.fields(_U32))),
    (0x32, Buzzer, lambda m: bytes([m.on]), _read_buzzer),
    (0x33, AskLevels, lambda m: b"", lambda r: AskLevels()),
    (0x40, Ack, lambda m: b"", lambda r: Ack()),
)
_WRITERS: Final = {kind: (code, pack) for code, kind, pack, _ in _TABLE}
_READERS: Final = {code: read for code, _, _, read in _TABLE}


def encode(frame: Frame) -> bytes:
    """The body that says `frame`. A value that does not fit its field is our own mistake and raises."""
    code, pack = _WRITERS[type(frame.message)]
    return _HEADER.pack(
        *(VERSION, 0, code, frame.node),
        *(frame.epoch, frame.sequence, frame.acknowledged_epoch, frame.acknowledged, frame.node_ms),
    ) + pack(frame.message)


def decode(body: bytes) -> Frame | Malformed:
    """What `body` says, if it says anything. Never raises."""
    if len(body) < HEADER_BYTES:
        return Malformed("too short")
    version, flags, code, node, epoch, sequence, acknowledged_epoch, acknowledged, node_ms = _HEADER.unpack_from(body)
    if version != VERSION:
        return Malformed("other version")
    if flags != 0:
        return Malformed("unknown flags")
    read = _READERS.get(code)
    if read is None:
        return Malformed("unknown type")
    reader = _Reader(body[HEADER_BYTES:])
    try:
        message = read(reader)
        reader.end()
    except _CannotRead as reason:
        return Malformed(str(reason))
    return Frame(node, epoch, sequence, acknowledged_epoch, acknowledged, node_ms, message)
