"""Checked after every event, in production, too: chips add up (G-1), and every card is in one
place (G-2).
"""

from itertools import chain

from tablectl.engine.state.hand import Deal, Hand, House, Points, Pots
from tablectl.engine.state.table import Table
from tablectl.rules.cards import CODE, JOKER, JOKER_CODES

BIT = {card: 1 << code for card, code in CODE.items()}
JOKERS = tuple(1 << code for code in JOKER_CODES)


class DoesNotAddUp(AssertionError):
    """A bug, not a fault of players. The event is recorded as failed, and the table halts."""


def audit_table(t: Table) -> None:
    """Counts everything. Raises DoesNotAddUp with the figures."""
    _audit_chips(t)
    if t.hand is not None:
        _audit_cards(t, t.hand)


def adds_up_since(was: Table, t: Table) -> bool:
    """Whether all that came since `was`, a table that was audited, lay somewhere else there: what
    both share is not counted.

    False: it did not, or everything has to be counted to know.
    """
    before, hand = was.hand, t.hand
    if before is None or hand is None:
        return False
    players, old_players, of, old_of = hand.players, before.players, hand.of, before.of
    if (
        t.bank != was.bank
        or t.total != was.total
        or t.halt is not was.halt
        or len(players) != len(old_players)
    ):
        return False
    more = 0
    if of is not old_of:
        if (
            not isinstance(of, Pots)
            or not isinstance(old_of, Pots)
            or of.middle < 0
            or not _are_in_the_middle(of)
        ):
            return False
        more = of.middle - old_of.middle
    came: list[str] = []
    went: list[str] = []
    if t.seats is not was.seats:
        # plain loops: this is done after every event
        for seat, old_seat in zip(t.seats, was.seats, strict=True):
            if seat is not old_seat:
                more += seat.stack - old_seat.stack
                if seat.stack < 0:
                    return False
    if players is not old_players:
        for player, old in zip(players.values(), old_players.values(), strict=True):
            if player is not old:
                if player.number != old.number or player.bet < 0:
                    return False
                more += player.bet - old.bet
                if player.holding is not old.holding:
                    came += player.cards
                    went += old.cards
    return not more and (
        came == went
        if hand.deal is before.deal
        else _are_out_since(before.deal, went, hand.deal, came)
    )


def _are_in_the_middle(of: Pots) -> bool:
    """Whether the pots, once there are any, are what lies there."""
    return not of.pots or sum([pot.amount for pot in of.pots]) == of.middle


def _are_out_since(before: Deal, went: list[str], deal: Deal, came: list[str]) -> bool:
    """Whether what came into hands and into places of the deal, without what went from there,
    has left the shoe since.
    """
    if deal.early is not before.early or deal.first_burn != before.first_burn:
        return False
    if deal.boards is not before.boards:
        came += chain.from_iterable(deal.boards)
        went += chain.from_iterable(before.boards)
    if deal.burns is not before.burns:
        came += deal.burns
        went += before.burns
    if deal.aside is not before.aside or deal.loose is not before.loose:
        came += (*deal.aside, *deal.loose)
        went += (*before.aside, *before.loose)
    bits, count = deal.seen, deal.seen.bit_count()
    for card in came:
        if card in BIT:
            bits, count = bits - BIT[card], count - 1
    for card in went:
        if card in BIT:
            bits, count = bits + BIT[card], count + 1
    return (
        bits == before.seen
        and count == before.seen.bit_count()
        and JOKER not in came
        and JOKER not in went
    )


def _audit_chips(t: Table) -> None:
    hand = t.hand
    behind = [seat.stack for seat in t.seats]
    in_front = [player.bet for player in hand.players.values()] if hand is not None else []
    of = hand.of if hand is not None else None
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
    if isinstance(of, Pots) and not _are_in_the_middle(of):
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
    if t.halt is not None and t.halt.reload is not None:
        cards += t.halt.reload.cards
    bits = [*filter(None, map(BIT.get, cards))]
    if t.game.deck.jokers:
        bits += JOKERS[: cards.count(JOKER) + (len(of.covered) if isinstance(of, Points) else 0)]
    if sum(bits) != deal.seen or len(bits) != deal.seen.bit_count():
        raise DoesNotAddUp("A card is in two places, or in none.")
