"""The gate of phones: pages that are loaded anew, presses that come twice, answers that are lost and
a service that is killed change nothing of what is played.

Each press counts once or not at all, so the facts at the end are those of the hands that nobody
disturbed.
"""

import random
from collections import Counter
from functools import cache
from unittest.mock import patch

import pytest
from msgspec.structs import replace

from tablectl.games.catalog import preset
from tablectl.journal.store import Journal
from tablectl.service.phones.seats_socket import Phones
from tablectl.simulation.demo.demo import Demo
from tablectl.simulation.demo.options import DemoOptions, demo_table
from tablectl.simulation.players.people import Stalled
from tablectl.simulation.stage.memory import Stage
from tablectl.simulation.stage.scratch import temporary_directory
from tablectl.simulation.stage.sim_phones import SimWeb
from tests.claims import tried
from tests.tiers import tiered

from .playing import facts_of, first_difference

PRESETS = ("tournament", "texas6plus", "canterbury", "casino", "pool")
PLAYERS, HANDS, SEED = 4, 3, 7
RUNS = 6
RATE = 0.08  # of each kind of disturbance, a request
OF_SLEEP = ("phone_slept", "phone_woke")


class DisturbedWeb(SimWeb):
    chance: random.Random
    stage: "DisturbedStage"

    def _sends(self, phone, request):
        super()._sends(phone, request)
        if request["do"] != "press":
            return
        if self._strikes("twice"):
            phone.waiting.append(request)
        if not self.stage.is_resting and self.stage.loop.is_served and self._strikes("killed"):
            self.stage.kill()  # with the press on its way

    def _hear_answer(self, answer):
        phone = self._asking[0]
        if answer["ok"] and phone.waiting[0]["do"] == "press" and self._strikes("reloaded"):
            self._asking.pop(0)  # the page was gone before the answer came
            SimWeb._sends(self, phone, phone.waiting[0])
            return
        super()._hear_answer(answer)

    def _strikes(self, what):
        struck = self.chance.random() < self.stage.rate
        self.stage.struck[what] += struck
        return struck


class DisturbedStage(Stage):
    rate = 0.0
    seed = 0

    def _make_web(self, table, phones):
        with patch("tablectl.simulation.stage.memory.SimWeb", DisturbedWeb):
            web = super()._make_web(table, phones)
        web.chance, web.stage = random.Random(self.seed), self
        self.struck = Counter()
        return web

    is_resting = False

    async def rest(self):
        self.is_resting = True  # nobody kills it now: a rest waits for it
        if not self.loop.is_served:
            await self.spawn()
        await super().rest()
        self.is_resting = False


def hands(name, rate=0.0, seed=0):
    """The facts of some hands on phones alone, without those of sleep, and what struck them."""
    game = preset(name)
    table = demo_table(game, PLAYERS)
    table = replace(table, options={**table.options, "chips_sensed": False})
    seats = [int(n) for n in table.seats]
    stage_class = type("Disturbed", (DisturbedStage,), {"rate": rate, "seed": seed})
    with temporary_directory() as directory:
        stage = stage_class(table, directory, seats, game.deck, phones=seats)
        wanted = DemoOptions(game.name, players=PLAYERS, hands=HANDS, seed=SEED)
        try:
            stage.loop.run_until_complete(Demo(stage, game, wanted, lambda hand: None).run())
        finally:
            stage.close()
        facts = [fact for fact in facts_of(directory / "table.db") if fact["fact"] not in OF_SLEEP]
        presses = pressed(directory / "table.db")
        return facts, stage.struck, presses


def pressed(path):
    """The numbers of the presses in the journal, by node."""
    found = {}
    with Journal.open(path, read_only=True) as journal:
        for record in journal.rows():
            if record.edge is not None and record.edge.node > 1_000:
                found.setdefault(record.edge.node, []).append(record.edge.number)
    return found


@cache
def undisturbed(name):
    return hands(name)[0]


@pytest.mark.parametrize("name", tiered(PRESETS, ["tournament"]))
def test_each_press_counts_once_however_pages_and_service_are_disturbed(name):
    """Clauses: G-7."""
    struck, presses = Counter(), 0
    for seed in range(RUNS):
        facts, strikes, numbers = hands(name, RATE, seed)
        assert first_difference(undisturbed(name), facts) is None, (seed, strikes)
        for of_phone in numbers.values():
            assert of_phone == list(range(1, len(of_phone) + 1))
        struck += strikes
        presses += sum(map(len, numbers.values()))
    print(name, presses, dict(struck))
    tried(struck.total(), "disturbances")
    assert min(struck[what] for what in ("twice", "killed", "reloaded")) > 2


def is_told(seed):
    """Whether the hands differ, or come to a stop."""
    try:
        facts, _, _ = hands("tournament", RATE, seed)
    except Stalled:
        return True
    return first_difference(undisturbed("tournament"), facts) is not None


def test_control_a_table_that_looks_at_no_number_takes_a_press_twice():
    with patch.object(Phones, "_last_number", lambda self, press: press.number - 1):
        assert any(is_told(seed) for seed in range(4))
