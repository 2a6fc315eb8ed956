"""A program with another version of the rules continues a journal: a row and a sentence record it before anything else."""

from tablectl.engine.engine import RULES_VERSION
from tablectl.engine.events import ProgramWentOn
from tablectl.journal.snapshot import Recovered


def program_went_on(recovered: Recovered) -> ProgramWentOn | None:
    """The event to record; None if the versions are the same."""
    if recovered.rules_version == RULES_VERSION:
        return None
    return ProgramWentOn(at_ms=recovered.at_ms, was=recovered.rules_version, now=RULES_VERSION)


def in_words(event: ProgramWentOn, last_row: int) -> str:
    """The sentence. `last_row`: the number of the last row at the start."""
    return (f"The journal up to row {last_row:,} was decided under version {event.was} of the rules;"
            f" from here on version {event.now} decides.")
