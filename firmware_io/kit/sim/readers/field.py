"""What lies over the antennas of a simulated reader, and how badly it is read."""

import random
from collections import Counter

import msgspec


class SimTag(msgspec.Struct, frozen=True):
    """A tag by its id, highest byte first: 4, 7 or 10 bytes of ISO 14443A, 8 of ISO 15693, 5 of
    EM4100.
    """

    raw_id: bytes
    sak: int = 0x08
    ats: bytes = b""  # without its length; told if SAK has bit 5
    dsfid: int = 0

    @property
    def is_iso15693(self) -> bool:
        return len(self.raw_id) == 8

    @property
    def is_125_khz(self) -> bool:
        return len(self.raw_id) == 5


class Field:
    """Tags by antenna. `flicker`: the share of looks in which a tag is missed; `cross`: in which
    a neighbour's is read, too.
    """

    def __init__(self, *, seed: int = 0, flicker: float = 0.0, cross: float = 0.0) -> None:
        self.flicker = flicker
        self.cross = cross
        self.looks: Counter[int] = Counter()  # by antenna
        self._garbled: Counter[int] = Counter()
        self._tags: dict[int, list[SimTag]] = {}
        self._chance = random.Random(seed)

    def put(self, *tags: SimTag, antenna: int = 1) -> None:
        self._tags.setdefault(antenna, []).extend(tags)

    def take(self, *tags: SimTag, antenna: int = 1) -> None:
        for tag in tags:
            self._tags[antenna].remove(tag)

    def clear(self) -> None:
        self._tags.clear()

    def garble(self, looks: int, antenna: int = 1) -> None:
        """In the next looks of this antenna its tags answer at once, so that what is read makes
        no sense.
        """
        self._garbled[antenna] = looks

    def read_tags(self, antenna: int) -> list[SimTag]:
        """What this look reads."""
        self.looks[antenna] += 1
        read = [tag for tag in self._tags.get(antenna, []) if not self._draw_chance(self.flicker)]
        for neighbour in (antenna - 1, antenna + 1):
            read += [tag for tag in self._tags.get(neighbour, []) if self._draw_chance(self.cross)]
        return read

    def is_garbled(self, antenna: int) -> bool:
        """Whether this look reads nonsense."""
        self._garbled[antenna] -= 1
        return self._garbled[antenna] >= 0

    def _draw_chance(self, share: float) -> bool:
        return share > 0 and self._chance.random() < share
