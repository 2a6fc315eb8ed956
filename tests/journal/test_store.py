"""The store: what `append` promises, what it refuses, and that a failure is the end."""

import os
import resource
import shutil
import sqlite3
import stat
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Literal, Union, get_args, get_origin, get_type_hints
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from msgspec import Meta, Struct

from tablectl.engine.events import AnyEvent, KeyPressed, PlayerCame, StartAsked
from tablectl.engine.facts import ANY_FACT, Checked, PlayerSat
from tablectl.engine.play.handling import Row
from tablectl.journal import checkpoints, store
from tablectl.journal.checkpoints import Checkpoints
from tablectl.journal.record import BadJournal, Edge, JournalFailed, Record
from tablectl.journal.salts import seeded_salts
from tablectl.journal.store import (
    CHECKPOINT_READINGS,
    FORMAT,
    Journal,
    check_durable,
    why_other_format,
)

from .shape import shape_of
from .waiting import wait_for_checkpoints

CAME = Row(PlayerCame(at_ms=10, seat=3, chips=500), (PlayerSat(seat=3, stack=500, name="Ann"),))
CHECKED = Row(KeyPressed(at_ms=20, seat=3, key="check"), (Checked(seat=3),))


def test_a_reading_is_read_back_as_it_was_written(journal):
    journal.append((CAME, CHECKED), wall_ms=1_000, edge=Edge(4, 7, 1))
    journal.append((Row(StartAsked(at_ms=30), ()),), wall_ms=2_000)
    assert list(journal.rows()) == [
        Record(1, 10, 1_000, Edge(4, 7, 1), CAME.event, CAME.facts),
        Record(2, 20, 1_000, Edge(4, 7, 1), CHECKED.event, CHECKED.facts),
        Record(3, 30, 2_000, None, StartAsked(at_ms=30), ()),
    ]
    assert [record.n for record in journal.rows(after=2)] == [3]


def test_a_reading_that_meant_nothing_leaves_its_edge(journal):
    journal.append((CAME,), wall_ms=1, edge=Edge(4, 7, 1))
    journal.append((), wall_ms=2, edge=Edge(4, 7, 2))
    assert list(journal.rows(after=1)) == [Record(2, 10, 2, Edge(4, 7, 2), None, ())]
    before = journal.head
    assert journal.append((), wall_ms=3) == before


def test_what_the_last_edge_of_each_node_said_is_kept_beside_the_rows(tmp_path):
    most = 2**31 - 1
    with Journal.create(tmp_path / "j") as journal:
        assert journal.said() == {}
        for edge in (
            Edge(4, 7, 1, 99),
            Edge(5, 7, 2**32 - 1, most),
            Edge(4, 8, 3, 0),
            Edge(6, 7, 2),
        ):
            journal.append((), wall_ms=0, edge=edge)
    with Journal.open(tmp_path / "j", read_only=True) as journal:
        assert journal.said() == {4: (3, 0), 5: (2**32 - 1, most)}


def test_a_reader_sees_what_the_writer_adds(journal):
    with Journal.open(journal.path, read_only=True) as reader:
        head = journal.append((CAME,), wall_ms=0)
        assert reader.head == head
        assert [record.event for record in reader.rows()] == [CAME.event]
        with pytest.raises(JournalFailed, match="for reading only"):
            reader.append((CHECKED,), wall_ms=0)
    journal.append((CHECKED,), wall_ms=0)


def test_a_journal_has_one_writer(journal):
    with pytest.raises(BadJournal, match="another process; a journal has one writer"):
        Journal.open(journal.path)
    journal.close()
    Journal.open(journal.path).close()


def test_table_time_never_runs_back(journal):
    journal.append((CHECKED,), wall_ms=0)
    with pytest.raises(ValueError, match="from 20 to 10 ms"):
        journal.append((CAME,), wall_ms=0)
    with pytest.raises(ValueError, match="64 bits"):
        journal.append((CHECKED,), wall_ms=2**63)
    assert journal.append((CHECKED,), wall_ms=0).n == 2


def test_nobody_else_may_read_the_face_down_cards(journal):
    journal.append((CAME,), wall_ms=0)
    assert {
        path.name: stat.S_IMODE(path.stat().st_mode) for path in journal.path.parent.iterdir()
    } == dict.fromkeys(
        ["table.journal", "table.journal-wal", "table.journal-shm", "table.journal-lock"], 0o600
    )


