"""A running table with a mirror: it is locked by what a start has found, an operator clears it,
and the hand goes on.
"""

import subprocess
import sys
from pathlib import Path

import pytest
import typer
from msgspec.structs import replace

from tablectl.cli.ruling import send_line
from tablectl.journal.store import Journal
from tablectl.journal.verify import verify
from tablectl.service.books.operators import change_operators
from tablectl.service.config.values import JournalConfig
from tablectl.simulation.stage.memory import Stage

from .mirrored import flipped, read, rows_of
from .staged import begin, folded_out, on_a_table
from .test_locks import (
    ANN,
    PIN,
    clears,
    is_up,
    killed,
    operators as with_operators,
    running,
    stands,
    started,
    told,
)
from .test_starting import STARTED_S, TABLE, TOLD, place, run

__all__ = ["place", "running", "with_operators"]

ENDED = 3
TABLECTL = (sys.executable, "-c", "from tablectl.cli import main; main()")


class MirroredStage(Stage):
    """Its journal has a mirror, in a folder of its own."""

    def __init__(self, *of, **options):
        super().__init__(*of, **options)
        path = Path(self.config.journal.path)
        self.mirror = path.parent / "stick" / "mirror.db"
        self.mirror.parent.mkdir()
        self.config = replace(self.config, journal=JournalConfig(str(path), str(self.mirror)))
        change_operators(
            Path(self.config.control.operators), lambda known: known.with_operator(ANN, PIN)
        )


def test_a_hand_goes_on_as_it_stood_where_the_journal_is_damaged(tmp_path):
    """In mid-hand, after a call that was confirmed; an act is refused, the lock survives a kill,
    and an operator clears it.

    What else may become of a journal, test_mirroring.py tries.
    """
    journal = tmp_path / "table.db"

    async def story(stage, people):
        await begin(stage, people)
        seat = stage.view.to_act
        assert seat is not None
        await people.act(seat, "call")
        await people.settle()
        stood = stage.view
        stage.kill()
        flipped(Path(f"{journal}-wal"))
        await stage.spawn()
        assert (stage.view.lock and stage.view.lock.kind, stage.view.to_act) == (
            "damaged",
            stood.to_act,
        )
        assert stage.view.seats.keys() == stood.seats.keys()
        assert [one.stack for one in stage.view.seats.values()] == [
            one.stack for one in stood.seats.values()
        ]
        await stage.restart()
        assert stage.view.lock is not None
        assert (await stage.say({"floor": "go_on"}))["code"] == "locked"
        assert (await stage.say({"clears": "damaged", "operator": ANN, "pin": "000000"}))[
            "code"
        ] == "wrong_pin"
        assert (await stage.say({"clears": "damaged", "operator": ANN, "pin": PIN}))["ok"]
        assert (stage.view.lock, stage.view.to_act) == (None, stood.to_act)
        await folded_out(stage, people)
        assert sum(one.stack for one in stage.view.seats.values()) == sum(
            one.stack + one.bet for one in stood.seats.values()
        )
        mirror = Path(stage.config.journal.mirror)
        assert verify(journal, rerun=True).is_sound
        assert rows_of(journal) == rows_of(mirror)

    on_a_table(story, journal=journal, a_stage=MirroredStage)


@pytest.fixture
def mirrored(place, with_operators):
    """The mirror's path, of a table that a process plays."""
    (place / "stick").mkdir()
    (place / "table.toml").write_text(
        TABLE
        + 'control.operators = "operators.json"\n'
        + f'journal.mirror = "{place}/stick/table.db"\n'
    )
    return place / "stick" / "table.db"


@pytest.mark.slow
def test_two_truths_are_shown_until_somebody_has_chosen_and_an_operator_has_cleared_the_lock(
    place, mirrored, running
):
    assert started(place, running)["lock"] is None
    assert told(place, running) == TOLD
    for path, number in ((place / "table.db", 70), (mirrored, 71)):
        with Journal.open(path) as journal:
            read(journal, journal.head.at_ms + number)
    kept = rows_of(mirrored)
    found = started(place, running)
    assert found["lock"]["kind"] == "two_truths"
    assert clears(place, "two_truths", PIN)["code"] == "locked"  # first somebody has to choose
    killed(place, running)
    assert started(place, running)["lock"]["kind"] == "two_truths"
    assert told(place, running) == TOLD
    chose = subprocess.run(
        [*TABLECTL, "journal", "choose", "--config", "table.toml", "mirror"],
        cwd=place,
        capture_output=True,
        text=True,
    )
    assert (chose.returncode, "From row" in chose.stdout) == (0, True), chose.stderr
    assert rows_of(place / "table.db") == kept
    assert started(place, running)["lock"]["kind"] == "two_truths"
    assert clears(place, "two_truths", PIN)["ok"]
    assert stands(place)["lock"] is None
    assert told(place, running) == TOLD
    assert rows_of(place / "table.db")[: len(kept)] == kept
    assert rows_of(place / "table.db") == rows_of(mirrored)


FAILS = """
from tablectl.cli.ruling import send_line
from tablectl.journal.store import Journal
write = Journal.write
def fails(journal, stored, *more):
    if "stick" in str(journal.path) and journal.head.n >= {n}:
        journal._connection.close()
    write(journal, stored, *more)
Journal.write = fails
"""


def ruled_until_it_ends(place):
    while True:
        send_line(place / "control", {"floor": "pause"})
        send_line(place / "control", {"floor": "resume"})


@pytest.mark.slow
def test_a_mirror_that_fails_ends_play_and_the_next_start_goes_on_without_it_once_an_operator_says_so(
    place, mirrored, running
):
    running.append(run(place, FAILS.format(n=9)))
    is_up(place, running[-1])
    with pytest.raises((OSError, typer.Exit)):
        ruled_until_it_ends(place)
    _, said = running[-1].communicate(timeout=STARTED_S)
    assert (running[-1].returncode, "stick/table.db was moved, deleted or replaced" in said) == (
        ENDED,
        True,
    )
    mirrored.unlink()
    mirrored.mkdir()  # and its disk is not right
    found = started(place, running)
    assert (found["lock"]["kind"], "is not written" in found["mirror"]["finding"]) == (
        "write_failed",
        True,
    )
    killed(place, running)
    assert started(place, running)["lock"]["kind"] == "write_failed"
    assert clears(place, "write_failed", PIN)["ok"]
    assert stands(place)["lock"] is None
    assert told(place, running) == TOLD
    mirrored.rmdir()
    found = started(place, running)
    assert (found["lock"], found["mirror"]) == (None, None)
    assert told(place, running) == TOLD
    assert rows_of(place / "table.db") == rows_of(mirrored)
