"""A reader's driver and a simulated reader that talk in memory, in virtual milliseconds, over a
wire that may be cut anywhere.
"""

import random
from collections.abc import Callable

from firmware_io.kit.sim.readers.answering import AnswerFaults, SimReader
from firmware_io.kit.sim.readers.field import Field, SimTag
from firmware_io.kit.sim.readers.pepper import SimPepper
from firmware_io.kit.sim.readers.pn532 import SimPn532
from firmware_io.kit.sim.readers.rdm6300 import SimRdm6300
from firmware_io.readers.pepper import C1, Pepper
from firmware_io.readers.pn532 import Pn532
from firmware_io.readers.rdm6300 import Rdm6300
from firmware_io.readers.reader import Found, Reader, Report, Seen, Trouble

MUX = {number: number for number in range(1, 9)}

ACE, KING, QUEEN = (
    SimTag(bytes.fromhex(raw_id)) for raw_id in ("04A1B2C3D4E580", "DEADBEEF", "CAFEBABE")
)
BADGE, OTHER_BADGE = (SimTag(bytes.fromhex(raw_id)) for raw_id in ("62E3086CED", "0A00112233"))


def chip(number: int) -> SimTag:
    return SimTag(bytes.fromhex("E00401501234") + number.to_bytes(2, "big"))


def tag(thing: SimTag) -> bytes:
    """The id under which the program knows it."""
    return thing.raw_id.rjust(8, b"\0")


class Reading:
    """`run` lets time pass; `reports` are (ms, report)."""

    def __init__(self, driver: Reader, sim: SimReader, chop: random.Random | None = None):
        self.driver = driver
        self.sim = sim
        self.now_ms = 0
        self.bytes_sent = 0
        self.reports: list[tuple[int, Report]] = []
        self.listeners: list[Callable[[Report, int], object]] = []
        self.ticking: list[Callable[[int], object]] = []
        self.dues: list[Callable[[], int | None]] = []
        self._chop = chop
        self._send(driver.start(0))

    @property
    def field(self) -> Field:
        return self.sim.field

    def run(self, ms: int):
        end_ms = self.now_ms + ms
        self._exchange()
        while (due_ms := self._next_ms()) is not None and due_ms <= end_ms:
            self.now_ms = max(due_ms, self.now_ms)
            self._exchange()
        self.now_ms = end_ms
        self._exchange()

    def open_again(self):
        self._send(self.driver.start(self.now_ms))

    def inject(self, data: bytes):
        """Bytes that come from nowhere."""
        self._told(self.driver.receive(data, self.now_ms))
        self._exchange()

    # -------------------------------------------------------------- what was reported

    def clear(self):
        self.reports.clear()

    def looks(self, antenna: int | None = None) -> list[tuple[bytes, ...]]:
        """The tags of each look, of one antenna or all."""
        seen = [report for _, report in self.reports if isinstance(report, Seen)]
        return [look.tags for look in seen if antenna in (None, look.antenna)]

    def troubles(self) -> list[str]:
        return [report.code for _, report in self.reports if isinstance(report, Trouble)]

    def not_looks(self) -> list[Report]:
        return [report for _, report in self.reports if not isinstance(report, Seen)]

    def founds(self) -> list[Found]:
        return [report for _, report in self.reports if isinstance(report, Found)]

    # -------------------------------------------------------------- inside

    def _next_ms(self):
        due = [
            self.driver.next_at_ms,
            self.sim.next_at_ms if self.sim.is_there else None,
            *(ask() for ask in self.dues),
        ]
        return min((ms for ms in due if ms is not None and ms > self.now_ms), default=None)

    def _exchange(self):
        """Exchanges bytes until nothing more happens at this moment."""
        for _ in range(100):
            said = self.sim.take(self.now_ms)
            for piece in self._pieces(said):
                self._told(self.driver.receive(piece, self.now_ms))
                self._send(self.driver.to_send())
            is_due = self.driver.next_at_ms is not None and self.driver.next_at_ms <= self.now_ms
            if is_due:
                self._told(self.driver.tick(self.now_ms))
            sent = self.driver.to_send()
            self._send(sent)
            if not (said or sent or is_due):
                break
        else:
            raise AssertionError("a storm: this never ends")
        for tick in self.ticking:
            tick(self.now_ms)

    def _pieces(self, data):
        if self._chop is None:
            return [data] if data else []
        pieces = []
        while data:
            cut = self._chop.randint(1, len(data))
            pieces.append(data[:cut])
            data = data[cut:]
        return pieces

    def _send(self, data):
        self.bytes_sent += len(data)
        if data:
            self.sim.receive(data, self.now_ms)

    def _told(self, reports):
        for report in reports:
            self.reports.append((self.now_ms, report))
            for listener in self.listeners:
                listener(report, self.now_ms)


class Noted:
    """A driver, and all that it was given and when."""

    def __init__(self, driver: Reader):
        self.driver = driver
        self.given: list[tuple[int, bytes | None]] = []  # None: a tick

    @property
    def next_at_ms(self) -> int | None:
        return self.driver.next_at_ms

    def start(self, now_ms: int) -> bytes:
        return self.driver.start(now_ms)

    def receive(self, data: bytes, now_ms: int) -> list[Report]:
        self.given.append((now_ms, data))
        return self.driver.receive(data, now_ms)

    def tick(self, now_ms: int) -> list[Report]:
        self.given.append((now_ms, None))
        return self.driver.tick(now_ms)

    def to_send(self) -> bytes:
        return self.driver.to_send()

    def port_lost(self) -> list[Report]:
        return self.driver.port_lost()


def pn532(
    field: Field | None = None, faults: AnswerFaults | None = None, **options: bool
) -> Reading:
    return Reading(Pn532(**options), SimPn532(field or Field(), faults))


def pepper(
    field: Field | None = None,
    faults: AnswerFaults | None = None,
    *,
    inventory: bool = False,
    **sim: bool,
) -> Reading:
    return Reading(Pepper(C1, inventory=inventory), SimPepper(field or Field(), faults, **sim))


def mux(
    field: Field | None = None, faults: AnswerFaults | None = None, *, inventory: bool = False
) -> Reading:
    return Reading(
        Pepper(MUX, inventory=inventory), SimPepper(field or Field(), faults, antennas=8)
    )


def rdm6300(field: Field | None = None, faults: AnswerFaults | None = None, **sim: bool) -> Reading:
    return Reading(Rdm6300(), SimRdm6300(field or Field(), faults, **sim))
