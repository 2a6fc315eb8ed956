"""An all-in with the hands up: each hand's share of each pot over the cards to come, and the cards
that decide it (T-19).

Public: of the faces that lie up alone. Burned, folded and early cards are unknown, and may all
still come. Every board is counted: of hold'em by rules/equity.py, of other rules as long as there
are few.
"""

from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import NamedTuple

from tablectl.engine.state.audit import BIT
from tablectl.engine.state.hand import Hand
from tablectl.engine.state.player import LIVE
from tablectl.engine.state.table import Table
from tablectl.games.game import Game
from tablectl.present.hands import is_up
from tablectl.rules.cards import Card
from tablectl.rules.counting import CountingHand, counting_hand
from tablectl.rules.deck import Deck
from tablectl.rules.equity import BOARD_CARDS, HOLE_CARDS, equity

FEWEST = 2  # hands that are compared
PLACES = 6  # decimals of a share, so that a scenario can expect it
CACHED_RESULTS = 64  # views are made far more often than cards come
# counted one by one: two cards to come under Omaha's rule; a tenth of a second
BOARDS_MOST = 1_000

Cards = tuple[Card, ...]
Winners = tuple[int, ...]


class Odds(NamedTuple):
    """`shares`: of each pot, by seat, for those who can win it. `outs`: with one card to come,
    who wins with which.
    """

    shares: tuple[dict[int, float], ...]
    outs: dict[Winners, Cards]


class Rules(NamedTuple):
    """Of a game, what decides who wins."""

    deck: Deck
    hand: CountingHand
    board: int  # cards on it at the end
    is_holdem: bool


NONE = Odds((), {})


def public_odds(t: Table) -> Odds:
    """Nothing unless every hand that can win lies up and cards are to come."""
    if (
        t.hand is None
        or t.game.plays_for != "pots"
        or not _are_up(t.hand, t.game)
        or t.game.deck.jokers
        or t.wants
    ):
        return NONE
    hands = {player.number: player.cards for player in t.claiming}
    board = t.board_up
    lacking = board_cards(t.game) - len(board)
    known = [*board, *[card for cards in hands.values() for card in cards]]
    is_of_the_deck = len({*known}) == len(known) and {*known}.issubset(t.game.deck.cards)
    if len(hands) < FEWEST or lacking < 1 or not is_of_the_deck:
        return NONE
    pots = tuple([tuple([n for n in pot.seats if n in hands]) for pot in t.pots]) or (tuple(hands),)
    rules = Rules(t.game.deck, t.game.hand, board_cards(t.game), has_odds(t.game))
    return _count_odds(rules, tuple(hands.items()), board, pots)


def _are_up(hand: Hand, game: Game) -> bool:
    """Whether every hand that can win lies up: as a rule the first answers it."""
    for player in hand.players.values():
        if player.status in LIVE and not player.is_mucked and not is_up(player, game):
            return False
    return True


def board_cards(game: Game) -> int:
    return sum([street.board for street in game.streets])


@lru_cache(CACHED_RESULTS)
def _count_odds(
    rules: Rules, hands: tuple[tuple[int, Cards], ...], board: Cards, pots: tuple[Winners, ...]
) -> Odds:
    held, lacking = dict(hands), rules.board - len(board)
    known = {*board, *[card for cards in held.values() for card in cards]}
    left = tuple([card for card in rules.deck.cards if card not in known])
    shares = tuple([_pot_shares(rules, held, seats, board, left, lacking) for seats in pots])
    return Odds(
        shares,
        _count_outs(rules, {n: held[n] for n in pots[0]}, board, left) if lacking == 1 else {},
    )


def _pot_shares(
    rules: Rules,
    held: Mapping[int, Cards],
    seats: Winners,
    board: Cards,
    left: Cards,
    lacking: int,
) -> dict[int, float]:
    """By seat. The other hands lie up, too: their cards cannot come. Empty: there are too many
    boards.
    """
    if len(seats) < FEWEST:
        return dict.fromkeys(seats, 1.0)
    if rules.is_holdem:
        others = tuple([card for n, cards in held.items() if n not in seats for card in cards])
        return dict(
            zip(
                seats,
                count_equities(tuple([held[n] for n in seats]), board, others, rules.deck),
                strict=True,
            )
        )
    boards = comb(len(left), lacking)
    if boards > BOARDS_MOST:
        return {}
    found = dict.fromkeys(seats, 0.0)
    for cards in combinations(left, lacking):
        winners = best_hands(rules.hand, {n: held[n] for n in seats}, (*board, *cards), rules.deck)
        for n in winners:
            found[n] += 1 / len(winners) / boards
    return found


def _count_outs(
    rules: Rules, hands: Mapping[int, Cards], board: Cards, left: Cards
) -> dict[Winners, Cards]:
    """By who wins the main pot with them: the cards that may come last."""
    found: dict[Winners, list[Card]] = {}
    for card in left if len(hands) >= FEWEST else ():
        found.setdefault(best_hands(rules.hand, hands, (*board, card), rules.deck), []).append(card)
    return {winners: tuple(cards) for winners, cards in found.items()}


def best_hands(hand: CountingHand, hands: Mapping[int, Cards], board: Cards, deck: Deck) -> Winners:
    strengths = {n: counting_hand(hand, cards, board, deck).strength for n, cards in hands.items()}
    best = max(strengths.values())
    return tuple([n for n, strength in strengths.items() if strength == best])


# For the audit view, which knows every card: folded hands, burns and cards put aside are dead


def audit_equities(t: Table) -> dict[int, float]:
    """By seat, for the hands that can still win, by every card that has left the shoe. Empty if it
    is not counted:

    between hands, while hole cards are missing, in a game other than hold'em for pots, with a card
    that is not of the deck. A board card that came early goes back into the stub, so it counts as
    one that can still come (L-19 to L-22). That it can come only later than the next street is not
    taken into account.
    """
    seats = [seat for seat in t.live if not seat.is_mucked]
    hands = tuple([seat.cards for seat in seats])
    deck = t.game.deck
    in_play = {*t.board, *[card for hand in hands for card in hand]}
    if (
        not t.in_hand
        or t.wants
        or not has_odds(t.game)
        or any(len(hand) != HOLE_CARDS for hand in hands)
    ):
        return {}
    if len(hands) < FEWEST:
        return {seat.number: 1.0 for seat in seats}
    back = {*[early.card for early in t.early], *(t.reload.cards if t.reload else ())}
    dead = tuple(
        [
            card
            for card in deck.cards
            if t.seen & BIT[card] and card not in in_play and card not in back
        ]
    )
    lacking = BOARD_CARDS - len(t.board)
    if not in_play.issubset(deck.cards) or not 0 <= lacking <= len(deck.cards) - len(in_play) - len(
        dead
    ):
        return {}
    return dict(
        zip(
            [seat.number for seat in seats], count_equities(hands, t.board, dead, deck), strict=True
        )
    )


def has_odds(game: Game) -> bool:
    """Whether equities are computed: of a game for pots with two hole cards, five on the board and
    no joker.
    """
    return (
        game.hole_cards() == HOLE_CARDS
        and not game.deck.jokers
        and sum([street.board for street in game.streets]) == BOARD_CARDS
        and game.plays_for == "pots"
        and game.hand == "best_of_all"
    )


@lru_cache(CACHED_RESULTS)
def count_equities(
    hands: tuple[Cards, ...], board: Cards, dead: Cards, deck: Deck
) -> tuple[float, ...]:
    return tuple(
        [round(share.equity, PLACES) for share in equity(hands, board, dead, deck).players]
    )
