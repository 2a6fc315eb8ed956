"""A table in real time on simulated devices: the service and the screen are processes of their own,
as on a real table.

`LiveStage` offers what people and players need of a Stage, by watching the public view like any
screen does. A service that dies is started again, as systemd does on a real table, and the hand
goes on.
"""

import asyncio
import contextlib
import logging
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO

import msgspec
from msgspec.structs import replace

from firmware_io.kit.sim.node_session import NodeSession
from firmware_io.kit.sim.sessions import Sessions
from tablectl.engine.facts import TableOpened, make_table
from tablectl.engine.questions import next_place
from tablectl.engine.state.table import Table
from tablectl.games.game import Game
from tablectl.journal.store import Journal
from tablectl.present.public import audit_view
from tablectl.screen import EXIT_NO_DISPLAY
from tablectl.service.config.values import (
    Config,
    ControlConfig,
    FloorPageConfig,
    JournalConfig,
    LocksConfig,
    PhonesConfig,
    ScreenConfig,
    ServiceConfig,
    StoryConfig,
    TableConfig,
    WebConfig,
)
from tablectl.service.process import bind_child
from tablectl.simulation.stage.floor_access import FloorAccess, admit
from tablectl.simulation.stage.guests import CodeReader, GuestSeat
from tablectl.simulation.stage.memory import Stage
from tablectl.simulation.stage.sim_devices import SimDevices, sim_denominations
from tablectl.simulation.stage.socket_ends import Notice
from tablectl.view import View
from tablectl.view.codes import SeatCode

logger = logging.getLogger(__name__)

CONNECT_AT_MOST_S = 10  # even on a slow board the service is up in two
# without a change for so long, three frames of a screen, the table is at rest
QUIET_S = 0.06
# without a change for so long, the view is what there is to see
TOLD_AT_MOST_S = 5
LOOK_EVERY_S = 0.02
VIEW_BYTES = 1 << 18
FLOOR_COMMANDS = ["story --serve", "web --floor"]
NICE_OF_PAGES = 5  # as in tablectl-web.service
CODE_S = 600  # a code of a seat: as long as may be
ALIVE_AT_LEAST_S = 2  # a service that ends sooner is not started again


def start_process(
    *module_and_options: str, stderr: int | IO[bytes] | None = None, nice: int = 0
) -> subprocess.Popen[bytes]:
    """Starts a process of this Python, which gets SIGTERM when its demo ends in any way."""
    command, bind = [sys.executable, "-m", *module_and_options], bind_child(signal.SIGTERM)

    def begin() -> None:
        bind()
        os.nice(nice)

    return subprocess.Popen(command, preexec_fn=begin, stderr=stderr)


def phone_config(directory: Path) -> PhonesConfig:
    return PhonesConfig(
        str(directory / "seats.sock"),
        codes=str(directory / "codes.sock"),
        book=str(directory / "phones.json"),
        code_s=CODE_S,
    )


def _pages_config(listen: str, floor: FloorAccess | None) -> WebConfig | None:
    if not listen and floor is None:
        return None
    page = FloorPageConfig(floor.listen) if floor is not None else None
    return WebConfig(listen or WebConfig().listen, floor=page)


def visible_state(view: View) -> tuple[object, ...]:
    """The part of the view that people act by."""
    seats = {
        n: (seat.status, seat.stack, seat.bet, seat.due_back, seat.to_answer)
        for n, seat in view.seats.items()
    }
    return (
        view.hand,
        view.phase,
        view.street,
        view.board,
        view.to_act,
        view.waiting_for,
        view.legal,
        seats,
    )


class ServiceGone(RuntimeError):
    """The service has ended, and was not or could not be started again; the message is a
    sentence.
    """


class WindowClosed(Exception):
    """The window was closed."""


