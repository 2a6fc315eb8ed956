"""A play: the handling of one event. Its facts are recorded one by one, each applied before the
next is decided.
"""

from typing import Any

from msgspec import Struct

from tablectl.engine import facts as f
from tablectl.engine.events import AnyEvent
from tablectl.engine.facts.fact import Fact
from tablectl.engine.state.halt import Irregularity
from tablectl.engine.state.player import ClockDid
from tablectl.engine.state.seat import Seat
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Reason
from tablectl.structs import Light


class Row(Light):
    """One event and its facts, as the journal stores them."""

    event: AnyEvent
    facts: tuple[f.Fact, ...]


class Handling(Struct):
    """`table` is the table after all facts so far: a local variable with it is stale after the
    next `record`.
    """

    table: Table
    now_ms: int
    facts: list[Any] = []

    def record(self, fact: Fact) -> None:
        self.table = fact.apply_to(self.table)
        self.facts.append(fact)

    def seat(self, number: int) -> Seat:
        return self.table.seats[number - 1]

    def refuse(self, reason: Reason, seat: int | None = None, code: str = "") -> None:
        """Records that an act is not allowed now. `code`: the public code, if the reason has
        none of its own.
        """
        self.facts.append(f.make_message(f.Refused, reason, seat, code))

    def notice(self, reason: Reason, seat: int | None = None, code: str = "") -> None:
        self.facts.append(f.make_message(f.Noticed, reason, seat, code))

    def act_by_clock(self, did: ClockDid, reason: Reason, seat: int) -> None:
        """Says that the clock acts for the seat, before it does."""
        self.record(f.ClockActed(seat=seat, did=did))
        self.notice(reason, seat)

    def notice_irregularity(self, found: Irregularity) -> None:
        """Records a notice to all about an irregularity."""
        self.facts.append(
            f.Noticed(code=found.kind, why=found.why, seat=found.seat, values=found.values)
        )
