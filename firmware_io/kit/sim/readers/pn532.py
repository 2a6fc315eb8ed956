"""A simulated PN532 on its serial port: sleeps until it is woken, and lists two cards at most."""

from firmware_io.kit.sim.readers.answering import AnswerFaults, SimReader
from firmware_io.kit.sim.readers.field import Field, SimTag
from firmware_io.readers.pn532 import Pn532Frames

ACK = bytes.fromhex("0000FF00FF00")
NACK = bytes.fromhex("0000FFFF0000")
ERROR = bytes.fromhex("0000FF01FF7F8100")
VERSION = bytes.fromhex("32010607")  # IC 32, firmware 1.6, what it supports
ACK_MS = 1
ANSWER_MS = 2
CARD_MS = 6  # to select one card, or to find that none answers
FOR_EVER = 0xFF


def answer_frame(command: int, values: bytes = b"") -> bytes:
    body = bytes([0xD5, command + 1]) + values
    return (
        b"\x00\x00\xff"
        + bytes([len(body), 0x100 - len(body)])
        + body
        + bytes([0xFF & -sum(body), 0])
    )


def list_values(tags: list[SimTag]) -> bytes:
    """The values of an answer to InListPassiveTarget."""
    values = bytes([len(tags)])
    for number, tag in enumerate(tags, 1):
        ats = bytes([len(tag.ats) + 1]) + tag.ats if tag.sak & 0x20 else b""
        values += (
            bytes([number, 0x00, 0x44 if len(tag.raw_id) == 7 else 0x04, tag.sak, len(tag.raw_id)])
            + tag.raw_id
            + ats
        )
    return values


def merge_values(tags: list[SimTag]) -> bytes:
    """The answer for two cards that answered at once: a count of two, and one id that is
    neither's.
    """
    raw_id = bytes(
        0xFF & sum(column) for column in zip(*(tag.raw_id for tag in tags), strict=False)
    )
    return bytes([2, 1, 0x00, 0x04, 0x08, len(raw_id)]) + raw_id


class SimPn532(SimReader):
    def __init__(
        self, field: Field, faults: AnswerFaults | None = None, *, antenna: int = 1
    ) -> None:
        super().__init__(field, faults)
        self._antenna = antenna
        self._frames = Pn532Frames()
        self._lose_memory(0)

    def _lose_memory(self, now_ms: int) -> None:
        self._is_awake = self._is_configured = False
        self._tries = FOR_EVER
        self._halted: set[bytes] = set()  # cards that answer no more until the field was off
        self._last = b""

    def _receive_bytes(self, data: bytes, now_ms: int) -> None:
        if not self._is_awake:
            data = data[data.find(b"\x55") :] if b"\x55" in data else b""
            self._is_awake = bool(data)
        if ACK in data and self._is_awake:
            self._give_up()
        if NACK in data and self._is_awake and self._last:
            self._send_answer(self._last, now_ms + ANSWER_MS)
        for carried in self._frames.feed(data):
            if carried:
                self._answer_command(carried[1], carried[2:], now_ms)

    def _run_due(self, now_ms: int) -> None:
        """It does nothing unless it is queried."""

    def _give_up(self) -> None:
        self._out.clear()

    def _answer_command(self, command: int, values: bytes, now_ms: int) -> None:
        self.questions += 1
        self._give_up()
        self._send_answer(ACK, now_ms + ACK_MS)
        if not self._is_awake:
            return  # a reset between the two
        match command:
            case 0x02:
                self._send_remembered(answer_frame(command, VERSION), now_ms + ANSWER_MS)
            case 0x14:
                self._is_configured = True
                self._send_remembered(answer_frame(command), now_ms + ANSWER_MS)
            case 0x32 if self._is_configured and values[:1] == b"\x05":
                self._tries = values[3]
                self._send_remembered(answer_frame(command), now_ms + ANSWER_MS)
            case 0x32 if self._is_configured and values[:1] == b"\x01":
                self._halted.clear()
                self._send_remembered(answer_frame(command), now_ms + ANSWER_MS)
            case 0x4A if self._is_configured:
                self._list_targets(now_ms)
            case _:
                self._send_remembered(ERROR, now_ms + ANSWER_MS)

    def _send_remembered(self, answer: bytes, due_ms: int) -> None:
        self._last = answer
        self._send_answer(answer, due_ms)

    def _list_targets(self, now_ms: int) -> None:
        read = [
            tag
            for tag in self.field.read_tags(self._antenna)
            if not (tag.is_iso15693 or tag.is_125_khz)
        ]
        tags = [tag for tag in read if tag.raw_id not in self._halted][:2]
        # the first sleeps, so that a second may answer
        self._halted = self._halted | {tags[0].raw_id} if tags else set()
        if not tags and self._tries == FOR_EVER:
            return  # it tries for ever, until the host gives up
        is_garbled = tags and self.field.is_garbled(self._antenna)
        due_ms = now_ms + ANSWER_MS + CARD_MS * max(1, len(tags))
        self._send_remembered(
            answer_frame(0x4A, merge_values(tags) if is_garbled else list_values(tags)), due_ms
        )
