"""Which arrangement a view is shown in and where everything stands then, in u (picture height /
1080); pure, no pygame.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from tablectl.screen.layout.house import HOUSE_SEATS_MAX, house, house_upright
from tablectl.screen.layout.places import (
    BESIDE_NAME,
    EDGE_U,
    HIGH_U,
    NARROW,
    SLIM,
    WIDE_U,
    Box,
    Layout,
    SeatPlace,
    enlarge,
)
from tablectl.screen.layout.portrait import portrait
from tablectl.screen.layout.rack import RACK_SEATS_MAX, rack, rack_upright
from tablectl.screen.layout.ring import ring
from tablectl.screen.layout.two_sided import two_sided
from tablectl.screen.model import seated
from tablectl.view import Seat, View

PLACES: dict[str, dict[str, Callable[[int], Layout]]] = {
    "ring": {"one_sided": ring, "portrait": portrait, "two_sided": two_sided},
    "house": {"one_sided": house, "portrait": house_upright},
    "rack": {"one_sided": rack, "portrait": rack_upright},
}
SHORT_NAME = 6  # letters
SLIM_W_U = 124  # a side seat beside the panel of a halted hand


def group(model: View) -> str:
    """`house` where a dealer plays against every seat, `rack` where cards are shot at, else `ring`.

    By what the view holds, not by the game's name: a game of somebody's own is shown like the one
    that it is made from.
    """
    seats = len(seated(model))
    against_house = (model.dealer, model.limits, model.ante_table, model.house)
    if any(field is not None for field in against_house) and seats <= HOUSE_SEATS_MAX:
        return "house"
    if (
        model.game is not None or model.shot is not None or model.board_shots
    ) and seats <= RACK_SEATS_MAX:
        return "rack"
    return "ring"


def layout(group_name: str, seats: int, shape: str = "one_sided") -> Layout:
    """The places for `seats` seats: 0 to 10 in the ring, to 7 at the house's table, to 4 at the
    pool table.

    `shape`: the screen's layout. Only players round a table have one with two sides.
    """
    shapes = PLACES[group_name]
    return shapes.get(shape, shapes["one_sided"])(seats)


def arrangement(
    model: View, first_seat: int = 1, text: float = 1.0, shape: str = "one_sided"
) -> Layout:
    """The places of the model's seats, in their order. `first_seat` has the first place, where
    players sit round a table.

    `text`: how much larger than usual what is written at a seat is. `shape`: as `layout` has it.
    """
    numbers = [number for number, _ in seated(model)]
    kind = group(model)
    places = layout(kind, len(numbers), shape)
    first = numbers.index(first_seat) if places.group == "ring" and first_seat in numbers else 0
    seats = places.seats[len(numbers) - first :] + places.seats[: len(numbers) - first]
    fitted = (
        _beside_name(place, seat.name or "")
        for place, (_, seat) in zip(seats, seated(model), strict=True)
    )
    return replace(places, seats=tuple(enlarge(place, text) for place in fitted))


def seats_with_places(
    model: View, places: Iterable[SeatPlace]
) -> Iterator[tuple[int, Seat, SeatPlace]]:
    """Each seat with its number and its place."""
    return (
        (number, seat, place) for (number, seat), place in zip(seated(model), places, strict=False)
    )


def _beside_name(place: SeatPlace, name: str) -> SeatPlace:
    """Cards that are turned up beside a name of more than a few letters are smaller, where the
    plate is narrow.
    """
    return (
        replace(place, form=BESIDE_NAME)
        if place.form is NARROW and len(name) > SHORT_NAME
        else place
    )


def halted(places: Layout) -> Layout:
    """The same places while the panel covers the middle: seats at the sides become slim to make
    room for it.
    """
    if places.frame != (WIDE_U, HIGH_U):  # plates stand above and below it
        return places
    seats = tuple(_make_slim(place) if place.align != "centre" else place for place in places.seats)
    return replace(places, seats=seats)


def _make_slim(place: SeatPlace) -> SeatPlace:
    x = EDGE_U if place.align == "right" else WIDE_U - EDGE_U - SLIM_W_U
    plate = Box(x, place.plate.y, SLIM_W_U, SLIM.high)
    return SeatPlace(
        plate, Box(x, plate.bottom + SLIM.tab_gap, SLIM_W_U, SLIM.tab_high), "slim", SLIM
    )
