"""The runner's side of virtual time: the clock of a rehearsal, and the life and death of the service that is rehearsed.

One rule moves time: when neither the devices nor the service have anything left to do and no byte is under way, it
becomes the moment of the earliest timer of the two. So a rehearsal is as fast as its bytes and the same every time.

    loop = VirtualLoop()                  # devices live on this loop, on the far ends of ptys and sockets
    loop.add_wire(Wire("seat 1", device, kept_fileno=port.slave_fileno, on_new_host=device.host_is_back))
    await loop.spawn(child)               # fork; child(channel) builds a service and calls run_stepped (stepped.py)
    await loop.rest(lambda: not device.unacknowledged)
    loop.kill()                           # a real SIGKILL; then spawn again, on the same wires

Time starts at 0 and is whole milliseconds. Devices' timers come before the service's at the same instant.
"""

import asyncio
import os
import signal
import socket
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NoReturn

from tablectl.rehearsal.virtual_time.channel import SILENT_AT_MOST_S, Channel, Go, Report
from tablectl.rehearsal.virtual_time.instant import InstantLoop, StuckError
from tablectl.rehearsal.virtual_time.stepped import end_with, forget_parent
from tablectl.rehearsal.virtual_time.wire import Wire
from tablectl.service.children import bind_to

REST_AT_MOST_MS = 10 * 60 * 1000        # the longest rightful wait in a hand is a time bank of a few minutes


class ServiceDiedError(Exception):
    """The service ended without being asked to; `exit_status` as in subprocess: below 0 it is the signal, negated."""

    def __init__(self, exit_status: int, text: str | None = None) -> None:
        super().__init__(text or f"The service died with exit status {exit_status}.")
        self.exit_status = exit_status


class ServiceFailedError(ServiceDiedError):
    """The service ended by an exception; the message is its own traceback."""

    def __init__(self, exit_status: int, failure: str) -> None:
        super().__init__(exit_status, f"The service failed (exit status {exit_status}):\n{failure}")
        self.failure = failure


@dataclass(frozen=True)
class Wait:
    """What the one caller waits for: a table at rest (until `limit_ms`), or a moment."""

    done: "asyncio.Future[None]"
    is_over: Callable[[], bool]
    limit_ms: int
    is_rest: bool                       # such a wait is over only with a living service


@dataclass
class Process:
    """A living service, and what it said last."""

    pid: int
    runner_pid: int
    channel: Channel
    report: Report = field(default_factory=Report)
    told: list[tuple[int, int]] = field(default_factory=list)
    heard_bytes: int = 0                # by all devices, up to the last message to it


