"""What is wrong with what a running table has, beside the cards and chips, and what to do about it.
The log and the doctor say it in English, the status in the table's language.
"""

from tablectl.structs import Frozen, JsonObject
from tablectl.text import Names, T, Text, Value, say, unnamed

WIRES = T("Look at its key or its wires, and whether another program has its pins.")
MIRROR = T("See to its disk. If the file itself is bad put it away: the next start makes it anew.")
UNUSED = T("Pull its plug, or give it a number that is looked for and no other has.")


class Trouble(Frozen):
    finding: Value
    remedy: Text


def say_trouble(trouble: Trouble, names: Names = unnamed) -> JsonObject:
    return {"finding": say(trouble.finding, names), "remedy": say(trouble.remedy, names)}


def name_device(seat: int | None) -> Text:
    """In mid-sentence; None is the shoe."""
    return T("the shoe") if seat is None else T("seat {at}", at=seat)
