"""News for people: the notices and refusals of a reading, and what became of a ruling."""

from typing import TypeAlias

from tablectl.engine.facts import Noticed, Refused
from tablectl.structs import Frozen
from tablectl.text import Value

CODE = "ruled"  # of the notice that tells a ruling
LEAVING = "leaves"  # of one that tells who leaves the table


class ReadOut(Frozen):
    """A notice about a ruling, or a player who leaves. The journal has its facts only."""

    text: Value
    code: str = CODE
    seat: int | None = None


News: TypeAlias = Noticed | Refused | ReadOut
