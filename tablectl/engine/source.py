"""Where a reading comes from: the shoe, the device of a seat, pins of the table, or the table's
own program.
"""

from typing import Literal

from tablectl.structs import Frozen


class Source(Frozen, omit_defaults=True):
    """A device, as the card room knows it. Which node, port or pin stands behind it is the
    configuration's affair.
    """

    kind: Literal["shoe", "seat", "pins", "table"]
    number: int = 0  # the seat's; 0: it belongs to no seat

    @property
    def seat(self) -> int | None:
        """The seat that it belongs to; None: to none."""
        return self.number if self.kind == "seat" else None

    @property
    def name(self) -> str:
        """As a sentence begins with it."""
        return f"Seat {self.number}" if self.kind == "seat" else f"The {self.kind}"


SHOE = Source("shoe")
PINS = Source("pins")  # of the controller itself: where they cannot be read play is held

TABLE = Source("table")  # the program itself: what locks play at a start


def seat_source(number: int) -> Source:
    return Source("seat", number)
