"""The gate of memory: a service that plays on and on needs no more than after its first hundreds
of hands.
"""

from mmap import MAP_ANONYMOUS, MAP_PRIVATE, mmap
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from tablectl.rules.forced import Stakes
from tablectl.service.config.values import TableConfig
from tablectl.service.serve import Service
from tablectl.service.table_loop import TableLoop
from tablectl.simulation.demo.demo import Demo
from tablectl.simulation.demo.options import CHIPS, DemoOptions
from tablectl.simulation.stage.scratch import temporary_directory
from tests.claims import tried
from tests.rig.stage import PtyStage

from .playing import GAME

DEEP = 1_000_000  # chips that outlast the hands
ROWS, WARM = 1_000_000, 100_000  # of the journal; what is kept for speed is full by then
MOST_KIB = 64  # more than there was when it was warm
EVERY = 5  # hands between two looks
QUICK_ROWS, QUICK_WARM = 2_000, 1_000
# with an event, in a page of its own: what a process was forked with has room for others
LEAK = b"leak" * 1_024


def resident_kib(process):
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return int(next(line.split()[1] for line in lines if line.startswith("VmRSS:")))


def grown(rows, warm, service=Service):
    """KiB that the service has more at its end than when it was warm, and the rows that it has
    written between.
    """
    looks = []

    def look(hand):
        assert stage.status is not None
        if hand.hand % EVERY == 0 and (process := stage.loop.service_pid) is not None:
            looks.append((stage.status.rows, resident_kib(process)))
        if stage.status.rows >= rows:
            raise Enough

    levels = [{"small_blind": 10, "big_blind": 20, "ante": 0, "hands": DEEP}]
    table = TableConfig(
        preset=GAME.name,
        seats={"1": DEEP, "2": DEEP, "3": DEEP},
        stakes=Stakes(10, 20),
        chips=CHIPS,
        options={"levels": levels},
    )
    with temporary_directory() as directory:
        stage = PtyStage(table, directory, (1, 2, 3), GAME.deck, screens=1, service=service)
        try:
            stage.loop.run_until_complete(
                Demo(stage, GAME, DemoOptions(GAME.name, players=3, hands=rows), look).run()
            )
        except Enough:
            pass
        finally:
            stage.close()
    return between([kib for at, kib in looks if at >= warm]), rows - warm


class Enough(Exception):
    """So many rows are written."""


def between(looks):
    """From the first tenth of the looks to the last: one alone may fall on a collection of
    garbage.
    """
    looks = [*looks]
    tenth = max(1, len(looks) // 10)
    return round(median(looks[-tenth:]) - median(looks[:tenth]))


@pytest.mark.soak
def test_a_million_rows_take_no_more_memory():
    kib, rows = grown(ROWS, WARM)
    print(f"{kib:+,} KiB in {rows:,} rows")
    tried(rows, "rows")
    assert kib <= MOST_KIB


class LeakingLoop(TableLoop):
    """Keeps every event that it has taken."""

    def __init__(self, *given, **more):
        super().__init__(*given, **more)
        self.kept: list[Any] = []

    def take(self, happened, edge=None):
        page = mmap(-1, len(LEAK), MAP_PRIVATE | MAP_ANONYMOUS)
        page.write(LEAK)
        self.kept.append((happened, edge, page))
        return super().take(happened, edge)


class Leaking(Service):
    Loop = LeakingLoop


@pytest.mark.slow
def test_control_a_service_that_keeps_what_it_has_heard_is_found():
    kib, rows = grown(QUICK_ROWS, QUICK_WARM, Leaking)
    print(f"With a leak: {kib:+,} KiB in {rows:,} rows")
    assert kib > MOST_KIB
