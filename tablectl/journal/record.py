"""A record: one row of the journal as it is stored, and as it is read."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from tablectl.engine.events import AnyEvent
from tablectl.engine.facts import ANY_FACT, Fact
from tablectl.structs import Frozen, Light


class BadJournal(ValueError):
    """A file that is no journal, or a damaged one; the message is a sentence."""


class DamagedJournal(BadJournal):
    """The file has changed since it was written: no fault of the configuration."""


class NoJournal(BadJournal):
    """Something else lies there; or a journal that is so damaged that it looks like it."""


class BusyJournal(BadJournal):
    """Another process has it open for writing."""


class JournalFailed(Exception):
    """A write or a sync failed: the process must end. Never retried, for a second fsync may
    report success wrongly.
    """


class Edge(Light):
    """The number a device gave to a reading, so that a repeat after a restart is recognised."""

    node: int
    epoch: int
    number: int
    # 31 bits of its message, stored beside the rows of each node's last; None: not known
    said: int | None = None


class Head(Light):
    """The last row: its number (0: there is none yet), its hash, and its table time."""

    n: int
    hash: bytes
    at_ms: int


class Stored(NamedTuple):
    """A row's columns, byte for byte, in the order in which the chain takes them."""

    n: int
    at_ms: int  # table time
    # wall time, whole milliseconds since 1970 UTC: for people only
    wall_ms: int
    # node, epoch and number: the reading's edge, NULL if it had none
    node: int | None
    epoch: int | None
    number: int | None
    # NULL: a reading without an event, with nothing but its edge; or a snapshot
    event: bytes | None
    facts: bytes  # or the snapshot
    salt: bytes  # salts.py says what for
    hash: bytes

    @property
    def is_snapshot(self) -> bool:
        return self.event is None and self.node is None


# of `Stored`, at_ms to salt
Columns = tuple[int, int, int | None, int | None, int | None, bytes | None, bytes, bytes]


class Record(Frozen):
    n: int
    at_ms: int
    wall_ms: int
    edge: Edge | None
    event: AnyEvent | None
    facts: tuple[Fact, ...]
    is_snapshot: bool = False  # it only keeps what the rows before it have led to


_encoder = msgspec.msgpack.Encoder()
_events: msgspec.msgpack.Decoder[AnyEvent] = msgspec.msgpack.Decoder(AnyEvent)
_facts: msgspec.msgpack.Decoder[tuple[Fact, ...]] = msgspec.msgpack.Decoder(tuple[ANY_FACT, ...])


def encode_values(what: AnyEvent | Sequence[Fact]) -> bytes:
    """An event, or the facts of a row, as the journal stores it."""
    return _encoder.encode(what)


def read_facts(row: Stored) -> tuple[Fact, ...]:
    """The facts alone, which is all that recovery needs; a snapshot has none. Raises BadJournal."""
    if row.is_snapshot:
        return ()
    try:
        return _facts.decode(row.facts)
    except (msgspec.MsgspecError, UnicodeDecodeError, TypeError):
        # the cause might name a card
        raise DamagedJournal(f"Row {row.n} holds facts that cannot be read.") from None


def read_record(row: Stored) -> Record:
    """The row read. Raises BadJournal."""
    try:
        event = None if row.event is None else _events.decode(row.event)
    except (msgspec.MsgspecError, UnicodeDecodeError, TypeError):
        raise DamagedJournal(f"Row {row.n} holds an event that cannot be read.") from None
    return Record(
        row.n, row.at_ms, row.wall_ms, read_edge(row), event, read_facts(row), row.is_snapshot
    )


def read_edge(row: Stored) -> Edge | None:
    if row.node is None or row.epoch is None or row.number is None:
        return None
    return Edge(row.node, row.epoch, row.number)
