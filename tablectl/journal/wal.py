"""Finds damage in a WAL before SQLite opens it: SQLite silently drops every commit after a bad
frame.

A power cut is no damage. Every commit is synced before the next begins, so a power cut leaves at
most one commit, never acknowledged, after the first bad frame. Two or more mean that acknowledged
readings lie behind damage. Whether a single one was acknowledged cannot be seen here; a head stored
elsewhere shows it. Frames of an earlier power cut must not be counted, so store.py empties the WAL
when it opens a journal for writing. Layout: https://www.sqlite.org/fileformat2.html#walformat
"""

import errno
import struct
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

# magic, version, page size, checkpoint number, two salts, two sums
HEADER = struct.Struct(">8I")
# page, pages after this commit (0: no commit), two salts, two sums
FRAME = struct.Struct(">6I")
LITTLE, BIG = 0x377F0682, 0x377F0683  # the magic gives the byte order of the checksums
MASK = 0xFFFFFFFF
USUAL = "<" if sys.byteorder == "little" else ">"
PAGE_BYTES = 4_096  # of every journal that store.py has made
SECTOR = 512  # bytes: what any disk writes whole or not at all


class Frame(NamedTuple):
    page: int
    ends_commit: bool
    is_good: bool  # so are all before it: SQLite reads it
    # page and ends_commit are as they were written, in this WAL and not in an older one
    is_credible: bool


def commits_behind_damage(database: Path) -> int:
    """The number of whole commits from a bad frame on in the WAL of `database`: SQLite would
    drop them.
    """
    path = Path(f"{database}-wal")
    try:
        # a pipe would be waited for without end
        if path.exists() and not (path.is_file() or path.is_dir()):
            raise OSError(errno.EINVAL, "It is no file", str(path))
        wal = path.read_bytes()
    except FileNotFoundError:
        return 0
    # since: the pages after the last commit, of which none is written twice in one
    commits, since = 0, set[int]()
    for frame in read_frames(wal) if len(wal) >= HEADER.size + FRAME.size else ():
        if not frame.is_credible:
            continue
        # a commit ended before this frame, and the frame that ended it is damaged
        is_hidden = frame.page in since
        if not frame.is_good:
            commits += frame.ends_commit + is_hidden
        since = set() if frame.ends_commit else {frame.page} if is_hidden else since | {frame.page}
    return commits if commits > 1 else 0


def read_frames(wal: bytes) -> Iterator[Frame]:
    """All that have room in the file. A header in two sectors may be half an older one's: then
    the sums must be right.
    """
    magic, _, page_bytes, _, *salts, sum_1, sum_2 = HEADER.unpack_from(wal)
    order = "<" if magic == LITTLE else ">"
    is_good = magic in (LITTLE, BIG) and running_sums(wal[:24], order, 0, 0) == (sum_1, sum_2)
    # the header is damaged, salts and page size perhaps too: take the first frame's
    if not is_good:
        order, salts, page_bytes = USUAL, list(FRAME.unpack_from(wal, HEADER.size)[2:4]), PAGE_BYTES
    before, is_of_this = (sum_1, sum_2), True
    for at in range(HEADER.size, len(wal) - FRAME.size - page_bytes + 1, FRAME.size + page_bytes):
        page, pages, salt_1, salt_2, *stated = FRAME.unpack_from(wal, at)
        # others have those of before the last checkpoint
        has_salts = [salt_1, salt_2] == salts
        is_whole = (has_salts or is_of_this) and is_summed(
            wal[at : at + FRAME.size + page_bytes], order, before
        )
        # a sum goes on from the frame before, and holds no salts
        is_of_this = has_salts or (is_whole and is_of_this)
        is_good = is_good and is_whole and has_salts
        yield Frame(
            page,
            pages > 0,
            is_good,
            is_of_this and (is_whole or at % SECTOR + FRAME.size <= SECTOR),
        )
        before = (stated[0], stated[1])


def is_summed(frame: bytes, order: str, before: tuple[int, int]) -> bool:
    after = running_sums(frame[FRAME.size :], order, *running_sums(frame[:8], order, *before))
    return after == FRAME.unpack_from(frame)[4:]


def running_sums(data: bytes, order: str, first: int, second: int) -> tuple[int, int]:
    """SQLite's running checksum over `data`, whole pairs of 32-bit words."""
    for one, other in struct.iter_unpack(f"{order}2I", data):
        first = (first + one + second) & MASK
        second = (second + other + first) & MASK
    return first, second
