"""A table that is played for trying it, `tablectl run --test`: its journal lies beside the real
one, which is held meanwhile.

Row 1 of a journal says whether it is of a test, so neither is taken for the other. The real one is
locked against every other program, and not opened for writing: the hand in it goes on exactly as it
stood.
"""

from collections.abc import Mapping
from pathlib import Path

from msgspec.structs import replace

from firmware_io.lives import OnDisk
from tablectl.journal.record import BadJournal, JournalFailed
from tablectl.journal.replay import recover
from tablectl.journal.store import Journal
from tablectl.service.config.values import Config, JournalConfig

TEST_SUFFIX = ".test"  # the end of its journal's name
Numbers = dict[int, OnDisk]  # by node


def with_test_journal(config: Config) -> Config:
    """The same table with the journal of its test, which needs no mirror."""
    return replace(config, journal=JournalConfig(config.journal.path + TEST_SUFFIX))


def is_test_journal(journal: Journal) -> bool:
    """By row 1, or where a file goes on from an archived one by what its first row keeps."""
    first = next(journal.rows(journal.behind.n), None)
    opening = first.facts[0] if first is not None and first.facts else recover(journal).configured
    return bool(getattr(opening, "is_test", False))


def require_kind(journal: Journal, *, is_test: bool) -> None:
    """Raises BadJournal where a test would be played in a real journal, or the other way round.

    Nothing is played in one whose first row cannot be read either: recovery says so, and locks the
    table.
    """
    try:
        is_other = is_test_journal(journal) != is_test
    except BadJournal:
        return
    if is_other:
        raise BadJournal(
            f"{journal.path} is the journal of a table that counts: no test is played in it."
            if is_test
            else (
                f"{journal.path} is the journal of a test: a table that counts is not played in "
                "it. Start it with --test."
            )
        )


def taken_numbers(
    journal: Journal, last: Mapping[int, tuple[int, int]], *, is_test: bool
) -> Numbers:
    """By node, up to which number its edges have been taken, by the table or by its test: one that
    either has is taken by none.

    Else the table would miss, after a test, what the nodes sent the test and have forgotten.
    """
    own, name = journal_numbers(journal, last), str(journal.path)
    other = Path(name.removesuffix(TEST_SUFFIX) if is_test else name + TEST_SUFFIX)
    if not other.exists() or (is_test and not name.endswith(TEST_SUFFIX)):
        return own
    try:
        with Journal.open(other, read_only=True) as beside:
            theirs, is_newer = (
                journal_numbers(beside, recover(beside).last_numbers),
                _last_ms(beside) > _last_ms(journal),
            )
    except (BadJournal, JournalFailed):
        return own  # it is looked at when it is played in
    newer, older = (theirs, own) if is_newer else (own, theirs)
    return {
        **older,
        **{node: _later_number(older.get(node), number) for node, number in newer.items()},
    }


def journal_numbers(journal: Journal, last: Mapping[int, tuple[int, int]]) -> Numbers:
    """The last edge of each node that stands there, with its content where that stands there."""
    contents = journal.said()
    return {
        node: (*numbers, contents[node][1])
        if node in contents and contents[node][0] == numbers[1]
        else numbers
        for node, numbers in last.items()
    }


def _later_number(older: OnDisk | None, newer: OnDisk) -> OnDisk:
    """In one life of a node, an epoch, the higher number; else that of its later life."""
    return max(older, newer) if older is not None and older[0] == newer[0] else newer


def _last_ms(journal: Journal) -> int:
    """The wall's clock at its last row."""
    return next(journal.rows(journal.head.n - 1)).wall_ms
