"""RDM6300 and ID-12LA: 125 kHz tags (EM4100), 9600 Bd, one way. One tag at a time: for a shoe or a
badge.

A tag is `02`, 10 hex digits, 2 hex digits (the XOR of the 5 bytes), `03`; the ID-12LA has CR LF
before the `03`. There are modules that say the XOR as one raw byte instead (esphome's issue 3610
has the bytes of one); of a module that has once said it in digits that is not believed, so that a
digit lost on the way makes no other tag. Sent every 65 ms while the tag is near (as arduino12's
rdm6300 library has it), and nothing when it goes: absence is a time-out. Those of the ID series
report a tag once, and again when it was away (bildr.org, of the ID-20): of them only the coming is
known. Nor can a silent reader be told from one with an empty field: it is `Found` with its first
tag, and gone only when its port is.

Never tried on hardware.
"""

from functools import reduce
from operator import xor

from firmware_io.readers.ids import pad_id
from firmware_io.readers.reader import Health, Report, Seen, Trouble
from firmware_io.readers.scanner import Scanner

STX = b"\x02"
ETX = b"\x03"
CR_LF = b"\r\n"
ID_BYTES = 5
ID_DIGITS = 2 * ID_BYTES
DIGITS = ID_DIGITS + 2
RAW_SUM_BYTES = 1 + ID_DIGITS + 1 + 1  # of a frame whose sum is one raw byte
HEX = frozenset(b"0123456789ABCDEFabcdef")
BAUD = 9_600
REPEAT_MS = 65  # while the tag is near
ABSENT_MS = 300  # four repeats missed, as arduino12's library waits


def frame(raw_id: bytes, *, cr_lf: bool = False) -> bytes:
    """What the reader sends for a tag of 5 bytes; nothing is ever sent to it."""
    digits = (raw_id + bytes([reduce(xor, raw_id)])).hex().upper().encode()
    return STX + digits + (CR_LF if cr_lf else b"") + ETX


class Rdm6300Frames(Scanner):
    """Carries the 5 bytes."""

    start = STX
    head_bytes = RAW_SUM_BYTES
    more_bytes = 1
    has_digits = False  # a tag was read whose sum was in digits

    def frame_length(self, head: bytes) -> int | None:
        if not HEX.issuperset(head[1 : 1 + ID_DIGITS]):
            return None
        if head[RAW_SUM_BYTES - 1 : RAW_SUM_BYTES] == ETX:
            return None if self.has_digits else RAW_SUM_BYTES
        if not HEX.issuperset(head[1 : 1 + DIGITS]):
            return None
        ends = {b"": DIGITS + 2, ETX: DIGITS + 2, CR_LF[:1]: DIGITS + 2 + len(CR_LF)}
        return ends.get(head[1 + DIGITS :])

    def frame_content(self, frame: bytes) -> bytes | None:
        raw_id = bytes.fromhex(frame[1 : 1 + ID_DIGITS].decode())
        is_raw = len(frame) == RAW_SUM_BYTES
        checksum = frame[1 + ID_DIGITS] if is_raw else int(frame[1 + ID_DIGITS : 1 + DIGITS], 16)
        is_whole = (is_raw or frame[1 + DIGITS :] in (ETX, CR_LF + ETX)) and reduce(
            xor, raw_id
        ) == checksum
        self.has_digits = self.has_digits or (is_whole and not is_raw)
        return raw_id if is_whole else None


class Rdm6300:
    """One reader, which is one antenna. It is never queried: `Seen` when a tag is heard, and once
    when none is any more.
    """

    def __init__(self, antenna: int = 1) -> None:
        self.frames = Rdm6300Frames()
        self.health = Health("rdm6300", (antenna,))
        self._antenna = antenna
        self._empty_ms: int | None = None  # when the field counts as empty

    @property
    def next_at_ms(self) -> int | None:
        return self._empty_ms

    def start(self, now_ms: int) -> bytes:
        self.frames.flush()
        return b""

    def receive(self, data: bytes, now_ms: int) -> list[Report]:
        reports: list[Report] = []
        for raw_id in self.frames.feed(data):
            tag = None if raw_id is None else pad_id(raw_id)
            if tag is None:
                reports.append(Trouble("garbled", self._antenna))
                continue
            self._empty_ms = now_ms + ABSENT_MS
            reports += [*self.health.note_answer(""), Seen(self._antenna, (tag,))]
        return reports

    def tick(self, now_ms: int) -> list[Report]:
        if self._empty_ms is None or now_ms < self._empty_ms:
            return []
        self._empty_ms = None
        return [Seen(self._antenna, ())]

    def to_send(self) -> bytes:
        return b""

    def port_lost(self) -> list[Report]:
        self._empty_ms = None
        return self.health.port_lost()
