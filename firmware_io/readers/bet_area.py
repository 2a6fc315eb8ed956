"""A seat's bet area of tagged chips: all that lies there, by denomination, told when it has been
the same for a while.

Which tag is a chip of which value is a table, made when the chips are enrolled. What lies there and
is not in it is named, and counts for nothing. The wire says at most 12 denominations an area, and
never an id. A chip that is taken away is missed for 1.5 s before it counts as gone (presence.py):
less would take chips out of a bet that only flicker.
"""

from collections import Counter
from collections.abc import Mapping

from firmware_io.messages import MAX_DENOMINATIONS, AreaChanged
from firmware_io.readers.antenna_level import AntennaLevel, LevelReport
from firmware_io.readers.debounce import SAME_MS, ForeignTags, News
from firmware_io.readers.presence import Presence


class BetArea(AntennaLevel):
    """One antenna before one seat; a hand over the area is no bet."""

    def __init__(
        self, antenna: int, denominations: Mapping[bytes, int], *, same_ms: int = SAME_MS
    ) -> None:
        """`denominations`: of each tag that is a chip of this table."""
        super().__init__(antenna, same_ms=same_ms)
        self._denominations = denominations
        self._foreign: News[frozenset[bytes]] = News(frozenset())

    def update_level(self, presence: Presence, now_ms: int) -> list[LevelReport | ForeignTags]:
        """After each look and tick of the presence, and at `next_at_ms`."""
        there = presence.tags_at(self._antenna)
        counted = Counter(self._denominations[tag] for tag in there if tag in self._denominations)
        foreign = frozenset(tag for tag in there if tag not in self._denominations)
        reports: list[LevelReport | ForeignTags] = []
        if self._foreign.is_new(foreign):
            reports.append(ForeignTags(self._antenna, tuple(sorted(foreign))))
        chips = AreaChanged("bet", tuple(sorted(counted.items())))
        return reports + self._report_level(
            presence, chips, len(counted), MAX_DENOMINATIONS, now_ms
        )
