"""Reports of what only eyes can see: exposed cards, wrong counts, jokers, cards before the wrong
seat (L-14 to L-18, F-2).

And what the table itself reports: an event that it could not handle, readings that a device has
lost (G-4, F-5).

A report halts the table, says what the rulebook prescribes, and waits for the floor. Further ones
are taken while it is halted: they come up one after the other, or make one matter of two that
belong together.
"""

from typing import Any

from msgspec.structs import replace

from tablectl.engine import facts as f
from tablectl.engine.dealing import early
from tablectl.engine.events import EdgesMissing, EventFailed, HoleCardsSeen
from tablectl.engine.floor import DealerExposed, Exposed, FoundJoker, Misplaced, WrongCount
from tablectl.engine.play.halting import (
    halt_or_queue,
    halt_table,
    make_irregularity,
    queue_irregularity,
)
from tablectl.engine.play.handling import Handling
from tablectl.engine.state.halt import Irregularity
from tablectl.engine.state.player import LIVE, Player, with_up
from tablectl.engine.state.table import IN_A_ROUND, Table
from tablectl.engine.state.why import Reason, Values, Why
from tablectl.rules import irregular
from tablectl.rules.cards import CODE, JOKER

# a misdeal until two players have acted (L-17); blinds and posts are no actions
ACTED_FOR_MISDEAL = 2


def count_acted(t: Table) -> int:
    """How many players have acted in this hand."""
    return sum(t.player(n).has_acted for n in t.dealt)


def report_exposed(handling: Handling, ruling: Exposed) -> None:
    """A hole card exposed by the deal: one is replaced before anyone has acted (L-15), more are a
    misdeal (L-16).

    Whether a card that is named was dealt there, only what `confirm` does tells.
    """
    t = handling.table
    player = _find_holder(handling, ruling.seat)
    if not player:
        return
    card = ruling.card or player.cards[-1]
    count = count_exposed(t, player.number, card) + (ruling.cards or 1)
    if is_being_replaced(t, player, ruling.card):
        handling.refuse(Why.EXPOSED_REPLACED(), player.number)
    elif count_acted(t) >= ACTED_FOR_MISDEAL or (count == 1 and count_acted(t)):
        handling.refuse(Why.EXPOSED_TOO_LATE(), player.number)
    else:
        row = irregular.EXPOSED_ONE if count == 1 else irregular.EXPOSED_MORE
        # what nobody has named was perhaps not seen
        up = (ruling.card,) if ruling.card else ()
        _take_report(
            handling,
            row,
            {},
            seat=player.number,
            cards=(card,),
            up=up,
            is_named=ruling.card is not None,
            is_elsewhere=card not in player.cards,
        )


def is_being_replaced(t: Table, player: Player, named: str | None) -> bool:
    """Whether a card is being replaced before this seat already, as far as a refusal may tell.

    A report that names a card is answered alike whether it was dealt there or not (L-15), but where
    it was named before.
    """
    wants = [want for want in t.wants if want.seat == player.number]
    if named is None:
        return any(want.card == player.cards[-1] for want in wants)
    return any(want.is_named and want.card == named for want in wants)


def is_wanted(t: Table, card: str) -> bool:
    """Whether the next card from the shoe takes its place, whatever else is reported about it."""
    return any(want.card == card for want in t.wants)


def count_exposed(t: Table, seat: int, card: str) -> int:
    """How many cards were exposed in this deal already; the same card again is no other."""
    others = [
        irregularity
        for irregularity in t.irregularities
        if irregularity.kind == "exposed_card"
        and (irregularity.seat, irregularity.card) != (seat, card)
    ]
    return (
        len(others)
        + len([want for want in t.wants if want.is_burn])
        + (t.shown.deal.first_burn is not None)
    )


def report_count(handling: Handling, ruling: WrongCount) -> None:
    """Too many or too few hole cards (L-17); without a seat: too many cards on the flop (L-18)."""
    if ruling.seat is None:
        _report_flop_count(handling)
        return
    t = handling.table
    player = _find_holder(handling, ruling.seat)
    if not player:
        return
    right = t.game.hole_cards(t.street + 1)
    if ruling.cards == right:
        handling.refuse(Why.COUNT_IS_RIGHT(count=right), player.number)
        return
    row = irregular.COUNT_LATE if count_acted(t) >= ACTED_FOR_MISDEAL else irregular.COUNT_EARLY
    if row.remedy.allows.kills_a_hand and t.is_last_hand(player.number):
        handling.refuse(Why.LAST_HAND_COUNTED(), player.number)
        return
    _take_report(handling, row, {"count": ruling.cards}, seat=player.number)


