"""What people, streets, cards and amounts are called in sentences: a player by name, who has none by the seat."""

import re
from collections.abc import Iterable, Sequence

from tablectl.engine.state.table import Table

SEAT = re.compile(r"\b[Ss]eat (\d+)\b")
OF_THE_PLACE = frozenset({"device_lost", "device_back", "stack_differs"})       # of these a seat is told as the place it is
MOST_NAMED = 6                          # with amounts, in a sentence


def who(t: Table, number: int) -> str:
    name = t.seat(number).name
    return name if name and name.strip() else f"Seat {number}"


def named(t: Table, text: str, code: str = "") -> str:
    """A sentence of the engine's, which calls players by their seats, with their names."""
    if code in OF_THE_PLACE:
        return text
    return SEAT.sub(lambda found: _name_at(t, found), text)


def _name_at(t: Table, found: re.Match[str]) -> str:
    number = int(found[1])
    return t.seat(number).name or found[0] if 1 <= number <= len(t.seats) else found[0]


def grouped(parts: Iterable[tuple[str, str]]) -> str:
    """What several do, by what it is: "To your stack: Hanna 5, Luca 20. To the house: Noor 10."; many are not all named."""
    groups: dict[str, list[str]] = {}
    for does, seat in parts:
        groups.setdefault(does, []).append(seat)
    return " ".join(f"{does}: {_few(seats, MOST_NAMED // len(groups))}." for does, seats in groups.items())


def _few(seats: Sequence[str], most: int) -> str:
    return ", ".join(seats) if len(seats) <= most else f"{', '.join(seats[:most - 1])} and {len(seats) - most + 1} more"
