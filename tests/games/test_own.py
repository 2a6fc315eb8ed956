"""A game of a card room's own: rows laid over a preset's, and a sentence for each row that does
not fit.
"""

import json
from pathlib import Path

import msgspec
import pytest

from tablectl.engine.rounds.kinds import KINDS
from tablectl.games.catalog import PRESETS, preset
from tablectl.games.game import as_played
from tablectl.games.own import ROUNDS, OwnGame, lay_over_preset
from tablectl.games.settings import BadSetting
from tablectl.rules.fitting import find_misfits
from tablectl.service.config.loading import BadConfig, game_of, load_config

OF_DEVICES = {"phones"}  # a table of a preset: tests/setup checks it
EXAMPLES = sorted(
    path
    for path in (Path(__file__).resolve().parents[2] / "deploy/examples").glob("*.toml")
    if path.stem not in OF_DEVICES
)
MISFITS = Path(__file__).with_name("misfits.jsonl")
ONE_BY_ONE = next(path for path in EXAMPLES if path.stem == "one-by-one")
HOLE = {"name": "preflop", "hole": 2, "opens": "left_of_blinds"}


def own(**rows):
    document = {"name": "house", **rows}
    if wrong := [*find_misfits(document, OwnGame, ("table", "game"))]:
        raise BadSetting(*wrong)
    return msgspec.convert(document, OwnGame)


def test_what_is_not_said_is_as_in_the_preset():
    made = lay_over_preset(
        preset("canterbury"), own(deck="joker", most=6, streets=[HOLE, {"name": "all", "board": 5}])
    )
    was = preset("canterbury")
    assert (made.name, made.title, made.most, made.fewest, made.deck.jokers) == (
        "house",
        "house",
        6,
        2,
        2,
    )
    assert [(row.name, row.hole, row.board, row.rounds) for row in made.streets] == [
        ("preflop", 2, 0, ("betting",)),
        ("all", 0, 5, ("betting",)),
    ]
    assert (made.settings, made.plays_for, made.has_blinds) == (
        was.settings,
        was.plays_for,
        was.has_blinds,
    )
    assert as_played(made, {"cap": 2}).settings.cap == 2


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_is_a_game_that_no_preset_is(path):
    table = load_config(path).table
    game = as_played(game_of(table), table.options)
    assert game.name == path.stem
    assert path.read_text().startswith("# EXAMPLE")
    assert all(game.streets != other.streets for other in PRESETS.values())


def test_every_kind_of_round_goes_with_something_that_is_played_for():
    assert {kind for kinds in ROUNDS.values() for kind in kinds} == set(KINDS)
    for game in PRESETS.values():
        assert {kind for row in game.streets for kind in row.rounds} <= set(ROUNDS[game.plays_for])


@pytest.mark.parametrize("line", MISFITS.read_text().splitlines())
def test_a_row_that_does_not_fit_is_said_in_a_sentence(line):
    """Each line of misfits.jsonl."""
    said = json.loads(line)
    with pytest.raises(BadSetting) as wrong:
        lay_over_preset(preset(said["like"]), own(**said["rows"]))
    assert str(wrong.value) == said["why"]


@pytest.mark.parametrize(
    ("word", "other", "said"),
    [
        (
            'opens = "left_of_blinds"',
            'opens = "anywhere"',
            '[[table.game.streets]] opens: There is no "anywhere"; there is left_of_blinds, '
            "left_of_button.",
        ),
        (
            'opens = "left_of_blinds"',
            'rounds = ["betting", "it\'s"]',
            '[[table.game.streets]] rounds: There is no "it\'s"; there is ante_window, betting, '
            "call_or_fold, flat_bets, shots.",
        ),
    ],
)
def test_a_word_that_a_row_does_not_know_is_named_with_its_place_and_the_choices(
    word, other, said, tmp_path
):
    file = tmp_path / "table.toml"
    file.write_text(ONE_BY_ONE.read_text().replace(word, other, 1))
    with pytest.raises(BadConfig) as wrong:
        load_config(file)
    assert str(wrong.value) == f"{file}:{line_of(other, file)}: {said}"


def line_of(text, file):
    return 1 + file.read_text().partition(text)[0].count("\n")


def test_an_unknown_key_is_named(tmp_path):
    file = tmp_path / "table.toml"
    file.write_text(ONE_BY_ONE.read_text().replace("board = 1, size", "bord = 1, size", 1))
    with pytest.raises(BadConfig) as wrong:
        load_config(file)
    line = line_of("bord", file)
    assert (
        str(wrong.value)
        == f'{file}:{line}: [[table.game.streets]] has no key "bord". Did you mean "board"?'
    )
