"""The demo plays every game that bets, and its people know which deck they play with."""

import asyncio
import json
from pathlib import Path

import pygame
import pytest
from typer.testing import CliRunner

from tablectl.cli.app import app
from tablectl.games.catalog import PRESETS, preset
from tablectl.games.game import as_played
from tablectl.journal.verify import verify
from tablectl.service.config.loading import game_of, load_config
from tablectl.simulation.demo import play
from tablectl.simulation.demo.demo import Demo
from tablectl.simulation.demo.options import BUY_IN, EVENING_HANDS, DemoOptions
from tablectl.simulation.demo.play import BETWEEN_HANDS_S, play_fast
from tablectl.simulation.players.faulty_players import CASES
from tablectl.simulation.players.people import Stalled
from tablectl.simulation.players.poker import STRONG, Decision, worth_of
from tablectl.simulation.stage.live import LiveStage
from tablectl.simulation.stage.memory import Stage
from tablectl.simulation.stage.scratch import temporary_directory
from tablectl.simulation.stage.virtual_time import ServiceFailedError
from tests.tiers import tiered

EXAMPLES = sorted((Path(__file__).resolve().parents[2] / "deploy/examples").glob("*.toml"))
BETTING = [
    name
    for name, game in PRESETS.items()
    if all(street.rounds == ("betting",) for street in game.streets)
]
WHEEL = ("As", "6h"), ("7c", "8d", "9s", "Kh", "Kc")


@pytest.mark.parametrize("preset", tiered(BETTING, BETTING[:1]))
def test_a_demo_of_any_game_that_bets_plays_its_hands_and_no_chip_is_lost(preset):
    """Clauses: G-1."""
    hands = []
    view = play_fast(DemoOptions(preset, players=4, hands=8, seed=3), hands.append)
    assert len(hands) == 8
    assert all(hand.result for hand in hands)
    in_play = [sum(hand.stacks.values()) for hand in hands]
    # a player who lost everything may have bought in for the same again
    assert in_play == sorted(in_play)
    assert sum(seat.stack for seat in view.seats.values()) == in_play[-1]


def test_a_demo_is_played_in_the_language_that_is_wanted(tmp_path):
    """The hands are the same: people act by what is asked, not by how it is said."""
    pictures, stacks = [], []
    for code in ("en", "es"):
        hands = []
        play_fast(
            DemoOptions(hands=1, language=code, screenshot=tmp_path / f"{code}.png"), hands.append
        )
        pictures.append((tmp_path / f"{code}.png").read_bytes())
        stacks.append([hand.stacks for hand in hands])
    assert stacks[0] == stacks[1]
    assert pictures[0] != pictures[1]


@pytest.mark.slow
def test_the_demo_against_the_house_bets_on_every_line_and_no_chip_is_lost():
    """Clauses: G-1, D-1, D-3, D-14."""
    hands = []
    view = play_fast(DemoOptions("casino", players=4, hands=12, seed=3), hands.append)
    assert [hand.hand for hand in hands] == list(range(1, 13))
    lines = {
        (line["line"], bool(line.get("paid")))
        for hand in hands
        for won in hand.result
        for line in won["lines"]
    }
    assert {("ante", True), ("ante", False), ("bonus", False), ("call", True)} <= lines
    # somebody has folded
    assert any(won["hand"] is None for hand in hands for won in hand.result)
    bank = preset("casino").settings.bank
    assert sum(seat.stack for seat in view.seats.values()) + (view.house or 0) == bank + 4 * BUY_IN


@pytest.mark.slow
@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.stem, marks=() if path is EXAMPLES[0] else pytest.mark.slow)
        for path in EXAMPLES
    ],
)
def test_a_game_of_one_s_own_plays_from_its_toml_alone(path, tmp_path):
    """Clauses: G-1."""
    journal = tmp_path / "table.db"
    done = CliRunner().invoke(
        app,
        [
            "demo",
            "--config",
            str(path),
            "--fast",
            "--headless",
            "--json",
            "--hands",
            "8",
            "--journal",
            str(journal),
        ],
    )
    assert done.exit_code == 0, done.output
    *hands, last = [json.loads(line) for line in done.output.splitlines()]
    assert [hand["hand"] for hand in hands] == list(range(1, 9))
    assert last == {"summary": {"hands": 8, "chips": sum(hands[-1]["stacks"].values())}}
    assert any(len(hand["board"]) == 5 for hand in hands)
    config = load_config(path)
    deck = as_played(game_of(config.table), config.table.options).deck
    assert {card for hand in hands for card in hand["board"]} <= {*deck.cards}
    report = verify(journal, lambda done, rows: None, rerun=True)
    assert (report.is_sound, report.handled_again > 0) == (True, True)


