"""A seat's bet area of tagged chips: all that lies there, by denomination, told when it has been
the same for a while.

Which tag is a chip of which value is a table, made when the chips are enrolled. What lies there and
is not in it is named, and counts for nothing. The wire says at most 12 denominations an area, and
never an id. A chip that is taken away is missed for 1.5 s before it counts as gone (presence.py):
less would take chips out of a bet that only flicker.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from firmware_io.messages import MAX_DENOMINATIONS, AreaChanged
from firmware_io.readers.debounce import (
    SAME_MS,
    ForeignTags,
    News,
    Steady,
    TimedMessage,
    TooMany,
    UnsureTags,
)
from firmware_io.readers.presence import Presence

AreaReport = TimedMessage | ForeignTags | UnsureTags | TooMany
Chips = tuple[tuple[int, int], ...]  # (denomination, count), lowest first


class BetArea:
    """One antenna before one seat. The presence is the table's, with time to settle: a hand over
    the area is no bet.
    """

    def __init__(
        self, antenna: int, denominations: Mapping[bytes, int], *, same_ms: int = SAME_MS
    ) -> None:
        """`denominations`: of each tag that is a chip of this table."""
        self._antenna = antenna
        self._denominations = denominations
        self._chips: Steady[Chips] = Steady(same_ms)
        self._foreign: News[frozenset[bytes]] = News(frozenset())
        self._undecided: News[frozenset[bytes]] = News(frozenset())
        self._too_many: News[int] = News(0)

    @property
    def next_at_ms(self) -> int | None:
        return self._chips.next_at_ms

    def tell_again(self) -> None:
        """The host has requested levels."""
        self._chips.report_again()

    def update_level(self, presence: Presence, now_ms: int) -> list[AreaReport]:
        """After each look and tick of the presence, and at `next_at_ms`."""
        there, unsure = presence.tags_at(self._antenna), presence.unsure_tags(self._antenna)
        counted = Counter(self._denominations[tag] for tag in there if tag in self._denominations)
        foreign = frozenset(tag for tag in there if tag not in self._denominations)
        reports = self._strange_tags(foreign, frozenset(presence.undecided_tags(self._antenna)))
        excess = len(counted) if len(counted) > MAX_DENOMINATIONS else 0
        if self._too_many.is_new(excess) and excess:
            reports.append(TooMany(self._antenna, excess, MAX_DENOMINATIONS))
        if unsure or excess:
            self._chips.forget_level()
            return reports
        chips = tuple(sorted(counted.items()))
        since_ms = self._chips.is_now(chips, now_ms)
        return (
            reports
            if since_ms is None
            else [*reports, TimedMessage(since_ms, AreaChanged("bet", chips))]
        )

    def _strange_tags(
        self, foreign: frozenset[bytes], undecided: frozenset[bytes]
    ) -> list[AreaReport]:
        reports: list[AreaReport] = []
        if self._foreign.is_new(foreign):
            reports.append(ForeignTags(self._antenna, tuple(sorted(foreign))))
        if self._undecided.is_new(undecided):
            reports.append(UnsureTags(self._antenna, tuple(sorted(undecided))))
        return reports
