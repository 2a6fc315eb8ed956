"""A player whose name no typeface can write is called by the seat: on the plate, and in every
sentence of the view.
"""

import sys
from collections.abc import Callable

from tablectl.screen.drawing.scripts import can_be_written
from tablectl.screen.model import decode, seated
from tablectl.screen.words import view_language
from tablectl.screen.words.numbers import seat_label
from tablectl.view import View


def to_stderr(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


class NameChecker:
    """Decodes views; `tell` is called once with a sentence for each name that cannot be written."""

    def __init__(self, tell: Callable[[str], None] = to_stderr) -> None:
        self._tell = tell
        self._told: set[tuple[int, str]] = set()

    def decode(self, view_json: bytes) -> View:
        """Raises msgspec.DecodeError."""
        model = decode(view_json)
        unwritten = {
            number: seat.name
            for number, seat in seated(model)
            if seat.name and not can_be_written(seat.name)
        }
        if not unwritten:
            return model
        for number, name in unwritten.items():
            label = seat_label(view_language(model), number)
            view_json = view_json.replace(name.encode(), label.encode())
            if (number, name) not in self._told:
                self._told.add((number, name))
                self._tell(
                    f"Seat {number}: no typeface here has all letters of the name {name}, so it is "
                    f"shown as {label}. Name a font file that has them in [screen] fonts."
                )
        return decode(view_json)
