"""Puts a device to each port that the configuration names; which driver makes which device stands here alone.

A device tells what it sees through `Ears`, and nothing else of the service is known to it.
"""

from collections.abc import Callable, Iterable
from functools import partial

from msgspec import Struct

from firmware_io.devices import DeviceAnswers, DeviceGone, NodeDevice, NodeRoster, StateReport
from firmware_io.finding import Finder
from firmware_io.host_session import HostSession
from firmware_io.keypad_seat import KeypadSeat
from firmware_io.messages import Lamp
from firmware_io.port import AUTO
from firmware_io.reader_port import ReaderPort
from firmware_io.reader_shoe import ANTENNA, ReaderShoe
from firmware_io.readers.telling import Told
from firmware_io.session import EdgeArrived
from tablectl.engine.source import SHOE, Source, of_seat
from tablectl.service.checks import SHOE_NODE
from tablectl.service.devices import SeatDevice, Shoe
from tablectl.service.drivers import DRIVERS
from tablectl.service.values import Config, SeatConfig, ShoeConfig
from tablectl.views.lamps import SeatLamp


class Ears(Struct, frozen=True):
    """Where the devices of a table tell what they see, and the host's end of the wire with a node.

    `on_edge`: a numbered reading of a node, which keeps it until it is acknowledged. `on_told`: one that nobody keeps.
    """

    new_session: Callable[[int | None, str], HostSession]           # node id or None for any, kind
    on_edge: Callable[[Source, NodeDevice, EdgeArrived], None]
    on_told: Callable[[Source, Told], None]
    on_state: Callable[[Source, StateReport | DeviceAnswers | DeviceGone], None]


class Wires(Struct, frozen=True):
    """What the devices of one table share: who has which node, and who looks for the ports of those that are named nowhere."""

    roster: NodeRoster
    finder: Finder


def wires_of(
    config: Config, list_ports: Callable[[], Iterable[str]], *, epoch: int, tell: Callable[[str], None],
) -> Wires:
    """`list_ports`: those that the system knows. `epoch`: the host's. `tell`: what is found and not used, in sentences."""
    named = [port for port in (config.shoe.port, *(seat.port for seat in config.seat)) if port]
    return Wires(NodeRoster(), Finder(list_ports, epoch=epoch, named=named, tell=tell))


def shoe_at(wanted: ShoeConfig, ears: Ears, wires: Wires, lying: tuple[bytes, ...]) -> Shoe:
    """`lying`: tags of the cards that were read last; they may still lie before a reader."""
    driver = DRIVERS[wanted.driver]
    if driver.reader is None:
        return _node(wanted, SHOE_NODE, SHOE, ears, wires)
    port = ReaderPort(
        wanted.port, driver.reader(wanted.antenna), antennas=(ANTENNA,), baud=driver.baud, only_talks=driver.only_talks)
    return ReaderShoe(port, lying=lying, on_told=partial(ears.on_told, SHOE), on_state=partial(ears.on_state, SHOE))


def seat_at(wanted: SeatConfig, ears: Ears, wires: Wires) -> SeatDevice:
    source = of_seat(wanted.number)
    if not DRIVERS[wanted.driver].has_keys_alone:
        return _node(wanted, wanted.number, source, ears, wires)
    return KeypadSeat(wanted.port, on_told=partial(ears.on_told, source), on_state=partial(ears.on_state, source))


def lamp_sender(device: SeatDevice, brightness: float) -> Callable[[SeatLamp], None]:
    def send(lamp: SeatLamp) -> None:
        red, green, blue = (round(part * brightness) for part in lamp.colour)
        device.set_lamp(Lamp((red, green, blue), lamp.pattern, lamp.level))

    return send


def _node(wanted: ShoeConfig | SeatConfig, own_id: int, source: Source, ears: Ears, wires: Wires) -> NodeDevice:
    """`own_id`: of the node that is looked for, where the configuration names neither port nor id."""
    is_sought = wanted.port == AUTO
    node = wanted.node if wanted.node is not None or not is_sought else own_id
    device = NodeDevice(
        wanted.port, ears.new_session(node, source.kind), roster=wires.roster,
        search=wires.finder.seek(node, source.kind) if is_sought and node is not None else None,
        on_edge=lambda edge: ears.on_edge(source, device, edge), on_state=partial(ears.on_state, source))
    return device