@pytest.mark.parametrize(
    ("preset", "players", "sentence"),
    [
        ("pool", 5, "pool is played by 2 to 4, not by 5."),
        ("casino", 8, "casino is played by 1 to 7, not by 8."),
        ("tournament", 1, "tournament is played by 2 to 10, not by 1."),
    ],
)
def test_more_or_fewer_players_than_a_game_has_seats_are_wrong_use(preset, players, sentence):
    said = CliRunner().invoke(
        app, ["demo", "--preset", preset, "--players", str(players), "--fast", "--headless"]
    )
    assert (said.exit_code, said.stdout, said.stderr.strip()) == (2, "", sentence)


@pytest.mark.slow
def test_the_picture_of_a_demo_in_which_things_go_wrong_is_one_of_a_halted_table(tmp_path):
    """The block at the left of its bar has the colour of a halt, which nothing else there has."""
    wanted = DemoOptions(
        "canterbury", hands=6, irregularities=True, screenshot=tmp_path / "halted.png"
    )
    hands = []
    play_fast(wanted, hands.append)
    assert any(hand.irregularities for hand in hands)
    red, green, blue, _ = pygame.image.load(tmp_path / "halted.png").get_at((60, 1_020))
    assert red > 200 > 150 > max(green, blue)


@pytest.mark.parametrize("name", tiered(["tournament", "canterbury"], ["canterbury"]))
def test_in_each_hand_of_a_clumsy_demo_the_next_case_happens_and_each_hand_ends(name):
    hands = []
    play_fast(DemoOptions(name, hands=len(CASES), irregularities=True), hands.append)
    assert sorted(hand.irregularities for hand in hands) == sorted((case.name,) for case in CASES)
    assert all(hand.result or hand.void for hand in hands)


def test_the_hand_that_the_picture_shows_is_named(tmp_path):
    said = CliRunner().invoke(
        app, ["demo", "--hands", "2", "--fast", "--screenshot", str(tmp_path / "demo.png")]
    )
    assert (said.exit_code, (tmp_path / "demo.png").exists()) == (0, True)
    assert any(
        f"The screen's picture is in {tmp_path}/demo.png: hand {hand}." in said.stdout
        for hand in (1, 2)
    )


def test_how_it_ended_is_said_in_numbers():
    said = CliRunner().invoke(app, ["demo", "--hands", "1", "--fast", "--headless"])
    assert (said.exit_code, said.stdout.splitlines()[-1]) == (
        0,
        "1 hand, 6,000 chips on the table.",
    )


@pytest.mark.slow
def test_a_game_without_a_last_hand_says_after_how_many_it_stops():
    said = CliRunner().invoke(
        app, ["demo", "--preset", "canterbury", "--players", "2", "--fast", "--headless"]
    )
    assert (said.exit_code, said.stdout.splitlines()[-1]) == (
        0,
        f"This game has no last hand: the demo stops after {EVENING_HANDS}. --hands N plays more, "
        "or fewer.",
    )


def test_players_know_that_the_ace_is_below_the_six_in_a_short_deck():
    """Clauses: S-2."""
    assert worth_of(*WHEEL, preset("texas6plus")) == STRONG["straight"]
    assert worth_of(*WHEEL, preset("tournament")) < STRONG["straight"]


class Late(LiveStage):
    """A live stage on a slow machine: each of its views comes three tenths of a second after it
    was made.
    """

    LATE_S = 0.3

    def _view_came(self):
        views = self._views
        self.loop.remove_reader(views)

        def comes():
            if self._views is views:
                super(Late, self)._view_came()
            if self._views is views:
                self.loop.add_reader(views, self._view_came)

        self.loop.call_later(self.LATE_S, comes)


