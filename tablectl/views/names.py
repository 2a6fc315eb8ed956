"""What people, streets, cards and amounts are called in sentences: a player by name, who has none by the seat."""

from collections.abc import Iterable, Sequence

from tablectl.engine.state.table import Table

MOST_NAMED = 6                          # with amounts, in a sentence


def who(t: Table, number: int) -> str:
    name = t.seat(number).name
    return name if name and name.strip() else f"Seat {number}"


def grouped(parts: Iterable[tuple[str, str]]) -> str:
    """What several do, by what it is: "To your stack: Hanna 5, Luca 20. To the house: Noor 10."; many are not all named."""
    groups: dict[str, list[str]] = {}
    for does, seat in parts:
        groups.setdefault(does, []).append(seat)
    return " ".join(f"{does}: {_few(seats, MOST_NAMED // len(groups))}." for does, seats in groups.items())


def _few(seats: Sequence[str], most: int) -> str:
    return ", ".join(seats) if len(seats) <= most else f"{', '.join(seats[:most - 1])} and {len(seats) - most + 1} more"
