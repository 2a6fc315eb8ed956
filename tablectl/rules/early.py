"""Cards that leave the shoe before their time: the place each would have had, and what becomes of it (L-18 to L-22).

A street is its index into the game's streets. What goes back and when follows from the streets alone: several board cards
at once are a flop, the last street is the river, what lies between is a turn.
"""

from collections.abc import Collection, Sequence
from typing import Protocol

from msgspec import Struct

from tablectl.rules.wording import listed


class StreetRow(Protocol):
    """As much of a game's street as the deal needs."""

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


class Early(Struct, frozen=True):
    """A card out of play until its street, or the reload that takes it back, is due."""

    card: str
    street: int


class EarlyPlace(Struct, frozen=True):
    """The place a card would have had: `hole`, `burn`, `board`, or `none` where every street has been dealt."""

    kind: str
    street: int = -1


def early_place(
    streets: Sequence[StreetRow], begun: int, unburned: Collection[int], out: Sequence[int], players: int,
) -> EarlyPlace:
    """The place that a card leaving now would have had: the burn first, then the board (L-22, Decision).

    `begun`: the last street whose deal has begun, -1 before the deal; `unburned`: the streets that take no burn from the shoe
    any more; `out`: the street of each other card that is out early; `players`: in the hand.
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

    A flop (L-19) and the last card (L-21) before their own deal; a turn one street later: its place is taken by the card
    that would have come next, and it comes back for the last one (L-20).
    """
    is_last = index + 1 == len(streets)
    return index if is_flop(streets[index]) or is_last else index + 1


def clause_of(streets: Sequence[StreetRow], place: EarlyPlace) -> str:
    if place.kind in ("none", "hole"):
        return "L-22"
    if is_flop(streets[place.street]):
        return "L-19"
    return "L-21" if place.street + 1 == len(streets) else "L-20"


def said_of(streets: Sequence[StreetRow], out: Sequence[tuple[str, EarlyPlace]]) -> str:
    """What is wrong, in a sentence: "2 cards left the shoe too early: a burn and 6c for the turn."

    `out`: the cards that left, as they may be named, and the places they would have had.
    """
    left = "A card left the shoe" if len(out) == 1 else f"{len(out)} cards left the shoe"
    if out[0][1].kind == "none":
        return f"{left}, but every street has been dealt."
    if out[0][1].kind == "hole":
        return f"{left} before the blinds were posted."
    by_street = [
        f"{listed([card for card, place in out if place.street == index])} for the {streets[index].name}"
        for index in sorted({place.street for _, place in out if place.street >= 0})]
    if (more := sum(place.kind == "none" for _, place in out)):
        by_street.append("one more" if more == 1 else f"{more} more")
    return f"{left} too early: {', then '.join(by_street)}."


def prescribed(streets: Sequence[StreetRow], out: Sequence[tuple[str, EarlyPlace]], first_seat: int | None) -> str:
    """What the rulebook prescribes for cards that came early, in a few sentences; `out` as in `said_of`."""
    is_one, kind = len(out) == 1, out[0][1].kind
    if kind == "none":
        return "It is out of play." if is_one else "They are out of play."
    if kind == "hole":
        first = "It is the first card" if is_one else "They are the first cards"
        return f"{first} of the deal, which begins with seat {first_seat} once the blinds are posted."
    board = [(card, place.street) for card, place in out if place.kind == "board"]
    burns = sum(place.kind == "burn" for _, place in out)
    if not board:
        return f"{'It stays' if burns == 1 else 'They stay'} burned; nothing is reshuffled, and no other card is burned for it."
    burned = "" if not burns else "; the burn stays burned" if burns == 1 else "; the burns stay burned"
    sentences, last = [f"The betting is finished first{burned}."], -1
    for index in sorted({index for _, index in board}):
        if (again := reload_street(streets, index)) != index:
            sentences.append(f"For the {streets[index].name} a card is burned and the next one counts.")
        if again != last:
            back = [card for card, street in board if reload_street(streets, street) == again]
            how = f"into the deck, and the {streets[again].name} comes without a burn" if last < 0 else "in the same way"
            are = "is" if len(back) == 1 else "are"
            sentences.append(f"Before the {streets[again].name} {listed(back)} {are} reshuffled {how}.")
        last = again
    return " ".join(sentences)
