"""What an operator alone lets go on: how a table comes to be locked at its start, who clears it,
and who does not.
"""

import asyncio
import os
import signal
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest
from typer.testing import CliRunner

from tablectl.cli.app import app
from tablectl.cli.ruling import send_line
from tablectl.engine.engine import handle
from tablectl.engine.events import FloorRuled, HoldBegan, LockCleared, PinsTried
from tablectl.engine.source import seat_source
from tablectl.journal.verify import verify
from tablectl.service.books.operators import Operators, change_operators
from tablectl.service.control.control import Control
from tablectl.service.control.prover import PAGE, Prover
from tablectl.service.journals.last_run import TOO_MANY, WITHIN_S, LastRun, Runs
from tablectl.service.sockets import Peer
from tests.happened import heads_up

from .staged import rows_of
from .test_starting import NO_DECK, STARTED_S, TABLE, TOLD, ended, made, place, run

__all__ = ["place"]  # a fixture

LOCKED = (
    "The table stands locked. It is started again once its journal can be opened and written.\n"
)
ANN, PIN, WRONG = "Ann", "271828", "314159"
NOBODY = 65_534  # a user who is not root


@pytest.fixture
def operators(place):
    (place / "table.toml").write_text(TABLE + 'control.operators = "operators.json"\n')
    change_operators(place / "operators.json", lambda known: known.with_operator(ANN, PIN))
    return place / "operators.json"


def stands(place):
    return dict(send_line(place / "control", {"status": True})["status"])


@pytest.fixture
def running(place):
    """Tables that a test starts; what still runs at its end is killed."""
    tables = []
    yield tables
    for table in tables:
        table.kill()
        table.communicate()


def started(place, running):
    running.append(run(place))
    return is_up(place, running[-1])


def is_up(place, table):
    """How it stands, once it answers at its control socket."""
    assert table.stderr is not None
    for line in table.stderr:
        if line in (NO_DECK, LOCKED):
            break
    return stands(place)


def killed(place, running):
    running[-1].kill()
    running[-1].communicate()
    (place / "control").unlink()


def told(place, running):
    running[-1].send_signal(signal.SIGTERM)
    running[-1].communicate(timeout=STARTED_S)
    return running[-1].returncode


def clears(place, lock, pin, who=ANN):
    return dict(send_line(place / "control", {"clears": lock, "operator": who, "pin": pin}))


@pytest.mark.slow
def test_three_deaths_lock_the_table_until_an_operator_clears_it(place, operators, running):
    for _ in range(TOO_MANY):
        assert started(place, running)["lock"] is None
        killed(place, running)
    found = started(place, running)["lock"]
    assert (found["kind"], found["what"]) == (
        "crash_loop",
        "The table's program has died three times in ten minutes.",
    )

    killed(place, running)  # it survives a restart
    assert started(place, running)["lock"]["kind"] == "crash_loop"
    assert send_line(place / "control", {"floor": "go_on"})["code"] == "locked"
    assert clears(place, "crash_loop", WRONG)["code"] == "wrong_pin"
    assert clears(place, "crash_loop", PIN, "Bob")["code"] == "wrong_pin"
    assert [clears(place, "logic_door", pin)["code"] for pin in (PIN, WRONG)] == ["not_locked"] * 2
    assert stands(place)["lock"]["kind"] == "crash_loop"

    cleared = clears(place, "crash_loop", PIN)
    assert (cleared["ok"], [one["text"] for one in cleared["said"]]) == (
        True,
        ["An operator has cleared the lock."],
    )
    assert stands(place)["lock"] is None
    assert told(place, running) == TOLD
    rows = [row.event for row in rows_of(place / "table.db")]
    assert [(event.kind, event.who) for event in rows if isinstance(event, LockCleared)] == [
        ("crash_loop", ANN)
    ]
    assert [(event.wrong, event.who) for event in rows if isinstance(event, PinsTried)] == [
        (1, ANN),
        (1, None),
        (0, ANN),
    ]
    assert verify(place / "table.db", rerun=True).is_sound
    assert LastRun(place / "table.db").runs.starts_s == ()  # a good end is no death