def _report_flop_count(handling: Handling) -> None:
    t = handling.table
    row = t.street_now
    is_dealt = t.phase in (*IN_A_ROUND, "showdown") and len(t.board) >= 3
    if not is_dealt or not row:
        handling.refuse(Why.NO_FLOP())
    elif early.is_extra_on_the_flop(t):
        cards = (*t.board, *t.loose)
        _take_report(
            handling,
            irregular.FLOP_EARLY,
            {"street": row.name},
            cards=cards,
            up=cards,
            place="board",
        )
    else:
        flop = next(street for street in t.game.streets if street.board)
        values: Values = {"street": flop.name, "count": flop.board}
        _take_report(handling, irregular.FLOP_LATE, values, cards=t.loose)


def report_joker(handling: Handling, ruling: FoundJoker) -> None:
    """A joker found by eye (L-14, G-10)."""
    find_joker(handling, ruling.seat, ruling.card)


def find_joker(handling: Handling, number: int, named: str | None = None) -> None:
    """A joker that is none of the game's among a seat's cards, as the floor or the player's own key
    says.

    Once its player has acted the hand is foul (L-14). Before, it is replaced, or a foreign card, as
    the setting says (G-10). `named`: the card, else it is the last one dealt; that it was dealt
    there, only what `confirm` does tells (L-15).
    """
    t = handling.table
    player = _find_holder(handling, number)
    if not player:
        return
    card = named or player.cards[-1]
    if card == JOKER and t.game.deck.jokers:
        handling.refuse(Why.JOKER_PLAYS(), player.number)
        return
    if is_being_replaced(t, player, named):
        handling.refuse(Why.JOKER_IS_REPLACED(), player.number)
        return
    row = _joker_row(t, player)
    if row.remedy.allows.kills_a_hand and t.is_last_hand(player.number):
        handling.refuse(Why.LAST_HAND(), player.number)
        return
    _take_report(
        handling,
        row,
        {},
        seat=player.number,
        cards=(card,),
        is_named=named is not None,
        is_elsewhere=card not in player.cards,
    )
    if row is irregular.JOKER_LATE:
        handling.notice(Why.HAND_FOUL(), player.number)


def _joker_row(t: Table, player: Player) -> irregular.Row:
    """What is prescribed; where every irregularity voids the hand, who has acted makes no
    difference (G-13).
    """
    is_void_anyway = t.settings.irregularities == "void"
    if t.settings.foreign_joker == "foul" and (is_void_anyway or not player.has_acted):
        return irregular.JOKER_FOREIGN
    return irregular.JOKER_LATE if player.has_acted else irregular.JOKER_EARLY


def report_dealer_exposed(handling: Handling, ruling: DealerExposed) -> None:
    """The dealer's cards were seen before the river (D-11)."""
    t = handling.table
    if not t.in_hand or not t.of_house.dealer.holding or t.of_house.dealer.is_shown:
        handling.refuse(Why.NO_DEALER_CARD())
    else:
        _take_report(handling, irregular.DEALER_EXPOSED, {})


def report_misplaced(handling: Handling, ruling: Misplaced) -> None:
    """The hole cards of two seats lie exchanged (F-2)."""
    t = handling.table
    numbers = tuple(dict.fromkeys(ruling.seats))
    if len(numbers) != 2 or not all(1 <= n <= len(t.seats) for n in numbers):
        handling.refuse(Why.NAME_TWO_SEATS())
        return
    if why := next((why for n in numbers if (why := _why_no_holder(t, n))), None):
        handling.refuse(why)
        return
    row = (
        irregular.MISPLACED_LATE
        if count_acted(t) >= ACTED_FOR_MISDEAL
        else irregular.MISPLACED_EARLY
    )
    shown = (
        t.irregularity.up
        if t.irregularity and t.irregularity.remedy is irregular.Remedy.TURN_UP
        else ()
    )
    _take_report(
        handling, row, {"seats": tuple(sorted(numbers))}, seats=numbers, cards=shown, up=shown
    )


