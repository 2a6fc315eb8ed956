"""What an act says of the moment it was decided at: once the table has moved on it is refused with a
sentence, and changes nothing. So of two floors that rule at once one rules.
"""

import pytest
from msgspec.structs import replace

from tablectl.engine.facts import Ruled
from tests.service.staged import TABLE, begin, folded_out, rows_of

from .paged import FREE, on_a_paged_table, rulings_of

WHY = {"why": "a test"}
OPEN_TO_ALL = replace(TABLE, options={"rebuys": True, "late_entry_until_level": 1})


async def refused(stage, who="Ann", **line):
    """The sentence; nothing has changed, and no row was written."""
    before, rows = stage.view, stage.look().rows
    answer = await stage.asks(who, **line)
    assert (answer["ok"], answer["code"]) == (False, "moved_on"), answer
    assert (stage.view, stage.look().rows) == (before, rows)
    return answer["text"]


def test_of_two_floors_with_different_rulings_at_one_moment_the_second_is_refused(tmp_path):
    """Clauses: F-6, G-12."""

    async def story(stage, people):
        await begin(stage, people)
        ann = bob = (await stage.told())["on"]
        others = [seat for seat in (1, 2, 3) if seat != stage.view.to_act]
        first = await stage.asks("Ann", floor="dead", seat=others[0], **WHY, on=ann)
        told = await refused(stage, "Bob", floor="dead", seat=others[1], **WHY, on=bob)
        # nobody's hand is dead by it, and who looks again may rule
        again = (await stage.told())["on"]
        second = await stage.asks("Bob", floor="pause", on=again)
        return first["ok"], told, second["ok"]

    path = tmp_path / "table.db"
    assert on_a_paged_table(story, journal=path) == (
        True,
        "The floor has just done something else: look again.",
        True,
    )
    assert rulings_of(path) == [("dead", "floor", "Ann"), ("pause", "floor", "Bob")]


@pytest.mark.parametrize(
    "line",
    [
        {"floor": "pause"},
        {"floor": "misdeal", **WHY},
        {"floor": "exposed", "seat": 2},
        {"sits": 300, "seat": FREE},
        {"buys": 300, "seat": 1},
        {"leaves": True, "seat": 2},
    ],
    ids=str,
)
def test_the_same_act_twice_is_done_once(line):
    """Clauses: F-6."""

    async def story(stage, people):
        await begin(stage, people)
        seen = (await stage.told())["on"]
        first = await stage.asks("Ann", **line, on=seen)
        return first["ok"], await refused(stage, "Bob", **line, on=seen)

    is_done, told = on_a_paged_table(story, OPEN_TO_ALL)
    assert is_done
    assert told.endswith("look again.")


def test_a_ruling_on_a_case_that_another_floor_has_closed_is_refused():
    """Clauses: F-6."""

    async def story(stage, people):
        await begin(stage, people)
        await stage.asks("Ann", floor="exposed", seat=2)
        seen = (await stage.told())["on"]
        assert (await stage.asks("Ann", floor="resume", number=seen["case"], on=seen))["ok"]
        void = await refused(stage, "Bob", floor="void", **WHY, on=seen)
        await stage.asks("Ann", floor="exposed", seat=3)
        return void, await refused(stage, "Bob", floor="void", **WHY, on=seen)

    assert on_a_paged_table(story) == (
        "Case 1 is closed: look again.",
        "The table is halted for case 2 now: look again.",
    )


def test_what_was_decided_in_the_last_hand_is_not_done_in_this_one():
    async def story(stage, people):
        await begin(stage, people)
        seen = (await stage.told())["on"]
        del seen["act"]  # the hand and the case alone
        await folded_out(stage, people)
        await begin(stage, people)
        return await refused(stage, floor="misdeal", **WHY, on=seen), await refused(
            stage, floor="misdeal", **WHY, on=seen, would=True
        )

    assert set(on_a_paged_table(story)) == {"The table has moved on to hand 2: look again."}


def test_who_has_ruled_rules_on_with_what_the_answer_tells():
    """Clauses: F-6. Nobody has to look in between."""

    async def story(stage, people):
        await begin(stage, people)
        would = await stage.asks(floor="pause", would=True)
        paused = await stage.asks(floor="pause", on=would["on"])
        return paused, await stage.asks(floor="go_on", on=paused["on"])

    paused, on = on_a_paged_table(story)
    assert (paused["ok"], on["ok"]) == (True, True)
    assert on["on"]["act"] > paused["on"]["act"]


def test_players_who_act_leave_a_ruling_as_it_is():
    """What it does has to be read again, which the page asks for itself; it may be ruled."""

    async def story(stage, people):
        await begin(stage, people)
        seen = (await stage.told())["on"]
        await people.act(stage.view.to_act, "call")
        return await stage.asks(floor="pause", on=seen)

    assert on_a_paged_table(story)["ok"]


def test_a_moment_from_before_a_restart_is_over(tmp_path):
    async def story(stage, people):
        await begin(stage, people)
        seen = (await stage.told())["on"]
        await people.let_time_pass(1_000)
        await stage.restart()
        return await refused(stage, floor="pause", on=seen)

    assert on_a_paged_table(story, journal=tmp_path / "table.db")
    rows = rows_of(tmp_path / "table.db")
    assert not [fact for row in rows for fact in row.facts if isinstance(fact, Ruled)]
