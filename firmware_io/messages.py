"""The messages of the wire between the host and its nodes: what they say, and the words they say it
with.

encoding.py has their bytes, PROTOCOL.md the table of both. May import: msgspec. No serial, no
asyncio: intake reads these types and must not reach a port through them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeGuard, get_args

import msgspec

ANY_NODE = 0  # the address of a node whose hello has not been heard yet; no node has this id
NO_ID = 255  # the id of a node that has not been given one: named, and never listened to
NO_EPOCH = 0  # the sender has not met the other side; no node or host starts with this epoch
NO_PULL = 0  # gate shut; or, in a card off: nobody requested it
U8_MAX = 0xFF
U32_MAX = 0xFFFF_FFFF

# an ISO 15693 UID; shorter ids (ISO 14443: 4 or 7 bytes) are padded in front with zeros by the node
TAG_BYTES = 8
# antennas read two cards well and three badly; eight are more than enough, and fit a frame
MAX_TAGS = 8
MAX_DENOMINATIONS = 12  # in one area: 12 * 6 bytes fit a frame beside header and MAC
# of one node; with two names of 32 characters they fit a frame beside header and MAC
MAX_ANTENNAS = 10
MAX_NAME = 32  # characters of a board's or a firmware's name
ANCHOR_BYTES = 32  # of the hash in it
LINK_KEY_BYTES = 32
PAIRS_FROM = 2  # a node of this minor keeps the key that it is given; one that cannot says 1

# On the wire a key is its place here: add at the end only.
Key = Literal[
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
    "buy_button",
    "report_joker",
    "made",
    "missed",
    "undo",
    "ante",
    "bonus",
    "pass",
    "check_call",
    "call_floor",
]


class Message(msgspec.Struct, frozen=True):
    """What one frame says, without its header."""


# ---------------------------------------------------------- edges: node to host, numbered, kept
# until acknowledged


class CardOff(Message, frozen=True):
    """A card left the shoe. No tag: a card that cannot be read. Two tags: two cards together."""

    pull: int  # the number of the request it answers; NO_PULL if nobody requested it
    tags: tuple[bytes, ...]
    face: str  # of FACES


class ShoeChanged(Message, frozen=True):
    """Something about the shoe itself changed."""

    what: str  # of SHOE_CHANGES


class AreaChanged(Message, frozen=True):
    """All that lies in one area of a seat now: a single one of these is enough to know the area."""

    area: str  # of AREAS
    chips: tuple[tuple[int, int], ...]  # (denomination, count)


class KeyPressed(Message, frozen=True):
    """A key of a seat went down, with the total dialled at its wheel (0: none dialled)."""

    key: Key
    amount: int = 0


class HoleCardsSeen(Message, frozen=True):
    """The tags that lie face up before the seat now, all of them."""

    up: tuple[bytes, ...]


class CardPresented(Message, frozen=True):
    """A card that lies on the table was held before the shoe's reader; none has left the shoe.
    No tag: not read again.
    """

    tags: tuple[bytes, ...]


# ---------------------------------------------------------- unnumbered, node to host


class Hello(Message, frozen=True):
    """Who the node is. Answers a host hello by its token; token 0: unasked, because it started
    or lost the host.
    """

    kind: str  # of KINDS
    token: int
    first_number: int  # of the oldest edge it still keeps; last_number + 1 if it keeps none
    last_number: int  # of the newest edge of this epoch; 0 if there was none
    uptime_s: int
    reset_cause: str  # of RESET_CAUSES
    anchor: Anchor | None = None  # what it keeps; None: nothing


class Heartbeat(Message, frozen=True):
    """Sent where nothing else is; the newest edge has this number."""

    last_number: int


class Pong(Message, frozen=True):
    """Answers a ping: all that came before it has been read, and the newest edge has this
    number.
    """

    token: int
    last_number: int


class Counters(Message, frozen=True):
    """Errors on the wire as the node saw it, since it started."""

    bad_crc: int
    bad_cobs: int
    too_long: int
    malformed: int
    sent_again: int
    refused_edges: int
    reset_cause: str  # of RESET_CAUSES


class Dialled(Message, frozen=True):
    """What a seat's wheel shows now. Fleeting: it is a KeyPressed that says what is meant."""

    amount: int


class About(Message, frozen=True):
    """What kind of thing the node is; the same for as long as it runs. One that does not say it
    has no abilities.
    """

    minor: int  # of the wire, at least 1; a later one is taken as well
    # a bit for each of ABILITIES, the first the lowest; those above are of a later wire
    abilities: int
    # of each antenna: how often a tag on it is read, in tenths a second; 0: it has not measured it
    rates: tuple[int, ...]
    board: str  # printable ASCII
    firmware: str  # printable ASCII


