"""How a start ends that cannot go on: a sentence on stderr, nothing of anybody's harmed, and a
status that systemd knows.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from itertools import takewhile
from pathlib import Path

import pytest

from tablectl.journal.store import Journal
from tablectl.journal.verify import verify
from tablectl.service.config.loading import load_config
from tablectl.service.journals.open_table import open_journal
from tablectl.service.process import bind_child
from tablectl.service.serve import Service
from tests.alarm import awaiting
from tests.journal.test_store import files_no_larger_than

TABLE = """
table = { seats = { 1 = 100, 2 = 100 }, stakes.big_blind = 4 }
shoe.port = "/dev/nowhere/shoe"
seat = [ { number = 1, port = "/dev/nowhere/seat-1" }, { number = 2, port = "/dev/nowhere/seat-2" } ]
journal.path = "table.db"
control.socket = "control"
"""
ABSENT = ("typer", "rich", "pydantic", "pokerkit")
# whoever imports one fails
WITHOUT_THEM = f"import sys; sys.modules.update(dict.fromkeys({ABSENT}))"
TOLD, WRONG_USE, TRIED_AGAIN = 0, 2, 3
NO_DECK = (
    "No deck is in play: the configuration names no deck_book in [shoe], so no card can be known.\n"
)
STARTED_S = 60  # on a busy machine


@pytest.fixture
def place():
    # a short path: a socket's has room for 107 bytes
    with tempfile.TemporaryDirectory() as name:
        (Path(name) / "table.toml").write_text(TABLE)
        yield Path(name)


def run(place, before="", words=("run", "--config", "table.toml")):
    """`before`: Python that is run in the service's process first."""
    door = f"import sys; from tablectl.cli import main; sys.argv = ['tablectl', *{words!r}]; main()"
    return subprocess.Popen(
        [sys.executable, "-c", f"{before}\n{door}"],
        cwd=place,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=bind_child(),
    )


def ended(place, before=""):
    process = run(place, before)
    said = process.communicate(timeout=STARTED_S)[1]
    return process.returncode, said.strip()


def made(place):
    """A journal of this table, closed."""
    here = Path.cwd()
    os.chdir(place)
    try:
        open_journal(load_config(Path("table.toml")), 0).close()
    finally:
        os.chdir(here)
    return place / "table.db"


@pytest.fixture
def refused(place, monkeypatch, said):
    """How a start in this process ends, and what it says."""
    monkeypatch.chdir(place)
    return lambda: said("run", "--config", "table.toml")[::2]


def test_a_control_socket_on_another_file_s_path_harms_no_file(place, refused):
    kept = made(place).rename(place / "kept.db")
    (place / "table.toml").write_text(TABLE.replace('"control"', '"kept.db"'))
    before = kept.read_bytes()
    assert refused() == (
        WRONG_USE,
        "kept.db is wanted for a socket, and something else lies there: it is left alone.",
    )
    assert kept.read_bytes() == before


def test_a_table_starts_without_what_only_commands_and_tests_need_and_names_each_device_that_is_not_there(
    place,
):
    """What it has made by then is not gone through for garbage: that took a second, and could
    fall into an emergency stop.
    """
    without_port = TABLE.replace(', port = "/dev/nowhere/seat-2"', "")
    (place / "table.toml").write_text(without_port)
    table = run(
        place,
        f"{WITHOUT_THEM}; import atexit, gc\n"
        "atexit.register(lambda: print(gc.get_freeze_count(), len(gc.get_objects())))",
    )
    with awaiting("Five sentences of a table that starts"):
        no_deck, *said = [table.stderr.readline() for _ in range(5)]
    table.send_signal(signal.SIGINT)
    counted, more = table.communicate(timeout=STARTED_S)
    assert (no_deck, more, table.returncode) == (NO_DECK, "", TOLD)
    assert {*said} == {
        f"{who} is not heard: /dev/nowhere/{port}: No such file or directory.\n"
        for who, port in (("The shoe", "shoe"), ("Seat 1", "seat-1"))
    } | {
        "Seat 2 is not heard: the configuration names no port for it: write port = .. in its "
        "section.\n",
        f"The table is ready. In another terminal: export TABLECTL_SOCKET={place}/control; then: "
        "tablectl rule status\n",
    }
    aside, gone_through = map(int, counted.split())
    assert aside > 20 * gone_through > 0


def test_a_table_for_phones_that_no_phone_can_reach_says_so(place):
    seats = TABLE[TABLE.index("seat = [") : TABLE.index("journal.path")]
    text = TABLE.replace(seats, 'seat = [ { number = 1, driver = "phone" } ]\n')
    text = text.replace(
        "stakes.big_blind = 4", "stakes.big_blind = 4, options.chips_sensed = false"
    )
    (place / "table.toml").write_text(text.replace(", 2 = 100", ""))
    table = run(place)
    with awaiting("The sentences of a table that starts"):
        said = list(takewhile(lambda line: "ready" not in line, table.stderr))
    table.send_signal(signal.SIGINT)
    table.communicate(timeout=STARTED_S)
    assert (
        "No phone can have a seat: [phones] of the configuration names no socket: write socket = "
        '"/run/tablectl/seats/seats.sock" there.\n'
    ) in said


IN_TURN = """
import os
from tablectl.cli import main
os.execv = lambda program, words: print(*words[1:])
for words in {words}:
    sys.argv = ["tablectl", *words]
    try:
        main()
    except SystemExit as ended:
        print(ended)
"""


