"""Pictures that are drawn once, as long as all of them together stay within a number of
bytes.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

# For each of the screen's pixels; the felt, a byte a pixel, is not among them. Type comes and goes
# with every amount: the fullest picture needs 2.3 bytes of it, the rest is for lines that are soon
# needed again, as a seat's name before and after its turn. What is drawn takes a hundred times as
# long to make, comes again in each hand, and an evening of one game has 1.8 bytes of it: so it
# stands on a shelf of its own, from which type cannot push it. 1920x1080: 12 and 8 MiB.
TYPE_BYTES_PER_PIXEL, DRAWN_BYTES_PER_PIXEL = 6, 4
# small pictures: glyphs and round corners do not shrink with the screen
KEPT_BYTES_MIN = 8 << 20


class PictureCache:
    """A cache by size: the least recently used goes first. A piece larger than the whole shelf
    stays until the next one comes.
    """

    def __init__(self, bytes_max: int, bytes_per_pixel: int = 0) -> None:
        self.bytes_max = bytes_max
        self._bytes_per_pixel = bytes_per_pixel
        self.bytes_held = 0
        self._pieces: OrderedDict[Hashable, tuple[Any, int]] = OrderedDict()

    def make_room(self, size_px: tuple[int, int]) -> None:
        """For a screen of that size."""
        self.bytes_max = max(KEPT_BYTES_MIN, self._bytes_per_pixel * size_px[0] * size_px[1])
        self._clear_out()

    def keeps(self, draw: Callable[P, T]) -> Callable[P, T]:
        """Marks what draws a piece, a picture or something with one: the same arguments give the
        same piece.
        """

        @wraps(draw)
        def cached_draw(*args: P.args, **kwargs: P.kwargs) -> T:
            key = (draw, args, tuple(sorted(kwargs.items())))
            if key not in self._pieces:
                piece = draw(*args, **kwargs)
                picture: Any = getattr(piece, "picture", piece)
                self._pieces[key] = piece, picture.get_pitch() * picture.get_height()
                self.bytes_held += self._pieces[key][1]
                self._clear_out()
                return piece
            self._pieces.move_to_end(key)
            found: T = self._pieces[key][0]
            return found

        return cached_draw

    def _clear_out(self) -> None:
        while self.bytes_held > self.bytes_max and len(self._pieces) > 1:
            _, (_, held) = self._pieces.popitem(last=False)
            self.bytes_held -= held


TYPE = PictureCache(KEPT_BYTES_MIN, TYPE_BYTES_PER_PIXEL)
DRAWN = PictureCache(KEPT_BYTES_MIN, DRAWN_BYTES_PER_PIXEL)


def make_room(size_px: tuple[int, int]) -> None:
    """On both shelves, for a screen of that size."""
    for shelf in (TYPE, DRAWN):
        shelf.make_room(size_px)


cached = DRAWN.keeps
