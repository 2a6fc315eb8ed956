"""Both ends of the conversation of host and node, without I/O: bytes and time go in, bytes and reports come out.

    node                                    host
      |  <- HostHello(token)                  |   greeting: until a hello answers the latest token
      |  Hello(token, first, last) ->         |   found, or restarted if the epoch is a new one
      |  edge 1, edge 2, ... ->               |   EdgeArrived, in order, once; durable when the application says so
      |  <- any frame, acknowledging 2        |   the node forgets 1 and 2
      |  <- state 1, then state 2, ...        |   one in flight at a time, the newest of each slot wins
      |  any frame, acknowledging 1 ->        |   the host sends the next
      |  <- a frame at least every 400 ms ->  |   900 ms of silence: suspect, and asked; 1,500 ms: lost

Rules that everything else follows from:

- A node keeps an edge until the host, which has it on disk, acknowledges it. It sends what it keeps, eight at a time,
  again and again, so the host may ignore whatever comes out of order.
- A number means something only within an epoch, so each acknowledgement names the epoch whose numbers it acknowledges.
- The host believes what the node's newest header says it has: states that a node does not acknowledge, because it lost
  them, restarted or forgot the host, are sent again without anybody remembering to.
- A new epoch is adopted from a hello that answers the host's own latest question, never from a frame that may be old.

Time is an integer of milliseconds of the caller's clock and must not run back. `take_output` says what to write now,
`next_timeout_ms` when to come back at the latest. Nothing here raises because of what arrived.
"""

from __future__ import annotations

from collections import Counter, deque
from typing import Final

import msgspec

from firmware_io.framing import END, Deframer, FrameErrors, frame
from firmware_io.messages import (
    ANY_NODE,
    EDGES,
    FROM_HOST,
    FROM_NODE,
    NO_EPOCH,
    U32_MAX,
    Ack,
    AskLevels,
    Buzzer,
    Counters,
    Edge,
    Frame,
    Gate,
    Heartbeat,
    Hello,
    HostHeartbeat,
    HostHello,
    Lamp,
    Malformed,
    Message,
    Ping,
    Pong,
    State,
    decode,
    encode,
)

HEARTBEAT_MS: Final = (
    400  # heartbeats were 90 % of all frames: as rare as two missed ones still allow a quick suspicion
)
SUSPECT_AFTER_MS: Final = 900  # two heartbeats missed, and a little
LOST_AFTER_MS: Final = 1_500  # three heartbeats missed, and a little: a busy USB hub is not a lost seat
RETRY_FIRST_MS: Final = 25  # a round trip at 115200 Bd is about 5 ms, a sync on a good SD card 10
RETRY_LAST_MS: Final = 1_000  # a wire that is cut must not be shouted at, but be taken up within a second
WINDOW_EDGES: Final = 8  # in flight at once: at most 1,080 bytes, 94 ms of the wire
MAX_KEPT_EDGES: Final = 64  # what a node keeps in RAM: a seat makes about 2 a second at its busiest, so half a minute
MAX_PINGS: Final = 8  # asked and not yet answered
MAX_ANSWERS: Final = 16  # hellos remembered: at 25 ms a greeting, what a wire may delay
MAX_REPLIES: Final = 8  # hellos and pongs a node owes; the host asks again for what it misses
COUNTERS_EVERY_MS: Final = (
    60_000  # a node's counters go out in a heartbeat's place, this often and only if they changed
)


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
    """The node began a new epoch: edges it had not delivered are gone, its levels are being asked for."""

    node: int
    epoch: int
    previous_epoch: int
    reset_cause: str


class EdgesMissing(msgspec.Struct, frozen=True):
    """The node has forgotten edges that were never delivered here: somebody else acknowledged them."""

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
    """A good frame after a suspicion or a loss; the levels are being asked for."""

    node: int
    silent_ms: int


class Ponged(msgspec.Struct, frozen=True):
    node: int
    token: int
    node_ms: int
    last_number: int


class CountersRead(msgspec.Struct, frozen=True):
    node: int
    counters: Counters


class WrongNode(msgspec.Struct, frozen=True):
    """Not the node that belongs here; nothing of it is listened to."""

    reason: str  # "other id", "other kind", "two nodes with one id", "numbers ran back"
    node: int
    kind: str | None  # None where it has not said
    expected_node: int | None
    expected_kind: str | None


