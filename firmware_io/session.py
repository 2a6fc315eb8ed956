"""How host and node talk, the times both keep, and what each end reports. host_session.py and
node_session.py do it.

    node                                    host
      |  <- HostHello(token)                  |   greets until a hello answers the latest token
      |  Hello(token, first, last) ->         |   found, or restarted if the epoch is a new one
      |  edge 1, edge 2, ... ->               |   EdgeArrived, in order, once; durable when the
      |                                       |   application says so
      |  <- any frame, acknowledging 2        |   the node forgets 1 and 2
      |  <- state 1, then state 2, ...        |   one in flight, the newest of each slot wins
      |  any frame, acknowledging 1 ->        |   the host sends the next
      |  <- a frame at least every 400 ms ->  |   900 ms of silence: suspect, and greeted;
      |                                       |   1,500 ms: lost

Rules that everything else follows from:

- A node keeps an edge until the host, which has it on disk, acknowledges it. It sends what it
  keeps, eight at a time, again and again, so the host may ignore whatever comes out of order.
- A number means something only within an epoch, so each acknowledgement names the epoch whose
  numbers it acknowledges.
- The host believes what the node's newest header says it has: states that a node does not
  acknowledge, because it lost them, restarted or forgot the host, are sent again without anybody
  remembering to.
- An impossible number is its node's fault: beyond the window or beyond what a node keeps, or more
  edges in a second than hands can make. Such a node is ignored until it says hello when 1,500 ms
  have passed; without one it is lost after 1,500 more.
- A new epoch is adopted from a hello that answers the host's own latest question, never from a
  frame that may be old.

Both ends are without I/O: bytes and time go in, bytes and reports come out. Time is an integer of
milliseconds of the caller's clock and must not run back. `take_output` says what to write now,
`next_timeout_ms` when to come back at the latest. Neither raises because of what arrived.
"""

import msgspec

from firmware_io.messages import About, Anchor, Asks, Buzzer, Counters, Edge, Gate, Lamp, LampTest

# ------------------------------------------------------------------ times that both ends keep

# rare, for they are most of all frames; often enough that two missed ones are soon noticed
HEARTBEAT_MS = 400
LOST_AFTER_MS = 1_500  # three heartbeats and a little: a busy USB hub delays frames, too
RETRY_FIRST_MS = 25  # a round trip at 115200 Bd is about 5 ms, a sync on a good SD card 10
WINDOW_EDGES = 8  # a node's edges in flight at once: at most 1,080 bytes, 94 ms of the wire
# what a node keeps in RAM: a seat makes about 2 a second at its busiest, so half a minute
MAX_KEPT_EDGES = 64
DIALLED_MS = 100  # between two amounts of a wheel that turns: what an eye can follow
# three times what a wheel tells, for a wire that held frames back or repeated them
MAX_DIALLED_A_SECOND = 32
# all that it kept while it was away, twice: no player causes more
MAX_EDGES_A_SECOND = 2 * MAX_KEPT_EDGES
RETRY_LAST_MS = 1_000  # few frames into a cut wire, and yet back within a second of its repair


# ------------------------------------------------------------------ what a host session reports


class EdgeArrived(msgspec.Struct, frozen=True):
    """The next edge of the node. Acknowledge it when it is durable, not before."""

    node: int
    epoch: int
    number: int
    node_ms: int  # by the node's clock, when it happened
    message: Edge


class NodeFound(msgspec.Struct, frozen=True):
    """The node's first hello in this session; its epoch is the one restored, or none was."""

    node: int
    kind: str
    epoch: int
    reset_cause: str


class NodeRestarted(msgspec.Struct, frozen=True):
    """The node began a new epoch: edges it had not delivered are gone, its levels are being
    asked for.
    """

    node: int
    epoch: int
    previous_epoch: int
    reset_cause: str


class EdgesMissing(msgspec.Struct, frozen=True):
    """The node has forgotten edges that were never delivered here: somebody else acknowledged
    them.
    """

    node: int
    epoch: int
    first: int
    last: int


class NodeSuspect(msgspec.Struct, frozen=True):
    node: int | None
    silent_ms: int


class NodeLost(msgspec.Struct, frozen=True):
    node: int | None
    silent_ms: int


class NodeBack(msgspec.Struct, frozen=True):
    """A good frame after a suspicion or a loss; the levels are being requested."""

    node: int
    silent_ms: int


class Ponged(msgspec.Struct, frozen=True):
    node: int
    token: int
    node_ms: int
    last_number: int


class NodeFaulty(msgspec.Struct, frozen=True):
    """What the node says cannot be: it is not listened to until its next hello."""

    node: int
    what: str


class CountersRead(msgspec.Struct, frozen=True):
    node: int
    counters: Counters


class AboutTold(msgspec.Struct, frozen=True):
    """What the node is. Once an epoch."""

    node: int
    about: About


class AnchorTold(msgspec.Struct, frozen=True):
    """What the node keeps of this or another host's journal, as its hello says."""

    node: int
    anchor: Anchor


class WheelTurned(msgspec.Struct, frozen=True):
    """What the wheel of a seat shows now; 0: nothing. Worth showing, and nothing that happened."""

    node: int
    amount: int


class WrongNode(msgspec.Struct, frozen=True):
    """Not the node that belongs here; nothing of it is listened to."""

    # "other id", "other kind", "two nodes with one id", "numbers ran back", "impossible numbers"
    reason: str
    node: int
    kind: str | None  # None where it has not said
    expected_node: int | None
    expected_kind: str | None


class NotProven(msgspec.Struct, frozen=True):
    """Frames come in this node's name whose MAC is invalid, and noise does not make so many
    (auth_failures.py).
    """

    node: int


class Replayed(msgspec.Struct, frozen=True):
    """A frame has come again that had come before; a wire repeats none. TimedMessage once a minute
    at most.
    """

    node: int


# all but edges
StateReport = (
    NodeFound
    | NodeRestarted
    | EdgesMissing
    | NodeSuspect
    | NodeLost
    | NodeBack
    | NodeFaulty
    | Ponged
    | CountersRead
    | AboutTold
    | AnchorTold
    | WheelTurned
    | WrongNode
    | NotProven
    | Replayed
)
HostReport = EdgeArrived | StateReport


# ------------------------------------------------------------------ what a node session reports


class StateSet(msgspec.Struct, frozen=True):
    """The host wants this shown or done from now on."""

    state: Lamp | Gate | Buzzer | Asks | Anchor | LampTest


class LevelsAsked(msgspec.Struct, frozen=True):
    """Post a fresh edge for each sensor of the node."""


class HostFound(msgspec.Struct, frozen=True):
    epoch: int


class HostLost(msgspec.Struct, frozen=True):
    """The host is silent: an open gate and the like must end now. A host that is back sends all
    states again.
    """

    silent_ms: int


class EdgesForgotten(msgspec.Struct, frozen=True):
    """Acknowledged up to this number: there is room again."""

    up_to: int


class KeyGiven(msgspec.Struct, frozen=True):
    """The key that the link is to have. The one who has stored it over a restart says so by
    `keep_key`, which proves it to the host.
    """

    key: bytes

    def __repr__(self) -> str:
        return "KeyGiven(..)"


NodeReport = StateSet | LevelsAsked | HostFound | HostLost | EdgesForgotten | KeyGiven
