"""An edited configuration meets a journal that is there: what can apply at once does and is
recorded, the rest is refused.
"""

import msgspec
import pytest
from msgspec.structs import replace

from tablectl.engine import events
from tablectl.journal.verify import verify
from tablectl.rules.forced import Stakes
from tablectl.simulation.stage.virtual_time import ServiceFailedError
from tablectl.view import View

from .staged import TABLE, begin, events_of, folded_out, on_a_table

LONGER = {"action_clock_s": 60, "rebuys": True}
ANEW = replace(TABLE, name="Blue table", names={"2": "Ben"}, options=LONGER)


def started_again(table, journal):
    """After a hand has begun by `TABLE`: what stands on the table whose service is started again
    by `table`.
    """

    async def story(stage, people):
        await begin(stage, people)
        stage.config = replace(stage.config, table=table)
        await stage.restart()
        told = {
            "name": stage.view.table,
            "seat 2": stage.view.seats["2"].name,
            "rules": await rules_told(stage),
        }
        stage.seats[1].press("fold")
        await stage.rest()
        told["clock_ms"] = stage.view.clock_total_ms
        # it was applied and recorded: now the two agree
        await stage.restart()
        await people.act(2, "fold")
        await people.settle()
        stage.sim_devices.load(())
        await begin(stage, people)
        return {
            **told,
            "again": stage.view.table,
            "next_ms": stage.view.clock_total_ms,
            "still": await rules_told(stage),
        }

    return on_a_table(story, journal=journal, screens=1)


async def rules_told(stage):
    """What stands on the screens of rules that have changed, once one has asked the service for
    a view.
    """
    stage.screen.plug()
    await stage.rest()
    shown = msgspec.json.decode(stage.public_json, type=View)
    return [notice.text for notice in shown.notices if notice.code == "settings_changed"]


def test_names_apply_at_once_and_settings_not_in_a_hand_nor_in_this_game(tmp_path):
    """Clauses: L-36."""
    journal = tmp_path / "table.db"
    told = started_again(ANEW, journal)
    shown = ["From the next game on: action_clock_s = 60, rebuys = true."]
    assert told == {
        "name": "Blue table",
        "seat 2": "Ben",
        "rules": shown,
        "clock_ms": 20_000,
        "again": "Blue table",
        "next_ms": 20_000,
        "still": shown,
    }
    anew = events_of(journal, events.TableSetAnew)
    assert [(event.name, event.names) for event in anew] == [("Blue table", {2: "Ben"})]
    assert (anew[0].rules.settings.action_clock_s, anew[0].rules.settings.rebuys) == (60, True)
    assert verify(journal, rerun=True).faults == ()


def test_settings_count_in_a_new_journal(tmp_path):
    """Clauses: L-36."""
    started_again(ANEW, tmp_path / "old.db")

    async def story(stage, people):
        await begin(stage, people)
        return stage.view.clock_total_ms, await rules_told(stage)

    assert on_a_table(story, ANEW, journal=tmp_path / "new.db", screens=1) == (60_000, [])


def test_settings_that_are_put_back_are_shown_no_more():
    """Clauses: L-36."""

    async def story(stage, people):
        told = []
        for table in (ANEW, TABLE):
            stage.config = replace(stage.config, table=table)
            await stage.restart()
            told.append(await rules_told(stage))
        return told

    assert on_a_table(story, screens=1) == [
        ["From the next game on: action_clock_s = 60, rebuys = true."],
        [],
    ]


def test_a_table_plays_limit_then_no_limit_then_limit_again_and_its_journal_knows_which(tmp_path):
    """Clauses: L-36."""
    journal = tmp_path / "table.db"
    limit = replace(TABLE, options={"betting": "fixed_limit"})

    async def is_limited(stage, people):
        """Whether no raise before the flop is to more than two big blinds; then all fold."""
        stage.sim_devices.load(())
        await begin(stage, people)
        most = stage.view.raise_to_max
        await folded_out(stage, people)
        return most == 2 * TABLE.stakes.big_blind

    async def story(stage, people):
        found = [await is_limited(stage, people)]
        for table in (TABLE, limit):
            stage.config = replace(stage.config, table=table)
            await stage.restart()
            assert (await stage.say({"floor": "new_game"}))["ok"]
            found.append(await is_limited(stage, people))
            await stage.restart()
            found.append(await is_limited(stage, people))
        return found

    assert on_a_table(story, limit, journal=journal) == [True, False, False, True, True]
    assert verify(journal, rerun=True).faults == ()


REFUSED = {
    "chips is 5, 25, was 5, 25, 100, 500": replace(TABLE, chips=(5, 25)),
    "stakes is small_blind: 20, big_blind: 40": replace(TABLE, stakes=Stakes(20, 40)),
    "stacks is 1: 5000, 2: 1000, 3: 1000, was 1: 1000": replace(
        TABLE, seats={"1": 5000, "2": 1000, "3": 1000}
    ),
    "button is 2, was 1": replace(TABLE, button=2),
    "the game is another": replace(TABLE, preset="canterbury"),
}


def test_what_changes_chips_or_the_game_is_named_and_refused(tmp_path):
    async def story(stage, people):
        await begin(stage, people)
        stage.kill()
        said = {}
        for what, table in REFUSED.items():
            stage.config = replace(stage.config, table=table)
            with pytest.raises(ServiceFailedError) as died:
                await stage.spawn()
            said[what] = str(died.value).strip().splitlines()[-1]
        return said

    for what, said in on_a_table(story, journal=tmp_path / "table.db").items():
        assert "BadConfig: The configuration differs from the journal" in said
        assert (what in said, said.endswith("Put it back, or name another journal.")) == (
            True,
            True,
        ), said
    assert verify(tmp_path / "table.db").is_sound