def report_shown_elsewhere(handling: Handling, number: int, cards: tuple[str, ...]) -> None:
    """A seat's reader sees cards face up that the shoe dealt elsewhere (F-2); reported once,
    however often they are seen.
    """
    t = handling.table
    if any(
        irregularity.kind == "card_elsewhere" and number in (irregularity.seat, *irregularity.seats)
        for irregularity in t.irregularities
    ):
        return
    row = irregular.ROWS["card_elsewhere"]
    _take_report(handling, row, {}, seat=number, cards=cards, up=cards)


def hole_cards_seen(handling: Handling, event: HoleCardsSeen) -> None:
    """What the seat's sensor sees face up counts; cards turned up in mid-betting are the seat's own
    affair (F-3).

    After the hand, too: a hand that has been shown makes it too late to take a fold or muck back
    (F-1).
    """
    player = handling.table.player(event.seat)
    if not player.holding:
        return
    seen = replace(player, holding=with_up(player.holding, event.cards))
    if seen != player and len(seen.up_cards) >= len(player.up_cards):
        handling.record(f.CardsShown(seat=event.seat, cards=seen.up_cards))
    own = player.cards
    others = tuple(
        [card for card in event.cards if (card in CODE or card == JOKER) and card not in own]
    )
    if (
        others
        and handling.table.in_hand
        and player.status in LIVE
        and not handling.table.player(event.seat).is_shown
    ):
        report_shown_elsewhere(handling, event.seat, others)


def _find_holder(handling: Handling, number: int) -> Player | None:
    """The player a report is about; refused where the seat has no hand that a report could
    change.
    """
    if why := _why_no_holder(handling.table, number):
        handling.refuse(why, number)
        return None
    return handling.table.player(number)


def _why_no_holder(t: Table, number: int) -> Reason | None:
    player = t.player(number)
    if not t.in_hand or not player.cards:
        return Why.HAS_NO_CARDS(other=number)
    return (
        None if player.status in LIVE and not player.is_mucked else Why.DEAD_ALREADY(other=number)
    )


# Taking a report


def _take_report(handling: Handling, row: irregular.Row, values: Values, **fields: Any) -> None:
    """Halts with it, makes one matter of it and what the table is halted for, or lets it wait
    its turn.
    """
    irregularity = make_irregularity(handling.table, row, values, **fields)
    now = handling.table.irregularity
    if not now or _replaces_halt(irregularity, now):
        halt_table(handling, irregularity)
    else:
        queue_irregularity(handling, irregularity)


def _replaces_halt(irregularity: Irregularity, now: Irregularity) -> bool:
    """Whether a report says better what the table is halted for: it takes its place."""
    if now.fouls_deck:
        return False
    if irregularity.kind in ("wrong_card_count", "too_many_flop_cards"):
        # G-13
        is_void = now.remedy is irregular.Remedy.VOID and now.kind in (
            "premature_card",
            "too_many_flop_cards",
        )
        # a card too many, until somebody says where it belongs
        return now.remedy.allows.more_cards_join or is_void
    if irregularity.remedy is irregular.Remedy.MISDEAL:
        # the second exposed card makes a misdeal of the first (L-16)
        return now.kind == irregularity.kind
    return now.kind == "card_elsewhere" and now.seat in irregularity.seats


# By the table itself


def event_failed(handling: Handling, event: EventFailed) -> None:
    """Halts the table as it was before the event, with its clocks stopped (G-4).

    If it is halted for a failed event already, a notice is enough.
    """
    t = handling.table
    values: Values = {"happened": event.happened, "error": event.error}
    irregularity = make_irregularity(
        t,
        irregular.EVENT_FAILED if t.in_hand else irregular.EVENT_FAILED_BETWEEN,
        values,
        seat=event.seat,
    )
    if any(known.kind == irregularity.kind for known in t.irregularities):
        handling.notice_irregularity(irregularity)
    else:
        halt_or_queue(handling, irregularity)


def edges_missing(handling: Handling, event: EdgesMissing) -> None:
    """Halts: the floor decides what the lost readings were. A seat's chips are read again first
    (F-5).
    """
    t = handling.table
    number = event.source.seat
    if number is None:
        halt_or_queue(
            handling, make_irregularity(t, irregular.EDGES_MISSING_SHOE, {"count": event.count})
        )
        return
    handling.record(f.AreaInDoubt(seat=number))
    values: Values = {
        "count": event.count,
        "bet": handling.table.player(number).bet + handling.seat(number).area.to_pot,
    }
    halt_or_queue(handling, make_irregularity(t, irregular.EDGES_MISSING_SEAT, values, seat=number))
