"""Readings that a device has forgotten and the journal does not hold: the table halts, says what
they may have been, and asks.
"""

from pathlib import Path

from tablectl.engine import events
from tablectl.journal.verify import verify
from tablectl.journal.wal import FRAME, HEADER, PAGE_BYTES

from .mirrored import copied
from .staged import STACK, begin, events_of, on_a_table


async def killed_and_put_back(stage, journal):
    """As by an old disk image."""
    stage.kill()
    copied(journal.with_name("older"), journal)
    await stage.spawn()


def test_a_key_that_the_journal_has_lost_halts_the_table_and_confirmed_play_goes_on_without_it(
    tmp_path,
):
    """Clauses: F-5."""
    journal = tmp_path / "table.db"

    async def story(stage, people):
        await begin(stage, people)
        copied(journal, journal.with_name("older"))
        stage.seats[1].press("fold")
        await stage.rest()
        await killed_and_put_back(stage, journal)
        halted = stage.view
        assert (await stage.say({"floor": "resume"}))["ok"] is False
        assert (await stage.say({"floor": "confirm"}))["ok"]
        confirmed = stage.view
        return halted, confirmed, await people.act(1, "call")

    halted, confirmed, refusal = on_a_table(story, journal=journal)
    assert (halted.irregularity.kind, halted.irregularity.clause, halted.irregularity.seat) == (
        "edges_missing",
        "F-5",
        1,
    )
    assert (
        halted.irregularity.what
        == "A reading of Seat 1 never came: a key may have been pressed, or chips moved."
    )
    assert halted.irregularity.remedy == (
        "Seat 1: put your chips as they were, 0 in front. Then the floor confirms. Else the floor "
        "rules the hand void."
    )
    assert (confirmed.to_act, confirmed.irregularity, refusal) == (1, None, None)
    assert verify(journal, rerun=True).is_sound


def test_chips_that_moved_unheard_are_put_right_before_play_goes_on(tmp_path):
    """Clauses: F-5."""
    journal = tmp_path / "table.db"

    async def story(stage, people):
        await begin(stage, people)
        copied(journal, journal.with_name("older"))
        stage.seats[3].put_amount(100)
        await stage.rest()
        await killed_and_put_back(stage, journal)
        told = [
            stage.view.irregularity and (stage.view.irregularity.kind, stage.view.irregularity.seat)
        ]
        told.append((await stage.say({"floor": "confirm"}))["text"])
        stage.seats[3].take_amount(100)
        await stage.rest()
        told.append((await stage.say({"floor": "confirm"}))["ok"])
        return [*told, stage.view.to_act]

    told = on_a_table(story, journal=journal)
    assert told == [("edges_missing", 3), "Seat 3: take 100 back first.", True, 1]


def test_a_card_that_the_journal_has_lost_halts_the_table_and_the_floor_voids_the_hand(tmp_path):
    """Clauses: G-2, G-4."""
    journal = tmp_path / "table.db"

    async def story(stage, people):
        await begin(stage, people)
        copied(journal, journal.with_name("older"))
        stage.shoe.pull()
        await stage.rest()
        await killed_and_put_back(stage, journal)
        halted = stage.view
        await stage.restart()
        assert stage.view.irregularity == halted.irregularity
        assert (await stage.say({"floor": "void", "why": "a card is missing"}))["ok"]
        return halted, stage.view

    halted, after = on_a_table(story, journal=journal)
    assert (halted.irregularity.kind, halted.irregularity.seat) == ("edges_missing", None)
    assert halted.irregularity.what == (
        "A reading of the shoe never came: a card may have left it that the table does not know."
    )
    assert after.phase == "idle"
    assert [seat.stack for seat in after.seats.values()] == [STACK] * 3


def test_a_tail_of_the_wal_that_is_damaged_is_told_by_the_nodes_next_numbers(tmp_path):
    """The newest commit alone cannot be told from one that was never finished: `verify` finds
    nothing, and the node does.
    """
    journal = tmp_path / "table.db"

    async def story(stage, people):
        await begin(stage, people)
        stage.seats[1].press("fold")
        await stage.rest()
        stage.kill()
        damage_newest_commit(Path(f"{journal}-wal"))
        assert verify(journal).is_sound
        await stage.spawn()
        return stage.view

    halted = on_a_table(story, journal=journal)
    assert (halted.irregularity.kind, halted.irregularity.seat) == ("edges_missing", 1)
    missing = events_of(journal, events.EdgesMissing)
    assert [(event.source.seat, event.count) for event in missing] == [(1, 1)]


def damage_newest_commit(wal):
    data = bytearray(wal.read_bytes())
    frame = FRAME.size + PAGE_BYTES
    data[HEADER.size + (len(data) - HEADER.size) // frame * frame - 9] ^= 1
    wal.write_bytes(data)
