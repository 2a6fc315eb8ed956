"""Checked after every event, in production, too: chips add up (G-1), and every card is in one
place (G-2).
"""

from tablectl.engine.state.hand import Hand, House, Points, Pots
from tablectl.engine.state.table import Table
from tablectl.rules.cards import CODE, JOKER, JOKER_CODES
from tablectl.rules.pots import Pot

BIT = {card: 1 << code for card, code in CODE.items()}
JOKERS = tuple(1 << code for code in JOKER_CODES)


class DoesNotAddUp(AssertionError):
    """A bug, not a fault of players. The event is recorded as failed, and the table halts."""


def audit_table(t: Table) -> None:
    """Counts everything. Raises DoesNotAddUp with the figures."""
    _audit_chips(t)
    if t.hand:
        _audit_cards(t, t.hand)


def _audit_chips(t: Table) -> None:
    least = total = t.bank
    pots: tuple[Pot, ...] = ()
    middle = 0
    # plain loops, and the figures only where they do not add up: after every event
    for seat in t.seats:
        total += seat.stack
        if seat.stack < least:
            least = seat.stack
    if hand := t.hand:
        for player in hand.players.values():
            total += player.bet
            if player.bet < least:
                least = player.bet
        if isinstance(hand.of, Pots):
            pots, middle = hand.of.pots, hand.of.middle
    total += middle
    if least < 0 or middle < 0 or total != t.total:
        behind = [seat.stack for seat in t.seats]
        in_front = [player.bet for player in hand.players.values()] if hand else []
        raise DoesNotAddUp(
            f"{behind} behind, {in_front} in front, {middle} in the middle and {t.bank} of the "
            f"house are less than nothing, or not {t.total}."
        )
    in_pots = 0
    for pot in pots:
        in_pots += pot.amount
    if pots and in_pots != middle:
        raise DoesNotAddUp(f"The pots {pots} are not the {middle} in the middle.")


def _audit_cards(t: Table, hand: Hand) -> None:
    """Every card that has left the shoe is in exactly one place: the places' bits are distinct,
    and together are `seen`.
    """
    deal, of = hand.deal, hand.of
    cards: list[str] = []
    for player in hand.players.values():
        for held in player.holding:
            cards.append(held.card)
    cards += deal.burns + deal.aside + deal.loose
    for board in deal.boards:
        cards += board
    if isinstance(of, House):
        for held in of.dealer.holding:
            cards.append(held.card)
    if deal.early:
        cards += [out.card for out in deal.early]
    if deal.first_burn is not None:
        cards.append(deal.first_burn)
    if t.halt and t.halt.reload:
        cards += t.halt.reload.cards
    bits = [*filter(None, map(BIT.get, cards))]
    if t.game.deck.jokers:
        bits += JOKERS[: cards.count(JOKER) + (len(of.covered) if isinstance(of, Points) else 0)]
    if sum(bits) != deal.seen or len(bits) != deal.seen.bit_count():
        raise DoesNotAddUp("A card is in two places, or in none.")
