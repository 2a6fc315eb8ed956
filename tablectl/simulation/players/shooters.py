"""Simple players of a game with shots. They bet on good cards, and make easy shots more often
than hard ones.
"""

import random

from tablectl.games.game import Game
from tablectl.rules.cards import JOKER, rank_value
from tablectl.rules.evaluate import best_hand
from tablectl.simulation.players.poker import Decision
from tablectl.view import View

HARDEST = 12  # points of a shot that even the best of them never makes
GOOD_RANK = 11  # a jack: two such cards are worth a bet before the board


class Shooter:
    """One player. `skill`, 0 to 1, is drawn once: how often they make the easiest shot."""

    def __init__(self, seat: int, seed: int, game: Game) -> None:
        self.seat = seat
        self._deck = game.deck
        self._chance = random.Random(f"shooter {seat} {seed}")
        self._skill = self._chance.uniform(0.7, 0.95)

    def decide(self, view: View, cards: tuple[str, ...]) -> Decision:
        """Bet or pass while bets are open; made or missed at their own shot."""
        if view.waiting_for == "bets":
            return Decision("bet" if self._is_worth_a_bet(cards, view.board) else "pass")
        assert view.shot is not None
        chance = self._skill * (1 - (view.shot.points or 0) / HARDEST)
        return Decision("made" if self._chance.random() < chance else "missed")

    def _is_worth_a_bet(self, cards: tuple[str, ...], board: tuple[str, ...]) -> bool:
        """Two high cards or a pair before the board; then also a card that would pair with a
        shot on the board.
        """
        if JOKER in cards or cards[0][0] == cards[1][0]:
            return True
        if not board:
            return min(map(rank_value, cards)) >= GOOD_RANK
        return any(best_hand((*cards, card), self._deck).category != "high_card" for card in board)
