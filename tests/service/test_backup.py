"""`tablectl backup` and `tablectl restore`: a table in one file, and back where it lay, all of it or
nothing, wherever that is cut off.
"""

import errno
import os
import sqlite3
import stat
import warnings
import zipfile
from contextlib import closing
from itertools import count
from pathlib import Path

import msgspec
import pytest

from tablectl.engine.engine import RULES_VERSION
from tablectl.engine.events import ProgramWentOn
from tablectl.engine.facts import RulesChanged
from tablectl.engine.questions import Row
from tablectl.journal.store import Journal
from tablectl.service.backup import contents as contents_of, making, restoring
from tablectl.service.books.exchange import plan_path
from tablectl.service.books.operators import change_operators, load_operators
from tablectl.service.config.loading import BadConfig, load_config
from tablectl.service.journals.last_run import LastRun
from tablectl.service.journals.open_table import open_journal
from tablectl.service.process import bind_to

TABLE = """
table = {{ seats = {{ 1 = 100, 2 = 100 }}, stakes.big_blind = 4, deck_file = "" }}
shoe.port = "/dev/nowhere/shoe"
seat = [ {{ number = 1, port = "/dev/nowhere/1" }}, {{ number = 2, port = "/dev/nowhere/2" }} ]
journal = {{ path = "{folder}/table.db", mirror = "{folder}/mirror/table.db" }}
control = {{ socket = "", operators = "operators.json" }}
links.keys = "keys"
screen.fonts = ["Own.ttf"]
"""


@pytest.fixture
def table(tmp_path):
    """A table that has been opened: its configuration."""
    folder = tmp_path / "table"
    for part in ("mirror", "keys"):
        (folder / part).mkdir(parents=True)
    config = folder / "table.toml"
    config.write_text(TABLE.format(folder=folder))
    (folder / "keys" / "node-3.key").write_text("0" * 64 + "\n")
    (folder / "Own.ttf").write_bytes(b"letters")
    change_operators(folder / "operators.json", lambda all: all.with_operator("Ada", "123456"))
    open_journal(load_config(config), 0).close()
    return config


def play_on(config, name="Ben"):
    """The table goes on: another row in both journals, another operator, another text."""
    with open_journal(load_config(config), 1) as journal:
        went_on = ProgramWentOn(at_ms=1, was=RULES_VERSION, now=RULES_VERSION)
        journal.append(
            (Row(went_on, (RulesChanged(was=RULES_VERSION, now=RULES_VERSION),)),), wall_ms=1
        )
    change_operators(
        config.with_name("operators.json"), lambda all: all.with_operator(name, "654321")
    )
    config.write_text(config.read_text() + f"# {name}\n")


def what_is_there(config):
    """What a start would find."""
    folder = config.parent
    with Journal.open(folder / "table.db", read_only=True) as journal:
        head = journal.head.n
    with Journal.open(folder / "mirror" / "table.db", read_only=True) as mirror:
        heads = head, mirror.head.n
    operators = tuple(one.name for one in load_operators(folder / "operators.json").known)
    return heads, operators, config.read_text(), (folder / "keys" / "node-3.key").read_text()


def test_a_table_comes_back_as_it_was(table, said, tmp_path):
    file, before = tmp_path / "evening.backup", what_is_there(table)
    code, told, _ = said("backup", file, "--config", table)
    assert code == 0
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert told.splitlines()[-1] == (
        f"{file} holds 6 files, and nobody else may read it. It holds secrets: the journal, the "
        "operators, the key of a node. Keep it as you keep those."
    )
    play_on(table)
    (table.parent / "keys" / "node-3.key").unlink()
    code, told, _ = said("restore", file, "--yes")
    assert code == 0, told
    assert f"makes {table.parent}/keys/node-3.key: key of a node" in told
    assert f"replaces {table.parent}/table.db: journal" in told
    assert "Another journal lies there: an operator will have to clear a lock" in told
    assert f"What lay there is kept as {table.parent}/table-aside-1.db." in told
    assert what_is_there(table) == before
    with Journal.open(table.parent / "table-aside-1.db", read_only=True) as aside:
        assert aside.head.n == 2
    assert "# Ben" in table.with_name("table.toml.before").read_text()
    assert LastRun(table.parent / "table.db").locks == ("rolled_back",)
    assert not [*table.parent.glob("**/.*")], "nothing is left beside them"


