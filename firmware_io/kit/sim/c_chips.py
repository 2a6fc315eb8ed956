"""The firmware's driver of a chip reader and what it makes of the tags, for simulated seats:
mcu/feig.c and mcu/chips.c.

    book = CBook(tags={bytes.fromhex("e004015012345678"): 25}, dsfids={5: 100})
    field = CField(book, areas=["bet"], now_ms=0)
    reader = CFeig()                    # with the face of a reader's driver (readers/reader.py)
    field.take_report("bet", report, reader, now_ms)     # whatever the reader reports
    field.chips_lying("bet")                  # ((25, 2),), or None where that is not known

Importing it raises an ImportError where the core is not built.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from firmware_io.kit.sim.c_messages import ffi, lib
from firmware_io.messages import AREAS, U32_MAX
from firmware_io.readers.reader import Found, Report, Seen, Trouble

Chips = tuple[tuple[int, int], ...]  # (denomination, count), lowest first
ANTENNA = 1  # a reader of this make has one


class CFeig:
    """feig.c. Of a look `seen_tags` has the tags with their DSFID, until the next byte."""

    def __init__(self, clock_ms: int = 0) -> None:
        """`clock_ms`: how far the board's clock is ahead."""
        self._reader = ffi.new("struct feig *")
        self._out = ffi.new("uint8_t[]", lib.FEIG_MAX_OUT_BYTES)
        self._clock_ms = clock_ms
        self._now_ms = 0

    @property
    def seen_tags(self) -> Any:
        """A `struct chip_tags`."""
        return ffi.addressof(self._reader.seen)

    @property
    def next_at_ms(self) -> int | None:
        ahead: int = (self._reader.due_ms - self._board_ms(self._now_ms) + (1 << 31) & U32_MAX) - (
            1 << 31
        )
        return self._now_ms + ahead

    def start(self, now_ms: int) -> bytes:
        self._now_ms = now_ms
        lib.feig_start(self._reader, self._board_ms(now_ms))
        return self.to_send()

    def feed(self, byte: int, now_ms: int) -> list[Report]:
        self._now_ms = now_ms
        return self._read_news(lib.feig_feed(self._reader, byte, self._board_ms(now_ms)))

    def receive(self, data: bytes, now_ms: int) -> list[Report]:
        return [report for byte in data for report in self.feed(byte, now_ms)]

    def tick(self, now_ms: int) -> list[Report]:
        self._now_ms = now_ms
        return self._read_news(lib.feig_tick(self._reader, self._board_ms(now_ms)))

    def to_send(self) -> bytes:
        return bytes(ffi.buffer(self._out, lib.feig_take_output(self._reader, self._out)))

    def port_lost(self) -> list[Report]:
        raise AssertionError("A UART does not go.")

    def _board_ms(self, now_ms: int) -> int:
        return now_ms + self._clock_ms & U32_MAX

    def _read_news(self, news: int) -> list[Report]:
        if news == lib.FEIG_SEEN:
            return [
                Seen(
                    ANTENNA,
                    tuple(
                        bytes(self.seen_tags.of[place].tag) for place in range(self.seen_tags.count)
                    ),
                )
            ]
        reports: dict[int, Report] = {
            lib.FEIG_FOUND: Found("feig", ""),
            lib.FEIG_GONE: Trouble("no_reader", blind=(ANTENNA,)),
        }
        return [reports[news]] if news in reports else []


class CBook:
    """A `struct chip_book`, which holds its tables alive."""

    def __init__(self, tags: Mapping[bytes, int], dsfids: Mapping[int, int] | None = None) -> None:
        self._tags = ffi.new("struct chip_worth[]", max(1, len(tags)))
        self._dsfids = ffi.new("struct dsfid_worth[]", max(1, len(dsfids or {})))
        for row, (tag, denomination) in zip(self._tags, sorted(tags.items()), strict=False):
            ffi.memmove(row.tag, tag, len(tag))
            row.denomination = denomination
        for row, (dsfid, denomination) in zip(self._dsfids, (dsfids or {}).items(), strict=False):
            row.dsfid, row.denomination = dsfid, denomination
        self.core = ffi.new(
            "struct chip_book *",
            {
                "tags": self._tags,
                "tag_count": len(tags),
                "dsfids": self._dsfids,
                "dsfid_count": len(dsfids or {}),
            },
        )


class CField:
    """chips.c, over the antennas of `areas`."""

    def __init__(self, book: CBook, areas: Iterable[str], now_ms: int, clock_ms: int = 0) -> None:
        self._book = book
        self._clock_ms = clock_ms
        self._chips = ffi.new("struct chips *")
        self.core = ffi.new("struct chip_field *")
        antennas = sum(1 << AREAS.index(area) for area in areas)
        lib.chip_field_start(self.core, book.core, antennas, self._board_ms(now_ms))

    def note_look(self, area: str, seen: Any, now_ms: int) -> None:
        """A look: a `struct chip_tags`."""
        lib.chip_field_see(self.core, AREAS.index(area), seen, self._board_ms(now_ms))

    def note_blind(self, area: str) -> None:
        lib.chip_field_blind(self.core, AREAS.index(area))

    def take_report(self, area: str, report: Report, reader: CFeig, now_ms: int) -> None:
        """What this area's reader has reported."""
        if isinstance(report, Seen):
            self.note_look(area, reader.seen_tags, now_ms)
        elif isinstance(report, Trouble):
            self.note_blind(area)

    def tick(self, now_ms: int) -> None:
        lib.chip_field_tick(self.core, self._board_ms(now_ms))

    def chips_lying(self, area: str) -> Chips | None:
        """None: it is not known."""
        if lib.chip_field_lying(self.core, AREAS.index(area), self._chips) != lib.CHIPS_KNOWN:
            return None
        return tuple(
            (chip.denomination, chip.count) for chip in self._chips.lying[0 : self._chips.count]
        )

    def count_foreign(self, area: str) -> int:
        return int(lib.chip_field_foreign(self.core, AREAS.index(area)))

    def _board_ms(self, now_ms: int) -> int:
        return now_ms + self._clock_ms & U32_MAX
