"""The stage: a table's simulated devices and its real service in one process, in virtual time, no
descriptor for a byte.

    stage = Stage(table, directory, seats=(1, 2, 3), deck)
    await stage.open()                    # devices, cables, the service
    await stage.say({"start": True})
    stage.view                            # the audit view, as of the last rest

Sessions, journal, views, control and screens are those of a running table; bytes go through memory
(kit/sim/memory.py). What the kernel does with bytes is not rehearsed here: full pipes, slow
screens, rights of sockets, a death in a callback's midst.
"""

import asyncio
import os
import socket
import traceback
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager, ExitStack, nullcontext
from itertools import count
from pathlib import Path
from selectors import EVENT_READ, SelectorKey
from shutil import copy
from typing import Any, ClassVar, Literal, TypeVar, cast

import msgspec
from msgspec.structs import replace

from firmware_io.kit.sim.cables import Cables
from firmware_io.kit.sim.memory import Board, End
from firmware_io.kit.sim.node_session import NodeSession
from firmware_io.kit.sim.sessions import Sessions
from firmware_io.link import Links
from tablectl.engine.events import HoldKind
from tablectl.engine.facts import Refused
from tablectl.engine.questions import open_motion
from tablectl.engine.state.table import Table
from tablectl.journal.salts import seeded_salts
from tablectl.journal.store import Journal
from tablectl.present.public import audit_view
from tablectl.present.reasons import say_notice, table_names
from tablectl.rules.deck import Deck
from tablectl.service.config.values import (
    Config,
    ControlConfig,
    JournalConfig,
    PhonesConfig,
    ServiceConfig,
    TableConfig,
)
from tablectl.service.journals.open_table import open_journal
from tablectl.service.phones.codes import Code
from tablectl.service.serve import Service
from tablectl.service.sockets import CREDENTIALS, Connections, Peer
from tablectl.simulation.stage.guests import GuestSeat
from tablectl.simulation.stage.service_loop import ServiceLoop
from tablectl.simulation.stage.sim_devices import SimDevices
from tablectl.simulation.stage.sim_phones import SeatsEnd, SimWeb
from tablectl.simulation.stage.socket_ends import (
    ControlEnd,
    Notice,
    PinsEnd,
    ScreenEnd,
    Status,
    read_pin,
)
from tablectl.simulation.stage.virtual_time import (
    InstantSelector,
    Ready,
    RunnerLoop,
    ServiceFailedError,
)
from tablectl.view import View

# the wall time at which every simulation begins, so that journals repeat byte for byte
WALL_BEGAN_MS = 1_700_000_000_000
TheirEnd = TypeVar("TheirEnd", ControlEnd, ScreenEnd, PinsEnd, SeatsEnd)


class SocketEnd(End):
    """As much of a socket as a `Peer` asks for. Who has connected is the user of this process."""

    recv, send = End.read, End.write

    def setblocking(self, is_blocking: bool) -> None:
        """Nothing here waits."""

    def setsockopt(self, *option: int) -> None:
        """There is always room."""

    def getsockopt(self, *option: int) -> bytes:
        return CREDENTIALS.pack(os.getpid(), os.geteuid(), os.getegid())


