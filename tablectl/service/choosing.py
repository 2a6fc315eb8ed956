"""Journal and mirror of a table that does not run: how each stands, and the one that a person decides for."""

from pathlib import Path
from typing import Final, Literal

from msgspec import Struct

from tablectl.journal.copying import copied_to
from tablectl.journal.mirror import common_rows, first_that_differs
from tablectl.journal.record import BadJournal, DamagedJournal, Head
from tablectl.journal.show import head_told
from tablectl.journal.store import Journal
from tablectl.service.config.loading import Config
from tablectl.service.deaths import Lives
from tablectl.service.old_rows import checked

Which = Literal["journal", "mirror"]
OTHER: Final[dict[Which, Which]] = {"journal": "mirror", "mirror": "journal"}


class Standing(Struct, frozen=True):
    """Of one of the two. `why_not`: why it cannot be read, in a sentence; then there is no head.

    `head_told`: ", head 0123456789abcdef", or nothing where that must not be told.
    """

    path: Path
    head: Head | None = None
    head_told: str = ""
    wall_ms: int | None = None          # of its last row
    why_not: str = ""


def paths_of(config: Config) -> dict[Which, Path]:
    """Raises BadJournal where the table has no mirror."""
    if not config.journal.mirror:
        raise BadJournal("The configuration names no [journal] mirror: there is nothing to choose from.")
    return {"journal": Path(config.journal.path), "mirror": Path(config.journal.mirror)}


def standing(path: Path) -> Standing:
    try:
        with Journal.open(path, read_only=True) as journal:
            newest = next(journal.stored(journal.head.n - 1), None)
            return Standing(path, journal.head, head_told(journal), newest.wall_ms if newest is not None else None)
    except BadJournal as wrong:
        return Standing(path, why_not=str(wrong))


def differ_from(config: Config) -> int | None:
    """The first row that is another in the mirror; None: as far as both go they have the same. Raises BadJournal."""
    paths = paths_of(config)
    with Journal.open(paths["journal"], read_only=True) as journal, Journal.open(paths["mirror"], read_only=True) as mirror:
        first, last = common_rows(journal, mirror)
        if last < first or journal.hash_of(last) == mirror.hash_of(last):
            return None
        return first_that_differs(journal, mirror, first, last)


def chosen(config: Config, which: Which) -> Path | None:
    """Takes that one for the truth: the other becomes a copy of it, and what it was is kept under the name that is returned.

    The next life is locked, for whoever may write these files need be no operator. Raises BadJournal, JournalFailed.
    """
    paths = paths_of(config)
    good, other = paths[which], paths[OTHER[which]]
    with Journal.open(good) as journal:
        if (wrong := checked(good, journal.head)) is not None:
            raise DamagedJournal(wrong)
        Lives(paths["journal"]).lock("two_truths")
        return copied_to(journal, other)