# ---------------------------------------------------------- unnumbered, host to node (Ack: both
# ways)


class HostHello(Message, frozen=True):
    """Asks for the node's hello, and tells it the host's epoch (in the header)."""

    token: int


class HostHeartbeat(Message, frozen=True):
    """Nothing else to say."""


class Ping(Message, frozen=True):
    token: int


class Pair(Message, frozen=True):
    """The key of the link, for a node that has none and keeps it from now on. The one message
    that must not be overheard.
    """

    link_key: bytes

    def __repr__(self) -> str:
        return "Pair(..)"


class Ack(Message, frozen=True):
    """Carries nothing but its header's acknowledged number, when no other frame is due that
    could.
    """


# ---------------------------------------------------------- states: host to node, numbered,
# absolute, newest wins


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
    """Asks for a fresh edge for each sensor of the node. Numbered like a state, so that a
    repeat asks only once.
    """


class Asks(Message, frozen=True):
    """Which keys are accepted now, and what may be dialled with one: least to most in steps, and
    always the most itself.
    """

    keys: tuple[Key, ...] = ()  # in the order of KEYS
    least: int = 0
    most: int = 0
    step: int = 0  # 0, with the two others: no amount


class Anchor(Message, frozen=True):
    """The head of the host's journal. The node keeps it over its restarts and tells it in its
    hello.
    """

    count: int  # rows
    hash: bytes  # of the last one, and so of all


class LampTest(Message, frozen=True):
    """The ring shows red, green, blue and white in turn, in place of the lamp, until this is off
    or the host is lost.
    """

    on: bool


Edge = CardOff | ShoeChanged | AreaChanged | KeyPressed | HoleCardsSeen | CardPresented
State = Lamp | Gate | Buzzer | AskLevels | Asks | Anchor | LampTest
EDGES = (CardOff, ShoeChanged, AreaChanged, KeyPressed, HoleCardsSeen, CardPresented)
ABOUT_STATES = (Asks, Anchor, LampTest)  # for nodes that have sent About, and no others
STATES = (Lamp, Gate, Buzzer, AskLevels, *ABOUT_STATES)
FROM_NODE = (*EDGES, Hello, Heartbeat, Pong, Counters, Dialled, About, Ack)
FROM_HOST = (*STATES, HostHello, HostHeartbeat, Ping, Pair, Ack)

# Words on the wire are their place in these rows: add at the end only.
FACES = ("unknown", "down", "up")
SHOE_CHANGES = ("lid_open", "lid_closed", "empty", "jam", "cleared", "reloaded")
AREAS = ("bet", "stack")
KEYS: tuple[Key, ...] = get_args(Key)
KINDS = ("shoe", "seat")
RESET_CAUSES = ("unknown", "power_on", "brown_out", "watchdog", "software", "pin")
PATTERNS = (
    *(
        "off",
        "solid",
        "drain",
        "blink_1hz",
        "arcs_breathing",
        "chase",
        "alternate",
        "blocks",
        "blocks_steady",
    ),
    *("two_blinks", "half", "top_dim"),
)

ABILITIES = (
    *("keys", "lamp", "buzzer", "wheel", "bet_area", "stack_area", "hole_cards"),
    *("motor", "gate", "break_beam", "lid", "presenter"),
)


class Frame(msgspec.Struct, frozen=True):
    """One message with its header: what a body holds."""

    node: int  # the node's id, in both directions
    epoch: int  # of the sender's start
    # of this edge or state; else 0, on a keyed link the count of frames that are neither
    sequence: int
    # whose numbers are acknowledged; NO_EPOCH if the sender has not met the other side
    acknowledged_epoch: int
    # edges up to this number are on the host's disk, or states up to it in effect at the node
    acknowledged: int
    # node to host: its own clock, for an edge when it happened; host to node: 0, on a keyed link
    # the echo
    node_ms: int
    message: Message


class Malformed(msgspec.Struct, frozen=True):
    """A body that this version cannot decode."""

    # in two or three words; UNKEYED and FORGED of encoding.py where the MAC is what it lacks
    reason: str


def is_key(word: str) -> TypeGuard[Key]:
    """Whether a word from a configuration, a pin or a pad names a key of a seat."""
    return word in KEYS


def abilities_of(bits: int) -> tuple[str, ...]:
    """The abilities that this wire has words for."""
    return tuple(word for place, word in enumerate(ABILITIES) if bits >> place & 1)


def bits_of(abilities: Iterable[str]) -> int:
    """The bits that say these abilities. Raises on a word that is none."""
    return sum(1 << ABILITIES.index(word) for word in set(abilities))
