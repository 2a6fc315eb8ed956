"""The service's side of virtual time, and what both sides share: links whose every byte is accounted for.

The rule that makes a rehearsal repeat exactly: **nobody looks at a link before every byte written into it has
arrived.** The kernel delivers a little later than `write` returns, so one look too early gives another order of events
each time. Both sides therefore count what they read and write, and wait until the kernel holds exactly the difference.

`run_stepped` runs an ordinary asyncio service in a forked process. Its loop does all there is to do at one instant,
reports (next timer, bytes written, status), and waits to be told the next instant. The service opens ports, adds
readers and sets timers as on any loop and does not know; on opening a port it throws away stale input (TCIFLUSH, as
pyserial does). clock.py holds the other end. Absent on purpose: threads, executors, real time (except to give up
loudly).
"""

import asyncio
import contextlib
import fcntl
import gc
import math
import os
import select
import selectors
import signal
import socket
import struct
import sys
import termios
import time
import traceback
from collections.abc import Callable, Mapping
from typing import Any, NoReturn, Protocol, TypeVar

import msgspec

UNPLUGGED = 0                     # the plug number of a link that is not there; the first plugging is 1
ARRIVAL_AT_MOST_S = 2.0           # real time; the kernel needs microseconds, so bytes later than this were miscounted
LOOK_AGAIN_AFTER_S = 20e-6        # real time between two looks at a link that is late: about a kernel worker's delay
PTY_HOLDS_BYTES = 4095            # FIONREAD of a pty never says more: the rest waits behind, in order
TIMER_SLACK_S = 1e-6              # sums of float seconds are off by far less, and timers are whole ms
PASSES_AN_INSTANT = 100_000       # a hand needs a few hundred; more means that somebody calls himself for ever
CHANNEL_BUFFER_BYTES = 1 << 19    # an audit view is some 10 KB; a larger status only costs more system calls
RECEIVE_BYTES = 1 << 16           # most reports fit; with much more every recv maps fresh memory
SILENT_AT_MOST_S = 60             # real time for one step of the service, slowed down by a tracer or not
EXIT_FAILED = 70                  # EX_SOFTWARE of sysexits.h: the traceback went to the runner


class Counted(Protocol):
    """One end of a link. Counts belong to the object and never run back, not even when the link is opened again."""

    @property
    def bytes_read(self) -> int: ...
    @property
    def bytes_written(self) -> int: ...
    @property
    def openings(self) -> int:
        """How often it was opened (by the service) or plugged in (by the runner); 1 from the first time on."""
    def fileno(self) -> int:
        """-1 while it is closed or unplugged."""


class BytesAstrayError(Exception):
    """A link holds other than the bytes its two ends say: a count is wrong, or somebody else reads it."""


class StuckError(Exception):
    """Time cannot go on, or goes on without the table ever coming to rest."""


def bytes_waiting(fd: int) -> int:
    return int.from_bytes(fcntl.ioctl(fd, termios.FIONREAD, bytes(4)), sys.byteorder)


def wait_for_bytes(link: str, fd: int, written: int, read: int) -> None:
    """Return when what was written at the other end and not yet read here lies ready at `fd`."""
    due = written - read
    if bytes_waiting(fd) == due:
        return
    look = select.poll()
    look.register(fd, select.POLLIN)
    late_at = time.monotonic() + ARRIVAL_AT_MOST_S
    while (there := bytes_waiting(fd)) != due:
        if PTY_HOLDS_BYTES <= there < due and os.isatty(fd):
            return
        if there > due or due < 0 or time.monotonic() > late_at:
            raise BytesAstrayError(
                f"{link}: the other end says it wrote {written:,} bytes and {read:,} were read here, "
                f"so {due:,} should be waiting, but the kernel holds {there:,}."
            )
        if not look.poll(0):              # looking at an empty pty makes the kernel finish its delivery
            time.sleep(LOOK_AGAIN_AFTER_S)


class Go(msgspec.Struct, array_like=True, frozen=True):
    """From the runner: it is `now_ms`, and this much has been written into each link."""

    now_ms: int
    links: list[tuple[int, int]]          # (plug number, bytes written since it was plugged in), in the links' order
    commands: list[bytes] = []


class Report(msgspec.Struct, array_like=True, frozen=True):
    """From the service: everything that could be done is done."""

    next_ms: int | None = None
    links: list[tuple[int, int]] = []
    is_writing: bool = False              # waits for room in a full link: it needs a go when the runner has read
    status: bytes | None = None           # None: as last time
    failure: str | None = None            # a traceback; the service has ended


Message = TypeVar("Message", Go, Report)
Command = Callable[[bytes], object]


