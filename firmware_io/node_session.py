"""The node's end of the conversation. session.py says how the conversation goes; the firmware in C does this too.

It numbers edges and keeps them until they are acknowledged, sends what it keeps again ever more slowly, and reports
each state once. What it reports is in session.py too.
"""

from __future__ import annotations

from collections import Counter, deque
from typing import Final

import msgspec

from firmware_io.encoding import decode, encode
from firmware_io.framing import Deframer, frame
from firmware_io.messages import (
    ANY_NODE,
    FROM_HOST,
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
    HostHello,
    Lamp,
    Malformed,
    Message,
    Ping,
    Pong,
)
from firmware_io.session import (
    HEARTBEAT_MS,
    LOST_AFTER_MS,
    MAX_KEPT_EDGES,
    RETRY_FIRST_MS,
    RETRY_LAST_MS,
    WINDOW_EDGES,
    EdgesForgotten,
    HostFound,
    HostLost,
    LevelsAsked,
    NodeReport,
    StateSet,
)

MAX_REPLIES: Final = 8  # hellos and pongs that wait to be sent; beyond that they are dropped, for the host asks again
COUNTERS_EVERY_MS: Final = 60_000  # a node's counters go out in a heartbeat's place, this often and only if they changed


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
        self._timed: tuple[int, int] | None = None  # (number, sent at) of the edge the round trip is being measured with
        self._replies: deque[Message] = deque(maxlen=MAX_REPLIES)
        self._host_epoch = NO_EPOCH
        self._last_state = 0
        self._owes_ack = False
        self._heard_ms = now_ms
        self._sent_ms = now_ms - HEARTBEAT_MS  # in the past, so that its first hello goes out at once
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
        """Numbers an edge and keeps it until the host has it on disk."""
        if len(self._kept) >= MAX_KEPT_EDGES:
            self.counts["refused_edges"] += 1
            return NoRoom(len(self._kept))
        self.last_number += 1
        self._kept.append(_KeptEdge(self.last_number, self._node_ms(now_ms), message))
        return Kept(self.last_number)

    def receive(self, data: bytes, now_ms: int) -> list[NodeReport]:
        """What the bytes report, in their order; half a frame is kept for the next call."""
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
        self._host_epoch = NO_EPOCH  # sent in the header, so that the host greets and sends every state again
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
        return (now_ms - self._born_ms) & U32_MAX  # wraps after 49.7 days; only differences are used

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
            self._timed = None  # sent twice: an acknowledgement could be of either
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
        self._sent_number = 0  # a new host may have none of what is kept: all of it is sent at once
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
