"""Checked after every event, in production, too: chips add up (G-1), and every card is in one place (G-2)."""

from tablectl.engine.state.hand import Hand, House, Points, Pots
from tablectl.engine.state.table import Table
from tablectl.rules.cards import CODE, JOKER, JOKER_CODES

BIT = {card: 1 << code for card, code in CODE.items()}
JOKERS = tuple(1 << code for code in JOKER_CODES)


class DoesNotAddUp(AssertionError):
    """A bug, not a fault of players. The event is recorded as failed, and the table halts."""


def audit(t: Table, was: Table | None = None) -> None:
    """Raises DoesNotAddUp with the figures. `was`: the table before, audited then; what both share is not counted again."""
    hand, before = t.hand, None if was is None else was.hand
    if hand is None or was is None or before is None:
        _audit_chips(t)
        if hand is not None:
            _audit_cards(t, hand)
        return
    are_players_as_before, is_of_as_before = hand.players is before.players, hand.of is before.of
    if not (are_players_as_before and is_of_as_before and t.seats is was.seats) or t.house != was.house or t.total != was.total:
        _audit_chips(t)
    if hand.deal is not before.deal or not is_of_as_before or t.halt is not was.halt or not (
            are_players_as_before or _held(hand) == _held(before)):
        _audit_cards(t, hand)


def _audit_chips(t: Table) -> None:
    hand, house = t.hand, t.house or 0
    behind = [seat.stack for seat in t.seats]
    in_front = [player.bet for player in hand.players.values()] if hand is not None else []
    of = hand.of if hand is not None else None
    middle, pots = (of.middle, of.pots) if isinstance(of, Pots) else (0, ())
    chips = [*behind, *in_front, middle, house]
    if min(chips) < 0:
        raise DoesNotAddUp(f"Less than nothing: {behind} behind, {in_front} in front, {middle} middle, {house} house.")
    if sum(chips) != t.total:
        parts = f"{sum(behind)} behind, {sum(in_front)} in front, {middle} in the middle and {house} of the house"
        raise DoesNotAddUp(f"{parts} are not {t.total}.")
    if pots and sum([pot.amount for pot in pots]) != middle:
        raise DoesNotAddUp(f"The pots {pots} are not the {middle} in the middle.")


def _held(hand: Hand) -> list[tuple[str, ...]]:
    """The hole cards of each player."""
    return [player.cards for player in hand.players.values()]


def _audit_cards(t: Table, hand: Hand) -> None:
    """Every card that has left the shoe is in exactly one place: the places' bits are distinct, and together are `seen`."""
    deal, of = hand.deal, hand.of
    cards = [*deal.board, *deal.burns, *deal.aside, *deal.loose]
    for held in _held(hand):
        cards += held
    if isinstance(of, House):
        cards += of.dealer
    if deal.early:
        cards += [out.card for out in deal.early]
    if deal.first_burn is not None:
        cards.append(deal.first_burn)
    if t.halt is not None and t.halt.reload is not None:
        cards += t.halt.reload.cards
    bits = [*filter(None, map(BIT.get, cards))]
    if t.game.deck.jokers:
        bits += JOKERS[:cards.count(JOKER) + (len(of.covered) if isinstance(of, Points) else 0)]
    if sum(bits) != deal.seen or len(bits) != deal.seen.bit_count():
        raise DoesNotAddUp("A card is in two places, or in none.")
