"""The bare stage: what a table comes to in one process is what it comes to over ptys, with the service in its own."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from tablectl.engine.events import AnyEvent
from tablectl.engine.facts import AnyFact
from tablectl.games.catalog import PRESETS, preset
from tablectl.journal.store import Journal
from tablectl.journal.verify import verify
from tablectl.rehearsal.demo import HandPlayed, Wanted, demo_table, play_bare, play_fast
from tablectl.rehearsal.stage.bare import BareStage, straight_through
from tablectl.views.view import View

HANDS = 4
Play = Callable[[Wanted, Callable[[HandPlayed], None]], View]


def played(play: Play, wanted: Wanted) -> tuple[View, list[HandPlayed]]:
    hands: list[HandPlayed] = []
    return play(wanted, hands.append), hands


def meanings(journal: Path) -> list[tuple[int, AnyEvent | None, tuple[AnyFact, ...]]]:
    """When what happened, and what it meant; without edges and wall time, and without readings that meant nothing, as a
    seat's levels when it is first heard."""
    with Journal.open(journal, read_only=True) as rows:
        return [(row.at_ms, row.event, row.facts) for row in rows.rows() if row.facts]


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("name", PRESETS)
def test_a_table_comes_to_the_same_without_wires(name: str, seed: int, tmp_path: Path) -> None:
    """Event by event and fact by fact, each at its moment."""
    wired, bare = (Wanted(name, hands=HANDS, seed=seed, journal=tmp_path / f"{how}.db") for how in ("wired", "bare"))
    assert played(play_bare, bare) == played(play_fast, wired)
    assert meanings(tmp_path / "bare.db") == meanings(tmp_path / "wired.db")
    report = verify(tmp_path / "bare.db", rerun=True)
    assert report.is_sound, report.faults


def test_it_needs_no_journal_and_tells_every_fact(tmp_path: Path) -> None:
    told: list[AnyFact] = []
    play_bare(Wanted(hands=HANDS), lambda hand: None, told.append)
    play_bare(Wanted(hands=HANDS, journal=tmp_path / "bare.db"), lambda hand: None)
    assert told == [fact for _, _, facts in meanings(tmp_path / "bare.db")[1:] for fact in facts]       # row 1 opens the table


def test_whoever_waits_there_for_time_to_pass_is_told(tmp_path: Path) -> None:
    stage = BareStage(demo_table(preset("pool"), 2), preset("pool").deck)
    straight_through(stage.wait(60_000))
    assert stage.now_ms == 60_000
    with pytest.raises(RuntimeError, match="waits for something on a bare stage"):
        straight_through(asyncio.sleep(0))
