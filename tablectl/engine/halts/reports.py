"""Reports of what only eyes can see: exposed cards, wrong counts, jokers, cards before the wrong
seat (L-14 to L-18, F-2).

And what the table itself reports: an event that it could not handle, readings that a device has
lost (G-4, F-5).

A report halts the table, says what the rulebook prescribes, and waits for the floor. Further ones
are taken while it is halted: they come up one after the other, or make one matter of two that
belong together.
"""

from tablectl.engine import facts as f
from tablectl.engine.dealing import early
from tablectl.engine.events import EdgesMissing, EventFailed, HoleCardsSeen
from tablectl.engine.floor import DealerExposed, Exposed, FoundJoker, Misplaced, WrongCount
from tablectl.engine.play.halting import halt, halt_or_wait, irregularity, let_wait
from tablectl.engine.play.play import Play
from tablectl.engine.rounds.showing import is_shown
from tablectl.engine.state.halt import Irregularity
from tablectl.engine.state.player import LIVE, Player
from tablectl.engine.state.table import IN_A_ROUND, Table
from tablectl.engine.state.why import Reason, Values, Why
from tablectl.rules import irregular
from tablectl.rules.cards import CODE, JOKER
from tablectl.rules.showdown import face_up

# a misdeal until two players have acted (L-17); blinds and posts are no actions
ACTED_FOR_MISDEAL = 2


def acted(t: Table) -> int:
    """How many players have acted in this hand."""
    return sum([t.player(n).has_acted for n in t.dealt])


def report_exposed(play: Play, ruling: Exposed) -> None:
    """A hole card exposed by the deal: one is replaced before anyone has acted (L-15), more are a
    misdeal (L-16).

    Whether a card that is named was dealt there, only what `confirm` does tells.
    """
    t = play.table
    player = _holder(play, ruling.seat)
    if player is None:
        return
    card = ruling.card or player.cards[-1]
    count = exposed_before(t, player.number, card) + (ruling.cards or 1)
    if is_known_to_go(t, player, ruling.card):
        play.refuse(Why.EXPOSED_REPLACED(), player.number)
    elif acted(t) >= ACTED_FOR_MISDEAL or (count == 1 and acted(t)):
        play.refuse(Why.EXPOSED_TOO_LATE(), player.number)
    else:
        row = irregular.EXPOSED_ONE if count == 1 else irregular.EXPOSED_MORE
        # what nobody has named was perhaps not seen
        up = (ruling.card,) if ruling.card else ()
        _report(
            play,
            irregularity(
                t,
                row,
                {},
                seat=player.number,
                cards=(card,),
                up=up,
                is_named=ruling.card is not None,
                is_elsewhere=card not in player.cards,
            ),
        )


def is_known_to_go(t: Table, player: Player, named: str | None) -> bool:
    """Whether a card is being replaced before this seat already, as far as a refusal may tell.

    A report that names a card is answered alike whether it was dealt there or not (L-15), but where
    it was named before.
    """
    wants = [want for want in t.wants if want.seat == player.number]
    if named is None:
        return any(want.card == player.cards[-1] for want in wants)
    return any(want.is_named and want.card == named for want in wants)


def is_wanted(t: Table, card: str) -> bool:
    """Whether the next card from the shoe takes its place, whatever else is said about it."""
    return any(want.card == card for want in t.wants)


def exposed_before(t: Table, seat: int, card: str) -> int:
    """How many cards were exposed in this deal already; the same card again is no other."""
    others = [
        wrong
        for wrong in t.wrongs
        if wrong.kind == "exposed_card" and (wrong.seat, wrong.card) != (seat, card)
    ]
    return (
        len(others)
        + len([want for want in t.wants if want.is_burn])
        + (t.shown.deal.first_burn is not None)
    )


def report_count(play: Play, ruling: WrongCount) -> None:
    """Too many or too few hole cards (L-17); without a seat: too many cards on the flop (L-18)."""
    if ruling.seat is None:
        _flop_count(play)
        return
    t = play.table
    player = _holder(play, ruling.seat)
    if player is None:
        return
    right = next(row.hole for row in t.game.streets if row.hole)
    if ruling.cards == right:
        play.refuse(Why.COUNT_IS_RIGHT(count=right), player.number)
        return
    row = irregular.COUNT_LATE if acted(t) >= ACTED_FOR_MISDEAL else irregular.COUNT_EARLY
    if row.remedy.allows.kills_a_hand and t.is_last_hand(player.number):
        play.refuse(Why.LAST_HAND_COUNTED(), player.number)
        return
    _report(play, irregularity(t, row, {"count": ruling.cards}, seat=player.number))


