"""What lies at a simulated table, kept in a file: chips and cards stay where they are while
nobody simulates the devices.
"""

from pathlib import Path
from typing import Self

import msgspec
from msgspec import Struct

from firmware_io.kit.sim.seat import SimSeat
from firmware_io.kit.sim.shoe import SimCard, SimShoe


class AtSeat(Struct, frozen=True):
    bet: tuple[int, ...]
    stack: tuple[int, ...]
    holding: tuple[bytes, ...]
    up: tuple[bytes, ...]

    @classmethod
    def read_seat(cls, seat: SimSeat) -> Self:
        return cls(seat.chips("bet"), seat.chips("stack"), seat.holding, seat.up)

    def lay_before(self, seat: SimSeat) -> None:
        """All of it, before a seat where nothing lies yet."""
        seat.add("bet", self.bet)
        seat.add("stack", self.stack)
        seat.hold(self.holding)
        if self.up:
            seat.show(self.up)


class Things(Struct, frozen=True):
    seats: dict[int, AtSeat]
    shoe: tuple[SimCard, ...]

    @classmethod
    def read_table(cls, shoe: SimShoe, seats: dict[int, SimSeat]) -> Self:
        return cls({number: AtSeat.read_seat(seat) for number, seat in seats.items()}, shoe.cards)


def read_contents(file: Path) -> Things | None:
    """None: there is no such file, or nothing that can be read in it."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=Things)
    except (FileNotFoundError, msgspec.DecodeError):
        return None


def write_contents(file: Path, contents: Things) -> None:
    """In one step, so that a table that is killed leaves what lay there before, or what lies
    there now.
    """
    fresh = file.with_name(file.name + ".new")
    fresh.write_bytes(msgspec.json.encode(contents))
    fresh.replace(file)
