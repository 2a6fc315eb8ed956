"""Another program than the one that ran the table last: it locks the table, in its journal,
until an operator knows of it. If it is as Debian's packages brought it, it is an upgrade.
"""

import os
import subprocess
from hashlib import sha256

import msgspec
import pytest
from msgspec.structs import replace

from tablectl.engine.events import HoldBegan, LockCleared, ProgramUpgraded
from tablectl.service.journals import last_run
from tablectl.service.journals.last_run import ROOM, SHOWN, LastRun, Runs
from tablectl.service.journals.program import digest_program, is_as_packaged
from tablectl.service.serve import Service
from tablectl.view import View

from .staged import TABLE, begin, events_of, on_a_table, rows_of
from .test_locks import PIN, clears, killed, operators, running, stands, started, told
from .test_starting import NO_DECK, TOLD, place, run

__all__ = ["operators", "place", "running"]  # fixtures

OTHER = "b" * 64
CHANGED = f"import tablectl.service.journals.last_run as program; program.digest_program = lambda: {OTHER!r}"
UPGRADED = f"{CHANGED}; program.is_as_packaged = lambda: True"
SAYS = (
    f"The program is another than the one that ran this table last: {OTHER[:SHOWN]}, and that "
    f"was {digest_program()[:SHOWN]}.\n"
)


def ran_last(kept):
    return msgspec.json.decode(kept.read_bytes(), type=Runs).program


def changed(place, running, how=CHANGED):
    """Started with another program; what it says until it is up."""
    running.append(run(place, how))
    said = []
    assert running[-1].stderr is not None
    for line in running[-1].stderr:
        if line == NO_DECK:
            break
        said.append(line)
    return said


@pytest.mark.slow
def test_a_program_that_was_changed_while_the_table_was_off_locks_it_until_an_operator_clears_it(
    place, operators, running
):
    assert started(place, running)["lock"] is None  # the first one of this journal
    assert told(place, running) == TOLD
    kept = place / "table.db.last"
    assert (ran_last(kept), kept.stat().st_size, kept.stat().st_mode & 0o777) == (
        digest_program(),
        ROOM,
        0o600,
    )

    assert SAYS in changed(place, running)
    assert stands(place)["lock"]["what"] == "The table's program is another than before."
    assert stands(place)["program"] == OTHER
    # it survives a kill, and is no longer news
    killed(place, running)
    assert SAYS not in changed(place, running)
    assert stands(place)["lock"]["kind"] == "program"
    assert clears(place, "program", PIN)["ok"]
    assert stands(place)["lock"] is None
    assert told(place, running) == TOLD

    with (place / "table.toml").open("a") as config:
        config.write("locks.program = false\n")  # for whoever works on the code
    assert started(place, running)["lock"] is None
    assert told(place, running) == TOLD
    assert ran_last(kept) == digest_program()
    found = [
        row.event
        for row in rows_of(place / "table.db")
        if isinstance(row.event, HoldBegan | LockCleared)
    ]
    assert [(type(event), event.kind) for event in found if event.kind == "program"] == [
        (HoldBegan, "program"),
        (LockCleared, "program"),
    ]


@pytest.mark.slow
def test_a_program_that_its_packages_upgraded_locks_nothing_and_stands_in_the_journal_once(
    place, operators, running
):
    started(place, running)
    assert told(place, running) == TOLD
    assert SAYS not in changed(place, running, UPGRADED)
    assert stands(place)["lock"] is None
    killed(place, running)
    changed(place, running, UPGRADED)
    assert stands(place)["lock"] is None
    assert told(place, running) == TOLD
    (upgraded,) = events_of(place / "table.db", ProgramUpgraded)
    assert (upgraded.was, upgraded.now) == (digest_program(), OTHER)


def test_an_upgrade_in_a_hand_is_told_for_a_minute_and_the_hand_goes_on(monkeypatch):
    starts = Service.start

    def upgraded(service, locks=(), came=()):
        now_ms = service.clock.now_ms()
        starts(service, locks, (*came, ProgramUpgraded(at_ms=now_ms, was="a" * 64, now=OTHER)))

    async def story(stage, people):
        await begin(stage, people)
        before = stage.view
        monkeypatch.setattr(Service, "start", upgraded)
        await stage.restart()
        stage.screen.plug()
        await stage.rest()
        seen = [shown(stage)]
        await stage.wait(59_000)
        seen.append(shown(stage))
        await stage.wait(2_000)
        return seen, shown(stage), before, stage.view

    seen, at_last, before, after = on_a_table(
        story, replace(TABLE, options={"action_clock_s": 600}), screens=1
    )
    assert seen == [["The table's program was upgraded."]] * 2
    assert at_last == []
    assert (after.hand, after.to_act, after.pot_total) == (
        before.hand,
        before.to_act,
        before.pot_total,
    )


def shown(stage):
    notices = msgspec.json.decode(stage.public_json, type=View).notices
    return [notice.text for notice in notices if notice.code == "program_upgraded"]


