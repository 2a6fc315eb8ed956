"""Another program than the one that ran the table last: it locks the table, in its journal,
until an operator knows of it.
"""

import msgspec
import pytest

from tablectl.engine.events import HoldBegan, LockCleared
from tablectl.service.journals import last_run
from tablectl.service.journals.last_run import ROOM, SHOWN, LastRun, Runs, digest_program

from .staged import rows_of
from .test_locks import PIN, clears, killed, operators, running, stands, started, told
from .test_starting import NO_DECK, TOLD, place, run

__all__ = ["operators", "place", "running"]  # fixtures

OTHER = "b" * 64
CHANGED = f"import tablectl.service.journals.last_run as program; program.digest_program = lambda: {OTHER!r}"
SAYS = (
    f"The program is another than the one that ran this table last: {OTHER[:SHOWN]}, and that "
    f"was {digest_program()[:SHOWN]}.\n"
)


def ran_last(kept):
    return msgspec.json.decode(kept.read_bytes(), type=Runs).program


def changed(place, running):
    """Started with another program; what it says until it is up."""
    running.append(run(place, CHANGED))
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
