"""What stands in for a table whose journal cannot be played on: people read why, and no request is
accepted.
"""

import asyncio
from collections.abc import Callable
from typing import Any

from tablectl.engine import events
from tablectl.engine.engine import handle
from tablectl.engine.facts import Refused
from tablectl.engine.questions import Row
from tablectl.engine.source import TABLE
from tablectl.engine.state.why import Why
from tablectl.locale import get_translator
from tablectl.present.public import public_view
from tablectl.present.reasons import say_notice, table_names
from tablectl.service import logger
from tablectl.service.config.values import Config
from tablectl.service.control.control import Control
from tablectl.service.control.prover import NoOperator
from tablectl.service.control.status import status_report
from tablectl.service.control.status_parts import Surroundings
from tablectl.service.journals.open_table import opened_table
from tablectl.service.outputs.screens import Screens

LOOKS_AGAIN_S = 30.0  # whether the journal can be opened by now


class LockedTable:
    """The table as configured, locked. `looks`: whether the journal can be opened; once it can,
    `loop` is stopped.
    """

    def __init__(
        self,
        config: Config,
        loop: asyncio.AbstractEventLoop,
        lock: events.HoldKind,
        looks: Callable[[], bool],
        *,
        is_test: bool = False,
    ) -> None:
        self._config, self._loop, self._looks, self._lock = config, loop, looks, lock
        self._language = get_translator(config.table.language)
        opened, _ = opened_table(
            config.table, tuple(seat.number for seat in config.seat), is_test=is_test
        )
        self._table, _ = handle(opened, [events.HoldBegan(at_ms=0, kind=lock, source=TABLE)])
        self.is_over = False  # the journal can be opened
        self._again: asyncio.TimerHandle | None = None
        self.screens = Screens(loop)
        self.control = Control(
            loop,
            lambda: 0,
            self._refuse_events,
            table=lambda: self._table,
            status=self._status_report,
            language=self._language,
            prover=NoOperator(
                say_notice(self._refusal(), table_names(self._table, self._language)), "locked"
            ),
            page_user=config.control.page_user,
        )

    def start(self) -> None:
        logger.warning(
            "The table stands locked. It is started again once its journal can be opened and "
            "written."
        )
        self.screens.show(public_view(self._table, 0, language=self._language))
        self._again = self._loop.call_later(LOOKS_AGAIN_S, self._look_again)

    def close(self) -> None:
        if self._again is not None:
            self._again.cancel()
        self.screens.close()
        self.control.close()

    def _look_again(self) -> None:
        if self._looks():
            self.is_over = True
            self._loop.stop()
        else:
            self._again = self._loop.call_later(LOOKS_AGAIN_S, self._look_again)

    def _refuse_events(self, happened: tuple[events.AnyEvent, ...]) -> tuple[Row, ...]:
        return tuple(Row(event, (self._refusal(),)) for event in happened)

    def _refusal(self) -> Refused:
        """Of the floor and of an operator, for a PIN makes no journal sound."""
        locked = Why.LOCKED(hold=self._lock)
        return Refused(code=locked.why.code, why=locked.why.value, values=locked.values)

    def _status_report(self) -> dict[str, Any]:
        around = Surroundings({seat.number: seat.driver for seat in self._config.seat})
        return status_report(self._table, (), 0, self._language, around)
