"""Records a live table as its screen shows it: `python -m tests.screen.recorded OUT_DIR [--preset
G] [--seconds S] [--seed N]`.

Players in real time, service and screen as processes of their own, on an X server that nobody sees.
Looked at five times a second; what has changed is kept, and laid side by side on contact sheets
with the time of each picture under it. One should see without words what happened, in which order,
and to whom.
"""

import argparse
import asyncio
import contextlib
import os
import tempfile
import time
from pathlib import Path

# of this process; the screen's own is named to it
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame

from tablectl.games.catalog import preset
from tablectl.simulation.demo.demo import Demo
from tablectl.simulation.demo.options import DemoOptions
from tablectl.simulation.demo.play import BETWEEN_HANDS_S, THINK_S
from tablectl.simulation.stage.live import LiveStage
from tablectl.simulation.stage.scratch import temporary_directory
from tests.screen.xvfb import Frames, display

SMALL = (640, 360)
COLUMNS, ROWS = 3, 4
CAPTION_PX = 22


class Recorder:
    """Frames that differ from the one before, small, and when they were seen."""

    def __init__(self, frames: Frames, from_s: float = 0):
        self._frames, self._from_s = frames, from_s
        self._began = time.monotonic()
        self._last = b""
        self.kept: list[tuple[float, pygame.Surface]] = []

    def look(self):
        small = pygame.transform.smoothscale(self._frames.now(), SMALL)
        pixels = pygame.image.tobytes(small, "RGB")
        if pixels != self._last:
            self._last = pixels
            self.kept.append((time.monotonic() - self._began, small.convert(24)))

    async def look_on(self, a_second: float, seconds: float):
        await asyncio.sleep(self._from_s)
        while time.monotonic() - self._began < self._from_s + seconds:
            self.look()
            await asyncio.sleep(1 / a_second)


def sheets(kept: list[tuple[float, pygame.Surface]], folder: Path) -> list[Path]:
    """Twelve pictures on each, in rows from left to right."""
    pygame.font.init()
    type_ = pygame.font.Font(None, CAPTION_PX)
    wide, high = SMALL[0] + 6, SMALL[1] + CAPTION_PX
    files = []
    for first in range(0, len(kept), COLUMNS * ROWS):
        sheet = pygame.Surface((COLUMNS * wide, ROWS * high))
        for place, (at_s, picture) in enumerate(kept[first : first + COLUMNS * ROWS]):
            corner = (place % COLUMNS * wide, place // COLUMNS * high)
            sheet.blit(picture, (corner[0], corner[1] + CAPTION_PX))
            sheet.blit(
                type_.render(f"{first + place}: {at_s:.1f} s", True, (255, 255, 255)),
                (corner[0] + 4, corner[1] + 4),
            )
        files.append(folder / f"sheet-{first // (COLUMNS * ROWS):02}.png")
        pygame.image.save(sheet, files[-1])
    return files


async def record(recorder: Recorder, given: argparse.Namespace):
    wanted = DemoOptions(
        given.preset, given.players, seed=given.seed, irregularities=given.irregularities
    )
    game = preset(given.preset)
    with temporary_directory() as ports, tempfile.TemporaryDirectory() as disk:
        stage = LiveStage(
            game,
            wanted.table_played,
            ports,
            screen="x11",
            journal=Path(disk) / "table.db",
            between_hands_s=BETWEEN_HANDS_S,
        )
        demo = Demo(
            stage, game, wanted, lambda hand: print(f"hand {hand.hand}", flush=True), THINK_S
        )
        looking = asyncio.ensure_future(recorder.look_on(given.a_second, given.seconds))
        try:
            await stage.open()
            playing = asyncio.ensure_future(demo.play())
            await looking
            playing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await playing
        finally:
            looking.cancel()
            stage.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folder", type=Path, help="where the sheets are put")
    parser.add_argument("--preset", default="tournament")
    parser.add_argument("--players", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument(
        "--from", dest="from_s", type=float, default=0, help="seconds after which it begins"
    )
    parser.add_argument(
        "--a-second", type=float, default=5, help="how often the screen is looked at"
    )
    parser.add_argument(
        "--irregularities",
        action="store_true",
        help="cards and chips go wrong, and the simulated floor rules",
    )
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    pygame.display.init()
    # of the dummy driver: pictures are converted to its pixels
    pygame.display.set_mode((1, 1))
    with display() as frames:
        recorder = Recorder(frames, given.from_s)
        asyncio.run(record(recorder, given))
    for sheet in sheets(recorder.kept, given.folder):
        print(sheet)


if __name__ == "__main__":
    main()
