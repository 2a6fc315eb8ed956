"""The PN532 on its serial port (HSU, 115200 Bd): ISO 14443A cards of 4 and 7 bytes, at most two in
one look.

    host                                  PN532
      55 55 00 ..                           wakes
      SAMConfiguration ---------------->    ACK, answer       it leaves its sleep
      GetFirmwareVersion -------------->    ACK, answer       it is one
      RFConfiguration, retries -------->    ACK, answer       a look ends though there is no card
      then, 20 times a second:
      RFConfiguration, field off ------>    ACK, answer       every card begins anew
      InListPassiveTarget, two -------->    ACK, answer       none, one or two cards: `Seen`

A frame is `00 00 FF LEN LCS data DCS 00`, bytes with LEN + LCS = 0 and a sum of data and DCS of 0;
an ACK `00 00 FF 00 FF 00`, a NACK `00 00 FF FF 00 00`. The first byte of data is D4 to the PN532
and D5 from it; 7F alone: it did not understand.

Why the field is switched off before each look: a card that was put to sleep, so that a second one
may answer, does not answer the next request. Asked for two cards again and again, a PN532 finds a
lying card every second time, and of two cards two, one, none, and again (NXP's community, "PN532 -
Unreliable reading of 2 tags at once", 2018). nfcpy switches the field off before each sense. A look
costs some 3 ms more by it.

Sources: NXP UM0701-02 as the drivers libnfc, nfcpy and Adafruit_CircuitPython_PN532 have it, which
agree on every frame here. Extended frames (more than 254 bytes) do not occur: two cards with the
longest ATS fit a short one. Never tried on hardware.
"""

from collections import deque
from collections.abc import Iterator

import msgspec

from firmware_io.readers.ids import lasting_tag, pad_id
from firmware_io.readers.polling import Asking
from firmware_io.readers.reader import POLL_MS, Report, Seen, Trouble
from firmware_io.readers.scanner import Scanner

TO_PN532 = 0xD4
FROM_PN532 = 0xD5
ERROR = b"\x7f"

GET_FIRMWARE_VERSION = bytes([0x02])
# normal mode; 14, a time-out, counts in another; IRQ used
SAM_CONFIGURATION = bytes([0x14, 0x01, 0x14, 0x01])
# item 5; the last: a second try for a card. FF there would try for ever
RETRIES = bytes([0x32, 0x05, 0xFF, 0x01, 0x01])
# item 1: field off, collision avoidance on, as nfcpy does before it senses
FIELD_OFF = bytes([0x32, 0x01, 0x02])
LIST_TWO = bytes([0x4A, 0x02, 0x00])  # two targets at most, ISO 14443A at 106 kbit/s

# as libnfc; the zeros give it 1.2 ms to wake before the frame that follows
WAKE = bytes.fromhex("5555") + bytes(14)
ACK = bytes.fromhex("0000FF00FF00")  # from the host: what is under way is given up
NACK = bytes.fromhex("0000FFFF0000")  # from the host: the last answer once more
ACK_MS = 100  # it comes within 15 ms; adapters hold bytes back, so nfcpy waits 100
ANSWER_MS = 250  # two tries for two cards take about 30 ms; an answer that is late costs five looks
NACKS = 2  # after three spoilt copies of an answer it is given up
# a look whose answer makes no sense is repeated so often at once: two cards that answered as one
LOOKS_AGAIN = 2
IC = 0x32  # first byte of the firmware's version
ISO14443_4 = 0x20  # of SAK: the card has an ATS, and the PN532 asks for it by itself
RAW_ID_BYTES = (4, 7, 10)


def frame(data: bytes) -> bytes:
    """The bytes that carry a command and its parameters."""
    body = bytes([TO_PN532]) + data
    return (
        b"\x00\x00\xff"
        + bytes([len(body), -len(body) & 0xFF])
        + body
        + bytes([-sum(body) & 0xFF, 0])
    )


class Pn532Frames(Scanner):
    """Carries what stands from TFI on: D5, the command + 1, and its values; an ACK carries
    nothing.
    """

    start = b"\x00\xff"
    head_bytes = 4

    def frame_length(self, head: bytes) -> int | None:
        if head[2:] == b"\x00\xff":
            return 4
        count = head[2]
        return 4 + count + 1 if 0 < count < 0xFF and (count + head[3]) & 0xFF == 0 else None

    def frame_content(self, frame: bytes) -> bytes | None:
        return None if sum(frame[4:]) & 0xFF else frame[4:-1]


class Target(msgspec.Struct, frozen=True):
    """One card as the PN532 lists it."""

    raw_id: bytes  # as it is reported: the first byte first, which is the highest
    sens_res: bytes  # 2 bytes
    sak: int
    ats: bytes = b""  # its first byte is its own length; empty: none was told