# Bad files ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("read_only", [False, True])
@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "There is no journal"),
        (b"", "is damaged: it is empty"),
        (
            b"not a database, whatever it is" * 100,
            "cannot be read as a journal: file is not a database",
        ),
    ],
)
def test_a_file_that_is_no_journal_is_refused(tmp_path, content, sentence, read_only):
    if content is not None:
        (tmp_path / "j").write_bytes(content)
    with pytest.raises(BadJournal, match=sentence):
        Journal.open(tmp_path / "j", read_only=read_only)
    assert (
        not (tmp_path / "j").exists()
        if content is None
        else (tmp_path / "j").read_bytes() == content
    )


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (9, "is a journal of format 9, which another version of the program wrote: it is not read"),
        (
            -3,
            "was written by an unreleased program that stores other things than this one: it is "
            "not read",
        ),
        (0, "was written by an unreleased program"),
    ],
)
def test_a_journal_of_another_format_is_refused(journal, number, said):
    journal.close()
    with closing_sqlite(journal.path) as database:
        database.execute("UPDATE meta SET value = ? WHERE key = 'format'", (number,))
    before = journal.path.read_bytes()
    with pytest.raises(BadJournal, match=said):
        Journal.open(journal.path)
    assert journal.path.read_bytes() == before


# The shape of what rows hold, by the number of the format. Where a program of this format still
# reads rows of the other shape, and the other way round, it stands behind the one before it; else
# FORMAT is raised in store.py. Until 0.2.0 is out the one shape of format 1 changes.
SHAPES = {1: ("e5bb28b3a8be0f3d",)}


def test_the_number_of_the_format_stands_for_what_rows_hold():
    shape = shape_of(tuple[AnyEvent, ANY_FACT])
    assert SHAPES[FORMAT][-1] == shape, f"Rows hold something else: SHAPES gets {shape}."
    assert max(SHAPES) == FORMAT


def test_a_program_of_a_later_format_refuses_a_journal_of_this_one():
    with patch.object(store, "FORMAT", 2):
        assert why_other_format(Path("table.db"), 2) is None
        assert "of format 1" in (why_other_format(Path("table.db"), 1) or "")


def test_a_journal_is_never_created_over_a_file(journal):
    journal.append((CAME,), wall_ms=0)
    journal.close()
    with pytest.raises(BadJournal, match="already"):
        Journal.create(journal.path)
    with Journal.open(journal.path, read_only=True) as there:
        assert there.head.n == 1


def test_a_journal_is_never_created_beside_the_newest_rows_of_another(journal, tmp_path):
    """SQLite would write them into it."""
    journal.append((CAME,), wall_ms=0)
    (tmp_path / "new-wal").write_bytes(Path(f"{journal.path}-wal").read_bytes())
    for _ in range(2):
        with pytest.raises(
            BadJournal,
            match=r"new is gone, and .*new-wal with its newest rows is there: put the journal back",
        ):
            Journal.create(tmp_path / "new")
    (tmp_path / "new-wal").write_bytes(b"")
    with Journal.create(tmp_path / "new") as new:
        assert new.head.n == 0


def test_a_place_that_cannot_hold_a_journal_is_refused(tmp_path):
    with pytest.raises(
        BadJournal, match=f"j cannot be made: there is no directory {tmp_path / 'gone'}"
    ):
        Journal.create(tmp_path / "gone" / "j")
    (tmp_path / "j-lock").mkdir()
    with pytest.raises(BadJournal, match="cannot be locked: Is a directory"):
        Journal.create(tmp_path / "j")


# Durability ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mode", "synchronous", "is_durable"),
    [
        ("WAL", "FULL", True),
        ("WAL", "NORMAL", False),
        ("WAL", "OFF", False),
        ("DELETE", "FULL", False),
    ],
)
def test_only_a_durable_connection_is_accepted(tmp_path, mode, synchronous, is_durable):
    with closing_sqlite(tmp_path / "j") as database:
        database.execute(f"PRAGMA journal_mode = {mode}").fetchall()
        database.execute(f"PRAGMA synchronous = {synchronous}")
        if is_durable:
            check_durable(database)
        else:
            with pytest.raises(JournalFailed, match="would not survive a pulled plug"):
                check_durable(database)


