"""Finds damage in a WAL before SQLite opens it: SQLite silently drops every commit after a bad frame.

A power cut is no damage. Every commit is synced before the next begins, so a power cut leaves at most one commit, never
acknowledged, after the first bad frame. Two or more mean that acknowledged readings lie behind damage. Whether a single one was
acknowledged cannot be seen here; a head kept elsewhere shows it. Frames of an earlier power cut must not be counted, so store.py
empties the WAL when it opens a journal for writing.
Layout: https://www.sqlite.org/fileformat2.html#walformat
"""

import struct
from pathlib import Path
from typing import Final

HEADER: Final = struct.Struct(">8I")        # magic, version, page size, checkpoint number, two salts, two sums
FRAME: Final = struct.Struct(">6I")         # page, pages after this commit (0: no commit), two salts, two sums
LITTLE, BIG = 0x377F0682, 0x377F0683        # the magic gives the byte order of the checksums
MASK: Final = 0xFFFFFFFF
PAGE_BYTES: Final = 4_096                   # of every journal that store.py has made


def commits_behind_damage(database: Path) -> int:
    """The number of whole commits after a bad frame in the WAL of `database`: SQLite would drop them."""
    try:
        wal = Path(f"{database}-wal").read_bytes()
    except FileNotFoundError:
        return 0
    if len(wal) < HEADER.size + FRAME.size:
        return 0
    magic, _, page_bytes, _, *salts, sum_1, sum_2 = HEADER.unpack_from(wal)
    order = "<" if magic == LITTLE else ">"
    is_good = magic in (LITTLE, BIG) and sums(wal[:24], order, 0, 0) == (sum_1, sum_2)
    if not is_good:                         # the header is damaged, salts and page size perhaps too: take the first frame's
        salts, page_bytes = list(FRAME.unpack_from(wal, HEADER.size)[2:4]), PAGE_BYTES
    commits = 0
    for at in range(HEADER.size, len(wal) - FRAME.size - page_bytes + 1, FRAME.size + page_bytes):
        _, pages, salt_1, salt_2, *stated = FRAME.unpack_from(wal, at)
        if is_good:
            sum_1, sum_2 = sums(wal[at:at + 8], order, sum_1, sum_2)
            sum_1, sum_2 = sums(wal[at + FRAME.size:at + FRAME.size + page_bytes], order, sum_1, sum_2)
            is_good = [salt_1, salt_2] == salts and [sum_1, sum_2] == stated
        if not is_good and pages and [salt_1, salt_2] == salts:     # frames with other salts are older than the last checkpoint
            commits += 1
    return commits if commits > 1 else 0


def sums(data: bytes, order: str, first: int, second: int) -> tuple[int, int]:
    """SQLite's running checksum over `data`, whole pairs of 32-bit words."""
    for one, other in struct.iter_unpack(f"{order}2I", data):
        first = (first + one + second) & MASK
        second = (second + other + first) & MASK
    return first, second
