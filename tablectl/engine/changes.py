"""Small changes of a table that many facts share; only apply.py and apply_wrong.py make them."""

from typing import Any

from msgspec.structs import replace

from tablectl.engine.table import Seat, Table
from tablectl.rules.cards import CODE


def bits(cards: tuple[str, ...]) -> int:
    return sum(1 << CODE[card] for card in cards if card in CODE)


def with_seat(t: Table, number: int, **changes: Any) -> tuple[Seat, ...]:
    seats = list(t.seats)
    seats[number - 1] = replace(seats[number - 1], **changes)
    return tuple(seats)


def no_clock() -> dict[str, Any]:
    return {"deadline_ms": None, "clock_ms": None, "left_ms": None, "is_warned": False}


def no_turn() -> dict[str, Any]:
    return {"to_act": None, "wager": None, **no_clock()}


def left_the_showing(t: Table, number: int) -> Table:
    t = replace(t, showing=tuple(s for s in t.showing if s != number))
    return replace(t, **no_turn()) if t.to_act == number else t


def nothing_wrong() -> dict[str, Any]:
    """No card out of its place, as a hand begins and when it is over."""
    return {"loose": (), "early": (), "early_burns": (), "first_burn": None, "wants": (), "reload": None, "is_reshuffled": False,
            "is_shoe_empty": False, "further": (), "irregularity": None}