class VirtualLoop(InstantLoop):
    """The event loop of the runner and its devices, which owns virtual time."""

    def __init__(self) -> None:
        super().__init__(now_ms=0)
        self.status = b""               # as last reported; kept when the service is dead
        self.exchanges = 0              # pairs of Go and Report so far: the cost of a rehearsal
        self._wires: list[Wire] = []
        self._service: Process | None = None
        self._death: Exception | None = None
        self._failure: Exception | None = None
        self._commands: list[bytes] = []
        self._is_asked = False          # somebody wants a fresh status
        self._wait: Wait | None = None
        self._spawning: tuple[asyncio.Future[None], Callable[[Channel], object]] | None = None
        self.set_exception_handler(self._callback_failed)

    # -- what a rehearsal calls

    def add_wire(self, wire: Wire) -> None:
        """Wires are read in the order in which they were added. All of them before the first spawn."""
        if self._service is not None or wire.name in [known.name for known in self._wires]:
            raise ValueError(f"Wire {wire.name!r} comes too late or has a name that is taken.")
        self._wires.append(wire)

    async def rest(self, is_at_rest: Callable[[], bool], limit_ms: int = REST_AT_MOST_MS) -> None:
        """Return when nothing is under way and `is_at_rest()`: at this instant if so already, else time goes on."""
        if self._service is None:
            raise RuntimeError("A table without a service cannot come to rest; spawn one.")
        await self._wait_for(is_at_rest, self.now_ms + limit_ms, is_rest=True)

    async def sleep_until(self, at_ms: int) -> None:
        """Return when it is exactly `at_ms` and everything due by then is done; with no living service too."""
        await self._wait_for(lambda: self.now_ms >= at_ms, at_ms, is_rest=False)

    async def advance(self, by_ms: int) -> None:
        await self.sleep_until(self.now_ms + by_ms)

    def tell(self, command: bytes) -> None:
        """Give the service a command past all links, at the next occasion."""
        self._commands.append(command)

    async def spawn(self, child: Callable[[Channel], object]) -> None:
        """Fork a service on the wires and return when it has first reported, idle.

        Before that the devices hear a dead service's last words. `child` is called in the forked process only, and ends
        in run_stepped.
        """
        if self._service is not None or self._spawning is not None:
            raise RuntimeError("There is a service already; kill it first.")
        self._spawning = self.create_future(), child
        try:
            await self._spawning[0]
        finally:
            self._spawning = None

    def kill(self) -> None:
        """SIGKILL. The devices still receive what the service had written; what it had not read is dropped at the next spawn."""
        if self._service is None:
            raise RuntimeError("There is no service to kill.")
        os.kill(self._service.pid, signal.SIGKILL)
        self._bury(self._service)

    @property
    def service_pid(self) -> int | None:
        return self._service.pid if self._service else None

    def close(self) -> None:
        if self._service is not None and self._service.runner_pid == os.getpid():   # not in a forked copy of us
            self.kill()
        super().close()

    # -- one instant

    def wait_for_links(self) -> list[int]:
        for wire in self._wires:
            wire.notice_plug()
            if self._service is not None:         # a dead service reports no count, but writes no more either: polling
                wire.wait_for_bytes()             # until the link is empty makes the kernel deliver all of it
        return [wire.end.fileno() for wire in self._wires]

    def nothing_left(self, next_ms: int | None) -> bool:
        if self._failure is not None:
            failure, self._failure = self._failure, None
            raise failure
        if self._service is not None and self._has_news(self._service):
            self._exchange(self._service)
            return True                           # something may have been written: read the links again at this instant
        if self._death is not None:
            death, self._death = self._death, None
            raise death
        if self._spawning is not None and not self._spawning[0].done():
            self._spawn(*self._spawning)
        else:
            self._go_on(next_ms)
        return False

    def _go_on(self, next_ms: int | None) -> None:
        """Both are idle: the caller has what it waits for, or time moves on."""
        wait = self._wait if self._wait and not self._wait.done.done() else None
        is_cut = self._service is None or any(wire.is_awaited for wire in self._wires)
        if wait and not (wait.is_rest and is_cut) and wait.is_over():
            wait.done.set_result(None)
        else:
            self.move_to(self._next_moment(wait, next_ms))

    def _next_moment(self, wait: Wait | None, next_ms: int | None) -> int:
        moments = [] if next_ms is None else [next_ms]
        if self._service is not None and self._service.report.next_ms is not None:
            moments.append(self._service.report.next_ms)
        if wait and not wait.is_rest:
            moments.append(wait.limit_ms)
        now = f"At {self.now_ms:,} ms the table is not at rest"
        if not moments:
            raise StuckError(f"{now}, and neither the devices nor the service have a timer.")
        if wait and min(moments) > wait.limit_ms:
            raise StuckError(f"{now}, and it had until {wait.limit_ms:,} ms.")
        return min(moments)

    async def _wait_for(self, is_over: Callable[[], bool], limit_ms: int, is_rest: bool) -> None:
        if self._wait is not None:
            raise RuntimeError("Somebody waits for the table already, and one caller moves time.")
        self._wait = Wait(self.create_future(), is_over, limit_ms, is_rest)
        self._is_asked = True
        try:
            await self._wait.done
        finally:
            self._wait = None

    # -- the service

    def _has_news(self, service: Process) -> bool:
        """Whether the service has anything to do, or the caller wants to hear from it."""
        is_due = service.report.next_ms is not None and service.report.next_ms <= self.now_ms
        has_room = service.report.is_writing and self._heard_bytes() != service.heard_bytes
        is_told = [wire.written() for wire in self._wires] == service.told
        return is_due or has_room or not is_told or self._is_asked or bool(self._commands)

    def _heard_bytes(self) -> int:
        return sum(wire.end.bytes_read for wire in self._wires)

    def _exchange(self, service: Process) -> None:
        service.told, service.heard_bytes = [wire.written() for wire in self._wires], self._heard_bytes()
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
            self._death = ServiceFailedError(self._bury(service), report.failure)
            return
        service.report = report
        if report.status is not None:
            self.status = report.status
        for wire, (plug, written_there) in zip(self._wires, report.links, strict=True):
            wire.told(plug, written_there)

    def _spawn(self, done: "asyncio.Future[None]", child: Callable[[Channel], object]) -> None:
        """Called with no task running, so the forked process inherits none."""
        for wire in self._wires:
            wire.start_anew()
        for wire in self._wires:
            wire.on_new_host()
        ours, theirs = (Channel(end, tuple(wire.name for wire in self._wires)) for end in socket.socketpair())
        sys.stdout.flush()              # else the fork would print what is still in our buffer a second time
        sys.stderr.flush()
        runner, pid = os.getpid(), fork_before_interrupts()
        if pid == 0:
            bind_to(runner)             # it ends by itself when the channel does, unless it is stuck
            self._be_the_service(ours, theirs, child)
        theirs.close()
        ours.give_up_after(SILENT_AT_MOST_S)
        service = self._service = Process(pid, runner, ours)
        self._exchange(service)
        if self._service is service:    # else it has died: spawn() finds out when its last bytes have been read
            done.set_result(None)

    def _be_the_service(self, ours: Channel, theirs: Channel, child: Callable[[Channel], object]) -> NoReturn:
        def body() -> None:
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

    # -- failures are raised for whoever waits; if nobody does, out of the loop

    def give_up(self, error: Exception) -> None:
        waiting = [self._spawning[0]] if self._spawning else []
        waiting += [self._wait.done] if self._wait else []
        for done in waiting:
            if not done.done():
                return done.set_exception(error)
        raise error

    def _callback_failed(self, _: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """A device's callback raised, or a task of the runner was lost."""
        self._failure = self._failure or context.get("exception") or RuntimeError(context["message"])


def fork_before_interrupts() -> int:
    """As os.fork, but Ctrl-C waits until it is done: what is raised in Python's own hooks at a fork is dropped."""
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return os.fork()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
