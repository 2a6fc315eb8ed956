"""Dealing: what becomes of each card that leaves the shoe (T-5, T-6, T-12, G-2, G-10, L-13).

Cards that come when none is wanted: early.py.
"""

from msgspec.structs import replace

from tablectl.engine import facts as f
from tablectl.engine.dealing import early
from tablectl.engine.events import CardOff, CardPresented, ShoeEmptied, ShoeReloaded
from tablectl.engine.play import clocks
from tablectl.engine.play.halting import end_halt, halt_for_card
from tablectl.engine.play.handling import Handling
from tablectl.engine.play.wanted import next_place
from tablectl.engine.state.changes import jokers_out
from tablectl.engine.state.halt import Irregularity
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Why
from tablectl.rules.cards import CODE, CUT, FOREIGN_JOKER, JOKER, UNREADABLE, rank_value
from tablectl.rules.dealing import Place, PlaceKind
from tablectl.rules.deck import CARDS_OF
from tablectl.rules.early import is_flop
from tablectl.rules.irregular import (
    DEALER_BOXED,
    DRAWN_TOGETHER,
    FED_TOGETHER,
    ROWS,
    IrregularityKind,
)
from tablectl.rules.seating import highest_drawn


def card_off(handling: Handling, event: CardOff) -> None:
    """The card goes to the place that waits for it, unless it cannot be that card (G-2, G-10,
    L-13) or none is wanted (L-22).
    """
    t = handling.table
    card = event.cards[0]
    place = next_place(t)
    if not place:
        _take_unwanted(handling, event)
    elif len(event.cards) > 1:
        _take_double_feed(handling, event, place)
    elif (event.is_face_up or card not in CODE) and (
        scrap := _scrap_kind(t, card, place, is_face_up=event.is_face_up)
    ):
        _replace_scrap(handling, scrap, card, place, event.pull)
    elif event.is_face_up and place.kind == "house" and find_fault(t, card) in HARMLESS:
        halt_for_card(handling, "boxed_card", (card,), place, event.pull, DEALER_BOXED)
    elif fault := find_fault(t, card):
        halt_for_card(handling, fault, (card,), place, event.pull)
    else:
        put_card(handling, card, place, event.pull)


# A boxed card counts as scrap, even if it is also unreadable; with any other fault, that fault
# counts.
HARMLESS: tuple[IrregularityKind | None, ...] = (None, "unreadable_card")


def _scrap_kind(
    t: Table, card: str, place: Place | None, *, is_face_up: bool
) -> IrregularityKind | None:
    """Why a card counts as a scrap of paper: boxed, or a foreign joker; None: it does not (L-13).

    In the draw all cards lie face up, so none is boxed; a boxed card of the dealer's cancels the
    hand (D-11).
    """
    if is_foreign_joker(t, card):
        return "foreign_joker" if t.settings.foreign_joker == "replace" else None
    is_boxed = is_face_up and (place is None or place.kind not in ("draw", "house"))
    return "boxed_card" if is_boxed and find_fault(t, card) in HARMLESS else None


def is_foreign_joker(t: Table, card: str) -> bool:
    """Whether it is a joker that does not belong to the game."""
    return card == FOREIGN_JOKER or (card == JOKER and not t.game.deck.jokers)


def find_fault(t: Table, card: str) -> IrregularityKind | None:
    """What is wrong with a card from the shoe; None: nothing (G-2, G-10, T-5, L-22)."""
    if card in CARDS_OF[t.game.deck.name]:
        seen = t.hand.deal.seen if t.hand else t.seen
        if not seen >> CODE[card] & 1:
            return None
        return (
            "not_in_stub"
            if t.shown.deal.is_reshuffled and not is_in_play(t, card)
            else "duplicate_card"
        )
    if card == UNREADABLE:
        return "unreadable_card"
    if card == CUT:
        return "deck_exhausted"
    if is_foreign_joker(t, card):
        return "foreign_joker"
    if card == JOKER:
        return "duplicate_card" if jokers_out(t.seen).bit_count() >= t.game.deck.jokers else None
    return "unknown_card"


def is_in_play(t: Table, card: str) -> bool:
    """Whether the card is held by a live hand, the dealer or the board, or is an early card.
    Otherwise it is dead (G-2).
    """
    held = card in t.board or card in t.loose or card in t.of_house.dealer.cards
    return held or any(card in player.cards for player in t.claiming)


