"""What the uses of readers tell: the edges that a node would tell, and what no node has words for.
And when a level is reported.

A level (what lies on a spot, what lies in an area) is reported whole, when it has been the same for
a while: a hand over the area, or the second card a moment after the first, is not a level.
"""

from typing import Generic, TypeVar

import msgspec

from firmware_io.messages import Edge

SAME_MS = 300  # a slow reader repeats a tag within this time, and a hand that passes over is gone

Level = TypeVar("Level")


class TimedMessage(msgspec.Struct, frozen=True):
    """What a node would tell; the service numbers it, and stamps it with table time."""

    at_ms: int  # when it happened, by the caller's clock; for a level: since when it is so
    message: Edge


class ForeignTags(msgspec.Struct, frozen=True):
    """These tags lie there and are no chips of this table. Sent whenever it changes, empty when
    none does any more.
    """

    antenna: int
    tags: tuple[bytes, ...]


class UnsureTags(msgspec.Struct, frozen=True):
    """These tags lie there or at a neighbour. Until that is known, the level of the antenna is
    not reported.
    """

    antenna: int
    tags: tuple[bytes, ...]


class TooMany(msgspec.Struct, frozen=True):
    """More lies there than one message can say, so that nothing is reported before there is
    less.
    """

    antenna: int
    found: int
    most: int


class Steady(Generic[Level]):
    """A level that is reported when it has been the same for `same_ms`, and is another than was
    reported last.
    """

    def __init__(self, same_ms: int) -> None:
        self._same_ms = same_ms
        self._now: Level | None = None
        self._since_ms = 0
        self._reported: Level | None = None

    @property
    def next_at_ms(self) -> int | None:
        return (
            None
            if self._now is None or self._now == self._reported
            else self._since_ms + self._same_ms
        )

    def report_again(self) -> None:
        """Report it once more, changed or not."""
        self._reported = None

    def forget_level(self) -> None:
        """The level is not known now: its time counts anew from the next `is_now`."""
        self._now = None

    def is_now(self, level: Level, now_ms: int) -> int | None:
        """Takes the level of now. Returns since when it has been so, if it is to be reported
        now.
        """
        if level != self._now:
            self._now, self._since_ms = level, now_ms
        if level == self._reported or now_ms < self._since_ms + self._same_ms:
            return None
        self._reported = level
        return self._since_ms


class News(Generic[Level]):
    """A value reported once, whenever it changes."""

    def __init__(self, at_first: Level) -> None:
        self._value = at_first

    def is_new(self, value: Level) -> bool:
        if value == self._value:
            return False
        self._value = value
        return True
