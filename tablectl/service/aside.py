"""What is written in the place of an event that failed: its name, and what went wrong, without any value of it."""

from collections.abc import Sequence
from pathlib import Path
from traceback import extract_tb

from tablectl.engine import events


def put_aside(happened: Sequence[events.AnyEvent], wrong: Exception, seats: int) -> events.EventFailed:
    """For a reading whose events failed: all of it is put aside, by its first event's name. `seats`: of the table."""
    event = happened[0]
    seat = getattr(event, "seat", None)
    return events.EventFailed(
        at_ms=event.at_ms, happened=str(event.__struct_config__.tag), error=type(wrong).__name__, where=where(wrong),
        seat=seat if seat is not None and 1 <= seat <= seats else None)


def where(wrong: BaseException) -> str:
    """The file and the line that raised it: `remedies.py:31`."""
    frames = extract_tb(wrong.__traceback__)
    return f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
