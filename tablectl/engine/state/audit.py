"""Checked after every event, in production, too: chips add up (G-1), and every card is in one
place (G-2).
"""

from tablectl.engine.state.hand import Deal, Hand, House, Points, Pots
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


def adds_up_since(was: Table, t: Table) -> bool:
    """Whether all that came since `was`, a table that was audited, lay somewhere else there: what
    both share is not counted. It saves a tenth of an event.

    False: it did not, or everything has to be counted to know.
    """
    before, hand = was.hand, t.hand
    if not before or not hand:
        return False
    players, old_players = hand.players, before.players
    if t.bank != was.bank or t.total != was.total or t.halt is not was.halt:
        return False
    if len(players) != len(old_players):
        return False
    more, of, old_of = 0, hand.of, before.of
    if of is not old_of:
        if not isinstance(of, Pots) or not isinstance(old_of, Pots) or of.middle < 0:
            return False
        if of.pots and sum([pot.amount for pot in of.pots]) != of.middle:
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
                    came += [held.card for held in player.holding]
                    went += [held.card for held in old.holding]
    if more:
        return False
    if hand.deal is before.deal:
        return came == went
    return _are_out_since(before.deal, went, hand.deal, came)


def _are_out_since(before: Deal, went: list[str], deal: Deal, came: list[str]) -> bool:
    """Whether what came into hands and into places of the deal, without what went from there, has
    left the shoe since.
    """
    if deal.early is not before.early or deal.first_burn != before.first_burn:
        return False
    if deal.boards is not before.boards:
        came += [card for board in deal.boards for card in board]
        went += [card for board in before.boards for card in board]
    if deal.burns is not before.burns:
        came += deal.burns
        went += before.burns
    if deal.aside is not before.aside or deal.loose is not before.loose:
        came += deal.aside + deal.loose
        went += before.aside + before.loose
    bits, count = deal.seen, deal.seen.bit_count()
    for card in came:
        if card in BIT:
            bits, count = bits - BIT[card], count - 1
    for card in went:
        if card in BIT:
            bits, count = bits + BIT[card], count + 1
    is_same = bits == before.seen and count == before.seen.bit_count()
    return is_same and JOKER not in came and JOKER not in went


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
