"""Evenings to be disturbed: readings with their edges as the service appends them, and what recovery must give after each."""

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from tablectl.engine.facts import TableOpened, apply, opened
from tablectl.engine.play.play import Row
from tablectl.engine.state.table import Table
from tablectl.journal.record import Edge
from tablectl.journal.replay import Recovered
from tablectl.journal.store import Journal

EPOCH = 99
NODES = 3


class State(NamedTuple):
    """What must be there after so many readings."""

    rows: int
    table: Table
    last_numbers: dict[int, tuple[int, int]]

    def is_in(self, recovered: Recovered) -> bool:
        return recovered.table == self.table and recovered.last_numbers == self.last_numbers


class Evening:
    """`states[k]` is after k readings; the first reading opens the table."""

    def __init__(self, readings: list[tuple[Row, ...]], last: Table) -> None:
        self.readings = readings
        opening = readings[0][0].facts[0]
        assert isinstance(opening, TableOpened)
        table, rows, last_numbers = opened(opening), 1, {}
        self.states = {1: State(1, table, {})}
        for done, reading in enumerate(readings[1:], 2):
            for row in reading:
                for fact in row.facts:
                    table = apply(table, fact)
            edge = edge_of(done)
            rows, last_numbers = rows + len(reading), {**last_numbers, edge.node: (edge.epoch, edge.number)}
            self.states[done] = State(rows, table, last_numbers)
        assert table == last
        self._by_rows = {state.rows: done for done, state in self.states.items()}

    def append(self, journal: Journal, number: int) -> None:
        """Reading `number`, counted from 1."""
        journal.append(self.readings[number - 1], wall_ms=number, edge=edge_of(number) if number > 1 else None)

    def done(self, rows: int) -> int | None:
        """After how many readings a journal has so many rows; None: it ends within one."""
        return self._by_rows.get(rows)


def edge_of(number: int) -> Edge:
    return Edge(1 + number % NODES, EPOCH, number)


def an_evening(played: Callable[[int, int], Any], hands: int, seed: int) -> Evening:
    return Evening(*played(hands, Random(seed).randrange(10**9)))
