"""Which files a journal is: one that loses its name while it is in use is found out, and one of
which only a part is left.
"""

import os
from contextlib import suppress
from pathlib import Path

from tablectl.journal.record import BadJournal, DamagedJournal
from tablectl.journal.wal import PAGE_BYTES

MAGIC = b"SQLite format 3\0"
Files = tuple[tuple[int, int] | None, tuple[int, int] | None]


def files_at(path: str, wal: str) -> Files:
    """Which files are the database and its WAL now: device and inode of each, None where there
    is none.
    """
    found: list[tuple[int, int] | None] = []
    for name in (path, wal):  # one loop: they are looked up before every write
        try:
            at = os.stat(name)
            found.append((at.st_dev, at.st_ino))
        except OSError:
            found.append(None)
    return found[0], found[1]


def resolve_path(path: Path) -> Path:
    """The file itself, behind all links: its lock, its WAL and what replaces it lie beside the
    file. Raises BadJournal.

    A link to nothing is refused: it leads perhaps to a disk that is not there, and a journal would
    be begun anew in its place.
    """
    if (closed := _why_closed_to_us(path)) is not None:
        raise BadJournal(closed)
    try:
        if path.is_symlink() and not path.exists():
            raise BadJournal(f"{path} can be no journal: it is a link to nothing.")
        real = path.resolve()
        return path if path.absolute() == real else real
    except RuntimeError:
        raise BadJournal(f"{path} can be no journal: its links lead in a circle.") from None
    except OSError as error:
        raise BadJournal(f"{path} can be no journal: {error.strerror}.") from None


def has_other_names(path: Path) -> bool:
    """Whether the file has a second name: a WAL that lies beside that one would be missed here.

    That of an archiving that was cut off is none (archive.py).
    """
    links = path.stat().st_nlink - 1
    if links:
        links -= sum(
            other.samefile(path) for other in path.parent.glob(f"{path.stem}-to-*{path.suffix}")
        )
    return links > 0


def is_ours(path: Path) -> bool:
    """Whether what lies there once was a database, or lost what it was; anything else somebody
    has put there by mistake.
    """
    try:
        begins = read_beginning(path)
    except OSError:
        return False
    alike = sum(one == other for one, other in zip(begins, MAGIC, strict=False))
    return 2 * alike >= len(begins) or not begins.strip(b"\0")


def _why_closed_to_us(path: Path) -> str | None:
    """Who may read the file, in a sentence, where this user may not; None: this user may, or it is
    not there.
    """
    for way in (*reversed(path.absolute().parents), path):
        if not os.path.exists(way):
            return None
        if not os.access(way, os.X_OK if way != path else os.R_OK, effective_ids=True):
            return (
                f"{way} is there for {_owner(way)} alone: run this as that user, "
                f"sudo -u {_owner(way)} tablectl ..."
            )
    return None


def _owner(path: Path) -> str:
    try:
        return path.owner()
    except KeyError:  # a number without a name
        return f"'#{path.stat().st_uid}'"


def must_begin_as_database(path: Path) -> None:
    """SQLite writes to a file that does not: it deletes the WAL of an empty one, and moves that of
    another into it.

    Raises DamagedJournal; OSError where it cannot be read.
    """
    begins, size = read_beginning(path), path.stat().st_size
    if not size:
        raise DamagedJournal(f"{path} is damaged: it is empty.")
    if begins != MAGIC[:size]:
        raise DamagedJournal(f"{path} cannot be read as a journal: file is not a database.")
    if size < PAGE_BYTES:
        raise DamagedJournal(f"{path} is damaged: it ends within its first page.")


def read_beginning(path: Path) -> bytes:
    """As many bytes as say that it is a database, where it has so many. Raises OSError."""
    with path.open("rb") as file:
        return file.read(len(MAGIC))


# of the files beside a journal
OWN_ENDS = ("-wal", "-shm", "-journal", "-lock", "-new", ".last", ".clock", ".test")


def why_left_behind(path: Path) -> str | None:
    """What of a journal that is gone would come into a new one there, in a sentence; None: nothing.

    Raises OSError also where the name has no room for an end of its own files.
    """
    for end in OWN_ENDS:
        with suppress(FileNotFoundError):
            os.lstat(f"{path}{end}")
    wal = Path(f"{path}-wal")
    if os.path.lexists(path) or not wal.is_file() or not wal.stat().st_size:
        return None
    return (
        f"{path} is gone, and {wal} with its newest rows is there: put the journal back, or move "
        "that file away to begin a new one."
    )


def give_name(new: Path, path: Path) -> None:
    """That file gets this name, and the disk knows it. Raises OSError."""
    new.rename(path)
    sync_path(path.parent)


def sync_path(path: Path) -> None:
    """The disk knows what is in this file, or which names are in this folder. Raises OSError."""
    end = os.open(path, os.O_RDONLY)
    try:
        os.fsync(end)
    finally:
        os.close(end)