def test_a_damaged_journal_locks_a_table_that_people_look_at_until_it_is_put_right(
    place, operators, running
):
    journal = made(place)
    sound = journal.read_bytes()
    journal.write_bytes(sound.replace(b"table_opened", b"table_0pened"))
    running.append(run(place, "import tablectl.service.locked_table as s; s.LOOKS_AGAIN_S = 0.1"))
    found = is_up(place, running[-1])
    assert (found["lock"]["kind"], found["lock"]["what"], found["hand"]) == (
        "damaged",
        "The table's journal is damaged.",
        0,
    )
    assert send_line(place / "control", {"start": True})["code"] == "locked"
    assert [clears(place, "damaged", pin) for pin in (PIN, WRONG)] == [
        clears(place, "damaged", PIN)
    ] * 2
    # an operator does not make a journal sound
    assert clears(place, "damaged", PIN)["code"] == "locked"
    assert journal.read_bytes() != sound

    # as it was: systemd starts the table again
    journal.write_bytes(sound)
    _, said = running[-1].communicate(timeout=STARTED_S)
    assert (running[-1].returncode, said.splitlines()[-1]) == (
        3,
        "table.db can be opened: the table is started again.",
    )
    # what was found is cleared by an operator
    assert started(place, running)["lock"]["kind"] == "damaged"
    assert clears(place, "damaged", PIN)["ok"]
    assert stands(place)["lock"] is None
    assert told(place, running) == TOLD


def test_the_stand_in_begins_no_other_journal_and_is_alive_for_systemd_while_there_is_none(
    place, running, monkeypatch
):
    journal = made(place)
    journal.write_bytes(journal.read_bytes().replace(b"table_opened", b"table_0pened"))
    monkeypatch.setenv("NOTIFY_SOCKET", str(place / "systemd"))
    monkeypatch.setenv("WATCHDOG_USEC", "100000")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(place / "systemd"))
        systemd.settimeout(STARTED_S)
        running.append(
            run(place, "import tablectl.service.locked_table as s; s.LOOKS_AGAIN_S = 0.02")
        )
        assert is_up(place, running[-1])["lock"]["kind"] == "damaged"
        journal.rename(place / "aside.db")
        assert [systemd.recv(99).partition(b"=")[0] for _ in range(6)] == [
            b"READY",
            *[b"WATCHDOG"] * 5,
        ]
    assert not journal.exists()
    assert told(place, running) == TOLD


@pytest.mark.slow
@pytest.mark.parametrize("is_answered", [False, True])
def test_a_stand_in_whose_socket_is_taken_says_so(place, is_answered):
    journal = made(place)
    journal.write_bytes(journal.read_bytes().replace(b"table_opened", b"table_0pened"))
    with socket.socket(socket.AF_UNIX) as taken:
        if is_answered:
            taken.bind(str(place / "control"))
            taken.listen()
        else:
            (place / "control").touch()
        status, said = ended(place)
    says = (
        "Another program answers at control: two tables cannot have one socket. Stop that first, or "
        "name another socket."
        if is_answered
        else ("control is wanted for a socket, and something else lies there: it is left alone.")
    )
    assert (status, said.splitlines()[-1]) == (3 if is_answered else 2, says)


STARTS_RAISE = "import tablectl.service.serve as s; s.Service.start = lambda *_: 1 / 0"


@pytest.mark.slow
def test_a_start_that_kills_the_program_again_and_again_shows_that_the_table_is_locked(
    place, running
):
    for _ in range(TOO_MANY - 1):
        began(place / "table.db")
    status, said = ended(place, STARTS_RAISE)
    assert (status, "ZeroDivisionError" in said) == (70, True)
    running.append(run(place, STARTS_RAISE))
    assert is_up(place, running[-1])["lock"]["kind"] == "crash_loop"
    # and before that stands in its journal the program dies again
    killed(place, running)
    assert started(place, running)["lock"]["kind"] == "crash_loop"


@pytest.mark.slow
def test_a_table_that_cannot_write_at_its_start_shows_that_it_is_locked(place, operators, running):
    made(place)
    (place / "table.db.last").mkdir()
    running.append(run(place, "import tablectl.service.locked_table as s; s.LOOKS_AGAIN_S = 0.1"))
    assert is_up(place, running[-1])["lock"]["kind"] == "write_failed"
    (place / "table.db.last").rmdir()
    assert running[-1].wait(STARTED_S) == 3
    assert started(place, running)["lock"]["kind"] == "write_failed"
    assert clears(place, "write_failed", PIN)["ok"]
    assert told(place, running) == TOLD


