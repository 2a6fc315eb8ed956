"""A node as the service sees it: reports come out, states go in; port, session and timers stay
inside.

    port bytes -> Link -> HostSession -> on_edge(EdgeArrived), on_state(NodeFound, NodeLost, ...)
    set_lamp, set_gate, acknowledge, ask_levels, ping -> HostSession -> Link -> port bytes

port.py looks after the port. Time is the loop's own, in whole milliseconds, so that a loop with a
virtual clock runs all of this unchanged.
"""

import asyncio
from collections.abc import Callable

import msgspec

from firmware_io.framing import END
from firmware_io.host_session import HostSession
from firmware_io.link import Link, Links
from firmware_io.messages import Anchor, Asks, Buzzer, Gate, Lamp, LampTest, State
from firmware_io.port import Port, Search, loop_ms
from firmware_io.session import (
    EdgeArrived,
    HostReport,
    NodeBack,
    NodeFound,
    NodeLost,
    NodeRestarted,
    Ponged,
    StateReport,
)


class DeviceAnswers(msgspec.Struct, frozen=True):
    """A device that is no node is there: for the first time, or again."""


class DeviceGone(msgspec.Struct, frozen=True):
    """A device that is no node is not there any more, or never was."""

    why: str  # in words, without a full stop


class NodeRoster:
    """Which devices have found each node id. One id at two: none of them is listened to until
    one is gone.
    """

    def __init__(self) -> None:
        self._devices: dict[int, set[object]] = {}

    def add_device(self, node: int, device: object) -> None:
        self.remove_device(device)
        self._devices.setdefault(node, set()).add(device)

    def remove_device(self, device: object) -> None:
        for devices in self._devices.values():
            devices.discard(device)

    def is_alone(self, node: int) -> bool:
        return len(self._devices.get(node, ())) <= 1


class NodeDevice:
    """One node on one port. Open it once; it looks after its port by itself until it is closed."""

    def __init__(
        self,
        path: str,
        session: HostSession,
        *,
        on_edge: Callable[[EdgeArrived], None],
        on_state: Callable[[StateReport], None],
        roster: NodeRoster | None = None,
        search: Search | None = None,
        links: Links = Link,
    ) -> None:
        """`session` is this device's own; it says which node must be there. `search`: of a node
        whose port is `AUTO`.

        `links`: how its links are made.
        """
        self.session = session
        self._port = Port(path, self, search=search, links=links)
        self._on_edge = on_edge
        self._on_state = on_state
        self._roster = roster or NodeRoster()
        self.round_trip_ms: int | None = None  # of the newest ping that was answered
        self._pinged = (0, 0)  # its token, and when

    @property
    def link(self) -> Link:
        return self._port.link

    @property
    def name(self) -> str:
        return self._port.name

    @property
    def why_closed(self) -> str | None:
        return self._port.why_closed

    @property
    def has_heard_a_key(self) -> bool:
        """A node whose link has a key spoke here, where ours has none."""
        return self.session.counts["keyed"] > 0

    @property
    def delivered(self) -> int:
        """The number of the newest edge that was delivered."""
        return self.session.delivered

    @property
    def is_heard(self) -> bool:
        return self.session.is_heard

    # -------------------------------------------------------------- opening and closing

    def open(self, loop: asyncio.AbstractEventLoop) -> None:
        """Begin. A port that is not there yet is tried again; its silence is reported like any
        other.
        """
        self.session.begin_watch(loop_ms(loop))
        self._port.open(loop)

    def close(self) -> None:
        self._roster.remove_device(self)
        self._port.close()

    # -------------------------------------------------------------- what the service says

    def set_lamp(self, lamp: Lamp) -> None:
        self._set_state(lamp)

    def set_gate(self, pull: int) -> None:
        """Open for this pull; 0 shuts it."""
        self._set_state(Gate(pull))

    def set_presenting(self, is_asked: bool) -> None:
        """A node says by itself which card was held before its reader: it has a place of its own
        for it.
        """

    def set_buzzer(self, on: bool) -> None:
        self._set_state(Buzzer(on))

    def set_asks(self, asks: Asks) -> None:
        """What is accepted of this seat now."""
        self._set_state(asks)

    def set_anchor(self, anchor: Anchor) -> None:
        """What the node is to keep of the journal."""
        self._set_state(anchor)

    def test_lamp(self, on: bool) -> None:
        """All colours in turn, in place of the lamp."""
        self._set_state(LampTest(on))

    def set_amount_key(self, key: str) -> None:
        """A node has a key for each act, and its wheel's amount goes with whichever is pressed."""

    def ask_levels(self) -> None:
        self.session.ask_levels()
        self._port.step()

    def expect_new_node(self) -> None:
        """Another node is at the port from now on, or will be: nothing is known of it."""
        self._roster.remove_device(self)
        if self._port.is_in_use:
            self.session.expect_new_node(self._port.now_ms)
            self._port.step()

    def acknowledge(self, epoch: int, number: int) -> None:
        """All edges up to this one are on disk: the node may forget them."""
        self.session.acknowledge(epoch, number)
        self._port.step()

    def ping(self, token: int) -> None:
        """`Ponged` comes through `on_state` when the node has read all that was sent before."""
        if self._port.is_in_use:
            self._pinged = (token, self._port.now_ms)
        self.session.ping(token)
        self._port.step()

    # -------------------------------------------------------------- what the port says

    def port_opened(self, now_ms: int) -> None:
        self._port.write(END)  # ends a frame that the node may have received in part
        self.session.ask_hello()

    def bytes_received(self, data: bytes, now_ms: int) -> None:
        self._handle_reports(self.session.receive(data, now_ms))

    def port_closed(self, was_open: bool, now_ms: int) -> None:
        """The port is gone. One that was never there is reported as silence, in the same time as
        a silent node.
        """
        if was_open:
            self._roster.remove_device(self)
            self._handle_reports(self.session.wire_lost(now_ms))

    def run_due(self, now_ms: int) -> None:
        if self._is_doubled():
            self._handle_reports(self.session.report_conflict(now_ms))
        self._handle_reports(self.session.tick(now_ms))
        if self._port.is_in_use and self._port.is_open:
            output = self.session.take_output(now_ms)
            if output:
                self._port.write(output)

    def due_ms(self) -> int | None:
        return (
            self.session.next_timeout_ms() if self._port.is_open else self.session.next_silence_ms()
        )

    # -------------------------------------------------------------- inside

    def _set_state(self, state: State) -> None:
        self.session.set_state(state)
        self._port.step()

    def _handle_reports(self, reports: list[HostReport]) -> None:
        for report in reports:
            if not self._port.is_in_use:
                return  # a callback has closed the device
            if isinstance(report, NodeFound | NodeRestarted | NodeBack):
                self._roster.add_device(report.node, self)
            if isinstance(report, Ponged) and report.token == self._pinged[0]:
                self.round_trip_ms = self._port.now_ms - self._pinged[1]
            if not isinstance(report, EdgeArrived):
                self._on_state(report)
            # else `run_due` tells the session, which delivers the edge again later
            elif not self._is_doubled():
                self._on_edge(report)
            if isinstance(report, NodeLost):
                self._port.unplug()

    def _is_doubled(self) -> bool:
        return self.session.node is not None and not self._roster.is_alone(self.session.node)
