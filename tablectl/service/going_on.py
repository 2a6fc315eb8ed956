"""A journal that a program of other rules goes on with: a row says so, and so does a sentence, before anything else happens."""

from tablectl.engine.engine import RULES_VERSION
from tablectl.engine.events import ProgramWentOn
from tablectl.journal.replay import Recovered


def program_went_on(recovered: Recovered) -> ProgramWentOn | None:
    """None where the same rules go on."""
    if recovered.rules_version == RULES_VERSION:
        return None
    return ProgramWentOn(at_ms=recovered.at_ms, was=recovered.rules_version, now=RULES_VERSION)


def in_words(event: ProgramWentOn, last_row: int) -> str:
    """`last_row`: of the journal, as it was found."""
    return (f"The journal up to row {last_row:,} was decided under version {event.was} of the rules;"
            f" from here on version {event.now} decides.")
