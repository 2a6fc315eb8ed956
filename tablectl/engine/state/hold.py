"""What play waits for, a row a kind: what lets it go on again. The sentences of each stand in
present/reasons/holds.py.

A *hold* is something physical that has to be right again. A *lock* is one that an operator has to
clear, with name and PIN: no word of the floor does, and no restart.
"""

from enum import StrEnum

from tablectl.engine.events import HoldKind
from tablectl.engine.source import Source
from tablectl.structs import Frozen


class Clears(StrEnum):
    """What lets play go on, once it is right."""

    ITSELF = "itself"
    FLOOR = "floor"
    OPERATOR = "operator"


class Kind(Frozen):
    """`is_past`: it has happened, and there is nothing that could be put right but by looking
    into it.
    """

    clears: Clears
    is_past: bool = False


# Letting go of a stop moves nothing by itself: a motor may be waiting, and a hand under the lid.
KINDS: dict[HoldKind, Kind] = {
    "lid": Kind(Clears.ITSELF),
    "jam": Kind(Clears.ITSELF),
    "key_switch": Kind(Clears.ITSELF),
    "deck": Kind(Clears.ITSELF),
    "switches": Kind(Clears.ITSELF),
    "emergency_stop": Kind(Clears.FLOOR),
    "logic_door": Kind(Clears.OPERATOR),
    "crash_loop": Kind(Clears.OPERATOR, is_past=True),
    "write_failed": Kind(Clears.OPERATOR, is_past=True),
    "damaged": Kind(Clears.OPERATOR, is_past=True),
    "rolled_back": Kind(Clears.OPERATOR, is_past=True),
    "two_truths": Kind(Clears.OPERATOR, is_past=True),
    "program": Kind(Clears.OPERATOR, is_past=True),
    "link": Kind(Clears.OPERATOR, is_past=True),
}


class Hold(Frozen):
    """Something that has to be right before play goes on; the same from another source is
    another.
    """

    kind: HoldKind
    source: Source
    # again, or it is past: the floor, or an operator, has yet to let play go on
    is_right: bool = False

    @property
    def clears(self) -> Clears:
        return KINDS[self.kind].clears

    @property
    def is_lock(self) -> bool:
        return self.clears is Clears.OPERATOR
