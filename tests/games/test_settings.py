"""Settings: what an operator lays over a preset, and what does not fit it is said in a sentence."""

import pytest

from tablectl.engine.engine import open_table
from tablectl.games.catalog import preset
from tablectl.games.game import BadSetting, as_played
from tablectl.rules.forced import Stakes


@pytest.mark.parametrize(("options", "deck"), [
    ({}, "short"), ({"flush_over_full_house": True}, "short-flush"), ({"trips_over_straight": True}, "short-only-trips"),
    ({"flush_over_full_house": True, "trips_over_straight": True}, "short-trips"),
])
def test_the_settings_choose_the_order_of_the_categories(options: dict[str, object], deck: str) -> None:
    """Clauses: S-3."""
    game = as_played(preset("texas6plus"), options)
    assert (game.deck.name, len(game.deck.cards)) == (deck, 36)
    assert as_played(game, {}).deck.name == deck


@pytest.mark.parametrize("setting", ["flush_over_full_house", "trips_over_straight"])
def test_with_52_cards_the_order_is_the_usual_one(setting: str) -> None:
    """Clauses: S-3."""
    with pytest.raises(BadSetting, match=r"settings of a short deck; tournament is played with 52 cards\.$"):
        as_played(preset("tournament"), {setting: True})
    assert as_played(preset("tournament"), {setting: False}).deck.name == "standard"


def stakes_of(stakes: Stakes | None, **options: object) -> Stakes:
    table, _ = open_table(preset("texas6plus"), {1: 200, 2: 200}, stakes=stakes, options=options)
    return table.stakes


def test_the_settings_say_more_of_the_stakes() -> None:
    """Clauses: T-2, T-4."""
    assert stakes_of(Stakes(big_blind=10), ante=3) == Stakes(5, 10, 3)
    assert stakes_of(Stakes(5, 10), ante=3, button_ante=True) == Stakes(0, 10, 3)
    assert stakes_of(None, ante=3, button_ante=6) == Stakes(0, 6, 3)
    assert stakes_of(None, levels=[{"big_blind": 20}, {"big_blind": 40}]) == Stakes(10, 20)
    levels = [{"big_blind": 20, "ante": 20}, {"big_blind": 40, "ante": 40}]
    table, _ = open_table(preset("texas6plus"), {1: 200, 2: 200}, options={"button_ante": True, "levels": levels})
    assert [level.stakes for level in table.settings.levels] == [Stakes(0, 20, 20), Stakes(0, 40, 40)]


@pytest.mark.parametrize(("stakes", "options", "sentence"), [
    (None, {}, "texas6plus needs stakes: a small and a big blind."),
    (Stakes(ante=5), {}, "Blinds of 0/0 with an ante of 5 are none."),
    (Stakes(-1, 10), {}, "Blinds of -1/10 with an ante of 0 are none."),
    (Stakes(5, 10), {"ante": -1}, "Blinds of 5/10 with an ante of -1 are none."),
    (Stakes(5, 10), {"button_ante": -10}, "Blinds of 0/-10 with an ante of 0 are none."),
    (None, {"button_ante": True}, "Blinds of 0/0 with an ante of 0 are none."),
    (None, {"levels": [{"ante": 5}]}, "A level of 0/0 is no level."),
    (Stakes(5, 10), {"button_ante": 10, "button_moves": "dead"},
     "With a blind on the button the button moves forward: it is never dead."),
    (Stakes(5, 10), {"ante_from": "dealer"}, 'ante_from is one of each, big_blind, not "dealer".'),
])
def test_stakes_that_are_none_are_a_sentence(stakes: Stakes | None, options: dict[str, object], sentence: str) -> None:
    """Clauses: T-2, T-4."""
    with pytest.raises(BadSetting) as wrong:
        stakes_of(stakes, **options)
    assert str(wrong.value) == sentence
