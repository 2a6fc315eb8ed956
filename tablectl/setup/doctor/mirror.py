"""The journal's mirror: whether it has what the journal has, and lies on another device."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tablectl.journal.mirror import must_be_one
from tablectl.journal.place import is_on_one_device
from tablectl.journal.record import BadJournal, DamagedJournal, JournalFailed
from tablectl.journal.store import Journal
from tablectl.setup.doctor.finding import Finding, mend, note, well

HOW: Final = "See to its disk. If the file itself is bad put it away: the next start makes it anew."


def probe(journal: Path, mirror: Path, *, is_running: bool) -> Iterator[Finding]:
    """What a running table knows of it is asked of the table."""
    if is_on_one_device(journal, mirror):
        says = f"{journal} and its mirror {mirror} are on one device: what takes the one takes the other."
        yield mend("mirror", says, "Put [journal] mirror on another disk: a USB stick will do.")
    if not is_running:
        yield _compared(journal, mirror)
    for file in sorted(aside for path in (journal, mirror) for aside in path.parent.glob(f"{path.stem}-aside-*{path.suffix}")):
        yield note("mirror", f"{file} was set aside, because it was not as it should be. Nobody but you takes it away.")


def _compared(journal: Path, mirror: Path) -> Finding:
    if not mirror.parent.is_dir():
        return mend("mirror", f"There is no directory {mirror.parent} for the mirror.", "Mount its disk, or make the directory.")
    if not mirror.exists():
        return note("mirror", f"There is no mirror {mirror} yet: the next start makes it.")
    try:
        with Journal.open(mirror, read_only=True) as other:
            if not journal.exists():
                return note("mirror", f"There is no journal {journal}: the next start makes it from {mirror}.")
            with Journal.open(journal, read_only=True) as rows:
                return _of_both(rows, other)
    except DamagedJournal as wrong:
        return mend("mirror", str(wrong), "The next start sets it aside, and makes it anew from the other.")
    except (BadJournal, JournalFailed) as wrong:
        return mend("mirror", str(wrong), "tablectl journal choose --config table.toml tells how each stands.")


def _of_both(journal: Journal, mirror: Journal) -> Finding:
    must_be_one(journal, mirror)
    ahead = mirror.head.n - journal.head.n
    if ahead > 0:
        says = f"{journal.path} ends at row {journal.head.n:,}, and its mirror {mirror.path} at row {mirror.head.n:,}."
        return mend("mirror", says, "The next start takes from the mirror what is lost, and an operator clears the lock.")
    if ahead < 0:
        says = f"{mirror.path} ends at row {mirror.head.n:,}, the journal at row {journal.head.n:,}: the next start brings it up."
        return note("mirror", says)
    return well("mirror", f"{mirror.path} has all rows that the journal has.")