def test_an_operator_signs_in_by_name_and_pin_and_no_row_is_written_of_it(tmp_path):
    """Clauses: G-12. Wrong ones are counted as those at a lock are."""

    async def story():
        loop = asyncio.get_running_loop()
        prover = Prover(str(tmp_path / "operators"), loop, lambda: 0, taken.append, {})
        control = Control(loop, lambda: 0, lambda happened: (), lambda: table, prover=prover)
        ours, theirs = socket.socketpair()
        theirs.setblocking(False)
        control.add(Peer(ours))

        async def proves(name, pin):
            theirs.sendall(msgspec.json.encode({"proves": name, "pin": pin}) + b"\n")
            return msgspec.json.decode(await loop.sock_recv(theirs, 999))

        assert await proves(ANN, PIN) == {"ok": True, "said": []}
        assert taken == []
        wrong = [await proves(ANN, WRONG), await proves("Bob", PIN)]
        assert {one["text"] for one in wrong} == {"The name or the PIN is wrong."}
        assert [event.who for event in taken] == [ANN, None]
        for _ in range(PAGE.free_tries - 1):
            await proves(ANN, WRONG)
        assert (await proves(ANN, PIN))["code"] == "wait"
        control.close()
        theirs.close()

    change_operators(tmp_path / "operators", lambda known: known.with_operator(ANN, PIN))
    table, _ = heads_up()
    taken = []
    asyncio.run(story())


class Slow(ThreadPoolExecutor):
    """Checks no PIN until it is let go."""

    def __init__(self):
        super().__init__(max_workers=1)
        self.let_go = threading.Event()
        self.submit(self.let_go.wait, STARTED_S)


def test_while_a_pin_is_checked_everybody_else_is_answered_and_one_s_own_lines_keep_their_order(
    tmp_path,
):
    """A stop may be pressed meanwhile: the loop waits for no PIN."""

    def line(**said):
        return msgspec.json.encode(said) + b"\n"

    async def story():
        loop = asyncio.get_running_loop()
        with Slow() as beside:
            prover = Prover(str(tmp_path / "operators"), loop, lambda: 0, taken.append, {}, beside)
            control = Control(
                loop,
                lambda: 0,
                lambda happened: (taken.extend(happened), ())[1],
                lambda: locked,
                prover=prover,
            )
            ends = [socket.socketpair() for _ in range(3)]
            for ours, theirs in ends:
                control.add(Peer(ours))
                theirs.setblocking(False)
            operator, gone, floor = [theirs for _, theirs in ends]
            clears = line(clears="link", operator=ANN, pin=PIN)
            operator.sendall(
                clears
                + line(clears="link", operator=ANN, pin=WRONG)
                + line(start=True)
                + line(seat=1)
            )
            gone.sendall(clears)
            floor.sendall(line(floor="pause"))
            assert msgspec.json.decode(await loop.sock_recv(floor, 999))["ok"]
            assert [type(event) for event in taken] == [FloorRuled]
            gone.close()
            beside.let_go.set()
            said = b""
            while said.count(b"\n") < 4:
                said += await loop.sock_recv(operator, 9_999)
            assert [msgspec.json.decode(one).get("code") for one in said.splitlines()] == [
                None,
                "wrong_pin",
                None,
                "bad_line",
            ]
            # who has hung up has proven it, too
            assert sum(isinstance(event, LockCleared) for event in taken) == 2
            control.close()
            operator.close()
            floor.close()

    change_operators(tmp_path / "operators", lambda known: known.with_operator(ANN, PIN))
    opened, _ = heads_up()
    locked, _ = handle(opened, [HoldBegan(at_ms=0, kind="link", source=seat_source(1))])
    taken = []
    asyncio.run(story())


@pytest.mark.parametrize(
    "pin", ["", "12345", "1" * 13, "27182a", "\N{FULLWIDTH DIGIT TWO}71828", "271 828"]
)
def test_what_is_no_pin_is_refused_without_repeating_it(pin):
    with pytest.raises(ValueError, match=r"^A PIN has 6 to 12 digits, and nothing else\.$"):
        Operators().with_operator(ANN, pin)


