"""`tablectl journal events`: what happened around a table, each as a row of its journal that was
written when it happened.
"""

import asyncio
import json
import signal

import pytest
from typer.testing import CliRunner

from tablectl.cli.app import app
from tablectl.engine import events
from tablectl.engine.engine import handle
from tablectl.engine.source import PINS, TABLE
from tablectl.journal.store import Journal
from tablectl.journal.verify import verify
from tablectl.service.config.loading import load_config
from tablectl.service.journals.last_run import LastRun
from tablectl.service.journals.power import JUMP_MS, LOOKS_EVERY_S, WallClock
from tablectl.service.offline import archive_table
from tests.happened import heads_up

from .test_locks import ANN, PIN, WRONG, clears, killed, operators, running, started, told
from .test_starting import TOLD, made, place

__all__ = ["operators", "place", "running"]  # fixtures

HAPPENED = [
    (events.PowerCame(at_ms=1), [("power_on", "The table was started.")]),
    (events.StartAsked(at_ms=2), []),
    # as pins tell at a start
    (events.HoldEnded(at_ms=3, kind="logic_door", source=PINS), []),
    (
        events.HoldBegan(at_ms=4, kind="logic_door", source=PINS),
        [
            ("door_opened", "The door of the electronics is open: play stands still."),
            ("lock_set", "The door of the electronics is open: play stands still."),
        ],
    ),
    (events.HoldBegan(at_ms=5, kind="logic_door", source=PINS), []),
    (events.LockCleared(at_ms=6, kind="logic_door", who=ANN), []),  # it is open still
    (
        events.HoldEnded(at_ms=7, kind="logic_door", source=PINS),
        [
            (
                "door_closed",
                "The door of the electronics was opened, and is shut again: play goes on when an "
                "operator has cleared it.",
            )
        ],
    ),
    (
        events.PinsTried(at_ms=8, group=7, wrong=1),
        [
            (
                "wrong_pin",
                "A wrong PIN was given under a name that no operator has: 1 in a row by now.",
            )
        ],
    ),
    (
        events.PinsTried(at_ms=9, group=9, wrong=2, who=ANN),
        [("wrong_pin", "A wrong PIN was given as Ann: 2 in a row by now.")],
    ),
    (
        events.PinsTried(at_ms=10, group=9, wrong=0, who=ANN),
        [("right_pin", "Ann gave the right PIN after wrong ones.")],
    ),
    (
        events.LockCleared(at_ms=11, kind="logic_door", who=ANN),
        [("lock_cleared", "Ann has cleared the lock logic_door.")],
    ),
    (
        events.HoldBegan(at_ms=12, kind="lid", source=PINS),
        [("door_opened", "The lid of the shoe is open: play stands still.")],
    ),
    (
        events.HoldEnded(at_ms=13, kind="lid", source=PINS),
        [("door_closed", "The lid of the shoe is closed.")],
    ),
    (events.HoldBegan(at_ms=14, kind="emergency_stop", source=PINS), []),
    (
        events.HoldBegan(at_ms=15, kind="link", source=TABLE),
        [("lock_set", "A device at the table does not prove who it is: play stands still.")],
    ),
    (
        events.WallClockSet(at_ms=16, by_ms=-3_600_000),
        [("clock_set", "The wall's clock was set back by 3,600 s.")],
    ),
    (
        events.WallClockSet(at_ms=17, by_ms=2_400),
        [("clock_set", "The wall's clock was set on by 2 s.")],
    ),
    (events.PowerWent(at_ms=18), [("power_off", "The table was told to end.")]),
    (
        events.PowerCame(at_ms=19, was_cut=True),
        [
            (
                "power_lost",
                "The table was not told to end before this start: its power failed, or its program "
                "died.",
            ),
            ("power_on", "The table was started."),
        ],
    ),
    (
        events.ProgramUpgraded(at_ms=20, was="a" * 64, now="b" * 64),
        [
            (
                "program_upgraded",
                "The program was upgraded: it is bbbbbbbbbbbb, and was aaaaaaaaaaaa.",
            )
        ],
    ),
]


