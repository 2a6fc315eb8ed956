"""A bought reader at a port, for all its uses: a shoe, showing spots, bet areas, one each or
together.

    port bytes -> Port -> Reader -> Use.take_report, Use.state_changed    a look, or a trouble
    Use.tick, Use.next_at_ms                                              what a use does later

A port is opened once, by the first of its uses, and closed by the last. One that vanishes is opened
again every 250 ms, for ever; what lay there is remembered meanwhile. Never tried on hardware.
"""

import asyncio
from typing import Protocol

from firmware_io.devices import DeviceAnswers, DeviceGone
from firmware_io.link import BAUD
from firmware_io.port import Port
from firmware_io.readers.reader import Found, Reader, Report, Trouble

LAST_BYTES = 32  # kept, to be looked at by a person


class Use(Protocol):
    """What is made of a reader's looks. Time is the port's, in whole milliseconds."""

    @property
    def next_at_ms(self) -> int | None: ...

    def take_report(self, report: Report, now_ms: int) -> None: ...

    def tick(self, now_ms: int) -> None: ...

    def state_changed(self, state: DeviceAnswers | DeviceGone) -> None: ...


class ReaderPort:
    """One reader at one port, with its uses, each of which opens and closes it."""

    def __init__(
        self,
        path: str,
        reader: Reader,
        *,
        antennas: tuple[int, ...],
        baud: int = BAUD,
        only_talks: bool = False,
    ) -> None:
        """`antennas`: by this table's numbers. `only_talks`: it cannot be queried, so it is there
        as long as its port is open.
        """
        self.troubles = 0  # how many troubles of the reader went away by themselves
        self.last_bytes = b""  # that came, whatever they say
        self._port = Port(path, self, baud=baud)
        self._reader, self._antennas = reader, antennas
        self._only_talks = only_talks
        self._is_there = False
        self._uses: list[Use] = []
        self._open_for: list[Use] = []

    @property
    def name(self) -> str:
        return self._port.name

    @property
    def why_closed(self) -> str | None:
        return self._port.why_closed

    @property
    def is_heard(self) -> bool:
        return self._is_there

    def add_use(self, use: Use) -> None:
        """Before it is opened."""
        self._uses.append(use)

    def open(self, loop: asyncio.AbstractEventLoop, use: Use) -> None:
        """Begin. A port that is not there is reported once, and tried again."""
        self._open_for.append(use)
        if not self._port.is_in_use:
            self._port.open(loop)

    def close(self, use: Use) -> None:
        self._open_for = [other for other in self._open_for if other is not use]
        if not self._open_for:
            self._port.close()

    # -------------------------------------------------------------- what the port says

    def port_opened(self, now_ms: int) -> None:
        self._port.write(self._reader.start(now_ms))
        if self._only_talks:
            self._pass_reports([Found("", "")], now_ms)

    def bytes_received(self, data: bytes, now_ms: int) -> None:
        self.last_bytes = (self.last_bytes + data)[-LAST_BYTES:]
        self._pass_reports(self._reader.receive(data, now_ms), now_ms)

    def port_closed(self, was_open: bool, now_ms: int) -> None:
        reports = self._reader.port_lost()
        # it has read no tag, and so reports no loss itself
        is_untold = self._only_talks and self._is_there and not reports
        self._pass_reports(
            [Trouble("no_reader", blind=self._antennas)] if is_untold else reports, now_ms
        )

    def run_due(self, now_ms: int) -> None:
        if self._port.is_open:
            if self._reader.next_at_ms is not None and self._reader.next_at_ms <= now_ms:
                self._pass_reports(self._reader.tick(now_ms), now_ms)
            if output := self._reader.to_send():
                self._port.write(output)
        for use in self._uses:
            if self._port.is_in_use:
                use.tick(now_ms)

    def due_ms(self) -> int | None:
        due = [use.next_at_ms for use in self._uses]
        if self._port.is_open:
            due.append(self._reader.next_at_ms)
        return min((ms for ms in due if ms is not None), default=None)

    # -------------------------------------------------------------- inside

    def _pass_reports(self, reports: list[Report], now_ms: int) -> None:
        for report in reports:
            self._track_state(report)
            for use in self._uses:
                if self._port.is_in_use:  # else a callback has closed the port
                    use.take_report(report, now_ms)

    def _track_state(self, report: Report) -> None:
        """Said when it changes: a reader that only talks is there with its port, not with its
        first tag.
        """
        if isinstance(report, Trouble) and report.code != "no_reader":
            self.troubles += 1
        elif isinstance(report, Found | Trouble):
            was_there, self._is_there = self._is_there, isinstance(report, Found)
            if not self._is_there:
                self._announce_state(
                    DeviceGone(self.why_closed or "the port is open, and nobody answers")
                )
            elif not was_there:
                self._announce_state(DeviceAnswers())

    def _announce_state(self, state: DeviceAnswers | DeviceGone) -> None:
        for use in self._uses:
            if self._port.is_in_use:
                use.state_changed(state)
