"""What the table tells its nodes, and shows of what they tell: what is asked, the journal's
head, a wheel that turns.
"""

import json

import pytest

from firmware_io.messages import Asks
from tests.service.staged import begin, on_a_table

# longer than heads are apart, and shorter than the clock of a turn
LONG_MS = 8_000


async def status(stage):
    said = await stage.say({"status": True})
    return said["status"]


def test_a_seat_knows_which_keys_count_and_what_may_be_dialled():
    async def story(stage, people):
        await begin(stage, people)
        return [stage.seats[number].asks for number in (1, 2, 3)]

    button, small_blind, big_blind = on_a_table(story)
    assert button == Asks(("fold", "call", "raise", "all_in"), 40, 1_000, 5)
    assert small_blind == big_blind == Asks()


def test_every_node_keeps_the_head_of_the_journal_and_tells_it_when_it_is_back():
    async def story(stage, people):
        await begin(stage, people)
        kept = [node.anchor for node in (stage.shoe, *stage.seats.values())]
        stage.seats[2].reset()
        await stage.loop.advance(1_000)
        return kept, (await status(stage))["devices"]

    kept, rows = on_a_table(story)
    assert len({anchor.count for anchor in kept}) == 1
    assert kept[0].count >= 1
    assert [row["keeps"] for row in rows] == [None, None, kept[0].count, None]
    assert rows[2]["node"]["wire"] == "1.1"
    assert rows[2]["node"]["reads_a_second"] == [10.0, 10.0, 10.0]
    assert "wheel" in rows[2]["node"]["abilities"]


def test_no_head_leaves_while_a_hand_is_played():
    """Clauses: G-14."""

    async def story(stage, people):
        def kept():
            (count,) = {node.anchor.count for node in (stage.shoe, *stage.seats.values())}
            return count

        counts = [kept()]
        await begin(stage, people)
        await people.act(1, "call")
        await stage.loop.advance(LONG_MS)
        counts.append(kept())
        stage.seats[3].reset()
        await stage.loop.advance(1_000)
        assert stage.view.to_act == 2
        counts.append(kept())
        assert (await stage.say({"floor": "void", "why": "it is late"}))["ok"]
        await stage.loop.advance(1_000)
        return [*counts, kept()]

    before, *in_hand, over = on_a_table(story)
    assert in_hand == [before, before]
    assert over > before + 10


async def dialled(stage):
    """What the screen shows of each seat's wheel."""
    await stage.loop.advance(300)
    return {
        seat: told["dialled"]
        for seat, told in json.loads(stage.screen.newest)["seats"].items()
        if told["dialled"]
    }


@pytest.mark.parametrize("turned", [1, 2])
def test_a_wheel_is_shown_while_it_turns_to_whose_turn_it_is_alone(turned):
    async def story(stage, people):
        await begin(stage, people)
        shown = []
        for amount in (60, 140, 0):
            stage.seats[turned].dial(amount)
            shown.append(await dialled(stage))
        stage.seats[turned].dial(140)
        await dialled(stage)
        stage.seats[1].press("fold")
        shown.append(await dialled(stage))
        return shown

    assert on_a_table(story, screens=1) == (
        [{"1": 60}, {"1": 140}, {}, {}] if turned == 1 else [{}, {}, {}, {}]
    )
