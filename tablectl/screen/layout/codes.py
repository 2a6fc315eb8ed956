"""Where the codes of seats lie: each on a slip beside its plate, where it covers nothing; pure."""

from collections.abc import Container, Iterable, Iterator, Sequence
from typing import NamedTuple

from tablectl.screen.layout.places import Box, Layout, SeatPlace

WIDE_U, HIGH_U = 412, 236
SMALL = 0.8  # smaller still, a code cannot be scanned from a seat
GAP_U, EDGE_U = 10, 8
STEP_U = 24  # from one place that is tried to the next
SeatedAt = tuple[int, SeatPlace]


class Slip(NamedTuple):
    """`box`: on the picture, or where its seat is read. `is_away`: not beside its plate, so that
    it says which seat it is of.
    """

    box: Box
    size: float
    is_away: bool


def place_slips(
    places: Layout,
    seats: Sequence[SeatedAt],
    wanting: Container[int],
    taken: Sequence[Box],
    room: Box,
) -> dict[int, Slip]:
    """The slips of these seats, as many as there is room for. `taken`: what must stay to be seen,
    besides the plates. `room`: between strip and bar.
    """
    covered = [*taken, *(places.seen(place, place.plate) for _, place in seats)]
    slips: dict[int, Slip] = {}
    # beside its own plate for as many as possible, before any lies elsewhere
    for size, is_away in ((1.0, False), (SMALL, False), (1.0, True), (SMALL, True)):
        for number, place in seats:
            if number not in wanting or number in slips:
                continue
            plate = places.seen(place, place.plate)
            tried = (_anywhere if is_away else _beside)(plate, WIDE_U * size, HIGH_U * size, room)
            box = next((box for box in tried if _is_free(box, covered, room)), None)
            if box is not None:
                covered.append(box.grown(GAP_U))
                slips[number] = Slip(places.seen(place, box), size, is_away)
    return slips


def _beside(plate: Box, wide: float, high: float, room: Box) -> Iterator[Box]:
    """At the plate's inner edge first, then at the others."""
    from_x, from_y = room.middle - plate.middle, room.half_down - plate.half_down
    ys = [plate.bottom + GAP_U, plate.y - GAP_U - high]
    xs = [plate.right + GAP_U, plate.x - GAP_U - wide]
    ys.sort(reverse=from_y < 0)
    xs.sort(reverse=from_x > 0)
    upright = [Box(x, y, wide, high) for y in ys for x in _aligned(plate.x, plate.w, wide)]
    lying = [Box(x, y, wide, high) for x in xs for y in _aligned(plate.y, plate.h, high)]
    is_above_or_below = abs(from_y) / room.h > abs(from_x) / room.w
    yield from (*upright, *lying) if is_above_or_below else (*lying, *upright)


def _aligned(at: float, long: float, own: float) -> tuple[float, float, float]:
    return at + (long - own) / 2, at, at + long - own


def _anywhere(plate: Box, wide: float, high: float, room: Box) -> Iterator[Box]:
    """The nearest first."""
    boxes = [
        Box(x, y, wide, high)
        for y in range(round(room.y), round(room.bottom - high), STEP_U)
        for x in range(round(room.x), round(room.right - wide), STEP_U)
    ]
    yield from sorted(boxes, key=lambda box: _apart(box, plate))


def _is_free(box: Box, covered: Iterable[Box], room: Box) -> bool:
    return (
        box.x >= room.x
        and box.y >= room.y
        and box.right <= room.right
        and box.bottom <= room.bottom
        and not any(
            box.x < other.right
            and other.x < box.right
            and box.y < other.bottom
            and other.y < box.bottom
            for other in covered
        )
    )


def _apart(box: Box, plate: Box) -> float:
    return abs(box.middle - plate.middle) + abs(box.half_down - plate.half_down)
