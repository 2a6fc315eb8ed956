"""The bare stage: what a table comes to in one process is what it comes to over ptys, with the
service in its own.
"""

import asyncio
from collections.abc import Callable
from typing import NamedTuple

import pytest

from tablectl.games.catalog import PRESETS, preset
from tablectl.games.game import as_played
from tablectl.journal.store import Journal
from tablectl.journal.verify import verify
from tablectl.present.public import public_view
from tablectl.simulation.demo.demo import Demo
from tablectl.simulation.demo.hand_summary import HandPlayed
from tablectl.simulation.demo.options import DemoOptions, demo_table
from tablectl.simulation.demo.play import play_fast
from tablectl.simulation.players.gamblers import Gambler
from tablectl.simulation.players.poker import Player
from tablectl.simulation.players.shooters import Shooter
from tablectl.view import View
from tests.rig.bare import BareStage, play_bare, straight_through

HANDS = 4
Play = Callable[[DemoOptions, Callable[[HandPlayed], None]], View]


def played(play, wanted):
    hands = []
    return play(wanted, hands.append), hands


def meanings(journal):
    """When what happened, and what it meant; without edges and wall time, and without readings that
    meant nothing, as a seat's levels when it is first heard."""
    with Journal.open(journal, read_only=True) as rows:
        return [(row.at_ms, row.event, row.facts) for row in rows.rows() if row.facts]


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.soak)])
@pytest.mark.parametrize("name", PRESETS)
def test_a_table_comes_to_the_same_without_wires(name, seed, tmp_path):
    """Event by event and fact by fact, each at its moment."""
    wired, bare = (
        DemoOptions(name, hands=HANDS, seed=seed, journal=tmp_path / f"{how}.db")
        for how in ("wired", "bare")
    )
    assert played(play_bare, bare) == played(play_fast, wired)
    assert meanings(tmp_path / "bare.db") == meanings(tmp_path / "wired.db")
    report = verify(tmp_path / "bare.db", rerun=True)
    assert report.is_sound, report.faults


def test_it_needs_no_journal_and_tells_every_fact(tmp_path):
    told = []
    play_bare(DemoOptions(hands=HANDS), lambda hand: None, told.append)
    play_bare(DemoOptions(hands=HANDS, journal=tmp_path / "bare.db"), lambda hand: None)
    # row 1 opens the table
    assert told == [fact for _, _, facts in meanings(tmp_path / "bare.db")[1:] for fact in facts]


class SeesLittle(NamedTuple):
    """A player who is handed the public view, as everybody at the table sees it."""

    player: Player | Gambler | Shooter
    stage: BareStage

    def decide(self, _, cards):
        return self.player.decide(public_view(self.stage.table, self.stage.now_ms), cards)


@pytest.mark.parametrize("name", PRESETS)
def test_players_play_alike_when_they_see_no_other_s_cards(name):
    told = {False: [], True: []}
    for sees_little, facts in told.items():
        wanted = DemoOptions(name, hands=HANDS)
        stage = BareStage(wanted.table_played, wanted.game.deck, facts.append)
        demo = Demo(
            stage, as_played(wanted.game, wanted.table_played.options), wanted, lambda hand: None
        )
        if sees_little:
            demo.players = {n: SeesLittle(player, stage) for n, player in demo.players.items()}
        straight_through(demo.run())
    assert told[True] == told[False]


def test_time_passes_there_at_once_and_nobody_waits_for_anything_else():
    stage = BareStage(demo_table(preset("pool"), 2), preset("pool").deck)
    straight_through(stage.wait(60_000))
    assert stage.now_ms == 60_000
    with pytest.raises(RuntimeError, match="waits for something on a bare stage"):
        straight_through(asyncio.sleep(0))
