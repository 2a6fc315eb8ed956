"""What systemd hears of the table, over the socket that it names: ready, alive, how it stands
(sd_notify(3)).
"""

import asyncio
import os
import socket
from collections.abc import Callable, MutableMapping
from contextlib import suppress
from pathlib import Path

# bytes on the disk: a reading takes some hundred, and its WAL a page or three
LEAST_ROOM = 1 << 16
READINGS_A_TIMEOUT = 2  # sd_watchdog_enabled(3) asks for half of the time


class Systemd:
    """Told by one datagram each. Where no systemd asks for them, in a terminal for one, nothing
    is sent.
    """

    def __init__(self, environment: MutableMapping[str, str]) -> None:
        """Takes the variables out of it: they are for this process, and for none that it
        starts.
        """
        at = environment.pop("NOTIFY_SOCKET", "")
        self._at = f"\0{at[1:]}" if at.startswith("@") else at
        every_us, process = (
            environment.pop("WATCHDOG_USEC", ""),
            environment.pop("WATCHDOG_PID", ""),
        )
        is_ours = self._at and every_us.isdecimal() and process in ("", str(os.getpid()))
        # 0: nobody waits for it
        self.alive_every_s = int(every_us) / 1e6 / READINGS_A_TIMEOUT if is_ours else 0.0

    def notify_ready(self, status: str) -> None:
        self._notify(f"READY=1\nSTATUS={status}")

    def notify_alive(self, status: str) -> None:
        self._notify(f"WATCHDOG=1\nSTATUS={status}")

    def notify_status(self, status: str) -> None:
        self._notify(f"STATUS={status}")

    def notify_stopping(self) -> None:
        self._notify("STOPPING=1")

    def _notify(self, state: str) -> None:
        if self._at:
            with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as end:
                end.setblocking(False)
                end.sendto(state.encode(), self._at)


class Watchdog:
    """Fed by a loop that could journal now: what the loop appends is on the disk before the loop
    goes on.

    Where the disk would take nothing, systemd hears that in place of it, and starts the table
    again: a write that fails stops play anyway, and the sentence of that start is in the log.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        systemd: Systemd,
        journal: Path | None,
        status: Callable[[], str],
    ) -> None:
        """`journal`: None where nothing is to be written. `status`: how the table stands, in a
        line that names no card.
        """
        self._loop, self._systemd, self._journal, self._status = loop, systemd, journal, status
        self._timer: asyncio.TimerHandle | None = None
        if systemd.alive_every_s:
            self._feed_again()

    def _feed_again(self) -> None:
        self._timer = self._loop.call_later(self._systemd.alive_every_s, self._feed_again)
        if (why := None if self._journal is None else why_not_written(self._journal)) is None:
            self._systemd.notify_alive(self._status())
        else:
            self._systemd.notify_status(why)

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()


def why_not_written(journal: Path) -> str | None:
    """A sentence, where a reading could not be written now; None: it could."""
    try:
        room = os.statvfs(journal)
    except OSError as error:
        return f"{journal} cannot be reached: {error.strerror}."
    # a disk with errors is mounted again, for reading alone
    if not os.access(journal, os.W_OK):
        return f"{journal} cannot be written."
    if room.f_bavail * room.f_frsize < LEAST_ROOM:
        return f"There is no room left on the disk of {journal}: make room there."
    return None
