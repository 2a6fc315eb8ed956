"""The chain: a row's hash is SHA-256 over the hash before it and the stored bytes of every other
column of the row.

    hash before | mask | n at_ms wall_ms node epoch number | length of event, length of facts |
    event | facts | salt

Whole numbers are 64 bits, signed, big endian. The mask has a bit for each of the first seven
columns that is NULL (1 for n, 2 for at_ms, ... 64 for event), which is then written as 0, or as no
bytes. So two different rows never give the same bytes. The salt (salts.py) keeps a hash from
confirming what somebody guesses of a row's cards.
"""

import struct
from collections.abc import Sequence
from hashlib import sha256

from tablectl.engine.questions import Row
from tablectl.journal.record import Columns, Edge, Head, Stored, encode_values
from tablectl.journal.salts import Salts

START = sha256(b"tablectl journal 1").digest()  # the hash before row 1

_FIXED = struct.Struct(">B8q")


def hash_after(before: bytes, row: Stored) -> bytes:
    """What `row.hash` must be if the row before has the hash `before`; empty if a value is not
    of its column's type.
    """
    return row_hash(before, *row[:-1])


def row_hash(
    before: bytes,
    n: int,
    at_ms: int,
    wall_ms: int,
    node: int | None,
    epoch: int | None,
    number: int | None,
    event: bytes | None,
    facts: bytes,
    salt: bytes,
) -> bytes:
    """`hash_after`, of the row's other columns."""
    mask = 0
    if node is None or event is None or None in (n, at_ms, wall_ms, epoch, number):
        mask = sum(
            1 << at
            for at, column in enumerate((n, at_ms, wall_ms, node, epoch, number, event))
            if column is None
        )
        event = event or b""
    try:
        fixed = _FIXED.pack(
            mask,
            n or 0,
            at_ms or 0,
            wall_ms or 0,
            node or 0,
            epoch or 0,
            number or 0,
            len(event),
            len(facts),
        )
        return sha256(b"".join((before, fixed, event, facts, salt))).digest()
    except (struct.error, TypeError):
        return b""


# Rows as they are to be stored: numbered on from the last one, and with their hashes

NOTHING_YET = Head(0, START, 0)


def chain_rows(
    last: Head, rows: Sequence[Row], wall_ms: int, edge: Edge | None, salts: Salts
) -> list[Stored]:
    """The rows of a reading as they are stored after the row `last`, with their hashes."""
    came = (None, None, None) if not edge else (edge.node, edge.epoch, edge.number)
    if not rows and edge:
        return [_link_row(last, (last.at_ms, wall_ms, *came, None, encode_values(()), salts()))]
    stored: list[Stored] = []
    before: Head | Stored = last
    for row in rows:
        event = row.event
        before = _link_row(
            before,
            (
                event.at_ms,
                wall_ms,
                *came,
                encode_values(event),
                encode_values(row.facts),
                salts(),
            ),
        )
        stored.append(before)
    return stored


def snapshot_row(
    last: Head, snapshot: bytes, wall_ms: int, salts: Salts, at_ms: int | None = None
) -> Stored:
    """A snapshot (snapshot.py) as the row after the row `last`. `at_ms`: table time; None: that
    of the row before.
    """
    at_ms = last.at_ms if at_ms is None else at_ms
    return _link_row(last, (at_ms, wall_ms, None, None, None, None, snapshot, salts()))


def head_at(row: Stored) -> Head:
    return Head(row.n, row.hash, row.at_ms)


def _link_row(last: Head | Stored, columns: Columns) -> Stored:
    """A row of these columns, with its number and hash after the row `last`."""
    if columns[0] < last.at_ms:
        raise ValueError(f"Table time runs back from {last.at_ms} to {columns[0]} ms.")
    n = last.n + 1
    if not (hashed := row_hash(last.hash, n, *columns)):
        raise ValueError(f"A number of row {n} needs more than 64 bits.")
    return Stored(n, *columns, hashed)
