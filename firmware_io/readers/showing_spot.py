"""A seat's showing spot: an antenna where cards are tabled to be shown. What lies there is told
whole.

No antenna tells face up from face down: a card on the spot counts as shown because of where it
lies. Nothing reads where cards lie hidden, and a card that is lifted to peek at was never on the
spot. Without a spot the key `show` turns the hand up.
"""

from firmware_io.messages import MAX_TAGS, HoleCardsSeen
from firmware_io.readers.antenna_level import AntennaLevel, LevelReport
from firmware_io.readers.presence import Presence


class ShowingSpot(AntennaLevel):
    """One antenna before one seat."""

    def update_level(self, presence: Presence, now_ms: int) -> list[LevelReport]:
        """After each look and tick of the presence, and at `next_at_ms`."""
        cards = presence.tags_at(self._antenna)
        return self._report_level(presence, HoleCardsSeen(cards), len(cards), MAX_TAGS, now_ms)
