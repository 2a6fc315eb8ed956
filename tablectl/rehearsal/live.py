"""A table in real time on simulated devices: the service and the screen are processes of their own, as on a real table.

`LiveStage` offers what people and players need of a Stage, by watching the public view like any screen does.
"""

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import msgspec
from msgspec.structs import replace

from tablectl.engine.apply import apply, opened
from tablectl.engine.dealing import next_place
from tablectl.engine.facts import TableOpened
from tablectl.engine.table import Table
from tablectl.games.game import Game
from tablectl.journal.store import Journal
from tablectl.rehearsal.props import Props
from tablectl.rehearsal.stage import Said
from tablectl.service.config import Config, ControlConfig, JournalConfig, ScreenConfig, ServiceConfig, TableConfig
from tablectl.views.public import audit_view
from tablectl.views.view import View

CONNECT_AT_MOST_S = 10                  # a service on a slow board is up in two
QUIET_S = 0.06                          # the table is at rest when nothing changed for so long, three frames of a screen
LOOK_EVERY_S = 0.02
VIEW_BYTES = 1 << 18


class ServiceGone(RuntimeError):
    """The service ended while the demo played; the message is a sentence."""


class Memory:
    """The table as the journal beside which it is played has it: what people who see all cards know."""

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
                self._table = opened(fact) if isinstance(fact, TableOpened) else apply(self._known(), fact)
        return self._known()

    def close(self) -> None:
        if self._journal is not None:
            self._journal.close()

    def _known(self) -> Table:
        assert self._table is not None, "A journal begins with the opening of a table."
        return self._table


class LiveStage:
    """See the module. `screen`: SDL's driver for the board screen's process, None for no screen."""

    def __init__(
        self, game: Game, table: TableConfig, directory: Path, *, screen: str | None, journal: Path | None = None,
    ) -> None:
        self.loop = asyncio.get_running_loop()
        self.props = Props(self.loop, table, directory, map(int, table.seats), game.deck)
        self.shoe, self.seats = self.props.shoe, self.props.seats
        shoe, seats = self.props.configs()
        self._screen_path, self._control_path = str(directory / "screen.sock"), str(directory / "control.sock")
        config = self.config = Config(
            table=table, shoe=shoe, seat=seats, journal=JournalConfig(str(journal or directory / "table.db")),
            screen=ScreenConfig(socket=self._screen_path), control=ControlConfig(self._control_path),
            service=ServiceConfig(between_hands_s=0))
        self._config_path = directory / "table.json"
        self._config_path.write_bytes(msgspec.json.encode(config))
        self._screen_driver = screen
        self._memory = Memory(Path(config.journal.path))
        self._processes: list[subprocess.Popen[bytes]] = []
        self._views: socket.socket | None = None
        self._public: View | None = None
        self._public_json = b""
        self._changed_at = 0.0
        self.said: list[Said] = []
        self.motion_goes_on = False                         # an open motion is over when its gap has passed, wanted or not

    async def open(self) -> None:
        """Starts the service and the screen, and waits for the first view."""
        command = [sys.executable, "-m", "tablectl", "run", "--config", str(self._config_path)]
        self._processes.append(subprocess.Popen(command))
        self._views = await self._connected(self._screen_path)
        self._views.setblocking(False)
        self.loop.add_reader(self._views, self._view_came)
        self._views.send(b"next")
        if self._screen_driver is not None:
            driver = ["--driver", self._screen_driver] if self._screen_driver else []
            self._processes.append(subprocess.Popen(
                [sys.executable, "-m", "tablectl.screen", "--socket", self._screen_path, *driver]))
        while self._public is None:
            await asyncio.sleep(LOOK_EVERY_S)
        await self.rest()

    def close(self) -> None:
        if self._views is not None:
            self.loop.remove_reader(self._views)
            self._views.close()
        self._memory.close()
        for process in reversed(self._processes):           # the screen first: it shows a table that is there, to its end
            process.send_signal(signal.SIGTERM)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(10)
        self.props.close()

    @property
    def public_json(self) -> bytes:
        return self._public_json

    @property
    def view(self) -> View:
        """The public view, with the cards as people know them who have dealt, hold or pick them up."""
        assert self._public is not None
        known = audit_view(self._memory.table(), 0)
        seats = {n: replace(seat, cards=known.seats[n].cards) for n, seat in self._public.seats.items()}
        return replace(self._public, seats=seats, irregularity=known.irregularity)

    async def rest(self) -> None:
        """Until the devices are still and the view has not changed for a moment."""
        while True:
            await asyncio.sleep(LOOK_EVERY_S)
            self._still_there()
            is_quiet = self.loop.time() - self._changed_at >= QUIET_S
            if self.props.idle and is_quiet and not self._is_moving():
                return

    def _is_moving(self) -> bool:
        """The shoe deals, or somebody pushes chips."""
        table = self._memory.table()
        is_dealing = next_place(table) is not None and self.shoe.deals_by_itself and bool(self.shoe.cards)
        is_pushing = table.wager is not None and table.wager.ends_at_ms is not None and not self.motion_goes_on
        return is_dealing or (is_pushing and not table.is_held)

    async def wait(self, ms: int) -> None:
        """Time passes, and the table comes to rest."""
        await asyncio.sleep(ms / 1_000)
        await self.rest()

    async def say(self, line: dict[str, object]) -> dict[str, object]:
        """One line over the control socket; what became of it."""
        reader, writer = await asyncio.open_unix_connection(self._control_path)
        writer.write(msgspec.json.encode(line) + b"\n")
        answer: dict[str, object] = msgspec.json.decode(await reader.readline())
        writer.close()
        self._changed_at = self.loop.time()
        await self.rest()
        return answer

    def _view_came(self) -> None:
        assert self._views is not None
        data = self._views.recv(VIEW_BYTES)
        if not data:
            self.loop.remove_reader(self._views)
            return
        before, self._public_json = self._public, data
        self._public = msgspec.json.decode(data, type=View)
        self._changed_at = self.loop.time()
        now = self._public
        if now.notice_code and (before is None or before.notice != now.notice):
            self.said.append(Said(now.notice_code, now.notice_seat, now.notice or "", now.is_refusal))
        self._views.send(b"next")

    def _still_there(self) -> None:
        if self._processes and self._processes[0].poll() is not None:
            raise ServiceGone(f"The service ended with status {self._processes[0].returncode}.")

    async def _connected(self, path: str) -> socket.socket:
        for _ in range(round(CONNECT_AT_MOST_S / LOOK_EVERY_S)):
            self._still_there()
            if os.path.exists(path):
                views = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
                with contextlib.suppress(ConnectionRefusedError):
                    views.connect(path)
                    return views
            await asyncio.sleep(LOOK_EVERY_S)
        raise ServiceGone(f"The service did not open {path} within {CONNECT_AT_MOST_S} s.")

