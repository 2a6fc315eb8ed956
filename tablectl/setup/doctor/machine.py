"""The machine as probes see it: files below a root, commands, ports. A test gives them another one."""

import os
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct

from firmware_io.link import known_ports

ANSWERS_WITHIN_S: Final = 5
ALIASES: Final = ("dev/serial0", "dev/serial1")     # a Pi's names for its own UARTs


def answer_of(command: Sequence[str]) -> str | None:
    """What a command prints; None: it is not there, fails or takes too long."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=ANSWERS_WITHIN_S)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if done.returncode == 0 else None


class Machine(Struct, frozen=True):
    root: Path = Path("/")
    run: Callable[[Sequence[str]], str | None] = answer_of
    list_ports: Callable[[], Sequence[str]] = known_ports

    def text(self, path: str) -> str | None:
        """What the file holds; None: it cannot be read."""
        try:
            return (self.root / path).read_text().strip()
        except (OSError, UnicodeDecodeError):
            return None

    def found(self, pattern: str) -> list[Path]:
        return sorted(self.root.glob(pattern))

    def ports(self) -> list[str]:
        """Every serial port once; one that has a name of the Pi's own is called by it."""
        named = {os.path.realpath(self.root / name): str(self.root / name) for name in ALIASES if (self.root / name).exists()}
        listed = [port for port in self.list_ports() if os.path.realpath(port) not in named]
        return sorted({*named.values(), *listed})
