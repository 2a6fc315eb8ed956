"""Verification: whatever is changed, deleted, inserted, exchanged or cut is found, and named by
its row.
"""

import json
import shutil
import sqlite3
from contextlib import closing
from itertools import product
from pathlib import Path
from random import Random

import pytest

from tablectl.engine.engine import RULES_VERSION
from tablectl.engine.events import KeyPressed
from tablectl.engine.facts import CardDealt, Checked, Folded, TableOpened
from tablectl.engine.play.handling import Row
from tablectl.journal.chain import START, hash_after
from tablectl.journal.record import Head, Stored, encode_values, read_record
from tablectl.journal.show import json_line, wall_time
from tablectl.journal.store import INSERT, Journal
from tablectl.journal.verify import Check, Fault, Report, Stretch, name_difference, verify

from .tampering import why_not

STRETCHES = 40


@pytest.fixture
def rows(written):
    return stored(written)


def stored(path):
    with Journal.open(path, read_only=True) as journal:
        return list(journal.stored())


@pytest.fixture
def tampered(written, tmp_path):
    """What verification says of a copy after the change."""

    def tamper(change):
        for beside in ("", "-wal", "-shm"):
            Path(f"{tmp_path / 'j'}{beside}").unlink(missing_ok=True)
        shutil.copyfile(written, tmp_path / "j")
        with closing(sqlite3.connect(tmp_path / "j", isolation_level=None)) as database:
            database.execute("PRAGMA synchronous = OFF")
            change(database)
        return verify(tmp_path / "j")

    return tamper


def put(row):
    return lambda database: database.execute(INSERT.replace("INSERT", "INSERT OR REPLACE"), row)


def test_a_column_that_has_become_anything_else_is_named_by_its_row(rows):
    """As a flipped bit makes it that falls on the type of a value: SQLite reads what then stands
    there.
    """
    values = (None, "12", 1.5, b"12", 2**62, -1)
    for column, value, number in product(Stored._fields[1:], values, (3, len(rows))):
        check = Check(Head(0, START, 0), rerun=False, now=None)
        for row in rows:
            check.row(row._replace(**{column: value}) if row.n == number else row)
        is_other = getattr(rows[number - 1], column) != value
        assert [fault.n for fault in check.faults][:1] == [number] * is_other, (column, value)
        assert isinstance(check.report("table.db").head.hash, bytes)


def as_written(n):
    return Fault(
        n, f"Row {n} is not as it was written: it and the row before it do not give its hash."
    )


def test_a_sound_journal_is_sound(written, rows):
    told = []
    report = verify(written, lambda done, total: told.append((done, total)))
    assert report == Report(
        str(written), len(rows), Head(rows[-1].n, rows[-1].hash, rows[-1].at_ms), ()
    )
    assert report.is_sound
    assert told == [(len(rows), len(rows))]


def test_every_deleted_stretch_is_found(tampered, rows):
    chance = Random(2)
    for _ in range(STRETCHES):
        first = chance.randrange(1, len(rows) - 4)
        last = first + chance.randrange(4)

        def delete(database, first=first, last=last):
            database.execute("DELETE FROM journal WHERE n BETWEEN ? AND ?", (first, last))

        report = tampered(delete)
        what = (
            f"Row {first} is missing." if first == last else f"Rows {first} to {last} are missing."
        )
        assert report.faults == (Fault(first, what),)


def test_a_deleted_row_is_not_hidden_by_renumbering(tampered, rows):
    for n in range(1, len(rows), 7):

        def close_the_gap(database, n=n):
            database.execute("DELETE FROM journal WHERE n = ?", (n,))
            for above in range(n + 1, len(rows) + 1):
                database.execute("UPDATE journal SET n = n - 1 WHERE n = ?", (above,))

        assert tampered(close_the_gap).faults[0] == as_written(n)


def test_a_cut_tail_needs_a_head_that_was_kept_elsewhere(written, tmp_path, rows):
    kept = verify(written).head
    shutil.copyfile(written, tmp_path / "j")
    with closing(sqlite3.connect(tmp_path / "j", isolation_level=None)) as database:
        database.execute("DELETE FROM journal WHERE n > ?", (kept.n - 3,))
    assert verify(tmp_path / "j").faults == (
        Fault(
            kept.n - 2,
            f"The journal ends at row {kept.n - 3}; it had {kept.n} when it was last written.",
        ),
    )
    with closing(sqlite3.connect(tmp_path / "j", isolation_level=None)) as database:
        database.execute("UPDATE meta SET value = ? WHERE key = 'rows'", (kept.n - 3,))
    assert verify(tmp_path / "j").is_sound
    assert why_not(tmp_path / "j", kept) == (
        f"The shoe has kept row {kept.n:,} of a journal, and {tmp_path / 'j'} ends at row "
        f"{kept.n - 3:,}."
    )
    assert why_not(written, kept) is None
    assert why_not(written, Head(3, bytes(32), 0)) == (
        f"The shoe has kept another row 3 than {written} has."
    )


