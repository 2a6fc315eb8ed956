"""What pins, a reader and a strip take in real time: `python tests/bench/bench_pins.py [--edges N]
[--tags N] [--seconds N]`.

The whole service in this process, with its journal and every sync on the disk of `--folder`: three
seats of buttons, switches, a beacon and a strip of 240 pixels on fake libraries, and a simulated
PN532 behind a pty, in the same process: what that takes is in the figures. The stop opens its
contact from another thread, at any moment of the loop. Printed are p50, p99 and the worst:

    stop     from the edge in the kernel's queue to the table that is held, on disk and shown; the
        debounce comes before it; each
             of its stages, how much of it was work, and beside it an empty loop as the control
             (stops.py)
    tag      from a card in the field to the view with that card dealt
    share    of a core, by processor time, that a reader at 20 looks a second takes, and a strip
        that moves at 25 frames a second
"""

import argparse
import asyncio
import gc
import multiprocessing
import os
import platform
import tempfile
import time
from pathlib import Path
from random import Random

import pytest

from firmware_io.kit.sim.readers.field import Field
from firmware_io.kit.sim.readers.pn532 import SimPn532
from firmware_io.kit.sim.readers.pty import PtyReader
from firmware_io.messages import Lamp
from tablectl.engine import events, floor
from tablectl.intake.enrolling import enrolling_order
from tablectl.service.process import bind_to, freeze_garbage
from tests.bench.stops import APART_MS, Stamped, in_ms, measured_stops
from tests.service.evening import sticker
from tests.service.panelled import KEYS, STOP, STRIP, Panelled

EDGES, TAGS, SECONDS = 500, 500, 20
PIXELS = 240
IN_FIELD_MS, BETWEEN_MS = 100, 150  # a card that is slid fast
WAIT_S = 10
AMBER = (0x80, 0x64, 0x1E)


class RealLoop(asyncio.SelectorEventLoop):
    """What a table of the tests asks of its loop, in real time."""

    def run_for(self, ms):
        self.run_until_complete(asyncio.sleep(ms / 1_000))

    def run_until(self, is_so, at_most_ms=20_000):
        end_s = self.time() + at_most_ms / 1_000
        while not is_so() and self.time() < end_s:
            self.run_for(1)
        return is_so()


class Bench:
    def __init__(self, folder, *, is_read=True):
        self.loop = RealLoop()
        asyncio.set_event_loop(self.loop)
        self.patch = pytest.MonkeyPatch()
        strip = STRIP + f"pixels = {PIXELS}\n"
        self.table = Panelled(self.loop, folder, self.patch, lamps=strip, options="")
        if not is_read:
            self.table.reader.close()
        service = self.table.start(born=Stamped)
        self.service, self.chance = service, Random(1)
        freeze_garbage()

    def close(self):
        self.table.close()
        self.patch.undo()
        self.loop.close()
        gc.unfreeze()

    def _await(self, kind):
        """Until such an event has been taken; `stamps` say when."""
        self.service.rows.awaited, self.service.rows.stamps = kind, None
        assert self.loop.run_until(lambda: self.service.rows.stamps is not None, WAIT_S * 1_000), (
            "What was waited for never came."
        )

    # Stop

    def stops(self, count):
        self.table.deals_first()
        self.moves()
        return measured_stops(
            self.service,
            self.table.place,
            count,
            chance=self.chance,
            opens=lambda: self.table.contacts.open(STOP),
            wait=lambda: self._await(events.HoldBegan),
            release=self._release,
        )

    def _release(self):
        self.table.contacts.close(STOP)
        self._await(events.HoldEnded)
        self.service.take(
            (events.FloorRuled(at_ms=self.service.clock.now_ms(), ruling=floor.GoOn()),)
        )
        assert not self.service.table.holds

    # Tags

    def tags(self, count):
        taken = []
        while len(taken) < count:
            deck, hands = (
                self.table.deck.shuffled(self.chance, enrolling_order()),
                self.service.table.hands,
            )
            self.table.begins()
            while self.service.table.in_hand or self.service.table.hands == hands:
                while self.table.is_lit:
                    taken.append(self._slide(deck.pop()))
                if self.service.table.in_hand:
                    self.table.presses()
        return taken[:count]

    def _slide(self, tag):
        self.loop.run_for(self.chance.randrange(APART_MS))
        began_ns = time.monotonic_ns()
        self.table.field.put(tag)
        self._await(events.CardOff)
        taken = self.service.rows.stamps[-1].wall - began_ns
        self.loop.run_for(IN_FIELD_MS)
        self.table.field.take(tag)
        self.loop.run_for(BETWEEN_MS)
        return taken

    # Share of a core

    def moves(self):
        """Every lamp breathes."""
        strip = self.service.display.signals._strip
        strip.show({seat: Lamp(AMBER, "arcs_breathing", 255) for seat in KEYS})

    def share(self, seconds):
        began, worked = time.monotonic(), time.process_time()
        self.loop.run_for(seconds * 1_000)
        return 100 * (time.process_time() - worked) / (time.monotonic() - began)


def read_elsewhere(port, parent):
    """In a process of its own: a PN532 with a card before it."""
    bind_to(parent)
    loop = asyncio.new_event_loop()
    field = Field()
    field.put(sticker(1))
    PtyReader(loop, Path(port), SimPn532(field))
    loop.run_forever()


def shares(folder, seconds):
    """Of a core: the service at rest, what a reader adds, what a moving strip adds."""
    bench = Bench(folder, is_read=False)
    try:
        bench.loop.run_for(2_000)
        at_rest = bench.share(seconds)
        bench.moves()
        moving = bench.share(seconds)
        strip = bench.service.display.signals._strip
        strip.show({seat: Lamp((0, 0, 0), "off", 255) for seat in KEYS})
        reader = multiprocessing.get_context("fork").Process(
            target=read_elsewhere, args=(bench.table.config.shoe.port, os.getpid())
        )
        reader.start()
        try:
            assert bench.loop.run_until(lambda: bench.service.shoe.why_closed is None), (
                "The reader is not found."
            )
            bench.loop.run_for(2_000)
            reading = bench.share(seconds)
        finally:
            reader.terminate()
            reader.join()
        return at_rest, reading - at_rest, moving - at_rest
    finally:
        bench.close()


def measured(folder, what):
    with tempfile.TemporaryDirectory(dir=folder) as disk:
        bench = Bench(Path(disk))
        try:
            return what(bench)
        finally:
            bench.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    for name, many in (("--edges", EDGES), ("--tags", TAGS), ("--seconds", SECONDS)):
        parser.add_argument(name, type=int, default=many)
    parser.add_argument("--folder", type=Path, default=Path.cwd())
    given = parser.parse_args()
    print(
        f"Python {platform.python_version()}, {os.cpu_count()} processors, load "
        f"{os.getloadavg()[0]:.1f}"
    )
    print(f"{'ms':58}{'n':>6}{'p50':>9}{'p99':>9}{'worst':>9}")
    print(*measured(given.folder, lambda bench: bench.stops(given.edges)), sep="\n")
    print(f"load {os.getloadavg()[0]:.1f}")
    tags = measured(given.folder, lambda bench: bench.tags(given.tags))
    print(f"{'tag in the field to the changed view':58}{in_ms(tags)}")
    with tempfile.TemporaryDirectory(dir=given.folder) as disk:
        at_rest, reader, strip = shares(Path(disk), given.seconds)
    print(
        f"of a core: {at_rest:.1f} % at rest; a reader {reader:.1f} % more, {PIXELS} pixels that "
        f"move {strip:.1f} % more"
    )
    print(f"load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
