"""A node as the service sees it: what it reports, and what it is told; port, session and timers stay inside.

    port bytes -> Link -> HostSession -> on_edge(EdgeArrived), on_state(NodeFound, NodeLost, NodeBack, ...)
    set_lamp, set_gate, acknowledge, ask_levels, ping -> HostSession -> Link -> port bytes

A port that vanishes is opened again every 250 ms, for ever. Time is the loop's own, in whole milliseconds, so that a
loop with a virtual clock runs all of this unchanged.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

import msgspec

from firmware_io.framing import END
from firmware_io.host_session import HostSession
from firmware_io.link import BAUD, Link
from firmware_io.messages import Buzzer, Gate, Lamp, State
from firmware_io.session import (
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
    Ponged,
    WrongNode,
)

REOPEN_MS: Final = 250  # a replugged device must be back within 2 s, of which udev takes a part

StateReport = (
    NodeFound | NodeRestarted | EdgesMissing | NodeSuspect | NodeLost | NodeBack | NodeFaulty | Ponged | CountersRead | WrongNode
)


class DeviceAnswers(msgspec.Struct, frozen=True):
    """A device that is no node is there: for the first time, or again."""


class DeviceGone(msgspec.Struct, frozen=True):
    """A device that is no node is not there any more, or never was."""

    why: str  # in words, without a full stop


def loop_ms(loop: asyncio.AbstractEventLoop) -> int:
    """The loop's clock in whole milliseconds."""
    return round(loop.time() * 1_000)


class NodeRoster:
    """Which ports each node id was found on. One id on two ports: none of them is listened to until one is gone."""

    def __init__(self) -> None:
        self._paths: dict[int, set[str]] = {}

    def found(self, node: int, path: str) -> None:
        self.gone(path)
        self._paths.setdefault(node, set()).add(path)

    def gone(self, path: str) -> None:
        for paths in self._paths.values():
            paths.discard(path)

    def is_alone(self, node: int) -> bool:
        return len(self._paths.get(node, ())) <= 1


class NodeDevice:
    """One node on one port. Open it once; it looks after its port by itself until it is closed."""

    def __init__(
        self,
        path: str,
        session: HostSession,
        *,
        on_edge: Callable[[EdgeArrived], None],
        on_state: Callable[[StateReport], None],
        baud: int = BAUD,
        roster: NodeRoster | None = None,
    ) -> None:
        """`session` is this device's own; it says which node must be there."""
        self.link = Link(path, baud)
        self.session = session
        self.why_closed: str | None = "not opened yet"
        self._on_edge = on_edge
        self._on_state = on_state
        self._roster = roster or NodeRoster()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._reopen_ms: int | None = None  # when to try the port again; None while it is open

    @property
    def name(self) -> str:
        return self.link.path

    @property
    def delivered(self) -> int:
        """The newest edge that was told here."""
        return self.session.delivered

    @property
    def is_heard(self) -> bool:
        return self.session.is_heard

    # -------------------------------------------------------------- opening and closing

    def open(self, loop: asyncio.AbstractEventLoop) -> None:
        """Begin. A port that is not there yet is tried again; its silence is reported like any other."""
        self._loop = loop
        self.session.begin(loop_ms(loop))
        self._try_port(loop)

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._loop = None
        self._roster.gone(self.link.path)
        self.link.close()

    # -------------------------------------------------------------- what the service says

    def set_lamp(self, lamp: Lamp) -> None:
        self._set_state(lamp)

    def set_gate(self, pull: int) -> None:
        """Open for this pull; 0 shuts it."""
        self._set_state(Gate(pull))

    def set_presenting(self, is_asked: bool) -> None:
        """A node says by itself which card was held before its reader: it has a place of its own for it."""

    def set_buzzer(self, on: bool) -> None:
        self._set_state(Buzzer(on))

    def ask_levels(self) -> None:
        self.session.ask_levels()
        self._step()

    def acknowledge(self, epoch: int, number: int) -> None:
        """All edges up to this one are on disk: the node may forget them."""
        self.session.acknowledge(epoch, number)
        self._step()

    def ping(self, token: int) -> None:
        """`Ponged` comes through `on_state` when the node has read all that was sent before."""
        self.session.ping(token)
        self._step()

    # -------------------------------------------------------------- inside

    def _set_state(self, state: State) -> None:
        self.session.set_state(state)
        self._step()

    def _try_port(self, loop: asyncio.AbstractEventLoop) -> None:
        self.why_closed = self.link.open(loop, self._bytes_came, self._port_lost)
        if self.why_closed is None:
            self._reopen_ms = None
            self.link.write(END)  # ends whatever half a frame the node may still hold
            self.session.greet()
        else:
            self._reopen_ms = loop_ms(loop) + REOPEN_MS
        self._step()

    def _bytes_came(self, data: bytes) -> None:
        if self._loop is not None:
            self._tell(self.session.receive(data, loop_ms(self._loop)))
            self._step()

    def _port_lost(self, why: str) -> None:
        if self._loop is None:
            return
        now_ms = loop_ms(self._loop)
        self.why_closed = why
        self._roster.gone(self.link.path)
        self._reopen_ms = now_ms + REOPEN_MS
        self._tell(self.session.wire_lost(now_ms))
        self._step()

    def _tell(self, reports: list[HostReport]) -> None:
        for report in reports:
            if self._loop is None:
                return  # closed by the one who was just told
            if isinstance(report, NodeFound | NodeRestarted | NodeBack):
                self._roster.found(report.node, self.link.path)
            if not isinstance(report, EdgeArrived):
                self._on_state(report)
            elif not self._is_doubled():  # else `_step` tells the session, which delivers it again when it may
                self._on_edge(report)

    def _is_doubled(self) -> bool:
        return self.session.node is not None and not self._roster.is_alone(self.session.node)

    def _on_conflict(self) -> None:
        if self._loop is None:
            return
        for report in self.session.conflict(loop_ms(self._loop)):
            if not isinstance(report, EdgeArrived):
                self._on_state(report)

    def _step(self) -> None:
        """Whatever is due now, and one timer for what is due next."""
        loop = self._loop
        if loop is None:
            return
        now_ms = loop_ms(loop)
        if self._is_doubled():
            self._on_conflict()
        self._tell(self.session.tick(now_ms))
        if self._loop is None:
            return
        if self.link.is_open:
            output = self.session.take_output(now_ms)
            if output:
                self.link.write(output)
        self._set_timer(loop, now_ms)

    def _set_timer(self, loop: asyncio.AbstractEventLoop, now_ms: int) -> None:
        if self._timer is not None:
            self._timer.cancel()
        due_ms = self._reopen_ms if self._reopen_ms is not None else self.session.next_timeout_ms()
        silence_ms = self.session.next_silence_ms()
        if self._reopen_ms is not None and silence_ms is not None:
            due_ms = min(self._reopen_ms, silence_ms)
        self._timer = None if due_ms is None else loop.call_at(max(due_ms, now_ms) / 1_000, self._timer_rang)

    def _timer_rang(self) -> None:
        loop = self._loop
        if loop is None:
            return
        self._timer = None
        if self._reopen_ms is not None and loop_ms(loop) >= self._reopen_ms:
            self._try_port(loop)
        else:
            self._step()