def test_it_is_made_while_the_table_plays_and_restored_when_it_does_not(table, said, tmp_path):
    file = tmp_path / "evening.backup"
    with open_journal(load_config(table), 1):
        assert said("backup", file, "--config", table)[0] == 0
        code, _, err = said("restore", file, "--yes")
        assert code == 2
        assert "is being written by another process; a journal has one writer. Stop" in err
    assert said("restore", file, "--yes")[0] == 0
    assert LastRun(table.parent / "table.db").locks == (), "the same story needs no operator"


def test_it_asks_before_it_replaces_anything(table, said, tmp_path):
    file = tmp_path / "evening.backup"
    said("backup", file, "--config", table)
    play_on(table)
    before = what_is_there(table)
    code, _, err = said("restore", file)
    assert (code, err) == (2, "Nothing is changed. --yes replaces what is there.")
    assert what_is_there(table) == before
    assert said("backup", file, "--config", table)[::2] == (
        2,
        f"There is a file {file} already: name another.",
    )


def test_on_another_machine_it_makes_all_of_it_and_locks_nothing(table, said, tmp_path):
    file, before = tmp_path / "evening.backup", what_is_there(table)
    said("backup", file, "--config", table)
    for path in [*table.parent.rglob("*")]:
        if path.is_file():
            path.unlink()
    (table.parent / "keys").rmdir()
    assert said("restore", file)[0] == 0
    assert what_is_there(table) == before
    assert LastRun(table.parent / "table.db").locks == ()
    assert stat.S_IMODE((table.parent / "keys").stat().st_mode) == 0o700
    (table.parent / "mirror").rename(table.parent / "away")
    code, _, err = said("restore", file, "--yes")
    assert code == 2
    assert err.startswith(f"There is no folder {table.parent}/mirror for ")


def altered(file, change):
    """The same backup with other bytes of what an entry holds, or with another entry."""
    with zipfile.ZipFile(file) as old:
        held = {name: old.read(name) for name in old.namelist()}
    change(held)
    with zipfile.ZipFile(file, "w") as new:
        for name, content in held.items():
            new.writestr(name, content)


def newer(held):
    contents = msgspec.json.decode(held["contents.json"])
    held["contents.json"] = msgspec.json.encode({**contents, "format": 2, "program": "9.9"})


def newer_journal(held):
    """As a later program would store it: with its own digest."""
    contents = msgspec.json.decode(held["contents.json"], type=contents_of.Contents)
    files = []
    for kept in contents.files:
        if kept.kind == "journal":
            path = Path("later.db")
            path.write_bytes(held[kept.entry])
            with closing(sqlite3.connect(path, isolation_level=None)) as database:
                database.execute("UPDATE meta SET value = 9 WHERE key = 'format'")
            held[kept.entry] = path.read_bytes()
            kept = msgspec.structs.replace(
                kept, bytes=path.stat().st_size, sha256=making._digest_file(path)
            )
        files.append(kept)
    contents = msgspec.structs.replace(contents, files=tuple(files))
    contents = msgspec.structs.replace(contents, sum=contents_of.sum_of(contents))
    held["contents.json"] = msgspec.json.encode(contents)


def changed(name):
    def change(held):
        (entry,) = (one for one in held if one.endswith(name))
        held[entry] = held[entry][:-1] + b"?"

    return change


def without(name):
    def change(held):
        (entry,) = (one for one in held if one.endswith(name))
        del held[entry]

    return change


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (changed("operators.json"), "is damaged: {folder}/operators.json in it is not as it was"),
        (changed("contents.json"), "is damaged: what it should hold is not as it was written."),
        (without("operators.json"), "is damaged: what it should hold is not as it was written."),
        (without("contents.json"), "is no backup of a table: it has no contents.json."),
        (newer, "is of a newer program, 9.9: this one does not know its format 2."),
        (newer_journal, "is a journal of format 9, which another version of the program wrote"),
    ],
)
def test_a_damaged_or_newer_file_changes_nothing(table, said, tmp_path, change, sentence):
    file = tmp_path / "evening.backup"
    said("backup", file, "--config", table)
    play_on(table)
    before = what_is_there(table)
    altered(file, change)
    code, _, err = said("restore", file, "--yes")
    assert code == 2
    assert sentence.format(folder=table.parent) in err
    assert what_is_there(table) == before
    assert not [*table.parent.glob("**/.*")]


