"""Links whose every byte is accounted for, at both ends.

The rule that makes a rehearsal repeat exactly: **nobody looks at a link before every byte written
into it has arrived.** The kernel delivers a little later than `write` returns, so one look too
early gives another order of events each time. Both sides therefore count what they read and write,
and wait until the kernel holds exactly the difference. A `Wire` is the runner's account of a link,
a `HostEnd` the service's.
"""

import fcntl
import logging
import os
import select
import sys
import termios
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

LOG = logging.getLogger(__name__)
# the plug number of a link that is not there; the first plugging is 1
UNPLUGGED = 0
# real time; the kernel needs microseconds: later than this, a count is wrong
ARRIVAL_AT_MOST_S = 2.0
# real time between two looks at a late link: about as long as the kernel takes
LOOK_AGAIN_AFTER_S = 20e-6
# the most that FIONREAD reports of a pty: more bytes wait behind, in order
PTY_HOLDS_BYTES = 4095
FLUSH_READ_BYTES = 65_536  # the longest packet of the screen socket fits


class Counted(Protocol):
    """One end of a link. Counts belong to the object and never run back, not even when the link
    is opened again.
    """

    @property
    def bytes_read(self) -> int: ...
    @property
    def bytes_written(self) -> int: ...
    @property
    def openings(self) -> int:
        """How often it was opened (by the service) or plugged in (by the runner); 1 from the
        first time on.
        """

    def fileno(self) -> int:
        """-1 while it is closed or unplugged."""


class BytesAstrayError(Exception):
    """A link does not hold the bytes that its two ends have counted: a count is wrong, or
    somebody else reads it.
    """


class ForeignBytesError(BytesAstrayError):
    """It holds more than that, or more was read: a count is wrong, or somebody else writes into
    it.
    """


def bytes_waiting(fd: int) -> int:
    return int.from_bytes(fcntl.ioctl(fd, termios.FIONREAD, bytes(4)), sys.byteorder)


def wait_for_bytes(link: str, fd: int, written: int, read: int):
    """Return when what was written at the other end and not yet read here lies ready at `fd`."""
    due = written - read
    if bytes_waiting(fd) == due:
        return
    look = select.poll()
    look.register(fd, select.POLLIN)
    late_at = time.monotonic() + ARRIVAL_AT_MOST_S
    while True:
        # before the look: on a busy machine we may not run for seconds after it
        is_late = time.monotonic() > late_at
        # looking at an empty pty makes the kernel finish its delivery
        is_here = bool(look.poll(0))
        if (there := bytes_waiting(fd)) == due:
            return
        if PTY_HOLDS_BYTES <= there < due and os.isatty(fd):
            return
        if there > due or due < 0 or is_late:
            kind = ForeignBytesError if there > due else BytesAstrayError
            raise kind(
                f"{link}: the other end says it wrote {written:,} bytes and {read:,} were read "
                f"here, so {due:,} should be waiting, but the kernel holds {there:,}."
            )
        if not is_here:
            select.select([], [], [], LOOK_AGAIN_AFTER_S)


def is_taken(fd: int) -> bool:
    """Whether another program has locked the pty, as whoever opens a port does."""
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    fcntl.flock(fd, fcntl.LOCK_UN)
    return False


def no_one_to_tell():
    """For a device that need not know of a new host."""


