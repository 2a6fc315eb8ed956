"""What play waits for: a row a kind, and the sentences made of it. What lets each go on is in
engine/state/hold.py.

A hand that is being played stays as it is, with its clocks, and goes on from there.
"""

from collections.abc import Callable
from typing import NamedTuple

from tablectl.engine.events import HoldKind
from tablectl.engine.state.why import Why
from tablectl.present.reasons.fields import Sentence
from tablectl.text import UNNAMED, T, Text, Value, join_parts


class Row(NamedTuple):
    """`problem`, `right`: while it is not right, and once it is, without a full stop. `now`, `how`:
    what to do about it.

    What is past has no `right` of its own and nothing to be put right: an operator looks into it,
    as `how` says. `at`: the same as `problem`, where one device is known that it is about.
    """

    problem: Text
    how: Text
    right: Text | None = None
    now: Text | None = None
    at: Text | None = None


DEVICES = {"shoe": T("the shoe"), "table": T("the table"), "pins": T("the pins")}
KINDS: dict[HoldKind, Row] = {
    "lid": Row(
        problem=T("The lid of the shoe is open"),
        right=T("The lid of the shoe is closed"),
        now=T("Close the lid of the shoe"),
        how=T("Close it: play goes on by itself."),
    ),
    "jam": Row(
        problem=T("A card is jammed in the shoe"),
        right=T("The jam is cleared"),
        now=T("Clear the jam in the shoe"),
        how=T("Clear it: play goes on by itself."),
    ),
    "key_switch": Row(
        problem=T("The key switch is turned"),
        right=T("The key switch is turned back"),
        now=T("Turn the key switch back"),
        how=T("Turn it back: play goes on by itself."),
    ),
    "deck": Row(
        problem=T("No deck has been put into play"),
        right=T("A deck is in play"),
        now=T("Put a deck into play"),
        how=T("Put one into play: play goes on by itself."),
    ),
    "switches": Row(
        problem=T("The switches of the table are not read"),
        right=T("The switches of the table are read"),
        now=T("Have the table's pins seen to"),
        how=T(
            "Whether a stop is pressed is not known. Its log says why: play goes on by itself once "
            "they are read."
        ),
    ),
    "emergency_stop": Row(
        problem=T("The emergency stop is pressed"),
        right=T("The emergency stop is released"),
        now=T("Release the emergency stop"),
        how=T(
            "Leave cards and chips where they lie. Once it is released the floor lets play go on."
        ),
    ),
    "logic_door": Row(
        problem=T("The door of the electronics is open"),
        right=T("The door of the electronics was opened, and is shut again"),
        now=T("Shut the door of the electronics"),
        how=T("Only the card room opens it. Once it is shut an operator clears the lock."),
    ),
    "crash_loop": Row(
        problem=T("The table's program has died three times in ten minutes"),
        how=T(
            "Its log says of what. An operator clears the lock, and the hand goes on as it stood."
        ),
    ),
    "write_failed": Row(
        problem=T("The table's journal could not be written"),
        how=T(
            "See whether its disk is full or worn out. An operator clears the lock, and the hand "
            "goes on as it stood."
        ),
    ),
    "damaged": Row(
        problem=T("The table's journal is damaged"),
        how=T(
            "Its log says where. An operator looks at the stacks, compares them with the screen's, "
            "and clears the lock."
        ),
    ),
    "rolled_back": Row(
        problem=T("The table's journal lacks what was played last"),
        how=T(
            "An older copy lies in its place, or its end is lost. An operator looks at the stacks, "
            "and clears the lock."
        ),
    ),
    "two_truths": Row(
        problem=T("The table's journal and its mirror tell different hands"),
        how=T(
            "Its log says from where on. An operator decides which is kept, and then clears the "
            "lock."
        ),
    ),
    "program": Row(
        problem=T("The table's program is another than before"),
        how=T("An operator who knows of the change clears the lock."),
    ),
    "link": Row(
        problem=T("A device at the table does not prove who it is"),
        at=T("A device at {device} does not prove who it is"),
        how=T(
            "It is of another table, or somebody is at its wire. An operator looks there, pairs it "
            "anew if need be, and clears the lock."
        ),
    ),
}


def hold_problem(hold: HoldKind, device: str, number: int) -> Text:
    """What is not right, and at which device where one is known."""
    row = KINDS[hold]
    return (
        row.at(device=_device_name(device, number))
        if row.at is not None and device != "table"
        else row.problem
    )


def _device_name(device: str, number: int) -> Text:
    return UNNAMED(number=number) if device == "seat" else DEVICES[device]


def _hold_text(text: Text) -> Callable[..., Text]:
    def say_text(*, hold: HoldKind) -> Text:
        row = KINDS[hold]
        return text(wrong=row.problem, right=row.right or row.problem)

    return say_text


def _device_text(text: Text) -> Callable[..., Text]:
    def say_text(*, device: str, number: int) -> Text:
        node = "--shoe" if device == "shoe" else f"--seat {number}"
        return text(
            device=_device_name(device, number),
            command=f"tablectl pair --replace {node} --config table.toml",
        )

    return say_text


def _hold_ended(*, hold: HoldKind) -> Value:
    return join_parts([KINDS[hold].right, "."], "")


SENTENCES: dict[str, Sentence] = {
    Why.HELD: _hold_text(T("{wrong}: nothing is accepted until that is right.")),
    Why.LOCKED: _hold_text(T("{right}: nothing is accepted until an operator has cleared it.")),
    Why.HOLD_BEGAN: _hold_text(T("{wrong}: play stands still.")),
    Why.HOLD_RIGHT: _hold_text(T("{right}: play goes on at the floor's word.")),
    Why.LOCK_RIGHT: _hold_text(T("{right}: play goes on when an operator has cleared it.")),
    Why.HOLD_ENDED: _hold_ended,
    Why.LOCK_CLEARED: T("An operator has cleared the lock."),
    Why.NOT_LOCKED: T("The table is not locked by that."),
    Why.PROGRAM_UPGRADED: T("The table's program was upgraded."),
    Why.SECOND_DEVICE: _device_text(T("A second device says that it is {device}: pull its plug.")),
    Why.NODE_REFUSED: _device_text(
        T(
            "What {device} tells contradicts the journal, and does not count. Was it replaced? An "
            "operator types: {command}"
        )
    ),
    Why.NODE_REPLACED: _device_text(T("An operator has said that {device} has another device.")),
}
