"""What must hold after every event, kept on in production: chips add up (G-1), every card is in one place (G-2)."""

from tablectl.engine.table import Table
from tablectl.rules.cards import CODE


class DoesNotAddUp(AssertionError):
    """We are wrong, not the players: the table locks."""


def audit(t: Table) -> None:
    """Raises DoesNotAddUp with the figures."""
    stacks = bets = held = 0
    for seat in t.seats:
        if seat.stack < 0 or seat.bet < 0:
            raise DoesNotAddUp(f"Seat {seat.number} has {seat.stack} behind and {seat.bet} in front.")
        stacks += seat.stack
        bets += seat.bet
        held += len(seat.cards)
    if stacks + bets + t.middle != t.total:
        raise DoesNotAddUp(f"{stacks} behind, {bets} in front and {t.middle} in the middle are not {t.total}.")
    if t.pots and sum([pot.amount for pot in t.pots]) != t.middle:
        raise DoesNotAddUp(f"The pots {t.pots} are not the {t.middle} in the middle.")
    if t.in_hand:
        unread = sum([card not in CODE for card in (*t.burns, *t.aside)])
        if held + len(t.board) + len(t.burns) + len(t.aside) - unread != t.seen.bit_count():
            raise DoesNotAddUp("A card is in two places, or in none.")
