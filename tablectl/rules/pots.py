"""Pots: contribution layers, what comes back uncalled, and how a pot is split (G-5, G-6, T-16)."""

from collections.abc import Mapping, Sequence
from typing import Literal

from tablectl.structs import Light

OddChips = Literal["first", "one_each"]  # who gets what does not divide (T-16)


class Pot(Light):
    amount: int
    seats: tuple[int, ...]  # who can win it, ascending


def uncalled_bet(put: Mapping[int, int]) -> tuple[int, int] | None:
    """The seat whose last chips nobody could match and how many come back to it, if any (G-5).

    `put`: what each seat put in during the hand, dead chips left out, folded seats included.
    """
    if not put:
        return None
    *_, second, first = 0, *sorted(put.values())
    return (
        next((seat, first - second) for seat, amount in put.items() if amount == first)
        if first > second
        else None
    )


def layer_bets(put: Mapping[int, int], live: Sequence[int], dead_chips: int = 0) -> tuple[Pot, ...]:
    """The main pot first, then the side pots (G-6, S-15).

    `put` as for `uncalled_bet`; `live`: the seats that can still win; `dead_chips` go whole to the
    main pot (G-13). A folded player's chips stay in the layers they reach; what a dead hand put in
    beyond every live one stays in the last pot. Pots with the same seats are one pot. Every unit of
    `put` and `dead_chips` is in exactly one pot.
    """
    pots: list[Pot] = []
    floor, carried = 0, dead_chips
    for ceiling in sorted({put.get(seat, 0) for seat in live}):
        amount = sum([min(p, ceiling) - floor for p in put.values() if p > floor])
        seats = tuple(sorted([seat for seat in live if put.get(seat, 0) >= ceiling]))
        floor, amount, carried = ceiling, amount + carried, 0
        if pots and pots[-1].seats == seats:
            pots[-1] = Pot(pots[-1].amount + amount, seats)
        elif amount:
            pots.append(Pot(amount, seats))
    beyond = sum([p - floor for p in put.values() if p > floor]) + carried
    if beyond:
        last = pots.pop() if pots else Pot(0, tuple(sorted(live)))
        pots.append(Pot(last.amount + beyond, last.seats))
    return tuple(pots)


def split_pot(
    amount: int, winners: Sequence[int], unit: int, odd_chips: OddChips
) -> dict[int, int]:
    """What each of `winners` (in order from the left of the dealer) gets of a pot (T-16, S-14).

    Shares are whole multiples of `unit`, the smallest chip in play; what is left goes to the first
    winner, or one unit each from the first on under `one_each`. A remainder smaller than a unit
    goes to the first winner.
    """
    share = amount // len(winners) // unit * unit
    rest = amount - share * len(winners)
    shares = dict.fromkeys(winners, share)
    if odd_chips == "one_each":
        for seat in winners:
            given = min(unit, rest)
            shares[seat] += given
            rest -= given
    shares[winners[0]] += rest
    return shares
