"""Lines of a chip, whichever library moves them: what pins.py wants of rpi_lines.py and of
chip_lines.py.
"""

from collections.abc import Mapping
from typing import Protocol

import msgspec

GROUP = "gpio"  # whose users may open /dev/gpiochip*


class Wiring(msgspec.Struct, frozen=True):
    """What is claimed: inputs with a pull-up, watched for both edges; outputs with their first
    level (high: True).
    """

    inputs: tuple[int, ...]
    outputs: Mapping[int, bool]
    debounce_ms: int  # so long must a line be stable before an edge is told


class Lines(Protocol):
    """Lines that are claimed. What cannot be read or written raises: a chip does not go away, so
    that is a fault of ours.
    """

    def read(self, number: int) -> bool:
        """Whether the line is high."""

    def write(self, number: int, is_high: bool) -> None: ...

    def dim(self, number: int, brightness: int) -> None:
        """High for `brightness` 255ths of the time, or as near as the library comes to it."""

    def close(self) -> None:
        """Frees every line. No edge is reported any more."""


class NotHad(Exception):
    """The pins cannot be had; says why, as a sentence for the builder of the table."""


class Missing(NotHad):
    """The library is not there, or not for this machine: another may be."""