# What a row says ----------------------------------------------------------------------------------


def test_a_whole_chain_over_bad_contents_is_no_sound_journal(journal):
    """Rows whose hashes are right and whose contents are not: what a faulty writer would leave."""
    journal.append((Row(KeyPressed(at_ms=5, seat=1, key="check"), (Checked(seat=1),)),), wall_ms=0)
    (row,) = stored(journal.path)
    rechained(journal, row._replace(facts=b"\xc1"))
    assert verify(journal.path).faults == (Fault(1, "Row 1 holds facts that cannot be read."),)
    rechained(journal, row._replace(event=b"\x80"))
    assert verify(journal.path).faults == (Fault(1, "Row 1 holds an event that cannot be read."),)
    rechained(journal, row._replace(at_ms=6))
    assert verify(journal.path).faults == (Fault(1, "Row 1 stands at 6 ms and its event at 5 ms."),)
    rechained(journal, row, row._replace(n=2, at_ms=4, event=None))
    assert verify(journal.path).faults == (
        Fault(2, "Row 2 runs back in table time, from 5 to 4 ms."),
    )


def rechained(journal, *rows):
    """These rows instead of the journal's, with hashes that are right."""
    before = START
    with closing(sqlite3.connect(journal.path, isolation_level=None)) as database:
        for row in rows:
            before = hash_after(before, row)
            put(row._replace(hash=before))(database)


# Handled again ------------------------------------------------------------------------------------


def test_the_same_events_give_the_same_facts_again(written, rows):
    report = verify(written, rerun=True)
    assert (report.faults, report.others, report.rules_version) == ((), (), RULES_VERSION)
    assert report.handled_again == len(rows) - 2  # all but the opening and the lone edge


def test_facts_that_do_not_follow_are_found_without_a_word_of_the_cards(journal, written):
    original = stored(written)
    at = next(
        i
        for i, row in enumerate(original)
        if any(isinstance(f, CardDealt) for f in read_record(row).facts)
    )
    facts = read_record(original[at]).facts
    other = tuple(
        CardDealt(seat=f.seat, card="2c" if f.card != "2c" else "3d", pull=f.pull)
        if isinstance(f, CardDealt)
        else f
        for f in facts
    )
    rechained(
        journal,
        *original[:at],
        original[at]._replace(facts=encode_values(other)),
        *original[at + 1 :],
    )
    assert verify(journal.path).is_sound
    place = next(i for i, fact in enumerate(facts, 1) if isinstance(fact, CardDealt))
    assert verify(journal.path, rerun=True).faults == (
        Fault(at + 1, f"Row {at + 1}, handled again, differs: fact {place}, CardDealt, in card."),
    )


def test_rows_of_other_rules_are_not_damage(journal, written):
    original = stored(written)
    (opening,) = read_record(original[0]).facts
    assert isinstance(opening, TableOpened)
    older = TableOpened(
        **{
            **{name: getattr(opening, name) for name in opening.__struct_fields__},
            "rules_version": "another",
        }
    )
    rechained(journal, original[0]._replace(facts=encode_values((older,))), *original[1:])
    report = verify(journal.path, rerun=True)
    assert (report.faults, report.handled_again, report.others) == (
        (),
        0,
        (Stretch(1, len(original), "another"),),
    )
    assert report.rules_version == "another"


def test_a_difference_is_told_by_place_and_name():
    assert name_difference((Checked(seat=1),), (Checked(seat=1),)) is None
    assert (
        name_difference((Checked(seat=1),), (Folded(seat=1),)) == "fact 1 was Checked and is Folded"
    )
    assert name_difference((Checked(seat=1),), (Checked(seat=2),)) == "fact 1, Checked, in seat"
    assert name_difference((), (Checked(seat=1),)) == "fact 1 was nothing and is Checked"


# Shown --------------------------------------------------------------------------------------------


def test_a_record_is_shown_as_one_line_of_json(written):
    with Journal.open(written, read_only=True) as journal:
        lines = [json_line(record) for record in journal.rows()]
    assert not any("\n" in line for line in lines)
    second = json.loads(lines[1])
    assert list(second) == ["n", "at_ms", "wall", "edge", "event", "facts"]
    assert second["wall"] == "2025-11-21T02:03:04.568Z"
    assert second["edge"] == [1, 99, 1]
    assert second["event"] == {"event": "start_asked", "at_ms": 250}
    assert second["facts"][0]["fact"] == "hand_began"
    last = json.loads(lines[-1])
    assert (last["edge"], last["event"], last["facts"]) == ([2, 5, 17], None, [])
    assert json.loads(lines[0])["edge"] is None


def test_wall_time_is_shown_in_utc():
    assert [wall_time(0), wall_time(-1), wall_time(2**62)] == [
        "1970-01-01T00:00:00.000Z",
        "1969-12-31T23:59:59.999Z",
        f"{2**62} ms",
    ]
