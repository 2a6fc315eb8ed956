"""The running table keeps a snapshot now and then, between hands, and starts again at the newest
one.
"""

import pytest

from tablectl.journal.replay import recover_since
from tablectl.journal.store import Journal
from tablectl.journal.verify import verify
from tablectl.service.journals import snapshots

from .staged import begin, on_a_table, rows_of

HANDS = 3


@pytest.fixture
def journal(tmp_path):
    return tmp_path / "table.db"


def three_hands(journal):
    """Each is folded out, with the service killed and started again behind the first and in the
    last.
    """

    async def story(stage, people):
        for hand in range(1, HANDS + 1):
            await begin(stage, people)
            if hand == HANDS:
                await stage.restart()
            while stage.view.hand == hand and stage.view.to_act is not None:
                await people.act(stage.view.to_act, "fold")
                await people.settle()
            if hand == 1:
                await stage.restart()

    on_a_table(story, journal=journal)


def snapshots_of(journal):
    return [record.n for record in rows_of(journal) if record.is_snapshot]


def comes_to_the_same(journal):
    with Journal.open(journal, read_only=True) as kept:
        at_snapshot, since = recover_since(kept)
        from_row_1, _ = recover_since(kept, from_row_1=True)
    assert since.n == snapshots_of(journal)[-1]
    assert at_snapshot == from_row_1
    assert at_snapshot.table.hands == HANDS
    assert verify(journal, rerun=True).is_sound


def test_a_snapshot_is_kept_between_hands_once_enough_rows_have_come(journal, monkeypatch):
    monkeypatch.setattr(snapshots, "SNAPSHOT_ROWS", 20)
    three_hands(journal)
    ends = [
        record.n
        for record in rows_of(journal)
        if any(type(fact).__name__ == "HandEnded" for fact in record.facts)
    ]
    assert [n for n in snapshots_of(journal) if n - 1 not in ends] == []
    assert len(snapshots_of(journal)) == HANDS
    comes_to_the_same(journal)


def test_in_a_hand_that_does_not_end_a_snapshot_is_kept_all_the_same(journal, monkeypatch):
    monkeypatch.setattr(snapshots, "SNAPSHOT_ROWS", 5)
    monkeypatch.setattr(snapshots, "MOST_ROWS", 5)
    three_hands(journal)
    gaps = {
        later - earlier
        for earlier, later in zip(snapshots_of(journal), snapshots_of(journal)[1:], strict=False)
    }
    assert gaps
    assert max(gaps) <= 5 + 4  # the rows of the reading with which it was due
    comes_to_the_same(journal)
