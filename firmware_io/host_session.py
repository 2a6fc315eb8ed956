"""The host's end of the conversation, for one node on one wire. session.py says how the
conversation goes.

It decides which edge is the next one and reports it, greets until a hello answers, and watches the
silence. What it still owes the node is in outgoing.py, what it reports in session.py, and lives.py
says whether a hello is of the life that is known. With a key it takes and sends only frames with a
MAC, and replay_guard.py says which of them are new.
"""

from collections import Counter
from collections.abc import Mapping

from firmware_io.auth_failures import Disbelieved
from firmware_io.encoding import checked_epoch, checked_key, decode, encode
from firmware_io.framing import END, Deframer, frame
from firmware_io.greetings import Answer, Greetings
from firmware_io.lives import FIRST_NUMBER, Life, OnDisk
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
from firmware_io.outgoing import DesiredStates, Pings, Retry
from firmware_io.pace import Pace
from firmware_io.replay_guard import HostGuard
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
    NodeFaulty,
    NodeFound,
    NodeRestarted,
    NodeSuspect,
    Ponged,
    WheelTurned,
    WrongNode,
)
from firmware_io.silence import Silence
from firmware_io.strangers import Strangers


class HostSession:
    """The host's end, for one node on one wire."""

    def __init__(
        self,
        *,
        epoch: int,
        node: int | None = None,
        kind: str | None = None,
        now_ms: int = 0,
        on_disk: Mapping[int, OnDisk] | None = None,
        deframer: Deframer | None = None,
        key: bytes | None = None,
    ) -> None:
        """`epoch` is the host's own, a new one each start. `node` and `kind`: what must be there,
        None if anything may.

        `on_disk`: the last edge of each node that is on disk, as of now. It is looked up for the
        node that answers, whatever was expected at this wire. `deframer` takes the bytes apart.
        `key`: of the link, 32 bytes.
        """
        self.epoch = checked_epoch(epoch)
        self._wanted = (node, kind)
        self.node = node
        self.kind = kind
        self.node_epoch: int | None = None
        self.delivered = 0  # the newest edge given to the application
        self.durable = 0  # the newest edge the application has made durable
        # what the node has reported about itself in its epoch; None: nothing
        self.about: About | None = None
        self.anchor: Anchor | None = None  # what its newest hello said that it keeps
        # repeats, gaps, strangers, malformed, unkeyed, forged, stale, replayed, frames, keyed
        self.counts: Counter[str] = Counter()
        self._key = checked_key(key)
        self._guard = None if key is None else HostGuard()
        self._disbelieved = Disbelieved(self.counts, has_key=key is not None)
        self._on_disk = {} if on_disk is None else on_disk
        self._deframer = deframer or Deframer()
        self._is_found = False
        self._refused_epoch = NO_EPOCH  # in which the node sent numbers that cannot be its own
        # the greeting takes the heartbeat's place, so it is never slower
        self._greeting: Retry | None = Retry(HEARTBEAT_MS)
        self._greetings, self._life = Greetings(), Life()
        self._hello_ms = now_ms - HEARTBEAT_MS  # when the last was sent
        # since when all but hellos is ignored: two nodes with one id, or a faulty one
        self._shut_out_ms: int | None = None
        self._pace = Pace(now_ms)
        self._strangers = Strangers(self.counts)
        self._states = DesiredStates()
        self._pings = Pings()
        self._owes_ack = False
        self._silence = Silence(now_ms)
        self._sent_ms = now_ms - HEARTBEAT_MS

    # -------------------------------------------------------------- what the application says

    def begin_watch(self, now_ms: int) -> None:
        """Begin to watch for silence, from now on."""
        self._silence.restart_count(now_ms)
        self._sent_ms = now_ms - HEARTBEAT_MS

    def acknowledge(self, epoch: int, number: int) -> None:
        """All edges up to `number` are durable. Of an epoch that is over, nothing is left to
        acknowledge.
        """
        if epoch != self.node_epoch:
            return
        self.durable = max(self.durable, number)
        self.delivered = max(self.delivered, self.durable)
        self._owes_ack = True

    def set_state(self, message: State) -> None:
        """What the node is to show or do from now on. Goes on being sent until the node says it
        has it.
        """
        self._states.set_state(message)

    def ask_levels(self) -> None:
        self.set_state(AskLevels())

    def ping(self, token: int) -> None:
        """Asked again until `Ponged`. Beyond eight unanswered, the oldest is given up."""
        self._pings.add_ping(token)

    def ask_hello(self) -> None:
        """Ask for the node's hello: at the start, when the wire was opened again, when the node
        does not know us.
        """
        if self._greeting is None:
            self._greeting = Retry(HEARTBEAT_MS)
            # strange frames must not make us greet more often than that
            self._greeting.due_ms = self._hello_ms + RETRY_FIRST_MS

    def wire_lost(self, now_ms: int) -> list[HostReport]:
        """The port is gone: no need to wait for silence."""
        self._deframer.feed(END)
        self._greeting = Retry(HEARTBEAT_MS)
        return [*self._silence.declare_lost(self.node, now_ms)]

    def report_conflict(self, now_ms: int) -> list[HostReport]:
        """Another wire has a node of this id: neither is listened to until 1,500 ms after the last
        call of this.

        What was delivered but is not durable will be delivered again, so the caller may drop
        reports it still holds.
        """
        self.delivered = self.durable
        self._shut_out_ms = now_ms
        self.ask_hello()
        stranger = WrongNode(
            "two nodes with one id", self.node or ANY_NODE, self.kind, self.node, self.kind
        )
        return [*self._strangers.report_once(stranger)]

    def expect_new_node(self, now_ms: int) -> None:
        """Whichever node answers next is a new one, of which nothing is known: its first kept edge
        is the next.

        The caller has taken the old one out of `on_disk`.
        """
        self.node, self.kind = self._wanted
        self.node_epoch, self.delivered, self.durable = None, 0, 0
        self.about = self.anchor = None
        self._is_found, self._shut_out_ms, self._refused_epoch = False, None, NO_EPOCH
        self._silence.restart_count(now_ms, is_lost=True)
        self._strangers.forget_report()
        self._life.begin_life()
        if self._guard is not None:
            self._guard.forget_node()
        self.ask_hello()

    # -------------------------------------------------------------- time and bytes

    @property
    def is_keyed(self) -> bool:
        return self._key is not None

    @property
    def is_heard(self) -> bool:
        """Found, and not silent."""
        return self._is_found and self._silence.is_heard

    @property
    def is_settled(self) -> bool:
        """The node has every state, and nothing is owed to it."""
        return self._states.is_settled and not self._owes_ack and self._greeting is None

    def receive(self, data: bytes, now_ms: int) -> list[HostReport]:
        """What the bytes report, in their order; half a frame is held for the next call."""
        reports: list[HostReport] = []
        for body in self._deframer.feed(data):
            arrived = decode(body, self._key)
            if isinstance(arrived, Malformed):
                reports.extend(
                    filter(
                        None, [self._disbelieved.count_malformed(arrived, body, self.node, now_ms)]
                    )
                )
            elif not isinstance(arrived.message, FROM_NODE):
                # our own frames: on a two-wire bus the sender receives them, too
                self.counts["strangers"] += 1
            elif not self._strangers.is_stranger(arrived, self.node):
                self.counts["frames"] += 1
                self._read_frame(arrived, now_ms, reports)
            elif (
                isinstance(arrived.message, Hello)
                and arrived.node != ANY_NODE
                and arrived.epoch != NO_EPOCH
            ):
                self._report_stranger("other id", arrived, reports)
        return reports

    def tick(self, now_ms: int) -> list[HostReport]:
        """What the silence reports: suspect after 900 ms, lost after 1,500 ms, each once."""
        reports = self._silence.tick(self.node, now_ms)
        if any(isinstance(report, NodeSuspect) for report in reports):
            # asked five times before it is lost, so that a few frames lost to noise are no loss
            self.ask_hello()
        return [*reports]

    def next_timeout_ms(self) -> int | None:
        """When `tick` and `take_output` must be called at the latest; may be past, which means
        at once.
        """
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
        return self._silence.due_ms()

    def take_output(self, now_ms: int) -> bytes:
        """The bytes to write now: at most 11 frames."""
        state: tuple[int, State] | None = None
        due: list[Message] = []
        if self._greeting is None:
            state = self._states.take_due(now_ms)
            due = [Ping(token) for token in self._pings.take_due(now_ms)]
            if self._owes_ack and not due and state is None:
                due = [Ack()]
        elif now_ms >= self._greeting.due_ms:
            self._greeting.mark_sent(now_ms)
            self._hello_ms = now_ms
            due = [HostHello(self._greetings.next_token())]
        # on a keyed link a state may be a repeat
        is_heard = bool(due) or (state is not None and self._guard is None)
        if not is_heard and now_ms - self._sent_ms >= HEARTBEAT_MS:
            due = [HostHeartbeat()]
        if due or is_heard:
            self._sent_ms = now_ms
        if due or state is not None:
            self._owes_ack = False
        states = [] if state is None else [self._encode_frame(state[1], state[0])]
        return b"".join([*states, *map(self._encode_frame, due)])

    # -------------------------------------------------------------- inside

    def _encode_frame(self, message: Message, sequence: int = 0) -> bytes:
        epoch = self._found_epoch
        # else it may number from 1 again
        is_sure = epoch != NO_EPOCH and self._greeting is None and self._life.is_proven
        durable = self.durable if is_sure else 0
        echo_ms = 0
        if self._guard is not None:
            sequence = sequence or self._guard.next_count()
            echo_ms = self._guard.echo_ms
            if isinstance(message, HostHello):
                epoch, echo_ms = self._guard.whom_to_ask(epoch)
        node = ANY_NODE if self.node is None else self.node
        return frame(
            encode(Frame(node, self.epoch, sequence, epoch, durable, echo_ms, message), self._key)
        )

    def _report_stranger(self, reason: str, arrived: Frame, reports: list[HostReport]) -> None:
        reports.extend(self._strangers.report_frame(reason, arrived, self.node, self.kind))

    def _read_frame(self, arrived: Frame, now_ms: int, reports: list[HostReport]) -> None:
        message = arrived.message
        if self._guard is not None and not self._guard.accepts_frame(arrived, self._found_epoch):
            reports.extend(
                filter(None, [self._disbelieved.count_stale(arrived, self._found_epoch, now_ms)])
            )
            return
        if isinstance(message, Hello):
            self._read_hello(arrived, message, now_ms, reports)
            return
        if not self._is_found or arrived.epoch != self.node_epoch or self._shut_out_ms is not None:
            # the node has restarted, or this is an old frame that came late: its hello decides
            self.ask_hello()
            return
        is_edge = isinstance(message, EDGES)
        # on a keyed link an edge may be a repeat, and does not say when it was sent
        if self._guard is None or not is_edge:
            self._note_heard(now_ms, reports)
            self._read_acknowledgement(arrived)
        if isinstance(message, EDGES):
            self._read_edge(arrived, message, now_ms, reports)
        else:
            self._read_unnumbered(arrived, message, now_ms, reports)

    def _read_unnumbered(
        self, arrived: Frame, message: Message, now_ms: int, reports: list[HostReport]
    ) -> None:
        node = arrived.node
        if (
            isinstance(message, Pong | Heartbeat)
            and message.last_number > self.durable + MAX_KEPT_EDGES
        ):
            what = (
                f"it says that it has told {message.last_number:,} edges, and {self.durable:,} "
                "have come"
            )
            self._shut_out(what, arrived, now_ms, reports)
        elif isinstance(message, Pong):
            if self._pings.take_answer(message.token):
                reports.append(Ponged(node, message.token, arrived.node_ms, message.last_number))
        elif isinstance(message, Counters):
            reports.append(CountersRead(node, message))
        elif isinstance(message, About):
            self._read_about(arrived, message, now_ms, reports)
        elif isinstance(message, Dialled):
            if self._pace.is_too_fast("dialled", MAX_DIALLED_A_SECOND, now_ms):
                what = f"it has told {MAX_DIALLED_A_SECOND} amounts of its wheel within a second"
                self._shut_out(what, arrived, now_ms, reports)
            else:
                reports.append(WheelTurned(node, message.amount))

    def _read_about(
        self, arrived: Frame, about: About, now_ms: int, reports: list[HostReport]
    ) -> None:
        if self.about is None:
            self.about = about
            self._states.set_about_known(True)
            reports.append(AboutTold(arrived.node, about))
        elif about != self.about:
            self._shut_out(
                "it says of itself what it did not say when it started", arrived, now_ms, reports
            )

    def _shut_out(self, what: str, arrived: Frame, now_ms: int, reports: list[HostReport]) -> None:
        """The node has sent impossible numbers: ignore it until it says hello, and that not
        before LOST_AFTER_MS.
        """
        self.counts["faults"] += 1
        self._shut_out_ms = now_ms
        self._life.found_faulty(arrived.node_ms)
        self._silence.suspect_node(now_ms)
        self._pings = Pings()  # an answer to an old ping would shut it out again
        self.ask_hello()
        reports.append(NodeFaulty(arrived.node, what))

    def _read_edge(
        self, arrived: Frame, message: Edge, now_ms: int, reports: list[HostReport]
    ) -> None:
        number = arrived.sequence
        if self._greeting is not None or not self._is_of_this_life(
            arrived, message, now_ms, reports
        ):
            # whether these are numbers of the life that is known, its hello says, or the repeat of
            # the last edge
            return
        if number > self.durable + WINDOW_EDGES:
            what = (
                f"it has told edge {number:,}, and {self.durable:,} is the last that was "
                "acknowledged"
            )
            self._shut_out(what, arrived, now_ms, reports)
            return
        if number <= self.durable:
            self._owes_ack = True  # a repeat: our acknowledgement was lost
        if number > self.delivered + 1:
            self.counts["gaps"] += 1  # the node sends what is missing again, and this one after it
            return
        if self.is_repeat(number):
            self.counts["repeats"] += 1
            return
        if self._pace.is_too_fast("edges", MAX_EDGES_A_SECOND, now_ms):
            what = f"it has told {MAX_EDGES_A_SECOND} edges within a second"
            self._shut_out(what, arrived, now_ms, reports)
            return
        self._note_heard(now_ms, reports)
        self.delivered = max(self.delivered, number)
        self._life.note_edge(arrived, message)
        reports.append(EdgeArrived(arrived.node, arrived.epoch, number, arrived.node_ms, message))

    def is_repeat(self, number: int) -> bool:
        """Whether this edge has been delivered already, in this session or by one before that
        had it on disk.
        """
        return number <= self.delivered

    def _read_acknowledgement(self, arrived: Frame) -> None:
        if arrived.acknowledged_epoch == self.epoch:
            self._states.note_acknowledged(arrived.acknowledged)
        else:
            self._states.note_acknowledged(0)
            self.ask_hello()  # the node has not met this host, or has given it up after a silence

    @property
    def _found_epoch(self) -> int:
        return self.node_epoch if self._is_found and self.node_epoch is not None else NO_EPOCH

    def _note_heard(self, now_ms: int, reports: list[HostReport]) -> None:
        if back := self._silence.note_heard(self.node, now_ms):
            reports.extend(back)
            self.ask_levels()

    def _read_hello(
        self, arrived: Frame, hello: Hello, now_ms: int, reports: list[HostReport]
    ) -> None:
        if self.kind is not None and hello.kind != self.kind:
            self._report_stranger("other kind", arrived, reports)
            return
        if arrived.acknowledged_epoch != self.epoch or hello.token == 0:
            self.ask_hello()  # it announces itself, or answers another host
            if self._guard is not None and self._greeting is not None:
                # what a keyed node must have echoed has just come
                self._greeting.limit_wait(self._hello_ms + RETRY_FIRST_MS)
            return
        answer = self._greetings.judge_answer(hello.token, arrived.epoch)
        if answer is Answer.SECOND:
            self._shut_out_ms = now_ms
            self._report_stranger("two nodes with one id", arrived, reports)
            self.ask_hello()
        if answer is not Answer.NEW:
            return
        if self._shut_out_ms is not None:
            if now_ms - self._shut_out_ms < LOST_AFTER_MS:
                return  # the other node may still be there, or the fault not be over
            self._shut_out_ms = None
        self._adopt_node(arrived, hello, now_ms, reports)

    def _adopt_node(
        self, arrived: Frame, hello: Hello, now_ms: int, reports: list[HostReport]
    ) -> None:
        if not self._is_found:
            self._recall_edges(arrived.node)
        if not self._are_possible(arrived, hello, now_ms, reports):
            return
        previous, was_found = self.node_epoch, self._is_found
        is_over = arrived.epoch == self._refused_epoch or self._life.is_over(
            arrived, hello, self.delivered
        )
        is_same = previous == arrived.epoch and not is_over
        self._greeting = None
        self._strangers.forget_report()
        self._is_found = True
        self.node, self.kind, self.node_epoch = arrived.node, hello.kind, arrived.epoch
        if self._guard is not None:
            self._guard.adopt_epoch(arrived)
        if was_found:
            self._note_heard(now_ms, reports)
        self._silence.restart_count(now_ms)
        if is_same:
            self._life.go_on(arrived, hello, self.delivered)
        else:
            self._begin_life(arrived, hello, previous, reports)
        if not was_found and (is_same or previous is None):
            reports.append(NodeFound(arrived.node, hello.kind, arrived.epoch, hello.reset_cause))
        self._read_stored(arrived, hello, is_known=previous is not None, reports=reports)
        if not (is_same and was_found):
            self.ask_levels()
        self._read_acknowledgement(arrived)

    def _begin_life(
        self, arrived: Frame, hello: Hello, previous: int | None, reports: list[HostReport]
    ) -> None:
        """The node has started since it was heard last, or is the first here: its numbers begin
        anew.
        """
        self._life.begin_life(hello)
        self.about, self._refused_epoch = None, NO_EPOCH
        self._states.set_about_known(False)
        self.delivered = self.durable = 0
        if previous is not None:
            reports.append(NodeRestarted(arrived.node, arrived.epoch, previous, hello.reset_cause))

    def _read_stored(
        self, arrived: Frame, hello: Hello, *, is_known: bool, reports: list[HostReport]
    ) -> None:
        """What the node keeps: an anchor, and edges, of which the first need not be the next one
        here.
        """
        if hello.anchor is not None and hello.anchor != self.anchor:
            reports.append(AnchorTold(arrived.node, hello.anchor))
        self.anchor = hello.anchor
        if hello.first_number > self.delivered + 1:
            if is_known:
                reports.append(
                    EdgesMissing(
                        arrived.node, arrived.epoch, self.delivered + 1, hello.first_number - 1
                    )
                )
            self.delivered = self.durable = hello.first_number - 1
            self.ask_levels()

    def _are_possible(
        self, arrived: Frame, hello: Hello, now_ms: int, reports: list[HostReport]
    ) -> bool:
        """Whether a node may say these numbers: it keeps at most 64, and those of its epoch go
        on, or begin again at 1.
        """
        if not 0 <= hello.last_number - hello.first_number + 1 <= MAX_KEPT_EDGES:
            what = f"it says that it keeps edges {hello.first_number:,} to {hello.last_number:,}"
            if self._is_found:
                self._shut_out(what, arrived, now_ms, reports)
            else:
                self._report_stranger("impossible numbers", arrived, reports)
            return False
        is_over = arrived.epoch == self.node_epoch and self._life.is_over(
            arrived, hello, self.delivered
        )
        if (is_over or arrived.epoch == self._refused_epoch) and hello.first_number != FIRST_NUMBER:
            self._refuse_numbers(arrived, now_ms, reports)
            return False
        return True

    def _refuse_numbers(self, arrived: Frame, now_ms: int, reports: list[HostReport]) -> None:
        """Its numbers mean others than they did, and where they begin is not known."""
        self._is_found, self._refused_epoch = False, arrived.epoch
        self._silence.restart_count(now_ms, is_lost=True)
        self._report_stranger("numbers ran back", arrived, reports)
        self.ask_hello()

    def _is_of_this_life(
        self, edge: Frame, message: Edge, now_ms: int, reports: list[HostReport]
    ) -> bool:
        hello = self._life.hello
        if self._life.is_proven or hello is None:
            return True
        if edge.sequence != self.delivered:
            return False
        if self._life.prove_repeat(edge, message):
            return True
        if hello.first_number == FIRST_NUMBER:
            self._begin_life(edge, hello, edge.epoch, reports)
            self.ask_levels()
        else:
            self._refuse_numbers(edge, now_ms, reports)
        return False

    def _recall_edges(self, node: int) -> None:
        """After a restart of the host: what is on disk of the node that has answered."""
        self.node_epoch, self.delivered, *fingerprints = self._on_disk.get(node, (None, 0))
        self.durable = self.delivered
        for known in fingerprints:
            self._life.recall_edge(self.delivered, known)
