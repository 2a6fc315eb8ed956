"""What all readers have in common: how they are driven, what they report, and when one counts as
gone.

    reader.start(now_ms) -> bytes to write      the port was opened, for the first time or again
    reader.receive(data, now_ms) -> [Report]    bytes came, in any portions
    reader.tick(now_ms) -> [Report]             it is `next_at_ms`, or later
    reader.to_send() -> bytes                   to write now; call it after each of the three
    reader.next_at_ms                           call `tick` then, at the latest; None: nothing is
        due
    reader.port_lost() -> [Report]                   the port is gone; `start` when it is open again

Time is an integer of milliseconds of the caller's clock and must not run back. Nothing raises
because of what arrived, and nothing that arrives makes a reader hold more than a few frames.
"""

from typing import Protocol

import msgspec

# 20 looks a second: a card that a person pitches is in the field for about 150 ms, so it is looked
# at thrice
POLL_MS = 50
ASK_AGAIN_MS = 250  # a reader that does not answer is queried again after this, as a closed port is
FAILS = 3  # questions in a row without a good answer, until there is no reader

TROUBLES = ("no_answer", "garbled", "refused", "long_id", "no_reader")


class Seen(msgspec.Struct, frozen=True):
    """One look of one antenna: all tags in its field, in ascending order; none: it is empty, as
    far as this look knows.
    """

    antenna: int  # by this table's numbers
    tags: tuple[bytes, ...]  # ids as ids.pad_id makes them


class Found(msgspec.Struct, frozen=True):
    """The reader answers: for the first time, or after a `Trouble("no_reader")`."""

    reader: str  # "pn532", "pepper", "rdm6300"
    version: str  # of its firmware; empty where it has none to tell


class Trouble(msgspec.Struct, frozen=True):
    """A failure. All but `no_reader` are past already: the reader is queried again by
    itself.

    no_answer: a question was not answered in time. garbled: the answer was spoilt, or makes no
    sense. refused: the reader answers that it could not, with its own code. long_id: a tag whose id
    has 10 bytes. no_reader: `FAILS` times in a row it could not be set up or queried, or its port
    is gone; reported once, and over with the next `Found`.
    """

    code: str  # of TROUBLES
    antenna: int | None = None  # None: the reader itself
    detail: bytes = b""  # the reader's own code, or the id
    blind: tuple[int, ...] = ()  # antennas that see nothing from now on, until their next look


Report = Seen | Found | Trouble


class Reader(Protocol):
    """One reader at one port."""

    @property
    def next_at_ms(self) -> int | None: ...

    def start(self, now_ms: int) -> bytes: ...

    def receive(self, data: bytes, now_ms: int) -> list[Report]: ...

    def tick(self, now_ms: int) -> list[Report]: ...

    def to_send(self) -> bytes: ...

    def port_lost(self) -> list[Report]: ...


class Health:
    """Whether the reader is there, by how its questions end. Says `Found` and `no_reader` once
    each.
    """

    def __init__(self, reader: str, antennas: tuple[int, ...]) -> None:
        self.is_there = False
        self.fails = 0  # in a row
        self._reader = reader
        self._antennas = antennas

    def note_answer(self, version: str) -> list[Report]:
        """It has answered all questions of the set-up."""
        self.fails = 0
        if self.is_there:
            return []
        self.is_there = True
        return [Found(self._reader, version)]

    def note_failure(self, trouble: Trouble) -> list[Report]:
        """A question had no good answer. Once a reader is gone nothing more is reported."""
        self.fails += 1
        if self.fails < FAILS:
            return [trouble]
        is_news = self.is_there or self.fails == FAILS
        return [trouble, *self._report_gone()] if is_news else []

    def port_lost(self) -> list[Report]:
        """Its port is gone: no need to ask any more."""
        is_news = self.is_there or self.fails < FAILS
        self.fails = max(self.fails, FAILS)
        return self._report_gone() if is_news else []

    def _report_gone(self) -> list[Report]:
        self.is_there = False
        return [Trouble("no_reader", blind=self._antennas)]
