"""A table for the floor's page that stands as a test wants it: engine, control socket, views and the
page's server, in a thread of this process. No card is dealt there and no clock runs, so a state
that scenarios lead to in minutes is there at once.

    with FloorTable() as table:
        table.stand(state_before("floor-gives-the-pots", {"floor": "award", ..}))
        page.goto(table.url)
        table.rulings                       # what was ruled, and on whose behalf
"""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any, NamedTuple

from msgspec.structs import replace

from tablectl.engine.facts import RulingTakenBack
from tablectl.engine.state.table import Table as TableState
from tablectl.journal.record import Record
from tablectl.present.public import public_view
from tablectl.service.control.status import status_report
from tablectl.simulation.scenario.runner import Scenario
from tablectl.simulation.scenario.script import read_script
from tablectl.simulation.stage.scratch import temporary_directory
from tablectl.web.floor.site import FloorOptions, FloorSite
from tablectl.web.server import Listening, PageServer
from tests.happened import steps
from tests.scenarios.files import SCENARIOS
from tests.web.floor.served import IDLE_S, Table

from .real_table import free_port

WALL_MS = 1_700_000_000_000
# what a page was told last, for whoever waits for it
NOTES_STATUS = """(() => {
    const Told = window.EventSource;
    window.EventSource = class extends Told {
        constructor(address) {
            super(address);
            this.addEventListener('status', (event) => (window.toldStatus = JSON.parse(event.data)));
        }
    };
})()"""
HAS_HEARD = "(name) => window.toldStatus?.table === name"


class State(NamedTuple):
    """A table, and its time."""

    table: TableState
    now_ms: int = 0


def state_before(scenario: str, line: dict[str, Any]) -> State:
    """As that scenario has it when this ruling of it comes, the first that is so and is taken. In a
    thread of its own: a browser's loop may run in this one.
    """
    with ThreadPoolExecutor(max_workers=1) as beside:
        return beside.submit(_state_before, scenario, line).result()


def _state_before(scenario: str, line: dict[str, Any]) -> State:
    script = read_script(SCENARIOS[scenario])
    following = [one.kind for one in script.lines[1:]] + [""]
    index = next(
        i
        for i, one in enumerate(script.lines)
        if one.floor == line and following[i] != "expect_refused"
    )
    with temporary_directory() as folder:
        play = Scenario(replace(script, lines=script.lines[:index]), folder)
        try:
            play.stage.loop.run_until_complete(play.run())
            assert play.failures == []
            service = play.stage._running
            return State(service.table, service.journal.head.at_ms)
        finally:
            play.stage.close()


class StandingTable(Table):
    """With rows of a journal, as far as its status tells of them."""

    def __init__(self, loop, folder):
        self.records: list[Record] = []
        super().__init__(loop, folder)
        self.control._status = self._report

    def _report(self):
        return status_report(self.table, self.records, self.now_ms)

    def come_back(self):
        super().come_back()
        self.control._status = self._report

    def _take(self, happened):
        rows = super()._take(happened)
        self.note(rows)
        return rows

    def note(self, rows):
        """They are rows of its journal, and the screens have the view after them."""
        for row in rows:
            n = len(self.records) + 1
            wall_ms = WALL_MS + self.now_ms
            self.records.append(Record(n, self.now_ms, wall_ms, None, row.event, row.facts))
        if hasattr(self, "screens"):
            self.screens.show(public_view(self.table, self.now_ms))


class FloorTable:
    """See the module. Ann and Bob are operators."""

    def __init__(self, *, idle_s: float = IDLE_S):
        self._idle_s = idle_s
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}/floor"
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="floor", daemon=True)
        self._life = ExitStack()
        self._stood = 0

    def __enter__(self) -> "FloorTable":
        folder = self._life.enter_context(temporary_directory())
        self._thread.start()
        self.table = self.call(lambda: StandingTable(self._loop, folder))
        self.start_page()
        return self

    def __exit__(self, *_):
        self.stop_page()
        self.call(self.table.close)
        self._run(self._loop.shutdown_default_executor())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
        self._life.close()

    def start_page(self):
        options = FloorOptions("Table 1", "en", self.table.views, self.table.socket, self._idle_s)

        async def start():
            self._server = PageServer(
                lambda drop: FloorSite(options, drop=drop), Listening("127.0.0.1", self.port)
            )
            await self._server.open()

        self._run(start())

    def stop_page(self):
        self._run(self._server.close())

    def vanish(self):
        """Nobody answers at the table's control socket."""
        self.call(self.table.vanish)

    def come_back(self):
        self.call(self.table.come_back)

    # What stands there

    def stand(self, state: State, *then: str | dict[str, Any]) -> str:
        """Another table, with nothing ruled so far; `then`: what happens, as of tests/happened.
        Its name, which no table before had.
        """
        self._stood += 1
        name = f"Table {self._stood}"

        def stand():
            table = self.table
            table.table, table.now_ms = replace(state.table, name=name), state.now_ms
            table.facts, table.records = [], []
            for _, after, rows in steps(table.table, *then):
                table.table = after
                table.note(rows)
            table.screens.show(public_view(table.table, table.now_ms))

        self.call(stand)
        return name

    @property
    def status(self) -> dict[str, Any]:
        return self.call(self.table._report)

    @property
    def rulings(self) -> list[tuple[str, str | None]]:
        return self.call(lambda: self.table.rulings)

    @property
    def is_taken_back(self) -> bool:
        """Whether the last ruling but one, which an undo followed, counts no more."""
        return self.call(
            lambda: any(isinstance(fact, RulingTakenBack) for fact in self.table.facts)
        )

    def call(self, what: Callable[[], Any]) -> Any:
        async def call():
            return what()

        return self._run(call())

    def _run(self, what):
        return asyncio.run_coroutine_threadsafe(what, self._loop).result()
