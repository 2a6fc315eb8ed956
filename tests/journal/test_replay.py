"""Recovery: the table comes back as it was, or not at all."""

import sqlite3
from contextlib import closing

import pytest

from tablectl.engine.engine import RULES_VERSION
from tablectl.engine.events import StartAsked
from tablectl.engine.play.handling import Row
from tablectl.journal.record import BadJournal, DamagedJournal, Edge
from tablectl.journal.replay import Recovered, recover
from tablectl.journal.store import Journal
from tablectl.journal.verify import verify


def append(journal, readings):
    for reading in readings:
        journal.append(reading, wall_ms=0)


def test_the_table_is_the_same_after_every_reading(journal, played):
    readings, table = played(3, 11)
    for number, reading in enumerate(readings):
        journal.append(reading, wall_ms=0, edge=Edge(1, 7, number))
        assert recover(journal).at_ms == reading[-1].event.at_ms
    opening = readings[0][0].facts[0]
    assert recover(journal) == Recovered(
        table,
        readings[-1][-1].event.at_ms,
        opening,
        RULES_VERSION,
        last_numbers={1: (7, len(readings) - 1)},
        deck="",
    )


def test_an_empty_journal_has_no_table(journal):
    with pytest.raises(BadJournal, match="is empty: no table was opened in it"):
        recover(journal)


def test_a_journal_without_its_beginning_has_no_table(journal, played):
    append(journal, played(1, 11)[0][1:])
    with pytest.raises(BadJournal, match="does not begin with the opening of a table"):
        recover(journal)


def test_damage_is_never_played_on(journal, played):
    append(journal, played(1, 11)[0])
    changed(journal, "UPDATE journal SET wall_ms = wall_ms + 1 WHERE n = 9")
    with pytest.raises(BadJournal, match="is damaged: row 9 is not as it was written"):
        recover(journal)


def test_a_repeated_edge_is_recognised_after_a_restart(journal, played):
    opening, start, *_ = played(1, 11)[0]
    journal.append(opening, wall_ms=0)
    for edge in (Edge(1, 7, 41), Edge(2, 9, 5), Edge(1, 7, 42)):
        journal.append(start, wall_ms=0, edge=edge)
    journal.append((), wall_ms=0, edge=Edge(2, 10, 1))
    journal.append(start, wall_ms=0)
    assert recover(journal).last_numbers == {1: (7, 42), 2: (10, 1)}


def test_rows_that_are_gone_from_the_end_are_missed(journal, played):
    """The rows that are left are a good chain; the file's own count tells."""
    append(journal, played(1, 11)[0])
    changed(journal, f"DELETE FROM journal WHERE n >= {journal.head.n}")
    with pytest.raises(
        BadJournal,
        match=f"ends at row {journal.head.n - 1}, and had {journal.head.n} when it was "
        "last written",
    ):
        recover(journal)


def test_a_journal_that_does_not_count_its_rows_is_damaged(journal, played):
    append(journal, played(1, 11)[0])
    recovered = recover(journal)
    changed(journal, "DELETE FROM meta WHERE key = 'rows'")
    with (
        Journal.open(journal.path, read_only=True) as reader,
        pytest.raises(DamagedJournal, match="how many rows it has"),
    ):
        recover(reader)
    (fault,) = verify(journal.path).faults
    assert (fault.n, fault.what) == (
        None,
        f"{journal.path} is damaged: it does not say how many rows it has.",
    )
    changed(journal, f"INSERT INTO meta VALUES ('rows', {journal.head.n})")
    assert recover(journal) == recovered


def changed(journal, script):
    """By somebody else, while it is open."""
    with closing(sqlite3.connect(journal.path, isolation_level=None)) as database:
        database.executescript(script)


def test_recovery_judges_no_rule(journal, played):
    """An event that its rules would refuse changes nothing: only facts are applied."""
    readings, table = played(1, 11)
    append(journal, readings)
    journal.append((Row(StartAsked(at_ms=10**9), ()),), wall_ms=0)
    assert recover(journal).table == table
