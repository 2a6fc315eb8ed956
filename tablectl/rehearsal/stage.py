"""A stage: one table on simulated devices, its service in a process of its own, everything in virtual time.

    stage = Stage(table, directory, seats=(1, 2, 3))
    await stage.open()                    # devices, wires, the service forked
    stage.say({"start": True}); await stage.rest()
    stage.view                            # the audit view, as of the last rest
"""

import asyncio
import socket
from collections.abc import Iterable
from pathlib import Path

import msgspec
from msgspec import Struct

from firmware_io.sim.faults import NoisyWire
from firmware_io.sim.seat import SimSeat
from firmware_io.sim.shoe import SimCard, SimShoe
from tablectl.engine.facts import Refused
from tablectl.intake.deckbook import simulated_tag
from tablectl.rehearsal.clock import Channel, VirtualLoop, Wire, run_stepped
from tablectl.rehearsal.stepped import Counted
from tablectl.rules.deck import Deck, fixed_order
from tablectl.service.config import (
    SHOE_NODE,
    Config,
    JournalConfig,
    SeatConfig,
    ServiceConfig,
    ShoeConfig,
    TableConfig,
)
from tablectl.service.serve import Service, open_journal
from tablectl.service.sockets import Peer
from tablectl.views.public import audit_view
from tablectl.views.view import View

FIRST_EPOCH = 1_000                     # of the simulated nodes: any number but 0 that differs between them
WALL_BEGAN_MS = 1_700_000_000_000       # the wall clock of a rehearsal, so that journals repeat byte for byte


class Said(Struct, frozen=True):
    """One notice or refusal, as a scenario asks for it."""

    code: str
    seat: int | None
    text: str
    is_refusal: bool


class Status(Struct, frozen=True):
    """What the service reports at every idle moment."""

    view: View
    said: tuple[Said, ...]              # the newest ones
    said_in_all: int                    # since it was started
    is_motion_open: bool
    rows: int


class ControlEnd(Peer):
    """The runner's end of the control socket: what the service answered, line by line."""

    def __init__(self, end: socket.socket) -> None:
        super().__init__(end)
        self.answers: list[dict[str, object]] = []
        self._begun = b""

    def readable(self) -> None:
        *lines, self._begun = (self._begun + (self.read(1 << 16) or b"")).split(b"\n")
        self.answers += [msgspec.json.decode(line) for line in lines]


class ScreenEnd(Peer):
    """The runner's end of a screen socket: a screen that draws at once and asks for the next view."""

    newest: bytes = b""

    def readable(self) -> None:
        if data := self.read(1 << 18):
            self.newest = data
            self.write(b"next")


