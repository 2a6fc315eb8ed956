"""Cards: dealt, burned, put aside, or out before their time (T-5, T-6, T-12, L-13 to L-22)."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tablectl.engine.facts.back import meanwhile
from tablectl.engine.facts.fact import Fact
from tablectl.engine.state.changes import (
    answered,
    halted_for,
    with_card_out,
    with_cards_back,
    with_deal,
    with_hand,
    with_player,
    without_turn,
)
from tablectl.engine.state.halt import Reload
from tablectl.engine.state.hand import Deal, House, Points, Want
from tablectl.engine.state.table import Table
from tablectl.rules.dealing import PlaceKind
from tablectl.rules.early import Early
from tablectl.rules.limits import Round


class CardDealt(Fact, frozen=True, tag="card_dealt"):
    seat: int
    card: str
    pull: int


def card_dealt(t: Table, fact: CardDealt) -> Table:
    hand, card = t.playing, fact.card
    player = hand.players[fact.seat]
    player = replace(player, cards=(*player.cards, card))
    deal = replace(hand.deal, seen=with_card_out(t, hand.deal.seen, card))
    hand = replace(hand, players={**hand.players, fact.seat: player}, deal=deal)
    return replace(t, hand=hand, shoe=answered(t.shoe, fact.pull))


def to_seat(t: Table, number: int, card: str) -> Table:
    hand = t.playing
    return with_hand(t, players=with_player(hand, number, cards=(*hand.players[number].cards, card)))


def _left_the_shoe(t: Table, card: str, pull: int) -> Table:
    """The table with the card counted as out of the stub."""
    shoe, hand, draw = answered(t.shoe, pull), t.hand, t.draw
    if hand is not None:
        deal = replace(hand.deal, seen=with_card_out(t, hand.deal.seen, card))
        return replace(t, hand=replace(hand, deal=deal), shoe=shoe)
    return replace(t, draw=replace(draw, seen=with_card_out(t, draw.seen, card)) if draw is not None else None, shoe=shoe)


class CardBurned(Fact, frozen=True, tag="card_burned"):
    card: str
    pull: int


def card_burned(t: Table, fact: CardBurned) -> Table:
    hand = t.playing
    deal = _burned(hand.deal, with_card_out(t, hand.deal.seen, fact.card), fact.card)
    return replace(t, hand=replace(hand, deal=deal), shoe=answered(t.shoe, fact.pull))


def to_burns(t: Table, card: str) -> Table:
    hand = t.playing
    return replace(t, hand=replace(hand, deal=_burned(hand.deal, hand.deal.seen, card)))


def _burned(deal: Deal, seen: int, card: str) -> Deal:
    return replace(deal, burns=(*deal.burns, card), burned_here=deal.burned_here + 1, seen=seen)


class BoardDealt(Fact, frozen=True, tag="board_dealt"):
    card: str
    pull: int


def board_dealt(t: Table, fact: BoardDealt) -> Table:
    hand = t.playing
    deal = _boarded(hand.deal, with_card_out(t, hand.deal.seen, fact.card), fact.card)
    return replace(t, hand=replace(hand, deal=deal), shoe=answered(t.shoe, fact.pull))


def to_board(t: Table, card: str) -> Table:
    hand = t.playing
    return replace(t, hand=replace(hand, deal=_boarded(hand.deal, hand.deal.seen, card)))


def _boarded(deal: Deal, seen: int, card: str) -> Deal:
    return replace(deal, board=(*deal.board, card), boarded_here=deal.boarded_here + 1, seen=seen)


class DealerDealt(Fact, frozen=True, tag="dealer_dealt"):
    """The dealer gets a card, face down (D-2)."""

    card: str
    pull: int


def dealer_dealt(t: Table, fact: DealerDealt) -> Table:
    return to_dealer(_left_the_shoe(t, fact.card, fact.pull), fact.card)


def to_dealer(t: Table, card: str) -> Table:
    of = t.playing.of
    assert isinstance(of, House), "The game is not played against the house."
    return with_hand(t, of=replace(of, dealer=(*of.dealer, card)))


class JokerCovered(Fact, frozen=True, tag="joker_covered"):
    """The card covers the joker that came last on the board, and plays in its place (M-10)."""

    card: str
    pull: int


def joker_covered(t: Table, fact: JokerCovered) -> Table:
    return to_joker(_left_the_shoe(t, fact.card, fact.pull), fact.card)


def to_joker(t: Table, card: str) -> Table:
    """The card, which has left the shoe, on the joker that lies last on the board."""
    hand = t.playing
    assert isinstance(hand.of, Points), "The game is not played for points."
    board = (*hand.deal.board[:-1], card)
    covered = (*hand.of.covered, len(board) - 1)
    return with_hand(t, deal=replace(hand.deal, board=board), of=replace(hand.of, covered=covered))


class CardPutAside(Fact, frozen=True, tag="card_put_aside"):
    """A card is out of play: boxed, foreign, or unreadable."""

    card: str
    pull: int


def card_put_aside(t: Table, fact: CardPutAside) -> Table:
    t = _left_the_shoe(t, fact.card, fact.pull)
    return with_deal(t, aside=(*t.playing.deal.aside, fact.card)) if t.hand is not None else t


# Cards out of the shoe that have no place yet: loose cards

class CardCameLoose(Fact, frozen=True, tag="card_came_loose"):
    """A card left the shoe that has no place until the floor has ruled."""

    card: str
    pull: int


def card_came_loose(t: Table, fact: CardCameLoose) -> Table:
    t = _left_the_shoe(t, fact.card, fact.pull)
    return with_deal(t, loose=(*t.loose, fact.card))


class EarlyCardBurned(Fact, frozen=True, tag="early_burned"):
    """The first loose card was the burn before `street`, and stays burned (L-19)."""

    street: int


def early_card_burned(t: Table, fact: EarlyCardBurned) -> Table:
    deal = t.playing.deal
    return with_deal(
        t, loose=deal.loose[1:], burns=(*deal.burns, deal.loose[0]), early_burns=(*deal.early_burns, fact.street))


class EarlyCardKept(Fact, frozen=True, tag="early_kept"):
    """The first loose card would have been a board card of `street`: it is kept out of play until then (L-19 to L-21)."""

    street: int


def early_card_kept(t: Table, fact: EarlyCardKept) -> Table:
    return with_deal(t, loose=t.loose[1:], early=(*t.early, Early(t.loose[0], fact.street)))


class EarlyCardDealt(Fact, frozen=True, tag="early_dealt"):
    """A card that came before the deal goes to the seat whose card it would have been, or to the house (L-22)."""

    seat: int | None


def early_card_dealt(t: Table, fact: EarlyCardDealt) -> Table:
    card, t = t.early[0].card, with_deal(t, early=t.early[1:])
    return to_dealer(t, card) if fact.seat is None else to_seat(t, fact.seat, card)


class LooseCardDealt(Fact, frozen=True, tag="loose_dealt"):
    """The first loose card, which left the shoe during a halt, takes the place for which a card is wanted now (L-22)."""

    kind: PlaceKind
    seat: int | None


def loose_card_dealt(t: Table, fact: LooseCardDealt) -> Table:
    card, t = t.loose[0], with_deal(t, loose=t.loose[1:])
    if fact.kind == "hole" and fact.seat is not None:
        return to_seat(t, fact.seat, card)
    return LOOSE_TO[fact.kind](t, card)


def _swapped(t: Table, card: str) -> Table:
    want = t.playing.deal.wants[0]
    player = t.playing.players[want.seat]
    cards, shown = _without(player.cards, (want.card,)), _without(player.shown, (want.card,))
    t = with_hand(t, players=with_player(t.playing, want.seat, cards=(*cards, card), shown=shown))
    goes = {"first_burn": want.card} if want.is_burn else {"aside": (*t.playing.deal.aside, want.card)}
    return with_deal(t, wants=t.wants[1:], **goes)


def _without(cards: tuple[str, ...], gone: tuple[str, ...]) -> tuple[str, ...]:
    left = list(cards)
    for card in gone:
        if card in left:
            left.remove(card)
    return tuple(left)


LOOSE_TO: dict[PlaceKind, Callable[[Table, str], Table]] = {
    "swap": _swapped, "burn": to_burns, "house": to_dealer, "cover": to_joker, "board": to_board,
}


class CardSetAsideUnread(Fact, frozen=True, tag="unread_taken"):
    """The first loose or early card should take its place now, but is unreadable: it is to be presented first (G-10)."""

    is_early: bool = False


def card_set_aside_unread(t: Table, fact: CardSetAsideUnread) -> Table:
    return with_deal(t, early=t.early[1:]) if fact.is_early else with_deal(t, loose=t.loose[1:])


class LooseCardsLaidAside(Fact, frozen=True, tag="loose_laid_aside"):
    """The loose cards are out of play."""


def loose_cards_laid_aside(t: Table, fact: LooseCardsLaidAside) -> Table:
    return with_deal(t, aside=(*t.playing.deal.aside, *t.loose), loose=())


class LooseCardsPutBack(Fact, frozen=True, tag="loose_put_back"):
    """The floor put the loose cards back on top of the stub, unseen."""


def loose_cards_put_back(t: Table, fact: LooseCardsPutBack) -> Table:
    t = replace(t, shoe=replace(t.shoe, is_empty=False))
    return with_deal(t, loose=(), seen=with_cards_back(t, t.loose))


class BurnSkipped(Fact, frozen=True, tag="burn_counted"):
    """The shoe deals no burn for this street: it came early, or there is none after a reload."""


def burn_skipped(t: Table, fact: BurnSkipped) -> Table:
    return with_deal(t, burned_here=t.playing.deal.burned_here + 1)


class ExposedCardBurned(Fact, frozen=True, tag="exposed_burned"):
    """The exposed hole card that was replaced is the burn (L-15)."""


def exposed_card_burned(t: Table, fact: ExposedCardBurned) -> Table:
    deal = t.playing.deal
    assert deal.first_burn is not None
    return with_deal(t, burns=(*deal.burns, deal.first_burn), first_burn=None, burned_here=deal.burned_here + 1)


class CardWanted(Fact, frozen=True, tag="card_wanted"):
    """A hole card is replaced by the next card from the shoe."""

    want: Want


def card_wanted(t: Table, fact: CardWanted) -> Table:
    return with_deal(t, wants=(*t.wants, fact.want))


class CardSwapped(Fact, frozen=True, tag="card_swapped"):
    card: str
    pull: int


def card_swapped(t: Table, fact: CardSwapped) -> Table:
    return _swapped(_left_the_shoe(t, fact.card, fact.pull), fact.card)


class BoardTakenBack(Fact, frozen=True, tag="board_taken_back"):
    """The street's board cards are loose cards again, in front of the extra ones (L-18)."""


