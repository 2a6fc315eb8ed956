"""What the screen's process holds after thousands of hands: `python
tests/bench/bench_screen_hands.py [PRESET ...] [--hands N]`.

On an X server of its own (Xvfb), in a window of `--size`, with this script in the service's place.
The games take turns. Their hands are played on a bare stage, far faster than people play, and each
view goes to the screen when it has drawn the one before. Printed are PSS (what the process holds
alone, and its share of what it holds with others) and RSS. After the first rounds of all games the
shelves are full; from then on nothing may grow.
"""

import argparse
import contextlib
import itertools
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from msgspec import json

from tablectl.games.catalog import PRESETS
from tablectl.present.public import public_view
from tablectl.present.readout import list_notices
from tablectl.service.process import bind_child
from tablectl.simulation.demo.demo import Demo
from tablectl.simulation.demo.options import DemoOptions
from tests.rig.bare import BareStage, straight_through
from tests.screen.xvfb import display

HANDS, IN_TURN = 10_000, 50  # so many of one game, then of the next
LOOKED_AT = (100, 250, 500, 1_000, 2_000, 5_000)
DRAWN_AT_MOST_S = 30
MIB = 1_024  # KiB


def held(pid):
    """PSS and RSS of a process in MiB."""
    rows = dict(
        line.split(":", 1)
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()[1:]
    )
    pss, rss = (int(rows[name].split()[0]) / MIB for name in ("Pss", "Rss"))
    return pss, rss


class Shown(BareStage):
    """A bare stage that shows each view."""

    def __init__(self, wanted, show):
        self._show = show
        super().__init__(wanted.table_played, wanted.game.deck)

    def take(self, *happened):
        before = self.table
        rows = super().take(*happened)
        self._show(json.encode(public_view(self.table, self.now_ms, list_notices(before, rows))))
        return rows


def play(preset, seed, hands, show, on_hand):
    wanted = DemoOptions(preset, hands=hands, seed=seed)
    stage = Shown(wanted, show)
    straight_through(Demo(stage, wanted.game, wanted, on_hand).run())


class Watched:
    """The screen's process: shows views, and counts hands and what it holds after them."""

    def __init__(self, screen, pid, hands):
        self._screen, self._pid, self._most = screen, pid, hands
        self._began = time.monotonic()
        self.views = self.hands = 0

    def show(self, view):
        self._screen.send(view)
        self._screen.recv(16)
        self.views += 1

    def hand_came(self, _hand):
        self.hands += 1
        if self.hands in LOOKED_AT or self.hands == self._most:
            pss, rss = held(self._pid)
            print(
                f"{self.hands:6,} hands, {self.views:,} views, "
                f"{(time.monotonic() - self._began) / 60:.1f} min: "
                f"{pss:.1f} MiB PSS, {rss:.1f} RSS",
                flush=True,
            )

    def play(self, presets):
        for seed, preset in zip(itertools.count(1), itertools.cycle(presets)):
            play(preset, seed, min(IN_TURN, self._most - self.hands), self.show, self.hand_came)
            if self.hands >= self._most:
                return


@contextlib.contextmanager
def a_screen(size=(1920, 1080)):
    """The socket of a screen's process that has asked for its first view, and the process."""
    with (
        display(size),
        tempfile.TemporaryDirectory() as folder,
        socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as door,
    ):
        door.bind(f"{folder}/screen.sock")
        door.listen(1)
        process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "tablectl.screen",
                "--driver",
                "x11",
                "--socket",
                f"{folder}/screen.sock",
                "--size",
                f"{size[0]}x{size[1]}",
            ],
            preexec_fn=bind_child(),
        )
        try:
            screen, _ = door.accept()
            screen.settimeout(DRAWN_AT_MOST_S)
            screen.recv(16)
            yield screen, process
        finally:
            process.terminate()
            process.wait()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("presets", nargs="*", default=list(PRESETS), metavar="PRESET")
    parser.add_argument("--hands", type=int, default=HANDS)
    parser.add_argument("--size", default="1920x1080")
    given = parser.parse_args()
    wide, _, high = given.size.partition("x")
    with a_screen((int(wide), int(high))) as (screen, process):
        Watched(screen, process.pid, given.hands).play(given.presets)


if __name__ == "__main__":
    main()