@dataclass
class Wire:
    """One link between the runner and the service, and the account of the bytes under way in it.

    The runner keeps the service's end open too (`held_fileno`, -1 while unplugged): a pty's slave
    or the other socket. So the link outlives a killed service. A pty must be in raw mode. Pull a
    plug by closing both; between unplugging and plugging in again the loop must have gone round
    once.

    A program that has nothing to do with the rehearsal may open a pty by its number, and write into
    it. Then the end takes a new one by `take_new_pty`, and a warning is logged; a service that has
    opened its port does it again, as after a pulled plug. Without `take_new_pty` foreign bytes are
    a ForeignBytesError.
    """

    name: str
    end: Counted
    held_fileno: Callable[[], int]
    # called before each fork, the link already empty
    on_new_host: Callable[[], None] = no_one_to_tell
    take_new_pty: Callable[[], None] | None = None
    plug: int = field(default=UNPLUGGED, init=False)
    # the service has not spoken on the new pty yet
    is_awaited: bool = field(default=False, init=False)
    # with earlier services, and before earlier unpluggings
    _read_before: int = field(default=0, init=False)
    _written_before: int = field(default=0, init=False)
    _there: tuple[int, int] = field(default=(UNPLUGGED, 0), init=False)

    def start_anew(self):
        """Empty the link in both directions and set its counts to 0, for a new service."""
        if (
            self.take_new_pty is not None
            and self.held_fileno() >= 0
            and (why := self._why_foreign())
        ):
            self._leave_pty(why, self.take_new_pty)
        for fd in (self.held_fileno(), self.end.fileno()):
            if fd >= 0 and os.isatty(fd):
                termios.tcflush(fd, termios.TCIOFLUSH)
            elif fd >= 0:
                read_away(fd)
        self._there = (UNPLUGGED, 0)
        self._begin(self.end.openings if self.end.fileno() >= 0 else UNPLUGGED)

    def _begin(self, plug: int):
        self.plug = plug
        self._read_before, self._written_before = self.end.bytes_read, self.end.bytes_written

    def notice_plug(self):
        plug = self.end.openings if self.end.fileno() >= 0 else UNPLUGGED
        if plug == self.plug:
            return
        if plug == UNPLUGGED:
            self._begin(UNPLUGGED)
        elif self.plug == UNPLUGGED and self.end.bytes_written >= self._written_before:
            # the service counts what it writes from 0 for each plug
            self.plug = plug
        elif self.plug == UNPLUGGED:
            raise BytesAstrayError(
                f"{self.name}: the device's count of bytes ran back when it was plugged in again."
            )
        else:
            raise BytesAstrayError(
                f"{self.name} was unplugged and plugged in again before anybody could notice."
            )

    def told(self, plug: int, written_there: int):
        self._there = plug, written_there
        self.is_awaited = self.is_awaited and (plug != self.plug or not written_there)

    def written(self) -> tuple[int, int]:
        return (
            self.plug,
            0 if self.plug == UNPLUGGED else self.end.bytes_written - self._written_before,
        )

    def wait_for_bytes(self):
        if self.plug != UNPLUGGED:
            plug_there, written_there = self._there
            written_there = written_there if plug_there == self.plug else 0
            try:
                wait_for_bytes(
                    self.name,
                    self.end.fileno(),
                    written_there,
                    self.end.bytes_read - self._read_before,
                )
            except ForeignBytesError as foreign:
                if self.take_new_pty is None or not os.isatty(self.end.fileno()):
                    raise
                self._leave_pty(str(foreign), self.take_new_pty)

    def _why_foreign(self) -> str | None:
        """Before a service is there: why the pty is not ours alone."""
        if is_taken(self.held_fileno()):
            return f"{self.name}: another program has opened its pty."
        waiting = bytes_waiting(self.end.fileno())
        return (
            f"{self.name}: {waiting:,} bytes that nobody of this table wrote wait in its pty."
            if waiting
            else None
        )

    def _leave_pty(self, why: str, take_new_pty: Callable[[], None]):
        before = os.ttyname(self.held_fileno())
        take_new_pty()
        self._begin(self.end.openings)
        self.is_awaited = True
        LOG.warning(
            "%s It has a new pty now, %s instead of %s.",
            why,
            os.ttyname(self.held_fileno()),
            before,
        )

    def close_in_child(self):
        """Close what is not the service's: all but its own end of a socket. It opens a pty by
        its path.
        """
        if (ours := self.end.fileno()) >= 0:
            os.close(ours)
        if (kept := self.held_fileno()) >= 0 and os.isatty(kept):
            os.close(kept)


def read_away(fd: int):
    look = select.poll()
    look.register(fd, select.POLLIN)
    while look.poll(0) and os.read(fd, FLUSH_READ_BYTES):
        pass


class HostEnd:
    """The service's end of one link, counted anew from each plugging and each opening."""

    def __init__(self, name: str, end: Counted, plug: int, written_there: int):
        self.name, self.end, self.plug = name, end, plug
        self._written_there = written_there
        self._openings_before_plug = self._written_before_plug = 0
        self._opening = self._never_read = 0  # stale bytes that were thrown away at the opening
        self._written = 0

    def told(self, plug: int, written_there: int):
        # an fd that is still open belongs to the plug that was pulled
        if plug != self.plug:
            self._openings_before_plug, self._written_before_plug = (
                self.end.openings,
                self.end.bytes_written,
            )
        self.plug, self._written_there = plug, written_there

    def report(self) -> tuple[int, int]:
        if self.end.bytes_written < self._written:
            raise BytesAstrayError(
                f"{self.name}: the service's count of bytes ran back; it goes on over reopenings."
            )
        self._written = self.end.bytes_written
        return self.plug, self._written - self._written_before_plug

    def wait_for_bytes(self):
        fd, opening = self.end.fileno(), self.end.openings
        if fd < 0 or self.plug == UNPLUGGED or opening <= self._openings_before_plug:
            return
        if opening != self._opening:
            self._opening = opening
            self._never_read = self._written_there - self.end.bytes_read - bytes_waiting(fd)
        wait_for_bytes(self.name, fd, self._written_there - self._never_read, self.end.bytes_read)
