"""A stage: one table on simulated devices, with its service in a process of its own, in virtual time.

    stage = Stage(table, directory, seats=(1, 2, 3))
    await stage.open()                    # devices, wires, the service forked
    stage.say({"start": True}); await stage.rest()
    stage.view                            # the audit view, as of the last rest
"""

import asyncio
import socket
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import ClassVar, TypeVar, cast

import msgspec
from msgspec import Struct

from firmware_io.devices import NodeDevice
from firmware_io.node_session import NodeSession
from firmware_io.sim.cables import PtyCable
from firmware_io.sim.sessions import Sessions
from tablectl.engine.events import HoldKind
from tablectl.engine.facts import Refused
from tablectl.engine.questions import open_motion
from tablectl.intake.interpret import HELD_BY_PIN
from tablectl.journal.salts import seeded
from tablectl.rehearsal.stage.props import Props
from tablectl.rehearsal.virtual_time.channel import Channel
from tablectl.rehearsal.virtual_time.clock import VirtualLoop
from tablectl.rehearsal.virtual_time.stepped import run_stepped
from tablectl.rehearsal.virtual_time.wire import Counted, Wire
from tablectl.rules.deck import Deck
from tablectl.service.config.loading import Config, ControlConfig, JournalConfig, ServiceConfig, TableConfig
from tablectl.service.devices.protocols import Device
from tablectl.service.opening import open_journal
from tablectl.service.serve import Service
from tablectl.service.sockets import Peer
from tablectl.views.public import audit_view
from tablectl.views.view import View
from tablectl.views.words import names_of, sentence

MOST_OF_A_PIN = 64                      # bytes of one packet
HOLDING = tuple(HELD_BY_PIN)            # inputs that every rehearsed table with pins has
WALL_BEGAN_MS = 1_700_000_000_000       # the wall time at which every rehearsal begins, so that journals repeat byte for byte


class Notice(Struct, frozen=True):
    """A notice or refusal with its sentence."""

    code: str
    seat: int | None
    text: str
    is_refusal: bool


class Status(Struct, frozen=True):
    """The status that the service reports whenever it is idle."""

    view: View
    notices: tuple[Notice, ...]              # the newest ones
    notices_in_all: int                    # since it was started
    is_motion_open: bool
    rows: int


class ControlEnd(Peer):
    """The runner's end of the control socket: what the service answered, line by line."""

    def __init__(self, end: socket.socket) -> None:
        super().__init__(end)
        self.answers: list[dict[str, object]] = []
        self._unread = b""

    def host_is_new(self) -> None:
        self._unread = b""

    def readable(self) -> None:
        *lines, self._unread = (self._unread + (self.read(1 << 16) or b"")).split(b"\n")
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


class PinsEnd(Peer):
    """The runner's end of a socket in place of the table's pins: a packet names an input and says whether it is active."""

    def __init__(self, end: socket.socket) -> None:
        super().__init__(end)
        self._active: set[str] = set()

    def switch(self, purpose: str, *, is_active: bool) -> None:
        (self._active.add if is_active else self._active.discard)(purpose)
        self._tell(purpose, is_active=is_active)

    def host_is_new(self) -> None:
        """A new service is told the state of each input, as it would read it when it opens the pins."""
        for purpose in HOLDING:
            self._tell(purpose, is_active=purpose in self._active)

    def readable(self) -> None:
        """Inputs are sent nothing, so there is nothing to read."""

    def _tell(self, purpose: str, *, is_active: bool) -> None:
        self.write(f"{int(is_active)}{purpose}".encode())


End = TypeVar("End", ControlEnd, ScreenEnd, PinsEnd)


def hear_pin(peer: Peer, service: Service) -> None:
    """In the service's process: reads one packet from the socket in place of its pins."""
    if said := (peer.read(MOST_OF_A_PIN) or b"").decode():
        service.pin_changed(said[1:], is_active=said[0] == "1")