def read_targets(values: bytes) -> tuple[Target, ...] | None:
    """The cards of an answer to InListPassiveTarget, `values` from the count on; None: it makes
    no sense.
    """
    if not values:
        return None
    return next(_read_targets(values[1:], 1, values[0]), None)


def _read_targets(data: bytes, number: int, count: int) -> Iterator[tuple[Target, ...]]:
    """How `data` can be read as the cards from `number` on. A card with an ATS by its SAK may
    have told none after all.
    """
    if number > count:
        if not data:
            yield ()
        return
    if len(data) < 5 or data[0] != number or data[4] not in RAW_ID_BYTES or len(data) < 5 + data[4]:
        return
    rest = data[5 + data[4] :]
    has_ats = data[3] & ISO14443_4 and rest and 0 < rest[0] <= len(rest)
    for ats_bytes in (rest[0], 0) if has_ats else (0,):
        target = Target(data[5 : 5 + data[4]], data[1:3], data[3], rest[:ats_bytes])
        for others in _read_targets(rest[ats_bytes:], number + 1, count):
            yield (target, *others)


class Pn532(Asking):
    """One PN532, which is one antenna."""

    def __init__(
        self, antenna: int = 1, *, poll_ms: int = POLL_MS, rests_field: bool = True
    ) -> None:
        """`antenna`: its number at this table. `rests_field`: the field is switched off before
        each look.
        """
        super().__init__("pn532", (antenna,), Pn532Frames(), poll_ms)
        self._antenna = antenna
        self._look_steps = (FIELD_OFF, LIST_TWO) if rests_field else (LIST_TWO,)
        self._steps: deque[bytes] = deque()
        self._is_acked = False
        self._nacks = self._looks_again = 0
        self._version = ""

    @property
    def current_antenna(self) -> int:
        return self._antenna

    def set_up(self, now_ms: int) -> None:
        if self.health.fails:
            self.queue_bytes(ACK)
        self.queue_bytes(WAKE)
        self._next_of([SAM_CONFIGURATION, GET_FIRMWARE_VERSION, RETRIES], now_ms)

    def begin_look(self, now_ms: int) -> None:
        self._looks_again = 0
        self._next_of(list(self._look_steps), now_ms)

    def handle_frame(self, carried: bytes, now_ms: int) -> list[Report]:
        if not carried:
            self._is_acked = True
            self.wait_until(now_ms + ANSWER_MS)
            return []
        if self._is_acked and carried == ERROR:
            return self.report_failure("refused", now_ms, ERROR)
        step = self._steps[0]
        if not self._is_acked or carried[:2] != bytes([FROM_PN532, step[0] + 1]):
            self.strays += 1
            return []
        self.was_answered()
        self._steps.popleft()
        return self._handle_answer(step, carried[2:], now_ms)

    def handle_spoilt(self, now_ms: int) -> list[Report]:
        if not self._is_acked:
            return []  # noise before the answer: the ACK is still waited for
        if self._nacks == NACKS:
            return self.report_failure("garbled", now_ms)
        self._nacks += 1
        self.queue_bytes(NACK)
        self.wait_until(now_ms + ANSWER_MS)
        return [Trouble("garbled", self._antenna)]

    # -------------------------------------------------------------- inside

    def _next_of(self, steps: list[bytes], now_ms: int) -> None:
        self._steps = deque(steps)
        self._is_acked, self._nacks = False, 0
        self.send_question(frame(steps[0]), now_ms + ACK_MS)

    def _handle_answer(self, step: bytes, values: bytes, now_ms: int) -> list[Report]:
        if step == LIST_TWO:
            return self._finish_look(values, now_ms)
        if step == GET_FIRMWARE_VERSION:
            if len(values) != 4 or values[0] != IC:
                return self.report_failure("garbled", now_ms, values)
            self._version = f"{values[1]}.{values[2]}"
        if self._steps:
            self._next_of(list(self._steps), now_ms)
            return []
        self.look_later(now_ms)
        return self.health.note_answer(self._version)

    def _finish_look(self, values: bytes, now_ms: int) -> list[Report]:
        found = read_targets(values)
        if found is None:
            if self._looks_again < LOOKS_AGAIN:
                self._looks_again += 1
                self._next_of(list(self._look_steps), now_ms)
            else:
                self.look_later(now_ms)
            return [Trouble("garbled", self._antenna, values)]
        self.look_later(now_ms)
        tags = {target.raw_id: pad_id(target.raw_id) for target in found}
        too_long: list[Report] = [
            Trouble("long_id", self._antenna, raw_id) for raw_id, tag in tags.items() if tag is None
        ]
        return [
            *too_long,
            Seen(
                self._antenna,
                tuple(sorted({lasting_tag(tag) for tag in tags.values() if tag is not None})),
            ),
        ]
