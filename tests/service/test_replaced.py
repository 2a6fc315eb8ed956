"""Nodes that start with an epoch that was there before, and what an operator says of a node: it
is another.
"""

from pathlib import Path

import msgspec
import pytest

from firmware_io.devices import NodeDevice
from firmware_io.host_session import HostSession
from tablectl.engine.engine import open_table
from tablectl.engine.events import KeyPressed, NodeBeganAgain, NodeReplaced
from tablectl.engine.source import seat_source
from tablectl.games.catalog import preset
from tablectl.journal.store import Journal
from tablectl.journal.verify import verify
from tablectl.rules.forced import Stakes
from tablectl.service.books.operators import change_operators
from tablectl.service.devices.replacing import NodeReplacement, NotReplaced
from tests.tiers import tiered

from .staged import begin, events_of, on_a_table, rows_of

ANN, PIN, WHY = "Ann", "271828", "its flash was lost"


async def said(stage, line):
    """The answer to a line at a table that need not come to rest: a node that is refused goes on
    telling.
    """
    stage.control.answers.clear()
    stage.control.write(msgspec.json.encode(line) + b"\n")
    await stage.loop.advance(300)
    return stage.control.answers[-1]


async def replaced(stage, **line):
    change_operators(
        Path(stage.config.control.operators), lambda known: known.with_operator(ANN, PIN)
    )
    return await said(
        stage, {"replaces": "seat", "seat": 2, "operator": ANN, "pin": PIN, "why": WHY, **line}
    )


async def troubles(stage):
    return (await said(stage, {"status": True}))["status"]["troubles"]


def keys_of(journal, seat):
    """That it is in or out, for the next hand: nobody else presses these."""
    keys = [
        row.event.key
        for row in rows_of(journal)
        if isinstance(row.event, KeyPressed) and row.event.seat == seat
    ]
    return [key for key in keys if key.startswith("sit")]


async def presses(stage, *keys):
    for key in keys:
        stage.seats[2].press(key)
    await stage.loop.advance(3_000)


async def starts_in_the_middle(stage):
    """Its epoch is that of its last start, and its numbers begin at 3: nobody can know what it
    has told.
    """
    stage.seats[2].reset(epoch=stage.seats[2].session.epoch)
    stage.seats[2].session.last_number = 2
    await presses(stage, "sit_out")


@pytest.mark.parametrize("restarts", [False, True])
def test_a_node_whose_epoch_is_the_same_after_each_start_loses_no_key(tmp_path, restarts):
    journal = tmp_path / "table.db"

    async def story(stage, people):
        await begin(stage, people)
        for _ in range(3):
            await presses(stage, "sit_out", "sit_in")
            stage.seats[2].reset(epoch=stage.seats[2].session.epoch)
            await presses(stage, "sit_out", "sit_in")
            if restarts:
                await stage.restart()
        return stage.seats[2].session.stored_edges

    assert on_a_table(story, journal=journal) == 0
    assert keys_of(journal, 2) == ["sit_out", "sit_in"] * 6
    assert [
        (row.event.node, row.event.is_refused)
        for row in rows_of(journal)
        if isinstance(row.event, NodeBeganAgain)
    ] == [(2, False)] * 3
    assert verify(journal, rerun=True).is_sound


@pytest.mark.parametrize(
    "is_kept", [True, False], ids=["told apart", "control: by their numbers alone"]
)
def test_keys_that_were_pressed_while_the_table_was_off_are_no_repeats(
    is_kept, tmp_path, monkeypatch
):
    """Its epoch is that of its last start, and it has told more edges since than the table had
    taken before.
    """
    journal = tmp_path / "table.db"
    if not is_kept:
        monkeypatch.setattr(Journal, "said", lambda journal: {})

    async def story(stage, people):
        await begin(stage, people)
        stage.seats[2].reset(epoch=stage.seats[2].session.epoch)
        await presses(stage, "sit_out", "sit_in")
        stage.seats[2].unplug()
        stage.seats[2].reset(epoch=stage.seats[2].session.epoch)
        await presses(stage, *["sit_out", "sit_in"] * 5)
        await stage.restart()
        stage.seats[2].replug()
        await stage.loop.advance(3_000)
        return stage.seats[2].session.stored_edges

    assert on_a_table(story, journal=journal) == 0
    assert len(keys_of(journal, 2)) == 12 if is_kept else len(keys_of(journal, 2)) < 12
    assert verify(journal, rerun=True).is_sound


