"""A journal under other names than its own: links, a second name, a mount; and a file that is no
journal any more.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tablectl.engine.events import StartAsked
from tablectl.engine.play.handling import Row
from tablectl.journal import store
from tablectl.journal.record import BadJournal, BusyJournal, DamagedJournal
from tablectl.journal.store import Journal
from tablectl.journal.verify import verify
from tablectl.service.process import bind_to

ROWS = 40
OPENS = """
import sys
from tablectl.journal.record import BadJournal
from tablectl.journal.store import Journal
try:
    Journal.open(sys.argv[1])
except BadJournal as wrong:
    print(wrong)
"""


def append(journal, rows=1):
    for _ in range(rows):
        journal.append((Row(StartAsked(at_ms=journal.head.n), ()),), wall_ms=0)


@pytest.fixture
def real(tmp_path):
    (tmp_path / "disk").mkdir()
    with Journal.create(tmp_path / "disk" / "table.db") as journal:
        append(journal)
    return journal.path


def link(real, to):
    to.symlink_to(real)
    return to


def link_to_a_link(real, to):
    return link(link(real, to.with_name("between")), to)


def link_to_its_folder(real, to):
    return link(real.parent, to.with_name("folder")) / real.name


LINKS = [link, link_to_a_link, link_to_its_folder]


@pytest.mark.parametrize("linked", LINKS)
def test_a_journal_behind_a_link_has_one_writer_under_all_its_names(real, tmp_path, linked):
    name = linked(real, tmp_path / "link.db")
    for first, second in ((real, name), (name, real)):
        with Journal.open(first), pytest.raises(BusyJournal):
            Journal.open(second)
    with Journal.open(name) as journal:
        append(journal)
    assert {path.name for path in real.parent.iterdir()} == {"table.db", "table.db-lock"}
    assert {path.name for path in tmp_path.iterdir()} <= {"disk", "link.db", "between", "folder"}


@pytest.mark.parametrize("linked", LINKS)
def test_damage_in_its_wal_is_seen_behind_a_link(real, tmp_path, linked):
    """One bit there, and SQLite would drop in silence what had been acknowledged."""
    name = linked(real, tmp_path / "link.db")
    write_and_be_killed(name)
    wal = Path(f"{real}-wal")
    content = bytearray(wal.read_bytes())
    content[len(content) // 2] ^= 1
    wal.write_bytes(content)
    assert not verify(name).is_sound
    with pytest.raises(DamagedJournal, match=r"would drop [0-9]+ commits that were acknowledged"):
        Journal.open(name)


def write_and_be_killed(path):
    parent = os.getpid()
    if writer := os.fork():
        os.waitpid(writer, 0)
        return
    bind_to(parent)
    append(Journal.open(path), ROWS)
    os._exit(0)


def test_control_beside_the_link_there_is_nothing_to_be_seen(real, tmp_path, monkeypatch):
    """Where a link is not resolved, two write at once."""
    monkeypatch.setattr(store, "resolve_path", lambda path: path)
    write_and_be_killed(real)
    assert store.commits_behind_damage(link(real, tmp_path / "link.db")) == 0
    assert not Path(f"{tmp_path}/link.db-wal").exists()


@pytest.mark.parametrize("read_only", [False, True])
@pytest.mark.parametrize("to", ["nowhere", "link.db"])
def test_a_link_to_nothing_and_one_in_a_circle_are_refused(tmp_path, to, read_only):
    sentence = "is a link to nothing"
    (tmp_path / "link.db").symlink_to(tmp_path / to)
    with pytest.raises(BadJournal, match=sentence):
        Journal.open(tmp_path / "link.db", read_only=read_only)
    with pytest.raises(BadJournal, match=sentence):
        Journal.create(tmp_path / "link.db")
    assert [path.name for path in tmp_path.iterdir()] == ["link.db"]


def test_a_file_with_a_second_name_is_not_written_until_it_has_one_again(real, tmp_path):
    os.link(real, tmp_path / "second.db")
    for name in (real, tmp_path / "second.db"):
        with pytest.raises(BadJournal, match="is one file under several names"):
            Journal.open(name)
        Journal.open(name, read_only=True).close()
    (tmp_path / "second.db").unlink()
    Journal.open(real).close()


def test_a_table_that_runs_has_its_file_locked_under_a_name_that_came_later(real, tmp_path):
    with Journal.open(real) as journal:
        os.link(real, tmp_path / "second.db")
        if (other := os.fork()) == 0:
            try:
                Journal.open(tmp_path / "second.db")
            except BusyJournal:
                os._exit(0)
            os._exit(1)
        assert os.waitstatus_to_exitcode(os.waitpid(other, 0)[1]) == 0
        append(journal)


@pytest.mark.parametrize("read_only", [False, True])
def test_an_empty_file_is_damaged_and_its_wal_is_kept(real, read_only):
    write_and_be_killed(real)
    real.write_bytes(b"")
    wal = Path(f"{real}-wal").read_bytes()
    with pytest.raises(DamagedJournal, match="is damaged: it is empty"):
        Journal.open(real, read_only=read_only)
    assert Path(f"{real}-wal").read_bytes() == wal


def test_what_an_attempt_left_open_to_all_is_closed(tmp_path):
    (tmp_path / "table.db-new").write_bytes(b"")
    (tmp_path / "table.db-new").chmod(0o666)
    Journal.create(tmp_path / "table.db").close()
    assert (tmp_path / "table.db").stat().st_mode & 0o777 == 0o600


@pytest.mark.system
@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (
            "ENOLCK",
            "cannot be locked: No locks available. A journal has one writer, so it must lie where",
        ),
        (
            "EOPNOTSUPP",
            "cannot be locked: Operation not supported. A journal has one writer, so it must lie "
            "where",
        ),
        (
            "EAGAIN",
            "is being written by another process; a journal has one writer. Stop that first.",
        ),
    ],
)
def test_a_file_system_without_locks_is_told_from_another_writer(real, error, sentence):
    """Each call for a lock is answered so by the kernel's own tracing."""
    tampered = ["strace", "-f", "-o", "/dev/null", "-e", f"inject=flock:error={error}"]
    done = subprocess.run(
        [*tampered, sys.executable, "-c", OPENS, str(real)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith(f"{real} {sentence}")