HostReport = (
    EdgeArrived
    | NodeFound
    | NodeRestarted
    | EdgesMissing
    | NodeSuspect
    | NodeLost
    | NodeBack
    | Ponged
    | CountersRead
    | WrongNode
)


class _Slot(msgspec.Struct, frozen=True):
    sequence: int
    message: State


class _Retry:
    """When to send something again: at once, then after 25 ms, then ever more slowly."""

    def __init__(self, last_ms: int) -> None:
        self.due_ms = 0  # long past: at once
        self._last_ms = last_ms
        self._wait_ms = RETRY_FIRST_MS

    def sent(self, now_ms: int) -> None:
        self.due_ms = now_ms + self._wait_ms
        self._wait_ms = min(2 * self._wait_ms, self._last_ms)


class HostSession:
    """The host's end, for one node on one wire."""

    def __init__(
        self,
        *,
        epoch: int,
        node: int | None = None,
        kind: str | None = None,
        now_ms: int = 0,
        recognise_repeats: bool = True,
        check_crc: bool = True,
    ) -> None:
        """`epoch` is the host's own, a new one each start. `node` and `kind`: what must be there, None if anything may.

        `recognise_repeats=False` and `check_crc=False` are there only so that a test can show what they prevent.
        """
        if not NO_EPOCH < epoch <= U32_MAX:
            raise ValueError(f"An epoch is 1 to {U32_MAX}, not {epoch}.")
        self.epoch = epoch
        self.node = node
        self.kind = kind
        self.node_epoch: int | None = None
        self.delivered = 0  # the newest edge given to the application
        self.durable = 0  # the newest edge the application has made durable
        self.counts: Counter[str] = Counter()  # repeats, gaps, strangers, malformed, frames
        self._recognise_repeats = recognise_repeats
        self._deframer = Deframer(check_crc=check_crc)
        self._is_found = False
        self._greeting: _Retry | None = _Retry(HEARTBEAT_MS)  # a hello counts as a heartbeat: never more slowly
        self._token = 0
        self._answered_token = 0
        self._answers: dict[int, int] = {}  # the epoch that answered each of the last tokens
        self._hello_ms = now_ms - HEARTBEAT_MS  # when the last was sent
        self._conflict_ms: int | None = None  # when two nodes last answered to one id
        self._last_wrong: WrongNode | None = None
        self._slots: dict[type[State], _Slot] = {}
        self._next_sequence = 1
        self._settled = 0  # the newest state the node says it has
        self._flying: tuple[int, _Retry] | None = None
        self._pings: dict[int, _Retry] = {}
        self._owes_ack = False
        self._heard_ms = now_ms
        self._sent_ms = now_ms - HEARTBEAT_MS
        self._silence = "heard"  # heard, suspect, lost

    # -------------------------------------------------------------- what the application says

    def begin(self, now_ms: int) -> None:
        """The silence counts from here."""
        self._heard_ms = now_ms
        self._sent_ms = now_ms - HEARTBEAT_MS

    def restore(self, epoch: int, number: int) -> None:
        """After a restart of the host, before anything is received: edges of `epoch` up to `number` are on disk."""
        self.node_epoch = epoch
        self.delivered = self.durable = number

    def acknowledge(self, epoch: int, number: int) -> None:
        """All edges up to `number` are durable. Of an epoch that is over, nothing is left to acknowledge."""
        if epoch != self.node_epoch:
            return
        self.durable = max(self.durable, number)
        self.delivered = max(self.delivered, self.durable)
        self._owes_ack = True

    def set_state(self, message: State) -> None:
        """What the node is to show or do from now on. Goes on being sent until the node says it has it."""
        slot = self._slots.get(type(message))
        if slot is not None and slot.message == message and not isinstance(message, AskLevels):
            return
        self._slots[type(message)] = _Slot(self._next_sequence, message)
        self._next_sequence += 1

    def ask_levels(self) -> None:
        self.set_state(AskLevels())

    def ping(self, token: int) -> None:
        """Asked again until `Ponged`. Beyond eight unanswered, the oldest is given up."""
        while len(self._pings) >= MAX_PINGS:
            del self._pings[next(iter(self._pings))]
        self._pings[token] = _Retry(RETRY_LAST_MS)

    def greet(self) -> None:
        """Ask for the node's hello: at the start, when the wire was opened again, when the node does not know us."""
        if self._greeting is None:
            self._greeting = _Retry(HEARTBEAT_MS)
            self._greeting.due_ms = self._hello_ms + RETRY_FIRST_MS  # frames of a stranger must not start a storm

    def wire_lost(self, now_ms: int) -> list[HostReport]:
        """The port is gone: no need to wait for silence."""
        self._deframer.feed(END)
        self._greeting = _Retry(HEARTBEAT_MS)
        if self._silence == "lost":
            return []
        self._silence = "lost"
        return [NodeLost(self.node, now_ms - self._heard_ms)]

    def conflict(self, now_ms: int) -> list[HostReport]:
        """Another wire has a node of this id: neither is listened to until 1,500 ms after the last call of this.

        What was delivered but is not durable will be delivered again, so the caller may drop reports it still holds.
        """
        self.delivered = self.durable
        self._conflict_ms = now_ms
        self.greet()
        wrong = WrongNode("two nodes with one id", self.node or ANY_NODE, self.kind, self.node, self.kind)
        if wrong == self._last_wrong:
            return []
        self._last_wrong = wrong
        return [wrong]

    # -------------------------------------------------------------- time and bytes

    @property
    def is_heard(self) -> bool:
        """Found, and not silent."""
        return self._is_found and self._silence == "heard"

    @property
    def is_settled(self) -> bool:
        """The node has every state, and nothing is owed to it."""
        return self._next_slot() is None and not self._owes_ack and self._greeting is None

    @property
    def frame_errors(self) -> FrameErrors:
        return self._deframer.errors

    def receive(self, data: bytes, now_ms: int) -> list[HostReport]:
        reports: list[HostReport] = []
        for body in self._deframer.feed(data):
            arrived = decode(body)
            if isinstance(arrived, Malformed):
                self.counts["malformed"] += 1
            elif not isinstance(arrived.message, FROM_NODE):
                self.counts["strangers"] += 1  # our own words come back: a two-wire bus hears itself
            elif self._is_for_us(arrived, reports):
                self.counts["frames"] += 1
                self._read(arrived, now_ms, reports)
        return reports

    def tick(self, now_ms: int) -> list[HostReport]:
        reports: list[HostReport] = []
        silent_ms = now_ms - self._heard_ms
        if self._silence == "heard" and silent_ms >= SUSPECT_AFTER_MS:
            self._silence = "suspect"
            reports.append(NodeSuspect(self.node, silent_ms))
            self.greet()  # five questions before it is lost: three frames that noise ate are not a pulled plug
        if self._silence == "suspect" and silent_ms >= LOST_AFTER_MS:
            self._silence = "lost"
            reports.append(NodeLost(self.node, silent_ms))
        return reports

    def next_timeout_ms(self) -> int | None:
        """When `tick` and `take_output` must be called at the latest; may be past, which means at once."""
        due = [self._sent_ms + HEARTBEAT_MS]
        silence_ms = self.next_silence_ms()
        if silence_ms is not None:
            due.append(silence_ms)
        if self._greeting is not None:
            due.append(self._greeting.due_ms)
        else:
            self._launch()
            if self._flying is not None:
                due.append(self._flying[1].due_ms)
            due.extend(ping.due_ms for ping in self._pings.values())
            if self._owes_ack:
                due.append(0)
        return min(due)

    def next_silence_ms(self) -> int | None:
        """When `tick` will have a silence to report if nothing comes before."""
        if self._silence == "heard":
            return self._heard_ms + SUSPECT_AFTER_MS
        return self._heard_ms + LOST_AFTER_MS if self._silence == "suspect" else None

    def take_output(self, now_ms: int) -> bytes:
        """The bytes to write now: at most 10 frames."""
        out: list[bytes] = []
        if self._greeting is not None:
            if now_ms >= self._greeting.due_ms:
                self._token += 1
                self._greeting.sent(now_ms)
                self._hello_ms = now_ms
                out.append(self._frame(HostHello(self._token)))
        else:
            self._launch()
            if self._flying is not None and now_ms >= self._flying[1].due_ms:
                sequence, retry = self._flying
                slot = next(slot for slot in self._slots.values() if slot.sequence == sequence)
                retry.sent(now_ms)
                out.append(self._frame(slot.message, sequence))
            for token, retry in self._pings.items():
                if now_ms >= retry.due_ms:
                    retry.sent(now_ms)
                    out.append(self._frame(Ping(token)))
            if self._owes_ack and not out:
                out.append(self._frame(Ack()))
        if not out and now_ms - self._sent_ms >= HEARTBEAT_MS:
            out.append(self._frame(HostHeartbeat()))
        if out:
            self._sent_ms = now_ms
            self._owes_ack = False
        return b"".join(out)

    # -------------------------------------------------------------- inside

    def _frame(self, message: Message, sequence: int = 0) -> bytes:
        epoch = self.node_epoch if self._is_found and self.node_epoch is not None else NO_EPOCH
        durable = self.durable if epoch != NO_EPOCH else 0
        node = ANY_NODE if self.node is None else self.node
        return frame(encode(Frame(node, self.epoch, sequence, epoch, durable, 0, message)))

    def _next_slot(self) -> _Slot | None:
        open_slots = [slot for slot in self._slots.values() if slot.sequence > self._settled]
        return min(open_slots, key=lambda slot: slot.sequence, default=None)

    def _launch(self) -> None:
        """One state in flight, the oldest open one: so that one number can acknowledge all before it."""
        slot = self._next_slot()
        if slot is None:
            self._flying = None
        elif self._flying is None or self._flying[0] != slot.sequence:
            self._flying = (slot.sequence, _Retry(RETRY_LAST_MS))

    def _wrong(self, reason: str, arrived: Frame, reports: list[HostReport]) -> None:
        kind = arrived.message.kind if isinstance(arrived.message, Hello) else None
        wrong = WrongNode(reason, arrived.node, kind, self.node, self.kind)
        if wrong != self._last_wrong:  # said once, not at each of its frames
            self._last_wrong = wrong
            reports.append(wrong)

    def _is_for_us(self, arrived: Frame, reports: list[HostReport]) -> bool:
        if arrived.node == ANY_NODE or arrived.epoch == NO_EPOCH:
            self.counts["strangers"] += 1
            return False
        if self.node is not None and arrived.node != self.node:
            self.counts["strangers"] += 1
            if isinstance(arrived.message, Hello):
                self._wrong("other id", arrived, reports)
            return False
        return True

    def _read(self, arrived: Frame, now_ms: int, reports: list[HostReport]) -> None:
        message = arrived.message
        if isinstance(message, Hello):
            self._read_hello(arrived, message, now_ms, reports)
            return
        if not self._is_found or arrived.epoch != self.node_epoch or self._conflict_ms is not None:
            self.greet()  # restarted, or an old frame that came late: only a hello can tell
            return
        self._heard(now_ms, reports)
        self._read_acknowledgement(arrived)
        if isinstance(message, EDGES):
            self._read_edge(arrived, message, reports)
        elif isinstance(message, Pong):
            if self._pings.pop(message.token, None) is not None:
                reports.append(Ponged(arrived.node, message.token, arrived.node_ms, message.last_number))
        elif isinstance(message, Counters):
            reports.append(CountersRead(arrived.node, message))

    def _read_edge(self, arrived: Frame, message: Edge, reports: list[HostReport]) -> None:
        number = arrived.sequence
        if number <= self.durable:
            self._owes_ack = True  # the acknowledgement was lost
        if number > self.delivered + 1:
            self.counts["gaps"] += 1  # the node sends what is missing again, and this one after it
            return
        if number <= self.delivered:
            self.counts["repeats"] += 1
            if self._recognise_repeats:
                return
        self.delivered = max(self.delivered, number)
        reports.append(EdgeArrived(arrived.node, arrived.epoch, number, arrived.node_ms, message))

    def _read_acknowledgement(self, arrived: Frame) -> None:
        if arrived.acknowledged_epoch == self.epoch:
            self._settled = min(arrived.acknowledged, self._next_sequence - 1)
        else:
            self._settled = 0
            self.greet()  # the node has not met this host, or has given it up after a silence

    def _heard(self, now_ms: int, reports: list[HostReport]) -> None:
        if self._silence != "heard":
            reports.append(NodeBack(self.node or ANY_NODE, now_ms - self._heard_ms))
            self._silence = "heard"
            self.ask_levels()
        self._heard_ms = now_ms

    def _read_hello(self, arrived: Frame, hello: Hello, now_ms: int, reports: list[HostReport]) -> None:
        if self.kind is not None and hello.kind != self.kind:
            self._wrong("other kind", arrived, reports)
            return
        if arrived.acknowledged_epoch != self.epoch or hello.token == 0:
            self.greet()  # it announces itself, or answers another host
            return
        if hello.token > self._token:
            return  # never asked
        if self._answers.setdefault(hello.token, arrived.epoch) != arrived.epoch:
            self._conflict_ms = now_ms
            self._wrong("two nodes with one id", arrived, reports)
            self.greet()
            return
        if len(self._answers) > MAX_ANSWERS:
            del self._answers[min(self._answers)]
        if hello.token <= self._answered_token:
            return  # a repeat, or an answer that has been overtaken
        self._answered_token = hello.token
        if self._conflict_ms is not None:
            if now_ms - self._conflict_ms < LOST_AFTER_MS:
                return  # the other one may still be there
            self._conflict_ms = None
        self._adopt(arrived, hello, now_ms, reports)

    def _adopt(self, arrived: Frame, hello: Hello, now_ms: int, reports: list[HostReport]) -> None:
        previous, was_found = self.node_epoch, self._is_found
        if previous == arrived.epoch and not was_found and hello.last_number < self.durable:
            self._wrong("numbers ran back", arrived, reports)
            return
        self._greeting = None
        self._last_wrong = None
        self._is_found = True
        self.node, self.kind, self.node_epoch = arrived.node, hello.kind, arrived.epoch
        if was_found:
            self._heard(now_ms, reports)
        self._heard_ms, self._silence = now_ms, "heard"
        if previous is not None and previous != arrived.epoch:
            self.delivered = self.durable = 0
            reports.append(NodeRestarted(arrived.node, arrived.epoch, previous, hello.reset_cause))
        elif not was_found:
            reports.append(NodeFound(arrived.node, hello.kind, arrived.epoch, hello.reset_cause))
        if hello.first_number > self.delivered + 1:
            if previous is not None:
                reports.append(EdgesMissing(arrived.node, arrived.epoch, self.delivered + 1, hello.first_number - 1))
            self.delivered = self.durable = hello.first_number - 1
        if previous != arrived.epoch or not was_found:
            self.ask_levels()
        self._read_acknowledgement(arrived)


