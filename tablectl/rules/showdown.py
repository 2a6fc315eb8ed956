"""Who shows first and who wins: the order of the showdown and the winners of each pot (T-15,
T-16, G-9).
"""

from collections.abc import Mapping, Sequence

from tablectl.rules.cards import Card
from tablectl.rules.pots import Pot
from tablectl.rules.seating import clockwise_from


def order_of_showing(
    live: Sequence[int], button: int, last_aggressor: int | None
) -> tuple[int, ...]:
    """Last to bet or raise on the final round first, then clockwise; with no bet there, from the
    button's left (T-15, S-13).
    """
    order = clockwise_from(live, button)
    if last_aggressor not in order:
        return order
    first = order.index(last_aggressor)
    return order[first:] + order[:first]


def face_up(cards: Sequence[Card], up: Sequence[Card]) -> tuple[bool, ...]:
    """Which of `cards` lie face up, where those in `up` were seen; jokers, which look alike, are
    counted.
    """
    left = list(up)
    found = []
    for card in cards:
        found.append(card in left)
        if card in left:
            left.remove(card)
    return tuple(found)


def pot_winners(pot: Pot, strengths: Mapping[int, int], button: int) -> tuple[int, ...]:
    """The best hands among those who can win `pot`, from the left of the dealer on: cards speak
    (G-9, L-24).

    `strengths`: of the hands that claim; a mucked hand is not among them.
    """
    claiming = [seat for seat in pot.seats if seat in strengths]
    best = max(strengths[seat] for seat in claiming)
    return clockwise_from([seat for seat in claiming if strengths[seat] == best], button)
