"""The floor's page of a table that stands as a test wants: its sockets, and the engine behind them.

with ShownFloor(folder) as floor:       # `tablectl web --floor` runs beside it
    floor.show(table, "es")             # an engine's table; rulings are tried on it, and done
"""

import asyncio
import json
import os
import pwd
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from tablectl.engine.engine import handle
from tablectl.engine.state.table import Table
from tablectl.locale import get_translator
from tablectl.present.public import public_view
from tablectl.service.control.control import Control
from tablectl.service.control.status import status_report
from tablectl.service.outputs.screens import Screens
from tablectl.simulation.scenario.runner import run_script
from tablectl.simulation.scenario.script import read_script
from tablectl.view import View
from tests.happened import three_dealt
from tests.scenarios.files import SCENARIOS

from .processes import Process, wait_until
from .real_table import free_port, is_heard

NOW_MS = 6_000
STORY = "example-6-odd-chips-to-the-first-winner"  # of another table


class AnyPin:
    """Every name is an operator's, and every PIN is right."""

    def require_operator(self, name: str):
        pass

    def begin_proof(self, *_: str) -> "Future[bool]":
        proof: Future[bool] = Future()
        proof.set_result(True)
        return proof

    def judge_proof(self, *_: str, is_right: bool):
        pass

    def close(self):
        pass


class ShownFloor:
    """See the module."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.url = ""
        self._table = three_dealt()  # until another is shown
        self._lay: Callable[[dict[str, Any]], Mapping[str, Any]] = dict
        self._language = "en"
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(
            target=self._loop.run_forever, name="shown floor", daemon=True
        )
        port = free_port()
        self._port = port
        self.url = f"http://127.0.0.1:{port}/floor"
        self._config = folder / "floor.json"
        self._config.write_text(
            json.dumps(
                {
                    "table": {"name": "Table 1", "seats": {"1": 100, "2": 100}},
                    "shoe": {"driver": "sim", "port": str(folder / "floor-shoe")},
                    "seat": [
                        {"number": n, "driver": "sim", "port": str(folder / f"seat-{n}")}
                        for n in (1, 2)
                    ],
                    "screen": {"socket": str(folder / "floor-screen.sock")},
                    "control": {"socket": str(folder / "control.sock")},
                    "journal": {"path": str(folder / f"{STORY}.db")},
                    "story": {"socket": str(folder / "story.sock")},
                    "web": {"floor": {"listen": f"127.0.0.1:{port}"}},
                }
            )
        )

    def __enter__(self) -> "ShownFloor":
        with ThreadPoolExecutor(max_workers=1) as beside:  # a browser's loop may run in this one
            script = read_script(SCENARIOS[STORY])
            failures = beside.submit(run_script, script, keep=self.folder).result()
        assert failures == []
        self._thread.start()
        self._call(self._listen)
        of_table = ("--config", str(self._config))
        self._story = Process(("story", "--serve", *of_table), self.folder / "story.txt")
        self.web = Process(("web", "--floor", *of_table), self.folder / "floor.txt")
        with ExitStack() as failing:
            failing.push(self.__exit__)
            wait_until(self._answers, "The floor's page takes connections")
            failing.pop_all()
        return self

    def __exit__(self, *_):
        try:
            self.web.end()
            self._story.end()
        finally:
            self._call(self._close)
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._loop.close()

    def _answers(self) -> bool:
        """Its connection for views is there before the first test, which would else leave it
        behind.
        """
        self.web.must_run()
        return is_heard(self._port) and self._call(lambda: self._screens.has_screens)

    @property
    def table(self) -> Table:
        """As it stands now."""
        return self._table

    def show(
        self,
        table: Table,
        language: str = "en",
        lay: Callable[[dict[str, Any]], Mapping[str, Any]] = dict,
    ):
        """To all that look. `lay`: makes the status that is told of the one that there is."""

        def show():
            self._table, self._language, self._lay = table, language, lay
            self._control.close()
            self._begin_control()
            self._screens.show(self._view())

        self._call(show)

    def status(self) -> dict[str, Any]:
        return self._call(self._status)

    # On the thread

    def _listen(self):
        self._screens = Screens(self._loop)
        self._screens.listen(str(self.folder / "floor-screen.sock"))
        self._screens.show(View(table="Table 1"))
        self._begin_control()

    def _begin_control(self):
        """In the language that is spoken now."""
        self._control = Control(
            self._loop,
            lambda: NOW_MS,
            self._take,
            table=lambda: self._table,
            status=self._status,
            language=get_translator(self._language),
            prover=AnyPin(),
            page_user=pwd.getpwuid(os.geteuid()).pw_name,
        )
        self._control.listen(str(self.folder / "control.sock"))

    def _view(self) -> View:
        language = get_translator(self._language)
        return public_view(self._table, NOW_MS, language=language, pages=self._table.places)

    def _status(self) -> dict[str, Any]:
        report = status_report(self._table, (), NOW_MS, get_translator(self._language))
        return dict(self._lay({**report, "table": "Table 1"}))

    def _take(self, happened):
        self._table, rows = handle(self._table, happened)
        self._screens.show(self._view())
        return rows

    def _close(self):
        self._control.close()
        self._screens.close()

    def _call(self, what: Callable[[], Any]) -> Any:
        async def call():
            return what()

        return asyncio.run_coroutine_threadsafe(call(), self._loop).result()
