"""Every state of the floor's page, and how it gets there: the table behind it, and what is touched."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tablectl.engine.state.table import Table
from tests.happened import opened, played
from tests.web.browser.tables import SIX, TO_LUCA, TO_THE_TURN, TO_WIN

Lay = Callable[[dict[str, Any]], Mapping[str, Any]]


@dataclass(frozen=True)
class FloorState:
    """`touches`: selectors, one after the other; those that begin with "phone " or "desk " at such
    a page alone. `lay`: makes the status that the page is told. `waits_for`: what is drawn at last.
    """

    table: Callable[[], Table]
    touches: tuple[str, ...] = ()
    lay: Lay = dict
    waits_for: str = ".plate"


def at(*then: Any, **laid: Any) -> Callable[[], Table]:
    return lambda: played(opened({**SIX, **laid}), *then)


def place(name: str) -> str:
    return f"[data-id=place-{name}]"


def clock(name: str = "clock") -> tuple[str, ...]:
    """A phone has the clock among MORE."""
    return (f"phone {place('more')}", f"phone [data-id=more-{name}]", f"desk {place(name)}")


def differing(status: dict[str, Any]) -> Mapping[str, Any]:
    """Every seat has a phone and senses its chips, but for 3, which has no phone yet, 4, which has a
    pad and 25 chips too few, and 5, which has no sensor and a phone that sleeps; 7 is free.
    """
    of: dict[int, Mapping[str, Any]] = {
        3: {"phone": None},
        4: {
            "difference": -25,
            "found": "differs",
            "natural": "First look at Viktor: that stack is not sensed.",
            "driver": "node",
            "phone": None,
        },
        5: {"sensed": None, "phone": {"mark": "KT", "away_s": 31}},
    }
    usual = {"driver": "phone", "phone": {"mark": "KT", "away_s": None}}
    seats = [
        {**seat, "sensed": seat["stack"], **usual, **of.get(seat["number"], {})}
        for seat in status["seats"]
    ]
    seats[3]["sensed"] = seats[3]["stack"] - 25
    free = {"number": 7, "name": None, "status": "empty", "stack": 0, "phone": None}
    return {**status, "seats": [*seats, {**seats[0], **free}]}


LIMIT = {
    "preset": "canterbury",
    "seats": {"1": 100, "2": 100, "3": 100},
    "names": {"1": "Walt", "2": "June", "3": "Earl"},
    "stakes": {"small_blind": 2, "big_blind": 4, "small_bet": 4, "big_bet": 8},
    "chips": [1, 2, 4],
}


def sick(status: dict[str, Any]) -> Mapping[str, Any]:
    """One device is well, one is lost; a phone sleeps; a lock, and two decks."""
    usual = {"driver": "node", "port": "/dev/ttyACM0", "is_heard": True, "silent_ms": None}
    well = {**usual, "name": "Shoe", "seat": None, "finding": None, "round_trip_ms": 2}
    lost = {
        **usual,
        "name": "Seat 4",
        "seat": 4,
        "is_heard": False,
        "why": None,
        "finding": "Seat 4 (node at /dev/ttyACM1) is not heard: the port is open.",
        "remedy": "Look at its plug, its power and its port.",
        "round_trip_ms": None,
    }
    heard = {**well, "name": "Seat 2", "seat": 2}
    decks = [
        {"name": "red", "is_put": True, "cards": 52, "last_audit": "All 52 cards have come."},
        {"name": "blue", "is_put": False, "cards": 52, "last_audit": None},
    ]
    lock = {"kind": "logic_door", "what": "The door was open", "clears": "An operator clears it."}
    return {
        **differing(status),
        "devices": [well, heard, lost],
        "decks": decks,
        "operators": ["Vera", "Sam"],
        "lock": lock,
    }


LEVELS = {
    "options": {
        "chips_sensed": False,
        "action_clock_s": 30,
        "levels": [
            {"small_blind": 100, "big_blind": 200, "minutes": 20},
            {"small_blind": 150, "big_blind": 300, "ante": 25, "minutes": 20, "break_minutes": 10},
            {"small_blind": 200, "big_blind": 400, "ante": 50, "minutes": 20},
        ],
    }
}
HALTED = at(*TO_THE_TURN[:2], {"floor": "exposed", "seat": 2})
FLOOR_STATES: dict[str, FloorState] = {
    "floor-status": FloorState(at(*TO_LUCA), lay=differing),
    "floor-case": FloorState(HALTED, lay=differing),
    "floor-rule-list": FloorState(at(*TO_LUCA), ("[data-id=list]",), differing, ".way"),
    "floor-preview": FloorState(HALTED, (".way >> nth=1",), differing, "[data-id=hold]:enabled"),
    "floor-more": FloorState(
        at(*TO_LUCA, **LEVELS), (f"phone {place('more')}",), differing, ".lines, .plate"
    ),
    "floor-seats": FloorState(at(*TO_LUCA), (place("seats"),), differing, ".seats"),
    "floor-seat": FloorState(
        at(*TO_LUCA), (place("seats"), "[data-id=seat-2]"), differing, ".seat-keys"
    ),
    "floor-seat-free": FloorState(
        at("3 leaves", **LIMIT), (place("seats"), "[data-id=seat-3]"), dict, ".seat-keys .key"
    ),
    "floor-seat-correct": FloorState(
        at(*TO_WIN),
        (place("seats"), "[data-id=seat-4]", "[data-id=ruling-chips]"),
        differing,
        ".natural .effect",
    ),
    "floor-form": FloorState(
        at(*TO_LUCA),
        (place("seats"), "[data-id=seat-2]", "[data-id=ruling-wrong_count]"),
        differing,
        "form",
    ),
    "floor-clock-between": FloorState(at(*TO_WIN, **LEVELS), clock(), differing, ".level-keys"),
    "floor-leave": FloorState(
        at(*TO_LUCA),
        (place("seats"), "[data-id=seat-2]", "[data-id=ruling-leaves]"),
        differing,
        "[data-id=hold]:enabled",
    ),
    "floor-hands": FloorState(at(*TO_WIN), (place("hands"),), differing, ".hand-row"),
    "floor-hand": FloorState(
        at(*TO_WIN), (place("hands"), "[data-id=hand-1]"), differing, ".hand-acts li"
    ),
    "floor-devices": FloorState(at(*TO_WIN, **LEVELS), clock("devices"), sick, ".tests"),
    "floor-people": FloorState(at(*TO_WIN, **LEVELS), clock("people"), sick, ".rows"),
    "floor-clock": FloorState(at(*TO_LUCA, **LEVELS), clock(), differing, ".clock-plate"),
}
