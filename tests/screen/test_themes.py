"""Themes: every pair of colours can be read, every two hues told apart."""

import pytest

from tablectl.screen.drawing.palette import SUITS, palette, read_hex
from tablectl.screen.drawing.themes import THEMES
from tablectl.screen.style import Style
from tests.screen.contrast import STATES, contrast, pairs
from tests.screen.proofs import proofs_of
from tests.screen.seeing import difference, least_difference


def lowest(theme, written, *grounds):
    """The least contrast on those grounds, on the felt of any game."""
    felts = [palette(theme, preset) for preset in [*theme.felts, "tournament"]]
    return round(
        min(
            pair.contrast
            for felt in felts
            for pair in pairs(felt)
            if pair.written == written and pair.ground in grounds
        ),
        1,
    )


def test_every_pair_of_colours_that_is_written_can_be_read_on_every_felt():
    assert [
        (theme.name, pair)
        for theme in THEMES.values()
        for preset in [*theme.felts, "tournament"]
        for pair in pairs(palette(theme, preset))
        if pair.contrast < pair.least
    ] == []


@pytest.mark.parametrize(
    ("name", "felt", "glass", "key", "brass", "folded"),
    [
        ("felt", 7.1, 13.1, 10.0, 5.0, 5.0),
        ("dark", 10.9, 11.7, 10.0, 7.8, 6.5),
        ("contrast", 21.0, 21.0, 21.0, 16.3, 12.0),
        ("colourblind", 11.1, 14.7, 11.9, 7.7, 6.0),
    ],
)
def test_the_themes_are_the_ones_that_were_designed(name, felt, glass, key, brass, folded):
    """The design's numbers, computed there by another program."""
    theme = THEMES[name]
    assert (
        lowest(theme, "ivory", "felt"),
        lowest(theme, "ivory", "glass"),
        lowest(theme, "ivory", "a key"),
        lowest(theme, "brass", "felt"),
        lowest(theme, "folded", "its plate"),
    ) == (felt, glass, key, brass, folded)


@pytest.mark.parametrize(
    ("name", "suits", "states"),
    [
        ("felt", 16.8, 9.8),
        ("dark", 18.9, 14.5),
        ("contrast", 20.2, 15.9),
        ("colourblind", 23.1, 16.3),
    ],
)
def test_suits_and_states_are_told_apart_by_every_kind_of_eye(name, suits, states):
    hues = THEMES[name].hues
    four = [hues[suit] for kind, suit in SUITS.items() if kind != "k"]
    assert (
        round(least_difference(four), 1),
        round(least_difference([hues[state] for state in STATES]), 1),
    ) == (suits, states)


def test_the_difference_of_colours_is_the_one_of_its_standard():
    """Three of the pairs that Sharma, Wu and Dalal give for whoever writes it."""
    pairs_given = [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, -1.0, 2.0), (50.0, 0.0, 0.0), 2.3669),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ]
    assert [round(difference(one, other), 4) for one, other, _ in pairs_given] == [
        given for *_, given in pairs_given
    ]
    assert round(contrast(read_hex("777777"), read_hex("FFFFFF")), 2) == 4.48


def test_the_contrast_theme_has_neither_glow_nor_shadow():
    """Around the bright plate and the glass there is nothing but black: of all pixels every one
    is of few colours.
    """
    _, picture = proofs_of("betting-6", style=Style(THEMES["contrast"]))
    assert {picture.get_at((x, 520))[:3] for x in (4, 10, 18)} == {(0, 0, 0)}
