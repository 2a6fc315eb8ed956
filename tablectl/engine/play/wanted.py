"""What the next card from the shoe is for (T-5, T-6, T-12, D-2, L-15, M-10)."""

from collections.abc import Collection

from tablectl.engine.state.hand import Hand, House, Points
from tablectl.engine.state.player import Player
from tablectl.engine.state.table import Table
from tablectl.rules.cards import JOKER
from tablectl.rules.dealing import Place, next_board, next_hole


def next_place(t: Table) -> Place | None:
    """What the next card from the shoe is for; None: no card is wanted."""
    if t.standstill or t.halt:
        return None
    hand = t.hand
    if not hand:
        left = t.draw.left if t.draw else ()
        return Place("draw", left[0], is_last=len(left) == 1) if left else None
    deal = hand.deal
    street = t.game.streets[hand.street] if hand.phase == "dealing" else None
    if (
        street
        and street.hole
        and (place := next_hole(_holders(t, hand), t.game.hole_cards(hand.street + 1)))
    ):
        return place
    if deal.wants:
        # the deal is complete: now the exposed card is replaced (L-15)
        return Place("swap", deal.wants[0].seat)
    if not street:
        return None
    if deal.board and deal.board[-1] == JOKER and isinstance(hand.of, Points):
        # the next card covers it (M-10)
        return Place("cover", is_last=deal.boarded_here == street.board)
    return next_board(deal.burned_here, street.burn, deal.boarded_here, street.board)


def _holders(t: Table, hand: Hand) -> Collection[Player]:
    """Those who get cards: on a later street the hands that can still win; the house's place comes
    last in each round of the deal (D-2).
    """
    if t.game.streets[hand.street].house:
        assert isinstance(hand.of, House), "The game is not played against the house."
        return (*hand.players.values(), hand.of.dealer)
    return t.live if t.game.hole_cards(hand.street) else hand.players.values()
