"""A start with a mirror: the good one of the two is taken, nothing is made up, nothing is
deleted, and people are told.
"""

import os
import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from tablectl.journal import mirror
from tablectl.journal.archive import archive_journal
from tablectl.journal.mirror import TwoTruths
from tablectl.journal.record import BadJournal, BusyJournal, DamagedJournal, JournalFailed
from tablectl.journal.store import Journal
from tablectl.journal.wal import PAGE_BYTES
from tablectl.service import offline
from tablectl.service.config.checks import config_misfits
from tablectl.service.config.values import JournalConfig
from tablectl.service.journals import mirroring
from tablectl.service.journals.last_run import LastRun
from tablectl.service.journals.open_table import open_journal
from tablectl.service.offline import archive_table, choose_journal
from tablectl.setup.doctor.probes import probe_mirror
from tablectl.text import say
from tests.tiers import tiered

from .mirrored import READINGS, SNAPSHOT, Files, copied, flipped, put_back, read, rows_of, said

LAST = READINGS + 1  # the last row: a snapshot is among them


@pytest.fixture
def files(tmp_path):
    return Files(tmp_path)


def emptied(path):
    path.write_bytes(b"")


def halved(path):
    os.truncate(path, path.stat().st_size // 2)


def cut_off(path):
    """The last row, with the count: a tail that is missing without a trace."""
    with closing(sqlite3.connect(path)) as database:
        database.execute("DELETE FROM journal WHERE n = ?", (LAST,))
        database.execute("UPDATE meta SET value = ? WHERE key = 'rows'", (LAST - 1,))
        database.commit()


def changed(path):
    """A row behind the snapshot."""
    with closing(sqlite3.connect(path)) as database:
        database.execute("UPDATE journal SET wall_ms = 7 WHERE n = ?", (SNAPSHOT + 3,))
        database.commit()


def in_schema(path):
    flipped(path, b"metameta")


HARMS = {
    "missing": (
        Path.unlink,
        "rolled_back",
        f"There is no .* any more. The journal was made anew from its mirror .* row {LAST}",
    ),
    "cut off": (cut_off, "rolled_back", f"The journal .* lacked row {LAST}: its end was cut off"),
    "changed": (
        changed,
        "damaged",
        f"is damaged: row {SNAPSHOT + 3} is not as it was written. The journal was made anew",
    ),
    "emptied": (
        emptied,
        "damaged",
        "is damaged: it is empty. The journal was made anew .* kept as .*/table-aside-1.db",
    ),
    "halved": (halved, "damaged", "The journal was made anew .* kept as .*/table-aside-1.db"),
    "another schema": (
        in_schema,
        "damaged",
        "cannot be read as a journal: .* The journal was made anew",
    ),
}


def test_the_first_start_makes_both_and_every_row_is_in_both_when_it_is_told(files):
    with files.open() as journal:
        assert journal.mirror is not None
        assert files.told == [f"The mirror {files.mirror} was made, to row 1."]
        for number in range(2, READINGS):
            read(journal, number)
            assert rows_of(files.mirror) == rows_of(files.journal) == list(journal.stored())
    assert (files.locks, files.mirror.stat().st_mode & 0o777) == ([], 0o600)
    files.open().close()
    assert (files.told, files.locks, files.asides()) == ([], [], [])


@pytest.mark.parametrize("harm", [*HARMS])
def test_whatever_becomes_of_the_journal_its_mirror_has_it_and_the_table_is_locked(files, harm):
    do, lock, sentence = HARMS[harm]
    rows = files.written()
    do(files.journal)
    found = {
        path.name: path.read_bytes()
        for path in files.journal.parent.glob("table.db")
        if harm != "cut off"
    }

    def locked(kind):
        """Before anything is changed: who is killed now has lost nothing."""
        assert {
            path.name: path.read_bytes()
            for path in files.journal.parent.glob("table.db")
            if harm != "cut off"
        } == found
        locks.append(kind)

    locks = []
    with files.open(locked) as journal:
        read(journal, 77)
    assert locks == [lock]
    assert len(files.told) == 1
    assert re.search(sentence, files.told[0]), files.told[0]
    assert files.both_hold()[:-1] == rows
    asides = [path for path in files.asides() if path.suffix == ".db"]
    assert [path.read_bytes() for path in asides] == list(found.values())


@pytest.mark.parametrize("harm", ["missing", "cut off", "changed", "emptied", "halved"])
def test_whatever_becomes_of_the_mirror_play_goes_on_and_it_is_made_right(files, harm):
    rows = files.written()
    HARMS[harm][0](files.mirror)
    with files.open() as journal:
        assert journal.mirror is not None
        read(journal, 77)
    assert (files.locks, len(files.told)) == ([], 1)
    assert files.both_hold()[:-1] == rows
    assert len(files.asides()) == (harm not in ("missing", "cut off"))


@pytest.mark.parametrize("is_killed", tiered([False, True], [True]))
@pytest.mark.parametrize("which", ["journal", "mirror"])
def test_wherever_one_of_the_two_is_cut_off_the_other_has_every_row(files, which, is_killed):
    """Within the header's first words, within a page, between two pages; with its WAL beside it,
    and without.
    """
    rows = files.written()
    if is_killed:
        with files.open() as journal:
            read(journal, 77)
            rows = list(journal.stored())
            for path in (files.journal, files.mirror):
                copied(path, path.with_name("killed"))
        for path in (files.journal, files.mirror):
            copied(path.with_name("killed"), path)
    path = getattr(files, which)
    whole = {
        other: other.read_bytes()
        for one in (files.journal, files.mirror)
        for other in one.parent.glob("table.db*")
    }
    # the last may stand in the WAL, too
    pages = range(PAGE_BYTES, len(whole[path]) - PAGE_BYTES, PAGE_BYTES)
    for length in (
        *range(20),
        99,
        100,
        101,
        511,
        512,
        513,
        *(page + more for page in pages for more in (-1, 0, 1)),
    ):
        for other, content in whole.items():
            other.write_bytes(content)
        os.truncate(path, length)
        files.open().close()
        assert (files.both_hold(), sum("was made anew" in told for told in files.told)) == (
            rows,
            1,
        ), (length, files.told)
        assert files.locks == (["damaged"] if which == "journal" else []), length


def test_an_older_copy_of_the_journal_gets_what_it_lacks(files, monkeypatch):
    monkeypatch.setattr(mirror, "AT_A_TIME", 7)
    files.written()
    with put_back(files.journal), files.open() as journal:
        for number in range(LAST + 1, LAST + 50):
            read(journal, number)
        rows = list(journal.stored())
    files.open().close()
    assert files.locks == ["rolled_back"]
    assert files.both_hold() == rows


def test_two_truths_are_left_as_they_are_until_somebody_chooses(files, capsys):
    files.written()
    told = {}
    for path, last in ((files.journal, 90), (files.mirror, 95)):
        with Journal.open(path) as alone:
            for number in range(last - 5, last):
                read(alone, number)
        told[path] = rows_of(path)
    with pytest.raises(TwoTruths, match=f"tell different hands from row {LAST + 1} on"):
        files.open()
    assert {path: rows_of(path) for path in told} == told
    assert (files.locks, files.told, files.asides()) == ([], [], [])
    kept = choose_journal(files.config, "mirror")
    assert kept is not None
    assert files.both_hold() == told[files.mirror]
    assert rows_of(kept) == told[files.journal]
    assert LastRun(files.journal).record_start(program_locks=False) == ("two_truths",)


def test_a_file_that_is_not_sound_cannot_be_chosen(files):
    """What a start does not look at, too: the rows before the snapshot."""
    rows = files.written()
    with closing(sqlite3.connect(files.journal)) as database:
        database.execute("UPDATE journal SET wall_ms = 7 WHERE n = 5")
        database.commit()
    files.open().close()
    assert (files.locks, files.told) == ([], [])
    with pytest.raises(DamagedJournal, match="row 5 is not as it was written"):
        choose_journal(files.config, "journal")
    assert files.asides() == []
    assert choose_journal(files.config, "mirror") == files.journal.with_name("table-aside-1.db")
    assert files.both_hold() == rows


def test_the_mirror_of_another_table_is_wrong_use(files, tmp_path):
    files.written()
    Path(files.mirror).unlink()
    other = JournalConfig(str(files.mirror))
    open_journal(
        replace(files.config, table=replace(files.config.table, name="Another"), journal=other), 1
    ).close()
    with pytest.raises(
        BadJournal, match=r"is the journal of another table than .*, and no mirror of it"
    ) as wrong:
        files.open()
    assert type(wrong.value) is BadJournal  # not tried again


@pytest.mark.parametrize("link", [os.link, os.symlink])
def test_one_file_under_two_names_is_no_mirror(files, link):
    files.written()
    files.mirror.unlink()
    link(files.journal, files.mirror)
    with pytest.raises(BadJournal, match="are the same file: that is no mirror"):
        files.open()


def test_one_path_for_both_is_told_before_anything_is_opened(files):
    same = replace(files.config, journal=replace(files.config.journal, mirror=str(files.journal)))
    assert [problem.sentence for problem in config_misfits(same)] == [
        f"[journal] path and [journal] mirror are the same, {files.journal}."
    ]


def no_room(path):
    return os.statvfs_result((4_096, 4_096, 1_000_000, 1, 1, 1_000, 1_000, 1_000, 0, 255))


def test_a_mirror_that_cannot_be_written_is_told_and_play_goes_on_without(files, monkeypatch):
    rows = files.written()
    files.mirror.write_text("Ann owes Ben 20")
    with files.open() as journal:
        assert (journal.mirror, files.told) == (None, [say(journal.mirror_trouble)])
        read(journal, 77)
    assert say(journal.mirror_trouble) == (
        f"The mirror {files.mirror} is not written: {files.mirror} cannot be read as a journal: "
        "file is not a database."
    )
    assert files.mirror.read_text() == "Ann owes Ben 20"  # somebody's, and no mirror of ours
    assert rows_of(files.journal)[:-1] == rows
    shutil.rmtree(files.mirror.parent)
    with files.open() as journal:
        assert journal.mirror is None
    files.mirror.parent.mkdir()
    monkeypatch.setattr(mirroring.os, "statvfs", no_room)
    with files.open() as journal:
        assert say(journal.mirror_trouble).endswith("There is no room left on its disk.")
    monkeypatch.undo()
    with files.open() as journal:
        assert journal.mirror is not None  # it is right again
    assert files.locks == []


def test_where_neither_is_good_nothing_is_made_up(files):
    files.written()
    flipped(files.journal)
    flipped(files.mirror)
    before = files.journal.read_bytes(), files.mirror.read_bytes()
    with pytest.raises(
        DamagedJournal,
        match=rf"row {SNAPSHOT} is not as it was written\. Its mirror .* is of no use either",
    ):
        files.open()
    assert (files.journal.read_bytes(), files.mirror.read_bytes()) == before
    files.journal.unlink()
    with pytest.raises(
        DamagedJournal, match=r"There is no journal .*, and its mirror cannot be taken for it"
    ):
        files.open()
    assert (files.journal.exists(), files.mirror.read_bytes(), files.locks) == (
        False,
        before[1],
        [],
    )


def test_a_table_does_not_begin_where_it_can_have_no_mirror(files):
    files.mirror.parent.rmdir()
    with pytest.raises(BadJournal, match=r"There can be no mirror .*: its folder does not exist"):
        files.open()
    assert not files.journal.exists()


def test_a_mirror_that_somebody_writes_is_waited_for(files):
    files.written()
    with Journal.open(files.mirror), pytest.raises(BusyJournal):
        files.open()
    files.open().close()  # and no lock was left behind


def test_a_wal_that_was_left_alone_meets_no_other_database(files):
    """SQLite would write its pages into the copy."""
    files.written()
    with files.open() as journal:
        read(journal, 77)
        wal = Path(f"{files.journal}-wal").read_bytes()
        rows = list(journal.stored())
    files.journal.unlink()
    Path(f"{files.journal}-wal").write_bytes(wal)
    files.open().close()
    assert files.both_hold() == rows
    assert [path.name for path in files.asides()] == ["table-aside-1.db-wal"]


def test_a_mirror_that_fails_ends_play_and_nothing_is_written_again(files):
    files.written()
    with files.open() as journal:
        journal.mirror._connection.close()  # with it goes its WAL
        with pytest.raises(JournalFailed, match=f"{files.mirror} was moved, deleted or replaced"):
            read(journal, 77)
        for path in (files.journal, files.mirror):  # in the journal, and told to nobody
            assert len(rows_of(path)) == LAST + (path == files.journal)
        with pytest.raises(JournalFailed, match=f"{files.mirror} was moved, deleted or replaced"):
            read(journal, 78)
    files.open().close()
    assert (len(files.both_hold()), files.locks) == (LAST + 1, [])


# Archived with the journal


def test_the_mirror_is_archived_with_the_journal(files):
    rows = files.written()
    kept, head = archive_table(files.config)
    assert kept.name == f"table-to-{LAST + 1}.db" == files.mirror.with_name(kept.name).name
    assert (
        rows_of(kept) == rows_of(files.mirror.with_name(kept.name)) == [*rows, *rows_of(kept)[-1:]]
    )
    assert [row.n for row in files.both_hold()] == [head.n + 1]
    files.open().close()
    assert (files.locks, files.told) == ([], [])


def test_an_archiving_that_was_cut_off_between_the_two_files_is_made_up_for(files, monkeypatch):
    rows = files.written()

    def of_journal_alone(journal, first):
        if journal.path == files.mirror:
            raise KeyboardInterrupt
        return archive_journal(journal, first)

    monkeypatch.setattr(offline, "archive_journal", of_journal_alone)
    with pytest.raises(KeyboardInterrupt):
        archive_table(files.config)
    monkeypatch.undo()
    with files.open() as journal:
        read(journal, 77)
    assert (files.locks, [row.n for row in rows_of(files.journal)]) == ([], [LAST + 2, LAST + 3])
    assert rows_of(files.mirror)[:LAST] == rows
    assert rows_of(files.mirror)[-2:] == rows_of(files.journal)
    archive_table(files.config)
    files.open().close()
    assert (len(files.both_hold()), files.locks) == (1, [])


@pytest.mark.parametrize("which", ["journal", "mirror"])
def test_a_file_of_before_an_archiving_does_not_know_whether_it_is_of_this_table(files, which):
    """Of a mirror nothing is lost with it. A journal that was put back might be another table's:
    a person looks.
    """
    files.written()
    with put_back(getattr(files, which)):
        archive_table(files.config)
    if which == "journal":
        with pytest.raises(TwoTruths, match="no row is in both"):
            files.open()
    else:
        files.open().close()
        assert (len(files.both_hold()), len(files.asides())) == (1, 1)
    assert files.locks == []


# What is told before a start


def test_the_doctor_tells_how_the_mirror_stands(files):
    def told():
        found = [*probe_mirror(files.journal, files.mirror, is_running=False)]
        return [(one.state, one.says) for one in found if "on one device" not in one.says]

    files.written()
    assert told() == [("well", f"{files.mirror} has all rows that the journal has.")]
    assert any(
        "on one device" in one.says
        for one in probe_mirror(files.journal, files.mirror, is_running=True)
    )
    cut_off(files.mirror)
    assert told() == [
        (
            "note",
            f"{files.mirror} ends at row {LAST - 1}, the journal at row {LAST}: the next start "
            "brings it up.",
        )
    ]
    cut_off(files.journal)
    with Journal.open(files.mirror) as alone:
        read(alone, 99)
    assert told()[0][0] == "mend"
    files.mirror.unlink()
    assert told() == [("note", f"There is no mirror {files.mirror} yet: the next start makes it.")]
    files.mirror.write_bytes(files.journal.read_bytes()[:5_000])
    assert told()[0][0] == "mend"


# The command


def test_the_command_tells_how_both_stand_and_takes_the_one_that_is_named(files, tmp_path):
    files.written()
    (tmp_path / "table.toml").write_text(
        f'table = {{ seats = {{ 1 = 100 }} }}\njournal = {{ path = "{files.journal}", mirror = '
        f'"{files.mirror}" }}\n'
    )
    with Journal.open(files.mirror) as alone:
        read(alone, 70)
    config = ("--config", tmp_path / "table.toml")
    code, told = said("journal", "choose", *config)
    assert (code, f"journal: {files.journal} ends at row {LAST}, written" in told) == (0, True)
    assert told.endswith("As far as both go they are the same.")
    code, told = said("journal", "choose", *config, "mirror", "--yes")
    assert (
        code,
        f"The other is kept as {files.journal.with_name('table-aside-1.db')}." in told,
    ) == (0, True)
    assert len(files.both_hold()) == LAST + 1
    assert said("journal", "choose", *config, "mirorr")[0] == 2
