"""The seat in firmware_io/kit/examples, which has none of our code, at a real table."""

import importlib.util
from pathlib import Path

import pytest

import firmware_io
from firmware_io.kit.sim.shoe import SimShoe
from tablectl.engine import events
from tablectl.present.public import audit_view
from tests.service.plugged import PluggedTable, Ports

from .ptys import Pty

EXAMPLE = Path(firmware_io.__file__).parent / "kit" / "examples" / "node.py"


def example():
    spec = importlib.util.spec_from_file_location("example_node", EXAMPLE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class ExampleNode:
    """The example's seat at a pty, its time a loop's; what its `main` does with select and real
    time.
    """

    def __init__(self, loop, name, node):
        self.loop = loop
        self.told = []
        self._pty = Pty()
        self._pty.linked(name)
        self.seat = example().Seat(node, self._now_ms(), lambda *what: self.told.append(what))
        loop.add_reader(self._pty.master, self._read)
        self._timer = loop.call_soon(self._step)

    def press(self, key, amount=0):
        self.seat.press_key(key, amount, self._now_ms())
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


@pytest.fixture
def table(loop, tmp_path):
    """A simulated shoe and two of the examples, at a service."""
    seats = {n: ExampleNode(loop, tmp_path / f"seat-{n}", n) for n in (1, 2)}
    ports = Ports(str(tmp_path / "shoe"), (str(tmp_path / "seat-1"), str(tmp_path / "seat-2")))
    table = PluggedTable(
        loop, tmp_path, SimShoe(loop, tmp_path / "shoe", node=100, epoch=100), seats, ports
    )
    yield table
    table.close()


def test_the_example_plays_a_hand_and_its_lamp_is_lit(table):
    def comes(is_so):
        assert table.loop.run_until(is_so)

    comes(lambda: all(table.service.table.seat(n).is_connected for n in (1, 2)))
    table.service.take((events.StartAsked(at_ms=table.service.clock.now_ms()),))
    for seat in (1, 2):
        table.presses(seat, "post")
    comes(lambda: table.service.table.phase == "betting")
    table.seats[1].press("raise", 30)
    comes(lambda: audit_view(table.service.table, 0).seats["1"].bet == 30)
    table.seats[2].press("fold")
    comes(lambda: table.service.table.hands == 1)
    assert table.service.table.halts == 0
    comes(lambda: all(seat.seat.stored == [] for seat in table.seats.values()))
    assert all(any(what[1] == "lamp" for what in seat.told) for seat in table.seats.values())