class Channel:
    """Whole messages over a stream socket, strictly in turns: the runner speaks, the service answers.

    A stream with a length before each message, not SOCK_SEQPACKET: a packet may be no longer than net.core.wmem_max
    allows, and on an ordinary machine that is less than a large audit view.
    """

    def __init__(self, end: socket.socket, link_names: tuple[str, ...]) -> None:
        self.link_names = link_names
        self._socket = end
        end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, CHANNEL_BUFFER_BYTES)

    def give_up_after(self, seconds: int) -> None:
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, struct.pack("@ll", seconds, 0))

    def fileno(self) -> int:
        return self._socket.fileno()

    def close(self) -> None:
        self._socket.close()

    def send(self, message: Go | Report) -> None:
        body = msgspec.msgpack.encode(message)
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # receive() says so, after its last message
            self._socket.sendall(len(body).to_bytes(4, "big") + body)

    def receive(self, kind: type[Message]) -> Message | None:
        """The next message, or None when the other side is gone."""
        data = b""
        while len(data) < 4 or len(data) < 4 + int.from_bytes(data[:4], "big"):
            try:
                part = self._socket.recv(RECEIVE_BYTES)
            except BlockingIOError:
                raise StuckError(f"The service was busy at one instant for {SILENT_AT_MOST_S} s.") from None
            except ConnectionResetError:
                part = b""
            if not part:
                return None
            data += part
        return msgspec.msgpack.decode(data[4:], type=kind)


class InstantSelector(selectors.PollSelector):
    """Callbacks first, then bytes in the order of the links, then, when there is nothing left, whoever owns time."""

    def __init__(self, loop: "InstantLoop") -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        try:
            self._loop.count_pass()
            if timeout is not None and timeout <= 0:
                return []
            return self._look(None if timeout is None else self._loop.now_ms + whole_ms(timeout))
        except Exception as error:      # inside asyncio it would end the loop; whoever waits for the instant must have it
            self._loop.give_up(error)
            return []

    def _look(self, next_ms: int | None) -> list[tuple[selectors.SelectorKey, int]]:
        while True:
            in_order = self._loop.wait_for_links()
            ready = super().select(0)
            if ready:
                place = {fd: n for n, fd in enumerate(in_order)}
                ready.sort(key=lambda found: place.get(found[0].fd, len(place) + found[0].fd))
                return ready
            if not self._loop.nothing_left(next_ms):
                return []


def whole_ms(seconds: float) -> int:
    """The wait for a timer: never too short, and at least 1 so that time moves."""
    return max(1, math.ceil((seconds - TIMER_SLACK_S) * 1000))


class InstantLoop(asyncio.SelectorEventLoop):
    """An event loop whose time is a whole number of milliseconds that only `nothing_left` moves."""

    def __init__(self, now_ms: int) -> None:
        self.now_ms = now_ms
        self._passes = 0
        self.selector = InstantSelector(self)
        super().__init__(self.selector)
        self._clock_resolution = TIMER_SLACK_S

    def time(self) -> float:
        return self.now_ms / 1000

    def move_to(self, now_ms: int) -> None:
        if now_ms < self.now_ms:
            raise AssertionError(f"Time would run back from {self.now_ms:,} to {now_ms:,} ms.")
        self.now_ms = now_ms
        self._passes = 0

    def count_pass(self) -> None:
        self._passes += 1
        if self._passes > PASSES_AN_INSTANT:
            self._passes = 0
            raise StuckError(f"{PASSES_AN_INSTANT:,} rounds of callbacks at {self.now_ms:,} ms and no end.")

    def wait_for_links(self) -> list[int]:
        """Wait until no byte is under way; the open links' fds in the order in which they are to be read."""
        raise NotImplementedError

    def nothing_left(self, next_ms: int | None) -> bool:
        """No callback, no byte; the next timer of this loop is at `next_ms`. True: look at the links again first."""
        raise NotImplementedError

    def give_up(self, error: Exception) -> None:
        """The instant failed: raise, unless somebody who waits has been told."""
        raise error

    def run_in_executor(self, *args: Any, **kwargs: Any) -> Any:  # type: ignore[override]  # it refuses them all
        raise RuntimeError("There are no threads in virtual time: they would run by another clock.")


