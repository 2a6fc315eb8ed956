"""Recovery: the table comes back as it was, or not at all."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tablectl.engine.engine import RULES_VERSION
from tablectl.engine.events import StartAsked
from tablectl.engine.play.play import Row
from tablectl.journal.record import BadJournal, Edge
from tablectl.journal.replay import Recovered, recover
from tablectl.journal.store import Journal


def test_the_table_is_the_same_after_every_reading(journal: Journal, played: Callable[[int, int], Any]) -> None:
    readings, table = played(3, 11)
    for number, reading in enumerate(readings):
        journal.append(reading, wall_ms=0, edge=Edge(1, 7, number))
        assert recover(journal).at_ms == reading[-1].event.at_ms
    opening = readings[0][0].facts[0]
    assert recover(journal) == Recovered(
        table, readings[-1][-1].event.at_ms, opening, RULES_VERSION, last_numbers={1: (7, len(readings) - 1)}, deck="")


def test_an_empty_journal_has_no_table(journal: Journal) -> None:
    with pytest.raises(BadJournal, match="is empty: no table was opened in it"):
        recover(journal)


def test_a_journal_without_its_beginning_has_no_table(journal: Journal, played: Callable[[int, int], Any]) -> None:
    for reading in played(1, 11)[0][1:]:
        journal.append(reading, wall_ms=0)
    with pytest.raises(BadJournal, match="does not begin with the opening of a table"):
        recover(journal)


def test_damage_is_never_played_on(journal: Journal, played: Callable[[int, int], Any]) -> None:
    for reading in played(1, 11)[0]:
        journal.append(reading, wall_ms=0)
    path: Path = journal.path
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("UPDATE journal SET wall_ms = wall_ms + 1 WHERE n = 9")
    with pytest.raises(BadJournal, match="is damaged: row 9 is not as it was written"):
        recover(journal)


def test_recovery_judges_no_rule(journal: Journal, played: Callable[[int, int], Any]) -> None:
    """An event that its rules would refuse changes nothing: only facts are applied."""
    readings, table = played(1, 11)
    for reading in readings:
        journal.append(reading, wall_ms=0)
    journal.append((Row(StartAsked(at_ms=10**9), ()),), wall_ms=0)
    assert recover(journal).table == table