def put_card(handling: Handling, card: str, place: Place, pull: int) -> None:
    """Puts the card in the place for which it was wanted."""
    if place.kind in DEALT:
        handling.record(DEALT[place.kind](card=card, pull=pull))
        if place.kind == "swap":
            clocks.continue_clock(handling)
    elif place.seat is not None:
        dealt = f.CardDealt if place.kind == "hole" else f.ButtonCardDealt
        handling.record(dealt(seat=place.seat, card=card, pull=pull))


# to places that are no seat's, and in the place of a seat's card
DEALT: dict[PlaceKind, type[f.OutOfShoe]] = {
    "house": f.DealerDealt,
    "swap": f.CardSwapped,
    "burn": f.CardBurned,
    "board": f.BoardDealt,
    "cover": f.JokerCovered,
}


def shoe_emptied(handling: Handling, event: ShoeEmptied) -> None:
    """The shoe is empty. Only when a card is wanted, the hand cannot go on (F-11)."""
    if not handling.table.shoe.is_empty:
        handling.record(f.ShoeRanEmpty())


def shoe_reloaded(handling: Handling, event: ShoeReloaded) -> None:
    """Told to all where nothing has asked for it: the cards of the hand come from another deck
    now (L-22).
    """
    t = handling.table
    if (t.in_hand or t.draw) and not t.reload:
        handling.notice(Why.RELOADED_UNASKED())


def halt_for_empty_shoe(handling: Handling) -> bool:
    """Halts if a card is wanted of an empty shoe (F-11). False: it is not."""
    place = next_place(handling.table) if handling.table.shoe.is_empty else None
    if not place:
        return False
    halt_for_card(handling, "deck_exhausted", (), place, 0)
    return True


REPLACED: dict[IrregularityKind, Why] = {
    "boxed_card": Why.BOXED_REPLACED,
    "foreign_joker": Why.JOKER_REPLACED,
}
PUT_ASIDE: dict[IrregularityKind, Why] = {
    "boxed_card": Why.BOXED_ASIDE,
    "foreign_joker": Why.JOKER_ASIDE,
}


def _replace_scrap(
    handling: Handling, code: IrregularityKind, card: str, place: Place, pull: int
) -> None:
    """Puts a scrap of paper aside; the next card takes its place (L-13, G-13)."""
    handling.record(f.CardPutAside(card=card, pull=pull))
    handling.notice(REPLACED[code](card=card), place.seat)


def card_presented(handling: Handling, event: CardPresented) -> None:
    """The unread card is held to the reader again (G-10)."""
    irregularity = handling.table.irregularity
    if not irregularity or not irregularity.remedy.allows.card_is_named:
        handling.refuse(Why.NO_CARD_TO_PRESENT())
    else:
        present_card(handling, irregularity, event.card)


def present_card(handling: Handling, irregularity: Irregularity, card: str) -> None:
    """The face of the unread card is known now: it goes to its place (G-10)."""
    if code := find_fault(handling.table, card):
        # does not name the card: it may lie face down elsewhere
        handling.refuse(Why.NOT_THAT_CARD(), irregularity.seat, code)
        return
    end_halt(handling)  # even if a report comes up now, the card goes to its place
    assert irregularity.place is not None
    put_card(
        handling, card, Place(irregularity.place, irregularity.seat), handling.table.shoe.pulls
    )


# More than was wanted


def _take_unwanted(handling: Handling, event: CardOff) -> None:
    """A card left the shoe when none was wanted: this always leads to a notice or a halt."""
    t = handling.table
    if not t.in_hand:
        if not t.irregularity:
            halt_for_card(handling, "premature_card", event.cards, None, event.pull)
        else:
            handling.notice(Why.GOES_BACK_BETWEEN_HANDS())
        return
    if t.reload and not t.irregularity:
        handling.notice(Why.LEFT_IN_A_RELOAD())
        return
    for card in event.cards:
        if scrap := _scrap_kind(handling.table, card, None, is_face_up=event.is_face_up):
            # it counts neither as burn nor as card (L-13)
            handling.record(f.CardPutAside(card=card, pull=event.pull))
            handling.notice(PUT_ASIDE[scrap](card=card))
        elif (fault := find_fault(handling.table, card)) not in HARMLESS:
            assert fault is not None
            _halt_for_unwanted(handling, fault, card, event.pull)
        else:
            handling.record(f.CardCameLoose(card=card, pull=event.pull))
    if handling.table.loose != t.loose:
        early.report_loose(handling)