class Stage:
    """See the module. `noise`: seed and rate of faults on every wire; `ports` are symlinks in `directory`."""

    def __init__(
        self, table: TableConfig, directory: Path, seats: Iterable[int], deck: Deck, *, noise: tuple[int, float] | None = None,
        with_screen: bool = False, journal: Path | None = None,
    ) -> None:
        self.loop = VirtualLoop()
        self.deck = deck
        self.directory = directory
        self._epoch = 0
        self.status: Status | None = None
        self._raw = b""
        self._heard = 0                                     # how much of the present service's `said` was read
        self.said: list[Said] = []
        numbers = sorted(set(seats))
        self.noises = {n: NoisyWire(noise[0] * 1_000 + n, noise[1]) for n in (0, *numbers)} if noise else {}
        chips = tuple(sorted({1, *table.chips}))
        self.shoe = SimShoe(self.loop, directory / "shoe", node=SHOE_NODE, epoch=FIRST_EPOCH, wire=self.noises.get(0))
        self.seats = {
            n: SimSeat(self.loop, directory / f"seat-{n}", node=n, epoch=FIRST_EPOCH + n, denominations=chips,
                       wire=self.noises.get(n)) for n in numbers
        }
        for n, stack in table.seats.items():
            self.seats[int(n)].receive(stack)
        self.config = Config(
            table=table, shoe=ShoeConfig("sim", str(directory / "shoe"), SHOE_NODE),
            seat=tuple(SeatConfig(n, "sim", str(directory / f"seat-{n}"), n) for n in numbers),
            journal=JournalConfig(str(journal or directory / "table.db")), service=ServiceConfig(between_hands_s=None))
        self._sockets: dict[str, socket.socket] = {}
        self.control = self._socket("control", socket.SOCK_STREAM, ControlEnd)
        self.screen = self._socket("screen", socket.SOCK_SEQPACKET, ScreenEnd) if with_screen else None
        self.loop.add_wire(Wire("shoe", self.shoe, self.shoe.kept_fileno))
        for n, seat in self.seats.items():
            self.loop.add_wire(Wire(f"seat {n}", seat, seat.kept_fileno))

    async def open(self) -> None:
        await self.spawn()

    async def spawn(self) -> None:
        """Forks a service on the wires; it recovers from the journal if there is one."""
        self._epoch += 1
        self._heard = 0
        if self.screen is not None:
            self.screen.write(b"next")
        await self.loop.spawn(self._child)
        await self.rest()

    async def restart(self) -> None:
        """The plug is pulled: a real SIGKILL, then a new service on the same journal."""
        self.loop.kill()
        await self.spawn()

    def close(self) -> None:
        self.loop.close()
        self.shoe.close()
        for seat in self.seats.values():
            seat.close()

    @property
    def view(self) -> View:
        assert self.status is not None, "The service has not reported yet."
        return self.status.view

    async def rest(self, *, with_open_motion: bool = False) -> None:
        """Until the table waits for something outside itself, and no byte, edge, motor or motion is under way."""
        await self.loop.rest(lambda: self._is_at_rest(with_open_motion=with_open_motion))

    def _is_at_rest(self, *, with_open_motion: bool) -> bool:
        status = self._read_status()
        if not all(device.idle for device in (self.shoe, *self.seats.values())):
            return False
        if status.is_motion_open and not with_open_motion:
            return False
        is_coming = self.shoe.deals_by_itself and self.shoe.is_plugged and bool(self.shoe.cards)
        return status.view.waiting_for != "card" or not is_coming

    def _read_status(self) -> Status:
        if self.loop.status != self._raw:
            self._raw = self.loop.status
            self.status = msgspec.json.decode(self._raw, type=Status)
            news = self.status.said_in_all - self._heard
            self.said += self.status.said[len(self.status.said) - news:]
            self._heard = self.status.said_in_all
        assert self.status is not None
        return self.status

    async def say(self, line: dict[str, object]) -> dict[str, object]:
        """One line over the control socket; what became of it."""
        self.control.answers.clear()
        self.control.write(msgspec.json.encode(line) + b"\n")
        await self.rest()
        return self.control.answers[-1]

    def load(self, cards: Iterable[str], without: Iterable[str] = ()) -> None:
        """These cards on top of the shoe, the rest of the deck, in its fixed order, below; `without` are elsewhere."""
        top = list(cards)
        gone = {card.rstrip("*") for card in (*top, *without)}
        names = (*top, *(card for card in fixed_order(self.deck) if card not in gone))
        self.shoe.load([simulated_card(name) for name in names])

    def _socket(self, name: str, kind: int, end: type[ControlEnd] | type[ScreenEnd]) -> ControlEnd | ScreenEnd:
        ours, theirs = socket.socketpair(socket.AF_UNIX, kind)
        self._sockets[name] = theirs
        peer = end(ours)
        self.loop.add_reader(ours, peer.readable)
        self.loop.add_wire(Wire(name, peer, theirs.fileno))
        return peer

    def _child(self, channel: Channel) -> None:
        """The forked process: the service as `tablectl run` has it, but for the sockets it was born with."""
        config, epoch, sockets = self.config, self._epoch, self._sockets
        running: list[Service] = []

        def main(loop: asyncio.AbstractEventLoop) -> dict[str, Counted]:
            clock = iter(range(WALL_BEGAN_MS, WALL_BEGAN_MS + 10**9))
            service = Service(config, loop, open_journal(config, WALL_BEGAN_MS), epoch=epoch, wall_ms=lambda: next(clock))
            running.append(service)
            ends: dict[str, Counted] = {"shoe": service.shoe.link}
            ends.update({f"seat {n}": device.link for n, device in service.seats.items()})
            for name, end in sockets.items():
                peer = Peer(end)
                (service.control if name == "control" else service.screens).add(peer)
                ends[name] = peer
            service.start()
            return ends

        def status() -> bytes:
            service = running[0]
            wager = service.table.wager
            said = tuple(Said(x.code, x.seat, x.text, isinstance(x, Refused)) for x in service.told)
            view = audit_view(service.table, service.clock.now_ms())
            is_open = wager is not None and wager.ends_at_ms is not None
            return msgspec.json.encode(Status(view, said, service.told_in_all, is_open, service.journal.head.n))

        run_stepped(channel, main, status)


def simulated_card(name: str) -> SimCard:
    """A card of a scenario as it lies in the shoe."""
    if name == "??":
        return SimCard(None)
    return SimCard(simulated_tag(name.rstrip("*")))

