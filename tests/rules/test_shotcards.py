"""The deck file of shots: the sample is whole, and what is wrong with a file is said with its
card and line.
"""

import re

import pytest
from hypothesis import given, strategies as st

from tablectl.rules.cards import CARDS
from tablectl.rules.shotcards import POINTS_MAX, BadShots, ShotCard, read_shots, with_points
from tablectl.service.books.books import SAMPLE_SHOTS, load_shots

TEXT, DECK = SAMPLE_SHOTS.read_text(), load_shots()


def test_the_sample_names_a_shot_for_every_card_and_says_that_it_is_a_sample():
    """Clauses: M-11."""
    assert tuple(DECK) == CARDS
    assert len({shot.name for shot in DECK.values()}) == 52
    assert TEXT.startswith("# SAMPLE")


def test_a_card_room_s_own_file_is_read():
    """Clauses: M-11."""
    assert read_shots('[shots]\n2c = { name = "In off", points = 4 }\n', "ours.toml", ["2c"]) == {
        "2c": ShotCard("In off", 4)
    }


def line_of(card):
    return next(at for at, line in enumerate(TEXT.splitlines(), 1) if line.startswith(f"{card} ="))


@pytest.mark.parametrize(
    ("written", "instead_of", "sentence"),
    [
        ("Xh =", "Ah =", f"ours.toml, line {line_of('Ah')}: Xh is no card of this deck."),
        ("Jk =", "Ah =", f"ours.toml, line {line_of('Ah')}: Jk is no card of this deck."),
        ("As =", "Ah =", "ours.toml: Cannot overwrite a value (at line "),
        ("# 2c =", "2c =", "ours.toml: there is no shot for 2c."),
        (
            'nme = "Stop dead"',
            'name = "Stop dead"',
            f'ours.toml, line {line_of("2s")}: 2s has a name and points: 2s = {{ name = "...", '
            f"points = 5 }}.",
        ),
        (
            'name = " "',
            'name = "Stop dead"',
            f"ours.toml, line {line_of('2s')}: 2s has a name of 1 to 48 characters.",
        ),
        (
            f'name = "{"x" * 49}"',
            'name = "Stop dead"',
            f"ours.toml, line {line_of('2s')}: 2s has a name of 1 to 48 characters.",
        ),
        (
            "Kd = 9 #",
            "Kd = {",
            f'ours.toml, line {line_of("Kd")}: Kd has a name and points: Kd = {{ name = "...", '
            f"points = 5 }}.",
        ),
        (
            '"Stop dead", points = 0',
            '"Stop dead", points = 3',
            f"ours.toml, line {line_of('2s')}: 2s is worth 1 to 99 points, not 0.",
        ),
        (
            '"Stop dead", points = 100',
            '"Stop dead", points = 3',
            f"ours.toml, line {line_of('2s')}: 2s is worth 1 to 99 points, not 100.",
        ),
        (
            '"Stop dead", points = true',
            '"Stop dead", points = 3',
            f"ours.toml, line {line_of('2s')}: 2s is worth 1 to 99 points, not True.",
        ),
        ("[shts]", "[shots]", "ours.toml: a deck file has one table, [shots], and no shts."),
        (
            "hands = 5\n[shots]",
            "[shots]",
            "ours.toml: a deck file has one table, [shots], and no hands.",
        ),
        (
            "shots = 5\n[deck]",
            "[shots]",
            "ours.toml: a deck file has one table, [shots], and no deck.",
        ),
    ],
)
def test_what_is_no_deck_file_is_said_with_its_card_and_line(written, instead_of, sentence):
    """Clauses: M-11."""
    with pytest.raises(BadShots, match=f"^{re.escape(sentence)}"):
        read_shots(TEXT.replace(instead_of, written, 1), "ours.toml")


def test_the_cards_that_are_missing_are_named_but_not_all_of_many():
    """Clauses: M-11."""
    with pytest.raises(
        BadShots, match=r"^ours.toml: there is no shot for 2c, 2d, 2h, 2s, 3c and 47 more\.$"
    ):
        read_shots("[shots]\n", "ours.toml")


def test_a_file_that_cannot_be_read_is_named(tmp_path):
    latin = tmp_path / "ours.toml"
    latin.write_bytes(b"# caf\xe9\n")
    with pytest.raises(BadShots, match=r"ours\.toml: this is no text in UTF-8\.$"):
        load_shots(latin)
    with pytest.raises(BadShots, match=r"theirs\.toml: No such file or directory\.$"):
        load_shots(tmp_path / "theirs.toml")


@given(st.dictionaries(st.sampled_from(CARDS), st.integers(1, POINTS_MAX)))
def test_points_of_the_options_come_before_those_of_the_file(points):
    """Clauses: M-11."""
    changed = with_points(DECK, points)
    assert [(card, shot.name) for card, shot in changed.items()] == [
        (card, shot.name) for card, shot in DECK.items()
    ]
    assert {card: shot.points for card, shot in changed.items()} == {
        card: shot.points for card, shot in DECK.items()
    } | points


@pytest.mark.parametrize(
    ("points", "sentence"),
    [
        ({"Jk": 4}, "points: Jk is no card of this deck."),
        ({"9h": 0}, "points: 9h is worth 1 to 99 points, not 0."),
    ],
)
def test_points_of_the_options_are_checked_too(points, sentence):
    """Clauses: M-11."""
    with pytest.raises(BadShots, match=f"^{re.escape(sentence)}$"):
        with_points(DECK, points)
