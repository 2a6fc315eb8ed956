"""The mirror: the same rows in a second file, on another device. Each is written when the journal
has it, before it is confirmed.

So of two files that are as they were written the journal is never behind: it has the mirror's rows,
and perhaps one reading more, which was not confirmed. A journal that is behind was cut, or an
older copy was put back. One that has another row under the same number has another story, and which
of the two is true no program can tell.
"""

from itertools import islice

from tablectl.journal.record import BadJournal
from tablectl.journal.store import Journal

# rows of a transaction, when one file is brought up to the other
AT_A_TIME = 1_000


class TwoTruths(BadJournal):
    """Journal and mirror are each as they were written, and tell different hands."""


def check_same_story(journal: Journal, mirror: Journal) -> None:
    """Raises BadJournal where the two are of different tables, TwoTruths where they differ at a
    row, DamagedJournal.
    """
    first, last = common_rows(journal, mirror)
    if last < first:
        raise TwoTruths(
            f"{journal.path} has the rows {_row_span(journal)}, and {mirror.path} the rows "
            f"{_row_span(mirror)}: no row is in both."
        )
    if journal.hash_of(last) == mirror.hash_of(last):
        return
    differ = first_that_differs(journal, mirror, first, last)
    if differ == 1:
        raise BadJournal(
            f"{mirror.path} is the journal of another table than {journal.path}, and no mirror of "
            "it."
        )
    raise TwoTruths(
        f"{journal.path} and {mirror.path} tell different hands from row {differ:,} on; each is as "
        "it was written."
    )


def common_rows(journal: Journal, mirror: Journal) -> tuple[int, int]:
    """The first and the last row whose hash both know; the first may be one behind which both
    begin.
    """
    return max(journal.behind.n, mirror.behind.n), min(journal.head.n, mirror.head.n)


def first_that_differs(journal: Journal, mirror: Journal, first: int, last: int) -> int:
    """The least of these rows that does, where the last does: behind it all do, for each hash is
    over the one before.
    """
    while first < last:
        middle = (first + last) // 2
        if journal.hash_of(middle) == mirror.hash_of(middle):
            first = middle + 1
        else:
            last = middle
    return first


def bring_up(behind: Journal, to: Journal) -> None:
    """Writes the rows that it lacks of the other. Raises JournalFailed, and DamagedJournal of
    the other.
    """
    rows = to.stored(behind.head.n)
    while some := list(islice(rows, AT_A_TIME)):
        last = behind.head
        for row in some:
            last = to.must_follow(last, row)
        behind.write(some)


def _row_span(journal: Journal) -> str:
    return f"{journal.behind.n + 1:,} to {journal.head.n:,}"
