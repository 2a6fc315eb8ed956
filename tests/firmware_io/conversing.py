"""A host and a node that talk in memory, what the node has to tell, and a wire that can be cut."""

import heapq

from firmware_io.encoding import decode, encode
from firmware_io.framing import Deframer, frame
from firmware_io.host_session import HostSession
from firmware_io.kit.sim.faults import Piece, Wire
from firmware_io.kit.sim.node_session import Kept, NodeSession
from firmware_io.kit.sim.sessions import Sessions
from firmware_io.lives import OnDisk, edge_fingerprint
from firmware_io.messages import (
    U32_MAX,
    About,
    Anchor,
    Edge,
    Frame,
    KeyPressed,
    Lamp,
    Message,
    bits_of,
)
from firmware_io.session import (
    EdgeArrived,
    HostReport,
    LevelsAsked,
    NodeReport,
    NodeRestarted,
    StateSet,
    WrongNode,
)

LATENCY_MS = 2  # a short frame at 115200 Bd
AMBER = Lamp((255, 201, 60), "drain", 128)
KEY = bytes(range(32))
ABOUT = About(
    1, bits_of(["keys", "lamp", "wheel", "bet_area", "stack_area"]), (33, 33), "a test", "1.1"
)
HEAD = Anchor(412, bytes(range(100, 132)))


def presses(count: int, first: int = 1) -> list[Edge]:
    return [KeyPressed("raise", amount) for amount in range(first, first + count)]


class Cut:
    """A wire that can be cut."""

    def __init__(self):
        self.is_cut = False

    def strike(self, direction: str, data: bytes, now_ms: int) -> list[Piece]:
        return [] if self.is_cut else [Piece(now_ms, data)]


