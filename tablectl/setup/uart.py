"""Which of a Pi's own serial ports is at which pins: a Pi 5 calls them otherwise than those
before it.
"""

import os
from pathlib import Path

MODEL = "proc/device-tree/model"
PI_5 = ("Raspberry Pi 5", "Raspberry Pi Compute Module 5")  # a Pi 500 begins so, too
HEADER = "/dev/serial0"
HEADER_OF_5 = "/dev/ttyAMA0"
DEBUG_OF_5 = "ttyAMA10"


def pi_model(root: Path = Path("/")) -> str:
    """What this machine says it is; empty: nothing."""
    try:
        return (root / MODEL).read_text(errors="replace").strip("\0\n ")
    except OSError:
        return ""


def is_pi_5(root: Path = Path("/")) -> bool:
    return pi_model(root).startswith(PI_5)


def header_port(root: Path = Path("/")) -> str:
    """The port whose pins are GPIO14 and GPIO15. On a Pi 5 serial0 may be the debug port."""
    return HEADER_OF_5 if is_pi_5(root) else HEADER


def port_place(port: str, root: Path = Path("/")) -> str:
    """A sentence about a port of the Pi's own; empty: it is none, or nobody knows. Of makers'
    papers, not tried.
    """
    device = Path(os.readlink(port) if os.path.islink(port) else port).name
    if is_pi_5(root) and device == DEBUG_OF_5:
        return (
            f"{port} is the debug connector between the HDMI sockets, and no pin of the "
            f"header: that is {HEADER_OF_5}."
        )
    is_header = (
        device == "ttyAMA0"
        if is_pi_5(root)
        else pi_model(root).startswith("Raspberry Pi") and Path(port).name == "serial0"
    )
    return (
        f"{port} is at pins 8 (GPIO14, TXD) and 10 (GPIO15, RXD) of the header."
        if is_header
        else ""
    )
