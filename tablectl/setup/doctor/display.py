"""What the screen needs: the library, and for each of SDL's drivers the display behind it."""

import os
from collections.abc import Iterator
from importlib import metadata, util

from tablectl.setup.doctor.finding import Finding, mend, note, well
from tablectl.setup.doctor.machine import Machine


def probe(machine: Machine, driver: str = "") -> Iterator[Finding]:
    """`driver`: as the configuration has it; empty: as SDL finds."""
    if util.find_spec("pygame") is None:
        yield mend("screen", "pygame-ce is not installed.", "pip install tablectl, into the environment that runs the screen.")
    elif _has("pygame") and _has("pygame-ce"):
        says = "pygame and pygame-ce are both installed: each has the other's name."
        yield mend("screen", says, "pip uninstall pygame pygame-ce, then pip install pygame-ce.")
    yield from _driver(machine, driver)
    shown = [path for path in machine.found("sys/class/drm/card*-*/status") if path.read_text().strip() == "connected"]
    if shown:
        modes = (shown[0].parent / "modes").read_text().split() if (shown[0].parent / "modes").exists() else []
        yield well("screen", f"A display is connected at {shown[0].parent.name}{f', {modes[0]}' if modes else ''}.")
    else:
        yield note("screen", "No display is known to be connected.")


def _driver(machine: Machine, driver: str) -> Iterator[Finding]:
    if driver == "kmsdrm" and not machine.found("dev/dri/card*"):
        says = 'There is no /dev/dri/card0 for [screen] driver "kmsdrm".'
        yield mend("screen", says, "dtoverlay=vc4-kms-v3d in config.txt of the boot partition, and start again.")
    elif driver == "x11" and not os.environ.get("DISPLAY"):
        says = 'There is no DISPLAY for [screen] driver "x11".'
        yield mend("screen", says, "Start the screen from the desktop, or take kmsdrm.")


def _has(package: str) -> bool:
    try:
        metadata.version(package)
    except metadata.PackageNotFoundError:
        return False
    return True
