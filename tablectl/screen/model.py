"""What the screen knows: the view, with its labels."""

import msgspec

from tablectl.screen.words import in_language
from tablectl.screen.words.catalogue import Words
from tablectl.view import Seat, View

SEATS_MAX = 10                  # as painted on the felt; a view with more shows the lowest ten


class Model(View, frozen=True, gc=False):
    @property
    def words(self) -> Words:
        return in_language(self.language)

    def seated(self) -> tuple[tuple[int, Seat], ...]:
        """The places at the table, lowest first, empty ones too."""
        return tuple(sorted((int(number), seat) for number, seat in self.seats.items()))[:SEATS_MAX]


_decoder = msgspec.json.Decoder(Model)


def decode(view_json: bytes) -> Model:
    """The model of one view; msgspec.DecodeError, with a sentence, if it is none. A ValidationError is one, too."""
    try:
        return _decoder.decode(view_json)
    except (UnicodeDecodeError, RecursionError) as why:
        raise msgspec.DecodeError(str(why)) from why
