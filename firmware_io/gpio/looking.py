"""Whether pins could be had here, without claiming one: which library, and which chip."""

from __future__ import annotations

from firmware_io.gpio import chip_lines, rpi_lines
from firmware_io.gpio.library import ANY
from firmware_io.gpio.lines import Missing


def library_here(wanted: str = ANY) -> str:
    """The library that would be taken, and its chip, in words. Raises NotHad."""
    missing = []
    if wanted in (ANY, "rpi-lgpio"):
        try:
            rpi_lines.import_library()
            return "rpi-lgpio"
        except Missing as why:
            missing.append(str(why))
    if wanted in (ANY, "gpiod"):
        try:
            return f"gpiod, {chip_lines.label_here(chip_lines.import_library())}"
        except Missing as why:
            missing.append(str(why))
    raise Missing(" ".join(missing))
