"""The seat in firmware_io/kit/examples, which has none of our code, at a real table."""

import importlib.util
from pathlib import Path

import pytest

import firmware_io
from firmware_io.kit.sim.shoe import SimCard, SimShoe
from firmware_io.readers.ids import simulated_tag
from tablectl.engine import events
from tablectl.present.public import audit_view
from tablectl.rules.cards import CARDS
from tablectl.rules.forced import Stakes
from tablectl.service.config.loading import Config, JournalConfig, SeatConfig, ServiceConfig, ShoeConfig, TableConfig
from tablectl.service.open_table import open_journal
from tablectl.service.serve import Service

from .ptys import Pty

EXAMPLE = Path(firmware_io.__file__).parent / "kit" / "examples" / "node.py"


def example():
    spec = importlib.util.spec_from_file_location("example_node", EXAMPLE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class ExampleNode:
    """The example's seat at a pty, its time a loop's; what its `main` does with select and real time."""

    def __init__(self, loop, name, node):
        self.loop = loop
        self.told = []
        self._pty = Pty()
        self._pty.linked(name)
        self.seat = example().Seat(node, self._now_ms(), lambda *what: self.told.append(what))
        loop.add_reader(self._pty.master, self._read)
        self._timer = loop.call_soon(self._step)

    def press(self, key, amount=0):
        self.seat.press(key, amount, self._now_ms())
        self._step()

    def close(self):
        self._timer.cancel()
        self.loop.remove_reader(self._pty.master)
        self._pty.close()

    def _now_ms(self):
        return round(self.loop.time() * 1_000)

    def _read(self):
        self.seat.receive(self._pty.read(), self._now_ms())
        self._step()

    def _step(self):
        self._pty.write(self.seat.take_output(self._now_ms()))
        self._timer.cancel()
        self._timer = self.loop.call_at(max(self.seat.due_ms(), self._now_ms()) / 1_000, self._step)


class Table:
    """A simulated shoe and two of the examples, at a service."""

    def __init__(self, loop, place):
        self.loop = loop
        self.shoe = SimShoe(loop, place / "shoe", node=100, epoch=100)
        self.shoe.load([SimCard(simulated_tag(card)) for card in CARDS])
        self.seats = {n: ExampleNode(loop, place / f"seat-{n}", n) for n in (1, 2)}
        config = Config(
            table=TableConfig(
                seats={"1": 500, "2": 500}, button=1, stakes=Stakes(5, 10), options={"chips_sensed": False, "action_clock_s": 0}),
            shoe=ShoeConfig("sim", str(place / "shoe")),
            seat=tuple(SeatConfig(n, "sim", str(place / f"seat-{n}")) for n in self.seats),
            journal=JournalConfig(str(place / "table.db")), service=ServiceConfig(between_hands_s=0))
        self.service = Service(config, loop, open_journal(config, 0), epoch=1, wall_ms=lambda: 0)
        self.service.start()
        self.comes(lambda: all(self.service.table.seat(n).is_connected for n in self.seats))

    def comes(self, is_so):
        assert self.loop.run_until(is_so)

    def is_dealt(self):
        self.service.take((events.StartAsked(at_ms=self.service.clock.now_ms()),))
        for seat in self.seats.values():
            seat.press("post")
            self.loop.run_for(500)
        self.comes(lambda: self.service.table.phase == "betting")

    def close(self):
        self.service.stop()
        self.service.journal.close()
        for node in (self.shoe, *self.seats.values()):
            node.close()


@pytest.fixture
def table(loop, tmp_path):
    table = Table(loop, tmp_path)
    yield table
    table.close()


def test_the_example_plays_a_hand_and_its_lamp_is_lit(table):
    table.is_dealt()
    table.seats[1].press("raise", 30)
    table.comes(lambda: audit_view(table.service.table, 0).seats["1"].bet == 30)
    table.seats[2].press("fold")
    table.comes(lambda: table.service.table.hands == 1)
    assert table.service.table.halts == 0
    table.comes(lambda: all(seat.seat.kept == [] for seat in table.seats.values()))
    assert all(any(what[1] == "lamp" for what in seat.told) for seat in table.seats.values())
