"""Checked after every event, in production, too: chips add up (G-1), and every card is in one place (G-2)."""

from tablectl.engine.state.hand import Hand, House, Pots
from tablectl.engine.state.table import Table
from tablectl.rules.cards import CODE, JOKER, JOKER_CODES

BIT = {card: 1 << code for card, code in CODE.items()}
JOKERS = tuple(1 << code for code in JOKER_CODES)


class DoesNotAddUp(AssertionError):
    """A bug, not a fault of players. The event is recorded as failed, and the table halts."""


def audit(t: Table) -> None:
    """Raises DoesNotAddUp with the figures."""
    hand, house = t.hand, t.house or 0
    stacks = [seat.stack for seat in t.seats]
    bets = [player.bet for player in hand.players.values()] if hand is not None else []
    if min(stacks) < 0 or (bets and min(bets) < 0):
        raise DoesNotAddUp(f"Less than nothing: {stacks} behind, {bets} in front.")
    of = hand.of if hand is not None else None
    middle, pots = (of.middle, of.pots) if isinstance(of, Pots) else (0, ())
    if sum(stacks) + sum(bets) + middle + house != t.total or house < 0:
        parts = f"{sum(stacks)} behind, {sum(bets)} in front, {middle} in the middle and {house} of the house"
        raise DoesNotAddUp(f"{parts} are not {t.total}.")
    if pots and sum([pot.amount for pot in pots]) != middle:
        raise DoesNotAddUp(f"The pots {pots} are not the {middle} in the middle.")
    if hand is not None:
        _audit_cards(t, hand)


def _audit_cards(t: Table, hand: Hand) -> None:
    """Every card that has left the shoe is in exactly one place: the places' bits are distinct, and together are `seen`."""
    deal = hand.deal
    cards = [*deal.board, *deal.burns, *deal.aside, *deal.loose]
    if isinstance(hand.of, House):
        cards += hand.of.dealer
    for player in hand.players.values():
        cards += player.cards
    if deal.early:
        cards += [out.card for out in deal.early]
    if deal.first_burn is not None:
        cards.append(deal.first_burn)
    if t.reload is not None:
        cards += t.reload.cards
    bits = [BIT[card] for card in cards if card in BIT]
    if t.game.deck.jokers:
        bits += JOKERS[:cards.count(JOKER) + (len(t.covered) if t.score is not None else 0)]
    if sum(bits) != deal.seen or len(bits) != deal.seen.bit_count():
        raise DoesNotAddUp("A card is in two places, or in none.")
