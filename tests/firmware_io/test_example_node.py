"""The seat in firmware_io/kit/examples, which has none of our code, at a real table: a hand, and a restart of the host."""

import importlib.util
import os
import tty
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

EXAMPLE = Path(firmware_io.__file__).parent / "kit" / "examples" / "node.py"
AWAY_MS = 5_000  # the host, between two runs


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
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        name.symlink_to(os.ttyname(self._slave))
        self.seat = example().Seat(node, self._now_ms(), lambda *what: self.told.append(what))
        loop.add_reader(self._master, self._read)
        self._timer = loop.call_soon(self._step)

    def press(self, key, amount=0):
        self.seat.press(key, amount, self._now_ms())
        self._step()

    def close(self):
        self._timer.cancel()
        self.loop.remove_reader(self._master)
        os.close(self._master)
        os.close(self._slave)

    def _now_ms(self):
        return round(self.loop.time() * 1_000)

    def _read(self):
        self.seat.receive(os.read(self._master, 4_096), self._now_ms())
        self._step()

    def _step(self):
        os.write(self._master, self.seat.take_output(self._now_ms()))
        self._timer.cancel()
        self._timer = self.loop.call_at(max(self.seat.due_ms(), self._now_ms()) / 1_000, self._step)


class Table:
    """A simulated shoe and two of the examples, at a service that can be restarted."""

    def __init__(self, loop, place):
        self.loop = loop
        self.shoe = SimShoe(loop, place / "shoe", node=100, epoch=100)
        self.shoe.load([SimCard(simulated_tag(card)) for card in CARDS])
        self.seats = {n: ExampleNode(loop, place / f"seat-{n}", n) for n in (1, 2)}
        self.config = Config(
            table=TableConfig(
                seats={"1": 500, "2": 500}, button=1, stakes=Stakes(5, 10), options={"chips_sensed": False, "action_clock_s": 0}),
            shoe=ShoeConfig("sim", str(place / "shoe")),
            seat=tuple(SeatConfig(n, "sim", str(place / f"seat-{n}")) for n in self.seats),
            journal=JournalConfig(str(place / "table.db")), service=ServiceConfig(between_hands_s=0))
        self.epoch = 0
        self.start()

    def start(self):
        self.epoch += 1
        self.service = Service(
            self.config, self.loop, open_journal(self.config, 0), epoch=self.epoch, wall_ms=lambda: 0, tell=lambda _: None)
        self.service.start()
        self.comes(lambda: all(self.service.table.seat(n).is_connected for n in self.seats))

    def stop(self):
        self.service.stop()
        self.service.journal.close()

    def comes(self, is_so):
        assert self.loop.run_until(is_so)

    def is_dealt(self):
        self.service.take((events.StartAsked(at_ms=self.service.clock.now_ms()),))
        for seat in self.seats.values():
            seat.press("post")
            self.loop.run_for(500)
        self.comes(lambda: self.service.table.phase == "betting")

    def close(self):
        self.stop()
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


def test_what_was_pressed_at_the_example_while_the_host_was_away_is_played_once(table):
    table.is_dealt()
    table.stop()
    table.loop.run_for(AWAY_MS)
    seat = table.seats[1]
    assert seat.told[-1] == (1, "the host is gone")
    seat.press("fold")
    table.start()
    table.comes(lambda: table.service.table.hands == 1)
    table.loop.run_for(AWAY_MS)
    assert (table.service.table.hands, table.service.table.halts, seat.seat.kept) == (1, 0, [])


@pytest.mark.parametrize("damage", [
    lambda frame: frame[: len(frame) // 2],
    lambda frame: b"\x07" * 200 + frame,
    lambda frame: b"\x00\x00" + frame[:-3] + b"\x01" + frame[-2:],
    lambda frame: b"\xff\x01" + frame,
], ids=["half", "over-long", "flipped", "garbage"])
def test_the_example_ignores_a_damaged_frame_and_hears_the_next(damage):
    node = example()
    seat = node.Seat(3, 0, lambda *_: None)
    hello = node.stuffed(node.HEADER.pack(1, 0, node.HOST_HELLO, 0, 7, 0, 0, 0, 0) + (1).to_bytes(4, "little"))
    seat.receive(damage(hello) + b"\x00", 1)
    assert seat.host == 0
    seat.receive(hello, 2)
    assert seat.host == 7
