"""`interpret(book, reading)`: one reading from a device, as the events of a card room."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from firmware_io import messages as wire
from tablectl.engine import events
from tablectl.intake.deckbook import UNREADABLE, DeckBook
from tablectl.rules.wagers import sorted_chips


class Reading(Struct, frozen=True):
    """One message of a device, stamped with table time as it came. `seat` None: the shoe."""

    at_ms: int
    seat: int | None
    node_ms: int
    message: wire.Message


def interpret(book: DeckBook, reading: Reading) -> tuple[events.AnyEvent, ...]:
    """The events a reading stands for; none where it says nothing to a card room, or the wrong device says it."""
    meaning = MEANINGS.get(type(reading.message))
    return meaning(book, reading, reading.message) if meaning else ()


def _card_off(book: DeckBook, reading: Reading, message: wire.CardOff) -> tuple[events.AnyEvent, ...]:
    if reading.seat is not None:
        return ()
    cards = book.named(message.tags) or (UNREADABLE,)
    return (events.CardOff(at_ms=reading.at_ms, cards=cards, pull=message.pull, is_face_up=message.face == "up"),)


def _card_presented(book: DeckBook, reading: Reading, message: wire.CardPresented) -> tuple[events.AnyEvent, ...]:
    if reading.seat is not None:
        return ()
    card = book.card(message.tags[0]) if len(message.tags) == 1 else UNREADABLE
    return (events.CardPresented(at_ms=reading.at_ms, card=card),)


def _shoe_changed(book: DeckBook, reading: Reading, message: wire.ShoeChanged) -> tuple[events.AnyEvent, ...]:
    if reading.seat is not None or message.what != "empty":
        return ()
    return (events.ShoeEmptied(at_ms=reading.at_ms),)


def _area_changed(book: DeckBook, reading: Reading, message: wire.AreaChanged) -> tuple[events.AnyEvent, ...]:
    if reading.seat is None or message.area != "bet":
        return ()
    chips = sorted_chips(message.chips)
    return (events.ChipsRead(at_ms=reading.at_ms, seat=reading.seat, chips=chips, node_ms=reading.node_ms),)


def _key_pressed(book: DeckBook, reading: Reading, message: wire.KeyPressed) -> tuple[events.AnyEvent, ...]:
    if reading.seat is None:
        return ()
    return (events.KeyPressed(at_ms=reading.at_ms, seat=reading.seat, key=message.key, amount=message.amount),)


def _hole_cards_seen(book: DeckBook, reading: Reading, message: wire.HoleCardsSeen) -> tuple[events.AnyEvent, ...]:
    if reading.seat is None:
        return ()
    return (events.HoleCardsSeen(at_ms=reading.at_ms, seat=reading.seat, cards=book.named(message.up)),)


MEANINGS: dict[type[wire.Message], Callable[[DeckBook, Reading, Any], tuple[events.AnyEvent, ...]]] = {
    wire.CardOff: _card_off, wire.ShoeChanged: _shoe_changed, wire.AreaChanged: _area_changed,
    wire.CardPresented: _card_presented, wire.KeyPressed: _key_pressed, wire.HoleCardsSeen: _hole_cards_seen,
}
