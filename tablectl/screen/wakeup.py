"""What the loop sleeps on: the service's socket, the display's connection, a signal, a time.
Nothing is polled.

SDL's own waiting asks a display every millisecond unless it is X11 or Wayland, and cannot wait for
a socket besides. So the loop waits for the connection that SDL has opened to the display, and SDL
reads from it whatever has come.
"""

import os
import select
import signal
import socket
import stat
from collections.abc import Iterable
from pathlib import Path

# Linux; elsewhere a window's events are taken at the next wake-up for another reason
OPEN_FILES = Path("/proc/self/fd")
# a connection that SDL leaves unread so often is none of its displays'
UNREAD_MAX = 3


def open_sockets() -> frozenset[int]:
    """The numbers of this process's sockets: those that are new once a display is open are its
    connections.
    """
    numbers = (int(name) for name in (os.listdir(OPEN_FILES) if OPEN_FILES.is_dir() else ()))
    return frozenset(number for number in numbers if _is_socket(number))


def _is_socket(number: int) -> bool:
    try:
        return stat.S_ISSOCK(os.fstat(number).st_mode)
    except OSError:  # the listing's own, closed since
        return False


def _find_readable(numbers: Iterable[int], wait_ms: int) -> set[int]:
    """Which of them can be read, as soon as one can, or so many milliseconds have passed."""
    poll = select.poll()
    for number in numbers:
        poll.register(number, select.POLLIN)
    return {number for number, _ in poll.poll(wait_ms)}


class Sleeper:
    """Sleeps until something is to be done."""

    def __init__(self, display: Iterable[int] = ()) -> None:
        self._display = dict.fromkeys(display, 0)
        self._signalled, self._signals = socket.socketpair()
        for end in (self._signalled, self._signals):
            end.setblocking(False)

    def by_signals(self) -> None:
        """From now on a signal whose handler is Python's ends the sleep. Only in the main
        thread.
        """
        signal.set_wakeup_fd(self._signals.fileno(), warn_on_full_buffer=False)

    def sleep(self, source: int | None, wait_ms: int, other: int | None = None) -> None:
        """Until a source or the display can be read, a signal has come, or so many milliseconds
        have passed.
        """
        self._leave_unread()
        numbers = (source, other, self._signalled.fileno(), *self._display)
        if self._signalled.fileno() in _find_readable(
            (number for number in numbers if number is not None), wait_ms
        ):
            self._signalled.recv(64)

    def _leave_unread(self) -> None:
        """Forgets a socket that can still be read after SDL has taken its events: it would wake
        the loop for ever.
        """
        unread = _find_readable(self._display, 0)
        counts = {
            number: count + 1 if number in unread else 0 for number, count in self._display.items()
        }
        self._display = {number: count for number, count in counts.items() if count < UNREAD_MAX}

    def close(self) -> None:
        self._signalled.close()
        self._signals.close()