def test_no_pin_stands_in_the_file_and_equal_pins_look_different(operators):
    change_operators(operators, lambda known: known.with_operator("Bob", PIN))
    text = operators.read_text()
    assert PIN not in text
    assert operators.stat().st_mode & 0o777 == 0o600
    ann, bob = (line for line in text.splitlines() if '"key"' in line)
    assert ann != bob


@pytest.mark.skipif(os.geteuid() != 0, reason="only root writes files that belong to somebody else")
def test_a_book_that_root_writes_belongs_to_whoever_its_folder_belongs_to(tmp_path):
    os.chown(tmp_path, NOBODY, NOBODY)
    for _ in range(2):
        change_operators(tmp_path / "operators", lambda known: known.with_operator(ANN, PIN))
    assert {(file.stat().st_uid, file.stat().st_mode & 0o777) for file in tmp_path.iterdir()} == {
        (NOBODY, 0o600)
    }


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        (ANN, b"\xff\n"),
        (ANN, b""),
        (ANN, b"12345\n"),
        (ANN, b"1" * 9_999),
        (b"\xff", PIN.encode()),
        (" ", PIN.encode()),
    ],
)
def test_what_can_be_no_name_and_no_pin_is_no_try(place, monkeypatch, name, typed):
    """Else whoever leans on the keys makes the operator wait."""

    def table(_, line):
        assert "status" in line
        return {"ok": True, "status": {"lock": {"kind": "link", "what": "", "clears": ""}}}

    monkeypatch.setattr("tablectl.cli.operator.ask_accepted", table)
    done = CliRunner().invoke(app, ["operator", "clear", "--name", os.fsdecode(name)], input=typed)
    assert (done.exit_code, done.exception.__class__) == (2, SystemExit)


def began(journal):
    return LastRun(journal).record_start(program_locks=False)


def test_lives_of_long_ago_or_before_the_power_failed_do_not_count(tmp_path, monkeypatch):
    now_s = 1_000.0
    monkeypatch.setattr(time, "clock_gettime", lambda _: now_s)
    for _ in range(TOO_MANY):
        assert began(tmp_path / "j") == ()
        now_s += WITHIN_S / TOO_MANY
    assert began(tmp_path / "j") == ()  # the first was ten minutes ago
    last = LastRun(tmp_path / "j")
    assert last.record_start(program_locks=False) == ("crash_loop",)
    last.clear_locks()
    for _ in range(TOO_MANY - 1):
        began(tmp_path / "j")
    monkeypatch.setattr("tablectl.service.journals.last_run._boot_id", lambda: "another")
    assert began(tmp_path / "j") == ()


def test_a_lock_that_a_life_has_left_is_told_until_it_stands_in_the_journal(tmp_path):
    began(tmp_path / "j")
    LastRun(tmp_path / "j").record_end("write_failed")
    assert began(tmp_path / "j") == ("write_failed",)
    assert began(tmp_path / "j") == ("write_failed",)  # it died before that was written
    # as another program has its socket, or it is told to stop
    LastRun(tmp_path / "j").record_end()
    assert began(tmp_path / "j") == ("write_failed",)
    LastRun(tmp_path / "j").record_end("damaged")  # a start before any life is counted
    last = LastRun(tmp_path / "j")
    assert last.record_start(program_locks=False) == ("write_failed", "damaged")
    last.clear_locks()
    assert began(tmp_path / "j") == ()
    last = LastRun(tmp_path / "j")
    last.record_end()
    assert last.runs == Runs(last.runs.program, last.runs.boot)
    assert [path.name for path in tmp_path.iterdir()] == ["j.last"]


def test_the_lock_of_a_crash_loop_is_told_until_it_stands_in_the_journal(tmp_path):
    assert [began(tmp_path / "j") for _ in range(TOO_MANY + 2)] == [()] * TOO_MANY + [
        ("crash_loop",)
    ] * 2


def test_a_lock_is_kept_where_there_is_no_room_for_another_file(tmp_path):
    began(tmp_path / "j")
    last = LastRun(tmp_path / "j")
    before = last.path.stat()
    (tmp_path / "j.last.new").mkdir()
    last.record_end("write_failed")
    after = last.path.stat()
    assert (after.st_ino, after.st_size) == (before.st_ino, before.st_size)
    assert began(tmp_path / "j") == ("write_failed",)
