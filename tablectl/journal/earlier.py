"""Reads rows of earlier versions whose shape has changed since.

Events are only shown, so they keep their old shape. Facts are applied at recovery, so they are converted to today's.
"""

from typing import Any

import msgspec

from tablectl.engine.events import AnyEvent, Event
from tablectl.engine.facts import AnyFact
from tablectl.rules.cards import UNREADABLE


class FloorRuledFlat(Event, frozen=True, tag="floor_ruled"):
    """To version 8: one struct for all rulings. It also held combinations of fields that no ruling has; those were refused."""

    ruling: str
    seat: int | None = None
    card: str | None = None
    cards: int | None = None
    why: str | None = None
    who: str = "floor"
    act: str | None = None
    amount: int | None = None
    stack: int | None = None
    pot: int | None = None
    seats: tuple[int, ...] = ()
    chip: int | None = None
    number: int | None = None


class DeviceLostAtSeat(Event, frozen=True, tag="device_lost"):
    """To version 8: a device was given by its seat; None was the shoe."""

    seat: int | None = None
    is_faulty: bool = False


class DeviceBackAtSeat(Event, frozen=True, tag="device_back"):
    seat: int | None = None


class EdgesMissingAtSeat(Event, frozen=True, tag="edges_missing"):
    count: int
    seat: int | None = None


EarlierEvent = FloorRuledFlat | DeviceLostAtSeat | DeviceBackAtSeat | EdgesMissingAtSeat

_events: msgspec.msgpack.Decoder[AnyEvent] = msgspec.msgpack.Decoder(AnyEvent)
_earlier: msgspec.msgpack.Decoder[EarlierEvent] = msgspec.msgpack.Decoder(EarlierEvent)
_facts: msgspec.msgpack.Decoder[tuple[AnyFact, ...]] = msgspec.msgpack.Decoder(tuple[AnyFact, ...])

UNREADABLE_8 = "??"                     # a card that could not be read, to version 8
NAMES_CARDS = ("card", "cards", "up")   # the fields in which it stood
OF_A_DEVICE = ("device_gone", "device_returned")
_mark = msgspec.msgpack.encode(UNREADABLE_8)


def event_in(stored: bytes) -> AnyEvent | EarlierEvent:
    """The event of a row of any version. Raises what msgspec raises where it is none."""
    try:
        return _events.decode(stored)
    except msgspec.ValidationError as wrong:
        try:
            return _earlier.decode(stored)
        except msgspec.ValidationError:
            raise wrong from None


def facts_in(stored: bytes) -> tuple[AnyFact, ...]:
    """The facts of a row of any version, as today's. Raises what msgspec raises where they are none."""
    if _mark not in stored:
        try:
            return _facts.decode(stored)
        except msgspec.ValidationError:
            pass                        # of an earlier version, or damaged: then the next line raises
    return msgspec.convert([_as_today(fact) for fact in msgspec.msgpack.decode(stored)], tuple[AnyFact, ...])


def _as_today(fact: Any) -> Any:
    """One fact, as msgpack has it."""
    fact = _read_cards(fact)
    if isinstance(fact, dict) and fact.get("fact") in OF_A_DEVICE and "source" not in fact:
        seat = fact.pop("seat", None)
        fact["source"] = {"kind": "shoe"} if seat is None else {"kind": "seat", "number": seat}
    return fact


def _read_cards(value: Any) -> Any:
    """A copy in which unreadable cards have today's name."""
    if isinstance(value, list):
        return [_read_cards(part) for part in value]
    if not isinstance(value, dict):
        return value
    return {key: _card(part) if key in NAMES_CARDS else _read_cards(part) for key, part in value.items()}


def _card(value: Any) -> Any:
    if isinstance(value, list):
        return [_card(part) for part in value]
    return UNREADABLE if value == UNREADABLE_8 else _read_cards(value)