def board_taken_back(t: Table, fact: BoardTakenBack) -> Table:
    kept = len(t.board) - t.playing.deal.boarded_here
    players = {n: replace(p, begun=None) if p.begun is not None else p for n, p in t.playing.players.items()}
    deal = replace(t.playing.deal, board=t.board[:kept], loose=(*t.board[kept:], *t.loose), boarded_here=0)
    return without_turn(
        t, players=players, deal=deal, rounds_begun=0, phase="dealing", round=Round(), is_collecting=False)


class CardsExchanged(Fact, frozen=True, tag="cards_exchanged"):
    """The hole cards of two seats lie exchanged, and each plays those before it (F-2)."""

    seats: tuple[int, int]


def cards_exchanged(t: Table, fact: CardsExchanged) -> Table:
    """A card that will be replaced is replaced at the seat where it lies now."""
    players = t.playing.players
    one, other = (players[n] for n in fact.seats)
    to = {one.number: other.number, other.number: one.number}
    t = with_deal(t, wants=tuple([replace(want, seat=to.get(want.seat, want.seat)) for want in t.wants]))
    exchanged = {
        one.number: replace(one, cards=other.cards, shown=()), other.number: replace(other, cards=one.cards, shown=())}
    return with_hand(t, players={**players, **exchanged})


