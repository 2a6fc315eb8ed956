"""A simulated Pepper C1, or a MUX of eight antennas: polls by itself and tells its events until
it is told not to.
"""

from firmware_io.kit.sim.readers.answering import AnswerFaults, SimReader
from firmware_io.kit.sim.readers.field import Field, SimTag
from firmware_io.readers.pepper import PepperFrames, frame

VERSION = b"2.56\0"
ANSWER_MS = 2
LOOK_MS = 20  # all kinds of tags are looked for
INVENTORY_MS = 8  # a chip
REBOOT_MS = 1_000  # it receives nothing meanwhile, as its manual says
EVENT_MS = 100
COUNTED = 5
TIME_OUT = bytes([0x02, 0x01])  # layer and number of an inventory that finds nothing
BAD_PARAMETER = bytes([0x02, 0x08])


class SimPepper(SimReader):
    def __init__(
        self,
        field: Field,
        faults: AnswerFaults | None = None,
        *,
        antennas: int = 1,
        tells_highest_first: bool = False,
    ) -> None:
        """`antennas`: 1 of a C1, 8 of a MUX. `tells_highest_first`: of ISO 15693 ids in GET_UID."""
        super().__init__(field, faults)
        self._antennas = antennas
        self._tells_highest_first = tells_highest_first
        self._frames = PepperFrames()
        self._lose_memory(-REBOOT_MS)

    def _lose_memory(self, now_ms: int) -> None:
        self._deaf_until_ms = now_ms + REBOOT_MS
        self._event_ms: int | None = self._deaf_until_ms
        self._antenna = 1
        self._counted: list[SimTag] = []
        self._inventory: list[SimTag] = []
        self._is_garbled = False

    @property
    def next_at_ms(self) -> int | None:
        return min(
            (ms for ms in (super().next_at_ms, self._event_ms) if ms is not None), default=None
        )

    def _run_due(self, now_ms: int) -> None:
        while self._event_ms is not None and self._event_ms <= now_ms:
            due_ms, self._event_ms = self._event_ms, self._event_ms + EVENT_MS
            for tag in self.field.read_tags(self._antenna)[:1]:
                self._send_answer(frame(bytes([0xFE, 0x00, 0x01, tag.sak]) + tag.raw_id), due_ms)

    def _receive_bytes(self, data: bytes, now_ms: int) -> None:
        for carried in self._frames.feed(data):
            if carried and now_ms >= self._deaf_until_ms:
                self.questions += 1
                self._answer_command(carried[:1], carried[1:], now_ms)

    def _answer_command(self, command: bytes, values: bytes, now_ms: int) -> None:
        match command:
            case b"\x01":
                self._send_done(command, b"", now_ms + ANSWER_MS)
            case b"\x06":
                self._event_ms = now_ms + EVENT_MS if values[:1] == b"\x01" else None
                self._send_done(command, b"", now_ms + ANSWER_MS)
            case b"\x0b":
                self._send_done(command, VERSION, now_ms + ANSWER_MS)
            case b"\x0f" if len(values) == 1 and 1 <= values[0] <= self._antennas:
                self._antenna = values[0]
                self._send_done(command, b"", now_ms + ANSWER_MS)
            case b"\x02":
                self._counted = [
                    tag for tag in self.field.read_tags(self._antenna) if not tag.is_125_khz
                ][:COUNTED]
                self._is_garbled = self.field.is_garbled(self._antenna)
                self._send_done(command, bytes([len(self._counted)]), now_ms + LOOK_MS)
            case b"\x03" if len(values) == 1 and values[0] < len(self._counted):
                self._send_done(
                    command, self._encode_id(self._counted[values[0]]), now_ms + ANSWER_MS
                )
            case b"\x90" | b"\x91":
                self._answer_inventory(command, now_ms)
            case _:
                self._send_answer(frame(b"\xff" + command + BAD_PARAMETER), now_ms + ANSWER_MS)

    def _send_done(self, command: bytes, values: bytes, due_ms: int) -> None:
        self._send_answer(frame(b"\x00" + command + values), due_ms)

    def _encode_id(self, tag: SimTag) -> bytes:
        if self._is_garbled:
            return bytes([0x01, tag.sak]) + tag.raw_id[:3]
        if tag.is_iso15693:
            return bytes([0x24, tag.dsfid]) + (
                tag.raw_id if self._tells_highest_first else tag.raw_id[::-1]
            )
        return bytes([0x01, tag.sak]) + tag.raw_id

    def _answer_inventory(self, command: bytes, now_ms: int) -> None:
        if command == b"\x90":
            self._inventory = [
                tag for tag in self.field.read_tags(self._antenna) if tag.is_iso15693
            ]
        if not self._inventory:
            self._send_answer(frame(b"\xff" + command + TIME_OUT), now_ms + INVENTORY_MS)
            return
        tag, *self._inventory = self._inventory
        self._send_done(
            command,
            tag.raw_id[::-1] + bytes([tag.dsfid, bool(self._inventory)]),
            now_ms + INVENTORY_MS,
        )