def _flop_count(play: Play) -> None:
    t = play.table
    row = t.street_now
    is_dealt = t.phase in (*IN_A_ROUND, "showdown") and len(t.board) >= 3
    if not is_dealt or row is None:
        play.refuse(Why.NO_FLOP())
    elif early.is_extra_on_the_flop(t):
        cards = (*t.board, *t.loose)
        _report(
            play,
            irregularity(
                t, irregular.FLOP_EARLY, {"street": row.name}, cards=cards, up=cards, place="board"
            ),
        )
    else:
        flop = next(street for street in t.game.streets if street.board)
        values: Values = {"street": flop.name, "count": flop.board}
        _report(play, irregularity(t, irregular.FLOP_LATE, values, cards=t.loose))


def report_joker(play: Play, ruling: FoundJoker) -> None:
    """A joker found by eye (L-14, G-10)."""
    find_joker(play, ruling.seat, ruling.card)


def find_joker(play: Play, number: int, named: str | None = None) -> None:
    """A joker that is none of the game's among a seat's cards, as the floor or the player's own key
    says.

    Once its player has acted the hand is foul (L-14). Before, it is replaced, or a foreign card, as
    the setting says (G-10). `named`: the card, else it is the last one dealt; that it was dealt
    there, only what `confirm` does tells (L-15).
    """
    t = play.table
    player = _holder(play, number)
    if player is None:
        return
    card = named or player.cards[-1]
    if card == JOKER and t.game.deck.jokers:
        play.refuse(Why.JOKER_PLAYS(), player.number)
        return
    if is_known_to_go(t, player, named):
        play.refuse(Why.JOKER_IS_REPLACED(), player.number)
        return
    row = _of_a_joker(t, player)
    if row.remedy.allows.kills_a_hand and t.is_last_hand(player.number):
        play.refuse(Why.LAST_HAND(), player.number)
        return
    _report(
        play,
        irregularity(
            t,
            row,
            {},
            seat=player.number,
            cards=(card,),
            is_named=named is not None,
            is_elsewhere=card not in player.cards,
        ),
    )
    if row is irregular.JOKER_LATE:
        play.notice(Why.HAND_FOUL(), player.number)


def _of_a_joker(t: Table, player: Player) -> irregular.Row:
    """What is prescribed; where every irregularity voids the hand, who has acted makes no
    difference (G-13).
    """
    is_void_anyway = t.settings.irregularities == "void"
    if t.settings.foreign_joker == "foul" and (is_void_anyway or not player.has_acted):
        return irregular.JOKER_FOREIGN
    return irregular.JOKER_LATE if player.has_acted else irregular.JOKER_EARLY


def report_dealer_exposed(play: Play, ruling: DealerExposed) -> None:
    """The dealer's cards were seen before the river (D-11)."""
    t = play.table
    if not t.in_hand or not t.of_house.dealer or t.of_house.is_dealer_up:
        play.refuse(Why.NO_DEALER_CARD())
    else:
        _report(play, irregularity(t, irregular.DEALER_EXPOSED, {}))


def report_misplaced(play: Play, ruling: Misplaced) -> None:
    """The hole cards of two seats lie exchanged (F-2)."""
    t = play.table
    numbers = tuple(dict.fromkeys(ruling.seats))
    if len(numbers) != 2 or not all(1 <= n <= len(t.seats) for n in numbers):
        play.refuse(Why.NAME_TWO_SEATS())
        return
    if why := next((why for n in numbers if (why := _why_no_holder(t, n))), None):
        play.refuse(why)
        return
    row = irregular.MISPLACED_LATE if acted(t) >= ACTED_FOR_MISDEAL else irregular.MISPLACED_EARLY
    shown = (
        t.irregularity.up
        if t.irregularity is not None and t.irregularity.remedy is irregular.Remedy.TURN_UP
        else ()
    )
    _report(
        play,
        irregularity(
            t, row, {"seats": tuple(sorted(numbers))}, seats=numbers, cards=shown, up=shown
        ),
    )


