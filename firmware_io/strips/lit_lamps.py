"""Which lamp is lit at which seat, since when, and when one of them changes by itself. Pure."""

from collections.abc import Iterable, Iterator

import msgspec

from firmware_io.lamps import DARK
from firmware_io.messages import Lamp
from firmware_io.strips.lamp_changes import next_change_ms

UNLIT = Lamp(DARK, "off")


class Lit(msgspec.Struct, frozen=True):
    lamp: Lamp
    since_ms: int


class LitLamps:
    """The lamps of these seats, all dark at first."""

    def __init__(self, seats: Iterable[int]) -> None:
        self._lit = {seat: Lit(UNLIT, 0) for seat in seats}

    def set_lamp(self, seat: int, lamp: Lamp, now_ms: int) -> None:
        """From now on. Where only the level differs the pattern goes on: a blink that is told
        the time keeps its beat.
        """
        old = self._lit[seat]
        is_same = (lamp.pattern, lamp.colour) == (old.lamp.pattern, old.lamp.colour)
        self._lit[seat] = Lit(lamp, old.since_ms if is_same else now_ms)

    def lamps_at(self, now_ms: int) -> Iterator[tuple[int, Lamp, int]]:
        """Seat, lamp, and for how many ms it has been lit."""
        return ((seat, lit.lamp, now_ms - lit.since_ms) for seat, lit in self._lit.items())

    def next_at_ms(self, now_ms: int) -> int | None:
        """When a lamp next looks different by itself; None: not before one is set."""
        changes = [(t_ms, next_change_ms(lamp, t_ms)) for _, lamp, t_ms in self.lamps_at(now_ms)]
        return min(
            (now_ms + change_ms - t_ms for t_ms, change_ms in changes if change_ms is not None),
            default=None,
        )
