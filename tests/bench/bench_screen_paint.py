"""What the screen's pictures take: `chrt -f 50 python tests/bench/bench_screen_paint.py [PRESET
...] [--hands N] [--size WxH]`.

Plays demos in virtual time, and shows every view of them to a window without a display, one after
the other as they came, frame by frame while something flies. Printed are processor times: of each
painting of what has changed, and of each frame that lays cards and chips over it; neither has what
the display itself takes.
"""

import argparse
import gc
import os
import sys
import tempfile
import time
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
# run as a script, the tests are no package
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import pygame
from msgspec import json

from tablectl.games.catalog import PRESETS
from tablectl.present.public import public_view
from tablectl.screen.flying.playback import FRAME_MS
from tablectl.screen.model import decode
from tablectl.screen.paint import Painter
from tablectl.screen.window import ViewSource, Window
from tablectl.simulation.demo.options import DemoOptions
from tablectl.simulation.demo.play import play_fast
from tests.bench.percentiles import percentiles
from tests.harvest import of_journal

# how long a view is shown where no other follows: clocks go on
SHOWN_MS = 1_500


def views(preset, hands, seed):
    with tempfile.TemporaryDirectory() as folder:
        journal = Path(folder) / "table.db"
        play_fast(DemoOptions(preset, hands=hands, seed=seed, journal=journal), lambda hand: None)
        for table, now_ms, _ in of_journal(journal):
            yield decode(json.encode(public_view(table, now_ms)))


class TimedPainter(Painter):
    """Its paintings in milliseconds of processor time, each with what it shows."""

    def __init__(self, size):
        super().__init__(size)
        self.took = []

    def paint(self, surface, now_ms):
        began = time.process_time_ns()
        dirty = super().paint(surface, now_ms)
        if dirty and self.model is not None:
            self.took.append(((time.process_time_ns() - began) / 1e6, self.model))
        return dirty


class Timed:
    """A window whose paintings and frames are timed."""

    def __init__(self, size):
        self.window = Window(pygame.Surface(size, 0, 32), ViewSource())
        self.painter = self.window.painter = TimedPainter(size)
        self.frames = []

    def turn(self, at_ms):
        """A frame in flight is one in which nothing is painted anew."""
        paintings, is_moving, began = (
            len(self.painter.took),
            self.window.course.is_moving(at_ms),
            time.process_time_ns(),
        )
        self.window._paint(at_ms)
        if is_moving and len(self.painter.took) == paintings:
            self.frames.append((time.process_time_ns() - began) / 1e6)

    def show(self, model, at_ms):
        """Until it has been told, and a while longer; the time then."""
        self.window.course.come(model, at_ms)
        ends_ms = at_ms + SHOWN_MS
        while at_ms < ends_ms or self.window.course.is_busy(at_ms):
            self.turn(at_ms)
            at_ms += (
                FRAME_MS
                if self.window.course.is_moving(at_ms)
                else max(FRAME_MS, self.window.wait_ms(at_ms))
            )
        return at_ms


def told(name, figures):
    p50, p99, worst = percentiles(figures)
    return f"{len(figures):,} {name}: p50 {p50:.1f}, p99 {p99:.1f}, worst {worst:.1f} ms"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("presets", nargs="*", default=list(PRESETS), metavar="PRESET")
    parser.add_argument("--hands", type=int, default=4)
    parser.add_argument("--seed", type=int, default=29)
    parser.add_argument("--size", default="1920x1080")
    given = parser.parse_args()
    wide, _, high = given.size.partition("x")
    for preset in given.presets:
        shown, at_ms = list(views(preset, given.hands, given.seed)), 0
        timed = Timed((int(wide), int(high)))
        gc.collect()
        gc.freeze()  # as the process does at its start
        for model in shown:
            at_ms = timed.show(model, at_ms)
        first, *paintings = timed.painter.took
        worst = max(paintings, key=lambda painting: painting[0])[1]
        print(
            f"{preset}: the first painting {first[0]:.0f} ms; "
            f"{told('others', [ms for ms, _ in paintings])}"
            f" ({worst.phase}, {worst.ask.kind if worst.ask else ''}); "
            f"{told('frames in flight', timed.frames)}",
            flush=True,
        )


if __name__ == "__main__":
    main()
