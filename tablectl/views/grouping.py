"""One sentence for several players: who moves which chips where. Many players are counted, not named."""

from collections.abc import Iterable

from tablectl.views.says import Saying, Says

MOST_NAMED = 6                          # with amounts, in a sentence


def grouped(parts: Iterable[tuple[Says, Saying]]) -> Saying:
    """Grouped by what they do: "To your stack: Hanna 5, Luca 20. To the house: Noor 10."."""
    groups: dict[Says, list[Saying]] = {}
    for does, seat in parts:
        groups.setdefault(does, []).append(seat)
    return Says.CLEARED(groups=tuple([_few(does, seats, MOST_NAMED // len(groups)) for does, seats in groups.items()]))


def _few(does: Says, seats: list[Saying], most: int) -> Saying:
    named = seats if len(seats) <= most else seats[:most - 1]
    return does(named=tuple(named), more=len(seats) - len(named))
