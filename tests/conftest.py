"""For all tests: what one leaves behind fails it, and what a run leaves behind fails the run.

The soak: the gates of chance over seeds that nobody has seen yet, by time. And `--claims`: the
table of what they show.

`make soak` takes SOAK_MINUTES (30) in all; its one seed is printed, and SOAK_SEED plays it again.
With SOAK_MINUTES=0 each gate takes one seed.
"""

import gc
import os
import platform
import select
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random, SystemRandom

import pytest
from hypothesis import HealthCheck, settings

from tests.claims import CLAIMS, KEY, Ran, counted, is_of, table_of
from tests.leaks import begun_in, held, left_since, mark

MINUTES = 30.0
ENDING_S, LOOK_S = 5.0, 0.1
MARK = pytest.StashKey[str]()
# what takes longest, or waits: else a worker is alone with it at the end
BEGUN_FIRST = tuple(
    f"tests/{file}.py"
    for file in (
        "house/test_smallest_readme",
        "hil/test_bench",
        "house/test_readme_played",
        "house/test_kit_page",
        "web/browser/test_play",
        "web/browser/test_floor_states",
        "web/browser/test_states",
        "simulation/test_demo",
        "setup/doctor/test_ended",
        "gates/test_kill",
        "service/test_stood_still",
        "gates/test_secrets_of_devices",
    )
)
# what is written lies there: a sync to a disk proves nothing that a test could see
IN_MEMORY = Path("/dev/shm")

# the same examples in every run, and no clock: a busy machine is slow
settings.register_profile(
    "fixed",
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("fixed")


def pytest_addoption(parser: pytest.Parser):
    parser.addoption(
        "--claims", metavar="FILE", help="write the table of claims there, of what was run"
    )
    parser.addoption(
        "--gates", action="store_true", help="run the gates of the claims and their controls alone"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]):
    items.sort(key=lambda item: not item.nodeid.startswith(BEGUN_FIRST))
    if not config.getoption("gates"):
        return
    others = [item for item in items if not any(is_of(claim, item.nodeid) for claim in CLAIMS)]
    config.hook.pytest_deselected(items=others)
    items[:] = [item for item in items if item not in others]


def pytest_collection():
    gc.disable()


def pytest_collection_finish():
    """What was collected stays till the end: the collector need not look through it while it
    grows, nor in each test again.
    """
    gc.collect()
    gc.freeze()
    gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    counted()  # what was tried while the test was set up is not its own
    try:
        return (yield)
    finally:
        item.user_properties += [(KEY, one) for one in counted()]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config):
    if (file := config.getoption("claims")) is None or not terminalreporter.stats:
        return
    stats = terminalreporter.stats
    reports = [
        report
        for outcome in ("passed", "failed", "error", "skipped")
        for report in stats.get(outcome, [])
    ]
    ran = [
        Ran(
            report.nodeid,
            report.outcome,
            [tuple(what) for key, what in report.user_properties if key == KEY],
        )
        for report in reports
        if report.when == "call" or report.outcome != "passed"
    ]
    head = (
        f"{platform.platform()}, {platform.python_implementation()} "
        f"{platform.python_version()}, {os.cpu_count()} processors"
    )
    Path(file).parent.mkdir(parents=True, exist_ok=True)
    Path(file).write_text(table := table_of(ran, head))
    terminalreporter.write_line(table)


def pytest_configure(config: pytest.Config):
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # the tests run in the background
        signal.signal(signal.SIGINT, signal.default_int_handler)  # and what they begin has Ctrl-C
    # in time for the workers to inherit it
    os.environ.setdefault("SOAK_SEED", str(SystemRandom().randrange(10**6)))
    if IN_MEMORY.is_dir():
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(IN_MEMORY))
    # in a worker of xdist: it has the mark of its run
    if not hasattr(config, "workerinput"):
        config.stash[MARK] = mark()


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session):
    """After the workers have ended. A process that is left is named, and ended."""
    if (run := session.config.stash.get(MARK, None)) is None:
        return
    ends_s = time.monotonic() + ENDING_S
    # one that was told to end may be about it
    while (left := begun_in(run)) and time.monotonic() < ends_s:
        select.select([], [], [], LOOK_S)
    if not left:
        return
    session.exitstatus = pytest.ExitCode.TESTS_FAILED
    said = session.config.pluginmanager.get_plugin("terminalreporter")
    for pid, process in left.items():
        if said is not None:
            said.write_line(f"This run has left a process behind: {process}", red=True)
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


@pytest.fixture(autouse=True)
def nothing_is_left() -> Iterator[None]:
    """A descriptor, thread or child process that a test leaves open fails that test, and not a
    later one.
    """
    before = held()
    yield
    if left := left_since(before):
        pytest.fail(f"This test leaves behind: {'; '.join(left)}", pytrace=False)


def pytest_report_header(config: pytest.Config) -> str | None:
    is_soak = config.getoption("markexpr") == "soak"
    return (
        f"soak: SOAK_MINUTES={minutes():g} SOAK_SEED={os.environ['SOAK_SEED']}" if is_soak else None
    )


def minutes() -> float:
    return float(os.environ.get("SOAK_MINUTES", MINUTES))


def share_s(session: pytest.Session) -> float:
    """What one gate has of the whole, as many processes as there are."""
    gates = sum("soak_s" in getattr(item, "fixturenames", ()) for item in session.items)
    return minutes() * 60 * int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", 1)) / gates


@pytest.fixture
def soak_s(request) -> float:
    """The seconds that this gate has."""
    return share_s(request.session)


@pytest.fixture
def soaking(request, soak_s: float) -> Iterator[Iterator[int]]:
    """Seeds, one at least, until this gate's share of the time is over; a failure says which was
    the last.
    """
    name = request.node.name
    ends_at, taken = time.monotonic() + soak_s, []

    def seeds() -> Iterator[int]:
        chance = Random(f"{os.environ['SOAK_SEED']} {name}")
        while not taken or time.monotonic() < ends_at:
            taken.append(chance.randrange(10**9))
            yield taken[-1]

    yield seeds()
    print(f"{name}: {len(taken):,} seeds, the last was {taken[-1] if taken else None}.")
