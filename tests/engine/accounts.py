"""An account of what everybody brought to the table, and so of what they must have when a hand is
declared void.

It is kept beside the engine's from what people do, and knows nothing of `began`.
"""

from msgspec import Struct

from tablectl.engine import events, facts as f, floor
from tablectl.engine.engine import handle
from tablectl.engine.state.seat import Seat
from tablectl.engine.state.table import Table

Facts = tuple[f.Fact, ...]
VOID = (f.HandVoided, f.PaysVoided)


def holds(seat: Seat) -> int:
    """Chips behind, or points."""
    return seat.stack if seat.points is None else seat.points


class Accounts(Struct):
    """What each seat would have if the last hand had not been played, and what it has bought for
    the next one.
    """

    has: dict[int, int]
    bought: dict[int, int] = {}

    @classmethod
    def of(cls, t: Table) -> "Accounts":
        return cls({s.number: holds(s) for s in t.seats if s.status != "empty"})

    def hears(self, before: Table, facts: Facts, after: Table):
        """Accounts for one event, and asserts that only those who play a hand lose or are paid
        by it.
        """
        if any(isinstance(fact, f.HandBegan) for fact in facts):
            self.has = {s.number: holds(s) for s in before.seats if s.status != "empty"}
        is_void = any(isinstance(fact, VOID) for fact in facts)
        is_outside = {n for n in self.has if is_void or (before.in_hand and n not in before.dealt)}
        for fact in facts:
            if isinstance(fact, f.PlayerLeft):
                assert (
                    fact.seat not in is_outside
                    or before.score is not None
                    or fact.stack == self.has[fact.seat]
                )
                del self.has[fact.seat]
                self.bought.pop(fact.seat, None)
            else:
                self._hears_of_people(before, fact)
        assert self.bought == {s.number: s.bought for s in after.seats if s.bought}
        is_outside = {n for n in self.has if is_void or (after.in_hand and n not in after.dealt)}
        assert {n: holds(after.seat(n)) for n in is_outside} == {n: self.has[n] for n in is_outside}

    def _hears_of_people(self, before: Table, fact: f.Fact):
        if isinstance(fact, f.PlayerSat):
            self.has[fact.seat] = fact.stack if fact.points is None else fact.points
        elif isinstance(fact, f.ChipsPromised):
            self.bought[fact.seat] = self.bought.get(fact.seat, 0) + fact.chips
        elif isinstance(fact, f.ChipsAdded):
            self.has[fact.seat] += self.bought.pop(fact.seat)
        elif isinstance(fact, f.StackSet):
            self.has[fact.seat] += fact.stack - before.seat(fact.seat).stack
        elif isinstance(fact, f.PointsSet):
            self.has[fact.seat] += fact.points - (before.seat(fact.seat).points or 0)

    def hold_if_void(self, t: Table, at_ms: int) -> bool:
        """Voids the hand, or what it has paid, at a table of its own: whether that may be done
        now.
        """
        after, (row,) = handle(t, (events.FloorRuled(at_ms=at_ms, ruling=floor.Void(why="tried")),))
        if any(isinstance(fact, VOID) for fact in row.facts):
            Accounts(dict(self.has), dict(self.bought)).hears(t, row.facts, after)
        return after is not t