@pytest.fixture
def packaged(tmp_path):
    """A program and the list of its files that its packages brought."""
    package, lists = tmp_path / "package", tmp_path / "files"
    (package / "part").mkdir(parents=True)
    lists.mkdir()
    for name in ("part/a.py", "b.so"):
        (package / name).write_text(name)
    for name in ("part/a.py", "b.so"):  # each in a list of its own, as two packages have it
        digest = sha256((package / name).read_bytes()).hexdigest()
        (lists / f"{name[-4:]}.sha256").write_text(f"{digest}  package/{name}\n")
    assert is_packaged(tmp_path)
    return tmp_path


def is_packaged(place):
    return is_as_packaged(place / "files", (place / "package",), os.getuid())


@pytest.mark.parametrize(
    "change",
    [
        lambda place: (place / "package" / "b.so").write_text("altered"),
        lambda place: (place / "package" / "c.py").write_text(""),
        lambda place: (place / "package" / "b.so").unlink(),
        lambda place: (place / "files" / "b.so.sha256").unlink(),
        lambda place: (place / "files" / "b.so.sha256").write_bytes(b"\xff"),
        lambda place: (place / "files" / "b.so.sha256").chmod(0o666),
        lambda place: (place / "files").chmod(0o777),
    ],
    ids=[
        "a file altered",
        "a file more",
        "a file less",
        "a list less",
        "a list damaged",
        "a list that others may write",
        "a folder that others may write",
    ],
)
def test_a_program_that_is_not_as_its_packages_brought_it_is_no_upgrade(packaged, change):
    change(packaged)
    assert not is_packaged(packaged)


def test_a_list_that_somebody_else_than_root_has_is_believed_by_nobody(packaged):
    assert not is_as_packaged(packaged / "files", (packaged / "package",), os.getuid() + 1)
    assert not is_as_packaged(packaged / "nowhere", (packaged / "package",), os.getuid())


def test_an_upgrade_is_told_until_it_is_in_the_journal_and_not_where_nobody_knows_what_ran_last(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(last_run, "is_as_packaged", lambda: True)
    another(tmp_path / "j")
    for _ in range(2):  # the first one dies before
        known = LastRun(tmp_path / "j")
        assert known.record_start(program_locks=True) == ()
        (upgraded,) = known.list_upgrades(7)
        assert upgraded == ProgramUpgraded(at_ms=7, was=OTHER, now=digest_program())
    known.clear_locks()
    again = LastRun(tmp_path / "j")
    assert (again.record_start(program_locks=True), again.list_upgrades(7)) == ((), ())
    (tmp_path / "j.last").write_bytes(b"damaged")
    assert began(tmp_path / "j") == ("program",)


def began(journal):
    return LastRun(journal).record_start(program_locks=True)


def another(journal):
    journal.with_name("j.last").write_bytes(msgspec.json.encode(Runs(OTHER)))


def test_a_start_that_dies_before_the_lock_is_in_the_journal_leaves_it_to_the_next(tmp_path):
    another(tmp_path / "j")
    assert began(tmp_path / "j") == ("program",)
    known = LastRun(tmp_path / "j")
    assert known.record_start(program_locks=True) == ("program",)
    known.clear_locks()
    assert began(tmp_path / "j") == ()


@pytest.mark.parametrize("text", [b"", b"\xff", b"x" * 2_000, b'{"program": 1}', b"[" * 5_000])
def test_a_file_that_is_damaged_is_another_program_s(tmp_path, text):
    (tmp_path / "j.last").write_bytes(text)
    assert began(tmp_path / "j") == ("program",)


def test_a_program_whose_files_cannot_be_read_is_another(tmp_path, monkeypatch):
    another(tmp_path / "j")
    monkeypatch.setattr(last_run, "digest_program", lambda: digest_program((tmp_path / "gone",)))
    assert began(tmp_path / "j") == ("program",)


def test_every_change_of_a_file_is_another_digest_and_what_python_compiles_is_none(tmp_path):
    package = tmp_path / "package"
    (package / "part").mkdir(parents=True)
    (package / "part" / "a.py").write_text("one")
    (package / "b.so").write_text("two")
    seen = [digest_program((package,))]
    for change in (
        lambda: (package / "part" / "a.py").write_text("0ne"),
        lambda: (package / "b.so").write_text("tw0"),
        lambda: (package / "part" / "a.py").rename(package / "a.py"),
        lambda: (package / "c.toml").write_text(""),
        lambda: (package / "a.py").write_text("0neb.so"),
    ):
        change()
        seen.append(digest_program((package,)))
    assert len({*seen}) == len(seen)
    (package / "__pycache__").mkdir()
    (package / "__pycache__" / "a.py").write_text("")
    (package / "read.me").write_text("")
    assert digest_program((package,)) == seen[-1]


def test_a_tool_of_somebody_else_s_checks_the_list_whose_digest_the_table_reports(said, tmp_path):
    code, told, err = said("digest")
    assert code == 0
    folder = err.removeprefix("The files lie in ").removesuffix(".")
    listed = tmp_path / "program.sha256"
    listed.write_text(told + "\n")
    check = ["sha256sum", "--check", "--quiet", listed]
    assert subprocess.run(check, cwd=folder, capture_output=True, check=False).returncode == 0
    summed = subprocess.run(["sha256sum", listed], capture_output=True, text=True, check=True)
    assert summed.stdout.split()[0] == digest_program()
    listed.write_text(told.replace(told[:64], "0" * 64, 1) + "\n")
    assert subprocess.run(check, cwd=folder, capture_output=True, check=False).returncode != 0
