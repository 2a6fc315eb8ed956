"""Equity for those who see all cards: the deck of the game counts, and a game that is not
hold'em has none.
"""

import msgspec
import pytest

from tablectl.engine.engine import handle, open_table
from tablectl.engine.events import CardOff, FloorRuled, StartAsked
from tablectl.engine.floor import Confirm, DeclareDead
from tablectl.games.catalog import preset
from tablectl.games.game import Street
from tablectl.present.odds import audit_equities
from tablectl.rules.deck import JOKER_54, SHORT_36, STANDARD_52
from tablectl.rules.equity import equity
from tablectl.rules.forced import Stakes

HANDS = {1: ("Ah", "Ad"), 2: ("Ks", "Kc"), 3: ("8h", "7h")}
DEALT = ("Ah", "Ks", "8h", "Ad", "Kc", "7h")  # button 3: seats 1, 2, 3, 1, 2, 3


def dealt(game, cards=DEALT):
    table, _ = open_table(
        game,
        dict.fromkeys(HANDS, 100),
        stakes=Stakes(2, 4, 0, 4, 8),
        button=3,
        options={"chips_sensed": False, "action_clock_s": 0},
    )
    return handle(
        table, (StartAsked(at_ms=0), *(CardOff(at_ms=0, cards=(card,)) for card in cards))
    )[0]


@pytest.mark.parametrize(
    ("name", "deck"),
    [("tournament", STANDARD_52), ("canterbury", STANDARD_52), ("texas6plus", SHORT_36)],
)
def test_a_hand_is_worth_what_its_deck_makes_of_it(name, deck):
    counted = equity([*HANDS.values()], deck=deck).players
    assert audit_equities(dealt(preset(name))) == {
        seat: round(one.equity, 6) for seat, one in zip(HANDS, counted, strict=True)
    }


def test_nothing_is_counted_until_every_hand_is_whole():
    assert [audit_equities(dealt(preset("canterbury"), DEALT[:count])) for count in range(6)] == [
        {}
    ] * 6


def test_a_hand_that_the_floor_has_killed_is_dead_and_so_are_its_cards():
    """Clauses: F-6."""
    killed = FloorRuled(at_ms=0, ruling=DeclareDead(seat=2, why="cards in the drink"))
    table, _ = handle(dealt(preset("canterbury")), (killed,))
    counted = equity([HANDS[1], HANDS[3]], dead=HANDS[2]).players
    assert audit_equities(table) == {1: round(counted[0].equity, 6), 3: round(counted[1].equity, 6)}


def test_cards_that_came_early_and_go_back_may_still_come():
    """Clauses: L-19. Seven cards more than were wanted: the burn stays burned, the flop comes
    back.
    """
    table, _ = handle(
        dealt(preset("canterbury")),
        [CardOff(at_ms=0, cards=(card,)) for card in ("2c", "As", "Ac", "Kd")],
    )
    table, _ = handle(table, [FloorRuled(at_ms=0, ruling=Confirm())])
    assert (table.shown.deal.burns, [early.card for early in table.early]) == (
        ("2c",),
        ["As", "Ac", "Kd"],
    )
    counted = equity([*HANDS.values()], dead=("2c",)).players
    assert audit_equities(table) == {
        seat: round(one.equity, 6) for seat, one in zip(HANDS, counted, strict=True)
    }


@pytest.mark.parametrize(
    "changes",
    [
        {"deck": JOKER_54},
        {"plays_for": "points"},
        {"hand": "two_and_three"},
        {"streets": preset("canterbury").streets[:-1]},
        {"streets": (*preset("canterbury").streets, Street(name="last", hole=1))},
    ],
    ids=["jokers", "for points", "both hole cards count", "four on the board", "three in the hand"],
)
def test_a_game_that_is_not_two_cards_and_five_on_the_board_for_pots_has_no_equity(changes):
    table = dealt(preset("canterbury"))
    assert audit_equities(table) != {}
    assert (
        audit_equities(
            msgspec.structs.replace(table, game=msgspec.structs.replace(table.game, **changes))
        )
        == {}
    )
