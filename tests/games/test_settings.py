"""Settings: what an operator lays over a preset, and what does not fit it is said in a sentence."""

import pytest

from tablectl.games.catalog import preset
from tablectl.games.game import BadSetting, as_played


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
