"""What the next card from the shoe is for (T-5, T-6, T-12, D-2, L-15, M-10)."""

from tablectl.engine.state.table import Table
from tablectl.games.game import Street
from tablectl.rules.cards import JOKER
from tablectl.rules.dealing import Place, next_board, next_hole

HOUSE = 0                               # the number of no seat: the dealer's place in the deal


def next_place(t: Table) -> Place | None:
    """What the next card from the shoe is for; None: no card is wanted."""
    if t.standstill is not None or (t.halt is not None and (t.irregularity is not None or t.reload is not None)):
        return None
    if t.drawn_for:
        return Place("draw", t.drawn_for[0], is_last=len(t.drawn_for) == 1)
    if t.hand is None:
        return None
    deal = t.hand.deal
    street = t.game.streets[t.hand.street] if t.hand.phase == "dealing" else None
    if street is not None and street.hole and (place := _next_hole(t, street)) is not None:
        return place
    if deal.wants:
        return Place("swap", deal.wants[0].seat)        # the deal is complete: now the exposed card is replaced (L-15)
    if street is None:
        return None
    if is_joker_open(t):
        return Place("cover", is_last=deal.boarded_here == street.board)
    return next_board(deal.burned_here, street.burn, deal.boarded_here, street.board)


def is_joker_open(t: Table) -> bool:
    """Whether the last board card is a joker, which the next card will cover (M-10)."""
    return t.score is not None and t.board[-1:] == (JOKER,)


def _next_hole(t: Table, street: Street) -> Place | None:
    """The next hole card; the house's place comes last in each round of the deal (D-2)."""
    hand = t.playing
    held = [len(hand.players[n].cards) for n in hand.dealt]
    if not street.house:
        return next_hole(hand.dealt, held, street.hole)
    place = next_hole((*hand.dealt, HOUSE), [*held, len(t.dealer)], street.hole)
    return Place("house", is_last=place.is_last) if place is not None and place.seat == HOUSE else place
