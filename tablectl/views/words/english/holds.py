"""What play waits for: a row a kind, and the sentences made of it. What lets each go on is in engine/state/hold.py.

A hand that is being played stays as it is, with its clocks, and goes on from there.
"""

from typing import Final, NamedTuple

from tablectl.engine.events import HoldKind
from tablectl.engine.state.why import Why
from tablectl.views.says import Says
from tablectl.views.words.template import Sentence


class Row(NamedTuple):
    """`wrong`, `right`: while it is not right, and once it is, without a full stop. `now`, `how`: what is to be done about it.

    What is past has no `right` of its own and nothing to be put right: an operator looks into it, as `how` says. `at`: the same
    as `wrong`, where one device is known that it is about.
    """

    wrong: str
    how: str
    right: str = ""
    now: str = ""
    at: str = ""


BY_ITSELF: Final = "play goes on by itself."
KINDS: Final[dict[HoldKind, Row]] = {
    "lid": Row(
        wrong="The lid of the shoe is open", right="The lid of the shoe is closed",
        now="Close the lid of the shoe", how=f"Close it: {BY_ITSELF}"),
    "jam": Row(
        wrong="A card is jammed in the shoe", right="The jam is cleared",
        now="Clear the jam in the shoe", how=f"Clear it: {BY_ITSELF}"),
    "key_switch": Row(
        wrong="The key switch is turned", right="The key switch is turned back",
        now="Turn the key switch back", how=f"Turn it back: {BY_ITSELF}"),
    "deck": Row(
        wrong="No deck has been put into play", right="A deck is in play",
        now="Put a deck into play", how=f"Put one into play: {BY_ITSELF}"),
    "switches": Row(
        wrong="The switches of the table are not read", right="The switches of the table are read",
        now="Have the table's pins seen to",
        how=f"Whether a stop is pressed is not known. Its log says why: {BY_ITSELF[:-1]} once they are read."),
    "emergency_stop": Row(
        wrong="The emergency stop is pressed", right="The emergency stop is released", now="Release the emergency stop",
        how="Leave cards and chips where they lie. Once it is released the floor lets play go on."),
    "logic_door": Row(
        wrong="The door of the electronics is open", right="The door of the electronics was opened, and is shut again",
        now="Shut the door of the electronics", how="Only the card room opens it. Once it is shut an operator clears the lock."),
    "crash_loop": Row(
        wrong="The table's program has died three times in ten minutes",
        how="Its log says of what. An operator clears the lock, and the hand goes on as it stood."),
    "write_failed": Row(
        wrong="The table's journal could not be written",
        how="See whether its disk is full or worn out. An operator clears the lock, and the hand goes on as it stood."),
    "damaged": Row(
        wrong="The table's journal is damaged",
        how="Its log says where. An operator looks at the stacks, compares them with the screen's, and clears the lock."),
    "rolled_back": Row(
        wrong="The table's journal lacks what was played last",
        how="An older copy lies in its place, or its end is lost. An operator looks at the stacks, and clears the lock."),
    "two_truths": Row(
        wrong="The table's journal and its mirror tell different hands",
        how="Its log says from where on. An operator decides which is kept, and then clears the lock."),
    "program": Row(
        wrong="The table's program is another than before",
        how="An operator who knows of the change clears the lock."),
    "link": Row(
        wrong="A device at the table does not prove who it is", at="A device at {device} does not prove who it is",
        how="It is of another table, or somebody is at its wire. An operator looks there, pairs it anew if need be, and clears "
            "the lock."),
}


def _row(hold: str) -> Row:
    return next(row for kind, row in KINDS.items() if kind == hold)


def is_not_right(*, hold: str, device: str, number: int) -> str:
    return f"{_wrong(hold, device, number)}."


def is_right_again(*, hold: str, device: str, number: int) -> str:
    return f"{_row(hold).right or _wrong(hold, device, number)}."


def _wrong(hold: str, device: str, number: int) -> str:
    row = _row(hold)
    return row.at.format(device=_called(device, number)) if row.at and device != "table" else row.wrong


def _called(device: str, number: int) -> str:
    return f"seat {number}" if device == "seat" else f"the {device}"


def second_device(*, device: str, number: int) -> str:
    return f"A second device says that it is {_called(device, number)}: pull its plug."


def put_it_right(*, hold: str) -> str:
    return _row(hold).now


def clears(*, hold: str) -> str:
    return _row(hold).how


def hold_began(*, hold: str) -> str:
    return f"{_row(hold).wrong}: play stands still."


def hold_right(*, hold: str) -> str:
    return f"{_row(hold).right}: play goes on at the floor's word."


def lock_right(*, hold: str) -> str:
    return f"{_row(hold).right}: play goes on when an operator has cleared it."


def hold_ended(*, hold: str) -> str:
    return f"{_row(hold).right}."


def held(*, hold: str) -> str:
    return f"{_row(hold).wrong}: nothing is accepted until that is right."


def locked(*, hold: str) -> str:
    row = _row(hold)
    return f"{row.right or row.wrong}: nothing is accepted until an operator has cleared it."


SENTENCES: dict[str, Sentence] = {
    Why.HELD: held,
    Why.LOCKED: locked,
    Why.HOLD_BEGAN: hold_began,
    Why.HOLD_RIGHT: hold_right,
    Why.LOCK_RIGHT: lock_right,
    Why.HOLD_ENDED: hold_ended,
    Why.LOCK_CLEARED: "An operator has cleared the lock.",
    Why.NOT_LOCKED: "The table is not locked by that.",
    Why.SECOND_DEVICE: second_device,
}

SAYS: dict[str, Sentence] = {
    Says.IS_NOT_RIGHT: is_not_right,
    Says.IS_RIGHT_AGAIN: is_right_again,
    Says.PUT_IT_RIGHT: put_it_right,
    Says.CLEARS: clears,
    Says.GOES_ON_BY_ITSELF: "Leave your chips where they lie. Play goes on by itself.",
    Says.FLOOR_IS_ASKED: "Floor: let play go on",
    Says.FLOOR_LETS_GO_ON: "Look at cards and chips. Then the floor lets play go on.",
    Says.OPERATOR_IS_ASKED: "The table is locked: call an operator",
    Says.OPERATOR_LETS_GO_ON: "Leave your chips where they lie. An operator lets play go on:",
}