# The shoe

class ReloadAsked(Fact, frozen=True, tag="reload_asked"):
    reload: Reload


def reload_asked(t: Table, fact: ReloadAsked) -> Table:
    back = fact.reload.cards
    t = replace(t, halt=halted_for(t, reload=fact.reload), halts=max(t.halts, fact.reload.number))
    return with_deal(t, loose=_without(t.loose, back), early=tuple([e for e in t.early if e.card not in back]))


class Reshuffled(Fact, frozen=True, tag="reshuffled"):
    """The shoe holds the stub again, with the cards that went back."""


def reshuffled(t: Table, fact: Reshuffled) -> Table:
    back = t.reload
    assert back is not None
    burned = max(t.playing.deal.burned_here, t.game.streets[t.street].burn) if back.is_burned else t.playing.deal.burned_here
    t = with_deal(t, seen=with_cards_back(t, back.cards), burned_here=burned, is_reshuffled=True)
    return replace(t, halt=halted_for(t, reload=None), shoe=replace(t.shoe, is_empty=False))


class ShoeRanEmpty(Fact, frozen=True, tag="shoe_ran_empty"):
    pass


def shoe_ran_empty(t: Table, fact: ShoeRanEmpty) -> Table:
    return replace(t, shoe=replace(t.shoe, is_empty=True))