class JournalReader:
    """The table by its journal, which this process reads: simulated people know the cards from
    it.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._journal: Journal | None = None
        self._table: Table | None = None
        self._read = 0

    def table(self) -> Table:
        self._journal = self._journal or Journal.open(self._path, read_only=True)
        for record in self._journal.rows(self._read):
            self._read = record.n
            for fact in record.facts:
                self._table = (
                    make_table(fact)
                    if isinstance(fact, TableOpened)
                    else fact.apply_to(self._known_table())
                )
        return self._known_table()

    def close(self) -> None:
        if self._journal is not None:
            self._journal.close()

    def _known_table(self) -> Table:
        assert self._table is not None, "A journal begins with the opening of a table."
        return self._table


class LiveStage:
    """See the module.

    `screen`: SDL's driver for the screen process; None: no screen. Closing the window raises
    WindowClosed. `sessions`: who speaks for the nodes. `screen_options`: of the screen's process.
    `between_hands_s`: after so long the table starts the next hand; 0: it does not. `guests`: the
    seats that people play on their phones, at pages that are served at `listen`; empty: no page is.
    `on_codes` is called with the codes of their seats whenever they change. `floor`: who has the
    floor's page; None: it is not served.
    """

    def __init__(
        self,
        game: Game,
        table: TableConfig,
        directory: Path,
        *,
        screen: str | None,
        journal: Path | None = None,
        sessions: Sessions = NodeSession,
        screen_options: Sequence[str] = (),
        between_hands_s: float = 0,
        guests: Sequence[int] = (),
        listen: str = "",
        on_codes: Callable[[tuple[SeatCode, ...]], None] = lambda codes: None,
        floor: FloorAccess | None = None,
    ) -> None:
        self.loop = asyncio.get_running_loop()
        chips = sim_denominations(table)
        self.guests = {n: GuestSeat(chips) for n in guests}
        self.sim_devices = SimDevices(
            self.loop,
            table,
            directory,
            map(int, table.seats),
            game.deck,
            sessions=sessions,
            guests=self.guests,
        )
        self.shoe, self.seats = self.sim_devices.shoe, self.sim_devices.seats
        shoe, seats = self.sim_devices.make_configs()
        self._screen_path, self._control_path = (
            str(directory / "screen.sock"),
            str(directory / "control.sock"),
        )
        control = ControlConfig(self._control_path)
        config = self.config = Config(
            table=table,
            shoe=shoe,
            seat=seats,
            journal=JournalConfig(str(journal or directory / "table.db")),
            screen=ScreenConfig(socket=self._screen_path, pairing=bool(guests)),
            control=control if floor is None else admit(floor, control, directory),
            phones=phone_config(directory) if guests else PhonesConfig(),
            web=_pages_config(listen, floor),
            story=StoryConfig(str(directory / "story.sock") if floor else ""),
            locks=LocksConfig(program=False),
            service=ServiceConfig(between_hands_s=between_hands_s, sound=False),
        )
        self._config_path = directory / "table.json"
        self._config_path.write_bytes(msgspec.json.encode(config))
        self._screen_driver = screen
        self._screen_options = screen_options
        self._screen_said = directory / "screen.txt"
        self._journal_reader = JournalReader(Path(config.journal.path))
        self._service: subprocess.Popen[bytes] | None = None
        self._started_at = 0.0
        self._screen: subprocess.Popen[bytes] | None = None
        self._pages: list[subprocess.Popen[bytes]] = []
        self._page_commands = ["web --simulated"] * bool(listen) + FLOOR_COMMANDS * (
            floor is not None
        )
        self._on_codes = on_codes
        self._codes: CodeReader | None = None
        self._views: socket.socket | None = None
        self._public: View | None = None
        self.public_json = b""
        self._changed_at = 0.0
        self.notices: list[Notice] = []
        # in real time a motion always ends when its gap has passed
        self.motion_goes_on = False

    async def open(self) -> None:
        """Starts the service and the screen, and waits for the first view."""
        await self._start_service()
        if self._screen_driver is not None:
            driver = ["--driver", self._screen_driver] if self._screen_driver else []
            set_up = [*driver, *self._screen_options]
            with self._screen_said.open("wb") as errors:
                self._screen = start_process(
                    "tablectl.screen", "--socket", self._screen_path, *set_up, stderr=errors
                )
        for command in self._page_commands:
            words = ("tablectl", *command.split(), "--config", str(self._config_path))
            self._pages.append(start_process(*words, nice=NICE_OF_PAGES))
        while self._public is None:
            await asyncio.sleep(LOOK_EVERY_S)
        await self.rest()

    def close(self) -> None:
        self._close_views()
        self._journal_reader.close()
        # the screen first, so that it never shows a lost table
        for process in filter(None, (self._screen, *self._pages, self._service)):
            process.send_signal(signal.SIGTERM)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(10)
        self.sim_devices.close()

    @property
    def service_pid(self) -> int:
        """The process id of the service, so that a test can kill it."""
        assert self._service is not None
        return self._service.pid

    @property
    def view(self) -> View:
        """The public view with the cards' faces from the journal: people at the table see cards
        that they hold.
        """
        assert self._public is not None
        known = audit_view(self._journal_reader.table(), 0)
        seats = {
            n: replace(seat, cards=known.seats[n].cards) for n, seat in self._public.seats.items()
        }
        return replace(self._public, seats=seats, irregularity=known.irregularity)

    async def rest(self) -> None:
        """Waits until the devices are idle and the view, which shows what the journal knows, has
        not changed for QUIET_S.
        """
        while True:
            await asyncio.sleep(LOOK_EVERY_S)
            await self._keep_alive()
            quiet_s = self.loop.time() - self._changed_at
            is_still = self.sim_devices.idle and quiet_s >= QUIET_S and not self._is_moving()
            if is_still and (quiet_s >= TOLD_AT_MOST_S or not self._is_behind()):
                return

    def _is_behind(self) -> bool:
        """Whether the journal knows of something that the view which came last does not show: a
        slow machine writes first.
        """
        assert self._public is not None
        known = audit_view(self._journal_reader.table(), 0, has_equities=False)
        return visible_state(known) != visible_state(self._public)

    def _is_moving(self) -> bool:
        """Whether a device is busy, or not connected yet to a service that was just started."""
        table = self._journal_reader.table()
        is_dealing = (
            next_place(table) is not None and self.shoe.deals_by_itself and bool(self.shoe.cards)
        )
        is_pushing = table.wager is not None and table.wager.is_moving and not self.motion_goes_on
        is_met = table.shoe.is_connected and all(
            table.seat(n).is_connected for n, seat in self.seats.items() if seat.is_plugged
        )
        is_meeting = not is_met and self.loop.time() - self._started_at < CONNECT_AT_MOST_S
        return is_dealing or (is_pushing and not table.is_stopped) or is_meeting

    async def wait(self, ms: int) -> None:
        """Time passes, and the table comes to rest."""
        await asyncio.sleep(ms / 1_000)
        await self.rest()

    async def say(self, line: dict[str, object]) -> dict[str, object]:
        """Sends a line over the control socket and returns the reply."""
        was_sent = False
        for _ in range(round(CONNECT_AT_MOST_S / LOOK_EVERY_S)):
            answer, is_sent = await self._exchange_line(line)
            if answer is not None:
                break
            was_sent |= is_sent
            await asyncio.sleep(LOOK_EVERY_S)
            await self._keep_alive()
        else:
            raise ServiceGone(f"The service did not answer within {CONNECT_AT_MOST_S} s.")
        # it was done, but the service died before it replied
        if was_sent and not answer["ok"]:
            answer = {"ok": True, "said": []}
        self._changed_at = self.loop.time()
        await self.rest()
        return answer

    async def _exchange_line(
        self, line: dict[str, object]
    ) -> tuple[dict[str, object] | None, bool]:
        """The reply, None if the service died before it came; and whether the line may have been
        received.
        """
        is_sent = False
        try:
            reader, writer = await asyncio.open_unix_connection(self._control_path)
            with contextlib.closing(writer):
                writer.write(msgspec.json.encode(line) + b"\n")
                is_sent = True
                answer = await reader.readline()
        except OSError:
            return None, is_sent
        return msgspec.json.decode(answer, type=dict[str, object]) if answer else None, is_sent

    def _view_came(self) -> None:
        assert self._views is not None
        try:
            data = self._views.recv(VIEW_BYTES)
        except ConnectionResetError:
            data = b""
        if not data:
            self.loop.remove_reader(self._views)
            return
        before, self.public_json = self._public, data
        self._public = msgspec.json.decode(data, type=View)
        self._changed_at = self.loop.time()
        now = self._public
        if before is None or before.notices != now.notices:
            self.notices += [
                Notice(one.code, one.seat, one.text, one.is_refusal) for one in now.notices
            ]
        # the service has just died: the next one gets the request
        with contextlib.suppress(OSError):
            self._views.send(b"next")

    async def _start_service(self) -> None:
        self._started_at = self.loop.time()
        self._service = start_process("tablectl", "run", "--config", str(self._config_path))
        self._views = await self._connect(self._screen_path)
        self._views.setblocking(False)
        self.loop.add_reader(self._views, self._view_came)
        self._views.send(b"next")
        if self.guests:
            codes = await self._connect(self.config.phones.codes)
            self._codes = CodeReader(self.loop, codes, self._on_codes)

    async def _keep_alive(self) -> None:
        self._look_at_screen()
        if any(one.poll() is not None for one in self._pages):
            raise ServiceGone("The pages have ended, and the table with them.")
        if (how := self._how_ended()) is None:
            return
        if self.loop.time() - self._started_at < ALIVE_AT_LEAST_S:
            raise ServiceGone(f"The service {how} as soon as it had started.")
        logger.warning(
            f"The service {how} and is started again, as on a real table; the hand goes on."
        )
        self._close_views()
        await self._start_service()
        self._changed_at = self.loop.time()

    def _look_at_screen(self) -> None:
        """Raises WindowClosed if the window was closed. If the screen process failed, the hands
        go on without it.
        """
        status = self._screen.poll() if self._screen is not None else None
        if status is None:
            return
        self._screen = None
        # closed by a person, or terminated: no failure
        if status in (0, -signal.SIGTERM):
            raise WindowClosed
        lines = self._screen_said.read_text(errors="replace").splitlines()
        # the last line that is not indented
        *_, last = ["no word of it", *(line for line in lines if line[:1].strip())]
        why = (
            "No window can be opened, there is no display here"
            if status == EXIT_NO_DISPLAY
            else (
                f"The screen was killed ({signal.Signals(-status).name})"
                if status < 0
                else f"The screen failed ({last})"
            )
        )
        logger.warning(
            f"{why}: the hands go on without it, each a minute or two. Ctrl-C ends them."
        )

    def _how_ended(self) -> str | None:
        """How the service ended, in words; or that it runs."""
        status = self._service.poll() if self._service is not None else None
        if status is None:
            return None
        return (
            f"was killed ({signal.Signals(-status).name})"
            if status < 0
            else f"ended with status {status}"
        )

    def _close_views(self) -> None:
        if self._codes is not None:
            self._codes.close()
            self._codes = None
        if self._views is not None:
            self.loop.remove_reader(self._views)
            self._views.close()
            self._views = None

    async def _connect(self, path: str) -> socket.socket:
        for _ in range(round(CONNECT_AT_MOST_S / LOOK_EVERY_S)):
            if (how := self._how_ended()) is not None:
                raise ServiceGone(f"The service {how} as soon as it had started.")
            if os.path.exists(path):
                end = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
                try:
                    end.connect(path)
                    return end
                except ConnectionRefusedError:  # the socket of the service that died
                    end.close()
            await asyncio.sleep(LOOK_EVERY_S)
        raise ServiceGone(f"The service did not open {path} within {CONNECT_AT_MOST_S} s.")


AnyStage = Stage | LiveStage  # what people, the floor and the demo play on
