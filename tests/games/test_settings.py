"""Settings: what an operator lays over a preset, and what does not fit it is said in a sentence."""

import json
from pathlib import Path

import pytest

from tablectl.engine.engine import open_table
from tablectl.games.catalog import PRESETS, preset
from tablectl.games.game import as_played, with_options
from tablectl.games.settings import READ_IN, BadSetting, Settings
from tablectl.rules.forced import Stakes
from tablectl.rules.shotcards import ShotCard
from tablectl.service.books.books import SAMPLE_SHOTS, load_shots, shots_of_game
from tablectl.service.config import loading as config

REFUSED = Path(__file__).with_name("refused.jsonl")


@pytest.mark.parametrize(
    ("options", "deck"),
    [
        ({}, "short"),
        ({"flush_over_full_house": True}, "short-flush"),
        ({"trips_over_straight": True}, "short-only-trips"),
        ({"flush_over_full_house": True, "trips_over_straight": True}, "short-trips"),
    ],
)
def test_the_settings_choose_the_order_of_the_categories(options, deck):
    """Clauses: S-3."""
    game = as_played(preset("texas6plus"), options)
    assert (game.deck.name, len(game.deck.cards)) == (deck, 36)
    assert as_played(game, {}).deck.name == deck


@pytest.mark.parametrize("setting", ["flush_over_full_house", "trips_over_straight"])
def test_with_52_cards_the_order_is_the_usual_one(setting):
    """Clauses: S-3."""
    with pytest.raises(
        BadSetting, match=r"settings of a short deck; tournament is played with 52 cards\.$"
    ):
        as_played(preset("tournament"), {setting: True})
    assert as_played(preset("tournament"), {setting: False}).deck.name == "standard"


SET = {
    "decision_clock_s": 20,
    "decide": "together",
    "ante_min": 5,
    "ante_max": 9,
    "bonus_min": 1,
    "bonus_max": 9,
    "bank": 500,
    "ante_table": {"pair": 1},
    "bonus_table": {"pair": 1},
    "qualify": "44",
    "bet": 5,
    "hands": 3,
    "target": 100,
    "bet_clock_s": 20,
    "cut": "confirm",
}


@pytest.mark.parametrize("game", PRESETS)
@pytest.mark.parametrize("setting", READ_IN)
def test_a_setting_that_nothing_reads_in_a_game_is_refused_by_its_name(setting, game):
    played = preset(game)
    if played.plays_for in READ_IN[setting]:
        assert getattr(with_options(played, {setting: SET[setting]}), setting) == SET[setting]
    else:
        with pytest.raises(
            BadSetting, match=rf"^{setting} is a setting of games .*; {game} is played "
        ):
            as_played(played, {setting: SET[setting]})
    off = getattr(Settings(), setting)
    assert getattr(with_options(played, {setting: off}), setting) == off


@pytest.mark.parametrize("line", REFUSED.read_text().splitlines())
def test_what_nobody_can_play_with_is_said_in_a_sentence(line):
    """Clauses: D-5, D-9, D-10, D-14, T-2, T-4, M-8, M-9, M-11. Each line of refused.jsonl."""
    said = json.loads(line)
    with pytest.raises(BadSetting) as wrong:
        open_table(
            preset(said["preset"]),
            {1: 50, 2: 50},
            stakes=Stakes(**said["stakes"]) if "stakes" in said else None,
            options=said["options"],
            shots=load_shots() if "shots" in said else None,
        )
    assert str(wrong.value) == said["why"]


def stakes_of(stakes, **options):
    table, _ = open_table(preset("texas6plus"), {1: 200, 2: 200}, stakes=stakes, options=options)
    return table.stakes


def test_cards_are_burned_where_the_setting_says_so_and_however_often_it_is_said():
    """Clauses: D-2, D-4."""
    burning = as_played(as_played(preset("casino"), {"burn": True}), {"burn": True})
    assert [row.burn for row in burning.streets] == [0, 0, 1, 1, 0]
    assert [row.burn for row in as_played(preset("casino"), {}).streets] == [0, 0, 0, 0, 0]


def test_the_settings_say_more_of_the_stakes():
    """Clauses: T-2, T-4."""
    assert stakes_of(Stakes(big_blind=10), ante=3) == Stakes(5, 10, 3)
    assert stakes_of(Stakes(5, 10), ante=3, button_ante=True) == Stakes(0, 10, 3)
    assert stakes_of(None, ante=3, button_ante=6) == Stakes(0, 6, 3)
    assert stakes_of(None, levels=[{"big_blind": 20}, {"big_blind": 40}]) == Stakes(10, 20)
    levels = [{"big_blind": 20, "ante": 20}, {"big_blind": 40, "ante": 40}]
    table, _ = open_table(
        preset("texas6plus"), {1: 200, 2: 200}, options={"button_ante": True, "levels": levels}
    )
    assert [level.stakes for level in table.settings.levels] == [
        Stakes(0, 20, 20),
        Stakes(0, 40, 40),
    ]


def test_jokers_choose_the_deck():
    """Clauses: M-9."""
    assert [as_played(preset("pool"), {"jokers": jokers}).deck.jokers for jokers in (0, 2)] == [
        0,
        2,
    ]


def test_points_are_laid_over_the_deck_file_s():
    """Clauses: M-11."""
    table, _ = open_table(
        preset("pool"), {1: 0, 2: 0}, options={"points": {"9c": 42}}, shots=load_shots()
    )
    assert table.score.shots == {**load_shots(), "9c": ShotCard(load_shots()["9c"].name, 42)}


def test_a_deck_file_lies_beside_the_configuration_that_names_it(tmp_path):
    """Clauses: M-11."""
    (tmp_path / "shots.toml").write_text(
        SAMPLE_SHOTS.read_text().replace("points = 6 }", "points = 66 }")
    )
    (tmp_path / "table.toml").write_text(
        '[table]\npreset = "pool"\ndeck_file = "shots.toml"\nseats = { 1 = 0, 2 = 0 }\n'
    )
    table = config.load_config(tmp_path / "table.toml").table
    own = shots_of_game(preset("pool"), table.deck_file)
    assert (own["9c"].points, load_shots()["9c"].points) == (66, 6)
    assert shots_of_game(preset("tournament"), table.deck_file) is None
