"""How smoothly the screen moves: `python tests/bench/bench_screen_frames.py [--views N]`.

The screen's own loop on an X server of its own (Xvfb), 1920x1080; a thread stands in the service's
place, and deals a flop over and over. Printed are: from a view's sending to the first picture of it
on the display, frames a second while cards fly, and the time from one of them to the next.
"""

import argparse
import itertools
import os
import socket
import sys
import threading
import time
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "x11"
# run as a script, the tests are no package
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import pygame
from msgspec import json

from tablectl.screen.wakeup import Sleeper, open_sockets
from tablectl.screen.window import DEFAULT_SIZE, ViewSource, Window, open_display, run
from tests.bench.percentiles import percentiles
from tests.screen.xvfb import display

VIEW = json.decode(
    (Path(__file__).parents[1] / "screen" / "views" / "three-seats.json").read_bytes()
)
SHOWN = [
    json.encode(
        {**VIEW, "clock_left_ms": None, "level": None, "to_act": None, "keys": [], "board": board}
    )
    for board in ([], ["9s", "4d", "Kh"])
]
VIEWS, APART_S = 400, 0.5  # a flop has landed after 400 ms
MS = 1e6  # nanoseconds


class Watched(Window):
    """Notes when a view's first picture and when each frame in flight was on the display."""

    def __init__(self, surface, source):
        super().__init__(surface, source, on_drawn=lambda: self.drawn.append(time.monotonic_ns()))
        self.drawn = []
        self.flights = [[]]

    def turn(self, at_ms):
        super().turn(at_ms)
        if self.course.is_moving(at_ms):
            self.flights[-1].append(time.monotonic_ns())
        elif self.flights[-1]:
            self.flights.append([])


def deal(service, count, sent, is_over):
    """Sends a view for each `next`, half a second after the one before, as long as the window is
    there.
    """
    for view in itertools.islice(itertools.cycle(SHOWN), count):
        service.recv(16)
        if is_over.wait(APART_S):
            return
        sent.append(time.monotonic_ns())
        service.send(view)


def line(what, taken):
    p50, p99, worst = (ns / MS for ns in percentiles(taken))
    return f"{what}: p50 {p50:.1f}, p99 {p99:.1f}, worst {worst:.1f} ms"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--views", type=int, default=VIEWS)
    given = parser.parse_args()
    service, screen = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    sent = []
    is_over = threading.Event()
    with display(), service:
        before = open_sockets()
        surface = open_display(DEFAULT_SIZE, fullscreen=False, driver="x11")
        waking, window = (
            Sleeper(open_sockets() - before),
            Watched(surface, ViewSource(connected=screen)),
        )
        dealer = threading.Thread(target=deal, args=(service, given.views, sent, is_over))
        dealer.start()
        run(window, lambda: not dealer.is_alive(), waking)
        is_over.set()
        window.source.close()
        waking.close()
        pygame.quit()
    flights = [flight for flight in window.flights if len(flight) > 1]
    apart = [later - earlier for flight in flights for earlier, later in itertools.pairwise(flight)]
    first, *others = [drawn - told for told, drawn in zip(sent, window.drawn, strict=False)]
    print(
        f"from sending to the first picture, the first view {first / MS:.0f} ms; "
        f"{line(f'{len(others):,} others', others)}"
    )
    print(
        f"{len(flights):,} flops: {1e9 * len(apart) / sum(apart):.1f} frames a second; "
        f"{line('from one to the next', apart)}"
    )


if __name__ == "__main__":
    main()
