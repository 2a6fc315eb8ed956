"""What is told to people of a reading: its notices and refusals, and what became of a ruling."""

from typing import TypeAlias

from tablectl.engine.facts import Noticed, Refused
from tablectl.structs import Frozen
from tablectl.text import Value

CODE = "ruled"  # of the notice that tells a ruling
LEAVING = "leaves"  # of one that tells who leaves the table


class ReadOut(Frozen):
    """What is told to all of a ruling, or of a player who leaves: a notice that no journal has,
    for its facts do.
    """

    text: Value
    code: str = CODE
    seat: int | None = None


News: TypeAlias = Noticed | Refused | ReadOut
