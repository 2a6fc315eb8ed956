"""Halts, rulings and the floor's corrections (G-10, G-12, F-5, F-6, F-10)."""

from msgspec.structs import replace

from tablectl.engine.facts.fact import Fact, OfSeat
from tablectl.engine.facts.hand import pot_in_front, won_by_seat
from tablectl.engine.state.changes import (
    halted_for,
    left_the_showing,
    player_changed,
    with_places_open,
    with_pots,
    with_seat,
    without_turn,
)
from tablectl.engine.state.halt import Irregularity
from tablectl.engine.state.hand import Won
from tablectl.engine.state.seat import Seat
from tablectl.engine.state.table import IN_A_ROUND, Table
from tablectl.rules.pots import Pot


class Halted(Fact):
    irregularity: Irregularity
    pull: int = 0

    def apply_to(self, t: Table) -> Table:
        return replace(
            t,
            halt=halted_for(t, irregularity=self.irregularity),
            halts=max(t.halts, self.irregularity.number),
            shoe=replace(t.shoe, pulls=self.pull) if self.pull > t.shoe.pulls else t.shoe,
        )


class Reported(Fact):
    """Something was reported while the table was halted already: it waits until that is settled."""

    irregularity: Irregularity

    def apply_to(self, t: Table) -> Table:
        return replace(t, halt=halted_for(t, further=(*t.further, self.irregularity)))


class Resumed(Fact):
    """The irregularity is settled. If a report waited, the table is halted for that now."""

    is_shoe_filled: bool = False  # its emptiness was the irregularity

    def apply_to(self, t: Table) -> Table:
        """A report gets its number when its turn comes."""
        further = t.halt.further if t.halt else ()
        following = replace(further[0], number=t.halts + 1) if further else None
        shoe = replace(t.shoe, is_empty=False) if self.is_shoe_filled else t.shoe
        return replace(
            t,
            halt=halted_for(t, irregularity=following, further=further[1:]),
            halts=t.halts + (following is not None),
            shoe=shoe,
        )


# Corrections


class HandFouled(OfSeat):
    """A hand is dead; its chips stay in the pot (L-14, L-17, F-6). `pots`: the collected pots,
    which it can no longer win.
    """

    pots: tuple[Pot, ...]

    def apply_to(self, t: Table) -> Table:
        t = with_pots(player_changed(t, self.seat, status="foul"), self.pots)
        if t.phase in IN_A_ROUND and t.to_act == self.seat:
            t = without_turn(t, acted_last_in_round=self.seat)
        if len(t.live) == 1 and t.game.plays_for != "house":
            t = without_turn(t)  # the last hand left has no turn
        return left_the_showing(t, self.seat)


class StackSet(OfSeat):
    """The floor corrected a stack; the table's total changes by as much (F-6, G-1)."""

    stack: int

    def apply_to(self, t: Table) -> Table:
        seat = t.seat(self.seat)
        more = self.stack - seat.stack
        status = seat.status
        if t.in_hand and status == "out" and self.stack:
            status = "sitting_out"  # not in this hand
        elif not t.in_hand and status != "sitting_out":
            status = "in" if self.stack else "out"
        place = None if self.stack else seat.place
        seats = with_seat(
            t, self.seat, stack=self.stack, brought=seat.brought + more, status=status, place=place
        )
        gone = (
            with_places_open(t.gone, seat.place)
            if seat.place is not None and place is None
            else t.gone
        )
        t = replace(t, seats=seats, total=t.total + more, gone=gone)
        if not t.hand or self.seat not in t.hand.players:
            return t
        # it outlives a void hand
        began = max(0, t.hand.players[self.seat].began + more)
        return player_changed(t, self.seat, began=began)


class PotGivenAnew(Fact):
    """After the hand the floor took a disputed pot from its winners and gave it to others (F-5)."""

    pot: int
    won: tuple[Won, ...]

    def apply_to(self, t: Table) -> Table:
        hand = t.last
        assert hand, "No hand has been played."
        stacks = {s.number: s.stack for s in t.seats}
        others = tuple(won for won in hand.won or () if won.pot != self.pot)
        for won in hand.won or ():
            stacks[won.seat] -= won.amount if won.pot == self.pot else 0
        for won in self.won:
            stacks[won.seat] += won.amount
        seats = tuple(
            replace(
                s,
                stack=stacks[s.number],
                place=None,
                status="in" if s.status == "out" else s.status,
            )
            if s.number in hand.dealt and s.status != "empty"
            else s
            for s in t.seats
        )
        gone = t.gone
        # who is not out after all: those who left since go one place down (T-18)
        for s in t.seats:
            if (
                s.status == "out"
                and s.place is not None
                and s.number in hand.dealt
                and stacks[s.number]
            ):
                gone = with_places_open(gone, s.place)
        due = {n: due + stacks[n] - t.seat(n).stack for n, due in hand.due.items()}
        anew = replace(
            hand, won=tuple(sorted((*others, *self.won), key=lambda won: won.pot)), due=due
        )
        now, had = won_by_seat(anew), won_by_seat(hand)
        own_before = {
            n: max(0, min(had.get(n, 0), player.put - t.seat(n).area.to_pot))
            for n, player in hand.players.items()
        }
        return replace(
            t,
            seats=tuple(
                pot_in_front(s, now.get(s.number, 0), own_before.get(s.number, 0)) for s in seats
            ),
            last=anew,
            gone=gone,
        )


class ColouredUp(Fact):
    """The smallest chip is out of play. `chips`: the denominations left; `stacks`: those that
    were rounded up (F-10).
    """

    chips: tuple[int, ...]
    stacks: dict[int, int]

    def apply_to(self, t: Table) -> Table:
        seats = tuple(
            _with_stack(s, self.stacks[s.number]) if s.number in self.stacks else s for s in t.seats
        )
        more = sum(after.stack - before.stack for before, after in zip(t.seats, seats, strict=True))
        settings = replace(t.settings, smallest_chip=max(t.unit, self.chips[0]))
        return replace(t, seats=seats, chips=self.chips, total=t.total + more, settings=settings)


def _with_stack(seat: Seat, stack: int) -> Seat:
    return replace(seat, stack=stack, brought=seat.brought + stack - seat.stack)