def listed(journal):
    done = CliRunner().invoke(app, ["journal", "events", "--json", str(journal)])
    assert done.exit_code == 0, done.output
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_each_happening_is_told_with_its_row_and_nothing_else_is(tmp_path):
    path = tmp_path / "table.db"
    table, opening = heads_up()
    with Journal.create(path, (opening,)) as journal:
        for event, _ in HAPPENED:
            table, rows = handle(table, (event,))
            journal.append(rows, wall_ms=event.at_ms)
    expected = [
        (n, event.at_ms, kind, text)
        for n, (event, told) in enumerate(HAPPENED, 2)
        for kind, text in told
    ]
    assert [(one["n"], one["at_ms"], one["kind"], one["text"]) for one in listed(path)] == expected
    assert verify(path, rerun=True).is_sound
    lines = CliRunner().invoke(app, ["journal", "events", str(path)]).stdout.splitlines()
    assert lines[0] == "       2  1970-01-01T00:00:00.001Z  The table was started."
    assert len(lines) == len(expected)


def test_they_change_nothing_at_the_table(tmp_path):
    table, _ = heads_up()
    table, _ = handle(table, (events.StartAsked(at_ms=0),))
    for event in (
        events.PowerCame(at_ms=1),
        events.PinsTried(at_ms=1, group=1, wrong=3),
        events.WallClockSet(at_ms=1, by_ms=9),
        events.PowerWent(at_ms=1),
    ):
        assert handle(table, (event,))[0] == table


@pytest.mark.slow
def test_a_table_leaves_its_own_rows_over_its_lives(place, operators, running):
    started(place, running)
    assert told(place, running) == TOLD
    LastRun(place / "table.db").record_end("write_failed")
    started(place, running)
    clears(place, "write_failed", WRONG)
    killed(place, running)
    started(place, running)
    clears(place, "write_failed", PIN)  # it has to wait
    assert told(place, running) == TOLD
    archive_table(at_home(place))
    started(place, running)
    assert told(place, running) == TOLD
    (kept,) = place.glob("table-to-*.db")
    assert [one["kind"] for one in listed(kept)] == [
        "power_on",
        "power_off",
        "power_on",
        "lock_set",
        "wrong_pin",
        "power_lost",
        "power_on",
        "power_off",
    ]
    assert [one["kind"] for one in listed(place / "table.db")] == ["power_on", "power_off"]


def at_home(place):
    """The configuration, wherever this runs."""
    from msgspec.structs import replace

    config = load_config(place / "table.toml")
    return replace(config, journal=replace(config.journal, path=str(place / "table.db")))


def test_a_wall_s_clock_that_ran_back_while_the_table_was_off_is_a_row_and_an_interrupt_is_an_end(
    place, running
):
    with Journal.open(made(place)) as journal:
        table, _ = heads_up()
        # in the year 2109
        journal.append(handle(table, (events.PowerWent(at_ms=0),))[1], wall_ms=2**42)
    started(place, running)
    running[-1].send_signal(signal.SIGINT)
    running[-1].communicate()
    kinds = [(one["kind"], " by " in one["text"]) for one in listed(place / "table.db")]
    assert kinds == [
        ("power_off", False),
        ("power_on", False),
        ("clock_set", True),
        ("power_off", False),
    ]


class Clocks(asyncio.SelectorEventLoop):
    """A loop, a wall's and a steady clock, all set by hand; `stalls` between two looks at the
    steady one.
    """

    def __init__(self):
        super().__init__()
        self.now_s, self.set_ms, self.stall_ms = 50.0, 0, 0

    def time(self):
        return self.now_s

    def steady_ms(self):
        return round(self.now_s * 1_000)

    def wall_ms(self):
        self.now_s, self.stall_ms = self.now_s + self.stall_ms / 1_000, 0
        return self.steady_ms() + self.set_ms

    def goes_on(self, s):
        self.now_s += s
        self.run_until_complete(asyncio.sleep(0))


@pytest.fixture
def clocks():
    clocks = Clocks()
    yield clocks
    clocks.close()


def test_a_wall_s_clock_that_jumps_is_told_once_and_one_that_is_slewed_is_not(clocks):
    jumps = []
    watch = WallClock(clocks, clocks.wall_ms, jumps.append, clocks.steady_ms)
    for by_ms in (0, JUMP_MS, 0, 0, -86_400_000, 0, JUMP_MS - 1, JUMP_MS - 1, 0):
        clocks.set_ms += by_ms
        clocks.goes_on(LOOKS_EVERY_S)
    assert jumps == [JUMP_MS, -86_400_000]
    # the process stands still between its looks at the two
    clocks.stall_ms = 60_000
    clocks.goes_on(LOOKS_EVERY_S)
    clocks.goes_on(LOOKS_EVERY_S)
    assert len(jumps) == 2
    watch.close()
    clocks.set_ms += JUMP_MS
    clocks.goes_on(2 * LOOKS_EVERY_S)
    assert len(jumps) == 2
