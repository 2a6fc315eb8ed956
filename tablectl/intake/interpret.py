"""`interpret(book, reading)`: one reading from a device, as the events of a card room."""

from collections.abc import Callable
from typing import Any

from firmware_io import messages as wire
from tablectl.engine import events, floor
from tablectl.engine.source import PINS, Source
from tablectl.intake.deckbook import DeckBook
from tablectl.rules.cards import UNREADABLE
from tablectl.rules.wagers import sorted_chips
from tablectl.structs import Frozen

# What a shoe tells of itself: what it holds play for, and whether that begins.
HOLDS: dict[str, tuple[events.HoldKind, bool]] = {
    "lid_open": ("lid", True),
    "lid_closed": ("lid", False),
    "jam": ("jam", True),
    "cleared": ("jam", False),
}
HELD_BY_PIN: dict[str, events.HoldKind] = {
    "emergency_stop": "emergency_stop",
    "lid": "lid",
    "logic_door": "logic_door",
    "key_switch": "key_switch",
}

OF_REFEREE: dict[str, floor.AnyRuling] = {
    "made": floor.ShotMade(),
    "missed": floor.ShotMissed(),
    "undo": floor.Undo(),
}


class Reading(Frozen):
    """One message of a device, stamped with the table time at which it came."""

    at_ms: int
    source: Source
    node_ms: int
    message: wire.Message


def interpret(book: DeckBook, reading: Reading) -> tuple[events.AnyEvent, ...]:
    """The events of a reading; none if the message means nothing to the game, or a device of
    another kind sent it.
    """
    meaning = MEANINGS.get(reading.source.kind, {}).get(type(reading.message))
    return (meaning(book, reading, reading.message),) if meaning else ()


def _card_off(book: DeckBook, reading: Reading, message: wire.CardOff) -> events.AnyEvent:
    cards = book.named(message.tags) or (UNREADABLE,)
    return events.CardOff(
        at_ms=reading.at_ms, cards=cards, pull=message.pull, is_face_up=message.face == "up"
    )


def _card_presented(
    book: DeckBook, reading: Reading, message: wire.CardPresented
) -> events.AnyEvent:
    card = book.card(message.tags[0]) if len(message.tags) == 1 else UNREADABLE
    return events.CardPresented(at_ms=reading.at_ms, card=card)


def _shoe_changed(book: DeckBook, reading: Reading, message: wire.ShoeChanged) -> events.AnyEvent:
    """What the shoe finds of itself, its lid above all, it reports again at each request:
    that means nothing new.
    """
    if message.what == "empty":
        return events.ShoeEmptied(at_ms=reading.at_ms)
    if message.what == "reloaded":
        return events.ShoeReloaded(at_ms=reading.at_ms)
    kind, began = HOLDS[message.what]
    return _hold_event(kind, reading.at_ms, reading.source, began=began)


def events_of_pin(purpose: str, *, is_active: bool, at_ms: int) -> tuple[events.AnyEvent, ...]:
    """The events of a pin of the table, by its purpose; none where it holds no play: a key."""
    kind = HELD_BY_PIN.get(purpose)
    return (_hold_event(kind, at_ms, PINS, began=is_active),) if kind is not None else ()


def event_of_referee(key: str, *, at_ms: int) -> events.AnyEvent:
    """A key of the referee's: `made`, `missed`, `undo` (M-12)."""
    return events.FloorRuled(at_ms=at_ms, ruling=OF_REFEREE[key], who=events.REFEREE)


def _hold_event(
    kind: events.HoldKind, at_ms: int, source: Source, *, began: bool
) -> events.AnyEvent:
    return (events.HoldBegan if began else events.HoldEnded)(at_ms=at_ms, kind=kind, source=source)


def _area_changed(book: DeckBook, reading: Reading, message: wire.AreaChanged) -> events.AnyEvent:
    chips = sorted_chips(message.chips)
    if message.area == "stack":
        return events.StackRead(at_ms=reading.at_ms, seat=reading.source.number, chips=chips)
    return events.ChipsRead(
        at_ms=reading.at_ms, seat=reading.source.number, chips=chips, node_ms=reading.node_ms
    )


def _key_pressed(book: DeckBook, reading: Reading, message: wire.KeyPressed) -> events.AnyEvent:
    return events.KeyPressed(
        at_ms=reading.at_ms, seat=reading.source.number, key=message.key, amount=message.amount
    )


def _hole_cards_seen(
    book: DeckBook, reading: Reading, message: wire.HoleCardsSeen
) -> events.AnyEvent:
    return events.HoleCardsSeen(
        at_ms=reading.at_ms, seat=reading.source.number, cards=book.named(message.up)
    )


# By the kind of device that says so: of any other it means nothing.
MEANINGS: dict[
    str, dict[type[wire.Message], Callable[[DeckBook, Reading, Any], events.AnyEvent]]
] = {
    "shoe": {
        wire.CardOff: _card_off,
        wire.ShoeChanged: _shoe_changed,
        wire.CardPresented: _card_presented,
    },
    "seat": {
        wire.AreaChanged: _area_changed,
        wire.KeyPressed: _key_pressed,
        wire.HoleCardsSeen: _hole_cards_seen,
    },
}
