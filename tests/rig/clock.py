"""The runner's side of virtual time over ptys: the life and death of a service that is a process of
its own.

loop = VirtualLoop()                  # devices live on this loop, on the far ends of ptys and
    sockets
loop.add_wire(Wire("seat 1", device, held_fileno=port.slave_fileno,
on_new_host=device.host_is_back))
await loop.spawn(child)               # fork; child(channel) builds a service and calls run_stepped
    (stepped.py)
await loop.rest(lambda: not device.unacknowledged)
loop.kill()                           # a real SIGKILL; then spawn again, on the same wires
"""

import os
import signal
import socket
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NoReturn

from tablectl.service.process import bind_to
from tablectl.simulation.stage.virtual_time import RunnerLoop, ServiceFailedError, StuckError
from tests.rig.channel import SILENT_AT_MOST_S, Channel, Go, Report
from tests.rig.stepped import PollInOrder, end_with, forget_parent
from tests.rig.wire import Wire


class ServiceDiedError(Exception):
    """The service ended without being asked to; `exit_status` as in subprocess: below 0 it is
    the signal, negated.
    """

    def __init__(self, exit_status: int):
        super().__init__(f"The service died with exit status {exit_status}.")
        self.exit_status = exit_status


@dataclass
class Process:
    """A living service, and what it said last."""

    pid: int
    runner_pid: int
    channel: Channel
    report: Report = field(default_factory=Report)
    told: list[tuple[int, int]] = field(default_factory=list)
    heard_bytes: int = 0  # by all devices, up to the last message to it


class VirtualLoop(RunnerLoop):
    """The event loop of the runner and its devices, which owns virtual time."""

    def __init__(self):
        super().__init__(PollInOrder())
        self.status = b""  # as last reported; kept when the service is dead
        self.exchanges = 0  # pairs of Go and Report so far: the cost of a rehearsal
        self._wires: list[Wire] = []
        self._service: Process | None = None
        self._death: Exception | None = None
        self._commands: list[bytes] = []
        self._is_asked = False  # somebody wants a fresh status
        self._child: Callable[[Channel], object] | None = None

    @property
    def is_served(self) -> bool:
        return self._service is not None

    @property
    def service_next_ms(self) -> int | None:
        return None if self._service is None else self._service.report.next_ms

    @property
    def is_cut(self) -> bool:
        return super().is_cut or any(wire.is_awaited for wire in self._wires)

    # -- what a rehearsal calls

    def add_wire(self, wire: Wire):
        """Wires are read in the order in which they were added. All of them before the first
        spawn.
        """
        if self._service is not None or wire.name in [known.name for known in self._wires]:
            raise ValueError(f"Wire {wire.name!r} comes too late or has a name that is taken.")
        self._wires.append(wire)

    def tell(self, command: bytes):
        """Give the service a command past all links, at the next occasion."""
        self._commands.append(command)

    async def spawn(self, child: Callable[[Channel], object]):
        """Fork a service on the wires and return when it has first reported, idle.

        Before that the devices hear a dead service's last words. `child` is called in the forked
        process only, and ends in run_stepped.
        """
        self._child = child
        await self.wait_for_spawn()

    def kill(self):
        """SIGKILL. The devices still receive what the service had written; what it had not read
        is dropped at the next spawn.
        """
        if self._service is None:
            raise RuntimeError("There is no service to kill.")
        os.kill(self._service.pid, signal.SIGKILL)
        self._bury(self._service)

    @property
    def service_pid(self) -> int | None:
        return self._service.pid if self._service else None

    def close(self):
        # not in a forked copy of us
        if self._service is not None and self._service.runner_pid == os.getpid():
            self.kill()
        super().close()

    # -- one instant

    def wait_for_links(self) -> list[int]:
        for wire in self._wires:
            wire.notice_plug()
            # a dead service reports no count, but writes no more either: polling
            if self._service is not None:
                # until the link is empty makes the kernel deliver all of it
                wire.wait_for_bytes()
        return [wire.end.fileno() for wire in self._wires]

    def nothing_left(self, next_ms: int | None) -> bool:
        self.raise_failure()
        if self._service is not None and self._has_news(self._service):
            self._exchange(self._service)
            # something may have been written: read the links again at this instant
            return True
        if self._death is not None:
            death, self._death = self._death, None
            raise death
        if self.is_spawning and self._child is not None:
            self._spawn(self._child)
        else:
            self.go_on(next_ms)
        return False

    async def _wait_for(self, is_over: Callable[[], bool], limit_ms: int, is_rest: bool):
        self._is_asked = True
        await super()._wait_for(is_over, limit_ms, is_rest)

    # -- the service

    def _has_news(self, service: Process) -> bool:
        """Whether the service has anything to do, or the caller wants to hear from it."""
        is_due = service.report.next_ms is not None and service.report.next_ms <= self.now_ms
        has_room = service.report.is_writing and self._heard_bytes() != service.heard_bytes
        is_told = [wire.written() for wire in self._wires] == service.told
        return is_due or has_room or not is_told or self._is_asked or bool(self._commands)

    def _heard_bytes(self) -> int:
        return sum(wire.end.bytes_read for wire in self._wires)

    def _exchange(self, service: Process):
        service.told, service.heard_bytes = (
            [wire.written() for wire in self._wires],
            self._heard_bytes(),
        )
        go = Go(self.now_ms, service.told, self._commands)
        self._commands, self._is_asked = [], False
        self.exchanges += 1
        service.channel.send(go)
        try:
            report = service.channel.receive(Report)
        except StuckError:
            self.kill()
            raise
        if report is None:
            self._death = ServiceDiedError(self._bury(service))
            return
        if report.failure is not None:
            self._bury(service)
            self._death = ServiceFailedError(report.failure)
            return
        service.report = report
        if report.status is not None:
            self.status = report.status
        for wire, (plug, written_there) in zip(self._wires, report.links, strict=True):
            wire.told(plug, written_there)

    def _spawn(self, child: Callable[[Channel], object]):
        """Called with no task running, so the forked process inherits none."""
        for wire in self._wires:
            wire.start_anew()
        for wire in self._wires:
            wire.on_new_host()
        ours, theirs = (
            Channel(end, tuple(wire.name for wire in self._wires)) for end in socket.socketpair()
        )
        # else the fork would print what is still in our buffer a second time
        sys.stdout.flush()
        sys.stderr.flush()
        runner, pid = os.getpid(), fork_before_interrupts()
        if pid == 0:
            # it ends by itself when the channel does, unless it is stuck
            bind_to(runner)
            self._be_the_service(ours, theirs, child)
        theirs.close()
        ours.give_up_after(SILENT_AT_MOST_S)
        service = self._service = Process(pid, runner, ours)
        self._exchange(service)
        # else it has died: spawn() finds out when its last bytes have been read
        if self._service is service:
            self.has_spawned()

    def _be_the_service(
        self, ours: Channel, theirs: Channel, child: Callable[[Channel], object]
    ) -> NoReturn:
        def body():
            forget_parent()
            ours.close()
            for wire in self._wires:
                wire.close_in_child()
            child(theirs)

        end_with(theirs, body)

    def _bury(self, service: Process) -> int:
        service.channel.close()
        self._service = None
        return os.waitstatus_to_exitcode(os.waitpid(service.pid, 0)[1])


def fork_before_interrupts() -> int:
    """As os.fork, but Ctrl-C waits until it is done: what is raised in Python's own hooks at a
    fork is dropped.
    """
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return os.fork()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
