"""Pictures that are drawn once and kept, as long as all of them together stay within a number of bytes."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

import pygame

P = ParamSpec("P")
T = TypeVar("T")

# The fullest picture needs 2.3 bytes for each of the screen's pixels, most of them for type; the felt, a byte a pixel, is kept
# apart. The other half is for pieces that are soon needed again, as a seat's name before and after its turn. 1920x1080: 12 MiB.
KEPT_BYTES_PER_PIXEL = 6
KEPT_BYTES_MIN = 8 << 20        # small pictures: glyphs and round corners do not shrink with the screen


class Shelf:
    """A cache by size: the least recently used goes first. A piece larger than the whole shelf stays until the next one comes."""

    def __init__(self, bytes_max: int) -> None:
        self.bytes_max = bytes_max
        self.bytes_held = 0
        self._kept: OrderedDict[Hashable, tuple[Any, int]] = OrderedDict()

    def make_room(self, size_px: tuple[int, int]) -> None:
        """For a screen of that size."""
        self.bytes_max = max(KEPT_BYTES_MIN, KEPT_BYTES_PER_PIXEL * size_px[0] * size_px[1])
        self._clear_out()

    def keeps(self, weighed: Callable[[T], pygame.Surface]) -> Callable[[Callable[P, T]], Callable[P, T]]:
        """Marks what draws a piece: the same arguments give the same piece; `weighed` says which picture it holds."""
        def mark(draw: Callable[P, T]) -> Callable[P, T]:
            @wraps(draw)
            def kept(*args: P.args, **kwargs: P.kwargs) -> T:
                key = (draw, args, tuple(sorted(kwargs.items())))
                found = self._kept.get(key)
                if found is not None:
                    self._kept.move_to_end(key)
                    piece: T = found[0]
                    return piece
                piece = draw(*args, **kwargs)
                self._keep(key, piece, weighed(piece))
                return piece
            return kept
        return mark

    def _keep(self, key: Hashable, piece: object, picture: pygame.Surface) -> None:
        held = picture.get_pitch() * picture.get_height()
        self._kept[key] = (piece, held)
        self.bytes_held += held
        self._clear_out()

    def _clear_out(self) -> None:
        while self.bytes_held > self.bytes_max and len(self._kept) > 1:
            _, (_, held) = self._kept.popitem(last=False)
            self.bytes_held -= held


SHELF = Shelf(KEPT_BYTES_MIN)


def itself(picture: pygame.Surface) -> pygame.Surface:
    return picture


keep = SHELF.keeps(itself)
