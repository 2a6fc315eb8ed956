"""Checked after every event, in production, too: chips add up (G-1), and every card is in one
place (G-2).
"""

from itertools import chain

from tablectl.engine.state.hand import Hand, House, Points, Pots
from tablectl.engine.state.table import Table
from tablectl.rules.cards import CODE, JOKER, JOKER_CODES

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
    hand = t.hand
    behind = [seat.stack for seat in t.seats]
    in_front = [player.bet for player in hand.players.values()] if hand else []
    of = hand.of if hand else None
    middle = of.middle if isinstance(of, Pots) else 0
    chips = [*behind, *in_front, middle, t.bank]
    if min(chips) < 0:
        raise DoesNotAddUp(
            f"Less than nothing: {behind} behind, {in_front} in front, {middle} middle, {t.bank} "
            "house."
        )
    if sum(chips) != t.total:
        parts = (
            f"{sum(behind)} behind, {sum(in_front)} in front, {middle} in the middle and "
            f"{t.bank} of the house"
        )
        raise DoesNotAddUp(f"{parts} are not {t.total}.")
    if isinstance(of, Pots) and of.pots and sum(pot.amount for pot in of.pots) != middle:
        raise DoesNotAddUp(f"The pots {of.pots} are not the {middle} in the middle.")


def _audit_cards(t: Table, hand: Hand) -> None:
    """Every card that has left the shoe is in exactly one place: the places' bits are distinct,
    and together are `seen`.
    """
    deal, of = hand.deal, hand.of
    cards = [*chain.from_iterable(deal.boards), *deal.burns, *deal.aside, *deal.loose]
    for player in hand.players.values():
        cards += player.cards
    if isinstance(of, House):
        cards += of.dealer.cards
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
