"""A reader that answers when it is queried: one question at a time, what becomes of late and lost
answers, and the next look.

    start            set up: the questions that are sent once
    all answered     `Found`, then a look every `poll_ms`
    an answer late, spoilt twice, or refused in the set-up:
                     nothing it says is trusted before it is set up anew, at once the first time,
                     then every 250 ms

A set-up begins with a question whose answer cannot be mistaken for that of a look. Answers come in
the order of their questions, so whatever was queried before is out of the way when it is answered:
no answer is ever taken for that of a later question, nor for another antenna's.
"""

from abc import ABC, abstractmethod

from firmware_io.readers.reader import ASK_AGAIN_MS, Health, Report, Trouble
from firmware_io.readers.scanner import Scanner


class Asking(ABC):
    """What pn532.py and pepper.py have in common. They define the questions, and what the answers
    mean.
    """

    def __init__(self, name: str, antennas: tuple[int, ...], frames: Scanner, poll_ms: int) -> None:
        self.frames = frames
        self.strays = 0  # good frames that answered no question
        self.health = Health(name, antennas)
        self._poll_ms = poll_ms
        self._out = bytearray()
        # until when an answer is waited for; None: no question is open
        self._until_ms: int | None = None
        self._look_ms: int | None = None  # when the next look begins
        self._set_up_ms: int | None = None  # when it is set up again
        self._looked_ms = 0  # when the last look began

    # -------------------------------------------------------------- what a reader is

    @property
    def next_at_ms(self) -> int | None:
        due = (self._until_ms, self._look_ms, self._set_up_ms)
        return min((ms for ms in due if ms is not None), default=None)

    def start(self, now_ms: int) -> bytes:
        """The port was opened: whatever was under way is over. What to write first."""
        self.frames.flush()
        self._looked_ms = now_ms - self._poll_ms
        self._begin_anew(now_ms)
        return self.to_send()

    def receive(self, data: bytes, now_ms: int) -> list[Report]:
        return self._handle_frames(self.frames.feed(data), now_ms)

    def tick(self, now_ms: int) -> list[Report]:
        if self._set_up_ms is not None and now_ms >= self._set_up_ms:
            self._begin_anew(now_ms)
        elif self._look_ms is not None and now_ms >= self._look_ms:
            self._look_ms, self._looked_ms = None, now_ms
            self.begin_look(now_ms)
        elif self._is_late(now_ms):
            # the answer may follow the torn beginning of another
            reports = self._handle_frames(self.frames.flush(), now_ms)
            return (
                [*reports, *self.report_failure("no_answer", now_ms)]
                if self._is_late(now_ms)
                else reports
            )
        return []

    def to_send(self) -> bytes:
        """To write now; what was not asked for in time is void, and not sent any more."""
        out = bytes(self._out)
        self._out.clear()
        return out

    def port_lost(self) -> list[Report]:
        self._clear_timers()
        return self.health.port_lost()

    # -------------------------------------------------------------- what the two say

    @abstractmethod
    def set_up(self, now_ms: int) -> None:
        """Ask the first question of all."""

    @abstractmethod
    def begin_look(self, now_ms: int) -> None:
        """Ask the first question of a look."""

    @abstractmethod
    def handle_frame(self, carried: bytes, now_ms: int) -> list[Report]:
        """A good frame came."""

    @abstractmethod
    def handle_spoilt(self, now_ms: int) -> list[Report]:
        """A frame came with a bad checksum."""

    @property
    @abstractmethod
    def current_antenna(self) -> int | None:
        """The antenna that is being looked at, by this table's number; None: none is."""

    # -------------------------------------------------------------- what the two use

    def queue_bytes(self, data: bytes) -> None:
        self._out += data

    def send_question(self, frame: bytes, until_ms: int) -> None:
        """One question, and until when its answer is waited for."""
        self._until_ms = until_ms
        self.queue_bytes(frame)

    def wait_until(self, until_ms: int) -> None:
        """The question is known to have arrived: its answer has until then."""
        self._until_ms = until_ms

    def was_answered(self) -> None:
        self._until_ms = None

    def look_later(self, now_ms: int) -> None:
        """This look is over; the next begins `poll_ms` after its beginning."""
        self._look_ms = max(now_ms, self._looked_ms + self._poll_ms)

    def report_failure(self, code: str, now_ms: int, detail: bytes = b"") -> list[Report]:
        """No good answer came, and what will come is in doubt."""
        reports = self.health.note_failure(Trouble(code, self.current_antenna, detail))
        if self.health.fails == 1:
            self._begin_anew(now_ms)
        else:
            self._until_ms = self._look_ms = None
            self._set_up_ms = now_ms + ASK_AGAIN_MS
        return reports

    # -------------------------------------------------------------- inside

    def _begin_anew(self, now_ms: int) -> None:
        self._clear_timers()
        self.set_up(now_ms)

    def _clear_timers(self) -> None:
        self._until_ms = self._look_ms = self._set_up_ms = None
        self._out.clear()

    def _is_late(self, now_ms: int) -> bool:
        return self._until_ms is not None and now_ms >= self._until_ms

    def _handle_frames(self, frames: list[bytes | None], now_ms: int) -> list[Report]:
        reports: list[Report] = []
        for carried in frames:
            if self._until_ms is None:
                self.strays += 1
            else:
                reports += (
                    self.handle_spoilt(now_ms)
                    if carried is None
                    else self.handle_frame(carried, now_ms)
                )
        return reports
