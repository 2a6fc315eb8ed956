"""What has happened around a table, by its journal: power, wrong PINs, the wall's clock, doors and
locks. Nothing of a hand.

`tablectl journal events` prints it: it shows, after a night, who was at the electronics.
"""

from collections.abc import Iterator
from typing import Literal

from tablectl.engine import events
from tablectl.engine.facts import Fact, Noticed, PlayHeld, PlayReleased
from tablectl.engine.state.hold import KINDS, Clears
from tablectl.journal.record import Record, Stored, read_record
from tablectl.journal.show import wall_time
from tablectl.journal.store import Journal
from tablectl.present.reasons import say_notice
from tablectl.service.journals.last_run import SHOWN
from tablectl.structs import Frozen

Kind = Literal[
    "power_on",
    "power_off",
    "power_lost",
    "program_upgraded",
    "wrong_pin",
    "right_pin",
    "clock_set",
    "door_opened",
    "door_closed",
    "lock_set",
    "lock_cleared",
]

DOORS = frozenset({"lid", "logic_door"})
LOCKS = frozenset(kind for kind, row in KINDS.items() if row.clears is Clears.OPERATOR)
TAGS = tuple(
    str(kind.__struct_config__.tag).encode()
    for kind in (
        events.ProgramUpgraded,
        events.PowerCame,
        events.PowerWent,
        events.PinsTried,
        events.WallClockSet,
        events.HoldBegan,
        events.HoldEnded,
        events.LockCleared,
    )
)


class Happening(Frozen):
    n: int  # the row
    at_ms: int  # table time
    wall: str
    kind: Kind
    text: str  # a sentence


def list_happenings(journal: Journal) -> Iterator[Happening]:
    """In their order. Raises BadJournal at a row that cannot be read."""
    for row in journal.stored():
        if row.event is not None and _may_happen(row):
            record = read_record(row)
            for kind, text in _happenings_in(record):
                yield Happening(record.n, record.at_ms, wall_time(record.wall_ms), kind, text)


def _may_happen(row: Stored) -> bool:
    """Most rows are of cards, chips and keys: they are not decoded."""
    return any(tag in (row.event or b"") for tag in TAGS)


def _happenings_in(record: Record) -> Iterator[tuple[Kind, str]]:
    event = record.event
    match event:
        case events.ProgramUpgraded():
            yield (
                "program_upgraded",
                f"The program was upgraded: it is {event.now[:SHOWN]}, and was "
                f"{event.was[:SHOWN]}.",
            )
        case events.PowerCame():
            if event.was_cut:
                yield (
                    "power_lost",
                    "The table was not told to end before this start: its power failed, or its "
                    "program died.",
                )
            yield "power_on", "The table was started."
        case events.PowerWent():
            yield "power_off", "The table was told to end."
        case events.PinsTried():
            yield ("wrong_pin" if event.wrong else "right_pin"), _pins_text(event)
        case events.WallClockSet():
            ran = "on" if event.by_ms > 0 else "back"
            yield (
                "clock_set",
                f"The wall's clock was set {ran} by {abs(event.by_ms) / 1000:,.0f} s.",
            )
        case events.HoldBegan() | events.HoldEnded() | events.LockCleared():
            text = " ".join(say_notice(fact) for fact in record.facts if isinstance(fact, Noticed))
            if isinstance(event, events.LockCleared):
                text = f"{event.who} has cleared the lock {event.kind}."
            yield from ((kind, text) for kind in _hold_kinds(event, record.facts))


def _pins_text(event: events.PinsTried) -> str:
    if not event.wrong:
        return f"{event.who} gave the right PIN after wrong ones."
    under = f"as {event.who}" if event.who is not None else "under a name that no operator has"
    return f"A wrong PIN was given {under}: {event.wrong:,} in a row by now."


def _hold_kinds(
    event: events.HoldBegan | events.HoldEnded | events.LockCleared,
    facts: tuple[Fact, ...],
) -> Iterator[Kind]:
    """Nothing where the row says what was known: devices tell at each start how they stand."""
    if not any(isinstance(fact, PlayHeld | PlayReleased) for fact in facts):
        return
    if isinstance(event, events.LockCleared):
        yield "lock_cleared"
        return
    if event.kind in DOORS:
        yield "door_opened" if isinstance(event, events.HoldBegan) else "door_closed"
    if event.kind in LOCKS and isinstance(event, events.HoldBegan):
        yield "lock_set"