def test_a_screen_starts_without_them_too_and_a_wrong_configuration_is_told_and_help_alone_needs_them(
    place,
):
    (place / "table.toml").write_text(TABLE + 'screen.socket = "views"')
    (place / "wrong.toml").write_text("[tabel]")
    screen = ("screen", "--config", "table.toml")
    words = [
        screen,
        (*screen, "--number", "1"),
        ("run", "--config", "wrong.toml"),
        ("run", "--help"),
    ]
    done = subprocess.run(
        [sys.executable, "-c", f"{WITHOUT_THEM}\n{IN_TURN.format(words=words)}"],
        cwd=place,
        capture_output=True,
        text=True,
        check=True,
    )
    named = "-m tablectl.screen --socket views --language en --fullscreen"
    assert [*filter(None, done.stdout.splitlines())] == [
        *[f"{named} --sound 1,1,1,1,0"] * 2,
        str(WRONG_USE),
        str(WRONG_USE),
    ]
    wrong, absent = done.stderr.splitlines()
    assert wrong == 'wrong.toml:1: The file has no key "tabel". Did you mean "table"?'
    assert absent.startswith("This Python has no typer.")


@pytest.mark.slow
def test_a_second_table_is_tried_again_later_and_takes_nothing_of_the_first(place):
    first = run(place)
    try:
        with awaiting("The first sentence of a table that starts"):
            assert first.stderr.readline() == NO_DECK  # by then its doors are open
        status, said = ended(place)
        assert (status, said) == (
            TRIED_AGAIN,
            "table.db is being written by another process; a journal has one writer. Stop that "
            "first.",
        )
        (place / "table.toml").write_text(TABLE.replace('"table.db"', '"other.db"'))
        status, said = ended(place)
        assert (status, said) == (
            TRIED_AGAIN,
            "Another program answers at control: two tables cannot have one socket. Stop that first, or "
            "name another socket.",
        )
        assert (place / "control").exists()
    finally:
        first.send_signal(signal.SIGTERM)
        first.communicate(timeout=STARTED_S)
    assert first.returncode == TOLD
    assert not (place / "control").exists()


def test_a_disk_without_room_is_a_sentence_and_tried_again(place, refused):
    with files_no_larger_than(0):
        assert refused() == (TRIED_AGAIN, "table.db could not be made: File too large.")
    assert not (place / "table.db").exists()
    assert verify(made(place)).is_sound  # and the next start begins anew


def test_a_table_whose_journal_lies_on_a_full_disk_says_that_room_is_to_be_made(
    place, refused, monkeypatch
):
    """SQLite says only that it cannot read."""
    (place / "table.toml").write_text(TABLE.replace('control.socket = "control"', ""))
    made(place)
    with files_no_larger_than(0):
        assert "room" not in refused()[1]
        room = os.statvfs(place)
        full = os.statvfs_result((*room[:4], 0, *room[5:10]))
        monkeypatch.setattr(os, "statvfs", lambda path: full)
        status, said = refused()
    first, *more = said.splitlines()
    assert (status, first.startswith("table.db cannot be read as a journal")) == (TRIED_AGAIN, True)
    assert more == ["There is no room left on the disk of table.db: make room there."]
    assert verify(place / "table.db").is_sound


@pytest.mark.parametrize("what", [b"CREATE TABLE", b"table_opened"])
def test_a_damaged_journal_is_a_sentence_where_nobody_could_read_why(place, refused, what):
    (place / "table.toml").write_text(TABLE.replace('control.socket = "control"', ""))
    journal = made(place)
    journal.write_bytes(journal.read_bytes().replace(what, bytes(len(what)), 1))
    status, said = refused()
    assert (status, said.startswith("table.db "), said.count("\n")) == (TRIED_AGAIN, True, 0)


def test_a_file_that_is_no_journal_is_wrong_use(place, refused):
    text = TABLE.replace('"table.db"', '"table.toml"').replace('control.socket = "control"', "")
    (place / "table.toml").write_text(text)
    (place / "table.toml").chmod(0o600)
    status, said = refused()
    assert (status in (WRONG_USE, TRIED_AGAIN), said.count("\n")) == (True, 0)
    assert (place / "table.toml").read_text() == text


def broken(*_, **__):
    raise ValueError("As lies face down")


@pytest.mark.parametrize("where", ["in the loop", "__init__", "start"])
def test_a_fault_of_ours_is_a_sentence_without_any_value(refused, monkeypatch, where):
    if where == "in the loop":
        monkeypatch.setattr(Service, "start", lambda table, *_: table.loop.call_soon(broken))
    else:
        monkeypatch.setattr(Service, where, broken)
    status, said = refused()
    assert (status, said.splitlines()[-1]) == (
        70,
        "The table stopped by a fault of its own: ValueError in "
        f"test_starting.py:{broken.__code__.co_firstlineno + 1}."
        " Started again, it goes on from its journal.",
    )
    assert ("As" in said, "Traceback" in said) == (False, False)


def test_no_core_is_dumped_and_nobody_reads_its_memory(place):
    asked = (
        "import tablectl.service.run as r, resource, ctypes\n"
        "def asked(config): print(ctypes.CDLL(None).prctl(3, 0, 0, 0, 0), "
        "resource.getrlimit(resource.RLIMIT_CORE), file=__import__('sys').stderr)\n"
        "r.Run.run_table = lambda run: asked(run.config)"
    )
    assert ended(place, asked) == (0, "0 (0, 0)")


def hot(place):
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
    # whoever reads changes nothing
    assert (journal.read_bytes(), rollback.exists()) == (before, True)
    with Journal.open(journal) as recovered:
        assert recovered.head.n == 1
    assert verify(journal).rows == 1


def test_a_new_journal_needs_no_rollback_journal_from_its_first_moment(place):
    assert made(place).read_bytes()[18:20] == b"\2\2"