class Stage:
    """See the module. `noise`: seed and rate of faults on every wire. Ports and journal lie in `directory`.

    `at_birth` is called first in each service process, so that a test may count system calls or be killed at one. `service`: the
    class that serves the table. Without `has_ids` any node may answer at a port. `sessions`: who speaks for the nodes.
    `Props`: of a subclass, its own devices.
    """

    Props: ClassVar[type[Props]] = Props
    OfScreen: ClassVar[type[ScreenEnd]] = ScreenEnd
    OfControl: ClassVar[type[ControlEnd]] = ControlEnd

    def __init__(
        self, table: TableConfig, directory: Path, seats: Iterable[int], deck: Deck, *, noise: tuple[int, float] | None = None,
        screens: int = 0, has_pins: bool = False, journal: Path | None = None, service: type[Service] = Service,
        has_ids: bool = True, at_birth: Callable[[], None] | None = None, sessions: Sessions = NodeSession,
    ) -> None:
        self.loop = VirtualLoop()
        self._service, self._at_birth = service, at_birth
        self._epoch = 0
        self._locks: tuple[HoldKind, ...] = ()
        self.status: Status | None = None
        self._raw = b""
        self.motion_goes_on = False                         # rest() does not end an open motion
        self._heard = 0                                     # how many of this service's notices were read
        self.notices: list[Notice] = []
        self.props = self.Props(self.loop, table, directory, seats, deck, noise, sessions)
        self.shoe, self.seats = self.props.shoe, self.props.seats
        shoe, seat_configs = self.props.configs(has_ids=has_ids)
        self.config = Config(
            table=table, shoe=shoe, seat=seat_configs, journal=JournalConfig(str(journal or directory / "table.db")),
            control=ControlConfig(operators=str(directory / "operators.json")),
            service=ServiceConfig(between_hands_s=0, sound=False))
        self._sockets: dict[str, socket.socket] = {}
        self._screens = [self._socket(f"screen {n}", socket.SOCK_SEQPACKET, self.OfScreen) for n in range(screens)]
        if self._screens:
            self._screens[0].is_plugged = True
        self.control = self._socket("control", socket.SOCK_STREAM, self.OfControl)
        self.pins = self._socket("pins", socket.SOCK_SEQPACKET, PinsEnd) if has_pins else None
        for name, device in {"shoe": self.shoe, **{f"seat {n}": seat for n, seat in self.seats.items()}}.items():
            pty = cast(PtyCable, device.cable)
            self.loop.add_wire(Wire(name, pty, pty.kept_fileno, take_new_pty=pty.take_new_pty))

    async def open(self) -> None:
        await self.spawn()

    async def spawn(self) -> None:
        """Forks a service on the wires; it recovers from the journal if there is one."""
        self._epoch += 1
        self._heard = 0
        await self.loop.spawn(self._child)
        await self.rest()

    async def restart(self, locks: tuple[HoldKind, ...] = ()) -> None:
        """A power cut: SIGKILL, then a new service on the same journal; `locks`: what its start is locked by."""
        self.loop.kill()
        self._locks = locks
        await self.spawn()
        self._locks = ()

    def close(self) -> None:
        self.loop.close()
        self.props.close()
        for end in (self.control, self.screen, self.pins, *self._sockets.values()):
            if end is not None:
                end.close()

    @property
    def view(self) -> View:
        assert self.status is not None, "The service has not reported yet."
        return self.status.view

    @property
    def screen(self) -> ScreenEnd | None:
        """The screen that is connected now, the last of `screens`."""
        return self._screens[0] if self._screens else None

    def fault_of_screen(self, fault: str) -> None:
        """Disconnects the screen, or connects a new one. The hand goes on."""
        if fault != "replug" and self._screens:
            end = self._screens.pop(0)
            self.loop.remove_reader(end)
            end.close()
        if fault != "unplug" and self.screen is not None:
            self.screen.plug()

    async def rest(self) -> None:
        """Waits until no byte, edge, motor or motion is under way and the table waits for a person."""
        await self.loop.rest(self._is_at_rest)

    @property
    def public_json(self) -> bytes:
        """The newest view that the screen got; empty without a screen."""
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
            news = self.status.notices_in_all - self._heard
            self.notices += self.status.notices[len(self.status.notices) - news:]
            self._heard = self.status.notices_in_all
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
        """Runs in the forked process: the service as in `tablectl run`, but with inherited sockets."""
        if self._at_birth is not None:
            self._at_birth()
        config, epoch, sockets = self.config, self._epoch, self._sockets
        running: list[Service] = []

        def main(loop: asyncio.AbstractEventLoop) -> dict[str, Counted]:
            clock = iter(range(WALL_BEGAN_MS, WALL_BEGAN_MS + 10**9))
            found: list[HoldKind] = []
            journal = open_journal(config, WALL_BEGAN_MS, lock=found.append, salts=seeded(epoch))
            service = self._service(config, loop, journal, epoch=epoch, wall_ms=lambda: next(clock))
            running.append(service)
            service.panel.is_rehearsed = True
            devices: dict[str, Device] = {"shoe": service.shoe, **{f"seat {n}": device for n, device in service.seats.items()}}
            ends: dict[str, Counted] = {name: device.link for name, device in devices.items() if isinstance(device, NodeDevice)}
            for name, end in sockets.items():
                peer = Peer(end)
                ends[name] = peer
                if name == "pins":
                    loop.add_reader(end, hear_pin, peer, service)
                else:
                    (service.control if name == "control" else service.screens).add(peer)
            service.start((*self._locks, *found))
            return ends

        def status() -> bytes:
            service = running[0]
            names = names_of(service.table)
            notices = tuple(
                Notice(x.code, x.seat, sentence(x, names), isinstance(x, Refused)) for x in service.recent_notices)
            view = audit_view(service.table, service.clock.now_ms())
            is_open = open_motion(service.table) is not None
            return msgspec.json.encode(Status(view, notices, service.notices_in_all, is_open, service.journal.head.n))

        run_stepped(channel, main, status)

