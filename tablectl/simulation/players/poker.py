"""Simple players: they see the public view and their own cards, and decide by a seed."""

import random
from itertools import combinations

from tablectl.games.game import Game
from tablectl.rules.cards import Card, rank_value
from tablectl.rules.counting import counting_hand
from tablectl.rules.evaluate import best_hand
from tablectl.structs import Frozen
from tablectl.view import View

STRONG = {
    "two_pair": 0.75,
    "three_of_a_kind": 0.85,
    "straight": 0.9,
    "flush": 0.92,
    "full_house": 0.97,
}
SURE = 1.0  # four of a kind and better


class Decision(Frozen):
    act: str
    amount: int | None = None


class Player:
    """One player. `boldness`, 0 to 1, is drawn once: how often they raise a good hand, and bluff
    with a bad one.
    """

    def __init__(self, seat: int, seed: int, game: Game) -> None:
        self.seat = seat
        self._game = game
        self._chance = random.Random(f"player {seat} {seed}")
        self._boldness = self._chance.uniform(0.2, 0.7)

    def decide(self, view: View, cards: tuple[str, ...]) -> Decision:
        """What to do now; always one of `view.legal`."""
        worth = worth_of(cards, view.board, self._game) + self._chance.uniform(-0.12, 0.12)
        to_call = view.to_call or 0
        price = to_call / (view.pot_total + to_call) if to_call else 0.0
        if (
            view.raise_to_min is not None
            and view.raise_to_max is not None
            and self._wants_raise(worth, view)
        ):
            return self._choose_raise(view, worth)
        if "check" in view.legal:
            return Decision("check")
        return Decision("call") if worth > price + 0.12 else Decision("fold")

    def _wants_raise(self, worth: float, view: View) -> bool:
        bluffs = self._chance.random() < 0.05 * self._boldness
        return bluffs or (worth > 0.62 and self._chance.random() < self._boldness)

    def _choose_raise(self, view: View, worth: float) -> Decision:
        """The total of a raise: by half to a whole pot, more for a better hand; all-in with a
        short stack.
        """
        assert view.raise_to_min is not None
        assert view.raise_to_max is not None
        own = view.seats[str(self.seat)]
        bet = max(seat.bet for seat in view.seats.values())
        wanted = bet + round(
            (view.pot_total + (view.to_call or 0)) * self._chance.uniform(0.4, 0.6 + worth / 2)
        )
        act = "bet" if "bet" in view.legal else "raise_to"
        is_limit = view.raise_to_max < own.bet + own.stack
        if 2 * wanted >= view.raise_to_max and worth > 0.75 and not is_limit:
            return Decision("all_in")
        step = view.level.small_blind if view.level and view.level.small_blind else 1
        amount = max(view.raise_to_min, min(view.raise_to_max, wanted // step * step))
        return Decision(act, amount)


def worth_of(cards: tuple[Card, ...], board: tuple[Card, ...], game: Game) -> float:
    """A rough guess of the chance to win, 0 to 1."""
    if not board:
        return max(worth_of_two(*two) for two in combinations(cards, 2))
    hand = counting_hand(game.hand, cards, board, game.deck)
    own = hand.strength > (best_hand(board, game.deck).strength if len(board) == 5 else 0)
    if hand.category == "high_card":
        return rank_value(hand.cards[0]) / 45
    if hand.category == "pair":
        return 0.35 + rank_value(hand.cards[0]) / 45 if own else 0.25
    return STRONG.get(hand.category, SURE) if own else 0.3


def worth_of_two(one: Card, other: Card) -> float:
    """The same for two hole cards before the flop."""
    high, low = sorted((rank_value(one), rank_value(other)), reverse=True)
    paired = 0.5 + high / 32 if high == low else 0.0
    suited = 0.06 if one[1] == other[1] else 0.0
    close = 0.04 if high - low in (1, 2) else 0.0
    return max(paired, (high + low) / 40 + suited + close)
