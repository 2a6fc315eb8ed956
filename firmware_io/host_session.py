"""The host's end of the conversation, for one node on one wire. session.py says how the conversation goes.

It decides which edge is the next one and reports it, greets until a hello answers, and watches the silence. What it still
owes the node is in outgoing.py, what it reports in session.py. With a key it takes and sends only frames with a MAC, and keyed.py
says which of them are new.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from firmware_io.encoding import FORGED, UNKEYED, checked_epoch, checked_key, decode, encode, node_named_in, without_mac
from firmware_io.forgeries import Forgeries, Replays
from firmware_io.framing import END, Deframer, frame
from firmware_io.keyed import HostGuard
from firmware_io.messages import (
    ANY_NODE,
    EDGES,
    FROM_NODE,
    NO_EPOCH,
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
    HostHeartbeat,
    HostHello,
    Malformed,
    Message,
    Ping,
    Pong,
    State,
)
from firmware_io.outgoing import Pings, Retry, States
from firmware_io.session import (
    HEARTBEAT_MS,
    LOST_AFTER_MS,
    MAX_DIALLED_A_SECOND,
    MAX_EDGES_A_SECOND,
    MAX_KEPT_EDGES,
    RETRY_FIRST_MS,
    WINDOW_EDGES,
    AboutTold,
    AnchorTold,
    CountersRead,
    EdgeArrived,
    EdgesMissing,
    HostReport,
    NodeBack,
    NodeFaulty,
    NodeFound,
    NodeLost,
    NodeRestarted,
    NodeSuspect,
    NotProven,
    Ponged,
    Replayed,
    WheelTurned,
    WrongNode,
)

SUSPECT_AFTER_MS: Final = 900  # two heartbeats missed, and a little
MAX_ANSWERS: Final = 16  # tokens whose answer is remembered: at one each 25 ms, 400 ms of delay


class HostSession:
    """The host's end, for one node on one wire."""

    def __init__(
        self,
        *,
        epoch: int,
        node: int | None = None,
        kind: str | None = None,
        now_ms: int = 0,
        on_disk: Mapping[int, tuple[int, int]] | None = None,
        deframer: Deframer | None = None,
        key: bytes | None = None,
    ) -> None:
        """`epoch` is the host's own, a new one each start. `node` and `kind`: what must be there, None if anything may.

        `on_disk`: the epoch and number of each node's last edge that is on disk, as of now. It is asked for the node that
        answers, whatever was expected at this wire. `deframer` takes the bytes apart. `key`: of the link, 32 bytes.
        """
        self.epoch = checked_epoch(epoch)
        self.node = node
        self.kind = kind
        self.node_epoch: int | None = None
        self.delivered = 0  # the newest edge given to the application
        self.durable = 0  # the newest edge the application has made durable
        self.about: About | None = None  # what the node has said of itself in its epoch; None: nothing, it is of 1.0
        self.anchor: Anchor | None = None  # what its newest hello said that it keeps
        # repeats, gaps, strangers, malformed, unkeyed, forged, stale, replayed, frames, keyed
        self.counts: Counter[str] = Counter()
        self._key = checked_key(key)
        self._guard = None if key is None else HostGuard()
        self._forgeries, self._replays = Forgeries(), Replays()
        self._on_disk = {} if on_disk is None else on_disk
        self._deframer = deframer or Deframer()
        self._is_found = False
        self._greeting: Retry | None = Retry(HEARTBEAT_MS)  # the greeting takes the heartbeat's place, so it is never slower
        self._token = 0
        self._answered_token = 0
        self._answers: dict[int, int] = {}  # the epoch that answered each of the last tokens
        self._hello_ms = now_ms - HEARTBEAT_MS  # when the last was sent
        self._shut_out_ms: int | None = None  # since when all but hellos is ignored: two nodes with one id, or a faulty one
        self._second_ms = now_ms  # the second that is counted, and what was taken in it
        self._in_it: Counter[str] = Counter()
        self._last_wrong: WrongNode | None = None
        self._states = States()
        self._pings = Pings()
        self._owes_ack = False
        self._heard_ms = now_ms
        self._sent_ms = now_ms - HEARTBEAT_MS
        self._silence = "heard"  # heard, suspect, lost

    # -------------------------------------------------------------- what the application says

    def begin(self, now_ms: int) -> None:
        """Begin to watch for silence, from now on."""
        self._heard_ms = now_ms
        self._sent_ms = now_ms - HEARTBEAT_MS

    def acknowledge(self, epoch: int, number: int) -> None:
        """All edges up to `number` are durable. Of an epoch that is over, nothing is left to acknowledge."""
        if epoch != self.node_epoch:
            return
        self.durable = max(self.durable, number)
        self.delivered = max(self.delivered, self.durable)
        self._owes_ack = True

    def set_state(self, message: State) -> None:
        """What the node is to show or do from now on. Goes on being sent until the node says it has it."""
        self._states.set(message)

    def ask_levels(self) -> None:
        self.set_state(AskLevels())

    def ping(self, token: int) -> None:
        """Asked again until `Ponged`. Beyond eight unanswered, the oldest is given up."""
        self._pings.ask(token)

    def greet(self) -> None:
        """Ask for the node's hello: at the start, when the wire was opened again, when the node does not know us."""
        if self._greeting is None:
            self._greeting = Retry(HEARTBEAT_MS)
            self._greeting.due_ms = self._hello_ms + RETRY_FIRST_MS  # strange frames must not make us greet more often than that

    def wire_lost(self, now_ms: int) -> list[HostReport]:
        """The port is gone: no need to wait for silence."""
        self._deframer.feed(END)
        self._greeting = Retry(HEARTBEAT_MS)
        if self._silence == "lost":
            return []
        self._silence = "lost"
        return [NodeLost(self.node, max(0, now_ms - self._heard_ms))]

    def conflict(self, now_ms: int) -> list[HostReport]:
        """Another wire has a node of this id: neither is listened to until 1,500 ms after the last call of this.

        What was delivered but is not durable will be delivered again, so the caller may drop reports it still holds.
        """
        self.delivered = self.durable
        self._shut_out_ms = now_ms
        self.greet()
        wrong = WrongNode("two nodes with one id", self.node or ANY_NODE, self.kind, self.node, self.kind)
        if wrong == self._last_wrong:
            return []
        self._last_wrong = wrong
        return [wrong]

    # -------------------------------------------------------------- time and bytes

    @property
    def is_keyed(self) -> bool:
        return self._key is not None

    @property
    def is_heard(self) -> bool:
        """Found, and not silent."""
        return self._is_found and self._silence == "heard"

    @property
    def is_settled(self) -> bool:
        """The node has every state, and nothing is owed to it."""
        return self._states.is_settled and not self._owes_ack and self._greeting is None

    def receive(self, data: bytes, now_ms: int) -> list[HostReport]:
        """What the bytes report, in their order; half a frame is kept for the next call."""
        reports: list[HostReport] = []
        for body in self._deframer.feed(data):
            arrived = decode(body, self._key)
            if isinstance(arrived, Malformed):
                self._not_read(arrived, body, now_ms, reports)
            elif not isinstance(arrived.message, FROM_NODE):
                self.counts["strangers"] += 1  # our own frames: on a two-wire bus the sender receives them, too
            elif self._is_for_us(arrived, reports):
                self.counts["frames"] += 1
                self._read(arrived, now_ms, reports)
        return reports

    def tick(self, now_ms: int) -> list[HostReport]:
        """What the silence reports: suspect after 900 ms, lost after 1,500 ms, each once."""
        reports: list[HostReport] = []
        silent_ms = now_ms - self._heard_ms
        if self._silence == "heard" and silent_ms >= SUSPECT_AFTER_MS:
            self._silence = "suspect"
            reports.append(NodeSuspect(self.node, silent_ms))
            self.greet()  # asked five times before it is lost, so that a few frames lost to noise are no loss
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
            state_ms = self._states.due_ms()
            if state_ms is not None:
                due.append(state_ms)
            due.extend(self._pings.due_ms())
            if self._owes_ack:
                due.append(0)
        return min(due)

    def next_silence_ms(self) -> int | None:
        """When `tick` will have a silence to report if nothing comes before."""
        if self._silence == "heard":
            return self._heard_ms + SUSPECT_AFTER_MS
        return self._heard_ms + LOST_AFTER_MS if self._silence == "suspect" else None

    def take_output(self, now_ms: int) -> bytes:
        """The bytes to write now: at most 11 frames."""
        state: tuple[int, State] | None = None
        said: list[Message] = []
        if self._greeting is None:
            state = self._states.take(now_ms)
            said = [Ping(token) for token in self._pings.take(now_ms)]
            if self._owes_ack and not said and state is None:
                said = [Ack()]
        elif now_ms >= self._greeting.due_ms:
            self._token += 1
            self._greeting.sent(now_ms)
            self._hello_ms = now_ms
            said = [HostHello(self._token)]
        is_heard = bool(said) or (state is not None and self._guard is None)  # on a keyed link a state may be a repeat
        if not is_heard and now_ms - self._sent_ms >= HEARTBEAT_MS:
            said = [HostHeartbeat()]
        if said or is_heard:
            self._sent_ms = now_ms
        if said or state is not None:
            self._owes_ack = False
        states = [] if state is None else [self._frame(state[1], state[0])]
        return b"".join([*states, *map(self._frame, said)])

    # -------------------------------------------------------------- inside

    def _frame(self, message: Message, sequence: int = 0) -> bytes:
        epoch = self._found_epoch
        durable = self.durable if epoch != NO_EPOCH else 0
        echo_ms = 0
        if self._guard is not None:
            sequence = sequence or self._guard.number()
            echo_ms = self._guard.echo_ms
            if isinstance(message, HostHello):
                asked, echo_ms = self._guard.whom_to_ask(epoch)
                epoch, durable = asked, durable if asked == epoch else 0
        node = ANY_NODE if self.node is None else self.node
        return frame(encode(Frame(node, self.epoch, sequence, epoch, durable, echo_ms, message), self._key))

    def _not_read(self, arrived: Malformed, body: bytes, now_ms: int, reports: list[HostReport]) -> None:
        self.counts[{UNKEYED: "unkeyed", FORGED: "forged"}.get(arrived.reason, "malformed")] += 1
        if self._key is None and isinstance(without_mac(body), Frame):
            self.counts["keyed"] += 1  # of the malformed: somebody is there, and may not be talked to
        is_ours = self.node is not None and node_named_in(body) == self.node  # another's, at the wrong plug, claims nothing
        if is_ours and arrived.reason == FORGED and self._forgeries.another(now_ms):
            reports.append(NotProven(node_named_in(body)))

    def _not_new(self, arrived: Frame, now_ms: int, reports: list[HostReport]) -> None:
        self.counts["stale"] += 1
        if arrived.epoch != self._found_epoch:
            return  # a node that has restarted says more than its hello
        self.counts["replayed"] += 1
        if self._replays.another(now_ms):
            reports.append(Replayed(arrived.node))

    def _wrong(self, reason: str, arrived: Frame, reports: list[HostReport]) -> None:
        kind = arrived.message.kind if isinstance(arrived.message, Hello) else None
        wrong = WrongNode(reason, arrived.node, kind, self.node, self.kind)
        if wrong != self._last_wrong:  # reported once, not for each of its frames
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
        if self._guard is not None and not self._guard.takes(arrived, self._found_epoch):
            self._not_new(arrived, now_ms, reports)
            return
        if isinstance(message, Hello):
            self._read_hello(arrived, message, now_ms, reports)
            return
        if not self._is_found or arrived.epoch != self.node_epoch or self._shut_out_ms is not None:
            self.greet()  # the node has restarted, or this is an old frame that came late: its hello decides
            return
        is_edge = isinstance(message, EDGES)
        if self._guard is None or not is_edge:  # on a keyed link an edge may be a repeat, and does not say when it was sent
            self._heard(now_ms, reports)
            self._read_acknowledgement(arrived)
        if isinstance(message, EDGES):
            self._read_edge(arrived, message, now_ms, reports)
        else:
            self._read_unnumbered(arrived, message, now_ms, reports)

    def _read_unnumbered(self, arrived: Frame, message: Message, now_ms: int, reports: list[HostReport]) -> None:
        node = arrived.node
        if isinstance(message, Pong | Heartbeat) and message.last_number > self.durable + MAX_KEPT_EDGES:
            what = f"it says that it has told {message.last_number:,} edges, and {self.durable:,} have come"
            self._shut_out(what, node, now_ms, reports)
        elif isinstance(message, Pong):
            if self._pings.answered(message.token):
                reports.append(Ponged(node, message.token, arrived.node_ms, message.last_number))
        elif isinstance(message, Counters):
            reports.append(CountersRead(node, message))
        elif isinstance(message, About):
            self._read_about(node, message, now_ms, reports)
        elif isinstance(message, Dialled):
            if self._is_too_fast("dialled", MAX_DIALLED_A_SECOND, now_ms):
                what = f"it has told {MAX_DIALLED_A_SECOND} amounts of its wheel within a second"
                self._shut_out(what, node, now_ms, reports)
            else:
                reports.append(WheelTurned(node, message.amount))

    def _read_about(self, node: int, about: About, now_ms: int, reports: list[HostReport]) -> None:
        if self.about is None:
            self.about = about
            self._states.knows_new(True)
            reports.append(AboutTold(node, about))
        elif about != self.about:
            self._shut_out("it says of itself what it did not say when it started", node, now_ms, reports)

    def _shut_out(self, what: str, node: int, now_ms: int, reports: list[HostReport]) -> None:
        """The node has sent impossible numbers: ignore it until it says hello, and that not before LOST_AFTER_MS."""
        self.counts["faults"] += 1
        self._shut_out_ms = now_ms
        self._silence, self._heard_ms = "suspect", now_ms + LOST_AFTER_MS  # without a hello then, it is lost
        self._pings = Pings()  # an answer to an old ping would shut it out again
        self.greet()
        reports.append(NodeFaulty(node, what))

    def _read_edge(self, arrived: Frame, message: Edge, now_ms: int, reports: list[HostReport]) -> None:
        number = arrived.sequence
        if number > self.durable + WINDOW_EDGES:
            what = f"it has told edge {number:,}, and {self.durable:,} is the last that was acknowledged"
            self._shut_out(what, arrived.node, now_ms, reports)
            return
        if number <= self.durable:
            self._owes_ack = True  # a repeat: our acknowledgement was lost
        if number > self.delivered + 1:
            self.counts["gaps"] += 1  # the node sends what is missing again, and this one after it
            return
        if self.is_repeat(number):
            self.counts["repeats"] += 1
            return
        if self._is_too_fast("edges", MAX_EDGES_A_SECOND, now_ms):
            what = f"it has told {MAX_EDGES_A_SECOND} edges within a second"
            self._shut_out(what, arrived.node, now_ms, reports)
            return
        self._heard(now_ms, reports)
        self.delivered = max(self.delivered, number)
        reports.append(EdgeArrived(arrived.node, arrived.epoch, number, arrived.node_ms, message))

    def is_repeat(self, number: int) -> bool:
        """Whether this edge has been delivered already, in this session or by one before that had it on disk."""
        return number <= self.delivered

    def _is_too_fast(self, what: str, at_most: int, now_ms: int) -> bool:
        """Whether more of it has come within this second than any node may send."""
        if now_ms - self._second_ms >= 1_000:
            self._second_ms = now_ms
            self._in_it.clear()
        self._in_it[what] += 1
        return self._in_it[what] > at_most

    def _read_acknowledgement(self, arrived: Frame) -> None:
        if arrived.acknowledged_epoch == self.epoch:
            self._states.acknowledged(arrived.acknowledged)
        else:
            self._states.acknowledged(0)
            self.greet()  # the node has not met this host, or has given it up after a silence

    @property
    def _found_epoch(self) -> int:
        return self.node_epoch if self._is_found and self.node_epoch is not None else NO_EPOCH

    def _heard(self, now_ms: int, reports: list[HostReport]) -> None:
        if self._silence != "heard":
            reports.append(NodeBack(self.node or ANY_NODE, max(0, now_ms - self._heard_ms)))
            self._silence = "heard"
            self.ask_levels()
        self._heard_ms = now_ms

    def _read_hello(self, arrived: Frame, hello: Hello, now_ms: int, reports: list[HostReport]) -> None:
        if self.kind is not None and hello.kind != self.kind:
            self._wrong("other kind", arrived, reports)
            return
        if arrived.acknowledged_epoch != self.epoch or hello.token == 0:
            self.greet()  # it announces itself, or answers another host
            if self._guard is not None and self._greeting is not None:
                self._greeting.hasten(self._hello_ms + RETRY_FIRST_MS)  # what a keyed node must have echoed has just come
            return
        if hello.token > self._token:
            return  # never asked
        if self._answers.setdefault(hello.token, arrived.epoch) != arrived.epoch:
            self._shut_out_ms = now_ms
            self._wrong("two nodes with one id", arrived, reports)
            self.greet()
            return
        if len(self._answers) > MAX_ANSWERS:
            del self._answers[min(self._answers)]
        if hello.token <= self._answered_token:
            return  # a repeat, or an answer that has been overtaken
        self._answered_token = hello.token
        if self._shut_out_ms is not None:
            if now_ms - self._shut_out_ms < LOST_AFTER_MS:
                return  # the other node may still be there, or the fault not be over
            self._shut_out_ms = None
        self._adopt(arrived, hello, now_ms, reports)

    def _adopt(self, arrived: Frame, hello: Hello, now_ms: int, reports: list[HostReport]) -> None:
        was_found = self._is_found
        if not was_found:
            self._recall(arrived.node)
        previous = self.node_epoch
        if not 0 <= hello.last_number - hello.first_number + 1 <= MAX_KEPT_EDGES:
            what = f"it says that it keeps edges {hello.first_number:,} to {hello.last_number:,}"
            if was_found:
                self._shut_out(what, arrived.node, now_ms, reports)
            else:
                self._wrong("impossible numbers", arrived, reports)
            return
        if previous == arrived.epoch and not was_found and hello.last_number < self.durable:
            self._wrong("numbers ran back", arrived, reports)
            return
        self._greeting = None
        self._last_wrong = None
        self._is_found = True
        self.node, self.kind, self.node_epoch = arrived.node, hello.kind, arrived.epoch
        if self._guard is not None:
            self._guard.adopted(arrived)
        if was_found:
            self._heard(now_ms, reports)
        self._heard_ms, self._silence = now_ms, "heard"
        if previous != arrived.epoch:
            self.about = None
            self._states.knows_new(False)
        if previous is not None and previous != arrived.epoch:
            self.delivered = self.durable = 0
            reports.append(NodeRestarted(arrived.node, arrived.epoch, previous, hello.reset_cause))
        elif not was_found:
            reports.append(NodeFound(arrived.node, hello.kind, arrived.epoch, hello.reset_cause))
        if hello.anchor is not None and hello.anchor != self.anchor:
            reports.append(AnchorTold(arrived.node, hello.anchor))
        self.anchor = hello.anchor
        is_missing = hello.first_number > self.delivered + 1
        if is_missing:
            if previous is not None:
                reports.append(EdgesMissing(arrived.node, arrived.epoch, self.delivered + 1, hello.first_number - 1))
            self.delivered = self.durable = hello.first_number - 1
        if is_missing or previous != arrived.epoch or not was_found:
            self.ask_levels()
        self._read_acknowledgement(arrived)

    def _recall(self, node: int) -> None:
        """After a restart of the host: what is on disk of the node that has answered."""
        self.node_epoch, self.delivered = self._on_disk.get(node, (None, 0))
        self.durable = self.delivered
