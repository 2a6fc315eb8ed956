"""A WAL left by a killed writer: an unfinished end is no damage; damage before the end is never
dropped in silence.
"""

import shutil
from random import Random

import pytest

from tablectl.engine.events import KeyPressed
from tablectl.engine.facts import Checked, PlayerSat
from tablectl.engine.play.handling import Row
from tablectl.journal import store
from tablectl.journal.record import BadJournal, Edge
from tablectl.journal.store import Journal
from tablectl.journal.verify import verify
from tablectl.journal.wal import FRAME, HEADER, PAGE_BYTES, SECTOR, commits_behind_damage

from .waiting import wait_for_checkpoints

READINGS = 30
FRAME_BYTES = FRAME.size + PAGE_BYTES
FRAMES_OF_A_READING = 2  # the page of the count, and that of the last rows
IN_TWO_SECTORS = 41  # the first frame whose header lies in two


def append(journal, readings):
    for number in range(readings):
        row = Row(KeyPressed(at_ms=0, seat=1, key="check"), (Checked(seat=1),))
        journal.append((row,), wall_ms=0, edge=Edge(1, 1, number))


@pytest.fixture
def left(tmp_path):
    """A journal as a killed writer leaves it, 30 readings in its WAL, after the change to the
    WAL.
    """
    with Journal.create(tmp_path / "live") as journal:
        append(journal, READINGS)
        database, wal = journal.path.read_bytes(), (tmp_path / "live-wal").read_bytes()

    def leave(change):
        shutil.rmtree(tmp_path / "left", ignore_errors=True)
        (tmp_path / "left").mkdir()
        changed = bytearray(wal)
        change(changed)
        (tmp_path / "left" / "j").write_bytes(database)
        (tmp_path / "left" / "j-wal").write_bytes(changed)
        return tmp_path / "left" / "j"

    return leave


def test_an_untouched_wal_gives_every_reading(left):
    path = left(lambda wal: None)
    assert commits_behind_damage(path) == 0
    assert verify(path).rows == READINGS


def test_a_wal_cut_anywhere_is_unfinished_and_not_damaged(left):
    chance = Random(1)
    for _ in range(15):

        def cut(wal):
            del wal[chance.randrange(len(wal)) :]

        path = left(cut)
        assert commits_behind_damage(path) == 0
        with Journal.open(path) as journal:
            append(journal, 1)
            assert commits_behind_damage(path) == 0


def test_a_torn_last_commit_is_unfinished(left):
    """Any of its frames may have reached the disk, the last one too."""

    def tear(wal):
        wal[-FRAME_BYTES - 7] ^= 1

    path = left(tear)
    assert commits_behind_damage(path) == 0
    assert verify(path).rows == READINGS - 1


@pytest.mark.slow
def test_a_flipped_bit_before_the_last_commits_is_damage(left):
    """Header or frame: SQLite alone would go on with fewer readings and say nothing."""
    chance = Random(2)
    silent = 0
    for trial in range(60):

        def flip(wal, in_header=trial % 10 == 0):
            at = (
                chance.randrange(HEADER.size)
                if in_header
                else chance.randrange(HEADER.size, len(wal) // 2)
            )
            wal[at] ^= 1 << chance.randrange(8)

        path = left(flip)
        with pytest.raises(
            BadJournal, match=r"opening it would drop \d+ commits that were acknowledged"
        ):
            Journal.open(path)
        report = verify(path)
        assert any("stand behind damage in the WAL" in fault.what for fault in report.faults)
        silent += report.rows < READINGS
    assert silent == 60  # the control: SQLite alone has dropped these rows


@pytest.mark.parametrize("of_the_header", [slice(4, 8), slice(8, 16)], ids=["mark", "salts"])
def test_a_commit_whose_end_is_not_known_for_one_is_told_from_the_newest(left, of_the_header):
    """Damage in the newest commit but one, in the header of its last frame: the two are not
    taken for a single unfinished one.
    """

    def damage(wal):
        last = len(wal) - (FRAMES_OF_A_READING + 1) * FRAME_BYTES
        header = wal[last : last + FRAME.size]
        header[of_the_header] = bytes(len(header[of_the_header]))
        wal[last : last + FRAME.size] = header

    with pytest.raises(BadJournal, match="would drop 2 commits"):
        Journal.open(left(damage))


def test_a_header_of_which_half_is_an_older_one_s_is_unfinished(tmp_path, monkeypatch):
    """A header that lies in two sectors, of a commit that the power cut: the first half says
    what the WAL held there before.
    """
    monkeypatch.setattr(store, "CHECKPOINT_READINGS", IN_TWO_SECTORS)
    wait_for_checkpoints(monkeypatch)
    start = HEADER.size + IN_TWO_SECTORS * FRAME_BYTES
    with Journal.create(tmp_path / "j") as journal:
        # two frames each: beyond that header, and the WAL begins anew
        append(journal, IN_TWO_SECTORS)
        older = (tmp_path / "j-wal").read_bytes()
        append(journal, IN_TWO_SECTORS // FRAMES_OF_A_READING)
        facts = (PlayerSat(seat=1, stack=1, name="x" * 10 * PAGE_BYTES),)
        journal.append((Row(KeyPressed(at_ms=0, seat=1, key="check"), facts),), wall_ms=0)
        torn = bytearray((tmp_path / "j-wal").read_bytes())
        in_the_first = SECTOR - start % SECTOR
        # page and mark, without the salts
        assert 8 <= in_the_first < FRAME.size
        torn[start - PAGE_BYTES : start + in_the_first] = older[
            start - PAGE_BYTES : start + in_the_first
        ]
        database = (tmp_path / "j").read_bytes()
    (tmp_path / "torn").write_bytes(database)
    (tmp_path / "torn-wal").write_bytes(torn)
    assert commits_behind_damage(tmp_path / "torn") == 0
    with Journal.open(tmp_path / "torn") as journal:
        assert journal.head.n == IN_TWO_SECTORS + IN_TWO_SECTORS // FRAMES_OF_A_READING


def test_what_an_older_wal_left_behind_is_no_damage(tmp_path, monkeypatch):
    wait_for_checkpoints(monkeypatch)
    with Journal.create(tmp_path / "j") as journal:
        # a checkpoint comes, and the WAL begins again over its old frames
        append(journal, store.CHECKPOINT_READINGS)
        append(journal, 5)
        assert (tmp_path / "j-wal").stat().st_size > store.CHECKPOINT_READINGS * FRAME_BYTES
        assert commits_behind_damage(tmp_path / "j") == 0
        assert verify(tmp_path / "j").is_sound
