"""The service's side of virtual time.

`run_stepped` runs an ordinary asyncio service in a forked process. Its loop does all there is to do
at one instant, reports (next timer, bytes written, status), and waits to be told the next instant.
The service opens ports, adds readers and sets timers as on any loop and does not know; on opening a
port it throws away stale input (TCIFLUSH, as pyserial does). clock.py holds the other end.
"""

import asyncio
import gc
import os
import signal
import sys
import traceback
from collections.abc import Callable, Mapping
from selectors import EVENT_WRITE, PollSelector
from typing import Any, NoReturn, Protocol

from tablectl.service.process import FAULT
from tablectl.simulation.stage.virtual_time import InstantLoop, InstantSelector, Ready
from tests.rig.channel import Channel, Go, Report
from tests.rig.wire import Counted, HostEnd

Command = Callable[[bytes], object]


class LinkedLoop(Protocol):
    """A loop whose links are ptys and sockets."""

    def wait_for_links(self) -> list[int]:
        """Wait until no byte is under way; the open links' fds in the order in which they are to
        be read.
        """


class PollInOrder(InstantSelector, PollSelector):
    """Descriptors, in the order of the links."""

    loop: "LinkedLoop"

    def ready(self) -> Ready:
        place = {fd: n for n, fd in enumerate(self.loop.wait_for_links())}
        ready = PollSelector.select(self, 0)
        ready.sort(key=lambda found: place.get(found[0].fd, len(place) + found[0].fd))
        return ready


class SteppedLoop(InstantLoop):
    """The loop of the service under rehearsal: idle means report and wait."""

    def __init__(
        self, channel: Channel, first: Go, status: Callable[[], bytes], command: Command | None
    ):
        self.selector = PollInOrder()
        super().__init__(first.now_ms, self.selector)
        self._channel, self._first, self._status, self._command = channel, first, status, command
        self._ends: list[HostEnd] = []
        self._last_status: bytes | None = None
        self.set_exception_handler(self._end_loudly)

    def adopt(self, ends: Mapping[str, Counted]):
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
        # timers first: at any instant they come before bytes
        return False

    def _report(self, next_ms: int | None) -> Report:
        status = self._status()
        is_news, self._last_status = status != self._last_status, status
        is_writing = any(key.events & EVENT_WRITE for key in self.selector.get_map().values())
        return Report(
            next_ms, [end.report() for end in self._ends], is_writing, status if is_news else None
        )

    def _end_loudly(self, _: asyncio.AbstractEventLoop, context: dict[str, Any]):
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

    `main` is called inside the running loop, starts the service and returns its end of every link
    by name. `status` is asked whenever the service is idle, `command` gets what the runner tells. A
    failed task is noticed when nobody can await it any more, as in all of asyncio; give a task that
    you keep a done callback that asks for its result.
    """

    def body():
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
    # nobody above catches it in a forked process: the runner is told
    except BaseException:
        report_failure(channel, traceback.format_exc())
    leave(0)


def report_failure(channel: Channel, text: str) -> NoReturn:
    channel.send(Report(failure=text))
    leave(FAULT)  # the traceback went to the runner


def leave(exit_status: int) -> NoReturn:
    """End the process without clean-up, but flush its output: exit handlers that the fork
    inherited are the runner's to run.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(exit_status)


def forget_parent():
    """Make a freshly forked process an ordinary one: no loop, default signals, and nothing
    inherited ever collected.
    """
    # collecting an inherited socket would close an fd that is in use again
    gc.freeze()
    asyncio.events._set_running_loop(None)
    asyncio.set_event_loop(None)
    signal.set_wakeup_fd(-1)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
