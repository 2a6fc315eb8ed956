"""The smallest table: a reader, a deck with stickers and keys. A person enrols the deck, and an
evening is played.
"""

from pathlib import Path
from random import Random

import pytest

from tablectl.games.catalog import PRESETS, preset
from tablectl.intake.enrolling import enrolling_order

from .evening import booked, sticker

FULL = enrolling_order(jokers=2)
OPTIONS = {"pool": ", jokers = 0, hands = 20"}


@pytest.mark.parametrize(
    ("name", "hands"),
    [("casino", 1), *(pytest.param(name, 5, marks=pytest.mark.slow) for name in PRESETS)],
)
def test_hands_of_each_game_are_dealt_from_the_reader_and_played_with_keys_alone(
    name, hands, smallest
):
    game = preset(name)
    stakes = "" if name in ("casino", "pool") else "stakes = { small_blind = 5, big_blind = 10 }"
    chips = 0 if name == "pool" else 10_000
    table = smallest(preset=name, chips=chips, options=OPTIONS.get(name, ""), table=stakes)
    deck = booked(table, "red", FULL)
    service = table.start()
    chance = Random(name)
    for _ in range(hands):
        table.plays(deck.shuffled(chance, game.deck.cards))
    assert (service.table.hands, service.table.halts, table.said) == (hands, 0, [])


def test_whoever_slides_the_cards_is_told_whose_is_next(monkeypatch, smallest):
    table = smallest(
        table="button = 1\nstakes = { small_blind = 5, big_blind = 10 }\nnames = { 2 = 'Ada' }"
    )
    cards = booked(table, "red", enrolling_order()).tags
    service = table.start()
    shown = []
    monkeypatch.setattr(service.screens, "show", shown.append)
    table.begins()
    headlines = []
    while len(table.view.board) < 3:
        if table.is_lit:
            headlines.append(shown[-1].ask.headline)
            table.slide(cards.pop())
        else:
            table.presses()
    to_players = ["A card for Ada", "A card for Seat 3", "A card for Seat 1"]
    assert headlines == [*to_players * 2, "Burn a card", *["A card for the board"] * 3]


def test_a_book_that_is_damaged_while_the_table_runs_stops_nothing(loop, smallest):
    table = smallest(table="button = 1\nstakes = { small_blind = 5, big_blind = 10 }")
    booked(table, "red", enrolling_order())
    # of two, neither is in play before one is put
    booked(table, "blue", enrolling_order(), first=500)
    service = table.start()
    Path(table.config.shoe.deck_book).write_text("{}")
    raised = []
    loop.set_exception_handler(lambda _, context: raised.append(context))
    table.slide(sticker(900))
    assert (raised, len(table.said), service.table.halts) == ([], 2, 0)
    assert table.said[1].startswith(
        "The shoe read a card that is in no deck of the book. No deck is in play. The deck book "
    )
    assert "is not as it was written" in table.said[1]
