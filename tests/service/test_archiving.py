"""`tablectl journal archive`: between hands, while the table does not run; the table then goes
on from the next file.
"""

from pathlib import Path

import pytest
from msgspec.structs import replace

from tablectl.journal.record import BadJournal
from tablectl.journal.replay import recover
from tablectl.journal.store import Journal
from tablectl.service.offline import archive_table

from .mirrored import said
from .staged import TABLE, begin, folded_out, on_a_table
from .test_starting import made, place

__all__ = ["place"]


def test_a_table_goes_on_from_the_next_file_between_hands_and_not_within_one(tmp_path):
    journal, kept = tmp_path / "table.db", list[Path]()

    async def story(stage, people):
        await begin(stage, people)
        await folded_out(stage, people)
        seats = stage.view.seats
        stage.kill()
        kept.append(archive_table(stage.config)[0])
        await stage.spawn()
        assert stage.view.seats == seats
        await begin(stage, people)
        stage.kill()
        with pytest.raises(BadJournal, match="ends within hand 2: it is archived between hands"):
            archive_table(stage.config)
        await stage.spawn()
        await folded_out(stage, people)

    on_a_table(story, journal=journal)
    code, told = said("journal", "verify", "--rerun", kept[0], journal)
    assert code == 0, told
    assert "behind row" in told
    with Journal.open(journal, read_only=True) as rows:
        assert recover(rows).table.hands == 2


BREAK_S = 600
LEVELS = [
    {"small_blind": 10, "big_blind": 20, "hands": 1, "break_minutes": BREAK_S // 60},
    {"small_blind": 20, "big_blind": 40},
]


@pytest.mark.slow
def test_the_clock_of_a_break_goes_on_in_the_next_file(tmp_path):
    """Clauses: T-4."""

    async def story(stage, people):
        await begin(stage, people)
        await folded_out(stage, people)
        left = [stage.view.level.next_in_s] if stage.view.level else []
        await stage.wait(400_000)
        stage.kill()
        archive_table(stage.config)
        await stage.spawn()
        return *left, stage.view.level.next_in_s if stage.view.level else None

    table = replace(TABLE, options={"levels": LEVELS})
    before, after = on_a_table(story, table, journal=tmp_path / "table.db")
    assert before == BREAK_S
    assert after in (BREAK_S - 400, BREAK_S - 399)  # at most one second more than it had


def test_the_command_names_the_closed_file_and_verify_the_files_that_do_not_join(
    place, monkeypatch
):
    monkeypatch.chdir(place)
    made(place)
    assert said("journal", "archive", "--config", "table.toml")[1].startswith(
        f"{place}/table-to-2.db is closed at row 2, head "
    )
    said("journal", "archive", "--config", "table.toml")
    assert {file.name for file in place.glob("*.db")} == {
        "table.db",
        "table-to-2.db",
        "table-to-4.db",
    }
    assert said("journal", "verify", "table-to-2.db", "table-to-4.db", "table.db")[0] == 0
    assert said("journal", "verify", "table-to-2.db", "table.db") == (
        1,
        said("journal", "verify", "table-to-2.db")[1]
        + " table.db: It does not go on from table-to-2.db, which ends at row 2.",
    )
