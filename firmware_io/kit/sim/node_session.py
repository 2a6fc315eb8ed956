"""The node's end of the conversation. session.py says how the conversation goes; the firmware in C
does this too.

It numbers edges and keeps them until they are acknowledged, sends what it keeps again ever more
slowly, and reports each state once. What it reports is in session.py too. With a key it takes and
sends only frames with a MAC, and replay_guard.py says which of them are new; without an `about` it
does not say what it is.
"""

from collections import Counter, deque

import msgspec

from firmware_io.encoding import FORGED, UNKEYED, checked_epoch, checked_key, decode, encode
from firmware_io.framing import Deframer, frame
from firmware_io.messages import (
    ABOUT_STATES,
    ANY_NODE,
    FROM_HOST,
    NO_EPOCH,
    STATES,
    U32_MAX,
    About,
    Ack,
    Anchor,
    AskLevels,
    Counters,
    Dialled,
    Edge,
    Frame,
    Heartbeat,
    Hello,
    HostHello,
    Malformed,
    Message,
    Pair,
    Ping,
    Pong,
    State,
)
from firmware_io.replay_guard import NodeGuard
from firmware_io.session import (
    DIALLED_MS,
    HEARTBEAT_MS,
    LOST_AFTER_MS,
    MAX_KEPT_EDGES,
    RETRY_FIRST_MS,
    RETRY_LAST_MS,
    WINDOW_EDGES,
    EdgesForgotten,
    HostFound,
    HostLost,
    KeyGiven,
    LevelsAsked,
    NodeReport,
    StateSet,
)

# hellos and pongs that wait to be sent; beyond that they are dropped, for the host asks again
MAX_REPLIES = 8
DIALLED_TIMES = 2  # each amount at which the wheel stays: one frame may be lost
# a node's counters go out in a heartbeat's place, this often and only if they changed
COUNTERS_EVERY_MS = 60_000


class Kept(msgspec.Struct, frozen=True):
    number: int


class NoRoom(msgspec.Struct, frozen=True):
    """The edge was refused: as many as the node can keep are unacknowledged. Post it again after
    `EdgesForgotten`.
    """

    stored: int


class _StoredEdge(msgspec.Struct, frozen=True):
    number: int
    node_ms: int
    message: Edge