class BoardSelector(InstantSelector):
    """Looks at a board's ends by their numbers."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._known: dict[int, SelectorKey] = {}

    def register(self, fileobj: Any, events: int, data: Any = None) -> SelectorKey:
        key = self._known[fileobj] = SelectorKey(fileobj, fileobj, events, data)
        return key

    def unregister(self, fileobj: Any) -> SelectorKey:
        return self._known.pop(fileobj)

    def get_map(self) -> Mapping[Any, SelectorKey]:
        return self._known

    def ready(self) -> Ready:
        return [
            (self._known[number], EVENT_READ) for number in self._board.readable_ends(self._known)
        ]


class MemoryLoop(RunnerLoop):
    """The loop of devices and people, beside which a service lives on a loop of its own.

    `begins` makes a service's loop with its start planned on it, `heard` is called whenever the
    service has nothing left to do, `ended` when it has failed.
    """

    make_service: Callable[[], ServiceLoop]
    on_idle: Callable[[], object]
    on_failure: Callable[[], object]

    def __init__(self, board: Board) -> None:
        super().__init__(BoardSelector(board))
        self.service: ServiceLoop | None = None

    @property
    def is_served(self) -> bool:
        return self.service is not None

    @property
    def service_next_ms(self) -> int | None:
        return None if self.service is None else self.service.next_ms

    def nothing_left(self, next_ms: int | None) -> bool:
        self.raise_failure()
        if self.service is not None and self.service.has_news:
            self._run(self.service)
            # something may have been written: read the cables again at this instant
            return True
        if self.is_spawning:
            self.service = self.make_service()
            self._run(self.service)
            self.has_spawned()
        else:
            self.go_on(next_ms)
        return False

    def _run(self, service: ServiceLoop) -> None:
        """Raises ServiceFailedError."""
        try:
            service.run_until_idle()
            self.on_idle()
        except (Exception, SystemExit) as failed:  # the caller that waits gets it
            self.on_failure()
            raise ServiceFailedError("".join(traceback.format_exception(failed))) from None


class Stage:
    """See the module. `noise`: seed and rate of faults on every wire. `directory` has the journal.

    `at_birth`: a context in which each service lives, so that a test may plant a fault in it.
    `service`: the class that serves the table. Without `has_ids` any node may answer at a port.
    `sessions`: who speaks for the nodes. `SimDevices`: a subclass has its own, or its own web or
    loop.
    """

    OfLoop: ClassVar[type[MemoryLoop]] = MemoryLoop
    OfWeb: ClassVar[type[SimWeb]] = SimWeb
    SimDevices: ClassVar[type[SimDevices]] = SimDevices
    OfScreen: ClassVar[type[ScreenEnd]] = ScreenEnd
    OfControl: ClassVar[type[ControlEnd]] = ControlEnd

    def __init__(
        self,
        table: TableConfig,
        directory: Path,
        seats: Iterable[int],
        deck: Deck,
        *,
        noise: tuple[int, float] | None = None,
        screens: int = 0,
        has_pins: bool = False,
        journal: Path | None = None,
        service: type[Service] = Service,
        has_ids: bool = True,
        at_birth: Callable[[], AbstractContextManager[object]] = nullcontext,
        sessions: Sessions = NodeSession,
        phones: Iterable[int] = (),
        approval: Literal["floor", "player"] = "floor",
    ) -> None:
        self._set_up()
        self.guests: Mapping[int, GuestSeat] = {}  # nobody plays here
        self._service, self._at_birth = service, at_birth
        self._epoch = 0
        self._locks: tuple[HoldKind, ...] = ()
        self.status: Status | None = None  # as of the last rest
        self.motion_goes_on = False  # rest() does not end an open motion
        # how many of this service's notices were read
        self._heard = 0
        self.notices: list[Notice] = []
        self._screens = [
            self._make_end(f"screen {n}", socket.SOCK_SEQPACKET, self.OfScreen)
            for n in range(screens)
        ]
        if self._screens:
            self._screens[0].is_plugged = True
        self.control = self._make_end("control", socket.SOCK_STREAM, self.OfControl)
        self.pins = self._make_end("pins", socket.SOCK_SEQPACKET, PinsEnd) if has_pins else None
        self._web = self._make_web(table, phones)
        self.sim_devices = self.SimDevices(
            self.loop,
            table,
            directory,
            seats,
            deck,
            noise,
            sessions,
            self._cables,
            self._web.phones if self._web is not None else None,
        )
        self.shoe, self.seats = self.sim_devices.shoe, self.sim_devices.seats
        shoe, seat_configs = self.sim_devices.make_configs(has_ids=has_ids)
        self.config = Config(
            table=table,
            shoe=shoe,
            seat=seat_configs,
            journal=JournalConfig(str(journal or directory / "table.db")),
            control=ControlConfig(operators=str(directory / "operators.json")),
            service=ServiceConfig(between_hands_s=0, sound=False),
            phones=PhonesConfig(
                book=str(directory / "phones.json") if phones else "", approval=approval
            ),
        )

    def _make_web(self, table: TableConfig, phones: Iterable[int]) -> SimWeb | None:
        """What hands the requests of phones on; None: no seat has one."""
        numbers = sorted(phones)
        if not numbers:
            return None
        end = self._make_end("phones", socket.SOCK_STREAM, SeatsEnd)
        return self.OfWeb(end, numbers, table, lambda: self._running, self.loop)

    def read_code(self, seat: int) -> Code | None:
        """What the seat shows for a phone to read; None: nothing, because it has one."""
        assert self._running is not None
        return self._running.seat_phones.codes().get(seat)

    def _set_up(self) -> None:
        """What bytes go through. The order in which ends are made is the one in which they are
        read: devices come last.
        """
        self._board = board = Board()
        self.loop = self.OfLoop(board)
        self.loop.make_service, self.loop.on_idle, self.loop.on_failure = (
            self._begin_service,
            self._read_notices,
            self._drop_service,
        )
        self._cables: Cables = board.make_cable
        self._sockets: dict[str, SocketEnd] = {}
        self._peers: list[ControlEnd | ScreenEnd | PinsEnd] = []
        self._running: Service | None = None
        self._journal: Journal | None = None
        self._life = ExitStack()
        self._looked: tuple[Table, int, Status] | None = None

    def _make_end(self, name: str, kind: int, end: type[TheirEnd]) -> TheirEnd:
        """The runner's end of a socket."""
        ours = self._sockets[name] = SocketEnd(
            self._board.next_number(), has_packets=kind == socket.SOCK_SEQPACKET
        )
        peer = end(cast(socket.socket, ours))
        self.loop.add_reader(ours.number, peer.readable)
        self._peers.append(peer)
        return peer

    async def open(self) -> None:
        await self.spawn()

    async def spawn(self) -> None:
        """A new service on the cables; it recovers from the journal if there is one. Raises
        ServiceFailedError.
        """
        self._epoch += 1
        self._heard = 0
        await self.loop.wait_for_spawn()
        await self.rest()

    async def restart(self, locks: tuple[HoldKind, ...] = ()) -> None:
        """A power cut, then a new service on the same journal; `locks`: what its start is locked
        by.
        """
        self.kill()
        self._locks = locks
        await self.spawn()
        self._locks = ()

    def kill(self) -> None:
        """The service ends where it stands. Devices still receive what it has written; what it
        had not read is lost.
        """
        if self._running is None:
            raise RuntimeError("There is no service to kill.")
        self._drop_service()

    def close(self) -> None:
        self._forget_service()
        if self._journal is not None:
            self._journal.close()
            self._journal = None
        self.loop.close()
        self.sim_devices.close()

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
            self.loop.remove_reader(end.fileno())
            end.close()
        if fault != "unplug" and self.screen is not None:
            self.screen.plug()

    async def rest(self) -> None:
        """Waits until no byte, edge, motor or motion is under way and the table waits for a
        person. Raises ServiceFailedError.
        """
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
        if not self.sim_devices.idle:
            return False
        status = self.status = self.look()
        if status.is_motion_open and not self.motion_goes_on:
            return False
        is_coming = self.shoe.deals_by_itself and self.shoe.is_plugged and bool(self.shoe.cards)
        return status.view.waiting_for != "card" or not is_coming

    def look(self) -> Status:
        """As the service stands now; `status` and `view` are of the last rest."""
        assert self._running is not None, "There is no service."
        table, now_ms = self._running.table, self._running.clock.now_ms()
        if self._looked is None or self._looked[0] is not table or self._looked[1] != now_ms:
            is_open = open_motion(table) is not None
            self._looked = (
                table,
                now_ms,
                Status(audit_view(table, now_ms), is_open, self._running.journal.head.n),
            )
        if self._web is None:
            return self._looked[2]
        # a phone may come and go while the table stays as it is
        status, phones = self._looked[2], self._running.seat_phones
        return replace(status, view=phones.put_on(status.view, table_names(table)))

    async def say(self, line: dict[str, object]) -> dict[str, object]:
        """One line over the control socket; what became of it."""
        self.control.answers.clear()
        self.control.write(msgspec.json.encode(line) + b"\n")
        await self.rest()
        return self.control.answers[-1]

    # The life and death of a service

    def _begin_service(self) -> ServiceLoop:
        """Nothing is under way any more, and no port is open."""
        self._board.empty()
        ends = {
            name: self._join_socket(ours)
            for name, ours in self._sockets.items()
            if ours.fileno() >= 0
        }
        for peer in self._peers:
            if peer.fileno() >= 0:
                peer.host_is_new()
        self._life.enter_context(self._at_birth())
        loop = ServiceLoop(self.loop.time, self._board)
        loop.call_soon(self._start_service, loop, ends)
        return loop

    def _join_socket(self, ours: SocketEnd) -> Peer:
        """The service's end of a socket."""
        theirs = SocketEnd(ours.number + 1, has_packets=ours.has_packets)
        self._board.join_ends(ours, theirs)
        return Peer(cast(socket.socket, theirs))

    def _start_service(self, loop: ServiceLoop, ends: Mapping[str, Peer]) -> None:
        self._running = self._make_service(loop.for_asyncio, ends, self._board.make_link)

    def _make_service(
        self, loop: asyncio.AbstractEventLoop, ends: Mapping[str, Peer], links: Links
    ) -> Service:
        """The service as in `tablectl run`, but with these ends of sockets. It is started."""
        clock = count(WALL_BEGAN_MS)
        found: list[HoldKind] = []
        journal = self._journal = open_journal(
            self.config, WALL_BEGAN_MS, lock=found.append, salts=seeded_salts(self._epoch)
        )
        service = self._service(
            self.config, loop, journal, epoch=self._epoch, wall_ms=lambda: next(clock), links=links
        )
        service.panel.is_rehearsed = True
        doors: dict[str, Connections] = {
            "control": service.control.connections,
            "screen": service.screens.connections,
            "phones": service.phones.connections,
            "codes": service.code_screen.connections,
        }
        for name, peer in ends.items():
            if name == "pins":
                loop.add_reader(peer, read_pin, peer, service)
            else:
                doors[name.partition(" ")[0]].add(peer)
        service.start((*self._locks, *found))
        if self._web is not None:
            self._web.pair_all(service.seat_phones.codes())
        return service

    def _read_notices(self) -> None:
        if (service := self._running) is not None and (
            news := service.rows.notices_in_all - self._heard
        ):
            names = table_names(service.table)
            self.notices += [
                Notice(x.code, x.seat, say_notice(x, names), isinstance(x, Refused))
                for x in list(service.rows.recent_notices)[-news:]
            ]
            self._heard = service.rows.notices_in_all

    def _drop_service(self) -> None:
        """The service is not closed: of its journal the files go on as they lie now.

        They are copied first, for SQLite tidies them up when the old one is closed, and that must
        be before they are opened anew: it deletes "-wal" by its name. "-shm" is left out: it is the
        index of "-wal", which opening makes anew.
        """
        self._forget_service()
        journal, self._journal = self._journal, None
        if journal is None:
            return
        paths = [journal.path, *([journal.mirror.path] if journal.mirror is not None else [])]
        copies = {
            file: Path(copy(file, f"{file}.as-it-lies"))
            for path in paths
            for file in journal_files(path)
            if file.exists()
        }
        journal.close()
        for file, as_it_lies in copies.items():
            as_it_lies.replace(file)

    def _forget_service(self) -> None:
        if self._running is not None:
            self._running.notes.close()  # a descriptor; nothing is written
        self.loop.service = self._running = self._looked = None
        self._life.close()


def journal_files(path: Path) -> tuple[Path, Path]:
    """A journal's files that last: first the one into which SQLite copies from the other."""
    return path, Path(f"{path}-wal")
