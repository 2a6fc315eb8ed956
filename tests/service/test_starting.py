"""How a start ends that cannot go on: a sentence on stderr, nothing of anybody's harmed, and a status that systemd knows."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tablectl.journal.store import Journal
from tablectl.journal.verify import verify
from tablectl.service.config.loading import load
from tablectl.service.open_table import open_journal
from tablectl.service.process import bound_to_us

TABLE = """
table = { seats = { 1 = 100, 2 = 100 }, stakes.big_blind = 4 }
shoe.port = "/dev/nowhere/shoe"
seat = [ { number = 1, port = "/dev/nowhere/seat-1" }, { number = 2, port = "/dev/nowhere/seat-2" } ]
journal.path = "table.db"
control.socket = "control"
"""
ABSENT = ("typer", "rich", "pydantic", "pokerkit")
WITHOUT_THEM = f"import sys; sys.modules.update(dict.fromkeys({ABSENT}))"     # whoever imports one fails
TOLD, WRONG_USE, TRIED_AGAIN = 0, 2, 3
NO_DECK = "No deck is in play: the configuration names no deck_book in [shoe], so no card can be known.\n"
STARTED_S = 60                          # on a busy machine


@pytest.fixture
def place() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as name:             # a short path: a socket's has room for 107 bytes
        (Path(name) / "table.toml").write_text(TABLE)
        yield Path(name)


def run(place: Path, before: str = "", words: Sequence[str] = ("run", "--config", "table.toml")) -> subprocess.Popen[str]:
    """`before`: Python that is run in the service's process first."""
    door = f"import sys; from tablectl.cli import main; sys.argv = ['tablectl', *{words!r}]; main()"
    return subprocess.Popen(
        [sys.executable, "-c", f"{before}\n{door}"], cwd=place, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True, preexec_fn=bound_to_us())


def ended(place: Path, before: str = "") -> tuple[int, str]:
    process = run(place, before)
    said = process.communicate(timeout=STARTED_S)[1]
    return process.returncode, said.strip()


def made(place: Path) -> Path:
    """A journal of this table, closed."""
    here = Path.cwd()
    os.chdir(place)
    try:
        open_journal(load(Path("table.toml")), 0).close()
    finally:
        os.chdir(here)
    return place / "table.db"


def test_a_control_socket_on_another_file_s_path_harms_no_file(place):
    kept = made(place).rename(place / "kept.db")
    (place / "table.toml").write_text(TABLE.replace('"control"', '"kept.db"'))
    before = kept.read_bytes()
    status, said = ended(place)
    assert (status, said) == (WRONG_USE, "kept.db is wanted for a socket, and something else lies there: it is left alone.")
    assert kept.read_bytes() == before
    assert verify(kept).is_sound


def test_a_table_starts_without_what_only_commands_and_tests_need(place):
    table = run(place, WITHOUT_THEM)
    assert table.stderr is not None
    no_deck, *said = [table.stderr.readline() for _ in range(4)]
    table.send_signal(signal.SIGTERM)
    assert table.communicate(timeout=STARTED_S) == ("", "")
    assert no_deck == NO_DECK
    assert (table.returncode, sorted(line.partition(" is not")[0] for line in said)) == (TOLD, ["Seat 1", "Seat 2", "The shoe"])


@pytest.mark.parametrize("display", [[], ["--driver", "x11"]], ids=["as configured", "x11"])
def test_a_screen_starts_without_them_too(display, place):
    (place / "table.toml").write_text(TABLE + 'screen.socket = "views"')
    screen = run(place, f"{WITHOUT_THEM}; sys.executable = '/bin/echo'", ("screen", "--config", "table.toml", *display))
    said, wrong = screen.communicate(timeout=STARTED_S)
    named = ["--socket", "views", "--language", "en", "--fullscreen"]
    assert (said.split(), wrong) == (["-m", "tablectl.screen", *named, *display, "--sound", "1,1,1,1"], "")


def test_a_wrong_configuration_is_told_without_them(place):
    (place / "table.toml").write_text("[tabel]")
    assert ended(place, WITHOUT_THEM) == (WRONG_USE, 'table.toml:1: The file has no key "tabel". Did you mean "table"?')


def test_what_a_table_has_made_at_its_start_is_not_gone_through_for_garbage_later(place):
    """Else a collection of garbage can fall into an emergency stop, and took a second of it on a busy machine."""
    table = run(place, "import atexit, gc; atexit.register(lambda: print(gc.get_freeze_count(), len(gc.get_objects())))")
    assert table.stderr is not None
    for _ in range(4):                                      # it has started, and its devices are not heard
        table.stderr.readline()
    table.send_signal(signal.SIGTERM)
    aside, gone_through = map(int, table.communicate(timeout=STARTED_S)[0].split())
    assert aside > 20 * gone_through > 0


def test_help_needs_them(place):
    """The control: a command that needs these modules fails."""
    wrong = run(place, WITHOUT_THEM, ("run", "--help")).communicate(timeout=STARTED_S)[1]
    assert wrong.splitlines()[-1].startswith("ModuleNotFoundError: import of typer halted")


