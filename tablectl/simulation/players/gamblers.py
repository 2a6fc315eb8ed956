"""Simple players against the house: they ante, now and then with a bonus, and call unless they
hold nothing.
"""

import random

from tablectl.games.game import Game
from tablectl.rules.cards import rank_value
from tablectl.rules.evaluate import best_hand
from tablectl.rules.payout import CALL
from tablectl.simulation.players.poker import Decision
from tablectl.view import Limits, Seat, View

ANTES = (1, 1, 2, 3, 5)  # times the smallest: how much a player antes
BONUS = 0.4  # how often a bonus goes with it
FOUR = 4  # cards of a suit make a draw worth a call


class Gambler:
    """One player. They ante only if they could pay for the call, too; else they sit the hand
    out.
    """

    def __init__(self, seat: int, seed: int, game: Game) -> None:
        self.seat = seat
        self._deck = game.deck
        self._chance = random.Random(f"gambler {seat} {seed}")

    def decide(self, view: View, cards: tuple[str, ...]) -> Decision:
        """Bets before the cards, call or fold after the flop."""
        own = view.seats[str(self.seat)]
        if view.waiting_for == "bets":
            assert view.limits is not None
            return (
                self._choose_bonus(view.limits, own)
                if own.bets and own.bets["ante"]
                else self._choose_ante(view.limits, own)
            )
        return (
            Decision("call")
            if not own.cannot_call and self._is_worth_it(cards, view.board)
            else Decision("fold")
        )

    def _choose_ante(self, limits: Limits, own: Seat) -> Decision:
        wanted = limits.ante_min * self._chance.choice(ANTES)
        amount = min(wanted, limits.ante_now or 0, own.stack // (1 + CALL))
        amount -= amount % limits.ante_min
        return Decision("ante", amount) if amount else Decision("pass")

    def _choose_bonus(self, limits: Limits, own: Seat) -> Decision:
        ante = own.bets["ante"] if own.bets else 0
        is_affordable = own.stack >= (1 + CALL) * ante and limits.bonus_min <= ante <= (
            limits.bonus_now or 0
        )
        return (
            Decision("bonus", ante)
            if is_affordable and self._chance.random() < BONUS
            else Decision("pass")
        )

    def _is_worth_it(self, cards: tuple[str, ...], board: tuple[str, ...]) -> bool:
        """A pair or better, a draw to a flush, or a card above the middle of the board: about
        five hands in six.
        """
        if best_hand((*cards, *board), self._deck).category != "high_card":
            return True
        suits = [card[1] for card in (*cards, *board)]
        ranks = sorted(map(rank_value, board), reverse=True)
        return max(map(suits.count, suits)) >= FOUR or max(map(rank_value, cards)) > ranks[1]
