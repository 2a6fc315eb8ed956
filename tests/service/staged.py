"""A table on its stage, for a story of a few steps: the whole service over the wire, in virtual
time.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, NoReturn, TypeVar
from unittest.mock import patch

from tablectl.engine import events
from tablectl.engine.engine import HANDLE
from tablectl.engine.play.handling import Handling
from tablectl.games.catalog import preset
from tablectl.journal.record import Record
from tablectl.journal.store import Journal
from tablectl.rules.forced import Stakes
from tablectl.service.config.values import TableConfig
from tablectl.simulation.players.people import People
from tablectl.simulation.stage.memory import Stage
from tablectl.simulation.stage.scratch import temporary_directory

Told = TypeVar("Told")

STACK = 1_000
TABLE = TableConfig(
    preset="tournament",
    seats={"1": STACK, "2": STACK, "3": STACK},
    button=1,
    stakes=Stakes(10, 20),
    chips=(5, 25, 100, 500),
    options={"action_clock_s": 20},
)


class Moved(asyncio.SelectorEventLoop):
    """A loop whose time is set by hand."""

    now_s = 100.0

    def time(self):
        return self.now_s


def on_a_table(
    story: Callable[[Stage, People], Awaitable[Told]],
    table: TableConfig = TABLE,
    *,
    journal: Path | None = None,
    a_stage: Callable[..., Stage] = Stage,
    **options,
) -> Told:
    """Runs the story at an open table. No node ids are configured, as in the sample
    configuration.
    """
    with temporary_directory() as directory:
        game = preset(table.preset)
        stage = a_stage(
            table,
            directory,
            map(int, table.seats),
            game.deck,
            journal=journal,
            has_ids=False,
            **options,
        )
        stage.sim_devices.load(())

        async def told() -> Told:
            await stage.open()
            return await story(stage, People(stage))

        try:
            return stage.loop.run_until_complete(told())
        finally:
            stage.close()


async def begin(stage: Stage, people: People):
    """A hand, dealt and up to its first decision."""
    await people.start_hand()
    await people.settle()


async def folded_out(stage: Stage, people: People):
    """The hand, until nobody is to act."""
    while stage.view.to_act is not None:
        await people.act(stage.view.to_act, "fold")
        await people.settle()


def is_dealt(play: Handling, event) -> bool:
    return play.table.phase == "betting" and not play.table.owes


def planted(
    *kinds: type[events.Event],
    when: Callable[[Handling, Any], bool] = is_dealt,
) -> Callable[[], AbstractContextManager[object]]:
    """For `at_birth`: events of these kinds raise once a hand is dealt, also after a restart.
    The message must reach nobody.
    """

    def broken(play: Handling, event) -> NoReturn:
        raise ZeroDivisionError("As Kd in the hole")

    return lambda: patch.dict(
        HANDLE, {kind: _instead(HANDLE[kind], broken, when) for kind in kinds}
    )


def _instead(
    good: Callable[[Handling, Any], None],
    broken: Callable[[Handling, Any], None],
    when: Callable[[Handling, Any], bool],
) -> Callable[[Handling, Any], None]:
    return lambda play, event: broken(play, event) if when(play, event) else good(play, event)


def rows_of(path: Path) -> list[Record]:
    with Journal.open(path, read_only=True) as journal:
        return list(journal.rows())


def events_of(path: Path, *kinds: type[events.Event]) -> list[Any]:
    return [row.event for row in rows_of(path) if isinstance(row.event, kinds)]
