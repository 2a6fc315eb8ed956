"""Closes a journal's file and lets the next one go on from it: rows are numbered on, and the chain
goes on.

The file that is closed gets a name with its last row's number beside the journal. The next has one
row, a snapshot that names the hash of the row before it, so that nothing is lost of what the nodes
and others keep of heads. Until the new file has the journal's name, the old one has it; a table can
always be started.
"""

import os
import re
from pathlib import Path

from tablectl.journal.record import BadJournal, JournalFailed, Stored
from tablectl.journal.store import Journal, write_new

OF_AN_ARCHIVED = re.compile(r"-to-[0-9]+$")


def archive_path(path: Path, n: int) -> Path:
    """The name of the file whose last row is row n, beside the journal, or beside another of its
    archived files.
    """
    return path.with_name(f"{OF_AN_ARCHIVED.sub('', path.stem)}-to-{n}{path.suffix}")


def archive_journal(journal: Journal, first: Stored) -> Path:
    """Ends that journal, open for writing, and puts one with this row in its place; returns the
    name of the ended one.

    `first`: what `journal.beginning` made, the same for its mirror. Raises BadJournal, which
    changes nothing, and JournalFailed.
    """
    path, head = journal.path.resolve(), journal.head
    archived = archive_path(path, head.n)
    if os.geteuid() != path.stat().st_uid:
        raise BadJournal(
            f"{path} belongs to another user: the next one has to belong to the same. Archive it "
            "as that user."
        )
    journal.become_one_file()
    try:
        _remove_unfinished(path)
        os.link(path, archived)
    except FileExistsError:
        raise BadJournal(f"There is a file {archived} already.") from None
    except OSError as error:
        raise JournalFailed(
            f"{path} could not get the name {archived}: {error.strerror}."
        ) from None
    write_new(path, [first])
    return archived


def _remove_unfinished(path: Path) -> None:
    """An attempt that was cut off has left the journal under a second name."""
    for other in path.parent.glob(f"{path.stem}-to-*{path.suffix}"):
        if other.samefile(path):
            other.unlink()
