"""The rows before the snapshot at which a table was started are checked while it is played;
damage in them locks it.
"""

import asyncio
from contextlib import closing
from itertools import product
from pathlib import Path

import pytest

from tablectl.engine.events import StartAsked
from tablectl.engine.play.handling import Row
from tablectl.journal.record import Edge, Head
from tablectl.journal.replay import recover_since
from tablectl.journal.snapshot import snapshot_bytes
from tablectl.journal.store import Journal
from tablectl.service.journals.old_rows import OldRows, check_rows
from tests.journal.test_snapshots import change
from tests.logged import Logged

from .test_locks import running, stands, started, told as told_to_stop
from .test_starting import TOLD, made, place

__all__ = ["place", "running"]

ROWS, AT_A_TIME = 30, 7
FLIPPED = {
    "at_ms": "at_ms | 1",
    "wall_ms": "wall_ms | 1",
    "node": "3",
    "epoch": "NULL",
    "number": "number | 64",
    "event": "facts",
    "facts": "event",
    "hash": "zeroblob(32)",
}


@pytest.fixture
def journal(place):
    """Some rows, a snapshot, and a row behind it."""
    path = made(place)
    with Journal.open(path) as journal:
        for number in range(1, ROWS):
            journal.append(
                (Row(StartAsked(at_ms=2 * number), ()),), wall_ms=0, edge=Edge(1, 1, number)
            )
        journal.keep(snapshot_bytes(recover_since(journal)[0]), wall_ms=0)
        journal.append((), wall_ms=0, edge=Edge(1, 1, ROWS))
    return path


def snapshot_of(path):
    with Journal.open(path, read_only=True) as journal:
        return recover_since(journal)[1]


def told(path, last):
    """What the check in the background says of them, when it has ended: of damage, and of
    itself.
    """

    async def until_done():
        old_rows = OldRows(asyncio.get_running_loop(), path, last, damage.append)
        while not old_rows.is_done:
            await asyncio.sleep(0.01)

    damage, itself = list[str](), Logged()
    asyncio.run(until_done())
    return damage, itself


def test_rows_that_are_as_they_were_written_are_checked_to_the_snapshot_and_nothing_is_said(
    journal,
):
    snapshot = snapshot_of(journal)
    assert snapshot.n == ROWS + 1
    assert check_rows(journal, snapshot, AT_A_TIME) is None
    assert told(journal, snapshot) == ([], [])


def test_no_hash_stands_among_the_arguments_that_every_user_of_the_machine_sees(journal):
    """Clauses: G-14. A table may have been started again from a snapshot in the middle of a
    hand.
    """
    snapshot = snapshot_of(journal)

    async def arguments():
        with closing(OldRows(asyncio.get_running_loop(), journal, snapshot, print)) as old_rows:
            return Path(f"/proc/{old_rows._process.pid}/cmdline").read_bytes()

    said = asyncio.run(arguments())
    assert str(journal).encode() in said
    assert snapshot.hash.hex()[:8].encode() not in said


def test_a_start_does_not_see_a_changed_old_row_and_the_check_does(journal):
    snapshot, before = snapshot_of(journal), journal.read_bytes()
    for (column, value), n in product(FLIPPED.items(), (2, AT_A_TIME, AT_A_TIME + 1, ROWS - 1)):
        change(journal, f"UPDATE journal SET {column} = {value} WHERE n = {n}")
        assert snapshot_of(journal) == snapshot
        assert (
            check_rows(journal, snapshot, AT_A_TIME)
            == f"{journal} is damaged: row {n} is not as it was written."
        )
        journal.write_bytes(before)


def test_old_rows_that_are_missing_and_a_snapshot_of_others_are_told(journal):
    snapshot = snapshot_of(journal)
    assert check_rows(journal, Head(snapshot.n, bytes(32), 0)) == (
        f"{journal} is damaged: row {snapshot.n} is not the one at which the table was started."
    )
    change(journal, "DELETE FROM journal WHERE n = 5")
    assert (
        check_rows(journal, snapshot, AT_A_TIME)
        == f"{journal} is damaged: row 5 is not as it was written."
    )
    change(journal, "DELETE FROM journal WHERE n > 20")
    assert check_rows(journal, Head(20, bytes(32), 0)) is not None


def test_a_table_whose_old_rows_were_changed_is_locked_while_it_is_played(journal, place, running):
    change(journal, "UPDATE journal SET wall_ms = 1 WHERE n = 9")
    assert started(place, running)["hand"] == 0  # the table was there
    table = running[-1]
    assert table.stderr is not None
    for line in table.stderr:
        if line == "table.db is damaged: row 9 is not as it was written.\n":
            break
    assert stands(place)["lock"]["kind"] == "damaged"
    assert told_to_stop(place, running) == TOLD


def test_a_check_that_breaks_off_is_told_and_is_no_damage(journal):
    gone = journal.with_name("gone")
    assert told(gone, snapshot_of(journal)) == (
        [],
        [f"The old rows of {gone} are unchecked: that broke off, with exit 2."],
    )
