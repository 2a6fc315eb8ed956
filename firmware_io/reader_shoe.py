"""A bought reader at a port as a passive shoe: what the service sees of it is what it sees of a node's shoe.

    port bytes -> Link -> Reader -> PassiveShoe -> on_told(Told), on_state(DeviceAnswers, DeviceGone)
    set_gate, set_presenting -> PassiveShoe

A reader numbers nothing and keeps nothing, so nothing is acknowledged. What becomes of a card between its passing and the disk,
if the program or the Pi dies in that moment:

    not on disk, and it still lies there     it is read again at the next start, and is the card that is asked for
    not on disk, and it has gone on          the table still waits for this card, and asks for it: the lamp is lit. Whoever deals
                                             slides that card once more
    on disk, and it still lies there         it is told by its tag (`lying`), and is no second card

A port that vanishes is opened again every 250 ms, for ever; what lay there is kept meanwhile. Never tried on hardware.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from firmware_io.devices import REOPEN_MS, DeviceAnswers, DeviceGone, loop_ms
from firmware_io.link import BAUD, Link
from firmware_io.readers.passive_shoe import PassiveShoe
from firmware_io.readers.reader import Found, Reader, Report, Trouble
from firmware_io.readers.telling import Told

ANTENNA: Final = 1  # of the shoe, where its reader has no other number for it


class ReaderShoe:
    """One reader at one port. Open it once; it looks after its port by itself until it is closed."""

    def __init__(
        self,
        path: str,
        reader: Reader,
        *,
        on_told: Callable[[Told], None],
        on_state: Callable[[DeviceAnswers | DeviceGone], None],
        antenna: int = ANTENNA,
        baud: int = BAUD,
        only_talks: bool = False,
        lying: tuple[bytes, ...] = (),
    ) -> None:
        """`only_talks`: it cannot be asked, so that it counts as there as long as its port is open.

        `lying`: tags that were told before this start; such a card that still lies there is not told a second time.
        """
        self.link = Link(path, baud)
        self.why_closed: str | None = "not opened yet"
        self.troubles = 0  # that were over by themselves
        self._reader, self._antenna = reader, antenna
        self._shoe = PassiveShoe(antenna, lying=lying)
        self._on_told, self._on_state = on_told, on_state
        self._only_talks = only_talks
        self._is_there = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._reopen_ms: int | None = None  # when to try the port again; None while it is open

    @property
    def name(self) -> str:
        return self.link.path

    @property
    def is_lit(self) -> bool:
        """The lamp: a card is asked for and has not come."""
        return self._shoe.is_lit

    # -------------------------------------------------------------- opening and closing

    def open(self, loop: asyncio.AbstractEventLoop) -> None:
        """Begin. A port that is not there is told once, and tried again."""
        self._loop = loop
        self._try_port(loop)

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._loop = None
        self.link.close()

    # -------------------------------------------------------------- what the service says

    def set_gate(self, pull: int) -> None:
        """The lamp: the next card is for this pull; 0: none is wanted."""
        self._shoe.gate(pull)

    def set_presenting(self, is_asked: bool) -> None:
        self._shoe.is_presenting = is_asked

    def acknowledge(self, epoch: int, number: int) -> None:
        """A reader keeps nothing that could be forgotten."""

    # -------------------------------------------------------------- inside

    def _try_port(self, loop: asyncio.AbstractEventLoop) -> None:
        self.why_closed = self.link.open(loop, self._bytes_came, self._port_lost)
        now_ms = loop_ms(loop)
        if self.why_closed is None:
            self._reopen_ms = None
            self.link.write(self._reader.start(now_ms))
            if self._only_talks:
                self._tell([Found("", "")], now_ms)
        else:
            self._reopen_ms = now_ms + REOPEN_MS
            self._tell(self._lost(), now_ms)
        self._step()

    def _bytes_came(self, data: bytes) -> None:
        if self._loop is not None:
            now_ms = loop_ms(self._loop)
            self._tell(self._reader.receive(data, now_ms), now_ms)
            self._step()

    def _port_lost(self, why: str) -> None:
        if self._loop is None:
            return
        now_ms = loop_ms(self._loop)
        self.why_closed = why
        self._reopen_ms = now_ms + REOPEN_MS
        self._tell(self._lost(), now_ms)
        self._step()

    def _lost(self) -> list[Report]:
        reports = self._reader.lost()
        is_untold = self._only_talks and self._is_there and not reports  # no tag was read, so it knows of nothing to lose
        return [Trouble("no_reader", blind=(self._antenna,))] if is_untold else reports

    def _tell(self, reports: list[Report], now_ms: int) -> None:
        for report in reports:
            self._state(report)
            for told in self._shoe.report(report, now_ms):
                self._on_told(told)
            if self._loop is None:
                return  # closed by the one who was just told

    def _state(self, report: Report) -> None:
        """Said when it changes: a reader that only talks is there with its port, not with its first tag."""
        if isinstance(report, Trouble) and report.code != "no_reader":
            self.troubles += 1
        elif isinstance(report, Found | Trouble):
            was_there, self._is_there = self._is_there, isinstance(report, Found)
            if not self._is_there:
                self._on_state(DeviceGone(self.why_closed or "the port is open, and nobody answers"))
            elif not was_there:
                self._on_state(DeviceAnswers())

    def _step(self) -> None:
        """Whatever is due now, and one timer for what is due next."""
        loop = self._loop
        if loop is None:
            return
        now_ms = loop_ms(loop)
        if self.link.is_open:
            if self._reader.next_at_ms is not None and self._reader.next_at_ms <= now_ms:
                self._tell(self._reader.tick(now_ms), now_ms)
            if said := self._reader.to_send():
                self.link.write(said)
        for told in self._shoe.tick(now_ms):
            self._on_told(told)
        if self._loop is not None:
            self._set_timer(loop, now_ms)

    def _set_timer(self, loop: asyncio.AbstractEventLoop, now_ms: int) -> None:
        if self._timer is not None:
            self._timer.cancel()
        due = [self._shoe.next_at_ms, self._reopen_ms if self._reopen_ms is not None else self._reader.next_at_ms]
        due_ms = min((ms for ms in due if ms is not None), default=None)
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
