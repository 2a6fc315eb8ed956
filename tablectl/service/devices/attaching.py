"""Puts a device to each port that the configuration names; which driver makes which device stands
here alone.

A device tells what it sees through `Ears`, and nothing else of the service is known to it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path

from firmware_io.devices import NodeDevice, NodeRoster
from firmware_io.finder import Finder
from firmware_io.host_session import HostSession
from firmware_io.keypad_seat import KeypadSeat
from firmware_io.link import Link, Links
from firmware_io.pin_seat import PinSeat
from firmware_io.places import At, Place, Strange
from firmware_io.port import AUTO
from firmware_io.reader_shoe import ReaderShoe
from firmware_io.readers.bet_area import BetArea
from firmware_io.readers.debounce import TimedMessage, TooMany, UnsureTags
from firmware_io.readers.showing_spot import ShowingSpot
from firmware_io.session import EdgeArrived, NotProven
from tablectl.engine.source import SHOE, Source, seat_source
from tablectl.service import logger
from tablectl.service.books.books import load_chips
from tablectl.service.config.antennas import BETS, SHOE_KEY, SPOT, Readers, make_readers
from tablectl.service.config.drivers import DRIVERS
from tablectl.service.config.nodes import SHOE_NODE, link_keys
from tablectl.service.config.values import Config, SeatConfig, ShoeConfig
from tablectl.service.devices.composite_seat import Antenna, CompositeSeat, State
from tablectl.service.devices.phone_seat import PhoneSeat
from tablectl.service.devices.protocols import SeatDevice, Shoe
from tablectl.structs import Frozen

WHERE = {SPOT: "at its showing spot", BETS: "in its bet area"}


class DeviceCallbacks(Frozen):
    """Where the devices of a table report, and the host's end of the wire with a node.

    `on_edge`: a numbered reading of a node, which stores it until it is acknowledged.
    `on_message`: a reading that nobody stores.
    """

    new_session: Callable[[int | None, str], HostSession]  # node id or None for any, kind
    on_edge: Callable[[Source, NodeDevice, EdgeArrived], None]
    on_message: Callable[[Source, TimedMessage], None]
    on_state: Callable[[Source, State], None]


class Wires(Frozen):
    """What the devices of one table share: who has which node, who looks for the ports of those
    that are named nowhere, readers.

    `chips`: the value of each tag that is a chip.
    """

    roster: NodeRoster
    finder: Finder
    readers: Readers
    chips: Mapping[bytes, int]
    keys: Mapping[int, bytes]  # of the links with nodes, by id
    # links have keys: who answers at a port must be the node of that id
    is_by_id: bool
    links: Links  # how a link with a node's port is made


def make_wires(
    config: Config,
    list_ports: Callable[[], Iterable[str]],
    *,
    epoch: int,
    changed: Callable[[], None] = lambda: None,
    links: Links = Link,
) -> Wires:
    """`list_ports`: those that the system knows. `epoch`: the host's. `changed`: others are found
    and not used than before.

    `links`: how a link with a node's port is made.
    Raises BadChipBook, BadKey where a file is damaged.
    """
    readers = make_readers(config)
    named = [
        port
        for port in (config.shoe.port, *(seat.port for seat in config.seat), *readers.ports)
        if port
    ]
    chips = load_chips(Path(config.table.chip_book)).values if config.table.chip_book else {}
    keys = link_keys(config)
    finder = Finder(
        list_ports,
        epoch=epoch,
        named=named,
        tell=logger.warning,
        keys=keys,
        changed=changed,
        links=links,
    )
    return Wires(
        NodeRoster(), finder, readers, chips, keys, is_by_id=bool(config.links.keys), links=links
    )


def make_shoe(
    wanted: ShoeConfig,
    callbacks: DeviceCallbacks,
    wires: Wires,
    lying: tuple[bytes, ...],
    was_dealt: Callable[[bytes], bool],
) -> Shoe:
    """`lying`: tags of the cards that were read last; they may still lie before a reader.

    `was_dealt`: whether the card of this very tag has come in this hand: over a reader it may be
    drawn back.
    """
    if DRIVERS[wanted.driver].reader is None:
        return _node_device(
            wanted, SHOE_NODE, SHOE, callbacks, wires, partial(callbacks.on_state, SHOE)
        )
    readers = wires.readers
    antenna = readers.placed[SHOE_KEY].number
    return ReaderShoe(
        readers.ports[wanted.port],
        antenna=antenna,
        lying=lying,
        on_message=partial(callbacks.on_message, SHOE),
        on_state=partial(callbacks.on_state, SHOE),
        was_dealt=was_dealt,
        tell=logger.warning,
        lies_elsewhere=lambda tag: readers.places.lies_elsewhere(tag, antenna),
    )


def make_seat(wanted: SeatConfig, callbacks: DeviceCallbacks, wires: Wires) -> SeatDevice:
    source = seat_source(wanted.number)
    if wanted.spot is None and wanted.bets is None:
        return _make_keys(wanted, callbacks, wires, partial(callbacks.on_state, source))
    seat = CompositeSeat(partial(callbacks.on_state, source))
    seat.keys = _make_keys(
        wanted, callbacks, wires, lambda report: seat.receive_report(seat.keys, report)
    )
    seat.antennas = tuple(_make_antennas(wanted, seat, callbacks, wires))
    return seat


def _make_keys(
    wanted: SeatConfig, callbacks: DeviceCallbacks, wires: Wires, on_state: Callable[[State], None]
) -> SeatDevice:
    source, driver = seat_source(wanted.number), DRIVERS[wanted.driver]
    if driver.is_on_pins:
        return PinSeat(on_message=partial(callbacks.on_message, source), on_state=on_state)
    if driver.is_phone:
        return PhoneSeat(wanted.number, on_state=on_state)
    if not driver.has_keys_alone:
        return _node_device(wanted, wanted.number, source, callbacks, wires, on_state)
    return KeypadSeat(
        wanted.port, on_message=partial(callbacks.on_message, source), on_state=on_state
    )


def _make_antennas(
    wanted: SeatConfig, seat: CompositeSeat, callbacks: DeviceCallbacks, wires: Wires
) -> Iterator[Antenna]:
    """What lies at the seat's spot and in its bet area is the seat's own reading."""
    readers, source = wires.readers, seat_source(wanted.number)
    made: dict[str, Callable[[int], Place]] = {
        SPOT: ShowingSpot,
        BETS: lambda antenna: BetArea(antenna, wires.chips),
    }
    for what, make in made.items():
        if (placed := readers.placed.get(f"seat {wanted.number} {what}")) is not None:
            on_strange = partial(_log_strange, f"{source.name} {WHERE[what]}")
            readers.places.add_place(
                At(
                    placed.number,
                    make(placed.number),
                    partial(callbacks.on_message, source),
                    on_strange,
                )
            )
            yield Antenna(readers.ports[placed.port], placed.number, readers.places, seat)


def _log_strange(where: str, strange: Strange) -> None:
    logger.warning(f"{where}: {strange_text(strange)}.")


def strange_text(strange: Strange) -> str:
    """What lies at an antenna and does not reach the table, without a full stop. No tag is
    named: it may be of a hidden card.
    """
    if isinstance(strange, TooMany):
        return (
            f"{strange.found} lie there, and {strange.most} are the most; nothing is told "
            "until there are fewer"
        )
    if not strange.tags:
        return "it is known again what lies there"
    tags = "1 tag is" if len(strange.tags) == 1 else f"{len(strange.tags)} tags are"
    if isinstance(strange, UnsureTags):
        return f"{tags} read there and at a neighbour alike: move them apart"
    count = "counts" if len(strange.tags) == 1 else "count"
    return f"{tags} not in the chip book, and {count} for nothing"


def pin_seats(seats: Mapping[int, SeatDevice]) -> dict[int, PinSeat]:
    """The seats whose keys are on the Pi's pins."""
    keys = {
        number: seat.keys if isinstance(seat, CompositeSeat) else seat
        for number, seat in seats.items()
    }
    return {number: seat for number, seat in keys.items() if isinstance(seat, PinSeat)}


def _node_device(
    wanted: ShoeConfig | SeatConfig,
    own_id: int,
    source: Source,
    callbacks: DeviceCallbacks,
    wires: Wires,
    on_state: Callable[[State], None],
) -> NodeDevice:
    """`own_id`: of the node that is looked for, or has a key, where the configuration names no
    id.
    """
    is_sought = wanted.port == AUTO
    node = wanted.node if wanted.node is not None or not (is_sought or wires.is_by_id) else own_id
    search = None
    if is_sought and node is not None:
        search = wires.finder.seek_node(node, source.kind, partial(on_state, NotProven(node)))
    device = NodeDevice(
        wanted.port,
        callbacks.new_session(node, source.kind),
        roster=wires.roster,
        search=search,
        links=wires.links,
        on_edge=lambda edge: callbacks.on_edge(source, device, edge),
        on_state=on_state,
    )
    return device
