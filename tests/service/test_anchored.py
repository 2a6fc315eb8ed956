"""Nodes that know a later or another head than the journal has: it was cut, or an older copy was
put back.
"""

import re

import pytest

from firmware_io.messages import Anchor
from tablectl.engine.events import StartAsked
from tablectl.engine.play.handling import Row
from tablectl.journal.store import Journal
from tablectl.service.journals.rollback_check import RollbackCheck, rollback_sign
from tablectl.service.troubles import name_device
from tablectl.text import say
from tests.firmware_io.untold import session_without_about
from tests.logged import Logged

from .mirrored import copied
from .staged import begin, folded_out, on_a_table

ROWS_OF_PAGES, PAGE = 500, 4_096
SHOE = name_device(None)


async def troubles(stage):
    await stage.loop.advance(1_000)
    said = await stage.say({"status": True})
    return [one["finding"] for one in said["status"]["troubles"]]


@pytest.mark.parametrize("is_put_back", [False, True], ids=["the same", "an older copy"])
def test_an_older_copy_of_the_journal_is_told_by_every_node(tmp_path, is_put_back):
    journal, older = tmp_path / "table.db", tmp_path / "older.db"

    async def story(stage, people):
        await begin(stage, people)
        stage.kill()
        copied(journal, older)
        await stage.spawn()
        await folded_out(stage, people)
        kept = stage.seats[1].anchor.count
        stage.kill()
        if is_put_back:
            copied(older, journal)
        await stage.spawn()
        told = await troubles(stage)
        assert (stage.view.lock is not None and stage.view.lock.kind) == (
            is_put_back and "rolled_back"
        )
        return kept, told

    kept, told = on_a_table(story, journal=journal)
    said = re.compile(
        rf"(.*) has kept row {kept} of a journal, and {journal} ends at row [0-9]+\. The journal "
        r"was cut or .*\."
    )
    found = [one[1] for sentence in told if (one := said.fullmatch(sentence))]
    assert len(found) == len(told)
    assert sorted(found) == (["Seat 1", "Seat 2", "Seat 3", "The shoe"] if is_put_back else [])


@pytest.mark.parametrize(
    ("seats", "lock"), [((1,), None), ((1, 2), "rolled_back")], ids=["one", "two"]
)
def test_two_nodes_that_were_told_what_the_journal_does_not_have_lock_the_table(
    tmp_path, seats, lock
):
    """They keep no anchor. One alone may be at fault."""
    journal, older = tmp_path / "table.db", tmp_path / "older.db"

    async def story(stage, people):
        await begin(stage, people)
        stage.kill()
        copied(journal, older)
        await stage.spawn()
        await folded_out(stage, people)
        stage.kill()
        copied(older, journal)
        for number in {1, 2, 3} - {*seats}:
            # what it was told is forgotten with its epoch
            stage.seats[number].reset()
        stage.shoe.reset()
        await stage.spawn()
        await stage.loop.advance(1_000)
        return stage.view.lock and stage.view.lock.kind

    assert on_a_table(story, journal=journal, sessions=session_without_about) == lock


def test_one_node_alone_locks_nothing_and_two_that_keep_the_same_row_do_once(tmp_path):
    with Journal.create(tmp_path / "j", (Row(StartAsked(at_ms=0), ()),)) as journal:
        said = Logged()
        anchored, later = RollbackCheck(journal), Anchor(7, bytes(32))
        assert not anchored.check_anchor(1, later)
        assert not anchored.check_anchor(1, later)  # the same node once more
        assert not anchored.check_anchor(2, Anchor(8, bytes(32)))
        assert anchored.check_anchor(2, later)
        assert not anchored.check_anchor(3, later)  # it is known
        assert not anchored.check_anchor(4, Anchor(1, journal.head.hash))
        assert (len(said), len([*anchored.troubles()])) == (5, 3)


def test_a_head_is_compared_with_the_row_of_its_number(tmp_path):
    with Journal.create(tmp_path / "j") as journal:
        for number in range(3):
            journal.append((Row(StartAsked(at_ms=number), ()),), wall_ms=0)
        rows = list(journal.stored())
        signs = [rollback_sign(journal, Anchor(row.n, row.hash), SHOE) for row in rows]
        assert signs == [None] * 3
        assert rollback_sign(journal, Anchor(0, bytes(32)), SHOE) is None
        assert (
            say(rollback_sign(journal, Anchor(2, rows[0].hash), SHOE))
            == f"The shoe has kept another row 2 than {journal.path} has."
        )
        assert (
            say(rollback_sign(journal, Anchor(4, rows[2].hash), SHOE))
            == f"The shoe has kept row 4 of a journal, and {journal.path} ends at row 3."
        )


def test_a_head_whose_row_cannot_be_read_ends_no_play(tmp_path):
    path = tmp_path / "j"
    with Journal.create(path) as journal:
        for number in range(1, ROWS_OF_PAGES):
            head = journal.append((Row(StartAsked(at_ms=number), ()),), wall_ms=0)
    pages = path.read_bytes()
    middle = len(pages) // PAGE // 2 * PAGE
    path.write_bytes(pages[:middle] + bytes(PAGE) + pages[middle + PAGE :])
    with Journal.open(path, read_only=True) as journal:
        rows = range(1, ROWS_OF_PAGES - 1)
        said = {say(rollback_sign(journal, Anchor(n, head.hash), SHOE)) for n in rows}
    assert any(
        f"which cannot be compared: {path} cannot be read after row" in str(one) for one in said
    )
