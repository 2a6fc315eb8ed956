"""A seat to act, as the rows of chips.py see it: what it faces, in the terms of "Reading a
wager".
"""

from random import Random

from firmware_io.kit.sim.seat_model import SeatModel
from tablectl.view import Seat, View
from tests.troubles.troubled import TroubledPeople


class Scene:
    """The turn of a seat, with methods that push chips and press keys."""

    def __init__(self, people: TroubledPeople, view: View, seat: int):
        self.people, self.view, self.seat = people, view, seat
        self.who: Seat = view.seats[str(seat)]
        self.to_call = view.to_call or 0
        self.least, self.most = view.raise_to_min or 0, view.raise_to_max or 0
        self.raise_by = self.least - self.who.bet - self.to_call if self.least else 0
        # a game for points has none
        self.unit = min(people.stage.config.table.chips, default=1)

    @property
    def chance(self) -> Random:
        return self.people.chance

    @property
    def sim(self) -> SeatModel:
        return self.people.stage.seats[self.seat]

    @property
    def is_plain(self) -> bool:
        """Whether the turn is an ordinary one: no wager begun, nothing owed, nothing due back."""
        return (
            self.view.street is not None
            and "fold" in self.view.legal
            and self.view.ask is not None
            and self.view.ask.kind == "act"
            and not self.who.due_back
            and self.sim.total("bet") == self.who.bet
        )

    @property
    def may_raise(self) -> bool:
        return self.is_plain and self.raise_by > 0 and self.who.stack > self.to_call + self.raise_by

    @property
    def is_limit(self) -> bool:
        return self.least == self.most

    def others(self, *, with_bet: bool) -> list[int]:
        """Seats in the hand that are not to act, whose area holds what the ledger says."""
        return [
            int(n)
            for n, s in self.view.seats.items()
            if int(n) != self.seat
            and s.status == "in"
            and s.stack
            and not s.due_back
            and bool(s.bet) == with_bet
            and self.people.stage.seats[int(n)].total("bet") == s.bet
        ]

    def between(self, least: int, most: int) -> int:
        """An amount that the chips in play make up, 0 if there is none."""
        first = -(-least // self.unit) * self.unit
        return self.chance.randrange(first, most + 1, self.unit) if first <= most else 0

    async def push(self, *amounts: int) -> bool:
        """One motion of chips, each amount in the largest chips that make it."""
        sim = self.sim
        chips = [chip for amount in amounts for chip in _largest_first(sim, amount)]
        sim.change_into("stack", chips)
        sim.put(chips)
        await self.people.stage.rest()
        return True

    async def press(self, key: str, seat: int = 0):
        self.people.stage.seats[seat or self.seat].press(key)
        await self.people.stage.rest()


def _largest_first(sim: SeatModel, amount: int) -> list[int]:
    chips = []
    for chip in reversed(sim.denominations):
        count, amount = divmod(amount, chip)
        chips += [chip] * count
    return chips
