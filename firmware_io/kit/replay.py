"""Sends what nodes sent in a recording once more on ptys, at the same times, whatever is
answered.
"""

import asyncio
import contextlib
import os
import tty
from collections.abc import Iterator, Sequence
from pathlib import Path

from firmware_io.kit.recording import Passed

READ_BYTES = 4_096


@contextlib.contextmanager
def open_ptys(names: Sequence[Path]) -> Iterator[dict[Path, int]]:
    """A pty under each name; the masters' ends. Raises FileExistsError where a name is taken."""
    ends: dict[Path, tuple[int, int]] = {}
    try:
        for name in names:
            master, slave = os.openpty()
            tty.setraw(slave)
            os.set_blocking(master, False)
            try:
                name.symlink_to(os.ttyname(slave))
            except OSError:
                os.close(master)
                os.close(slave)
                raise
            ends[name] = master, slave
        yield {name: master for name, (master, _) in ends.items()}
    finally:
        for name, both in ends.items():
            name.unlink(missing_ok=True)
            for end in both:
                os.close(end)


async def replay_recording(passed: Sequence[Passed], directory: Path) -> int:
    """Plays it to the end; 0. A port's pty has the last part of its name, in `directory`. Raises
    OSError.
    """
    loop, spoken = asyncio.get_running_loop(), asyncio.Event()
    names = {port: directory / Path(port).name for port in sorted({one.port for one in passed})}
    with open_ptys(list(dict.fromkeys(names.values()))) as masters:

        def heard(master: int) -> None:
            with contextlib.suppress(OSError):
                os.read(master, READ_BYTES)
            spoken.set()

        for master in masters.values():
            loop.add_reader(master, heard, master)
        try:
            await spoken.wait()
            await _play_bytes(passed, {port: masters[name] for port, name in names.items()})
        finally:
            for master in masters.values():
                loop.remove_reader(master)
    return 0


async def _play_bytes(passed: Sequence[Passed], masters: dict[str, int]) -> None:
    loop = asyncio.get_running_loop()
    began = loop.time()
    for one in passed:
        if one.to == "host":
            await asyncio.sleep(max(0, began + one.ms / 1_000 - loop.time()))
            with contextlib.suppress(BlockingIOError):  # nobody reads: lost, as on a wire
                os.write(masters[one.port], one.data)
    await asyncio.sleep(0.2)  # what was sent last is read before the ports are gone
