"""Reads rows of earlier versions whose shape has changed since.

Events are only shown, so they keep their old shape. Facts are applied at recovery, so they are converted to today's: by what they
say, and where they say less than today's (`completed`) by the table on which they were recorded.
"""

from typing import Any, Final

import msgspec
from msgspec.structs import replace

from tablectl.engine import facts as f
from tablectl.engine.events import AnyEvent, Event
from tablectl.engine.facts import AnyFact
from tablectl.engine.state.table import Table
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


# To version 9 some facts did not say what follows from the table before them.

NOT_COMPLETE: Final = frozenset({"1", "2", "3", "4", "5", "6", "7", "8", "9"})
Act = f.Checked | f.Called | f.BetRaised | f.Posted


def completed(t: Table, fact: AnyFact) -> AnyFact:
    """A fact of one of these versions, with all that today's say."""
    if isinstance(fact, Act):
        return replace(fact, is_all_in=t.is_all_in_with(fact.seat, _added(fact)))
    if isinstance(fact, f.ChipsSensed):
        hand = t.hand
        is_due_back = hand is not None and hand.to_act == fact.seat and hand.wager is None and t.is_interrupted
        return replace(fact, is_due_back=is_due_back)
    if isinstance(fact, f.TurnGiven):
        return replace(fact, stale=max(0, t.seat(fact.seat).in_front - t.player(fact.seat).bet))
    if isinstance(fact, f.BetReturned):
        return replace(fact, is_in_again=t.player(fact.seat).status == "all_in")
    if isinstance(fact, f.Resumed):
        settled = t.irregularity
        return replace(fact, is_shoe_filled=settled is not None and settled.kind == "deck_exhausted")
    return fact


def _added(act: Act) -> int:
    if isinstance(act, f.Posted):
        return act.ante + act.live + act.dead
    return 0 if isinstance(act, f.Checked) else act.added


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
