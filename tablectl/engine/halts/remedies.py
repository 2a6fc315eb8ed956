"""Remedies: what the floor's `confirm` does, a function for each member of Remedy.

Each ends the halt, or the hand. What has to follow (a card, a reload) is then part of the table.
"""

from collections.abc import Callable

from tablectl.engine import facts as f
from tablectl.engine.between import ending
from tablectl.engine.dealing import early
from tablectl.engine.halts import reports
from tablectl.engine.play.areas import excess_in_front
from tablectl.engine.play.halting import end_halt, halt_table, make_irregularity, void_values
from tablectl.engine.play.handling import Handling
from tablectl.engine.rounds import betting, showing
from tablectl.engine.state.halt import Irregularity
from tablectl.engine.state.hand import VoidKind, Want
from tablectl.engine.state.player import LIVE
from tablectl.engine.state.why import Values, Why
from tablectl.rules.cards import CODE, UNREADABLE
from tablectl.rules.irregular import NOT_DEALT_THERE, Remedy


def void_hand(handling: Handling, kind: VoidKind, cause: str | Irregularity) -> None:
    """Makes the hand void or a misdeal: every chip goes back, the button stays, a fouled deck must
    be checked (G-4, G-10).

    `cause`: the irregularity, or the floor's reason.
    """
    t = handling.table
    if any(irregularity.doubts_deck for irregularity in t.irregularities):
        handling.record(f.DeckFouled())
    if t.in_hand:
        if isinstance(cause, Irregularity):
            handling.record(f.HandVoided(kind=kind, why=cause.why, values=cause.values))
        else:
            handling.record(f.HandVoided(kind=kind, cause=cause))
        why = Why.HAND_MISDEAL if kind == "misdeal" else Why.HAND_VOID
        handling.notice(why(**{**void_values(t), **_cause_values(cause), "hand": t.hands}))
        ending.let_leaving_go(handling)
    elif t.irregularity:
        end_halt(handling)


def _cause_values(cause: str | Irregularity) -> Values:
    """The cause as values of a notice: the floor's reason, or the key of the irregularity (`of`)
    with its values.
    """
    return {"cause": cause} if isinstance(cause, str) else {**cause.values, "of": cause.why}


def kill_hand(handling: Handling, number: int, why: str | Irregularity) -> None:
    """Makes a hand dead: its chips stay in the pot, the others play on (L-14, L-17, F-6)."""
    handling.record(f.HandFouled(seat=number, pots=betting.pots_without(handling.table, number)))
    handling.notice(Why.HAND_DEAD(**_cause_values(why)), number)


def _void_for(handling: Handling, irregularity: Irregularity) -> None:
    """Voids the hand; but not for a report of a card that was dealt elsewhere, where the game
    knows another way (F-2, G-13).
    """
    if (
        handling.table.settings.irregularities == "void"
        or not irregularity.is_elsewhere
        or not _halts_for_other_card(handling, irregularity)
    ):
        void_hand(handling, "void", irregularity)


def _do_without(handling: Handling, irregularity: Irregularity) -> None:
    """Goes on without the face of an unread card: a burn is burned, a hole card is replaced by
    the next one (G-10).
    """
    if irregularity.place in ("board", "cover", None):
        handling.refuse(Why.CARD_LIES_UP())
        return
    end_halt(handling)
    if irregularity.place == "burn":
        handling.record(f.CardBurned(card=UNREADABLE, pull=handling.table.shoe.pulls))
    else:
        handling.record(f.CardPutAside(card=UNREADABLE, pull=handling.table.shoe.pulls))


def _resume_if_right(handling: Handling, irregularity: Irregularity) -> None:
    assert irregularity.seat is not None
    seat = handling.seat(irregularity.seat)
    if (over := excess_in_front(handling.table, irregularity.seat)) != 0 and seat.is_connected:
        handling.refuse(
            Why.TAKE_BACK_FIRST(over=over) if over > 0 else Why.PUT_IN_FIRST(lacks=-over),
            seat.number,
        )
        return
    end_halt(handling)


def _resume_as_known(handling: Handling, irregularity: Irregularity) -> None:
    """Readings of the seat are missing: play goes on if its chips agree with the ledger (F-5)."""
    assert irregularity.seat is not None
    seat = handling.seat(irregularity.seat)
    if handling.table.settings.chips_sensed and seat.is_connected and not seat.area.is_level_known:
        handling.refuse(Why.STILL_READ(), seat.number)
    elif handling.table.settings.chips_sensed:
        _resume_if_right(handling, irregularity)
    else:
        end_halt(handling)


