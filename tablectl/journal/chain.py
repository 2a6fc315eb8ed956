"""The chain: a row's hash is SHA-256 over the hash before it and the stored bytes of every other column of the row.

    hash before | mask | n at_ms wall_ms node epoch number | length of event, length of facts | event | facts | salt

Whole numbers are 64 bits, signed, big endian. The mask has a bit for each of the first seven columns that is NULL (1
for n, 2 for at_ms, ... 64 for event), which is then written as 0, or as no bytes. So two different rows never give the
same bytes. The salt (salts.py) keeps a hash from confirming what somebody guesses of a row's cards.
"""

import struct
from hashlib import sha256
from typing import Final

from tablectl.journal.record import Stored

START: Final = sha256(b"tablectl journal 1").digest()       # the hash before row 1

_FIXED: Final = struct.Struct(">B8q")


def hash_after(before: bytes, row: Stored) -> bytes:
    """What `row.hash` must be if the row before has the hash `before`; empty if a value is not of its column's type."""
    n, at_ms, wall_ms, node, epoch, number, event, facts, salt, _ = row
    mask = 0 if node is not None and epoch is not None and number is not None and event is not None else _mask(row)
    body = b"" if event is None else event
    try:
        edge = (node or 0, epoch or 0, number or 0)
        fixed = _FIXED.pack(mask, n or 0, at_ms or 0, wall_ms or 0, *edge, len(body), len(facts))
        return sha256(b"".join((before, fixed, body, facts, salt))).digest()
    except (struct.error, TypeError):
        return b""


def _mask(row: Stored) -> int:
    return sum(1 << at for at, column in enumerate(row[:7]) if column is None)
