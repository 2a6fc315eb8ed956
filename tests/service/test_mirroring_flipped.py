"""One flipped bit in the journal or in its mirror: the start makes it good, with both files, and
both take the next readings.

Half of the bits are anywhere, half at the head of a page, which only a write may come by.
"""

from collections import Counter
from random import Random

import pytest

from tablectl.journal.record import BadJournal, JournalFailed
from tablectl.journal.store import Journal
from tablectl.journal.wal import PAGE_BYTES
from tablectl.text import say

from .mirrored import READINGS, Files, copied, read

SEED, FLIPS, CONTROL_FLIPS = 20_261_124, 400, 200
# bytes: its header, and the file's on the first page, with pointers to some of its rows
PAGE_HEAD = 120
GOOD = "both are good"

pytestmark = pytest.mark.slow


class Start:
    """Two files as a table left them; one has a bit flipped at each start. `is_behind`: the
    mirror lacks two readings.
    """

    def __init__(self, folder, which, *, is_behind):
        self._files = Files(folder)
        self._of = getattr(self._files, which)
        self._left = {
            path: folder / f"left-{path.parent.name}"
            for path in (self._files.journal, self._files.mirror)
        }
        self._files.written()
        copied(self._files.mirror, self._left[self._files.mirror])
        if is_behind:
            with self._files.open() as journal:
                for number in (1, 2):
                    read(journal, READINGS + number)
        copied(self._files.journal, self._left[self._files.journal])

    def flipped(self, flips, chance):
        """What came of so many starts."""
        return Counter(self._outcome(chance) for _ in range(flips))

    def _outcome(self, chance):
        for path, left in self._left.items():
            for old in path.parent.iterdir():
                old.unlink()
            copied(left, path)
        content = bytearray(self._of.read_bytes())
        in_head = chance.randrange(0, len(content), PAGE_BYTES) + chance.randrange(PAGE_HEAD)
        content[chance.choice([in_head, chance.randrange(len(content))])] ^= 1 << chance.randrange(
            8
        )
        self._of.write_bytes(content)
        return self._played_on()

    def _played_on(self):
        try:
            with self._files.open() as journal:
                if journal.mirror is None or journal.mirror.head != journal.head:
                    return journal.mirror_trouble and say(journal.mirror_trouble)
                for number in (3, 4):
                    read(journal, READINGS + number)
                return GOOD
        except (BadJournal, JournalFailed) as ended:
            return f"{type(ended).__name__}: {ended}"


@pytest.mark.parametrize("is_behind", [True, False], ids=["mirror behind", "mirror level"])
@pytest.mark.parametrize("which", ["journal", "mirror"])
def test_a_flipped_bit_in_one_of_the_two_keeps_no_table_from_its_mirror(tmp_path, which, is_behind):
    found = Start(tmp_path, which, is_behind=is_behind).flipped(FLIPS, Random(SEED))
    assert found == {GOOD: FLIPS}


def test_control_a_start_that_writes_nothing_does_not_find_what_a_write_comes_by(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(Journal, "_must_take_rows", lambda journal: None)
    found = Start(tmp_path, "journal", is_behind=False).flipped(CONTROL_FLIPS, Random(SEED))
    assert (
        sum(count for what, count in found.items() if what.endswith("start again to recover.")) > 0
    )
