"""Small changes of a table that many facts share; only apply.py and its parts, apply_*.py, make them."""

from typing import Any

from msgspec.structs import replace

from tablectl.engine.state.table import Seat, Table
from tablectl.rules.cards import CODE, JOKER, JOKER_CODES


def with_card_out(t: Table, card: str) -> int:
    """`seen` with a card that left the shoe: its bit, for a joker that plays the first of the jokers' that is free."""
    if card in CODE:
        return t.seen | 1 << CODE[card]
    if card == JOKER and t.game.deck.jokers:
        return t.seen + (jokers_out(t.seen) + 1 << JOKER_CODES[0])
    return t.seen


def with_cards_back(t: Table, cards: tuple[str, ...]) -> int:
    """`seen` with cards that went back into the stub."""
    seen = t.seen & ~sum(1 << CODE[card] for card in cards if card in CODE)
    jokers = cards.count(JOKER) if t.game.deck.jokers else 0
    left = jokers_out(seen) >> jokers
    return seen & (1 << JOKER_CODES[0]) - 1 | left << JOKER_CODES[0]


def jokers_out(seen: int) -> int:
    """The jokers' bits of `seen`: 0, 1 or 3 for none, one and both of them."""
    return seen >> JOKER_CODES[0]


def with_seat(t: Table, number: int, **changes: Any) -> tuple[Seat, ...]:
    seats = list(t.seats)
    seats[number - 1] = replace(seats[number - 1], **changes)
    return tuple(seats)


def no_clock() -> dict[str, Any]:
    return {"deadline_ms": None, "clock_ms": None, "left_ms": None, "is_warned": False}


def no_turn() -> dict[str, Any]:
    return {"to_act": None, "wager": None, **no_clock()}


def as_before(t: Table, left_ms: int | None) -> Table:
    """The table as it is now, to be taken back to: its clock stands, with what is left of it."""
    return replace(t, before_act=None, may_take_back=None, before_ruling=None, deadline_ms=None, left_ms=left_ms)


def left_the_showing(t: Table, number: int) -> Table:
    t = replace(t, showing=tuple(s for s in t.showing if s != number))
    return replace(t, **no_turn()) if t.to_act == number else t


def nothing_wrong() -> dict[str, Any]:
    """No card out of its place, as a hand begins and when it is over."""
    return {"loose": (), "early": (), "early_burns": (), "first_burn": None, "wants": (), "reload": None, "is_reshuffled": False,
            "is_shoe_empty": False, "further": (), "irregularity": None}
