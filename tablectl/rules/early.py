"""Cards that leave the shoe before their time: the place each would have had, and what becomes of
it (L-18 to L-22).

A street is given by its index in the game's streets. A street of several board cards counts as a
flop, the last street as the river, any other one as a turn: so the rules apply to a card room's own
games, too.
"""

from collections.abc import Collection, Sequence
from typing import Literal, Protocol

from tablectl.structs import Frozen

EarlyKind = Literal["hole", "burn", "board", "none"]


class StreetRow(Protocol):
    """The fields of a game's street that the deal needs."""

    @property
    def name(self) -> str: ...
    @property
    def hole(self) -> int: ...
    @property
    def house(self) -> int: ...
    @property
    def burn(self) -> int: ...
    @property
    def board(self) -> int: ...


class Early(Frozen):
    """A card out of play until its street is due, or until the reload that takes it back."""

    card: str
    street: int


class EarlyPlace(Frozen):
    """The place a card would have had: `hole`, `burn`, `board`, or `none` where every street has
    been dealt.
    """

    kind: EarlyKind
    street: int = -1


def early_place(
    streets: Sequence[StreetRow],
    begun: int,
    unburned: Collection[int],
    out: Sequence[int],
    players: int,
) -> EarlyPlace:
    """The place that a card leaving now would have had: the burn first, then the board (L-22,
    Decision).

    `begun`: the last street whose deal has begun, -1 before the deal; `unburned`: the streets that
    take no burn from the shoe any more; `out`: the street of each other card that is out early;
    `players`: in the hand.
    """
    for index in range(begun + 1, len(streets)):
        row = streets[index]
        if row.hole and out.count(index) < row.hole * players + row.house:
            return EarlyPlace("hole", index)
        if row.burn and index not in unburned:
            return EarlyPlace("burn", index)
        if not row.hole and out.count(index) < row.board:
            return EarlyPlace("board", index)
    return EarlyPlace("none")


def is_flop(row: StreetRow) -> bool:
    return row.board > 1


def reload_street(streets: Sequence[StreetRow], index: int) -> int:
    """The street before which a board card of `index` that came early goes back into the stub.

    A flop (L-19) and the last card (L-21) before their own deal; a turn one street later: its place
    is taken by the card that would have come next, and it comes back for the last one (L-20).
    """
    is_last = index + 1 == len(streets)
    return index if is_flop(streets[index]) or is_last else index + 1


def early_clause(streets: Sequence[StreetRow], place: EarlyPlace) -> str:
    if place.kind in ("none", "hole"):
        return "L-22"
    if is_flop(streets[place.street]):
        return "L-19"
    return "L-21" if place.street + 1 == len(streets) else "L-20"