def _halt_for_unwanted(handling: Handling, fault: IrregularityKind, card: str, pull: int) -> None:
    """Halts for a faulty card that nobody wanted. In a halt a card that is only not of the stub
    gets just a notice.
    """
    if handling.table.irregularity and fault == "not_in_stub":
        handling.notice(Why.NOT_OF_THE_STUB())
    else:
        halt_for_card(handling, fault, (card,), None, pull)


def _take_double_feed(handling: Handling, event: CardOff, place: Place) -> None:
    """A double feed: during the hole deal a misdeal; on the flop perhaps one card too many;
    elsewhere the order is unknown.
    """
    t = handling.table
    scraps = [
        card for card in event.cards if _scrap_kind(t, card, place, is_face_up=event.is_face_up)
    ]
    if scraps and not _is_one_twice(t, event.cards):
        _put_scraps_aside(handling, event, scraps)
        return
    fault = next(((code, card) for card in event.cards if (code := find_fault(t, card))), None)
    if fault is None and _is_one_twice(t, event.cards):
        fault = "duplicate_card", event.cards[0]
    if fault is not None:
        # the notice names the first: the faulty one
        cards = tuple(sorted(event.cards, key=lambda card: card != fault[1]))
        halt_for_card(handling, fault[0], cards, place, event.pull)
        return
    if event.is_face_up and place.kind == "house":
        halt_for_card(handling, "boxed_card", event.cards, place, event.pull, DEALER_BOXED)
        return
    if place.kind == "draw":
        halt_for_card(handling, "wrong_card_count", event.cards, place, event.pull, DRAWN_TOGETHER)
        return
    row = t.street_now
    fits = (
        row is not None
        and is_flop(row)
        and t.shown.deal.boarded_here + len(event.cards) <= row.board
    )
    if place.kind == "board" and row and fits and (not t.score or JOKER not in event.cards):
        for card in event.cards:
            handling.record(f.BoardDealt(card=card, pull=event.pull))
        handling.notice(Why.BOTH_BELONG(street=row.name))
        return
    for card in event.cards:
        handling.record(f.CardCameLoose(card=card, pull=event.pull))
    if place.kind == "board" and row and is_flop(row):
        early.report_too_many(handling)
    else:
        prescribed = ROWS["wrong_card_count"] if place.kind in ("hole", "house") else FED_TOGETHER
        halt_for_card(handling, "wrong_card_count", event.cards, place, event.pull, prescribed)


def _put_scraps_aside(handling: Handling, event: CardOff, scraps: list[str]) -> None:
    """Puts the scraps of a double feed aside first; the rest is handled as if it had come alone
    (L-13).
    """
    place = next_place(handling.table)
    assert place
    left = list(event.cards)
    for card in scraps:
        left.remove(card)
        code: IrregularityKind = (
            "foreign_joker" if is_foreign_joker(handling.table, card) else "boxed_card"
        )
        _replace_scrap(handling, code, card, place, event.pull)
    if left:
        card_off(handling, replace(event, cards=tuple(left)))


def _is_one_twice(t: Table, cards: tuple[str, ...]) -> bool:
    jokers, others = cards.count(JOKER), [card for card in cards if card in CODE]
    return (
        len({*others}) < len(others) or jokers_out(t.seen).bit_count() + jokers > t.game.deck.jokers
    )


def decide_draw(handling: Handling) -> bool:
    """The highest rank wins the button; tied seats draw again, in the same order (T-1). False:
    nobody draws, or not all have.

    By the setting `draw_ties` the tied seat that got its card first may win instead (S-7).
    """
    t = handling.table
    if not t.draw or t.draw.left or not t.draw.drawing:
        return False
    best = highest_drawn({n: _drawn_rank(t.draw.cards[n]) for n in t.draw.drawing})
    if len(best) > 1 and t.settings.draw_ties == "again":
        handling.record(f.DrawTied(seats=best))
    else:
        handling.record(f.ButtonPlaced(seat=best[0]))
    return True


def _drawn_rank(card: str) -> int:
    """The rank of a card in the draw; a wild joker counts as an ace (T-1, M-9)."""
    return max(map(rank_value, CODE)) if card == JOKER else rank_value(card)
