"""What play waits for: a row a kind, and the sentences made of it. What lets each go on is in engine/state/hold.py.

A hand that is being played stays as it is, with its clocks, and goes on from there.
"""

from typing import NamedTuple

from tablectl.engine.events import HoldKind
from tablectl.engine.state.why import Why
from tablectl.locale import Translator
from tablectl.locale.translator import Texts
from tablectl.views.says import Says
from tablectl.views.words.english.fields import nobody
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


DEVICES: Texts = {"shoe": "the shoe", "table": "the table", "pins": "the pins"}
KINDS: dict[HoldKind, Row] = {
    "lid": Row(
        wrong="The lid of the shoe is open", right="The lid of the shoe is closed",
        now="Close the lid of the shoe", how="Close it: play goes on by itself."),
    "jam": Row(
        wrong="A card is jammed in the shoe", right="The jam is cleared",
        now="Clear the jam in the shoe", how="Clear it: play goes on by itself."),
    "key_switch": Row(
        wrong="The key switch is turned", right="The key switch is turned back",
        now="Turn the key switch back", how="Turn it back: play goes on by itself."),
    "deck": Row(
        wrong="No deck has been put into play", right="A deck is in play",
        now="Put a deck into play", how="Put one into play: play goes on by itself."),
    "switches": Row(
        wrong="The switches of the table are not read", right="The switches of the table are read",
        now="Have the table's pins seen to",
        how="Whether a stop is pressed is not known. Its log says why: play goes on by itself once they are read."),
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


def is_not_right(*, hold: str, device: str, number: int, tr: Translator) -> str:
    return f"{_wrong(hold, device, number, tr)}."


def is_right_again(*, hold: str, device: str, number: int, tr: Translator) -> str:
    right = _row(hold).right
    return f"{tr(right) if right else _wrong(hold, device, number, tr)}."


def _wrong(hold: str, device: str, number: int, tr: Translator) -> str:
    row = _row(hold)
    return tr(row.at, device=_called(device, number, tr)) if row.at and device != "table" else tr(row.wrong)


def _called(device: str, number: int, tr: Translator) -> str:
    return nobody(number, tr) if device == "seat" else tr(DEVICES[device])


def second_device(*, device: str, number: int, tr: Translator) -> str:
    return tr("A second device says that it is {device}: pull its plug.", device=_called(device, number, tr))


def node_refused(*, device: str, number: int, tr: Translator) -> str:
    command = "tablectl pair --replace --shoe" if device == "shoe" else f"tablectl pair --replace --seat {number}"
    return tr("What {device} tells contradicts the journal, and does not count. Was it replaced? An operator types: {command}",
              device=_called(device, number, tr), command=command)


def node_replaced(*, device: str, number: int, tr: Translator) -> str:
    return tr("An operator has said that {device} has another device.", device=_called(device, number, tr))


def put_it_right(*, hold: str, tr: Translator) -> str:
    now = _row(hold).now
    return tr(now) if now else ""


def clears(*, hold: str, tr: Translator) -> str:
    return tr(_row(hold).how)


def hold_began(*, hold: str, tr: Translator) -> str:
    return tr("{wrong}: play stands still.", wrong=tr(_row(hold).wrong))


def hold_right(*, hold: str, tr: Translator) -> str:
    return tr("{right}: play goes on at the floor's word.", right=tr(_row(hold).right))


def lock_right(*, hold: str, tr: Translator) -> str:
    return tr("{right}: play goes on when an operator has cleared it.", right=tr(_row(hold).right))


def hold_ended(*, hold: str, tr: Translator) -> str:
    return f"{tr(_row(hold).right)}."


def held(*, hold: str, tr: Translator) -> str:
    return tr("{wrong}: nothing is accepted until that is right.", wrong=tr(_row(hold).wrong))


def locked(*, hold: str, tr: Translator) -> str:
    row = _row(hold)
    return tr("{right}: nothing is accepted until an operator has cleared it.", right=tr(row.right or row.wrong))


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
    Why.NODE_REFUSED: node_refused,
    Why.NODE_REPLACED: node_replaced,
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
