"""Cards: dealt, burned, put aside, or out before their time (T-5, T-6, T-12, L-13 to L-22)."""

from collections.abc import Callable

from msgspec.structs import replace

from tablectl.engine.facts.fact import Fact, OfSeat, OutOfShoe
from tablectl.engine.facts.undo import survives_undo
from tablectl.engine.state.changes import (
    halted_for,
    player_changed,
    seen_without,
    with_card_out,
    with_deal,
    with_hand,
    without_turn,
)
from tablectl.engine.state.halt import Reload
from tablectl.engine.state.hand import Deal, House, Want
from tablectl.engine.state.player import HeldCard, Player, with_up
from tablectl.engine.state.table import Table
from tablectl.rules.dealing import PlaceKind
from tablectl.rules.early import Early
from tablectl.rules.limits import Round


class CardDealt(OfSeat):
    card: str
    pull: int

    def apply_to(self, t: Table) -> Table:
        hand = t.playing
        player = _with_card(t, hand.players[self.seat], self.card)
        seen, shoe = with_card_out(t, hand.deal.seen, self.card, self.pull)
        hand = replace(
            hand, players={**hand.players, self.seat: player}, deal=replace(hand.deal, seen=seen)
        )
        return replace(t, hand=hand, shoe=shoe)


def deal_to_seat(t: Table, number: int, card: str) -> Table:
    return player_changed(t, number, holding=_with_card(t, t.player(number), card).holding)


def _with_card(t: Table, player: Player, card: str) -> Player:
    """The player with one more card of this street, face up as its row says."""
    street = t.playing.street
    row = t.game.streets[street]
    dealt_here = 0
    for held in player.holding:
        dealt_here += held.street == street
    held = HeldCard(card, street, is_up=dealt_here >= row.hole - row.up)
    return replace(player, holding=(*player.holding, held))


def _take_out_of_shoe(t: Table, card: str, pull: int) -> Table:
    """The table with the card counted as out of the stub."""
    hand, draw = t.hand, t.draw
    seen, shoe = with_card_out(t, hand.deal.seen if hand else draw.seen if draw else 0, card, pull)
    if hand:
        return replace(t, hand=replace(hand, deal=replace(hand.deal, seen=seen)), shoe=shoe)
    return replace(t, draw=replace(draw, seen=seen) if draw else None, shoe=shoe)


class CardBurned(OutOfShoe):
    def apply_to(self, t: Table) -> Table:
        hand = t.playing
        seen, shoe = with_card_out(t, hand.deal.seen, self.card, self.pull)
        return replace(
            t, hand=replace(hand, deal=_with_burn(hand.deal, seen, self.card)), shoe=shoe
        )


def deal_to_burns(t: Table, card: str) -> Table:
    hand = t.playing
    return replace(t, hand=replace(hand, deal=_with_burn(hand.deal, hand.deal.seen, card)))


def _with_burn(deal: Deal, seen: int, card: str) -> Deal:
    return replace(deal, burns=(*deal.burns, card), burned_here=deal.burned_here + 1, seen=seen)


class BoardDealt(OutOfShoe):
    def apply_to(self, t: Table) -> Table:
        hand = t.playing
        seen, shoe = with_card_out(t, hand.deal.seen, self.card, self.pull)
        return replace(
            t, hand=replace(hand, deal=_with_board_card(hand.deal, seen, self.card)), shoe=shoe
        )


def deal_to_board(t: Table, card: str) -> Table:
    hand = t.playing
    return replace(t, hand=replace(hand, deal=_with_board_card(hand.deal, hand.deal.seen, card)))


def _with_board_card(deal: Deal, seen: int, card: str) -> Deal:
    boards = _with_board(deal, (*deal.board, card))
    return replace(deal, boards=boards, boarded_here=deal.boarded_here + 1, seen=seen)


