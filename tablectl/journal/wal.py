"""A damaged WAL told from an unfinished one, before SQLite opens it and silently drops what comes after the damage.

Each frame's checksum goes on from the one before. Every commit is synced before the next begins, so a pulled plug
leaves at most one commit after the first bad frame: the one that was never acknowledged. Two or more, and readings that
were acknowledged are behind damage. One alone cannot be told apart here: that takes a head kept elsewhere. So that no
leftover of an earlier cut is ever taken for a commit, store.py empties the WAL when it opens a journal to write.
Layout: https://www.sqlite.org/fileformat2.html#walformat
"""

import struct
from pathlib import Path
from typing import Final

HEADER: Final = struct.Struct(">8I")        # magic, version, page size, checkpoint number, two salts, two sums
FRAME: Final = struct.Struct(">6I")         # page, pages after this commit (0: no commit), two salts, two sums
LITTLE, BIG = 0x377F0682, 0x377F0683        # the magic says in which byte order sums are made
MASK: Final = 0xFFFFFFFF
PAGE_BYTES: Final = 4_096                   # of every journal that store.py has made


def commits_behind_damage(database: Path) -> int:
    """How many commits stand in the WAL beside `database` that SQLite would drop though they were acknowledged."""
    try:
        wal = Path(f"{database}-wal").read_bytes()
    except FileNotFoundError:
        return 0
    if len(wal) < HEADER.size + FRAME.size:
        return 0
    magic, _, page_bytes, _, *salts, sum_1, sum_2 = HEADER.unpack_from(wal)
    order = "<" if magic == LITTLE else ">"
    is_good = magic in (LITTLE, BIG) and sums(wal[:24], order, 0, 0) == (sum_1, sum_2)
    if not is_good:                         # so salts and page size may be wrong too: take the first frame's
        salts, page_bytes = list(FRAME.unpack_from(wal, HEADER.size)[2:4]), PAGE_BYTES
    commits = 0
    for at in range(HEADER.size, len(wal) - FRAME.size - page_bytes + 1, FRAME.size + page_bytes):
        _, pages, salt_1, salt_2, *stated = FRAME.unpack_from(wal, at)
        if is_good:
            sum_1, sum_2 = sums(wal[at:at + 8], order, sum_1, sum_2)
            sum_1, sum_2 = sums(wal[at + FRAME.size:at + FRAME.size + page_bytes], order, sum_1, sum_2)
            is_good = [salt_1, salt_2] == salts and [sum_1, sum_2] == stated
        if not is_good and pages and [salt_1, salt_2] == salts:     # other salts: left over from before a checkpoint
            commits += 1
    return commits if commits > 1 else 0


def sums(data: bytes, order: str, first: int, second: int) -> tuple[int, int]:
    """SQLite's running checksum over `data`, whole pairs of 32-bit words."""
    for one, other in struct.iter_unpack(f"{order}2I", data):
        first = (first + one + second) & MASK
        second = (second + other + first) & MASK
    return first, second
