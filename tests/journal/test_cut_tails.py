"""What the journal's own files cannot tell: a cut tail, damage in the newest commit, an older copy.
And who can.

A commit that a power cut left unfinished looks as an acknowledged one does whose frames were
damaged or cut off afterwards. The journal then ends at an earlier reading, its chain is good, and a
start says nothing. Whoever keeps a head elsewhere finds it: the anchor that the nodes keep, a
printed hash.
"""

import pytest

from tablectl.journal.record import BadJournal
from tablectl.journal.replay import recover
from tablectl.journal.store import Journal
from tablectl.journal.verify import verify
from tablectl.journal.wal import FRAME, HEADER

from .evenings import an_evening
from .flips import FRAME_BYTES, closed, is_sentence, killed, laid_out
from .tampering import why_not

SEED = 5


@pytest.fixture
def evening(played):
    return an_evening(played, 1, SEED)


def head_of(files, path):
    """What is kept elsewhere of files that are as they were written."""
    laid_out(files, path)
    with Journal.open(path, read_only=True) as journal:
        return journal.head


def readings_missing(evening, left, files, path):
    """How many are missing at a start from these files, which says nothing."""
    laid_out(files, path)
    with Journal.open(path) as journal:
        done = evening.done(journal.head.n)
        assert done is not None
        assert recover(journal) == evening.states[done].recovered
    return left.done - done


def holds(evening, left, files, path):
    """Readings are missing, `verify` calls the journal sound, and the head that was kept tells.
    Returns how many.
    """
    kept = head_of(left.files, path)
    missing = readings_missing(evening, left, files, path)
    assert verify(path).is_sound
    assert (why_not(path, kept) or "").startswith(f"The shoe has kept row {kept.n:,} of a journal")
    return missing


def test_damage_in_the_newest_commit_of_the_wal_takes_one_reading_and_the_anchor_tells(
    evening, tmp_path
):
    left = killed(tmp_path / "left", evening)
    wal = bytearray(left.files["-wal"])
    wal[-FRAME_BYTES + FRAME.size] ^= 1
    assert holds(evening, left, {**left.files, "-wal": bytes(wal)}, tmp_path / "cut" / "j") == 1


@pytest.mark.slow
def test_a_wal_that_is_cut_takes_whole_readings_and_the_anchor_tells(evening, tmp_path):
    left = killed(tmp_path / "left", evening)
    wal, missing = left.files["-wal"], set()
    for size in range(HEADER.size, len(wal), FRAME_BYTES):
        missing.add(
            holds(evening, left, {**left.files, "-wal": wal[:size]}, tmp_path / "cut" / "j")
        )
    # no WAL at all
    missing.add(holds(evening, left, {"": left.files[""]}, tmp_path / "cut" / "j"))
    print(f"A WAL cut at each frame: {sorted(missing)} readings missing")
    assert min(missing) == 1


def test_an_older_copy_of_the_file_is_a_good_journal_and_the_anchor_tells(evening, tmp_path):
    newer = closed(tmp_path / "left", evening)
    # before the readings that are in its WAL
    older = killed(tmp_path / "left", evening).files[""]
    assert holds(evening, newer, {"": older}, tmp_path / "cut" / "j") > 1


def test_a_database_that_is_cut_says_so_itself(evening, tmp_path):
    """Its header names its pages, and a page of its own counts the rows."""
    left = closed(tmp_path / "left", evening)
    image = left.files[""]
    for size in range(4_096, len(image), 512):
        laid_out({"": image[:size]}, tmp_path / "cut" / "j")
        with pytest.raises(BadJournal) as refused, Journal.open(tmp_path / "cut" / "j") as journal:
            recover(journal)
        assert is_sentence(refused.value)