def _with_board(deal: Deal, board: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The boards with the one that is being dealt changed."""
    return (*deal.boards[:-1], board)


class DealerDealt(OutOfShoe):
    """The dealer gets a card, face down (D-2)."""

    def apply_to(self, t: Table) -> Table:
        return deal_to_dealer(_take_out_of_shoe(t, self.card, self.pull), self.card)


def deal_to_dealer(t: Table, card: str) -> Table:
    return with_hand(t, of=House(_with_card(t, t.of_house.dealer, card)))


class JokerCovered(OutOfShoe):
    """The card covers the joker that came last on the board, and plays in its place (M-10)."""

    def apply_to(self, t: Table) -> Table:
        return cover_joker(_take_out_of_shoe(t, self.card, self.pull), self.card)


def cover_joker(t: Table, card: str) -> Table:
    """The card, which has left the shoe, on the joker that lies last on the board."""
    board = (*t.board[:-1], card)
    of = replace(t.of_points, covered=(*t.of_points.covered, len(board) - 1))
    return with_hand(with_deal(t, boards=_with_board(t.playing.deal, board)), of=of)


class CardPutAside(OutOfShoe):
    """A card is out of play: boxed, foreign, or unreadable."""

    def apply_to(self, t: Table) -> Table:
        t = _take_out_of_shoe(t, self.card, self.pull)
        return with_deal(t, aside=(*t.playing.deal.aside, self.card)) if t.hand else t


# Cards out of the shoe that have no place yet: loose cards


class CardCameLoose(OutOfShoe):
    """A card left the shoe that has no place until the floor has ruled."""

    def apply_to(self, t: Table) -> Table:
        t = _take_out_of_shoe(t, self.card, self.pull)
        return with_deal(t, loose=(*t.loose, self.card))


class EarlyCardBurned(Fact):
    """The first loose card was the burn before `street`, and stays burned (L-19)."""

    street: int

    def apply_to(self, t: Table) -> Table:
        deal = t.playing.deal
        return with_deal(
            t,
            loose=deal.loose[1:],
            burns=(*deal.burns, deal.loose[0]),
            early_burns=(*deal.early_burns, self.street),
        )


class EarlyCardKept(Fact):
    """The first loose card would have been a board card of `street`: it is out of play
    until then (L-19 to L-21).
    """

    street: int

    def apply_to(self, t: Table) -> Table:
        return with_deal(t, loose=t.loose[1:], early=(*t.early, Early(t.loose[0], self.street)))


class EarlyCardDealt(Fact):
    """A card that came before the deal goes to the seat whose card it would have been, or to the
    house (L-22).
    """

    seat: int | None

    def apply_to(self, t: Table) -> Table:
        card, t = t.early[0].card, with_deal(t, early=t.early[1:])
        return deal_to_dealer(t, card) if self.seat is None else deal_to_seat(t, self.seat, card)


class LooseCardDealt(Fact):
    """The first loose card, which left the shoe during a halt, takes the place for which a card
    is wanted now (L-22).
    """

    kind: PlaceKind
    seat: int | None

    def apply_to(self, t: Table) -> Table:
        card, t = t.loose[0], with_deal(t, loose=t.loose[1:])
        if self.kind == "hole" and self.seat is not None:
            return deal_to_seat(t, self.seat, card)
        return LOOSE_TO[self.kind](t, card)


def _swap_card(t: Table, card: str) -> Table:
    want = t.playing.deal.wants[0]
    player = t.playing.players[want.seat]
    old = next(held for held in player.holding if held.card == want.card)
    left = [held for held in player.holding if held is not old]
    t = player_changed(t, want.seat, holding=(*left, HeldCard(card, old.street)))
    goes = (
        {"first_burn": want.card} if want.is_burn else {"aside": (*t.playing.deal.aside, want.card)}
    )
    return with_deal(t, wants=t.wants[1:], **goes)


def _remove_cards(cards: tuple[str, ...], gone: tuple[str, ...]) -> tuple[str, ...]:
    left = list(cards)
    for card in gone:
        if card in left:
            left.remove(card)
    return tuple(left)


LOOSE_TO: dict[PlaceKind, Callable[[Table, str], Table]] = {
    "swap": _swap_card,
    "burn": deal_to_burns,
    "house": deal_to_dealer,
    "cover": cover_joker,
    "board": deal_to_board,
}


class CardSetAsideUnread(Fact):
    """The first loose or early card should take its place now, but is unreadable: it is to be
    presented first (G-10).
    """

    is_early: bool = False

    def apply_to(self, t: Table) -> Table:
        return with_deal(t, early=t.early[1:]) if self.is_early else with_deal(t, loose=t.loose[1:])


class LooseCardsLaidAside(Fact):
    """The loose cards are out of play."""

    def apply_to(self, t: Table) -> Table:
        return with_deal(t, aside=(*t.playing.deal.aside, *t.loose), loose=())


class LooseCardsPutBack(Fact):
    """The floor put the loose cards back on top of the stub, unseen."""

    def apply_to(self, t: Table) -> Table:
        t = replace(t, shoe=replace(t.shoe, is_empty=False))
        return with_deal(t, loose=(), seen=seen_without(t, t.loose))


class BurnSkipped(Fact):
    """The shoe deals no burn for this street: it came early, or there is none after a reload."""

    def apply_to(self, t: Table) -> Table:
        return with_deal(t, burned_here=t.playing.deal.burned_here + 1)


class ExposedCardBurned(Fact):
    """The exposed hole card that was replaced is the burn (L-15)."""

    def apply_to(self, t: Table) -> Table:
        deal = t.playing.deal
        assert deal.first_burn is not None
        return with_deal(
            t,
            burns=(*deal.burns, deal.first_burn),
            first_burn=None,
            burned_here=deal.burned_here + 1,
        )


class CardWanted(Fact):
    """A hole card is replaced by the next card from the shoe."""

    want: Want

    def apply_to(self, t: Table) -> Table:
        return with_deal(t, wants=(*t.wants, self.want))


class CardSwapped(OutOfShoe):
    def apply_to(self, t: Table) -> Table:
        return _swap_card(_take_out_of_shoe(t, self.card, self.pull), self.card)


class BoardTakenBack(Fact):
    """The street's board cards are loose cards again, in front of the extra ones (L-18)."""

    def apply_to(self, t: Table) -> Table:
        stays = len(t.board) - t.playing.deal.boarded_here
        players = {
            n: replace(p, begun=None) if p.begun else p for n, p in t.playing.players.items()
        }
        deal = replace(
            t.playing.deal,
            boards=_with_board(t.playing.deal, t.board[:stays]),
            loose=(*t.board[stays:], *t.loose),
            boarded_here=0,
        )
        return without_turn(
            t,
            players=players,
            deal=deal,
            rounds_begun=0,
            phase="dealing",
            round=Round(),
            is_collecting=False,
        )


class CardsExchanged(Fact):
    """The hole cards of two seats lie exchanged, and each plays those before it (F-2)."""

    seats: tuple[int, int]

    def apply_to(self, t: Table) -> Table:
        """A card that will be replaced is replaced at the seat where it lies now."""
        players = t.playing.players
        one, other = (players[n] for n in self.seats)
        to = {one.number: other.number, other.number: one.number}
        t = with_deal(
            t, wants=tuple(replace(want, seat=to.get(want.seat, want.seat)) for want in t.wants)
        )
        exchanged = {
            one.number: replace(one, holding=with_up(other.holding, ())),
            other.number: replace(other, holding=with_up(one.holding, ())),
        }
        return with_hand(t, players={**players, **exchanged})


# The shoe


class ReloadAsked(Fact):
    reload: Reload

    def apply_to(self, t: Table) -> Table:
        back = self.reload.cards
        t = replace(
            t, halt=halted_for(t, reload=self.reload), halts=max(t.halts, self.reload.number)
        )
        return with_deal(
            t,
            loose=_remove_cards(t.loose, back),
            early=tuple(e for e in t.early if e.card not in back),
        )


class Reshuffled(Fact):
    """The shoe holds the stub again, with the cards that went back."""

    def apply_to(self, t: Table) -> Table:
        back = t.reload
        assert back
        burned = (
            max(t.playing.deal.burned_here, t.game.streets[t.street].burn)
            if back.is_burned
            else t.playing.deal.burned_here
        )
        t = with_deal(t, seen=seen_without(t, back.cards), burned_here=burned, is_reshuffled=True)
        return replace(t, halt=halted_for(t, reload=None), shoe=replace(t.shoe, is_empty=False))


class ShoeRanEmpty(Fact):
    @survives_undo
    def apply_to(self, t: Table) -> Table:
        return replace(t, shoe=replace(t.shoe, is_empty=True))


class DeckChecked(Fact):
    def apply_to(self, t: Table) -> Table:
        return replace(t, shoe=replace(t.shoe, is_deck_foul=False))


class DeckCut(Fact):
    """The deck is cut for the next hand, or nobody is waited for any more: a floor's word, or
    the seat has gone (T-5).
    """

    seat: int | None  # whose key says so; None: it was not pressed

    def apply_to(self, t: Table) -> Table:
        return replace(t, shoe=replace(t.shoe, is_cut=True))


class DeckFouled(Fact):
    def apply_to(self, t: Table) -> Table:
        return replace(t, shoe=replace(t.shoe, is_deck_foul=True))
