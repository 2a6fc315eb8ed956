"""A seat made of parts: keys (a node, a number pad, buttons), and antennas of readers that see
cards and chips there.

To the service it is one device, which is heard while all of its parts are. Whatever the keys do
goes through unchanged.
"""

import asyncio
from collections import deque
from collections.abc import Callable

from firmware_io.devices import DeviceAnswers, DeviceGone
from firmware_io.messages import Lamp
from firmware_io.places import Places
from firmware_io.reader_port import ReaderPort
from firmware_io.readers.reader import Report
from firmware_io.session import (
    NodeBack,
    NodeFaulty,
    NodeFound,
    NodeLost,
    NodeRestarted,
    Ponged,
    StateReport,
    WrongNode,
)
from tablectl.service.devices.protocols import Device, SeatDevice

# answers that wait for chips to come to rest; the newest is the one that counts
MOST_HELD = 8

State = StateReport | DeviceAnswers | DeviceGone


class Antenna:
    """One antenna of a reader at a seat: a use of the reader's port."""

    def __init__(
        self, port: ReaderPort, number: int, places: Places, seat: "CompositeSeat"
    ) -> None:
        self._port, self._number, self._places, self._seat = port, number, places, seat
        port.add_use(self)

    @property
    def name(self) -> str:
        return self._port.name

    @property
    def why_closed(self) -> str | None:
        return self._port.why_closed

    @property
    def is_settled(self) -> bool:
        """Whether what lies there was reported. A reader that is gone reports nothing, and is not
        waited for.
        """
        return not self._port.is_heard or self._places.is_settled(self._number)

    def open(self, loop: asyncio.AbstractEventLoop) -> None:
        self._port.open(loop, self)

    def close(self) -> None:
        self._port.close(self)

    def acknowledge(self, epoch: int, number: int) -> None:
        """A reader keeps nothing that could be forgotten."""

    # -------------------------------------------------------------- what the port says

    @property
    def next_at_ms(self) -> int | None:
        return None

    def take_report(self, report: Report, now_ms: int) -> None:
        """What is seen goes to the places of the table."""

    def tick(self, now_ms: int) -> None:
        self._seat.answer_pings()

    def state_changed(self, state: DeviceAnswers | DeviceGone) -> None:
        if isinstance(state, DeviceAnswers):
            # what has changed while it was away, and what has not
            self._places.tell_again(self._number)
        self._seat.receive_report(self, state)


class CompositeSeat:
    """Built in two steps, because its parts tell it what they see: `keys` and `antennas` are set
    before it is opened.
    """

    keys: SeatDevice
    antennas: tuple[Antenna, ...] = ()

    def __init__(self, on_state: Callable[[State], None]) -> None:
        self._on_state = on_state
        self._gone: list[Device] = []  # the parts that are not heard, the newest last
        self._held: deque[Ponged] = deque(maxlen=MOST_HELD)

    @property
    def name(self) -> str:
        return self._named_part.name

    @property
    def why_closed(self) -> str | None:
        return self._named_part.why_closed

    @property
    def delivered(self) -> int:
        return self.keys.delivered

    @property
    def is_heard(self) -> bool:
        return not self._gone and self.keys.is_heard

    def open(self, loop: asyncio.AbstractEventLoop) -> None:
        for part in self._all_parts():
            part.open(loop)

    def close(self) -> None:
        for part in self._all_parts():
            part.close()

    def acknowledge(self, epoch: int, number: int) -> None:
        self.keys.acknowledge(epoch, number)

    def ping(self, token: int) -> None:
        """Answered by the keys, and then when the chips that were put down were reported."""
        self.keys.ping(token)

    def set_lamp(self, lamp: Lamp) -> None:
        self.keys.set_lamp(lamp)

    def set_buzzer(self, on: bool) -> None:
        self.keys.set_buzzer(on)

    def set_amount_key(self, key: str) -> None:
        self.keys.set_amount_key(key)

    # -------------------------------------------------------------- what the parts say

    def receive_report(self, part: Device, report: State) -> None:
        if isinstance(report, NodeLost | NodeFaulty | WrongNode | DeviceGone):
            # two antennas of one reader
            is_known = any(other.name == part.name for other in self._gone)
            self._gone = [*(other for other in self._gone if other is not part), part]
            if not is_known:
                self._on_state(report)
        elif isinstance(report, NodeBack | NodeFound | NodeRestarted | DeviceAnswers):
            self._gone = [other for other in self._gone if other is not part]
            if not self._gone:
                self._on_state(report)
        elif isinstance(report, Ponged):
            self._held.append(report)
            self.answer_pings()
        else:
            self._on_state(report)

    def answer_pings(self) -> None:
        """An antenna has been looked at, or the keys have answered: if all was reported, that
        is the answer.
        """
        while self._held and all(antenna.is_settled for antenna in self.antennas):
            self._on_state(self._held.popleft())

    # -------------------------------------------------------------- inside

    @property
    def _named_part(self) -> Device:
        """The part that a sentence is about."""
        return self._gone[-1] if self._gone else self.keys

    def _all_parts(self) -> tuple[Device, ...]:
        return (self.keys, *self.antennas)
