"""All drivers that a configuration can name, a row each: what stands behind a port, and what it can be.

A row without a reader is a node on our own wire, or keys. A reader is driven without any port or clock, so this table
costs little to import; the service puts a port to it.
"""

from collections.abc import Callable, Mapping
from typing import Final

from msgspec import Struct

from firmware_io.readers import rdm6300
from firmware_io.readers.pepper import C1, Pepper
from firmware_io.readers.pn532 import Pn532
from firmware_io.readers.rdm6300 import Rdm6300
from firmware_io.readers.reader import Reader

WIRE_BAUD: Final = 115_200
MUX_ANTENNAS: Final = range(1, 9)


class Driver(Struct, frozen=True):
    """`reader`: makes its session, of the antenna that the configuration names; None: a node."""

    name: str
    what: str                           # in a sentence: "pn532, a PN532 on a serial port"
    is_shoe: bool = True
    is_seat: bool = False
    reader: Callable[[int | None], Reader] | None = None
    baud: int = WIRE_BAUD
    has_antennas: bool = False          # several, of which one is named
    only_talks: bool = False            # it cannot be asked whether it is there
    has_keys_alone: bool = False        # a seat that senses no chips
    is_on_pins: bool = False            # it has no port: its keys are named pin by pin

    @property
    def is_node(self) -> bool:
        return self.reader is None and not self.has_keys_alone

    @property
    def is_simulated(self) -> bool:
        """Whether its cards carry the tags of the simulated deck."""
        return self.name == "sim"


def _pn532(antenna: int | None) -> Reader:
    return Pn532()


def _pepper(antenna: int | None) -> Reader:
    return Pepper(C1 if antenna is None else {antenna: 1})


def _rdm6300(antenna: int | None) -> Reader:
    return Rdm6300()


DRIVERS: Final[Mapping[str, Driver]] = {driver.name: driver for driver in (
    Driver("node", "a node on our own wire", is_seat=True),
    Driver("sim", "a simulated node on the same wire, with the simulated deck", is_seat=True),
    Driver("pn532", "a PN532 on a serial port (HSU)", reader=_pn532),
    Driver("pepper", "an Eccel Pepper C1, or a C1 MUX of eight antennas", reader=_pepper, has_antennas=True),
    Driver("pepper-c1", "the same, by its full name", reader=_pepper, has_antennas=True),
    Driver("rdm6300", "an RDM6300 or ID-12LA, 125 kHz", reader=_rdm6300, baud=rdm6300.BAUD, only_talks=True),
    Driver("keypad", "a USB number pad: keys and amounts, no chips", is_shoe=False, is_seat=True, has_keys_alone=True),
    Driver("buttons", "keys on the Pi's own pins, no amounts and no chips", is_shoe=False, is_seat=True, has_keys_alone=True,
           is_on_pins=True),
)}
SHOES: Final = tuple(driver.name for driver in DRIVERS.values() if driver.is_shoe)
SEATS: Final = tuple(driver.name for driver in DRIVERS.values() if driver.is_seat)
