"""The table time is noted each second while a clock runs, and a note is believed only where it
can be one of this journal's.
"""

import os

import pytest

from tablectl.engine.engine import open_table
from tablectl.engine.events import StartAsked
from tablectl.engine.play.handling import Row
from tablectl.games.catalog import preset
from tablectl.journal.store import Journal
from tablectl.rules.forced import Stakes
from tablectl.service.table_clock import (
    BLOCK,
    MOST_AHEAD_MS,
    NOTE_EVERY_MS,
    SLOT_BYTES,
    SLOTS,
    Note,
    Notes,
    decode_note,
    encode_note,
    row_digest,
)
from tablectl.text import say
from tests.logged import Logged

from .staged import begin, on_a_table

LAST_MS = 5_000  # of the journal's last row
NOTED_MS = 9_000


def append(journal, at_ms):
    journal.append((Row(StartAsked(at_ms=at_ms), ()),), wall_ms=0)


def made(path, stack=500):
    _, opening = open_table(
        preset("tournament"), {1: stack, 2: stack}, stakes=Stakes(10, 20), button=1
    )
    journal = Journal.create(path, (opening,))
    append(journal, LAST_MS)
    return journal


@pytest.fixture
def path(tmp_path):
    return tmp_path / "table.db"


def noted(path, *times_ms, stack=500):
    with made(path, stack) as journal:
        said, notes = Logged(), Notes(journal)
        for at_ms in times_ms:
            notes.write_note(journal.head, at_ms)
        notes.close()
        assert said == []


def began_ms(path):
    with Journal.open(path) as journal:
        return Notes(journal).began_ms


def test_the_newest_note_is_where_table_time_goes_on(path):
    """Clauses: T-4."""
    noted(path, 6_000, 7_000, 8_000, NOTED_MS)
    assert began_ms(path) == NOTED_MS
    assert path.with_name("table.db.clock").stat().st_mode & 0o777 == 0o600


def changed(path, change):
    file = path.with_name("table.db.clock")
    text = bytearray(file.read_bytes())
    change(text)
    file.write_bytes(text)
    return began_ms(path)


def test_one_flipped_bit_in_the_newest_slot_leaves_the_note_before():
    for bit in range(SLOT_BYTES * 8):
        slot = bytearray(encode_note(Note(7, 2, NOTED_MS, bytes(16))))
        assert decode_note(bytes(slot)) == Note(7, 2, NOTED_MS, bytes(16))
        slot[bit // 8] ^= 1 << bit % 8
        assert decode_note(bytes(slot)) is None


def test_a_slot_that_the_power_cut_off_leaves_the_note_before(path):
    """Clauses: T-4."""
    noted(path, 8_000, NOTED_MS)  # the second note is in slot 0
    for length in range(SLOT_BYTES):

        def cut(text, length=length):
            text[length:SLOT_BYTES] = b"\xff" * (SLOT_BYTES - length)

        assert changed(path, cut) == 8_000


@pytest.mark.parametrize(
    "text",
    [None, b"", b"\0" * (SLOTS * BLOCK), b"\xff" * (SLOTS * BLOCK), b"{}", os.urandom(100_000)],
)
def test_where_there_is_no_file_or_nothing_of_the_kind_time_goes_on_from_the_last_row(path, text):
    noted(path, NOTED_MS)
    clock = path.with_name("table.db.clock")
    clock.unlink()
    if text is not None:
        clock.write_bytes(text)
    assert began_ms(path) == LAST_MS


def test_the_file_of_another_table_is_not_believed(path, tmp_path):
    other = tmp_path / "other.db"
    noted(other, NOTED_MS, stack=400)
    noted(path, 8_000)
    theirs = other.with_name("other.db.clock").read_bytes()
    assert began_ms(other) == NOTED_MS  # the control: there it is believed
    path.with_name("table.db.clock").write_bytes(theirs)
    assert began_ms(path) == LAST_MS


def test_a_note_of_a_row_that_an_older_journal_does_not_have_is_not_believed(path, tmp_path):
    made(path).close()
    older = path.read_bytes()
    with Journal.open(path) as journal:
        append(journal, 6_000)
        notes = Notes(journal)
        notes.write_note(journal.head, NOTED_MS)
        notes.close()
    assert began_ms(path) == NOTED_MS
    path.write_bytes(older)
    assert began_ms(path) == LAST_MS


@pytest.mark.parametrize(
    ("ahead_ms", "is_believed"), [(MOST_AHEAD_MS, True), (MOST_AHEAD_MS + 1, False), (2**63, False)]
)
def test_a_note_from_the_future_is_not_believed(path, ahead_ms, *, is_believed):
    with made(path) as journal:
        slot = encode_note(
            Note(3, journal.head.n, LAST_MS + ahead_ms, row_digest(journal.head.hash))
        )
        path.with_name("table.db.clock").write_bytes(slot)
    assert began_ms(path) == (LAST_MS + ahead_ms if is_believed else LAST_MS)


def test_an_older_slot_and_a_note_before_the_last_row_never_set_time_back(path):
    noted(path, 8_000, NOTED_MS)
    with Journal.open(path) as journal:
        append(journal, 10_000)
    assert began_ms(path) == 10_000


def test_nothing_is_noted_more_than_a_day_after_the_last_row(path):
    noted(path, NOTED_MS, LAST_MS + MOST_AHEAD_MS + 1)
    assert began_ms(path) == NOTED_MS


def test_a_note_that_fails_is_a_warning_until_one_succeeds(path):
    """Clauses: T-4."""
    said = Logged()
    place = path.with_name("table.db.clock")
    with made(path) as journal:
        place.mkdir()
        notes = Notes(journal)
        for at_ms in (6_000, 7_000):
            notes.write_note(journal.head, at_ms)
        assert said == [say(trouble.finding) for trouble in notes.troubles()]
        assert said[0].startswith(f"The time of the clocks cannot be noted in {place}: ")
        place.rmdir()
        notes.write_note(journal.head, 8_000)
        assert notes.troubles() == ()
        notes.close()
    assert began_ms(path) == 8_000


def test_a_link_is_not_followed_to_another_file(path, tmp_path):
    other = tmp_path / "other"
    other.write_bytes(b"keep me")
    said = Logged()
    with made(path) as journal:
        path.with_name("table.db.clock").symlink_to(other)
        notes = Notes(journal)
        notes.write_note(journal.head, NOTED_MS)
        notes.close()
    assert (len(said), other.read_bytes()) == (1, b"keep me")


def test_a_table_notes_its_time_while_a_clock_runs_and_not_between_hands(tmp_path):
    """Clauses: T-4."""
    clock = tmp_path / "table.db.clock"

    def numbers():
        text = clock.read_bytes() if clock.exists() else b""
        found = [
            decode_note(text[slot * BLOCK : slot * BLOCK + SLOT_BYTES]) for slot in range(SLOTS)
        ]
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
