"""An edited configuration meets a journal that is there: what can apply at once does and is recorded, the rest is refused."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tablectl.engine import events
from tablectl.journal.verify import verify
from tablectl.rehearsal.cast.people import People
from tablectl.rehearsal.stage.instant import ServiceFailedError
from tablectl.rehearsal.stage.memory import Stage
from tablectl.rules.forced import Stakes
from tablectl.service.config.loading import TableConfig

from .staged import TABLE, begin, on_a_table, rows_of

ANEW = replace(TABLE, name="Blue table", names={"2": "Ben"}, options={"action_clock_s": 60})


def started_again(table: TableConfig, journal: Path) -> dict[str, Any]:
    """After a hand has begun by `TABLE`: what stands on the table whose service is started again by `table`."""

    async def story(stage: Stage, people: People) -> dict[str, Any]:
        await begin(stage, people)
        stage.config = replace(stage.config, table=table)
        await stage.restart()
        told = {"name": stage.view.table, "seat 2": stage.view.seats["2"].name}
        stage.seats[1].press("fold")
        await stage.rest()
        told["clock_ms"] = stage.view.clock_total_ms
        await stage.restart()                               # it was applied and recorded: now the two agree
        return {**told, "again": stage.view.table}

    return on_a_table(story, journal=journal)


def test_names_and_clocks_apply_at_once_and_stand_in_the_journal(tmp_path: Path) -> None:
    journal = tmp_path / "table.db"
    told = started_again(ANEW, journal)
    assert told == {"name": "Blue table", "seat 2": "Ben", "clock_ms": 60_000, "again": "Blue table"}
    anew = [row.event for row in rows_of(journal) if isinstance(row.event, events.TableSetAnew)]
    assert [(event.name, event.names, event.clocks) for event in anew] == [("Blue table", {2: "Ben"}, {"action_clock_s": 60})]
    report = verify(journal, rerun=True)
    assert report.faults == ()


def test_a_configuration_that_is_the_same_changes_nothing(tmp_path: Path) -> None:
    started_again(TABLE, tmp_path / "table.db")
    assert not any(isinstance(row.event, events.TableSetAnew) for row in rows_of(tmp_path / "table.db"))


REFUSED = {
    "chips is 5, 25, was 5, 25, 100, 500": replace(TABLE, chips=(5, 25)),
    "stakes is small_blind: 20, big_blind: 40": replace(TABLE, stakes=Stakes(20, 40)),
    "stacks is 1: 5000, 2: 1000, 3: 1000, was 1: 1000": replace(TABLE, seats={"1": 5000, "2": 1000, "3": 1000}),
    "button is 2, was 1": replace(TABLE, button=2),
    "rebuys is True, was False": replace(TABLE, options={**TABLE.options, "rebuys": True}),
    "the game is another": replace(TABLE, preset="canterbury"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_changes_chips_or_rules_is_named_and_refused(what: str, tmp_path: Path) -> None:
    journal = tmp_path / "table.db"
    with pytest.raises(ServiceFailedError) as died:
        started_again(REFUSED[what], journal)
    said = str(died.value).strip().splitlines()[-1]
    assert "BadConfig: The configuration differs from the journal" in said
    assert what in said
    assert said.endswith("Put it back, or name another journal.")
    assert verify(journal).is_sound
