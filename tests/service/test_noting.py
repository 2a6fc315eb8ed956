"""The table time is noted each second while a clock runs, and a note is believed only where it can be one of this journal's."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tablectl.engine.engine import handle, open_table
from tablectl.engine.events import StartAsked
from tablectl.games.catalog import preset
from tablectl.journal.store import Journal
from tablectl.rules.forced import Stakes
from tablectl.service.noting import (
    BLOCK,
    MOST_AHEAD_MS,
    NOTE_EVERY_MS,
    SLOT_BYTES,
    SLOTS,
    Note,
    Notes,
    digest_of,
    note_in,
    slot_of,
)

from .staged import begin, on_a_table

LAST_MS = 5_000                         # of the journal's last row
NOTED_MS = 9_000


def made(path: Path, at_ms: int = LAST_MS, stack: int = 500) -> Journal:
    table, opening = open_table(preset("tournament"), {1: stack, 2: stack}, stakes=Stakes(10, 20), button=1)
    journal = Journal.create(path, (opening,))
    journal.append(handle(table, (StartAsked(at_ms=at_ms),))[1], wall_ms=0)
    return journal


@pytest.fixture
def path(tmp_path) -> Path:
    return tmp_path / "table.db"


def noted(path: Path, *times_ms: int):
    with made(path) as journal:
        notes = Notes(journal, tell=pytest.fail)
        for at_ms in times_ms:
            notes.note(journal.head, at_ms)
        notes.close()


def began_ms(path: Path) -> int:
    with Journal.open(path) as journal:
        return Notes(journal, tell=pytest.fail).began_ms


def test_the_newest_note_is_where_table_time_goes_on(path):
    """Clauses: T-4."""
    noted(path, 6_000, 7_000, 8_000, NOTED_MS)
    assert began_ms(path) == NOTED_MS
    assert path.with_name("table.db.clock").stat().st_mode & 0o777 == 0o600


def changed(path: Path, change: Callable[[bytearray], object]) -> int:
    file = path.with_name("table.db.clock")
    text = bytearray(file.read_bytes())
    change(text)
    file.write_bytes(text)
    return began_ms(path)


def test_one_flipped_bit_in_the_newest_slot_leaves_the_note_before():
    for bit in range(SLOT_BYTES * 8):
        slot = bytearray(slot_of(Note(7, 2, NOTED_MS, bytes(16))))
        assert note_in(bytes(slot)) == Note(7, 2, NOTED_MS, bytes(16))
        slot[bit // 8] ^= 1 << bit % 8
        assert note_in(bytes(slot)) is None


def test_a_slot_that_the_power_cut_off_leaves_the_note_before(path):
    """Clauses: T-4."""
    noted(path, 8_000, NOTED_MS)                            # the second note is in slot 0
    for length in range(SLOT_BYTES):
        def cut(text, length=length):
            text[length:SLOT_BYTES] = b"\xff" * (SLOT_BYTES - length)

        assert changed(path, cut) == 8_000


@pytest.mark.parametrize("text", [b"", b"\0" * (SLOTS * BLOCK), b"\xff" * (SLOTS * BLOCK), b"{}", os.urandom(100_000)])
def test_a_file_that_is_empty_or_nothing_of_the_kind_is_no_note(path, text):
    noted(path, NOTED_MS)
    path.with_name("table.db.clock").write_bytes(text)
    assert began_ms(path) == LAST_MS


def test_without_a_file_time_goes_on_from_the_last_row(path):
    noted(path, NOTED_MS)
    path.with_name("table.db.clock").unlink()
    assert began_ms(path) == LAST_MS


def test_the_file_of_another_table_is_not_believed(path, tmp_path):
    other = tmp_path / "other.db"
    with made(other, stack=400) as journal:
        notes = Notes(journal, tell=pytest.fail)
        notes.note(journal.head, NOTED_MS)
        notes.close()
    noted(path, 8_000)
    theirs = other.with_name("other.db.clock").read_bytes()
    assert began_ms(other) == NOTED_MS                      # the control: there it is believed
    path.with_name("table.db.clock").write_bytes(theirs)
    assert began_ms(path) == LAST_MS


def test_a_note_of_a_row_that_an_older_journal_does_not_have_is_not_believed(path, tmp_path):
    made(path).close()
    older = path.read_bytes()
    with Journal.open(path) as journal:
        table, _ = open_table(preset("tournament"), {1: 500, 2: 500}, stakes=Stakes(10, 20), button=1)
        journal.append(handle(table, (StartAsked(at_ms=6_000),))[1], wall_ms=0)
        notes = Notes(journal, tell=pytest.fail)
        notes.note(journal.head, NOTED_MS)
        notes.close()
    assert began_ms(path) == NOTED_MS
    path.write_bytes(older)
    assert began_ms(path) == LAST_MS


@pytest.mark.parametrize(("ahead_ms", "is_believed"), [(MOST_AHEAD_MS, True), (MOST_AHEAD_MS + 1, False), (2**63, False)])
def test_a_note_from_the_future_is_not_believed(path, ahead_ms, *, is_believed):
    with made(path) as journal:
        slot = slot_of(Note(3, journal.head.n, LAST_MS + ahead_ms, digest_of(journal.head.hash)))
        path.with_name("table.db.clock").write_bytes(slot)
    assert began_ms(path) == (LAST_MS + ahead_ms if is_believed else LAST_MS)


def test_an_older_slot_and_a_note_before_the_last_row_never_set_time_back(path):
    noted(path, 8_000, NOTED_MS)
    with Journal.open(path) as journal:
        table, _ = open_table(preset("tournament"), {1: 500, 2: 500}, stakes=Stakes(10, 20), button=1)
        journal.append(handle(table, (StartAsked(at_ms=10_000),))[1], wall_ms=0)
    assert began_ms(path) == 10_000


def test_nothing_is_noted_more_than_a_day_after_the_last_row(path):
    noted(path, NOTED_MS, LAST_MS + MOST_AHEAD_MS + 1)
    assert began_ms(path) == NOTED_MS


def test_a_note_that_fails_is_a_warning_until_one_succeeds(path):
    """Clauses: T-4."""
    said = []
    place = path.with_name("table.db.clock")
    with made(path) as journal:
        place.mkdir()
        notes = Notes(journal, said.append)
        for at_ms in (6_000, 7_000):
            notes.note(journal.head, at_ms)
        assert said == [notes.trouble]
        assert notes.trouble.startswith(f"The time of the clocks cannot be noted in {place}: ")
        place.rmdir()
        notes.note(journal.head, 8_000)
        assert notes.trouble == ""
        notes.close()
    assert began_ms(path) == 8_000


def test_a_link_is_not_followed_to_another_file(path, tmp_path):
    other = tmp_path / "other"
    other.write_bytes(b"keep me")
    said = []
    with made(path) as journal:
        path.with_name("table.db.clock").symlink_to(other)
        notes = Notes(journal, said.append)
        notes.note(journal.head, NOTED_MS)
        notes.close()
    assert (len(said), other.read_bytes()) == (1, b"keep me")


def test_a_table_notes_its_time_while_a_clock_runs_and_not_between_hands(tmp_path):
    """Clauses: T-4."""
    clock = tmp_path / "table.db.clock"

    def numbers():
        text = clock.read_bytes() if clock.exists() else b""
        found = [note_in(text[slot * BLOCK:slot * BLOCK + SLOT_BYTES]) for slot in range(SLOTS)]
        return sorted(note.number for note in found if note is not None)

    async def story(stage, people):
        await stage.wait(5_000)
        before = numbers()
        await begin(stage, people)
        await stage.wait(10 * NOTE_EVERY_MS)
        running = numbers()
        await stage.say({"floor": "pause"})
        await stage.wait(5_000)
        return before, running, numbers()

    before, running, paused = on_a_table(story, journal=tmp_path / "table.db")
    assert before == []
    assert running[-1] in (10, 11)
    assert paused == running
