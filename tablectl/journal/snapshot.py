"""Snapshots: now and then the journal keeps all that a start needs in a row of its own, so that a
start need not begin at row 1.

A snapshot is a row without event and without edge; the chain covers it like any other. It says
nothing that the rows before it do not say, so it may always be passed over. It is used only under
the rules and the shape of values under which it was written.
"""

import msgspec

from tablectl.engine.engine import RULES_VERSION
from tablectl.engine.facts import TableOpened
from tablectl.engine.state.table import Table
from tablectl.structs import Frozen

SHAPE = "3ce1fa93431542a3"  # of Recovered and all that it holds: tests/journal/shape.py


class WrongPins(Frozen):
    """In a row, under the names of one group, as the last row about them says."""

    wrong: int
    at_ms: int


class Recovered(Frozen):
    """All that a start needs."""

    table: Table
    at_ms: int  # table time goes on from here
    configured: TableOpened  # row 1, with later changes of the configuration
    rules_version: str  # under which the last rows were decided
    # by node: (epoch, number) of its last edge; up to it all are repeats
    last_numbers: dict[int, tuple[int, int]]
    deck: str = ""  # the one in play; empty: none was put
    # the program has started, and has not ended by a command since
    is_on: bool = False
    # by group of names; without those whose last PIN was right
    pins: dict[int, WrongPins] = {}


class Snapshot(Frozen):
    shape: str
    rules_version: str  # of the program that wrote it
    recovered: msgspec.Raw
    # of the deck in play, as service/decks/auditing.py writes it; empty: none
    audit: bytes = b""
    # in a file that goes on from an archived one: the hash of the row before
    behind: bytes = b""


_snapshots = msgspec.msgpack.Decoder(Snapshot)
_recovered = msgspec.msgpack.Decoder(Recovered)
_encoder = msgspec.msgpack.Encoder()


def snapshot_bytes(recovered: Recovered, audit: bytes = b"", behind: bytes = b"") -> bytes:
    return _encoder.encode(
        Snapshot(SHAPE, RULES_VERSION, msgspec.Raw(_encoder.encode(recovered)), audit, behind)
    )


def behind_in(stored: bytes | None) -> bytes:
    """The hash of the row before, which is in another file; empty: it is in the same, or this
    cannot be read.

    None: in a file that is damaged a row may have nothing where its facts were.
    """
    try:
        return _snapshots.decode(stored or b"").behind
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return b""


def audit_in(stored: bytes) -> bytes:
    """What a snapshot holds of the deck's audit; empty: nothing, or other rules wrote it. Raises
    what msgspec raises.
    """
    snapshot = _snapshots.decode(stored)
    return snapshot.audit if snapshot.rules_version == RULES_VERSION else b""


def recovered_in(stored: bytes) -> Recovered | None:
    """What a snapshot holds; None: a program with other rules or other values wrote it. Raises
    what msgspec raises.
    """
    snapshot = _snapshots.decode(stored)
    if (snapshot.shape, snapshot.rules_version) != (SHAPE, RULES_VERSION):
        return None
    return _recovered.decode(snapshot.recovered)
