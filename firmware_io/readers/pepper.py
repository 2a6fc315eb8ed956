"""Eccel's Pepper C1, and the C1 MUX with eight antennas in turn: ISO 14443A and ISO 15693, UART at
115200 Bd or TCP.

    host                              Pepper
      DUMMY -------------------------->  done                 whatever was queried before is out of
          the way
      SET_POLLING off ---------------->  done                 it says nothing unasked
      GET_VERSION -------------------->  done, its version: `Found`
      then for each antenna, again and again:
      SET_ACTIVE_ANTENNA n ----------->  done                 a MUX only
      GET_TAG_COUNT ------------------>  done, 0 to 5
      GET_UID i ---------------------->  done, type, parameter, UID      for each: `Seen` after the
          last
    or, with `inventory`, for chips:
      ICODE_INVENTORY_START, _NEXT --->  done, UID, DSFID, whether there are more

A frame is `F5 LENlo LENhi ~LENlo ~LENhi payload CRClo CRChi`, LEN = payload + 2, CRC-CCITT 1021
from FFFF over the payload. A payload begins with `00 cmd` (done), `FF cmd` and two bytes (failed)
or `FE` (unasked: a polling event, may come between).

GET_TAG_COUNT finds five tags at most, of any kind; the inventory as many as the antenna powers, of
ISO 15693 only. An ISO 15693 UID comes lowest byte first in the inventory; in GET_UID the manual
does not say, and both orders are understood.

Sources: Eccel's `pepper-c1` 0.2.0 (frames, commands), its C1 manual (five tags, inventory, bytes of
errors), its Arduino library (an answer takes up to 500 ms). Never tried on hardware.
"""

import binascii
from collections.abc import Collection, Mapping
from types import MappingProxyType

from firmware_io.readers.ids import from_iso15693, lasting_tag, pad_id
from firmware_io.readers.polling import Asking
from firmware_io.readers.reader import POLL_MS, Report, Seen, Trouble
from firmware_io.readers.scanner import Scanner

STX = 0xF5
DONE, FAILED, UNASKED = 0x00, 0xFF, 0xFE
DUMMY = bytes([0x01])
GET_TAG_COUNT = bytes([0x02])
GET_ID = bytes([0x03])
POLLING_OFF = bytes([0x06, 0x00])
GET_VERSION = bytes([0x0B])
SET_ACTIVE_ANTENNA = bytes([0x0F])
INVENTORY_START = bytes([0x90, 0x00])  # of any application family
INVENTORY_NEXT = bytes([0x91, 0x00])

# a UID takes 14, a version about 30; a larger limit would let a false head hide answers longer
MAX_PAYLOAD = 256
HEAD_BYTES = 5
CRC_BYTES = 2
# as Eccel's Arduino library waits: all kinds of tags are looked for in one question
ANSWER_MS = 500
MAX_COUNTED = 5
MAX_IN_INVENTORY = 64  # more chips than an antenna can power: a longer inventory is garbled
NO_TAG = 0x01  # in a failed inventory, of its layer and number: a time-out, which is an empty field
ICODE_TYPES = range(0x21, 0x29)  # in GET_UID: ISO 15693
MUX_ANTENNAS = range(1, 9)
NOT_SWITCHED = 0  # the one antenna of a C1
C1: Mapping[int, int] = MappingProxyType({NOT_SWITCHED: 1})


def checksum(payload: bytes) -> bytes:
    return binascii.crc_hqx(payload, 0xFFFF).to_bytes(CRC_BYTES, "little")


def frame(payload: bytes) -> bytes:
    """The bytes that carry a command and its arguments."""
    length = (len(payload) + CRC_BYTES).to_bytes(2, "little")
    return (
        bytes([STX]) + length + bytes(byte ^ 0xFF for byte in length) + payload + checksum(payload)
    )


class PepperFrames(Scanner):
    """Carries the payload."""

    start = bytes([STX])
    head_bytes = HEAD_BYTES

    def frame_length(self, head: bytes) -> int | None:
        count = int.from_bytes(head[1:3], "little")
        is_head = head[1] ^ head[3] == 0xFF and head[2] ^ head[4] == 0xFF
        return (
            HEAD_BYTES + count if is_head and CRC_BYTES < count <= MAX_PAYLOAD + CRC_BYTES else None
        )

    def frame_content(self, frame: bytes) -> bytes | None:
        payload, checksum_sent = frame[HEAD_BYTES:-CRC_BYTES], frame[-CRC_BYTES:]
        return payload if checksum(payload) == checksum_sent else None


def _look_order(antennas: Mapping[int, int], often: int | None) -> tuple[tuple[int, int], ...]:
    """The order of looks, each the reader's own antenna and its number here."""
    first = [(own, number) for own, number in antennas.items() if number == often]
    others = [(own, number) for own, number in antennas.items() if number != often]
    return tuple(look for other in others for look in (*first, other)) if others else tuple(first)


