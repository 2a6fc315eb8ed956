"""Rows as they are to be stored: numbered on from the last one, and with their hashes."""

from collections.abc import Sequence
from typing import Final

from tablectl.engine.questions import Row
from tablectl.journal.chain import START, hash_after
from tablectl.journal.record import Edge, Head, Stored, event_bytes, facts_bytes
from tablectl.journal.salts import Salts

NOTHING_YET: Final = Head(0, START, 0)


def chained(last: Head, rows: Sequence[Row], wall_ms: int, edge: Edge | None, salts: Salts) -> list[Stored]:
    """The rows of a reading as they are stored after the row `last`, with their hashes."""
    node, epoch, number = (None, None, None) if edge is None else (edge.node, edge.epoch, edge.number)
    written: list[tuple[int, bytes | None, bytes]] = [
        (row.event.at_ms, event_bytes(row.event), facts_bytes(row.facts)) for row in rows]
    if not rows and edge is not None:
        written = [(last.at_ms, None, facts_bytes(()))]
    stored: list[Stored] = []
    for at_ms, event, facts in written:
        stored.append(linked(last, Stored(0, at_ms, wall_ms, node, epoch, number, event, facts, salts(), b"")))
        last = head_of(stored[-1])
    return stored


def kept(last: Head, snapshot: bytes, wall_ms: int, salts: Salts) -> Stored:
    """A snapshot (snapshot.py) as the row after the row `last`."""
    return linked(last, Stored(0, last.at_ms, wall_ms, None, None, None, None, snapshot, salts(), b""))


def head_of(row: Stored) -> Head:
    return Head(row.n, row.hash, row.at_ms)


def linked(last: Head, row: Stored) -> Stored:
    """The row with its number and hash after the row `last`."""
    if row.at_ms < last.at_ms:
        raise ValueError(f"Table time runs back from {last.at_ms} to {row.at_ms} ms.")
    row = row._replace(n=last.n + 1)
    if not (hashed := hash_after(last.hash, row)):
        raise ValueError(f"A number of row {row.n} needs more than 64 bits.")
    return row._replace(hash=hashed)
