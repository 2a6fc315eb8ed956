"""Each hand's equity for the audit view: its share of the pot over all boards that can still come.

The audit view knows every card, so all cards that have left the shoe are dead: folded hands, burns, cards put aside.
"""

from functools import lru_cache

from tablectl.engine.state.audit import BIT
from tablectl.engine.state.table import Table
from tablectl.games.game import Game
from tablectl.rules.cards import Card
from tablectl.rules.deck import Deck
from tablectl.rules.equity import BOARD_CARDS, HOLE_CARDS, equity

FEWEST = 2                              # hands; one alone is not compared
PLACES = 6                              # decimals of a share, so that a scenario can expect it
REMEMBERED = 64                         # results kept: views are made far more often than cards come

Cards = tuple[Card, ...]


def shares(t: Table) -> dict[int, float]:
    """By seat, for the hands that can still win. Empty if it is not counted:

    between hands, while hole cards are missing, in a game other than hold'em for pots, with a card that is not of the deck. A
    board card that came early goes back into the stub, so it counts as one that can still come (L-19 to L-22). That it can come
    only later than the next street is not taken into account.
    """
    seats = [seat for seat in t.live if not seat.is_mucked]
    hands = tuple([seat.cards for seat in seats])
    deck = t.game.deck
    in_play = {*t.board, *[card for hand in hands for card in hand]}
    if not t.in_hand or t.wants or not is_counted(t.game) or any(len(hand) != HOLE_CARDS for hand in hands):
        return {}
    if len(hands) < FEWEST:
        return {seat.number: 1.0 for seat in seats}
    back = {*[early.card for early in t.early], *(t.reload.cards if t.reload else ())}
    dead = tuple([card for card in deck.cards if t.seen & BIT[card] and card not in in_play and card not in back])
    lacking = BOARD_CARDS - len(t.board)
    if not in_play.issubset(deck.cards) or not 0 <= lacking <= len(deck.cards) - len(in_play) - len(dead):
        return {}
    return dict(zip([seat.number for seat in seats], counted(hands, t.board, dead, deck), strict=True))


def is_counted(game: Game) -> bool:
    return (sum([street.hole for street in game.streets]) == HOLE_CARDS and not game.deck.jokers
            and sum([street.board for street in game.streets]) == BOARD_CARDS
            and game.plays_for == "pots" and game.hand == "best_of_all")


@lru_cache(REMEMBERED)
def counted(hands: tuple[Cards, ...], board: Cards, dead: Cards, deck: Deck) -> tuple[float, ...]:
    return tuple([round(share.equity, PLACES) for share in equity(hands, board, dead, deck).players])