class Conversation:
    """A host and a node over a wire in memory, in virtual milliseconds. The host has a disk; both
    can be restarted.

    The node says what it is, and the host has an anchor for it.
    """

    key: bytes | None = None
    about: About | None = ABOUT

    def __init__(
        self,
        wire: Wire | None = None,
        *,
        at_once: bool = True,
        host: type[HostSession] = HostSession,
        sessions: Sessions = NodeSession,
        **host_options,
    ):
        self.wire = wire
        self.now_ms = 0
        self.at_once = at_once  # make edges durable as they arrive; else when `sync` is called
        self.disk: list[tuple[int, int, Edge]] = []  # (epoch, number, message)
        self.on_disk: dict[int, OnDisk] = {}  # what a host that starts goes on from
        self.posted: dict[int, list[Edge]] = {}
        self.host_reports: list[HostReport] = []
        self.node_reports: list[NodeReport] = []
        self.carried: list[tuple[int, str, bytes]] = []  # when what arrived at which end
        self._host, self._host_options = (
            host,
            {"kind": "seat", "key": self.key, "on_disk": self.on_disk, **host_options},
        )
        self._unsynced: list[EdgeArrived] = []
        self._flying: list[tuple[int, int, str, bytes]] = []
        self._order = 0
        self._host_epoch = 0x100
        self._node_epoch = 0x1000
        self._sessions = sessions
        self.host = host(epoch=self._host_epoch, **self._host_options)
        self.node = self._new_node()
        self._anchor()

    def post(self, *messages: Edge):
        for message in messages:
            if isinstance(self.node.post(message, self.now_ms), Kept):
                self.posted.setdefault(self.node.epoch, []).append(message)
            self._exchange()

    def sync(self):
        for edge in self._unsynced:
            self._write(edge)
        self._unsynced.clear()
        self._exchange()

    def update_node(self, about: About | None):
        """Another firmware is put on the node."""
        self.about = about
        self.reset_node()

    def restart_host(self):
        """Restarts the host as by a pulled plug: it knows only what was on disk."""
        self._unsynced.clear()
        self._host_epoch += 1
        self.host = self._host(epoch=self._host_epoch, now_ms=self.now_ms, **self._host_options)
        self._anchor()
        self._exchange()

    def forget_node(self):
        """Somebody says that the node was replaced."""
        self.on_disk.clear()
        self.host.expect_new_node(self.now_ms)
        self._exchange()

    def reset_node(self):
        self._node_epoch += 1
        self.node = self._new_node(anchor=None if self.about is None else self.node.anchor)
        self._exchange()

    def start_node(self, epoch: int, last_number: int = 0):
        """The node's plug is pulled and put in again: what was on its way is lost. It may begin
        with any epoch and number.
        """
        self._flying.clear()
        self._node_epoch = epoch
        self.node = self._new_node()
        self.node.last_number = last_number
        self._exchange()

    def is_met(self) -> bool:
        """The host knows the node as it is now."""
        return self.node.is_met and self.host.is_settled and self.host.node_epoch == self.node.epoch

    def run(self, for_ms: int):
        end_ms = self.now_ms + for_ms
        self._exchange()
        while True:
            due = [self.host.next_timeout_ms(), self.node.next_timeout_ms()]
            if self._flying:
                due.append(self._flying[0][0])
            next_ms = max(self.now_ms, min(ms for ms in due if ms is not None))
            if next_ms > end_ms:
                self.now_ms = end_ms
                return
            self.now_ms = next_ms
            while self._flying and self._flying[0][0] <= self.now_ms:
                _, _, direction, data = heapq.heappop(self._flying)
                self.carried.append((self.now_ms, direction, data))
                if direction == "to_host":
                    self._hear(self.host.receive(data, self.now_ms))
                else:
                    self.node_reports += self.node.receive(data, self.now_ms)
            self._exchange()

    def inject(self, direction: str, data: bytes):
        self._order += 1
        heapq.heappush(self._flying, (self.now_ms, self._order, direction, data))

    def inject_frame(self, direction: str, said: Frame):
        """A frame of somebody else's who has the key of the link."""
        self.inject(direction, frame(encode(said, self.key)))

    def said(self, direction: str) -> list[tuple[int, Frame]]:
        """Every good frame that has arrived there, and when."""
        deframer = Deframer()
        bodies = [
            (ms, body)
            for ms, way, data in self.carried
            if way == direction
            for body in deframer.feed(data)
        ]
        arrived = [(ms, decode(body, self.key)) for ms, body in bodies]
        return [(ms, said) for ms, said in arrived if isinstance(said, Frame)]

    def say_for_node(self, message: Message, sequence: int = 0):
        """The node says what it never would."""
        if sequence == 0 and self.key is not None:
            sequence = one_more_said(self.node)
        self.inject_frame(
            "to_host", Frame(3, self.node.epoch, sequence, self.host.epoch, 0, self.now_ms, message)
        )
        self.run(5)

    def seen(self, *kinds: type) -> list[HostReport]:
        return [report for report in self.host_reports if isinstance(report, kinds)]

    def states(self) -> list[object]:
        """What the node was told to show or do, without the host's anchor."""
        told = [report.state for report in self.node_reports if isinstance(report, StateSet)]
        return [state for state in told if state != HEAD]

    def levels_asked(self) -> int:
        return sum(isinstance(report, LevelsAsked) for report in self.node_reports)

    def _new_node(self, anchor=None):
        more = {"about": self.about, "anchor": anchor, "key": self.key}
        # one that tells nothing knows none of them
        said = {name: value for name, value in more.items() if value is not None}
        return self._sessions(
            node=3, kind="seat", epoch=self._node_epoch, now_ms=self.now_ms, **said
        )

    def _anchor(self):
        self.host.set_state(HEAD)

    def _exchange(self):
        self._hear(self.host.tick(self.now_ms))
        self.node_reports += self.node.tick(self.now_ms)
        self._carry("to_node", self.host.take_output(self.now_ms))
        self._carry("to_host", self.node.take_output(self.now_ms))

    def _carry(self, direction, data):
        if not data:
            return
        pieces = [Piece(self.now_ms, data)]
        if self.wire is not None:
            pieces = self.wire.strike(direction, data, self.now_ms)
        for piece in pieces:
            self._order += 1
            heapq.heappush(
                self._flying, (piece.due_ms + LATENCY_MS, self._order, direction, piece.data)
            )

    def _hear(self, reports):
        self.host_reports += reports
        for report in reports:
            if isinstance(report, EdgeArrived):
                if self.at_once:
                    self._write(report)
                else:
                    self._unsynced.append(report)
            elif isinstance(report, NodeRestarted) and report.epoch == report.previous_epoch:
                self.on_disk.clear()
            elif isinstance(report, WrongNode) and report.reason == "numbers ran back":
                self.on_disk[3] = self.host.node_epoch or 0, U32_MAX

    def _write(self, edge):
        self.disk.append((edge.epoch, edge.number, edge.message))
        self.on_disk[3] = edge.epoch, edge.number, edge_fingerprint(edge)
        self.host.acknowledge(edge.epoch, edge.number)


class KeyedConversation(Conversation):
    """Both ends have the key of the link."""

    key = KEY


class UntoldConversation(Conversation):
    """The node does not say what it is."""

    about = None


def one_more_said(node) -> int:
    """The next count of what a node says without a number, in whichever language it is written."""
    counter, name = (node._core, "said") if hasattr(node, "_core") else (node, "_sent_count")
    setattr(counter, name, getattr(counter, name) + 1)
    return int(getattr(counter, name))


OPEN_CONVERSATIONS = {"told": Conversation, "untold": UntoldConversation}
CONVERSATIONS = {**OPEN_CONVERSATIONS, "keyed": KeyedConversation}
