"""Points for shots and hands: who shoots what, what a shot is worth, the hand of what was made,
a game over (M-3 to M-10).
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from tablectl.rules import seating
from tablectl.rules.cards import Card
from tablectl.rules.deck import Deck
from tablectl.rules.evaluate import BestHand, best_hand
from tablectl.rules.seating import Seat, clockwise_from
from tablectl.structs import Frozen

TRIES = 3  # at a shot (M-3)
COVERED = 2  # times, for a card that covers a joker (M-10)
MADE_CARDS = 3  # that count in a hand, at most (M-5)
BEST_HAND = 10  # points, and those that were bet (M-7)
HANDS = 5  # of a game that has no target (M-8)


# Shooting -----------------------------------------------------------------------------------------


class Shot(Frozen):
    """One player at one card."""

    seat: Seat
    place: int  # of the card on the board, from 0


class Scored(Frozen):
    """A shot that is over, after `failed` tries; TRIES of them: it was not made."""

    shot: Shot
    failed: int

    @property
    def is_made(self) -> bool:
        return self.failed < TRIES


class Shooting(Frozen):
    """Where the shooting is: what is over, and the shot to be tried next with its failed tries;
    None when all are over.
    """

    over: tuple[Scored, ...]
    shot: Shot | None
    failed: int = 0


def order_of_shooting(
    seats: Iterable[Seat], button: Seat, cards: Sequence[int]
) -> tuple[Shot, ...]:
    """From the left of the button, each player all the first cards; then all over again for the
    next ones (M-3).

    `cards`: how many lie in each part of the board, such as 3 and 3.
    """
    order = clockwise_from(seats, button)
    starts = [sum(cards[:part]) for part in range(len(cards))]
    return tuple(
        Shot(seat, start + card)
        for start, count in zip(starts, cards, strict=True)
        for seat in order
        for card in range(count)
    )


def shooting_after(order: Sequence[Shot], tries: Sequence[bool]) -> Shooting:
    """The shooting after these tries, made or missed, one after the other (M-3). To take back
    the last one, leave it out.
    """
    over: list[Scored] = []
    failed = 0
    for is_made in tries:
        failed += not is_made
        if is_made or failed == TRIES:
            over.append(Scored(order[len(over)], failed))
            failed = 0
    return Shooting(tuple(over), order[len(over)] if len(over) < len(order) else None, failed)


def shot_worth(points: int, failed: int, is_covering: bool = False) -> int:
    """What a shot scores when it is made after so many failed tries (M-4); on a joker double that
    (M-10).

    Never less than 0, and 0 once all tries have failed.
    """
    if failed >= TRIES:
        return 0
    return max(points - failed, 0) * (COVERED if is_covering else 1)


# Hands --------------------------------------------------------------------------------------------


def best_of_made(hole: Sequence[Card], made: Sequence[Card], deck: Deck) -> BestHand:
    """Both hole cards with up to three of the cards that the player made, whichever are best (M-5,
    M-6).

    A further card never makes a hand weaker, so as many as may count do.
    """
    count = min(len(made), MADE_CARDS)
    return max(
        (best_hand((*hole, *some), deck) for some in combinations(made, count)),
        key=lambda hand: hand.strength,
    )


def hand_points(strengths: Mapping[Seat, int], wagered: Mapping[Seat, int]) -> dict[Seat, int]:
    """The poker score of each hand: the best earns ten and what it bet, equal ones in full; the
    others lose their bets (M-7).
    """
    best = max(strengths.values())
    return {
        seat: BEST_HAND + wagered[seat] if strength == best else -wagered[seat]
        for seat, strength in strengths.items()
    }


# The game -----------------------------------------------------------------------------------------


def is_game_over(played: int, totals: Iterable[int], hands: int = 0, target: int = 0) -> bool:
    """Whether the game ends with this hand: so many are played, or a total has reached the target
    (M-8). 0: not set.

    A game with neither is one of five hands.
    """
    if not hands and not target:
        hands = HANDS
    return (hands > 0 and played >= hands) or (
        target > 0 and any(total >= target for total in totals)
    )


def final_places(totals: Mapping[Seat, int]) -> dict[Seat, int]:
    """The highest total wins (M-8); equal ones share the better place (F-13)."""
    return seating.places_of_losers(totals, still_in=0)