class HostEnd:
    """The service's end of one link, counted anew from each plugging and each opening."""

    def __init__(self, name: str, end: Counted, plug: int, written_there: int) -> None:
        self.name, self.end, self.plug = name, end, plug
        self._written_there = written_there
        self._openings_before_plug = self._written_before_plug = 0
        self._opening = self._never_read = 0      # what lay in the link at an opening and was thrown away is not due
        self._written = 0

    def told(self, plug: int, written_there: int) -> None:
        if plug != self.plug:                     # whatever is open now hangs on the plug that was pulled
            self._openings_before_plug, self._written_before_plug = self.end.openings, self.end.bytes_written
        self.plug, self._written_there = plug, written_there

    def report(self) -> tuple[int, int]:
        if self.end.bytes_written < self._written:
            raise BytesAstrayError(f"{self.name}: the service's count of bytes ran back; it goes on over reopenings.")
        self._written = self.end.bytes_written
        return self.plug, self._written - self._written_before_plug

    def wait_for_bytes(self) -> None:
        fd, opening = self.end.fileno(), self.end.openings
        if fd < 0 or self.plug == UNPLUGGED or opening <= self._openings_before_plug:
            return
        if opening != self._opening:
            self._opening = opening
            self._never_read = self._written_there - self.end.bytes_read - bytes_waiting(fd)
        wait_for_bytes(self.name, fd, self._written_there - self._never_read, self.end.bytes_read)


class SteppedLoop(InstantLoop):
    """The loop of the service under rehearsal: idle means report and wait."""

    def __init__(self, channel: Channel, first: Go, status: Callable[[], bytes], command: Command | None) -> None:
        super().__init__(first.now_ms)
        self._channel, self._first, self._status, self._command = channel, first, status, command
        self._ends: list[HostEnd] = []
        self._last_status: bytes | None = None
        self.set_exception_handler(self._end_loudly)

    def adopt(self, ends: Mapping[str, Counted]) -> None:
        if set(ends) != set(self._channel.link_names):
            theirs = sorted(self._channel.link_names)
            raise ValueError(f"The service has the links {sorted(ends)}, the runner has {theirs}.")
        told = zip(self._channel.link_names, self._first.links, strict=True)
        self._ends = [HostEnd(name, ends[name], plug, written) for name, (plug, written) in told]

    def wait_for_links(self) -> list[int]:
        for end in self._ends:
            end.wait_for_bytes()
        return [end.end.fileno() for end in self._ends]

    def nothing_left(self, next_ms: int | None) -> bool:
        self._channel.send(self._report(next_ms))
        go = self._channel.receive(Go)
        if go is None:
            leave(0)
        self.move_to(go.now_ms)
        for end, (plug, written) in zip(self._ends, go.links, strict=True):
            end.told(plug, written)
        for command in go.commands:
            if self._command is None:
                raise ValueError("The runner sent a command to a service that takes none.")
            self.call_soon(self._command, command)
        return False                              # timers first: at any instant they come before bytes

    def _report(self, next_ms: int | None) -> Report:
        status = self._status()
        is_news, self._last_status = status != self._last_status, status
        is_writing = any(key.events & selectors.EVENT_WRITE for key in self.selector.get_map().values())
        return Report(next_ms, [end.report() for end in self._ends], is_writing, status if is_news else None)

    def _end_loudly(self, _: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        text = "".join(traceback.format_exception(error)) if error else str(context["message"])
        report_failure(self._channel, text)


def run_stepped(
    channel: Channel,
    main: Callable[[asyncio.AbstractEventLoop], Mapping[str, Counted]],
    status: Callable[[], bytes],
    command: Command | None = None,
) -> NoReturn:
    """Run a service in virtual time; for the forked process only, which it never leaves alive.

    `main` is called inside the running loop, starts the service and returns its end of every link by name. `status` is
    asked whenever the service is idle, `command` gets what the runner tells. A failed task is noticed when nobody can
    await it any more, as in all of asyncio; give a task that you keep a done callback that asks for its result.
    """

    def body() -> None:
        first = channel.receive(Go)
        if first is None:
            return
        loop = SteppedLoop(channel, first, status, command)
        asyncio.set_event_loop(loop)
        loop.call_soon(lambda: loop.adopt(main(loop)))
        loop.run_forever()

    end_with(channel, body)


def end_with(channel: Channel, body: Callable[[], object]) -> NoReturn:
    """Run `body` and end the process as it ends; what it raises goes to the runner."""
    try:
        body()
    except SystemExit as asked:
        leave(asked.code if isinstance(asked.code, int) else int(asked.code is not None))
    except BaseException:               # nothing is above a forked process: only the runner can still hear of it
        report_failure(channel, traceback.format_exc())
    leave(0)


def report_failure(channel: Channel, text: str) -> NoReturn:
    channel.send(Report(failure=text))
    leave(EXIT_FAILED)


def leave(exit_status: int) -> NoReturn:
    """End the process with no clean-up but its last lines: what the fork inherited must not be undone twice."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(exit_status)


def forget_parent() -> None:
    """Make a freshly forked process an ordinary one: no loop, default signals, and nothing inherited ever collected."""
    gc.freeze()                                   # a forgotten socket, collected here, would close a reused number
    asyncio.events._set_running_loop(None)
    asyncio.set_event_loop(None)
    signal.set_wakeup_fd(-1)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
