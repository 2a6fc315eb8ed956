"""What lies at one antenna before a seat, as a level: reported when all of it is known and has been
the same for a while.
"""

from firmware_io.messages import Edge
from firmware_io.readers.debounce import SAME_MS, News, Steady, TimedMessage, TooMany, UnsureTags
from firmware_io.readers.presence import Presence

LevelReport = TimedMessage | UnsureTags | TooMany


class AntennaLevel:
    """The presence is the table's, with time to settle: its antennas are neighbours."""

    def __init__(self, antenna: int, *, same_ms: int = SAME_MS) -> None:
        self._antenna = antenna
        self._level: Steady[Edge] = Steady(same_ms)
        self._undecided: News[frozenset[bytes]] = News(frozenset())
        self._too_many: News[int] = News(0)

    @property
    def next_at_ms(self) -> int | None:
        return self._level.next_at_ms

    def tell_again(self) -> None:
        """The host has requested levels."""
        self._level.report_again()

    def _report_level(
        self, presence: Presence, level: Edge, count: int, most: int, now_ms: int
    ) -> list[LevelReport]:
        """`count` of tags or denominations; a message holds `most`."""
        reports: list[LevelReport] = []
        undecided = frozenset(presence.undecided_tags(self._antenna))
        if self._undecided.is_new(undecided):
            reports.append(UnsureTags(self._antenna, tuple(sorted(undecided))))
        excess = count if count > most else 0
        if self._too_many.is_new(excess) and excess:
            reports.append(TooMany(self._antenna, excess, most))
        if excess or presence.unsure_tags(self._antenna):
            self._level.forget_level()
        elif (since_ms := self._level.is_now(level, now_ms)) is not None:
            reports.append(TimedMessage(since_ms, level))
        return reports