class Stubborn:
    """A player who wants what nobody may."""

    def decide(self, view, cards):
        return Decision("bonus", 1_000_000)


def thought_out(wanted, think_s, **players):
    """The hands of a demo in virtual time whose players think so long. `players`: other ones, by
    `seat_N`.
    """
    game, hands = wanted.game, []
    with temporary_directory() as directory:
        stage = Stage(
            wanted.table_played, directory, map(int, wanted.table_played.seats), game.deck
        )
        demo = Demo(stage, game, wanted, hands.append, think_s)
        demo.players.update(
            {int(name.removeprefix("seat_")): player for name, player in players.items()}
        )
        try:
            stage.loop.run_until_complete(demo.run())
        finally:
            stage.close()
    return hands


def test_who_is_asked_at_the_same_time_thinks_at_the_same_time():
    """Clauses: D-4. Bets are open for less time than six players need who think one after the
    other.
    """
    hands = thought_out(DemoOptions("casino", hands=2), think_s=9)
    assert [len(hand.result) for hand in hands] == [6, 6]


@pytest.mark.parametrize(
    ("preset", "think_s"), [("casino", 31), pytest.param("tournament", 40, marks=pytest.mark.slow)]
)
def test_who_thinks_for_longer_than_the_clock_looks_again_and_the_demo_goes_on(preset, think_s):
    hands = thought_out(DemoOptions(preset, hands=2), think_s)
    assert [hand.hand for hand in hands] == [1, 2]


def test_a_player_whose_acts_are_always_refused_ends_the_demo_with_the_refusal():
    with pytest.raises(Stalled, match=r"^Hand 1 stands still: "):
        thought_out(DemoOptions("casino", hands=1), 0, seat_2=Stubborn())


def test_a_service_that_fails_in_a_demo_is_told_in_a_sentence(monkeypatch):
    def fails(*_):
        raise ServiceFailedError("Traceback (most recent call last):\n  ...\nKeyError: 'planted'\n")

    monkeypatch.setattr(play, "play_fast", fails)
    said = CliRunner().invoke(app, ["demo", "--fast"])
    assert (said.exit_code, said.stdout, " ".join(said.stderr.split())) == (
        1,
        "",
        "The service failed: KeyError: 'planted'. This is a fault of tablectl; the same demo has "
        "it again.",
    )


@pytest.mark.slow
def test_players_of_a_live_demo_do_not_act_on_what_was_before(tmp_path):
    """On a slow machine the journal knows what the screen has not been told yet."""
    wanted, hands = DemoOptions("casino", players=2, hands=1, seed=3), []
    refused = []

    async def play():
        stage = Late(wanted.game, wanted.table_played, tmp_path, screen=None)
        try:
            await stage.open()
            await Demo(stage, wanted.game, wanted, hands.append, think_s=0.01).play()
            refused.extend(one.text for one in stage.notices if one.is_refusal)
        finally:
            stage.close()

    asyncio.run(play())
    assert ([hand.hand for hand in hands], refused) == ([1], [])


@pytest.mark.slow
def test_a_live_demo_counts_down_to_the_next_hand_as_a_table_does_and_plays_the_hands_of_a_fast_one(
    tmp_path,
):
    wanted = DemoOptions("tournament", players=3, hands=2, seed=3)
    fast = []
    live = []
    asked = []
    play_fast(wanted, fast.append)

    async def play():
        stage = LiveStage(
            wanted.game, wanted.table_played, tmp_path, screen=None, between_hands_s=BETWEEN_HANDS_S
        )

        async def look_on():
            while True:
                view = stage.view
                if view.waiting_for == "nothing" and view.ask is not None:
                    asked.append((view.hand, view.ask.kind))
                await asyncio.sleep(0.05)

        try:
            await stage.open()
            looking = asyncio.ensure_future(look_on())
            await Demo(stage, wanted.game, wanted, live.append, think_s=0.01).play()
            looking.cancel()
            return stage.view
        finally:
            stage.close()

    view = asyncio.run(play())
    assert (view.hand, view.phase, live) == (2, "idle", fast)
    between = {kind for hand, kind in asked if hand == 1}
    assert "next" in between
    assert "ready" not in between
