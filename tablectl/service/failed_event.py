"""EventFailed: what is recorded in the place of an event whose handling raised. It holds no card
and no amount.
"""

from collections.abc import Sequence
from pathlib import Path
from traceback import extract_tb

from tablectl.engine import events


def set_aside(
    happened: Sequence[events.AnyEvent], wrong: Exception, seats: int
) -> events.EventFailed:
    """The replacement for a whole reading, under the name of its first event. `seats`: how many
    the table has.
    """
    event = happened[0]
    source = getattr(event, "source", None)
    seat = getattr(event, "seat", None) if source is None else source.seat
    return events.EventFailed(
        at_ms=event.at_ms,
        happened=str(event.__struct_config__.tag),
        error=type(wrong).__name__,
        where=where(wrong),
        seat=seat if seat is not None and 1 <= seat <= seats else None,
    )


def where(wrong: BaseException) -> str:
    """The file and the line that raised it: `remedies.py:31`."""
    frames = extract_tb(wrong.__traceback__)
    return f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
