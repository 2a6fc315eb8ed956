"""The devices of a simulated table at ports with stable names: a shoe with its cards, seats with
their chips.
"""

import asyncio
from collections.abc import Iterable, Mapping
from pathlib import Path

from firmware_io.kit.sim.cables import Cables, PtyCable
from firmware_io.kit.sim.faults import NoisyWire
from firmware_io.kit.sim.node import SimNode
from firmware_io.kit.sim.node_session import NodeSession
from firmware_io.kit.sim.seat import SimSeat
from firmware_io.kit.sim.sessions import Sessions
from firmware_io.kit.sim.shoe import SimCard, SimShoe
from firmware_io.readers.ids import simulated_tag
from tablectl.rules.cards import JOKER
from tablectl.rules.deck import Deck, fixed_order
from tablectl.service.config.nodes import SHOE_NODE
from tablectl.service.config.values import SeatConfig, ShoeConfig, TableConfig
from tablectl.simulation.stage.guests import GuestSeat
from tablectl.simulation.stage.sim_phones import SimPhone

# of the simulated nodes, which count up from here; 0 is not allowed
FIRST_EPOCH = 1_000


class SimDevices:
    """A shoe and a seat for each of `seats`; their ports have names in `directory`. `noise`: seed
    and rate of faults.

    `phones`: the seats that have a phone and no device; `guests`: those whose phone is a person's.
    `sessions`: who speaks for the nodes.
    `cables`: make what hangs between each of them and the service.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        table: TableConfig,
        directory: Path,
        seats: Iterable[int],
        deck: Deck,
        noise: tuple[int, float] | None = None,
        sessions: Sessions = NodeSession,
        cables: Cables = PtyCable,
        phones: Mapping[int, SimPhone] | None = None,
        guests: Mapping[int, GuestSeat] | None = None,
    ) -> None:
        self.deck = deck
        self._directory = directory
        numbers = sorted(set(seats))
        self.noises = (
            {n: NoisyWire(noise[0] * 1_000 + n, noise[1]) for n in (0, *numbers)} if noise else {}
        )
        self.shoe = SimShoe(
            loop,
            directory / "shoe",
            node=SHOE_NODE,
            epoch=FIRST_EPOCH,
            wire=self.noises.get(0),
            sessions=sessions,
            cables=cables,
        )
        chips = sim_denominations(table)
        self.phones = phones or {}
        self._without_device: dict[int, SimPhone | GuestSeat] = {**self.phones, **(guests or {})}
        self.seats: dict[int, SimSeat | SimPhone | GuestSeat] = {
            n: self._without_device[n]
            if n in self._without_device
            else SimSeat(
                loop,
                self._port_path(n),
                node=n,
                epoch=FIRST_EPOCH + n,
                denominations=chips,
                wire=self.noises.get(n),
                sessions=sessions,
                cables=cables,
            )
            for n in numbers
        }
        for n, stack in table.seats.items():
            self.seats[int(n)].receive(stack)

    @property
    def idle(self) -> bool:
        """Whether no motor runs, no edge is unacknowledged, and no delayed byte is due."""
        devices: list[SimNode | SimPhone | GuestSeat] = [self.shoe, *self.seats.values()]
        return all(device.is_idle for device in devices)

    def make_configs(self, *, has_ids: bool = False) -> tuple[ShoeConfig, tuple[SeatConfig, ...]]:
        """The devices' part of a configuration. `has_ids`: with the node ids; else any node may
        answer at a port.
        """
        seats = tuple(
            SeatConfig(n, "phone")
            if n in self._without_device
            else SeatConfig(n, "sim", str(self._port_path(n)), n if has_ids else None)
            for n in self.seats
        )
        return ShoeConfig(
            "sim", str(self._directory / "shoe"), SHOE_NODE if has_ids else None
        ), seats

    def load(self, cards: Iterable[str], without: Iterable[str] = ()) -> None:
        """Loads these cards on top, and the rest of the deck below in its fixed order, except
        `without`.
        """
        self.shoe.load(in_order(self.deck, cards, without))

    def clear_cards(self) -> None:
        """Removes all cards from the table, so that no seat's reader sees one."""
        for seat in self.seats.values():
            seat.clear_cards()

    def close(self) -> None:
        self.shoe.close()
        for seat in self.seats.values():
            seat.close()

    def _port_path(self, seat: int) -> Path:
        return self._directory / f"seat-{seat}"


def sim_denominations(table: TableConfig) -> tuple[int, ...]:
    """A simulated seat's denominations: the table's, and a small one for amounts that these
    cannot make.
    """
    return tuple(sorted({1, *table.chips}))


def in_order(deck: Deck, cards: Iterable[str], without: Iterable[str] = ()) -> list[SimCard]:
    """These cards first, then the rest of the deck in its fixed order, except `without`."""
    top = list(cards)
    gone = {card.rstrip("*") for card in (*top, *without)} - {JOKER}
    rest = [card for card in fixed_order(deck) if card not in gone]
    # the deck has two of them
    for _ in range(min(top.count(JOKER), rest.count(JOKER))):
        rest.remove(JOKER)
    return [simulated_card(name) for name in (*top, *rest)]


def simulated_card(name: str) -> SimCard:
    """The card that a scenario names. `As*` is a second card with the tag of `As`; `??` has no
    tag.
    """
    return SimCard(None) if name == "??" else SimCard(simulated_tag(name.rstrip("*")))