@pytest.mark.slow
def test_a_second_table_is_tried_again_later_and_takes_nothing_of_the_first(place):
    first = run(place)
    try:
        assert first.stderr is not None
        assert first.stderr.readline() == NO_DECK           # by then its doors are open
        status, said = ended(place)
        assert (status, said) == (
            TRIED_AGAIN, "table.db is being written by another process; a journal has one writer.")
        (place / "table.toml").write_text(TABLE.replace('"table.db"', '"other.db"'))
        status, said = ended(place)
        assert (status, said) == (TRIED_AGAIN, "Another program answers at control: two tables cannot have one socket.")
        assert (place / "control").exists()
    finally:
        first.send_signal(signal.SIGTERM)
        first.communicate(timeout=STARTED_S)
    assert first.returncode == TOLD
    assert not (place / "control").exists()


FULL_DISK = (
    "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))")


def test_a_disk_without_room_is_a_sentence_and_tried_again(place):
    status, said = ended(place, FULL_DISK)
    assert status == TRIED_AGAIN
    assert said == "table.db could not be made: File too large."
    assert not (place / "table.db").exists()
    assert verify(made(place)).is_sound                     # and the next start begins anew


@pytest.mark.parametrize("what", [b"CREATE TABLE", b"table_opened"])
def test_a_damaged_journal_is_a_sentence_where_nobody_could_read_why(place, what):
    (place / "table.toml").write_text(TABLE.replace('control.socket = "control"', ""))
    journal = made(place)
    damaged = bytearray(journal.read_bytes())
    at = damaged.index(what)
    damaged[at:at + len(what)] = bytes(len(what))
    journal.write_bytes(damaged)
    status, said = ended(place)
    assert (status, said.count("\n")) == (TRIED_AGAIN, 0)
    assert said.startswith("table.db ")


def test_a_file_that_is_no_journal_is_wrong_use(place):
    (place / "table.toml").write_text(TABLE.replace('"table.db"', '"table.toml"').replace('control.socket = "control"', ""))
    (place / "table.toml").chmod(0o600)
    status, said = ended(place)
    assert status in (WRONG_USE, TRIED_AGAIN)
    assert said.count("\n") == 0
    assert (place / "table.toml").read_text().startswith("\ntable = ")


def test_a_fault_of_ours_is_a_sentence_without_any_value(place):
    broken = ("from tablectl.service.serve import Service\n"
              "def start(self, locks, came): self.loop.call_soon(lambda: {}['As'])\n"
              "Service.start = start")
    status, said = ended(place, broken)
    assert (status, said) == (
        70, "The table stopped by a fault of its own: KeyError in <string>:2. Started again, it goes on from its journal.")


def test_no_core_is_dumped_and_nobody_reads_its_memory(place):
    asked = ("import tablectl.service.run as r, resource, ctypes\n"
             "def asked(config): print(ctypes.CDLL(None).prctl(3, 0, 0, 0, 0), resource.getrlimit(resource.RLIMIT_CORE),"
             " file=__import__('sys').stderr)\n"
             "r.Run.whole = lambda run: asked(run.config)")
    assert ended(place, asked) == (0, "0 (0, 0)")


def hot(place: Path) -> Path:
    """A journal whose making was cut within a transaction: its rollback journal lies beside it."""
    journal = made(place)
    with Journal.open(journal) as open_journal_:
        connection = open_journal_._connection
        connection.execute("PRAGMA journal_mode = DELETE").fetchall()
        connection.execute("PRAGMA cache_spill = 1").fetchall()
        connection.execute("PRAGMA cache_size = 1").fetchall()
        connection.execute("BEGIN IMMEDIATE")
        for number in range(2, 400):
            columns = "?, 0, 0, NULL, NULL, NULL, NULL, ?, x'00', x'00'"
            connection.execute(f"INSERT INTO journal VALUES ({columns})", (number, b"x" * 900))
        left = place / "left"
        left.mkdir()
        for file in place.glob("table.db*"):
            shutil.copy(file, left)
        connection.execute("ROLLBACK")
    return left / "table.db"


def test_a_journal_whose_making_was_cut_is_read_and_recovered(place):
    journal = hot(place)
    rollback = Path(f"{journal}-journal")
    assert rollback.stat().st_size > 512
    before = journal.read_bytes()
    report = verify(journal, rerun=True)
    assert (report.rows, report.faults) == (1, ())
    assert (journal.read_bytes(), rollback.exists()) == (before, True)      # whoever reads changes nothing
    with Journal.open(journal) as recovered:
        assert recovered.head.n == 1
    assert verify(journal).rows == 1


def test_a_new_journal_needs_no_rollback_journal_from_its_first_moment(place):
    assert made(place).read_bytes()[18:20] == b"\2\2"


@pytest.mark.slow
@pytest.mark.parametrize("where", ["__init__", "start", "stop"])
def test_a_fault_outside_the_loop_is_a_sentence_without_any_value_too(place, where):
    broken = ("from tablectl.service.serve import Service\n"
              "def broken(*of, **more): raise ValueError('As lies face down')\n"
              f"Service.{where} = broken\n"
              "import tablectl.service.run as run\n"
              f"run.Watchdog = {'broken' if where == 'stop' else 'run.Watchdog'}")
    status, said = ended(place, broken)
    assert (status, said.splitlines()[-1]) == (
        70, "The table stopped by a fault of its own: ValueError in <string>:2. Started again, it goes on from its journal.")
    assert ("As" in said, "Traceback" in said) == (False, False)
