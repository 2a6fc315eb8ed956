"""A whole hand at a table whose nodes are all behind TCP: the live service in real time, nodes of the firmware's C."""

import asyncio
import contextlib
from random import Random

import pytest

from firmware_io.kit.sim import shoe
from tablectl.games.catalog import preset
from tablectl.rehearsal.demo.playing import Demo
from tablectl.rehearsal.demo.wanted import Wanted, demo_table
from tablectl.rehearsal.stage.live import LiveStage
from tablectl.rehearsal.stage.scratch import scratch
from tests.firmware_io.mcu.building import c_node_session
from tests.gates.playing import played

from .bridge import Bridge

pytestmark = pytest.mark.slow

GAME, PLAYERS, SEED = preset("tournament"), 3, 2
MOTOR_MS = 20


class Elsewhere(LiveStage):
    """Knows its devices by ports over TCP alone. Now and then in a hand one of the connections drops."""

    def __init__(self, directory):
        super().__init__(GAME, demo_table(GAME, PLAYERS), directory, screen=None, sessions=c_node_session())
        ports = [node.slave_path for node in (self.shoe, *self.seats.values())]
        self.bridges = [Bridge(str(port)) for port in ports]
        config = directory / "table.json"
        text = config.read_text()
        for port, bridge in zip(ports, self.bridges, strict=True):
            text = text.replace(f'"{port}"', f'"socket://127.0.0.1:{bridge.port}"')
        config.write_text(text)
        self.dropped = 0
        self._chance = Random(SEED)

    async def rest(self):
        if self._public is not None and self.view.phase == "betting" and self._chance.random() < 0.2:
            bridge = self._chance.choice(self.bridges)
            bridge.drop()
            await asyncio.sleep(1)
            bridge.come_back()
            self.dropped += 1
        await super().rest()

    def close(self):
        super().close()
        for bridge in self.bridges:
            bridge.close()


async def hand(directory):
    """The stacks after a hand."""
    with contextlib.closing(Elsewhere(directory)) as stage:
        await Demo(stage, GAME, Wanted(GAME.name, players=PLAYERS, hands=1, seed=SEED), lambda hand: None).run()
        return {number: seat.stack for number, seat in stage.view.seats.items()}, stage


def test_a_hand_over_tcp_ends_as_any_hand_though_connections_drop(monkeypatch):
    monkeypatch.setattr(shoe, "MOTOR_MS", MOTOR_MS)
    with scratch() as directory:
        stacks, stage = asyncio.run(hand(directory))
    assert stage.dropped > 0
    assert min(bridge.connections for bridge in stage.bridges) >= 1
    assert sum(bridge.connections for bridge in stage.bridges) > 1 + PLAYERS
    at_home = played(SEED, 1, players=PLAYERS).stage
    assert stacks == {number: seat.stack for number, seat in at_home.view.seats.items()}
