"""All drivers that a configuration can name, a row each: what stands behind a port, and what it can
be.

A row without a reader is a node on our own wire, or keys. A reader is driven without any port or
clock, so this table costs little to import; the service puts a port to it.
"""

from collections.abc import Callable, Mapping
from typing import get_args

from firmware_io.readers import rdm6300
from firmware_io.readers.pepper import MAX_COUNTED, NOT_SWITCHED, Pepper
from firmware_io.readers.pn532 import Pn532
from firmware_io.readers.rdm6300 import Rdm6300
from firmware_io.readers.reader import Reader
from tablectl.service.config.values import SeatDriver, ShoeDriver
from tablectl.structs import Frozen

WIRE_BAUD = 115_200
Made = Callable[[Mapping[int | None, int], frozenset[int], int | None], Reader]


class Driver(Frozen):
    """`reader`: makes its session; None: a node, or keys.

    Of its own antennas (None: it has one) to their numbers at the table, the numbers of those where
    chips lie, and the number of the one that cards pass.
    """

    name: str
    what: str  # in a sentence: "pn532, a PN532 on a serial port"
    reader: Made | None = None
    baud: int = WIRE_BAUD
    has_antennas: bool = False  # several, of which one is named
    tags_at_once: int = 1  # that one look reads
    only_talks: bool = False  # it answers nothing
    has_keys_alone: bool = False  # a seat that senses no chips
    is_on_pins: bool = False  # it has no port: its keys are named pin by pin
    is_phone: bool = False  # nor has it: it speaks through the phones' socket

    @property
    def is_node(self) -> bool:
        return self.reader is None and not self.has_keys_alone

    @property
    def has_port(self) -> bool:
        return not (self.is_on_pins or self.is_phone)

    @property
    def is_simulated(self) -> bool:
        """Whether its cards carry the tags of the simulated deck."""
        return self.name == "sim"


def _single_antenna(reader: Callable[[int], Reader]) -> Made:
    return lambda antennas, chips, passed: reader(*antennas.values())


def _make_pepper(
    antennas: Mapping[int | None, int], chips: frozenset[int], passed: int | None
) -> Reader:
    own = {
        NOT_SWITCHED if antenna is None else antenna: number for antenna, number in antennas.items()
    }
    return Pepper(own, inventory=chips, often=passed)


DRIVERS: Mapping[str, Driver] = {
    driver.name: driver
    for driver in (
        Driver("node", "a node on our own wire"),
        Driver("sim", "a simulated node on the same wire, with the simulated deck"),
        Driver(
            "pn532", "a PN532 on a serial port (HSU)", reader=_single_antenna(Pn532), tags_at_once=2
        ),
        Driver(
            "pepper",
            "an Eccel Pepper C1, or a C1 MUX of eight antennas",
            reader=_make_pepper,
            has_antennas=True,
            tags_at_once=MAX_COUNTED,
        ),
        Driver(
            "pepper-c1",
            "the same, by its full name",
            reader=_make_pepper,
            has_antennas=True,
            tags_at_once=MAX_COUNTED,
        ),
        Driver(
            "rdm6300",
            "an RDM6300 or ID-12LA, 125 kHz",
            reader=_single_antenna(Rdm6300),
            baud=rdm6300.BAUD,
            only_talks=True,
        ),
        Driver("keypad", "a USB number pad: keys and amounts, no chips", has_keys_alone=True),
        Driver(
            "buttons",
            "keys on the Pi's own pins, no amounts and no chips",
            has_keys_alone=True,
            is_on_pins=True,
        ),
        Driver(
            "phone",
            "a page on the player's phone: keys and amounts, no chips",
            has_keys_alone=True,
            is_phone=True,
        ),
    )
}
SHOES: tuple[ShoeDriver, ...] = get_args(ShoeDriver)
SEATS: tuple[SeatDriver, ...] = get_args(SeatDriver)