def test_a_write_that_fails_is_the_end(journal):
    acknowledged = journal.append((CAME,), wall_ms=0, edge=Edge(1, 1, 1))
    with files_no_larger_than(100_000):
        while not (refusal := why_not_written(journal)):
            acknowledged = journal.head
    assert "could not be written" in refusal
    assert acknowledged.n > 1
    # although there is room again
    with pytest.raises(JournalFailed, match="could not be written"):
        journal.append((CHECKED,), wall_ms=0)
    journal.close()
    with Journal.open(journal.path) as recovered:
        assert recovered.head == acknowledged
        recovered.append((CHECKED,), wall_ms=0)


def why_not_written(journal):
    try:
        journal.append((CHECKED,), wall_ms=0)
    except JournalFailed as failed:
        return str(failed)
    return ""


def test_a_journal_on_a_full_disk_says_that_room_is_to_be_made(journal):
    journal._connection.execute("PRAGMA max_page_count = 1").fetchone()  # no more than it has
    large = (PlayerSat(seat=1, stack=1, name="x" * 20_000),)
    with pytest.raises(JournalFailed, match=r"full\).*; make room there, then start again"):
        journal.append((Row(StartAsked(at_ms=0), large),), wall_ms=0)


def test_a_checkpoint_that_fails_is_the_end(journal, monkeypatch):
    """The disk is full: the checkpoint, which writes into the database, fails; the WAL, which
    begins again, would still fit.
    """
    wait_for_checkpoints(monkeypatch)
    large = (PlayerSat(seat=1, stack=1, name="x" * 20_000),)
    for _ in range(CHECKPOINT_READINGS):
        journal.append((Row(StartAsked(at_ms=0), large),), wall_ms=0)
    with files_no_larger_than(1_500_000):
        for _ in range(CHECKPOINT_READINGS):
            journal.append((CHECKED,), wall_ms=0)
        with pytest.raises(JournalFailed, match="could not be written"):
            journal.append((CHECKED,), wall_ms=0)
    with pytest.raises(JournalFailed, match="could not be written"):
        journal.append((CHECKED,), wall_ms=0)


