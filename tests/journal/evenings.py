"""Evenings to be disturbed: readings with their edges as the service appends them, and what a
start must recover after each.
"""

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from tablectl.engine.facts import TableOpened
from tablectl.engine.play.handling import Row
from tablectl.engine.state.table import Table
from tablectl.journal.record import Edge
from tablectl.journal.replay import recovered_after, recovered_at_opening
from tablectl.journal.snapshot import Recovered, snapshot_bytes
from tablectl.journal.store import Journal

EPOCH, NODES = 99, 3
# after each so many there is a snapshot, so that a start begins now there, now at row 1
SNAPSHOT_READINGS = 10


class State(NamedTuple):
    """After so many readings: how many rows there are, without a snapshot that follows, and what
    is recovered.
    """

    rows: int
    recovered: Recovered


class Evening:
    """`states[k]` is after k readings; the first reading opens the table."""

    def __init__(self, readings: list[tuple[Row, ...]], last: Table):
        self.readings = readings
        opening = readings[0][0].facts[0]
        assert isinstance(opening, TableOpened)
        state = State(1, recovered_at_opening(opening))
        self.states = {1: state}
        for number, reading in enumerate(readings[1:], 2):
            recovered, rows = state.recovered, state.rows + has_snapshot_before(number)
            for row in reading:
                table, rows = recovered.table, rows + 1
                for fact in row.facts:
                    table = fact.apply_to(table)
                recovered = recovered_after(
                    recovered, table, row.event.at_ms, edge_of(number), row.facts
                )
            state = self.states[number] = State(rows, recovered)
        assert state.recovered.table == last
        self._by_rows = {state.rows: done for done, state in self.states.items()}
        self._by_rows |= {
            self.states[n - 1].rows + 1: n - 1 for n in self.states if has_snapshot_before(n)
        }

    def append(self, journal: Journal, number: int):
        """Reading `number`, counted from 1, and the snapshot before it, if it is not there."""
        before = self.states[number - 1]
        if has_snapshot_before(number) and journal.head.n == before.rows:
            journal.keep(snapshot_bytes(before.recovered), wall_ms=number)
        journal.append(self.readings[number - 1], wall_ms=number, edge=edge_of(number))

    def done(self, rows: int) -> int | None:
        """After how many readings a journal has so many rows; None: it ends within one."""
        return self._by_rows.get(rows)


def edge_of(number: int) -> Edge:
    return Edge(1 + number % NODES, EPOCH, number)


def has_snapshot_before(number: int) -> bool:
    return number % SNAPSHOT_READINGS == 1 and number > 1


def an_evening(played: Callable[[int, int], Any], hands: int, seed: int) -> Evening:
    return Evening(*played(hands, Random(seed).randrange(10**9)))
