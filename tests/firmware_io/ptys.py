"""A pty: what is at its master plays a device, and its slave has a name for whoever opens it as
a port.
"""

import contextlib
import os
import tty
from pathlib import Path

MOST_BYTES = 65_536


class Pty:
    def __init__(self):
        self.master, self.slave = os.openpty()
        self.name = os.ttyname(self.slave)
        tty.setraw(self.slave)
        os.set_blocking(self.master, False)

    def linked(self, link: Path):
        """By this link, in the place of any other that it led to."""
        fresh = link.with_suffix(".new")
        fresh.symlink_to(self.name)
        fresh.replace(link)

    def read(self) -> bytes:
        """What was written to the slave; nothing where nothing was."""
        with contextlib.suppress(BlockingIOError):
            return os.read(self.master, MOST_BYTES)
        return b""

    def write(self, data: bytes):
        os.write(self.master, data)

    def close(self):
        ends, self.master, self.slave = (self.master, self.slave), -1, -1
        for end in ends:
            if end >= 0:
                os.close(end)