def _replace_card(handling: Handling, irregularity: Irregularity) -> None:
    """Has the card replaced at the seat that holds it now, and only once if it was reported twice.

    An exposed one once the deal is finished, and it is then the first burn (L-15); the card for a
    joker comes last in the hand (L-14).
    """
    t = handling.table
    if _halts_for_other_card(handling, irregularity):
        return
    holders = [n for n, player in t.shown.players.items() if irregularity.card in player.cards]
    if irregularity.card is not None and holders and not reports.is_wanted(t, irregularity.card):
        want = Want(
            irregularity.seat if irregularity.seat in holders else holders[0],
            irregularity.card,
            irregularity.remedy is Remedy.SWAP,
            irregularity.is_named,
        )
        handling.record(f.CardWanted(want=want))
    end_halt(handling)


def _halts_for_other_card(handling: Handling, irregularity: Irregularity) -> bool:
    """Whether the report named a card that was not dealt to that seat. Then a new halt says so,
    no card changes (L-15, F-2).
    """
    assert irregularity.seat is not None
    t = handling.table
    # or the hands were exchanged since
    if not irregularity.is_elsewhere or irregularity.card in t.player(irregularity.seat).cards:
        return False
    halt_table(
        handling,
        make_irregularity(
            t,
            NOT_DEALT_THERE,
            {},
            seat=irregularity.seat,
            cards=irregularity.cards,
            up=irregularity.up,
        ),
    )
    return True


def _confirm_dead(handling: Handling, irregularity: Irregularity) -> None:
    assert irregularity.seat is not None
    if _halts_for_other_card(handling, irregularity):
        return
    _lay_aside(handling)
    if irregularity.checks_deck:
        handling.record(f.DeckFouled())
    is_live = handling.table.player(irregularity.seat).status in LIVE
    # of two that were reported, one after the other
    if is_live and handling.table.is_last_hand(irregularity.seat):
        handling.notice(Why.LAST_HAND_LIVES(), irregularity.seat, irregularity.kind)
    elif is_live:
        kill_hand(handling, irregularity.seat, irregularity)
    end_halt(handling)


def _let_flop_stand(handling: Handling, irregularity: Irregularity) -> None:
    """A flop with too many cards, found after action: its first cards stand, in the shoe's order
    (L-18).
    """
    _lay_aside(handling)
    end_halt(handling)


def _lay_aside(handling: Handling) -> None:
    if handling.table.loose:
        handling.record(f.LooseCardsLaidAside())


def _turn_up_dealt(handling: Handling, irregularity: Irregularity) -> None:
    """Turns up the cards that the shoe dealt to the seat: these count (F-2)."""
    assert irregularity.seat is not None
    showing.turn_up_hand(handling, irregularity.seat)
    end_halt(handling)


def _exchange_hands(handling: Handling, irregularity: Irregularity) -> None:
    """Exchanges the hole cards of two seats in the ledger (F-2); cards that were seen lie face
    up.
    """
    one, other = irregularity.seats
    handling.record(f.CardsExchanged(seats=(one, other)))
    for number in irregularity.seats:
        up = tuple(card for card in handling.table.player(number).cards if card in irregularity.up)
        if up:
            handling.record(f.CardsShown(seat=number, cards=up))
    end_halt(handling)


def _take_out(handling: Handling, irregularity: Irregularity) -> None:
    """Puts the card among those out of play; the next card takes its place (L-22, T-1)."""
    if irregularity.fouls_deck:
        handling.record(f.DeckFouled())
    for card in irregularity.cards:
        if card in CODE and not handling.table.seen >> CODE[card] & 1:
            handling.record(f.CardPutAside(card=card, pull=handling.table.shoe.pulls))
    end_halt(handling)


REMEDIES: dict[Remedy, Callable[[Handling, Irregularity], None]] = {
    Remedy.VOID: _void_for,
    Remedy.PUT_ASIDE: _void_for,
    Remedy.MISDEAL: lambda handling, irregularity: void_hand(handling, "misdeal", irregularity),
    Remedy.PRESENT: _do_without,
    Remedy.PUT_RIGHT: _resume_if_right,
    Remedy.AS_KNOWN: _resume_as_known,
    Remedy.PLAY_ON: lambda handling, irregularity: end_halt(handling),
    Remedy.SWAP: _replace_card,
    Remedy.REPLACE: _replace_card,
    Remedy.DEAD: _confirm_dead,
    Remedy.STAND: _let_flop_stand,
    Remedy.TURN_UP: _turn_up_dealt,
    Remedy.EXCHANGE: _exchange_hands,
    Remedy.REDEAL: early.take_flop_back,
    Remedy.EARLY: early.confirm_early,
    Remedy.RESHUFFLE: early.reshuffle_loose,
    Remedy.TAKE_OUT: _take_out,
}