class NodeSession:
    """The node's end. The firmware in C does the same with the same names."""

    def __init__(
        self,
        *,
        node: int,
        kind: str,
        epoch: int,
        now_ms: int = 0,
        reset_cause: str = "power_on",
        about: About | None = None,
        anchor: Anchor | None = None,
        key: bytes | None = None,
    ) -> None:
        """`epoch`: new at each start, random on a real node. Node time counts from `now_ms`, the
        start.

        `about`: None: it does not say what it is. `anchor`: what it has stored over its restart.
        `key`: of the link, 32 bytes.
        """
        self.node = node
        self.kind = kind
        self.epoch = checked_epoch(epoch)
        self.reset_cause = reset_cause
        self.last_number = 0
        self.about = about
        self.anchor = anchor
        # malformed, unkeyed, forged, stale, strangers, frames, sent_again, refused_edges
        self.counts: Counter[str] = Counter()
        self._key = checked_key(key)
        self._guard = None if key is None else NodeGuard(epoch, now_ms)
        self._sent_count = 0  # frames without a number of their own, counted on a keyed link
        # the host has sent a state that it sends to nobody who has not reported About
        self._is_about_known = False
        self._dialled = 0
        self._dialled_left = 0  # how often it is still to be told
        self._dialled_ms = now_ms - DIALLED_MS
        self._born_ms = now_ms
        self._deframer = Deframer()
        self._stored: deque[_StoredEdge] = deque()
        self._sent_number = 0  # the newest edge sent at least once to this host
        self._resend_ms: int | None = None
        self._retry_ms = RETRY_FIRST_MS
        self._round_trip_ms: int | None = None  # smoothed, of edges sent once
        # (number, sent at) of the edge the round trip is being measured with
        self._timed: tuple[int, int] | None = None
        self._replies: deque[Message] = deque(maxlen=MAX_REPLIES)
        self._host_epoch = NO_EPOCH
        self._last_state = 0
        self._owes_ack = False
        self._heard_ms = now_ms
        # in the past, so that its first hello goes out at once
        self._sent_ms = now_ms - HEARTBEAT_MS
        self._counters_ms = now_ms
        self._counters_sent: Counters | None = None

    @property
    def stored_edges(self) -> int:
        """How many edges are not acknowledged."""
        return len(self._stored)

    @property
    def is_met(self) -> bool:
        """A host has greeted and is not silent."""
        return self._host_epoch != NO_EPOCH

    @property
    def counters(self) -> Counters:
        errors = self._deframer.errors
        return Counters(
            *(errors.bad_crc, errors.bad_cobs, errors.too_long),
            sum(self.counts[what] for what in ("malformed", "unkeyed", "forged")),
            *(self.counts["sent_again"], self.counts["refused_edges"]),
            reset_cause=self.reset_cause,
        )

    def post(self, message: Edge, now_ms: int) -> Kept | NoRoom:
        """Numbers an edge and keeps it until the host has it on disk."""
        if len(self._stored) >= MAX_KEPT_EDGES:
            self.counts["refused_edges"] += 1
            return NoRoom(len(self._stored))
        self.last_number += 1
        self._stored.append(_StoredEdge(self.last_number, self._node_ms(now_ms), message))
        return Kept(self.last_number)

    def dial(self, amount: int) -> None:
        """The wheel shows this now: a host that is met is sent it, at most every 100 ms."""
        if amount != self._dialled:
            self._dialled, self._dialled_left = amount, DIALLED_TIMES

    def keep_key(self, key: bytes, now_ms: int) -> list[NodeReport]:
        """The key that `KeyGiven` reported is stored over a restart: now the link is a keyed one,
        and who is met must greet anew.
        """
        self._key = checked_key(key)
        self._guard = NodeGuard(self.epoch, self._born_ms)
        self._replies.clear()
        self._owes_ack = False
        # its hello, with a MAC, goes out at once: that is the proof
        self._sent_ms = now_ms - HEARTBEAT_MS
        return self._lose_host(now_ms)

    def receive(self, data: bytes, now_ms: int) -> list[NodeReport]:
        """What the bytes report, in their order; half a frame is held for the next call."""
        reports: list[NodeReport] = []
        for body in self._deframer.feed(data):
            arrived = decode(body, self._key)
            if isinstance(arrived, Malformed):
                self.counts[_why_not(arrived)] += 1
            elif not self._is_for_us(arrived):
                self.counts["strangers"] += 1
            else:
                self.counts["frames"] += 1
                self._read_frame(arrived, now_ms, reports)
        return reports

    def tick(self, now_ms: int) -> list[NodeReport]:
        silent_ms = now_ms - self._heard_ms
        return [] if silent_ms < LOST_AFTER_MS else self._lose_host(now_ms)

    def _lose_host(self, now_ms: int) -> list[NodeReport]:
        if self._host_epoch == NO_EPOCH:
            return []
        # sent in the header, so that the host greets and sends every state again
        self._host_epoch = NO_EPOCH
        self._last_state = 0
        self._is_about_known = False
        self._resend_ms = None
        return [HostLost(now_ms - self._heard_ms)]

    def next_timeout_ms(self) -> int | None:
        """When `tick` and `take_output` must be called at the latest; may be past, which means
        at once.
        """
        due = [self._sent_ms + HEARTBEAT_MS]
        if self._host_epoch != NO_EPOCH:
            due.append(self._heard_ms + LOST_AFTER_MS)
            if self._resend_ms is not None:
                due.append(self._resend_ms)
            if (window := self._edge_window()) and window[-1].number > self._sent_number:
                due.append(0)
            if self._dialled_left:
                due.append(self._dialled_ms + DIALLED_MS)
        if self._replies or self._owes_ack:
            due.append(0)
        return min(due)

    def take_output(self, now_ms: int) -> bytes:
        """The bytes to write now: at most 19 frames."""
        messages = [*self._replies, *self._dialled_due(now_ms)]
        self._replies.clear()
        edges = self._edges_due(now_ms) if self._host_epoch != NO_EPOCH else []
        # on a keyed link an edge does not say when it was sent
        is_heard = bool(messages) or (bool(edges) and self._guard is None)
        if not is_heard and self._owes_ack:
            messages = [Ack()]
        elif not is_heard and now_ms - self._sent_ms >= HEARTBEAT_MS:
            messages = self._signs_of_life(now_ms)
        if messages or is_heard:
            self._sent_ms = now_ms
            self._owes_ack = False
        return b"".join(
            [
                *(self._unnumbered_frame(message, now_ms) for message in messages),
                *map(self._edge_frame, edges),
            ]
        )

    # -------------------------------------------------------------- inside

    def _node_ms(self, now_ms: int) -> int:
        # wraps after 49.7 days; only differences are used
        return (now_ms - self._born_ms) & U32_MAX

    def _unnumbered_frame(self, message: Message, now_ms: int) -> bytes:
        if self._guard is not None:
            self._sent_count += 1
        return self._encode_frame(message, self._sent_count, self._node_ms(now_ms))

    def _edge_frame(self, edge: _StoredEdge) -> bytes:
        return self._encode_frame(edge.message, edge.number, edge.node_ms)

    def _encode_frame(self, message: Message, sequence: int, node_ms: int) -> bytes:
        header = (self.node, self.epoch, sequence, self._host_epoch, self._last_state, node_ms)
        return frame(encode(Frame(*header, message=message), self._key))

    def _make_hello(self, token: int, now_ms: int) -> Hello:
        first_number = self._stored[0].number if self._stored else self.last_number + 1
        uptime_s = (now_ms - self._born_ms) // 1_000
        return Hello(
            self.kind,
            token,
            first_number,
            self.last_number,
            uptime_s,
            self.reset_cause,
            self.anchor,
        )

    def _signs_of_life(self, now_ms: int) -> list[Message]:
        if self._host_epoch == NO_EPOCH:
            return [self._make_hello(0, now_ms)]
        return [self._make_heartbeat(now_ms), *self._due_abouts()]

    def _make_heartbeat(self, now_ms: int) -> Message:
        if (
            now_ms - self._counters_ms >= COUNTERS_EVERY_MS
            and (counters := self.counters) != self._counters_sent
        ):
            self._counters_ms, self._counters_sent = now_ms, counters
            return counters
        return Heartbeat(self.last_number)

    def _due_abouts(self) -> list[Message]:
        """What it is, until the host shows that it knows."""
        return [] if self.about is None or self._is_about_known else [self.about]

    def _dialled_due(self, now_ms: int) -> list[Message]:
        if not (self.is_met and self._dialled_left and now_ms - self._dialled_ms >= DIALLED_MS):
            return []
        self._dialled_ms = now_ms
        self._dialled_left -= 1
        return [Dialled(self._dialled)]

    def _edge_window(self) -> list[_StoredEdge]:
        return [self._stored[place] for place in range(min(WINDOW_EDGES, len(self._stored)))]

    def _edges_due(self, now_ms: int) -> list[_StoredEdge]:
        window = self._edge_window()
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

    def _read_frame(self, arrived: Frame, now_ms: int, reports: list[NodeReport]) -> None:
        if not self._is_new(arrived, now_ms):
            return
        message = arrived.message
        is_repeat = isinstance(message, STATES) and arrived.sequence <= self._last_state
        if self._guard is None or not is_repeat:
            self._heard_ms = now_ms
        if isinstance(message, HostHello):
            self._meet_host(arrived.epoch, reports)
            self._replies.extend([self._make_hello(message.token, now_ms), *self._due_abouts()])
        if arrived.acknowledged_epoch == self.epoch:
            self._forget_edges(arrived.acknowledged, now_ms, reports)
        if isinstance(message, Ping):
            self._replies.append(Pong(message.token, self.last_number))
        elif isinstance(message, Pair):
            # a key over a live wire goes to who has none, and is meant
            if self._key is None and arrived.node == self.node:
                reports.append(KeyGiven(message.link_key))
        elif isinstance(message, STATES):
            self._owes_ack = True
            if not is_repeat:
                self._last_state = arrived.sequence
                self._take_state(message, reports)

    def _is_new(self, arrived: Frame, now_ms: int) -> bool:
        """Whether it is of the host that is met, or a host's hello; a stranger is sent a hello, to
        greet.
        """
        is_hello = isinstance(arrived.message, HostHello)
        if self._guard is not None:
            is_taken = self._guard.accepts_frame(arrived, self._host_epoch, now_ms)
            self.counts["stale"] += not is_taken
            must_greet = not is_taken and is_hello
        else:
            is_taken = is_hello or arrived.epoch == self._host_epoch
            must_greet = not is_taken
        if must_greet and not any(isinstance(reply, Hello) for reply in self._replies):
            self._replies.append(self._make_hello(0, now_ms))
        return is_taken

    def _take_state(self, state: State, reports: list[NodeReport]) -> None:
        """Puts a new state into effect."""
        self._is_about_known = self._is_about_known or isinstance(state, ABOUT_STATES)
        if isinstance(state, Anchor):
            self.anchor = state
        reports.append(LevelsAsked() if isinstance(state, AskLevels) else StateSet(state))

    def _meet_host(self, epoch: int, reports: list[NodeReport]) -> None:
        if epoch != self._host_epoch:
            self._host_epoch = epoch
            self._last_state = 0
            self._is_about_known = False
            self._dialled_left = DIALLED_TIMES if self._dialled else 0
            reports.append(HostFound(epoch))
        self._sent_number = (
            0  # a new host may have none of what is stored: all of it is sent at once
        )
        self._resend_ms = None
        self._retry_ms = RETRY_FIRST_MS
        self._timed = None

    def _forget_edges(self, up_to: int, now_ms: int, reports: list[NodeReport]) -> None:
        if not self._stored or not self._stored[0].number <= up_to <= self.last_number:
            return
        while self._stored and self._stored[0].number <= up_to:
            self._stored.popleft()
        self._sent_number = max(self._sent_number, up_to)
        if self._timed is not None and self._timed[0] <= up_to:
            sample_ms = now_ms - self._timed[1]
            known_ms = self._round_trip_ms
            self._round_trip_ms = sample_ms if known_ms is None else (7 * known_ms + sample_ms) // 8
            self._timed = None
        usual_ms = RETRY_FIRST_MS if self._round_trip_ms is None else 2 * self._round_trip_ms
        self._retry_ms = max(RETRY_FIRST_MS, min(usual_ms, RETRY_LAST_MS))
        self._resend_ms = now_ms + self._retry_ms if self._stored else None
        reports.append(EdgesForgotten(up_to))


def _why_not(arrived: Malformed) -> str:
    """Under which name it is counted."""
    return {UNKEYED: "unkeyed", FORGED: "forged"}.get(arrived.reason, "malformed")
