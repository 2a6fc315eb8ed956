"""An X server that nobody sees: the screen's process draws on it as on a table's, and what
stands there may be looked at.
"""

import contextlib
import mmap
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from struct import unpack_from

import pygame

from tablectl.service.process import bind_child

COLOUR_BYTES = 12  # of one entry of an X window dump's colour map


class Frames:
    """The server's picture as it is now, from the file that it draws into (an X window dump)."""

    def __init__(self, dump: Path):
        with dump.open("rb") as file:
            self._dump = mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ)
        header = unpack_from(">20I", self._dump)
        self._size, self._line_bytes, self._begins = (
            header[4:6],
            header[12],
            header[0] + COLOUR_BYTES * header[19],
        )

    def now(self) -> pygame.Surface:
        wide, high = self._size
        pixels = self._dump[self._begins : self._begins + self._line_bytes * high]
        return pygame.image.frombuffer(pixels, (self._line_bytes // 4, high), "BGRA").subsurface(
            (0, 0, wide, high)
        )


@contextlib.contextmanager
def display(size: tuple[int, int] = (1920, 1080)) -> Iterator[Frames]:
    """An X server of its own, at a number that it finds free; DISPLAY names it."""
    if shutil.which("Xvfb") is None:
        sys.exit("There is no Xvfb here: apt install xvfb.")
    ready, told = os.pipe()
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            [
                "Xvfb",
                "-displayfd",
                str(told),
                "-screen",
                "0",
                f"{size[0]}x{size[1]}x24",
                "-fbdir",
                folder,
                "-nolisten",
                "tcp",
            ],
            pass_fds=[told],
            stderr=subprocess.DEVNULL,
            preexec_fn=bind_child(),
        )
        os.close(told)
        with os.fdopen(ready) as number:
            os.environ["DISPLAY"] = f":{number.readline().strip()}"
        try:
            yield Frames(Path(folder) / "Xvfb_screen0")
        finally:
            server.terminate()
            server.wait()