def test_on_a_stick_without_links_and_rights_it_is_made_and_says_so(
    table, said, tmp_path, monkeypatch
):
    def refuse(*paths):
        raise PermissionError(errno.EPERM, "Operation not permitted")

    file = tmp_path / "evening.backup"
    monkeypatch.setattr(os, "link", refuse)
    assert "6 files, and nobody else may read it." in said("backup", file, "--config", table)[1]
    file.unlink()
    of_fat = Path.stat
    monkeypatch.setattr(
        Path,
        "stat",
        lambda self, **how: (
            os.stat_result((0o100755, *of_fat(self, **how)[1:]))
            if self == file
            else of_fat(self, **how)
        ),
    )
    told = said("backup", file, "--config", table)[1]
    assert "and whoever has the disk may read it, which keeps no rights. It holds secrets" in told


def test_a_file_that_is_cut_off_or_none_is_refused(table, said, tmp_path):
    file = tmp_path / "evening.backup"
    said("backup", file, "--config", table)
    file.write_bytes(file.read_bytes()[:-100])
    no_backup = f"{file} is no backup of a table, or damaged."
    assert said("restore", file, "--yes")[::2] == (2, no_backup)
    os.mkfifo(tmp_path / "pipe")
    no_file = f"{tmp_path}/pipe is no backup of a table: it is no file."
    assert said("restore", tmp_path / "pipe", "--yes")[::2] == (2, no_file)
    assert said("backup", tmp_path / "no" / "b", "--config", table)[::2] == (
        2,
        f"There is no folder {tmp_path}/no for the backup.",
    )
    assert said("restore", tmp_path / "no", "--yes")[::2] == (
        2,
        f"{tmp_path}/no: No such file or directory.",
    )


def test_no_backup_is_made_of_a_damaged_journal(table, said, tmp_path):
    journal = table.parent / "table.db"
    with closing(sqlite3.connect(journal, isolation_level=None)) as database:
        database.execute("UPDATE journal SET wall_ms = 7")
    code, _, err = said("backup", tmp_path / "evening.backup", "--config", table)
    assert code == 2
    assert f"{journal} is not as it was written, and no backup is made of it: row 1" in err
    assert not (tmp_path / "evening.backup").exists()
    assert not [*tmp_path.glob(".*")]


CUT = ("rename", "fsync", "unlink", "open", "fchmod", "link")


def killed_at(number, do):
    """Whether it was, before that call of the system that changes a disk: in a process of its
    own.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of other threads of pytest, which a child has not
        parent, child = os.getpid(), os.fork()
    if child == 0:
        bind_to(parent)
        calls = iter(range(number))

        def counted(call):
            def wrapped(*args, **named):
                if next(calls, None) is None:
                    os._exit(9)
                return call(*args, **named)

            return wrapped

        for name in CUT:
            setattr(os, name, counted(getattr(os, name)))
        try:
            do()
            os._exit(0)
        except BaseException:  # nothing of pytest may run on in the child
            os._exit(1)
    ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert ended in (0, 9)
    return ended == 9


def restore(file):
    with restoring.Backup.open(file) as found, found.lock_places():
        found.restore()


@pytest.mark.slow
def test_a_kill_at_any_moment_leaves_the_old_or_the_new(table, said, tmp_path):
    """Killed before each call in turn; whoever reads the configuration next finds either."""
    file, as_it_was = tmp_path / "evening.backup", what_is_there(table)
    said("backup", file, "--config", table)
    found = []
    for number in count():
        if not found or found[-1]:
            play_on(table, f"Ben {number}")
        as_it_is = what_is_there(table)
        was_killed = killed_at(number, lambda: restore(file))
        if was_killed and number % 2:  # and so is the one that is typed after it
            killed_at(number // 2, lambda: restore(file))
        load_config(table)
        after = what_is_there(table)
        assert after in (as_it_was, as_it_is), number
        assert not plan_path(table).exists()
        found.append(after == as_it_was)
        if not was_killed:
            break
    assert found.count(False) > 10
    assert found.count(True) > 10


def test_a_restore_that_cannot_be_finished_is_said_and_no_half_table_is_read(table):
    """As where root's was cut off, and the table may not write the configuration."""
    plan_path(table).write_text("{}")
    with pytest.raises(BadConfig, match=r"was cut off, and cannot be finished: .* no plan of a"):
        load_config(table)
