"""A journal that a program of other rules goes on with: a row says so, and each stretch is
verified under its own version.
"""

import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

from tablectl.cli.app import app
from tablectl.engine import events
from tablectl.engine.engine import RULES_VERSION
from tablectl.engine.facts import RulesChanged
from tablectl.engine.play.handling import Row
from tablectl.journal.record import encode_values, read_record
from tablectl.journal.replay import recover
from tablectl.journal.store import Journal
from tablectl.journal.verify import Fault, Stretch, verify
from tablectl.rules.forced import Stakes
from tablectl.service.config.values import TableConfig
from tablectl.service.journals.open_table import detect_upgrade, upgrade_text
from tablectl.simulation.stage.memory import Stage

from ..journal.test_verify import rechained, stored
from .staged import begin, on_a_table, rows_of

OTHER = "8"  # of the rules
RULED = (
    {"floor": "chips", "seat": 1, "stack": 150, "why": "counted again"},
    {"floor": "pause"},
    {"floor": "go_on"},
)
TABLE = TableConfig(
    preset="canterbury",
    seats={"1": 100, "2": 100, "3": 100},
    button=3,
    stakes=Stakes(2, 4, 0, 4, 8),
    chips=(1, 5, 25, 100),
    options={"action_clock_s": 0},
)


def rebooted(*told, **options):
    """A stage whose devices are not those that the journal knows: they have been switched off
    since.
    """
    stage = Stage(*told, **options)
    for device in (stage.shoe, *stage.seats.values()):
        device.reset()
    return stage


@pytest.fixture
def old(tmp_path):
    """A journal that a program of other rules has written: a hand and two rulings."""
    path = tmp_path / "table.db"

    async def story(stage, people):
        await begin(stage, people)
        for ruling in (
            {"floor": "misdeal", "why": "a card fell"},
            {"floor": "pause"},
            {"floor": "go_on"},
        ):
            assert (await stage.say(ruling))["ok"]

    on_a_table(story, TABLE, journal=path)
    first, *rows = stored(path)
    (opening,) = read_record(first).facts
    with Journal.open(path) as journal:
        rechained(
            journal,
            first._replace(facts=encode_values((replace(opening, rules_version=OTHER),))),
            *rows,
        )
    return path


@pytest.fixture
def old_rows(old):
    return len(stored(old))


@pytest.fixture
def journal(old, old_rows):
    """Gone on with by this program for a hand and a few rulings, and started again once more."""

    async def story(stage, people):
        await begin(stage, people)
        for ruling in RULED:
            assert (await stage.say(ruling))["ok"]
        await stage.restart()

    on_a_table(story, TABLE, journal=old, a_stage=rebooted)
    return old


def later(journal, version, *more):
    """Goes on with it as a program of that version would, which does `more`."""
    with Journal.open(journal) as written:
        now = recover(written)
        went_on = events.ProgramWentOn(at_ms=now.at_ms, was=now.rules_version, now=version)
        written.append(
            (Row(went_on, (RulesChanged(was=now.rules_version, now=version),)), *more), wall_ms=0
        )


def decided(rows):
    return sum(row.event is not None for row in rows)


def test_a_row_stands_once_where_the_rules_changed_and_the_stretch_of_these_rules_is_decided_again(
    journal, old_rows
):
    rows = rows_of(journal)
    went_on = [
        (row.n, row.event, row.facts) for row in rows if isinstance(row.event, events.ProgramWentOn)
    ]
    at_ms = rows[old_rows - 1].at_ms
    assert went_on == [
        (
            old_rows + 1,
            events.ProgramWentOn(at_ms=at_ms, was=OTHER, now=RULES_VERSION),
            (RulesChanged(was=OTHER, now=RULES_VERSION),),
        )
    ]
    assert [
        row.event.ruling.name for row in rows[old_rows:] if isinstance(row.event, events.FloorRuled)
    ] == ["chips", "pause", "go_on"]
    report = verify(journal, rerun=True)
    assert (report.faults, report.others, report.rules_version) == (
        (),
        (Stretch(1, old_rows, OTHER),),
        RULES_VERSION,
    )
    assert report.handled_again == decided(rows[old_rows:])
    done = CliRunner().invoke(app, ["journal", "verify", "--rerun", str(journal)])
    assert done.exit_code == 0
    assert (
        f"Rows 1 to {old_rows} were decided under version {OTHER} of the rules, and were not "
        f"decided again: this program has version {RULES_VERSION}."
    ) in done.output.splitlines()


def test_a_stretch_that_differs_is_found_behind_one_of_other_rules(journal, old_rows, tmp_path):
    rows = stored(journal)
    at = next(
        n
        for n, row in enumerate(rows_of(journal))
        if n > old_rows and isinstance(row.event, events.FloorRuled)
    )
    with Journal.create(tmp_path / "other.db") as other:
        rechained(other, *rows[:at], rows[at]._replace(facts=encode_values(())), *rows[at + 1 :])
    report = verify(tmp_path / "other.db", rerun=True)
    assert report.faults == (
        Fault(at + 1, f"Row {at + 1}, handled again, differs: fact 1 was nothing and is Ruled."),
    )


def test_a_stretch_of_a_later_version_is_named_and_what_follows_it_is_decided_again(
    journal, old_rows
):
    before = rows_of(journal)
    last_ms = before[-1].at_ms
    # whatever that means by then
    later(journal, "later", Row(events.StartAsked(at_ms=last_ms), ()))
    later(journal, RULES_VERSION)
    report = verify(journal, rerun=True)
    assert report.faults == ()
    assert report.others == (
        Stretch(1, old_rows, OTHER),
        Stretch(len(before) + 1, len(before) + 2, "later"),
    )
    assert report.handled_again == decided(before[old_rows:]) + 1


def test_recovery_says_so_in_a_sentence(old, old_rows):
    with Journal.open(old) as journal:
        went_on = detect_upgrade(recover(journal))
        assert went_on is not None
        assert upgrade_text(went_on, journal.head.n) == (
            f"The journal up to row {old_rows} was decided under version {OTHER} of the rules;"
            f" from here on version {RULES_VERSION} decides."
        )
    later(old, RULES_VERSION)
    with Journal.open(old) as journal:
        assert detect_upgrade(recover(journal)) is None