@pytest.mark.parametrize("restarts", tiered([False, True], [False]))
def test_a_node_that_contradicts_the_journal_is_let_in_by_an_operator(tmp_path, restarts):
    journal = tmp_path / "table.db"

    async def story(stage, people):
        await begin(stage, people)
        await presses(stage, "sit_out", "sit_in")
        await starts_in_the_middle(stage)
        if restarts:
            stage.seats[2].unplug()
            await stage.restart()
            stage.seats[2].replug()
            await stage.loop.advance(3_000)
        # nothing of it is acknowledged
        assert stage.seats[2].session.stored_edges > 0
        (trouble,) = await troubles(stage)
        assert trouble["remedy"].endswith(
            "an operator says so: tablectl pair --replace --seat 2 --config table.toml"
        )
        assert (await replaced(stage, pin="314159"))["code"] == "wrong_pin"
        assert (await replaced(stage))["did"] == (
            "Whichever node answers for seat 2 next is taken in. By the ledger 10 lie in front of "
            "seat 2: put them where its new "
            "node senses them. What cannot be settled so the floor settles: tablectl rule void "
            '--why "..".'
        )
        await stage.loop.advance(3_000)
        assert (stage.seats[2].session.stored_edges, await troubles(stage)) == (0, [])
        assert (await replaced(stage))["text"] == (
            "The node of seat 2 answers: it is not replaced in the middle of a hand. Pull its plug "
            "first."
        )
        await stage.restart()
        await presses(stage, "sit_in")

    on_a_table(story, journal=journal)
    assert keys_of(journal, 2) == ["sit_out", "sit_in", "sit_out", "sit_in"]
    (row,) = events_of(journal, NodeReplaced)
    assert (row.node, row.who, row.why, row.is_forgotten) == (2, ANN, WHY, True)
    assert verify(journal, rerun=True).is_sound


def test_a_node_that_is_gone_is_replaced_once_and_its_numbers_go_on_if_it_comes_back_after_all(
    tmp_path,
):
    journal = tmp_path / "table.db"

    async def story(stage, people):
        await begin(stage, people)
        stage.seats[2].unplug()
        await presses(stage, "sit_out")
        assert (await replaced(stage))["ok"]
        assert (await replaced(stage))[
            "text"
        ] == "Seat 2 waits for its new node already: put its plug in."
        stage.seats[2].replug()
        await presses(stage, "sit_in")

    on_a_table(story, journal=journal)
    assert keys_of(journal, 2) == ["sit_out", "sit_in"]


def test_what_the_new_node_cannot_know_of_a_wager_that_was_begun_the_panel_says_who_settles(
    tmp_path,
):
    async def story(stage, people):
        await begin(stage, people)
        await people.act(1, "call")
        await people.settle()
        stage.seats[2].press("raise", 60)
        await stage.wait(500)
        stage.seats[2].unplug()
        await stage.wait(3_000)
        assert (await replaced(stage))["ok"]
        await stage.wait(500)
        assert [way.command for way in stage.view.lost.alternatives] == [
            "",
            'tablectl rule dead --seat 2 --why "…"',
            'tablectl rule void --why "…"',
        ]
        assert (await said(stage, {"floor": "dead", "seat": 2, "why": WHY}))["ok"]
        await stage.wait(500)
        assert (stage.view.to_act, stage.view.lost) == (3, None)

    on_a_table(story)


NOT_REPLACED = [
    ({"why": " "}, 'Why is the node replaced? "why" says it, for the record.'),
    ({"pin": None}, 'A line with "replaces" needs "pin".'),
    (
        {"replaces": "lamp"},
        '"replaces" is "shoe", or "seat" with the number of the seat as "seat".',
    ),
    (
        {"replaces": "shoe"},
        '"replaces" is "shoe", or "seat" with the number of the seat as "seat".',
    ),
    ({"seat": 9}, "Seat 9 has no node of its own."),
    ({"would": True}, "What replacing a node would do is not told before: look at the status."),
    ({"leaves": True}, 'A line with "replaces" does not use "leaves": leave it out.'),
]


def test_what_does_not_replace_a_node_is_told_in_a_sentence():
    async def story(stage, people):
        stage.seats[2].unplug()
        await stage.loop.advance(3_000)
        return [(await replaced(stage, **line))["text"] for line, _ in NOT_REPLACED]

    assert on_a_table(story) == [why for _, why in NOT_REPLACED]


def test_where_links_have_keys_a_node_without_one_is_paired_first():
    node = NodeDevice(
        "nowhere", HostSession(epoch=1), on_edge=lambda edge: None, on_state=lambda report: None
    )
    table, _ = open_table(preset("tournament"), {2: 100}, stakes=Stakes(5, 10))
    replacing = NodeReplacement(
        {seat_source(2): node}, {}, lambda happened: (), lambda: table, lambda: 0, is_by_id=True
    )
    with pytest.raises(
        NotReplaced,
        match=r"seat 2 has none yet\. First: tablectl pair --seat 2 --config table\.toml",
    ):
        replacing.replace_node(2, ANN, WHY)
