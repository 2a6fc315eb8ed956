"""A play: one event being decided. Facts are said one by one, and each is applied before the next is thought of."""

from typing import Any

from msgspec import Struct

from tablectl.engine import facts as f
from tablectl.engine.events import AnyEvent
from tablectl.engine.facts import APPLY
from tablectl.engine.facts.fact import Fact
from tablectl.engine.state.seat import Seat
from tablectl.engine.state.table import Table


class Row(Struct, frozen=True):
    """One event and what it meant: what the journal keeps."""

    event: AnyEvent
    facts: tuple[f.AnyFact, ...]


class Play:
    """`table` is always the newest: a local copy of it is stale after the next `say`."""

    __slots__ = ("facts", "now_ms", "table")

    def __init__(self, table: Table, now_ms: int) -> None:
        self.table = table
        self.now_ms = now_ms
        self.facts: list[Any] = []

    def say(self, fact: Fact) -> None:
        self.table = APPLY[type(fact)](self.table, fact)
        self.facts.append(fact)

    def seat(self, number: int) -> Seat:
        return self.table.seats[number - 1]

    def refuse(self, seat: int | None, code: str, text: str) -> None:
        """An act that is not allowed now: said, and nothing changes."""
        self.facts.append(f.Refused(seat=seat, code=code, text=text))

    def notice(self, seat: int | None, code: str, text: str) -> None:
        self.facts.append(f.Noticed(seat=seat, code=code, text=text))