class Pepper(Asking):
    """One Pepper, of one antenna or eight."""

    def __init__(
        self,
        antennas: Mapping[int, int] = C1,
        *,
        inventory: bool | Collection[int] = False,
        often: int | None = None,
    ) -> None:
        """`antennas`: the reader's own, 1 to 8 of a MUX or 0 for a C1's, to their numbers here; in
        the order of a round.

        `inventory`: chips lie there, more than five, all ISO 15693; at all antennas, or at these,
        by their numbers here. `often`: the number here of an antenna that is looked at between any
        two others: cards pass it, and lie at the others. A round begins POLL_MS after the last, or
        when it is over.
        """
        if not antennas or (
            set(antennas) != {NOT_SWITCHED} and not set(antennas) <= set(MUX_ANTENNAS)
        ):
            raise ValueError(
                f"A MUX has antennas 1 to 8, a C1 has antenna 0: not {sorted(antennas)}."
            )
        super().__init__("pepper", tuple(antennas.values()), PepperFrames(), POLL_MS)
        self.events = 0  # events that it sends unasked; looks tell the same
        self._antennas = _look_order(antennas, often)
        self._turn = 0  # whose look it is, of `_antennas`
        self._inventories = frozenset(antennas.values() if inventory is True else inventory or ())
        self._is_looking = False
        self._counted = 0
        self._tags: list[bytes] = []
        self._version = ""
        self._refusing: set[int] = set()  # antennas whose refusal was reported

    @property
    def current_antenna(self) -> int | None:
        return self._antennas[self._turn][1] if self._is_looking else None

    def set_up(self, now_ms: int) -> None:
        if self._is_looking:
            # go on, so that a bad antenna does not hold up the others
            self._turn = (self._turn + 1) % len(self._antennas)
        self._is_looking = False
        self._ask_question(DUMMY, now_ms)

    def begin_look(self, now_ms: int) -> None:
        self._is_looking = True
        self._counted, self._tags = 0, []
        switched = self._antennas[self._turn][0]
        self._ask_question(
            self._first_question()
            if switched == NOT_SWITCHED
            else SET_ACTIVE_ANTENNA + bytes([switched]),
            now_ms,
        )

    def handle_frame(self, carried: bytes, now_ms: int) -> list[Report]:
        question = self._question
        if carried[0] == UNASKED:
            self.events += 1
            return []
        if carried[1:2] != question[:1] or carried[0] not in (DONE, FAILED):
            self.strays += 1
            return []
        self.was_answered()
        if carried[0] == FAILED:
            return self._handle_refusal(question, carried[2:], now_ms)
        return self._handle_answer(question, carried[2:], now_ms)

    def handle_spoilt(self, now_ms: int) -> list[Report]:
        return self.report_failure("garbled", now_ms)

    # -------------------------------------------------------------- inside

    def _ask_question(self, question: bytes, now_ms: int) -> None:
        self._question = question
        self.send_question(frame(question), now_ms + ANSWER_MS)

    def _first_question(self) -> bytes:
        return INVENTORY_START if self.current_antenna in self._inventories else GET_TAG_COUNT

    def _handle_answer(self, question: bytes, values: bytes, now_ms: int) -> list[Report]:
        match question[:1]:
            case b"\x01":
                self._ask_question(POLLING_OFF, now_ms)
            case b"\x06":
                self._ask_question(GET_VERSION, now_ms)
            case b"\x0b":
                self._version = values.rstrip(b"\0").decode("ascii", "replace")
                self.look_later(now_ms)
                return self.health.note_answer(self._version)
            case b"\x0f":
                self._ask_question(self._first_question(), now_ms)
            case b"\x02":
                return self._handle_count(values, now_ms)
            case b"\x03":
                return self._handle_id(values, now_ms)
            case _:
                return self._handle_inventory(values, now_ms)
        return []

    def _handle_count(self, values: bytes, now_ms: int) -> list[Report]:
        if len(values) != 1 or values[0] > MAX_COUNTED:
            return self.report_failure("garbled", now_ms, values)
        self._counted = values[0]
        return self._ask_next(now_ms)

    def _ask_next(self, now_ms: int) -> list[Report]:
        if len(self._tags) == self._counted:
            return self._finish_look(now_ms)
        self._ask_question(GET_ID + bytes([len(self._tags)]), now_ms)
        return []

    def _handle_id(self, values: bytes, now_ms: int) -> list[Report]:
        if len(values) <= 2:
            return self.report_failure("garbled", now_ms, values)
        kind, raw_id = values[0], values[2:]
        tag = from_iso15693(raw_id) if kind in ICODE_TYPES else pad_id(raw_id)
        if tag is None:
            return self.report_failure("garbled", now_ms, values)
        self._tags.append(lasting_tag(tag))
        return self._ask_next(now_ms)

    def _handle_inventory(self, values: bytes, now_ms: int) -> list[Report]:
        tag = from_iso15693(values[:8]) if len(values) == 10 else None
        if tag is None or len(self._tags) == MAX_IN_INVENTORY:
            return self.report_failure("garbled", now_ms, values)
        self._tags.append(tag)
        if values[9]:
            self._ask_question(INVENTORY_NEXT, now_ms)
            return []
        return self._finish_look(now_ms)

    def _handle_refusal(self, question: bytes, why: bytes, now_ms: int) -> list[Report]:
        if question == INVENTORY_START and NO_TAG in why:
            return self._finish_look(now_ms)
        if not self._is_looking:
            return self.report_failure("refused", now_ms, why)
        # an answer came, so the frames are in step: only this look is lost
        antenna = self._antennas[self._turn][1]
        is_news = antenna not in self._refusing
        self._refusing.add(antenna)
        self._next_antenna(now_ms)
        return [Trouble("refused", antenna, why, blind=(antenna,))] if is_news else []

    def _finish_look(self, now_ms: int) -> list[Report]:
        seen = Seen(self._antennas[self._turn][1], tuple(sorted(set(self._tags))))
        self._refusing.discard(seen.antenna)
        self._next_antenna(now_ms)
        return [seen]

    def _next_antenna(self, now_ms: int) -> None:
        self._turn = (self._turn + 1) % len(self._antennas)
        if self._turn:
            self.begin_look(now_ms)
        else:
            self._is_looking = False
            self.look_later(now_ms)
