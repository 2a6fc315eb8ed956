"""A stage: one table on simulated devices, its service in a process of its own, everything in virtual time.

    stage = Stage(table, directory, seats=(1, 2, 3))
    await stage.open()                    # devices, wires, the service forked
    stage.say({"start": True}); await stage.rest()
    stage.view                            # the audit view, as of the last rest
"""

import asyncio
import socket
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import Struct

from tablectl.engine.facts import Refused
from tablectl.engine.play.clocks import open_motion
from tablectl.rehearsal.stage.props import Props
from tablectl.rehearsal.virtual_time.channel import Channel
from tablectl.rehearsal.virtual_time.clock import VirtualLoop
from tablectl.rehearsal.virtual_time.stepped import run_stepped
from tablectl.rehearsal.virtual_time.wire import Counted, Wire
from tablectl.rules.deck import Deck
from tablectl.service.config import Config, JournalConfig, ServiceConfig, TableConfig
from tablectl.service.serve import Service, open_journal
from tablectl.service.sockets import Peer
from tablectl.views.public import audit_view
from tablectl.views.view import View
from tablectl.views.words import names_of, sentence

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

    def host_is_new(self) -> None:
        self._begun = b""

    def readable(self) -> None:
        *lines, self._begun = (self._begun + (self.read(1 << 16) or b"")).split(b"\n")
        self.answers += [msgspec.json.decode(line) for line in lines]


class ScreenEnd(Peer):
    """The runner's end of a screen socket: a screen that draws at once and asks for the next view."""

    newest: bytes = b""
    is_plugged = False

    def plug(self) -> None:
        self.is_plugged = True
        self.write(b"next")

    def host_is_new(self) -> None:
        if self.is_plugged:
            self.plug()

    def readable(self) -> None:
        if data := self.read(1 << 18):
            self.newest = data
            self.write(b"next")


End = TypeVar("End", ControlEnd, ScreenEnd)


class Stage:
    """See the module. `noise`: seed and rate of faults on every wire. Ports and journal lie in `directory`.

    `at_birth` is called in each service's process before anything else, so that a test may count or kill what follows;
    `service` is what serves the table; without ids whoever answers at a port belongs there.
    """

    def __init__(
        self, table: TableConfig, directory: Path, seats: Iterable[int], deck: Deck, *, noise: tuple[int, float] | None = None,
        screens: int = 0, journal: Path | None = None, service: type[Service] = Service, has_ids: bool = True,
        at_birth: Callable[[], None] | None = None,
    ) -> None:
        self.loop = VirtualLoop()
        self._service, self._at_birth = service, at_birth
        self._epoch = 0
        self.status: Status | None = None
        self._raw = b""
        self.motion_goes_on = False                         # an open motion is not waited for: more chips of it will come
        self._heard = 0                                     # how much of the present service's `said` was read
        self.said: list[Said] = []
        self.props = Props(self.loop, table, directory, seats, deck, noise)
        self.shoe, self.seats = self.props.shoe, self.props.seats
        shoe, seat_configs = self.props.configs(has_ids=has_ids)
        self.config = Config(
            table=table, shoe=shoe, seat=seat_configs, journal=JournalConfig(str(journal or directory / "table.db")),
            service=ServiceConfig(between_hands_s=0))
        self._sockets: dict[str, socket.socket] = {}
        self._screens = [self._socket(f"screen {n}", socket.SOCK_SEQPACKET, ScreenEnd) for n in range(screens)]
        if self._screens:
            self._screens[0].is_plugged = True
        self.control = self._socket("control", socket.SOCK_STREAM, ControlEnd)
        self.loop.add_wire(Wire("shoe", self.shoe, self.shoe.kept_fileno))
        for n, seat in self.seats.items():
            self.loop.add_wire(Wire(f"seat {n}", seat, seat.kept_fileno))

    async def open(self) -> None:
        await self.spawn()

    async def spawn(self) -> None:
        """Forks a service on the wires; it recovers from the journal if there is one."""
        self._epoch += 1
        self._heard = 0
        await self.loop.spawn(self._child)
        await self.rest()

    async def restart(self) -> None:
        """The plug is pulled: a real SIGKILL, then a new service on the same journal."""
        self.loop.kill()
        await self.spawn()

    def close(self) -> None:
        self.loop.close()
        self.props.close()
        for end in (self.control, self.screen, *self._sockets.values()):
            if end is not None:
                end.close()

    @property
    def view(self) -> View:
        assert self.status is not None, "The service has not reported yet."
        return self.status.view

    @property
    def screen(self) -> ScreenEnd | None:
        """The screen that is plugged in now; `screens` are plugged in one after the other."""
        return self._screens[0] if self._screens else None

    def fault_of_screen(self, fault: str) -> None:
        """Unplugged, or another one (the same one, started anew) plugged in: the hand goes on in any case."""
        if fault != "replug" and self._screens:
            end = self._screens.pop(0)
            self.loop.remove_reader(end)
            end.close()
        if fault != "unplug" and self.screen is not None:
            self.screen.plug()

    async def rest(self) -> None:
        """Until the table waits for something outside itself, and no byte, edge, motor or motion is under way."""
        await self.loop.rest(self._is_at_rest)

    @property
    def public_json(self) -> bytes:
        """The newest view that the screen was shown; nothing without a screen."""
        return self.screen.newest if self.screen is not None else b""

    async def wait(self, ms: int) -> None:
        """Time passes, and the table comes to rest."""
        await self.loop.advance(ms)
        await self.rest()

    def _is_at_rest(self) -> bool:
        status = self._read_status()
        if not self.props.idle:
            return False
        if status.is_motion_open and not self.motion_goes_on:
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

    def _socket(self, name: str, kind: int, end: type[End]) -> End:
        ours, theirs = socket.socketpair(socket.AF_UNIX, kind)
        self._sockets[name] = theirs
        peer = end(ours)
        self.loop.add_reader(ours, peer.readable)
        self.loop.add_wire(Wire(name, peer, theirs.fileno, peer.host_is_new))
        return peer

    def _child(self, channel: Channel) -> None:
        """The forked process: the service as `tablectl run` has it, but for the sockets it was born with."""
        if self._at_birth is not None:
            self._at_birth()
        config, epoch, sockets = self.config, self._epoch, self._sockets
        running: list[Service] = []

        def main(loop: asyncio.AbstractEventLoop) -> dict[str, Counted]:
            clock = iter(range(WALL_BEGAN_MS, WALL_BEGAN_MS + 10**9))
            service = self._service(config, loop, open_journal(config, WALL_BEGAN_MS), epoch=epoch, wall_ms=lambda: next(clock))
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
            said = tuple(Said(x.code, x.seat, sentence(x, names_of(service.table)), isinstance(x, Refused)) for x in service.told)
            view = audit_view(service.table, service.clock.now_ms())
            is_open = open_motion(service.table) is not None
            return msgspec.json.encode(Status(view, said, service.told_in_all, is_open, service.journal.head.n))

        run_stepped(channel, main, status)

