"""What must hold after every event, kept on in production: chips add up (G-1), every card is in one place (G-2)."""

from tablectl.engine.state.hand import Hand
from tablectl.engine.state.table import Table
from tablectl.rules.cards import CODE, JOKER, JOKER_CODES

BIT = {card: 1 << code for card, code in CODE.items()}
JOKERS = tuple(1 << code for code in JOKER_CODES)


class DoesNotAddUp(AssertionError):
    """We are wrong, not the players: the table locks."""


def audit(t: Table) -> None:
    """Raises DoesNotAddUp with the figures."""
    stacks = bets = 0
    cards: list[str] = []
    for seat in t.seats:
        if seat.stack < 0 or seat.bet < 0:
            raise DoesNotAddUp(f"Seat {seat.number} has {seat.stack} behind and {seat.bet} in front.")
        stacks += seat.stack
        bets += seat.bet
        cards += seat.cards
    house = t.house or 0
    middle = t.middle
    if stacks + bets + middle + house != t.total or house < 0:
        parts = f"{stacks} behind, {bets} in front, {middle} in the middle and {house} of the house"
        raise DoesNotAddUp(f"{parts} are not {t.total}.")
    if (pots := t.pots) and sum([pot.amount for pot in pots]) != middle:
        raise DoesNotAddUp(f"The pots {pots} are not the {middle} in the middle.")
    if t.hand is not None:
        _audit_cards(t, t.hand, cards)


def _audit_cards(t: Table, hand: Hand, cards: list[str]) -> None:
    """As many bits as cards, and together the bits of what has left the shoe: each is in exactly one place, the rest the stub."""
    deal = hand.deal
    cards += (*deal.board, *deal.burns, *deal.aside, *deal.loose, *t.dealer)
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
