"""The chain: a row's hash is SHA-256 over the hash before it and the stored bytes of every other column of the row.

    hash before | mask | n at_ms wall_ms node epoch number | length of event, length of facts | event | facts | salt

Whole numbers are 64 bits, signed, big endian. The mask has a bit for each of the first seven columns that is NULL (1
for n, 2 for at_ms, ... 64 for event), which is then written as 0, or as no bytes. So two different rows never give the
same bytes. The salt (salts.py) keeps a hash from confirming what somebody guesses of a row's cards.
"""

import struct
from hashlib import sha256

from tablectl.journal.record import Stored

START = sha256(b"tablectl journal 1").digest()       # the hash before row 1

_FIXED = struct.Struct(">B8q")


def hash_after(before: bytes, row: Stored) -> bytes:
    """What `row.hash` must be if the row before has the hash `before`; empty if a value is not of its column's type."""
    return hash_of(before, *row[:-1])


def hash_of(
    before: bytes, n: int, at_ms: int, wall_ms: int, node: int | None, epoch: int | None, number: int | None,
    event: bytes | None, facts: bytes, salt: bytes,
) -> bytes:
    """`hash_after`, of the row's other columns."""
    mask = 0
    if node is None or event is None or None in (n, at_ms, wall_ms, epoch, number):
        mask = sum(1 << at for at, column in enumerate((n, at_ms, wall_ms, node, epoch, number, event)) if column is None)
        event = event or b""
    try:
        fixed = _FIXED.pack(
            mask, n or 0, at_ms or 0, wall_ms or 0, node or 0, epoch or 0, number or 0, len(event), len(facts))
        return sha256(b"".join((before, fixed, event, facts, salt))).digest()
    except (struct.error, TypeError):
        return b""
