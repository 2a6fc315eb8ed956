"""One sentence for several players: who moves which chips where. Many players are counted, not
named.
"""

from collections.abc import Iterable

from tablectl.text import IfNamed, T, Text, Value, join_parts

MOST_NAMED = 7  # with amounts, in a sentence: all of a table against the house


def group_players(parts: Iterable[tuple[Text, Value]]) -> Value:
    """Grouped by what they do: "To your stack: Hanna 5, Luca 20. To the house: Noor 10."."""
    groups: dict[str, tuple[Text, list[Value]]] = {}
    for does, seat in parts:
        groups.setdefault(does.text, (does, []))[1].append(seat)
    count = sum(len(seats) for _, seats in groups.values())
    most = MOST_NAMED if count <= MOST_NAMED else MOST_NAMED // len(groups)
    return join_parts([does(players=name_few(seats, most)) for does, seats in groups.values()])


def name_few(seats: list[Value], most: int) -> Value:
    """The first of them, `most` at most, and how many more there are."""
    if len(seats) <= most:
        return join_parts(seats, ", ")
    return T(
        "{players} and {count} more",
        players=join_parts(seats[: most - 1], ", "),
        count=len(seats) - most + 1,
    )


def player_amount(seat: int, amount: int) -> Value:
    """A player and chips: "Luca 25"; of one without a name "Seat 3 (25)", where two numbers
    would run into one.
    """
    return IfNamed(
        seat,
        T("{seat} {amount:,}", seat=seat, amount=amount),
        T("{seat} ({amount:,})", seat=seat, amount=amount),
    )
