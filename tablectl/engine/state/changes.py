"""Small changes of a table that many facts share. Only facts/ makes them for good; others ask
what would be.
"""

from typing import Any

from msgspec.structs import replace

from tablectl.engine.state.clock import Clock
from tablectl.engine.state.halt import Halt
from tablectl.engine.state.hand import Hand, Pots
from tablectl.engine.state.player import Player
from tablectl.engine.state.seat import Seat
from tablectl.engine.state.table import Gone, Shoe, Table, Undo
from tablectl.rules.cards import CODE, JOKER, JOKER_CODES
from tablectl.rules.pots import Pot


def with_card_out(t: Table, seen: int, card: str, pull: int) -> tuple[int, Shoe]:
    """`seen` with the bit of a card that left the shoe, of a wild joker the next free bit of the
    two; and the shoe after it.
    """
    shoe = replace(t.shoe, pulls=pull) if pull > t.shoe.pulls else t.shoe
    if card in CODE:
        return seen | 1 << CODE[card], shoe
    if card == JOKER and t.game.deck.jokers:
        return seen + (jokers_out(seen) + 1 << JOKER_CODES[0]), shoe
    return seen, shoe


def seen_without(t: Table, cards: tuple[str, ...]) -> int:
    """The cards seen, as bits, without those that went back into the stub."""
    seen = t.seen & ~sum(1 << CODE[card] for card in cards if card in CODE)
    jokers = cards.count(JOKER) if t.game.deck.jokers else 0
    left = jokers_out(seen) >> jokers
    return seen & (1 << JOKER_CODES[0]) - 1 | left << JOKER_CODES[0]


def jokers_out(seen: int) -> int:
    """The jokers' bits of `seen`: 0, 1 or 3 for none, one and both of them."""
    return seen >> JOKER_CODES[0]


def replace_seat(t: Table, seat: Seat) -> tuple[Seat, ...]:
    """The seats, with this one in its place."""
    seats = list(t.seats)
    seats[seat.number - 1] = seat
    return tuple(seats)


def with_seat(t: Table, number: int, **changes: Any) -> tuple[Seat, ...]:
    return replace_seat(t, replace(t.seats[number - 1], **changes))


def seat_changed(t: Table, number: int, **changes: Any) -> Table:
    """The table with nothing but that seat changed."""
    return replace(t, seats=with_seat(t, number, **changes))


def area_changed(t: Table, number: int, **changes: Any) -> Table:
    """The table with a change of what is known of one seat's bet area."""
    return seat_changed(t, number, area=replace(t.seats[number - 1].area, **changes))


def with_player(hand: Hand, number: int, **changes: Any) -> dict[int, Player]:
    """The hand's players, one of them changed."""
    return {**hand.players, number: replace(hand.players[number], **changes)}


def with_hand(t: Table, **changes: Any) -> Table:
    """The hand being played, changed."""
    assert t.hand, "No hand is being played."
    return replace(t, hand=replace(t.hand, **changes))


def player_changed(t: Table, number: int, **changes: Any) -> Table:
    """The hand being played with nothing but that player changed."""
    return with_hand(t, players=with_player(t.playing, number, **changes))


def with_pots(t: Table, pots: tuple[Pot, ...]) -> Table:
    """The hand being played with these collected pots; a hand that is not played for pots as it
    is.
    """
    of = t.playing.of
    return with_hand(t, of=replace(of, pots=pots)) if isinstance(of, Pots) else t


def with_players(t: Table, players: dict[int, Player]) -> Table:
    """The players of the hand that people see, the last one where none is played, changed."""
    if t.hand:
        return replace(t, hand=replace(t.hand, players=players))
    return replace(t, last=replace(t.last, players=players)) if t.last else t


def without_player(t: Table, number: int) -> Table:
    """Removes this seat's player from the hand that people see."""
    return with_players(t, {n: p for n, p in t.shown.players.items() if n != number})


def with_deal(t: Table, **changes: Any) -> Table:
    """The cards of the hand being played, changed."""
    return with_hand(t, deal=replace(t.playing.deal, **changes))


def without_turn(t: Table, **changes: Any) -> Table:
    """Nobody's turn, and no clock; with other changes of the hand."""
    return replace(t, hand=replace(t.playing, to_act=None, wager=None, **changes), clock=None)


def halted_for(t: Table, **changes: Any) -> Halt | None:
    """The halt with changes; None if nothing is left to wait for."""
    halt = replace(t.halt or Halt(), **changes)
    return halt if halt.irregularity or halt.reload else None


def kept_for_undo(t: Table, left_ms: int | None) -> Table:
    """The table to keep for an undo: as it is now, with its clock stopped at `left_ms`."""
    clock = None
    if t.clock or left_ms is not None:
        clock = replace(t.clock or Clock(None), deadline_ms=None, left_ms=left_ms)
    return replace(t, undo=Undo(), clock=clock)


def without_act_undo(undo: Undo) -> Undo:
    """No act of a player can be taken back any more."""
    return replace(undo, act=None, seat=None) if undo.act else undo


def with_places_open(gone: tuple[Gone, ...], back: int | None) -> tuple[Gone, ...]:
    """Who went out and has left, when one more plays again: the holder of the place `back`, or
    (None) a late entry (T-18).
    """
    return tuple(
        replace(one, place=one.place + 1) if back is None or one.place <= back else one
        for one in gone
    )


def left_the_showing(t: Table, number: int) -> Table:
    if not t.hand:
        return t
    t = with_hand(t, showing=tuple(s for s in t.hand.showing if s != number))
    return without_turn(t) if t.to_act == number else t
