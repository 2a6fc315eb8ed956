"""The bus of a strip: whether it is there, and the library that speaks to it."""

from collections.abc import Iterator
from importlib import util
from typing import Final

from firmware_io.missing import INSTALL
from tablectl.setup.doctor.finding import Finding, mend, note, well
from tablectl.setup.doctor.machine import Machine

SWITCH_ON: Final = "sudo raspi-config nonint do_spi 0, and start again."
TRANSFER: Final = "sys/module/spidev/parameters/bufsiz"


def probe(machine: Machine, device: str = "") -> Iterator[Finding]:
    """`device`: of the configuration's strip; empty: it has none."""
    buses = [f"/{path.relative_to(machine.root)}" for path in machine.found("dev/spidev*")]
    if device and device not in buses:
        yield mend("strip", f"There is no {device}.", SWITCH_ON)
    elif buses:
        at_once = machine.text(TRANSFER)
        yield well("strip", f"SPI is there: {', '.join(buses)}{f', {at_once} bytes at once' if at_once else ''}.")
    else:
        yield note("strip", "SPI is not switched on; only a strip of lamps needs it.")
    if (device or buses) and util.find_spec("spidev") is None:
        yield mend("strip", "spidev is not installed.", INSTALL)