def test_a_wal_that_readings_leave_no_time_to_empty_is_emptied_all_the_same(journal, monkeypatch):
    """No checkpoint beside play ever comes to the WAL's end before the next reading is behind
    it.
    """
    wal, most = Path(f"{journal.path}-wal"), 3 * CHECKPOINT_READINGS
    monkeypatch.setattr(checkpoints, "MOST_FRAMES", most)
    monkeypatch.setattr(Checkpoints, "_checkpoint", lambda _: (0, wal.stat().st_size // 4_120, 0))
    wait_for_checkpoints(monkeypatch)
    for _ in range(12 * CHECKPOINT_READINGS):
        journal.append((CHECKED,), wall_ms=0)
    assert most < wal.stat().st_size // 4_120 < 3 * most


def test_another_writer_s_rows_are_never_built_upon(journal):
    journal.append((CAME,), wall_ms=0)
    with closing_sqlite(journal.path) as database:
        database.execute(
            "INSERT INTO journal SELECT n + 1, at_ms, wall_ms, 1, 1, 1, event, facts, salt, hash "
            "FROM journal"
        )
    with pytest.raises(JournalFailed, match="UNIQUE"):
        journal.append((CHECKED,), wall_ms=0)


@pytest.mark.parametrize("beside", ["", "-wal"])
@pytest.mark.parametrize(
    "lose",
    [
        Path.unlink,
        lambda file: file.rename(file.with_name("elsewhere")),
        lambda file: os.replace(shutil.copy(file, file.with_name("copy")), file),
    ],
    ids=["deleted", "moved", "replaced"],
)
def test_a_file_that_loses_its_name_while_it_is_written_is_the_end(journal, beside, lose):
    """Else SQLite writes on where nobody will ever look."""
    journal.append((CAME,), wall_ms=1)
    lose(Path(f"{journal.path}{beside}"))
    for _ in range(2):
        with pytest.raises(
            JournalFailed, match="was moved, deleted or replaced while it was in use"
        ):
            journal.append((CHECKED,), wall_ms=2)


def test_a_closed_journal_remembers_nothing(journal):
    journal.append((CAME,), wall_ms=0)
    journal.close()
    with pytest.raises(JournalFailed, match="is closed"):
        journal.append((CHECKED,), wall_ms=0)


# Round trip ---------------------------------------------------------------------------------------


def anything(kind, least=-(2**63), most=2**63 - 1, above=False):
    """Any value of a type that events and facts are made of, within its bounds; `above`: and not
    the least.
    """
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        for bounds in (meta for meta in args[1:] if isinstance(meta, Meta)):
            least = next((one for one in (bounds.ge, bounds.gt) if one is not None), least)
            most, above = most if bounds.le is None else bounds.le, bounds.gt is not None
        return anything(args[0], least, most, above)
    if isinstance(kind, type) and issubclass(kind, Struct):
        hints = get_type_hints(kind, include_extras=True)
        return st.builds(kind, **{name: anything(hints[name]) for name in kind.__struct_fields__})
    if origin is Literal or (isinstance(kind, type) and issubclass(kind, Enum)):
        return st.sampled_from(args or list(kind))
    # a union of Literals is the latter
    if isinstance(kind, UnionType) or origin is Union:
        return st.one_of([anything(one) for one in args])
    if origin is tuple and args[-1] is ...:
        return st.lists(anything(args[0]), max_size=3).map(tuple)
    if origin is tuple:
        return st.tuples(*[anything(one) for one in args])
    if origin is dict:
        return st.dictionaries(anything(args[0]), anything(args[1]), max_size=3)
    simple = {
        int: st.integers(least, most),
        str: st.text(max_size=8),
        bool: st.booleans(),
        NoneType: st.none(),
        float: st.floats(
            float(least), float(most), exclude_min=above, allow_nan=False, allow_infinity=False
        ),
    }
    return simple[kind]


EDGES = st.none() | st.builds(Edge, *[st.integers(0, 2**32 - 1)] * 3)
ROWS = st.lists(
    st.builds(Row, anything(AnyEvent), st.lists(anything(ANY_FACT), max_size=3).map(tuple)),
    max_size=4,
)


@pytest.mark.slow
@settings(
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
    deadline=None,
    max_examples=12,
)
@given(readings=st.lists(st.tuples(ROWS, EDGES), max_size=4))
def test_any_rows_come_back_as_they_were(tmp_path_factory, readings):
    path = tmp_path_factory.mktemp("any") / "j"
    at_ms = iter(range(100))
    expected = []
    with Journal.create(path) as journal:
        for rows, edge in readings:
            timed = tuple(Row(replaced(row.event, at_ms=next(at_ms)), row.facts) for row in rows)
            journal.append(timed, wall_ms=-1, edge=edge)
            expected += [(edge, row.event, row.facts) for row in timed] or (
                [(edge, None, ())] if edge else []
            )
    with Journal.open(path, read_only=True) as journal:
        assert [(record.edge, record.event, record.facts) for record in journal.rows()] == expected


def test_a_new_journal_has_its_first_rows_as_soon_as_it_has_a_name(tmp_path):
    """If they were written one after the other, a kill in between would leave a journal without
    a table.
    """
    first = Row(PlayerCame(at_ms=0, seat=1, chips=100), (PlayerSat(seat=1, stack=100, name=None),))
    Journal.create(tmp_path / "at once", (first,), wall_ms=7, salts=seeded_salts(1)).close()
    with Journal.create(tmp_path / "in turn", salts=seeded_salts(1)) as journal:
        journal.append((first,), wall_ms=7)
    with Journal.open(tmp_path / "at once") as one, Journal.open(tmp_path / "in turn") as other:
        assert list(one.stored()) == list(other.stored())
        assert one.head == other.head


# Instruments --------------------------------------------------------------------------------------


def replaced(event, **changes):
    return type(event)(
        **{**{name: getattr(event, name) for name in event.__struct_fields__}, **changes}
    )


@contextmanager
def closing_sqlite(path):
    database = sqlite3.connect(path, isolation_level=None)
    try:
        yield database
    finally:
        database.close()


@contextmanager
def files_no_larger_than(limit):
    """As on a disk that is full: a write beyond `limit` bytes of any file fails."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
