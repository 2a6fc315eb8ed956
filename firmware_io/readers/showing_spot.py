"""A seat's showing spot: an antenna where cards are tabled to be shown. What lies there is told
whole.

No antenna tells face up from face down: a card on the spot counts as shown because of where it
lies. Nothing reads where cards lie hidden, and a card that is lifted to peek at was never on the
spot. Without a spot the key `show` turns the hand up.
"""

from __future__ import annotations

from firmware_io.messages import MAX_TAGS, HoleCardsSeen
from firmware_io.readers.debounce import SAME_MS, News, Steady, TimedMessage, TooMany, UnsureTags
from firmware_io.readers.presence import Presence

SpotReport = TimedMessage | UnsureTags | TooMany


class ShowingSpot:
    """One antenna before one seat. The presence is the table's, with time to settle: its
    antennas are neighbours.
    """

    def __init__(self, antenna: int) -> None:
        self._antenna = antenna
        self._cards: Steady[tuple[bytes, ...]] = Steady(SAME_MS)
        self._undecided: News[tuple[bytes, ...]] = News(())
        self._too_many: News[int] = News(0)

    @property
    def next_at_ms(self) -> int | None:
        return self._cards.next_at_ms

    def tell_again(self) -> None:
        """The host has requested levels."""
        self._cards.report_again()

    def update_level(self, presence: Presence, now_ms: int) -> list[SpotReport]:
        """After each look and tick of the presence, and at `next_at_ms`."""
        reports: list[SpotReport] = []
        unsure, cards = presence.unsure_tags(self._antenna), presence.tags_at(self._antenna)
        undecided = presence.undecided_tags(self._antenna)
        if self._undecided.is_new(undecided):
            reports.append(UnsureTags(self._antenna, undecided))
        excess = len(cards) if len(cards) > MAX_TAGS else 0
        if self._too_many.is_new(excess) and excess:
            reports.append(TooMany(self._antenna, excess, MAX_TAGS))
        if unsure or excess:
            self._cards.forget_level()
            return reports
        since_ms = self._cards.is_now(cards, now_ms)
        return (
            reports
            if since_ms is None
            else [*reports, TimedMessage(since_ms, HoleCardsSeen(cards))]
        )