class DeckChecked(Fact, frozen=True, tag="deck_checked"):
    pass


def deck_checked(t: Table, fact: DeckChecked) -> Table:
    return replace(t, shoe=replace(t.shoe, is_deck_foul=False))


class DeckCut(Fact, frozen=True, tag="deck_cut"):
    """The deck is cut for the next hand, or nobody is waited for any more: a floor's word, or the seat has gone (T-5)."""

    seat: int | None                    # whose key says so; None: it was not pressed


def deck_cut(t: Table, fact: DeckCut) -> Table:
    return replace(t, shoe=replace(t.shoe, is_cut=True))


class DeckFouled(Fact, frozen=True, tag="deck_fouled"):
    pass


def deck_fouled(t: Table, fact: DeckFouled) -> Table:
    return replace(t, shoe=replace(t.shoe, is_deck_foul=True))


APPLY: dict[type[Fact], Callable[[Table, Any], Table]] = {
    CardDealt: card_dealt, CardBurned: card_burned, BoardDealt: board_dealt, DealerDealt: dealer_dealt,
    JokerCovered: joker_covered, CardPutAside: card_put_aside, CardCameLoose: card_came_loose,
    EarlyCardBurned: early_card_burned, EarlyCardKept: early_card_kept, EarlyCardDealt: early_card_dealt,
    LooseCardDealt: loose_card_dealt, CardSetAsideUnread: card_set_aside_unread, LooseCardsLaidAside: loose_cards_laid_aside,
    LooseCardsPutBack: loose_cards_put_back, BurnSkipped: burn_skipped, ExposedCardBurned: exposed_card_burned,
    CardWanted: card_wanted, CardSwapped: card_swapped, BoardTakenBack: board_taken_back, CardsExchanged: cards_exchanged,
    ReloadAsked: reload_asked, Reshuffled: reshuffled, ShoeRanEmpty: meanwhile(shoe_ran_empty), DeckChecked: deck_checked,
    DeckCut: deck_cut, DeckFouled: deck_fouled,
}

AnyFact = (
    CardDealt | CardBurned | BoardDealt | DealerDealt | JokerCovered | CardPutAside | CardCameLoose | EarlyCardBurned
    | EarlyCardKept | EarlyCardDealt | LooseCardDealt | CardSetAsideUnread | LooseCardsLaidAside | LooseCardsPutBack
    | BurnSkipped | ExposedCardBurned | CardWanted | CardSwapped | BoardTakenBack | CardsExchanged | ReloadAsked | Reshuffled
    | ShoeRanEmpty | DeckChecked | DeckCut | DeckFouled
)
