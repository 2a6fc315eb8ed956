"""Events in the shape that earlier versions of the rules wrote, where today's is another: read, shown, never decided again."""

import msgspec

from tablectl.engine.events import AnyEvent, Event


class FloorRuledFlat(Event, frozen=True, tag="floor_ruled"):
    """To version 8: one row of fields for all rulings, so that what was wrongly put together, and refused, stands here, too."""

    ruling: str
    seat: int | None = None
    card: str | None = None
    cards: int | None = None
    why: str | None = None
    who: str = "floor"
    act: str | None = None
    amount: int | None = None
    stack: int | None = None
    pot: int | None = None
    seats: tuple[int, ...] = ()
    chip: int | None = None
    number: int | None = None


_events: msgspec.msgpack.Decoder[AnyEvent] = msgspec.msgpack.Decoder(AnyEvent)
_earlier = msgspec.msgpack.Decoder(FloorRuledFlat)


def event_in(stored: bytes) -> AnyEvent | FloorRuledFlat:
    """The event of a row of any version. Raises what msgspec raises where it is none."""
    try:
        return _events.decode(stored)
    except msgspec.ValidationError as wrong:
        try:
            return _earlier.decode(stored)
        except msgspec.ValidationError:
            raise wrong from None
