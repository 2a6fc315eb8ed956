"""Which program ran the table last: a digest of its files, kept in a small file beside the journal.

A start of another one locks the table: somebody has changed it while it was off, and an operator has to know of it. The digest is
taken anew at each start, for a remembered one would have to go by a file's date, which anybody may set.
"""

import os
from collections.abc import Callable, Iterator
from hashlib import blake2b
from pathlib import Path

import firmware_io
import tablectl
from tablectl.engine.events import HoldKind
from tablectl.journal.record import JournalFailed
from tablectl.service.books.reading import NotThere, Unreadable, read_file

ENDINGS = (".py", ".so", ".toml")        # sources, the evaluator in C, what a game is made of
MOST_BYTES = 1_024
SHOWN = 12                               # digits of a digest in the log
PACKAGES = tuple(Path(package.__file__).parent for package in (tablectl, firmware_io) if package.__file__)


def digest(packages: tuple[Path, ...] = PACKAGES) -> str:
    """Of every file that the program is made of, with its name. Raises OSError."""
    whole = blake2b(digest_size=32)
    for package in packages:
        for name, path in _files(str(package), package.name):
            text = Path(path).read_bytes()
            whole.update(f"{name}\0{len(text)}\0".encode())
            whole.update(text)
    return whole.hexdigest()


def _files(folder: str, name: str) -> Iterator[tuple[str, str]]:
    """In an order that is the same on every disk. What Python has compiled by itself is made of the rest."""
    with os.scandir(folder) as found:
        entries = sorted(found, key=lambda entry: entry.name)
    for entry in entries:
        if entry.is_dir() and entry.name != "__pycache__":
            yield from _files(entry.path, f"{name}/{entry.name}")
        elif entry.name.endswith(ENDINGS):
            yield f"{name}/{entry.name}", entry.path


class Program:
    """The one that runs, at one journal. Raises JournalFailed where its file cannot be written."""

    def __init__(self, journal: Path, tell: Callable[[str], None]) -> None:
        self.path = journal.with_name(journal.name + ".program")
        self._tell = tell
        self._before = ""
        self._now = ""

    def began(self, *, is_locked_by: bool) -> tuple[HoldKind, ...]:
        """What the table is locked by: nothing where the same one ran last, or none did. `is_locked_by`: as configured."""
        self._before = self._last()
        try:
            self._now = digest()
        except OSError as wrong:        # while it is being installed anew: what is there by now is not what runs
            self._now = f"unreadable: {wrong.strerror}"
        if self._before in ("", self._now):
            return ()
        self._tell(f"The program is another than the one that ran this table last: {self._now[:SHOWN]}, and that was "
                   f"{self._before[:SHOWN]}.")
        return ("program",) if is_locked_by else ()

    def keep(self) -> None:
        """What `began` told is in the journal: from now on this is the program of the table."""
        if self._now == self._before:
            return
        new = self.path.with_name(self.path.name + ".new")
        try:
            with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
                file.write(self._now.encode() + b"\n")
                file.flush()
                os.fsync(file.fileno())
            new.replace(self.path)
        except OSError as wrong:
            raise JournalFailed(f"{self.path} could not be written: {wrong.strerror}.") from None

    def _last(self) -> str:
        """What the file says, whatever that is: a damaged one is another program's. Empty: there is none."""
        try:
            return read_file(self.path, MOST_BYTES).decode("ascii", "replace").strip() or "nothing"
        except NotThere:
            return ""
        except Unreadable:
            return "unreadable"
