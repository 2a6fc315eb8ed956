"""The view, decoded, and the seats that a screen has room for."""

import msgspec

from tablectl.view import Seat, View

SEATS_MAX = 10  # as painted on the felt; a view with more shows the lowest ten

_decoder = msgspec.json.Decoder(View)


def seated(model: View) -> tuple[tuple[int, Seat], ...]:
    """The places at the table, lowest first, empty ones too."""
    return tuple(sorted((int(number), seat) for number, seat in model.seats.items()))[:SEATS_MAX]


def seat_at(model: View, number: int) -> Seat:
    """An empty one where the table has none of that number."""
    return model.seats.get(str(number)) or Seat()


def decode(view_json: bytes) -> View:
    """msgspec.DecodeError, with a sentence, if it is none. A ValidationError is one, too."""
    try:
        return _decoder.decode(view_json)
    except (UnicodeDecodeError, RecursionError) as why:
        raise msgspec.DecodeError(str(why)) from why
