"""Rows as they are to be stored: numbered on from the last one, and with their hashes."""

from collections.abc import Sequence

from tablectl.engine.questions import Row
from tablectl.journal.chain import START, hash_of
from tablectl.journal.record import Columns, Edge, Head, Stored, encoded
from tablectl.journal.salts import Salts

NOTHING_YET = Head(0, START, 0)


def chained(last: Head, rows: Sequence[Row], wall_ms: int, edge: Edge | None, salts: Salts) -> list[Stored]:
    """The rows of a reading as they are stored after the row `last`, with their hashes."""
    came = (None, None, None) if edge is None else (edge.node, edge.epoch, edge.number)
    if not rows and edge is not None:
        return [_linked(last, (last.at_ms, wall_ms, *came, None, encoded(()), salts()))]
    stored: list[Stored] = []
    for row in rows:
        event = row.event
        stored.append(_linked(last, (event.at_ms, wall_ms, *came, encoded(event), encoded(row.facts), salts())))
        last = head_of(stored[-1])
    return stored


def kept(last: Head, snapshot: bytes, wall_ms: int, salts: Salts, at_ms: int | None = None) -> Stored:
    """A snapshot (snapshot.py) as the row after the row `last`. `at_ms`: table time; None: that of the row before."""
    at_ms = last.at_ms if at_ms is None else at_ms
    return _linked(last, (at_ms, wall_ms, None, None, None, None, snapshot, salts()))


def head_of(row: Stored) -> Head:
    return Head(row.n, row.hash, row.at_ms)


def _linked(last: Head, columns: Columns) -> Stored:
    """A row of these columns, with its number and hash after the row `last`."""
    if columns[0] < last.at_ms:
        raise ValueError(f"Table time runs back from {last.at_ms} to {columns[0]} ms.")
    n = last.n + 1
    if not (hashed := hash_of(last.hash, n, *columns)):
        raise ValueError(f"A number of row {n} needs more than 64 bits.")
    return Stored(n, *columns, hashed)