def shown_elsewhere(play: Play, number: int, cards: tuple[str, ...]) -> None:
    """A seat's reader sees cards face up that the shoe dealt elsewhere (F-2); said once, however
    often they are seen.
    """
    t = play.table
    if any(
        wrong.kind == "card_elsewhere" and number in (wrong.seat, *wrong.seats)
        for wrong in t.wrongs
    ):
        return
    row = irregular.ROWS["card_elsewhere"]
    _report(play, irregularity(t, row, {}, seat=number, cards=cards, up=cards))


def hole_cards_seen(play: Play, event: HoleCardsSeen) -> None:
    """What the seat's sensor sees face up counts; cards turned up in mid-betting are the seat's own
    affair (F-3).

    After the hand, too: a hand that has been shown makes it too late to take a fold or muck back
    (F-1).
    """
    player = play.table.player(event.seat)
    if not player.cards:
        return
    up = tuple(
        [
            card
            for card, is_up in zip(player.cards, face_up(player.cards, event.cards), strict=True)
            if is_up
        ]
    )
    if up != player.shown and len(up) >= len(player.shown):
        play.record(f.CardsShown(seat=event.seat, cards=up))
    others = tuple(
        card for card in event.cards if (card in CODE or card == JOKER) and card not in player.cards
    )
    if (
        others
        and play.table.in_hand
        and player.status in LIVE
        and not is_shown(play.table.player(event.seat))
    ):
        shown_elsewhere(play, event.seat, others)


def _holder(play: Play, number: int) -> Player | None:
    """The player a report is about; refused where the seat has no hand that a report could
    change.
    """
    if why := _why_no_holder(play.table, number):
        play.refuse(why, number)
        return None
    return play.table.player(number)


def _why_no_holder(t: Table, number: int) -> Reason | None:
    player = t.player(number)
    if not t.in_hand or not player.cards:
        return Why.HAS_NO_CARDS(other=number)
    return (
        None if player.status in LIVE and not player.is_mucked else Why.DEAD_ALREADY(other=number)
    )


# Taking a report


def _report(play: Play, wrong: Irregularity) -> None:
    """Halts with it, makes one matter of it and what the table is halted for, or lets it wait
    its turn.
    """
    now = play.table.irregularity
    if now is None or _explains(wrong, now):
        halt(play, wrong)
    else:
        let_wait(play, wrong)


def _explains(wrong: Irregularity, now: Irregularity) -> bool:
    """Whether a report says better what the table is halted for: it takes its place."""
    if now.fouls_deck:
        return False
    if wrong.kind in ("wrong_card_count", "too_many_flop_cards"):
        # G-13
        is_void = now.remedy is irregular.Remedy.VOID and now.kind in (
            "premature_card",
            "too_many_flop_cards",
        )
        # a card too many, until somebody says where it belongs
        return now.remedy.allows.more_cards_join or is_void
    if wrong.remedy is irregular.Remedy.MISDEAL:
        # the second exposed card makes a misdeal of the first (L-16)
        return now.kind == wrong.kind
    return now.kind == "card_elsewhere" and now.seat in wrong.seats


# By the table itself


def event_failed(play: Play, event: EventFailed) -> None:
    """Halts the table as it was before the event, with its clocks stopped (G-4).

    If it is halted for a failed event already, a notice is enough.
    """
    t = play.table
    values: Values = {"happened": event.happened, "error": event.error}
    wrong = irregularity(
        t,
        irregular.EVENT_FAILED if t.in_hand else irregular.EVENT_FAILED_BETWEEN,
        values,
        seat=event.seat,
    )
    if any(known.kind == wrong.kind for known in t.wrongs):
        play.notice_wrong(wrong)
    else:
        halt_or_wait(play, wrong)


def edges_missing(play: Play, event: EdgesMissing) -> None:
    """Halts: the floor decides what the lost readings were. A seat's chips are read again first
    (F-5).
    """
    t = play.table
    number = event.source.seat
    if number is None:
        halt_or_wait(play, irregularity(t, irregular.EDGES_MISSING_SHOE, {"count": event.count}))
        return
    play.record(f.AreaInDoubt(seat=number))
    values: Values = {
        "count": event.count,
        "bet": play.table.player(number).bet + play.seat(number).area.to_pot,
    }
    halt_or_wait(play, irregularity(t, irregular.EDGES_MISSING_SEAT, values, seat=number))