# ------------------------------------------------------------------ what a node session reports


class StateSet(msgspec.Struct, frozen=True):
    """The host wants this shown or done from now on."""

    state: Lamp | Gate | Buzzer


class LevelsAsked(msgspec.Struct, frozen=True):
    """Post a fresh edge for each thing the node senses."""


class HostFound(msgspec.Struct, frozen=True):
    epoch: int


class HostLost(msgspec.Struct, frozen=True):
    """No host: what must not go on by itself (an open gate) ends here. A host that is back says everything again."""

    silent_ms: int


class EdgesForgotten(msgspec.Struct, frozen=True):
    """Acknowledged up to this number: there is room again."""

    up_to: int


NodeReport = StateSet | LevelsAsked | HostFound | HostLost | EdgesForgotten


class Kept(msgspec.Struct, frozen=True):
    number: int


class NoRoom(msgspec.Struct, frozen=True):
    """The edge was refused: as many as the node can keep are unacknowledged. Post it again after `EdgesForgotten`."""

    kept: int


class _KeptEdge(msgspec.Struct, frozen=True):
    number: int
    node_ms: int
    message: Edge


class NodeSession:
    """The node's end. The firmware in C does the same with the same names."""

    def __init__(self, *, node: int, kind: str, epoch: int, now_ms: int = 0, reset_cause: str = "power_on") -> None:
        """`epoch`: new at each start, random on a real node. Node time counts from `now_ms`, the start."""
        if not NO_EPOCH < epoch <= U32_MAX:
            raise ValueError(f"An epoch is 1 to {U32_MAX}, not {epoch}.")
        self.node = node
        self.kind = kind
        self.epoch = epoch
        self.reset_cause = reset_cause
        self.last_number = 0
        self.counts: Counter[str] = Counter()  # malformed, strangers, frames, sent_again, refused_edges
        self._born_ms = now_ms
        self._deframer = Deframer()
        self._kept: deque[_KeptEdge] = deque()
        self._sent_number = 0  # the newest edge sent at least once to this host
        self._resend_ms: int | None = None
        self._retry_ms = RETRY_FIRST_MS
        self._round_trip_ms: int | None = None  # smoothed, of edges sent once
        self._timed: tuple[int, int] | None = (
            None  # (number, sent at) of the edge the round trip is being measured with
        )
        self._replies: deque[Message] = deque(maxlen=MAX_REPLIES)
        self._host_epoch = NO_EPOCH
        self._last_state = 0
        self._owes_ack = False
        self._heard_ms = now_ms
        self._sent_ms = now_ms - HEARTBEAT_MS  # so that it announces itself at once
        self._counters_ms = now_ms
        self._counters_sent: Counters | None = None

    @property
    def kept(self) -> int:
        """How many edges are not acknowledged."""
        return len(self._kept)

    @property
    def is_met(self) -> bool:
        """A host has said hello and is not silent."""
        return self._host_epoch != NO_EPOCH

    @property
    def counters(self) -> Counters:
        errors = self._deframer.errors
        return Counters(
            *(errors.bad_crc, errors.bad_cobs, errors.too_long),
            *(self.counts["malformed"], self.counts["sent_again"], self.counts["refused_edges"]),
            reset_cause=self.reset_cause,
        )

    def post(self, message: Edge, now_ms: int) -> Kept | NoRoom:
        """Something happened: keep it until the host has it on disk."""
        if len(self._kept) >= MAX_KEPT_EDGES:
            self.counts["refused_edges"] += 1
            return NoRoom(len(self._kept))
        self.last_number += 1
        self._kept.append(_KeptEdge(self.last_number, self._node_ms(now_ms), message))
        return Kept(self.last_number)

    def receive(self, data: bytes, now_ms: int) -> list[NodeReport]:
        reports: list[NodeReport] = []
        for body in self._deframer.feed(data):
            arrived = decode(body)
            if isinstance(arrived, Malformed):
                self.counts["malformed"] += 1
            elif not self._is_for_us(arrived):
                self.counts["strangers"] += 1
            else:
                self.counts["frames"] += 1
                self._read(arrived, now_ms, reports)
        return reports

    def tick(self, now_ms: int) -> list[NodeReport]:
        silent_ms = now_ms - self._heard_ms
        if self._host_epoch == NO_EPOCH or silent_ms < LOST_AFTER_MS:
            return []
        self._host_epoch = (
            NO_EPOCH  # says so in its header from now on, so that the host greets and sends every state again
        )
        self._last_state = 0
        self._resend_ms = None
        return [HostLost(silent_ms)]

    def next_timeout_ms(self) -> int | None:
        """When `tick` and `take_output` must be called at the latest; may be past, which means at once."""
        due = [self._sent_ms + HEARTBEAT_MS]
        if self._host_epoch != NO_EPOCH:
            due.append(self._heard_ms + LOST_AFTER_MS)
            if self._resend_ms is not None:
                due.append(self._resend_ms)
            if any(True for edge in self._window() if edge.number > self._sent_number):
                due.append(0)
        if self._replies or self._owes_ack:
            due.append(0)
        return min(due)

    def take_output(self, now_ms: int) -> bytes:
        """The bytes to write now: at most 17 frames."""
        out = [self._frame(reply, now_ms) for reply in self._replies]
        self._replies.clear()
        if self._host_epoch != NO_EPOCH:
            out += [self._edge_frame(edge) for edge in self._edges_due(now_ms)]
        if self._owes_ack and not out:
            out.append(self._frame(Ack(), now_ms))
        if not out and now_ms - self._sent_ms >= HEARTBEAT_MS:
            out.append(self._frame(self._sign_of_life(now_ms), now_ms))
        if out:
            self._sent_ms = now_ms
            self._owes_ack = False
        return b"".join(out)

    # -------------------------------------------------------------- inside

    def _node_ms(self, now_ms: int) -> int:
        return (now_ms - self._born_ms) & U32_MAX  # wraps after 49.7 days; only differences of it mean anything

    def _frame(self, message: Message, now_ms: int) -> bytes:
        header = (self.node, self.epoch, 0, self._host_epoch, self._last_state, self._node_ms(now_ms))
        return frame(encode(Frame(*header, message=message)))

    def _edge_frame(self, edge: _KeptEdge) -> bytes:
        header = (self.node, self.epoch, edge.number, self._host_epoch, self._last_state, edge.node_ms)
        return frame(encode(Frame(*header, message=edge.message)))

    def _hello(self, token: int, now_ms: int) -> Hello:
        first_number = self._kept[0].number if self._kept else self.last_number + 1
        uptime_s = (now_ms - self._born_ms) // 1_000
        return Hello(self.kind, token, first_number, self.last_number, uptime_s, self.reset_cause)

    def _sign_of_life(self, now_ms: int) -> Message:
        if self._host_epoch == NO_EPOCH:
            return self._hello(0, now_ms)
        counters = self.counters
        if counters != self._counters_sent and now_ms - self._counters_ms >= COUNTERS_EVERY_MS:
            self._counters_ms, self._counters_sent = now_ms, counters
            return counters
        return Heartbeat(self.last_number)

    def _window(self) -> list[_KeptEdge]:
        return [self._kept[place] for place in range(min(WINDOW_EDGES, len(self._kept)))]

    def _edges_due(self, now_ms: int) -> list[_KeptEdge]:
        window = self._window()
        if self._resend_ms is not None and now_ms >= self._resend_ms:
            self.counts["sent_again"] += sum(edge.number <= self._sent_number for edge in window)
            self._retry_ms = min(2 * self._retry_ms, RETRY_LAST_MS)
            self._resend_ms = now_ms + self._retry_ms
            self._timed = None  # an answer could now be to either copy
        else:
            window = [edge for edge in window if edge.number > self._sent_number]
            if window and self._resend_ms is None:
                self._resend_ms = now_ms + self._retry_ms
            if window and self._timed is None:
                self._timed = (window[0].number, now_ms)
        if window:
            self._sent_number = max(self._sent_number, window[-1].number)
        return window

    def _is_for_us(self, arrived: Frame) -> bool:
        is_addressed = arrived.node in (self.node, ANY_NODE)
        return is_addressed and arrived.epoch != NO_EPOCH and isinstance(arrived.message, FROM_HOST)

    def _read(self, arrived: Frame, now_ms: int, reports: list[NodeReport]) -> None:
        message = arrived.message
        if isinstance(message, HostHello):
            self._heard_ms = now_ms
            self._meet(arrived.epoch, reports)
            self._replies.append(self._hello(message.token, now_ms))
        elif arrived.epoch != self._host_epoch:
            if not any(isinstance(reply, Hello) for reply in self._replies):
                self._replies.append(self._hello(0, now_ms))  # a host we have not met: ask it to greet
            return
        self._heard_ms = now_ms
        if arrived.acknowledged_epoch == self.epoch:
            self._forget(arrived.acknowledged, now_ms, reports)
        if isinstance(message, Ping):
            self._replies.append(Pong(message.token, self.last_number))
        elif isinstance(message, Lamp | Gate | Buzzer | AskLevels):
            self._owes_ack = True
            if arrived.sequence > self._last_state:
                self._last_state = arrived.sequence
                reports.append(LevelsAsked() if isinstance(message, AskLevels) else StateSet(message))

    def _meet(self, epoch: int, reports: list[NodeReport]) -> None:
        if epoch != self._host_epoch:
            self._host_epoch = epoch
            self._last_state = 0
            reports.append(HostFound(epoch))
        self._sent_number = 0  # whatever is kept, it may not have: all of it at once, not when the back-off says so
        self._resend_ms = None
        self._retry_ms = RETRY_FIRST_MS
        self._timed = None

    def _forget(self, up_to: int, now_ms: int, reports: list[NodeReport]) -> None:
        if not self._kept or not self._kept[0].number <= up_to <= self.last_number:
            return
        while self._kept and self._kept[0].number <= up_to:
            self._kept.popleft()
        self._sent_number = max(self._sent_number, up_to)
        if self._timed is not None and self._timed[0] <= up_to:
            sample_ms = now_ms - self._timed[1]
            known_ms = self._round_trip_ms
            self._round_trip_ms = sample_ms if known_ms is None else (7 * known_ms + sample_ms) // 8
            self._timed = None
        usual_ms = RETRY_FIRST_MS if self._round_trip_ms is None else 2 * self._round_trip_ms
        self._retry_ms = max(RETRY_FIRST_MS, min(usual_ms, RETRY_LAST_MS))
        self._resend_ms = now_ms + self._retry_ms if self._kept else None
        reports.append(EdgesForgotten(up_to))
