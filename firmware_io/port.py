"""A serial port that is looked after for whatever hangs at it: opened, opened again when it is
gone, with one timer for all.

    port_opened(now_ms)              the port is open, for the first time or again
    bytes_received(data, now_ms)      bytes came
    port_closed(was_open, now_ms)    it is gone, or could not be opened
    run_due(now_ms)                whatever is due now; after each of the others, and at `due_ms`
    due_ms()                    when there is something to do if nothing comes before; None: never

A port that vanishes is opened again every 250 ms, for ever. One that is `AUTO` has no name until a
search (finder.py) gives it one; when it is gone or given up, it is searched for again. Time is the
loop's own, in whole milliseconds.
"""

from __future__ import annotations

import asyncio
from typing import Protocol

from firmware_io.link import BAUD, Link, Links

REOPEN_MS = 250  # a replugged device must be back within 2 s, of which udev takes a part
AUTO = "auto"


def loop_ms(loop: asyncio.AbstractEventLoop) -> int:
    """The loop's clock in whole milliseconds."""
    return round(loop.time() * 1_000)


class Attached(Protocol):
    """What hangs at a port."""

    def port_opened(self, now_ms: int) -> None: ...

    def bytes_received(self, data: bytes, now_ms: int) -> None: ...

    def port_closed(self, was_open: bool, now_ms: int) -> None: ...

    def run_due(self, now_ms: int) -> None: ...

    def due_ms(self) -> int | None: ...


class Search(Protocol):
    """Whoever finds out where something hangs: it calls `Port.plug` and `Port.unplug`."""

    @property
    def why_missing(self) -> str:
        """Why it has no port, in words."""

    def begin_search(self, loop: asyncio.AbstractEventLoop, port: Port) -> None:
        """Its port is not known, or not any more."""

    def end_search(self) -> None:
        """Nobody waits for it any more."""


class Port:
    """One port. Open it once; it looks after itself until it is closed."""

    def __init__(
        self,
        path: str,
        attached: Attached,
        *,
        baud: int = BAUD,
        search: Search | None = None,
        links: Links = Link,
    ) -> None:
        """`search`: for a port that is `AUTO`. `links`: how its links are made."""
        self.link = links(path, baud)
        self._links = links
        self._why: str | None = "not opened yet"
        self._attached = attached
        self._baud = baud
        self._search = search
        self._loop: asyncio.AbstractEventLoop | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._due_ms: int | None = None  # when it rings
        # when to try the port again; None while it is open, or searched for
        self._reopen_ms: int | None = None

    @property
    def name(self) -> str:
        return self.link.path

    @property
    def why_closed(self) -> str | None:
        """In words; None: it is open."""
        return self._why if self._search is None or self.is_open else self._search.why_missing

    @property
    def is_open(self) -> bool:
        return self.link.is_open

    @property
    def is_in_use(self) -> bool:
        """Opened, and not closed by its owner: the port itself may be gone."""
        return self._loop is not None

    @property
    def now_ms(self) -> int:
        """Only while it is in use."""
        assert self._loop is not None
        return loop_ms(self._loop)

    def open(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        if self._search is not None:
            self._search.begin_search(loop, self)
            self.step()
        else:
            self._try_open()

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._loop = None
        if self._search is not None:
            self._search.end_search()
        self.link.close()

    def write(self, data: bytes) -> None:
        self.link.write(data)

    def step(self) -> None:
        """Does whatever is due now, and sets one timer for what is due next."""
        if self._loop is None:
            return
        now_ms = loop_ms(self._loop)
        self._attached.run_due(now_ms)
        if self._loop is not None:  # else a callback has closed the port
            self._set_timer(self._loop, now_ms)

    # -------------------------------------------------------------- what a search says

    def plug(self, path: str) -> None:
        """The search has found its port: open it."""
        self.link = self._links(path, self._baud)
        self._try_open()

    def unplug(self) -> None:
        """The port may not be used, or nobody answers there: search for it again. Without a
        search nothing changes.
        """
        if self._search is not None and self.link.is_open:
            self.link.close()
            self._is_gone("", was_open=True)

    # -------------------------------------------------------------- inside

    def _try_open(self) -> None:
        if self._loop is None:
            return
        self._why = self.link.open(
            self._loop, self._receive_bytes, lambda why: self._is_gone(why, was_open=True)
        )
        if self._why is None:
            self._reopen_ms = None
            self._attached.port_opened(loop_ms(self._loop))
            self.step()
        else:
            self._is_gone(self._why, was_open=False)

    def _receive_bytes(self, data: bytes) -> None:
        if self._loop is not None:
            self._attached.bytes_received(data, loop_ms(self._loop))
            self.step()

    def _is_gone(self, why: str, *, was_open: bool) -> None:
        if self._loop is None:
            return
        now_ms = loop_ms(self._loop)
        self._why = why
        if self._search is None:
            self._reopen_ms = now_ms + REOPEN_MS
        else:
            self.link = self._links(AUTO, self._baud)
            self._search.begin_search(self._loop, self)
        self._attached.port_closed(was_open, now_ms)
        self.step()

    def _set_timer(self, loop: asyncio.AbstractEventLoop, now_ms: int) -> None:
        due_ms, reopen_ms = self._attached.due_ms(), self._reopen_ms
        if due_ms is None or (reopen_ms is not None and reopen_ms < due_ms):
            due_ms = reopen_ms
        if self._timer is not None:
            if self._due_ms == due_ms:
                return
            self._timer.cancel()
        self._due_ms = due_ms
        self._timer = (
            None if due_ms is None else loop.call_at(max(due_ms, now_ms) / 1_000, self._timer_rang)
        )

    def _timer_rang(self) -> None:
        loop = self._loop
        if loop is None:
            return
        self._timer = None
        if self._reopen_ms is not None and loop_ms(loop) >= self._reopen_ms:
            self._try_open()
        else:
            self.step()
