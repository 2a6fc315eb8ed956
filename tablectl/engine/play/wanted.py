"""What the next card from the shoe is for (T-5, T-6, T-12, D-2, L-15, M-10)."""

from collections.abc import Collection

from tablectl.engine.state.hand import House, Points
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
    if street and street.hole:
        before = t.game.hole_cards(hand.street) if hand.street else 0
        # on a later street the hands that can still win
        holders: Collection[Player] = t.live if before else hand.players.values()
        if street.house:
            # its place comes last in each round of the deal (D-2)
            assert isinstance(hand.of, House), "The game is not played against the house."
            holders = (*hand.players.values(), hand.of.dealer)
        if place := next_hole(holders, before + street.hole):
            return place
    if deal.wants:
        # the deal is complete: now the exposed card is replaced (L-15)
        return Place("swap", deal.wants[0].seat)
    if not street:
        return None
    if isinstance(hand.of, Points) and deal.board and deal.board[-1] == JOKER:
        # the next card covers it (M-10)
        return Place("cover", is_last=deal.boarded_here == street.board)
    return next_board(deal.burned_here, street.burn, deal.boarded_here, street.board)
