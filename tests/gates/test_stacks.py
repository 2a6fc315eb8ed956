"""Random hands, and stacks made wrong by chance between them: the audit names exactly what was
planted, and no more (F-5).
"""

from random import Random

import pytest
from msgspec.structs import replace

from tablectl.engine.between.comparing import AT_REST_MS
from tablectl.engine.facts import DifferenceOver, StackDiffers
from tablectl.engine.play import stacks
from tablectl.games.catalog import preset
from tablectl.rules.wagers import Chips
from tablectl.service.control.accounts import JournalAccount, make_accounts
from tablectl.simulation.demo.demo import Demo
from tablectl.simulation.demo.options import DemoOptions, demo_table
from tablectl.simulation.players.people import People
from tests.rig.bare import BareStage, straight_through
from tests.tiers import tiered

FOREIGN = 3  # a denomination of no table here
HANDS = 12
NO_JOURNAL = JournalAccount(0, "", True)
# by seat: what is too much, or missing; and the foreign chips
Planted = dict[int, tuple[int, Chips]]


def plant(chance, sim):
    """Makes one stack wrong: chips too many, too few, or others worth as much."""
    lying = sim.chips("stack")
    if lying and chance.random() < 0.5:
        gone = chance.sample(lying, chance.randint(1, min(3, len(lying))))
        sim.remove("stack", gone)
        if sum(gone) % FOREIGN or chance.random() < 0.5:
            return -sum(gone), ()
        sim.add("stack", [FOREIGN] * (sum(gone) // FOREIGN))
        return 0, ((FOREIGN, sum(gone) // FOREIGN),)
    added = chance.choice([chip for chip in sim.denominations if chip > 1] + [FOREIGN])
    sim.add("stack", [added])
    return added, ((FOREIGN, 1),) if added == FOREIGN else ()


class Planting(People):
    """Before each hand they make some stacks wrong, look at what the table says of it, and put
    them right.
    """

    def __init__(self, stage, chance, told):
        super().__init__(stage)
        self.bare, self._chance, self._told, self.found = stage, chance, told, 0

    async def before_hand(self):
        seats = [sim for sim in self.bare.seats.items() if self._chance.random() < 0.3]
        was = {number: sim.chips("stack") for number, sim in seats}
        self._told.clear()
        planted = {number: plant(self._chance, sim) for number, sim in seats}
        await self.let_time_pass(AT_REST_MS)
        self._names(planted)
        for number, sim in seats:
            sim.remove("stack", sim.chips("stack"))
            sim.add("stack", was[number])
        await self.let_time_pass(AT_REST_MS)
        assert {fact.seat for fact in self._told if isinstance(fact, DifferenceOver)} == set(
            planted
        )
        self._names({})
        self.found += len(planted)

    def _names(self, planted):
        t = self.bare.table
        told = {one.seat: (one.beyond, one.foreign) for one in t.stacks.reported}
        report = make_accounts(t, NO_JOURNAL)
        reported = {
            one.seat: (one.difference, one.foreign)
            for one in report.seats
            if one.found == "differs"
        }
        recorded = {one.difference.seat for one in self._told if isinstance(one, StackDiffers)}
        assert told == planted
        assert reported == planted
        assert report.is_right == (not planted)
        assert not planted or recorded == set(planted)
        assert {one.seat for one in stacks.stacks_in_the_way(t)} == set(planted)
        assert report.sums.sensed - report.sums.of_sensed == sum(
            beyond for beyond, _ in planted.values()
        )


def play(name, seed):
    """Plays hands of a demo, and returns how many differences were found."""
    told = []
    wanted = DemoOptions(name, hands=HANDS, seed=seed)
    game = preset(name)
    stage = BareStage(demo_table(game, 6), game.deck, told.append)
    demo = Demo(stage, game, wanted, lambda hand: None)
    people = demo.people = Planting(stage, Random(f"{name} {seed}"), told)
    straight_through(demo.run())
    return people.found


@pytest.mark.parametrize(
    "name", tiered(["tournament", "canterbury", "texas6plus", "casino"], ["casino"])
)
def test_the_audit_names_exactly_the_stacks_that_were_made_wrong(name):
    """Clauses: F-5, G-1."""
    assert sum(play(name, seed) for seed in range(3)) > 20


def off_by_one(t, number, difference=stacks.stack_difference):
    """It counts one too few in a stack that differs."""
    found = difference(t, number)
    return found and replace(found, ledger=found.ledger + 1)


def seeing_no_foreign_chip(t, ledger, chips):
    return ()


@pytest.mark.parametrize(
    ("part", "broken"),
    [("stack_difference", off_by_one), ("_foreign_chips", seeing_no_foreign_chip)],
)
def test_an_audit_that_is_off_by_one_or_blind_is_found_out(part, broken, monkeypatch):
    monkeypatch.setattr(stacks, part, broken)
    with pytest.raises(AssertionError):
        sum(play("tournament", seed) for seed in range(5))
