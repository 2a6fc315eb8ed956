"""What lies at the antennas of a table, of all its readers together: an antenna reads its
neighbours' tags, also those of another reader.

    ReaderPort -> Presence -> ShowingSpot, BetArea -> on_message(TimedMessage),
                                                      on_strange(ForeignTags, UnsureTags, TooMany)

What lies at an antenna is reported once its reader has looked there, and not while it is blind: an
antenna that sees nothing is not empty.
"""

from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec

from firmware_io.devices import DeviceAnswers, DeviceGone
from firmware_io.readers.debounce import ForeignTags, TimedMessage, TooMany, UnsureTags
from firmware_io.readers.presence import COUNT_MS, Presence
from firmware_io.readers.reader import Report, Seen, Trouble

Strange = ForeignTags | UnsureTags | TooMany
SpotOrArea = TimedMessage | Strange


class Place(Protocol):
    """A showing spot or a bet area (readers/showing_spot.py, readers/bet_area.py)."""

    @property
    def next_at_ms(self) -> int | None: ...

    def tell_again(self) -> None: ...

    def update_level(self, presence: Presence, now_ms: int) -> Sequence[SpotOrArea]: ...


class At(msgspec.Struct, frozen=True):
    """A place of the table, at its antenna, and where what is seen there is reported."""

    antenna: int
    place: Place
    on_message: Callable[[TimedMessage], None]
    on_strange: Callable[[Strange], None]


class Places:
    """A use of every reader of the table; what one reads counts for all."""

    def __init__(self) -> None:
        self._presence = Presence(settle_ms=COUNT_MS)
        self._at: list[At] = []
        self._seeing: set[int] = set()  # antennas that were looked at since their reader was there

    def add_place(self, at: At) -> None:
        self._at.append(at)

    def lies_elsewhere(self, tag: bytes, antenna: int) -> bool:
        """Whether a tag that this antenna reads lies at another one, by what is known so far."""
        place = self._presence.find_place(tag) or self._presence.most_read(
            self._presence.count_reads(tag)
        )
        return place is not None and place != antenna

    def tell_again(self, antenna: int) -> None:
        """Report what lies there once more, changed or not, as soon as it is known."""
        for at in self._at:
            if at.antenna == antenna:
                at.place.tell_again()

    def is_settled(self, antenna: int) -> bool:
        """Whether all that lies there has been reported."""
        places = [at.place for at in self._at if at.antenna == antenna]
        is_due = any(place.next_at_ms is not None for place in places)
        return antenna in self._seeing and not is_due and not self._presence.unsure_tags(antenna)

    # -------------------------------------------------------------- what the ports say

    @property
    def next_at_ms(self) -> int | None:
        due = [
            self._presence.next_at_ms,
            *(at.place.next_at_ms for at in self._at if at.antenna in self._seeing),
        ]
        return min((ms for ms in due if ms is not None), default=None)

    def take_report(self, report: Report, now_ms: int) -> None:
        if isinstance(report, Seen):
            self._seeing.add(report.antenna)
        elif isinstance(report, Trouble):
            self._seeing -= set(report.blind)
        self._presence.take_report(report, now_ms)
        self._update_places(now_ms)

    def tick(self, now_ms: int) -> None:
        self._presence.tick(now_ms)
        self._update_places(now_ms)

    def state_changed(self, state: DeviceAnswers | DeviceGone) -> None:
        """TimedMessage to those whose antennas they are."""

    def _update_places(self, now_ms: int) -> None:
        for at in self._at:
            if at.antenna in self._seeing:
                for report in at.place.update_level(self._presence, now_ms):
                    if isinstance(report, TimedMessage):
                        at.on_message(report)
                    else:
                        at.on_strange(report)
