"""Snapshots: a start begins at the newest one, and comes to the same table as from row 1, or not
at all.
"""

import sqlite3
from contextlib import closing
from random import Random

import msgspec
import pytest

from tablectl.journal import snapshot
from tablectl.journal.chain import hash_after
from tablectl.journal.record import BadJournal, DamagedJournal, Edge
from tablectl.journal.replay import recover, recover_since
from tablectl.journal.snapshot import Recovered, snapshot_bytes
from tablectl.journal.store import Journal
from tablectl.journal.verify import verify

from .shape import shape_of


@pytest.fixture(scope="module")
def readings(played):
    return played(2, 5)[0]


def write(path, readings, kept_after):
    """With a snapshot after each of these readings."""
    with Journal.create(path) as journal:
        for number, reading in enumerate(readings):
            journal.append(reading, wall_ms=0, edge=Edge(number % 3, 7, number) if number else None)
            if number in kept_after:
                journal.keep(snapshot_bytes(recover(journal)), wall_ms=0)


def start(path, **options):
    with Journal.open(path, read_only=True) as journal:
        recovered, since = recover_since(journal, **options)
        return recovered, since.n


def change(path, sql, *values):
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute(sql, values)


def test_what_a_snapshot_holds_has_the_shape_that_it_names():
    """A change of the table's values makes earlier snapshots unreadable: a start then begins at
    row 1, and keeps a new one.
    """
    shape = shape_of(Recovered)
    assert shape == snapshot.SHAPE, f"The values of a snapshot have changed: SHAPE becomes {shape}."


def test_a_shape_is_the_same_whatever_the_docstrings_say():
    """Python 3.13 indents them otherwise; a field changes the shape, also one that is called as
    they are in a schema.
    """

    def made(doc, name="description"):
        return msgspec.defstruct(
            "One", [(name, str), ("inner", tuple[int, ...])], namespace={"__doc__": doc}
        )

    assert (
        shape_of(made("One.\n\n    Indented."))
        == shape_of(made("One.\n\nIndented."))
        == shape_of(made(""))
    )
    assert shape_of(made("One.")) != shape_of(made("One.", "other"))


@pytest.mark.slow
def test_a_start_at_a_snapshot_comes_to_the_table_of_a_start_at_row_1(readings, tmp_path):
    """At each reading of two hands, with one or more snapshots behind it."""
    for last in range(1, len(readings)):
        path = tmp_path / str(last)
        kept = {last // 2, last - 1 - last // 5}
        write(path, readings[: last + 1], kept)
        at_snapshot, since = start(path)
        from_row_1, _ = start(path, from_row_1=True)
        assert since > 0
        assert at_snapshot == from_row_1
        assert at_snapshot.last_numbers == {
            n % 3: (7, n) for n in range(max(1, last - 2), last + 1)
        }


def test_a_snapshot_of_another_program_is_passed_over(readings, tmp_path, monkeypatch):
    path = tmp_path / "j"
    write(path, readings, {10})
    as_is, since = start(path)
    assert since > 0
    for name in ("SHAPE", "RULES_VERSION"):
        with monkeypatch.context() as other:
            other.setattr(snapshot, name, "of another program")
            assert start(path) == (as_is, 0)
            assert verify(path, rerun=True).is_sound


def test_a_snapshot_that_has_changed_is_damage_and_nothing_begins_at_it(readings, tmp_path):
    path, chance = tmp_path / "j", Random(4)
    write(path, readings[:12], {5})
    with Journal.open(path, read_only=True) as journal:
        ((_, row),) = journal.snapshots()
    for _ in range(40):
        body = bytearray(row.facts)
        body[chance.randrange(len(body))] ^= 1 << chance.randrange(8)
        change(path, "UPDATE journal SET facts = ? WHERE n = ?", bytes(body), row.n)
        with pytest.raises(DamagedJournal, match=f"damaged: row {row.n} is not as it was written"):
            start(path)
        assert verify(path).faults[0].n == row.n


def test_a_snapshot_that_tells_another_table_is_found_by_deciding_again(readings, tmp_path):
    """Its hash is right: whoever wrote it could write the journal. A start believes it; who
    verifies does not.
    """
    path = tmp_path / "j"
    write(path, readings[:30], set())
    with Journal.open(path) as journal:
        now = recover(journal)
        richer = msgspec.structs.replace(now, table=msgspec.structs.replace(now.table, halts=9))
        journal.keep(snapshot_bytes(richer), wall_ms=0)
    assert verify(path).is_sound
    (fault,) = verify(path, rerun=True).faults
    assert fault.what.endswith(
        "keeps another table than the one to which the rows before it have led."
    )


def test_a_snapshot_behind_which_the_rows_are_gone_is_damage(readings, tmp_path):
    path = tmp_path / "j"
    write(path, readings[:12], {5})
    with Journal.open(path, read_only=True) as journal:
        ((_, row),) = journal.snapshots()
    change(path, "DELETE FROM journal WHERE n < ?", row.n)
    with pytest.raises(DamagedJournal):
        start(path)


def test_a_start_at_a_snapshot_says_from_where_it_checked(readings, tmp_path):
    """Damage before the snapshot is not met: it is looked for while the table runs."""
    path = tmp_path / "j"
    write(path, readings[:30], {20})
    as_it_was, since = start(path)
    change(path, "UPDATE journal SET wall_ms = wall_ms + 1 WHERE n = 2")
    assert start(path) == (as_it_was, since)
    with pytest.raises(BadJournal, match="row 2 is not as it was written"):
        start(path, from_row_1=True)
    assert not verify(path).is_sound


def test_the_chain_covers_what_makes_a_row_a_snapshot(readings, tmp_path):
    """A row that becomes one, or ceases to be one, has another hash."""
    path = tmp_path / "j"
    write(path, readings[:12], {5})
    with Journal.open(path, read_only=True) as journal:
        ((before, row),) = journal.snapshots()
    assert row.is_snapshot
    assert not row._replace(event=b"").is_snapshot
    assert not row._replace(node=0).is_snapshot
    hashes = {
        hash_after(before.hash, one) for one in (row, row._replace(event=b""), row._replace(node=0))
    }
    assert len(hashes) == 3
