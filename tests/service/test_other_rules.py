"""A journal that a program of other rules goes on with: a row says so, and each stretch is verified under its own version."""

import gzip
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tablectl.cli.door import app
from tablectl.engine import events
from tablectl.engine.engine import RULES_VERSION
from tablectl.engine.facts import RulesChanged
from tablectl.engine.play.play import Row
from tablectl.journal.record import Record, facts_bytes
from tablectl.journal.replay import recover
from tablectl.journal.store import Journal
from tablectl.journal.verify import Fault, Stretch, verify
from tablectl.rehearsal.cast.people import People
from tablectl.rehearsal.stage.virtual import Stage
from tablectl.rules.forced import Stakes
from tablectl.service.config.loading import TableConfig
from tablectl.service.going_on import in_words, program_went_on

from ..journal.test_verify import rechained, stored
from .staged import begin, on_a_table, rows_of

KEPT = Path(__file__).parents[1] / "journal/kept/8-every-ruling.db.gz"
OLD_ROWS = 67
RULED = ({"floor": "chips", "seat": 1, "stack": 150, "why": "counted again"}, {"floor": "pause"}, {"floor": "go_on"})
TABLE = TableConfig(
    preset="canterbury", seats={"1": 100, "2": 100, "3": 100}, button=3, stakes=Stakes(2, 4, 0, 4, 8), chips=(1, 5, 25, 100),
    options={"action_clock_s": 0})


def rebooted(*told: Any, **options: Any) -> Stage:
    """A stage whose devices are not those that the journal knows: they have been switched off since."""
    stage = Stage(*told, **options)
    for device in (stage.shoe, *stage.seats.values()):
        device.reset()
    return stage


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """A journal of version 8, gone on with by this program for a hand and a few rulings, and started again once more."""
    path = tmp_path / "table.db"
    path.write_bytes(gzip.decompress(KEPT.read_bytes()))

    async def story(stage: Stage, people: People) -> None:
        await people.settle()           # into the stacks comes what the journal's last hand has won
        await begin(stage, people)
        for ruling in RULED:
            assert (await stage.say(ruling))["ok"]
        await stage.restart()

    on_a_table(story, TABLE, journal=path, a_stage=rebooted)
    return path


def later(journal: Path, version: str, *more: Row) -> None:
    """Goes on with it as a program of that version would, which does `more`."""
    with Journal.open(journal) as written:
        now = recover(written)
        went_on = events.ProgramWentOn(at_ms=now.at_ms, was=now.rules_version, now=version)
        written.append((Row(went_on, (RulesChanged(was=now.rules_version, now=version),)), *more), wall_ms=0)


def decided(rows: list[Record]) -> int:
    return sum(row.event is not None for row in rows)


def test_the_row_stands_once_where_the_rules_changed(journal: Path) -> None:
    rows = rows_of(journal)
    went_on = [(row.n, row.event, row.facts) for row in rows if isinstance(row.event, events.ProgramWentOn)]
    at_ms = rows[OLD_ROWS - 1].at_ms
    assert went_on == [(OLD_ROWS + 1, events.ProgramWentOn(at_ms=at_ms, was="8", now=RULES_VERSION),
                        (RulesChanged(was="8", now=RULES_VERSION),))]
    assert [row.event.ruling.name for row in rows[OLD_ROWS:] if isinstance(row.event, events.FloorRuled)] == [
        "chips", "pause", "go_on"]


def test_the_stretch_of_these_rules_is_decided_again_and_the_other_is_named(journal: Path) -> None:
    report = verify(journal, rerun=True)
    assert (report.faults, report.others, report.rules_version) == ((), (Stretch(1, OLD_ROWS, "8"),), RULES_VERSION)
    assert report.handled_again == decided(rows_of(journal)[OLD_ROWS:])


def test_journal_verify_names_what_it_cannot_decide_again_and_the_exit_is_0(journal: Path) -> None:
    done = CliRunner().invoke(app, ["journal", "verify", "--rerun", str(journal)])
    assert done.exit_code == 0
    assert (f"Rows 1 to {OLD_ROWS} were decided under version 8 of the rules, and were not decided again:"
            f" this program has version {RULES_VERSION}.") in done.output.splitlines()


def test_a_stretch_that_differs_is_found_behind_one_of_other_rules(journal: Path, tmp_path: Path) -> None:
    rows = stored(journal)
    at = next(n for n, row in enumerate(rows_of(journal)) if n > OLD_ROWS and isinstance(row.event, events.FloorRuled))
    with Journal.create(tmp_path / "other.db") as other:
        rechained(other, *rows[:at], rows[at]._replace(facts=facts_bytes(())), *rows[at + 1:])
    report = verify(tmp_path / "other.db", rerun=True)
    assert report.faults == (Fault(at + 1, f"Row {at + 1}, handled again, differs: fact 1 was nothing and is Ruled."),)


def test_a_stretch_of_a_later_version_is_named_and_what_follows_it_is_decided_again(journal: Path) -> None:
    before = rows_of(journal)
    last_ms = before[-1].at_ms
    later(journal, "later", Row(events.StartAsked(at_ms=last_ms), ()))      # whatever that means by then
    later(journal, RULES_VERSION)
    report = verify(journal, rerun=True)
    assert report.faults == ()
    assert report.others == (Stretch(1, OLD_ROWS, "8"), Stretch(len(before) + 1, len(before) + 2, "later"))
    assert report.handled_again == decided(before[OLD_ROWS:]) + 1


def test_recovery_says_so_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    path.write_bytes(gzip.decompress(KEPT.read_bytes()))
    with Journal.open(path) as journal:
        went_on = program_went_on(recover(journal))
        assert went_on is not None
        assert in_words(went_on, journal.head.n) == (
            f"The journal up to row 67 was decided under version 8 of the rules; from here on version {RULES_VERSION} decides.")
    later(path, RULES_VERSION)
    with Journal.open(path) as journal:
        assert program_went_on(recover(journal)) is None
