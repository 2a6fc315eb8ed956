"""A simulated reader by Feig for ISO 15693, as the manual of the ID ISC.MR102 has it: one that does
the anticollision itself.

It is queried, and tells page by page what it found. A tag that has been reported is quiet until the
field was off. `is_only_new` is the bit ONT of CFG5: without it each inventory begins by switching
the field off itself.
"""

from firmware_io.kit.sim.readers.answering import AnswerFaults, SimReader
from firmware_io.kit.sim.readers.field import Field, SimTag

STX = 0x02
ADDRESS = 0x00
VERSION = bytes.fromhex("02100000404d0008")  # 2.16, .., SW-TYPE 77, which is an MR102; ISO 15693
OK, NO_TRANSPONDER, RF_ERROR, MORE_DATA, UNKNOWN_COMMAND = 0x00, 0x01, 0x83, 0x94, 0x80
ISO15693 = 0x03
ANSWER_MS = 2
RESET_MS = 15  # the field is off
INVENTORY_MS = 20  # one round of 16 slots in which nobody answers
TAG_MS = 5  # a tag more
ROWS = 24  # of a page


def checksum(data: bytes) -> int:
    """Reflected 0x8408, start 0xFFFF."""
    value = 0xFFFF
    for byte in data:
        value ^= byte
        for _ in range(8):
            value = value >> 1 ^ 0x8408 if value & 1 else value >> 1
    return value


def frame(carried: bytes) -> bytes:
    """An advanced frame; `carried` from the address on."""
    head = bytes([STX]) + (len(carried) + 5).to_bytes(2, "big") + carried
    return head + checksum(head).to_bytes(2, "little")


class SimFeig(SimReader):
    def __init__(
        self,
        field: Field,
        faults: AnswerFaults | None = None,
        *,
        antenna: int = 1,
        is_only_new: bool = False,
    ) -> None:
        super().__init__(field, faults)
        self._antenna = antenna
        self._is_only_new = is_only_new
        self._lose_memory(0)

    def _lose_memory(self, now_ms: int) -> None:
        self._heard = b""
        self._quiet: set[bytes] = set()
        self._untold: list[SimTag] = []

    def _run_due(self, now_ms: int) -> None:
        """It does nothing unless it is queried."""

    def _receive_bytes(self, data: bytes, now_ms: int) -> None:
        self._heard += data
        while len(self._heard) >= 3:
            length = int.from_bytes(self._heard[1:3], "big")
            if self._heard[0] != STX or length < 7:
                self._heard = self._heard[1:]
                continue
            if len(self._heard) < length:
                return
            whole, self._heard = self._heard[:length], self._heard[length:]
            if checksum(whole[:-2]).to_bytes(2, "little") == whole[-2:]:
                self.questions += 1
                self._answer_command(whole[4:-2], now_ms)

    def _answer_command(self, command: bytes, now_ms: int) -> None:
        match command:
            case b"\x65":
                self._send_status(command, OK, VERSION, now_ms + ANSWER_MS)
            case b"\x69":
                self._quiet.clear()
                self._send_status(command, OK, b"", now_ms + RESET_MS + ANSWER_MS)
            case b"\xb0\x01\x00":
                self._take_inventory(now_ms)
            case b"\xb0\x01\x80":
                self._send_page(now_ms + ANSWER_MS)
            case _:
                self._send_status(command, UNKNOWN_COMMAND, b"", now_ms + ANSWER_MS)

    def _take_inventory(self, now_ms: int) -> None:
        if not self._is_only_new:
            self._quiet.clear()
        found = [
            tag
            for tag in self.field.read_tags(self._antenna)
            if tag.is_iso15693 and tag.raw_id not in self._quiet
        ]
        due_ms = now_ms + INVENTORY_MS + TAG_MS * len(found)
        if self.field.is_garbled(self._antenna):
            self._send_status(b"\xb0", RF_ERROR, b"", due_ms)
            return
        self._quiet |= {tag.raw_id for tag in found}
        self._untold = found
        self._send_page(due_ms)

    def _send_page(self, due_ms: int) -> None:
        page, self._untold = self._untold[:ROWS], self._untold[ROWS:]
        if not page:
            self._send_status(b"\xb0", NO_TRANSPONDER, b"", due_ms)
            return
        rows = b"".join(bytes([ISO15693, tag.dsfid]) + tag.raw_id for tag in page)
        self._send_status(
            b"\xb0", MORE_DATA if self._untold else OK, bytes([len(page)]) + rows, due_ms
        )

    def _send_status(self, command: bytes, status: int, values: bytes, due_ms: int) -> None:
        self._send_answer(frame(bytes([ADDRESS, command[0], status]) + values), due_ms)
