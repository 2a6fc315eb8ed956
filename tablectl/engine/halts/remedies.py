"""Remedies: what the floor's `confirm` does, a function for each member of Remedy.

Each ends the halt, or the hand. What has to follow (a card, a reload) is then part of the table.
"""

from collections.abc import Callable

from tablectl.engine import facts as f
from tablectl.engine.between import ending
from tablectl.engine.dealing import early
from tablectl.engine.halts import reports
from tablectl.engine.play.areas import excess
from tablectl.engine.play.halting import goes_back, halt, irregularity, resume
from tablectl.engine.play.play import Play
from tablectl.engine.rounds import betting, showing
from tablectl.engine.state.halt import Irregularity
from tablectl.engine.state.hand import VoidKind, Want
from tablectl.engine.state.player import LIVE
from tablectl.engine.state.why import Values, Why
from tablectl.rules.cards import CODE, UNREADABLE
from tablectl.rules.irregular import NOT_DEALT_THERE, Remedy


def void(play: Play, kind: VoidKind, cause: str | Irregularity) -> None:
    """Makes the hand void or a misdeal: every chip goes back, the button stays, a fouled deck must
    be checked (G-4, G-10).

    `cause`: the irregularity, or the floor's reason.
    """
    t = play.table
    if any(wrong.doubts_deck for wrong in t.wrongs):
        play.record(f.DeckFouled())
    if t.in_hand:
        if isinstance(cause, Irregularity):
            play.record(f.HandVoided(kind=kind, why=cause.why, values=cause.values))
        else:
            play.record(f.HandVoided(kind=kind, cause=cause))
        why = Why.HAND_MISDEAL if kind == "misdeal" else Why.HAND_VOID
        play.notice(why(**{**goes_back(t), **_because(cause), "hand": t.hands}))
        ending.let_leaving_go(play)
    elif t.irregularity is not None:
        resume(play)


def _because(cause: str | Irregularity) -> Values:
    """The cause as values of a notice: the floor's reason, or the key of the irregularity (`of`)
    with its values.
    """
    return {"cause": cause} if isinstance(cause, str) else {**cause.values, "of": cause.why}


def foul(play: Play, number: int, why: str | Irregularity) -> None:
    """Makes a hand dead: its chips stay in the pot, the others play on (L-14, L-17, F-6)."""
    play.record(f.HandFouled(seat=number, pots=betting.pots_without(play.table, number)))
    play.notice(Why.HAND_DEAD(**_because(why)), number)


def _void(play: Play, wrong: Irregularity) -> None:
    """Voids the hand; but not for a report of a card that was dealt elsewhere, where the game
    knows another way (F-2, G-13).
    """
    if (
        play.table.settings.irregularities == "void"
        or not wrong.is_elsewhere
        or not _is_elsewhere(play, wrong)
    ):
        void(play, "void", wrong)


def _do_without(play: Play, wrong: Irregularity) -> None:
    """Goes on without the face of an unread card: a burn is burned, a hole card is replaced by
    the next one (G-10).
    """
    if wrong.place in ("board", "cover", None):
        play.refuse(Why.CARD_LIES_UP())
        return
    resume(play)
    if wrong.place == "burn":
        play.record(f.CardBurned(card=UNREADABLE, pull=play.table.shoe.pulls))
    else:
        play.record(f.CardPutAside(card=UNREADABLE, pull=play.table.shoe.pulls))


def _put_right(play: Play, wrong: Irregularity) -> None:
    assert wrong.seat is not None
    seat = play.seat(wrong.seat)
    if (over := excess(play.table, wrong.seat)) != 0 and seat.is_connected:
        play.refuse(
            Why.TAKE_BACK_FIRST(over=over) if over > 0 else Why.PUT_IN_FIRST(lacks=-over),
            seat.number,
        )
        return
    resume(play)


def _as_known(play: Play, wrong: Irregularity) -> None:
    """Readings of the seat are missing: play goes on if its chips agree with the ledger (F-5)."""
    assert wrong.seat is not None
    seat = play.seat(wrong.seat)
    if play.table.settings.chips_sensed and seat.is_connected and not seat.area.is_level_known:
        play.refuse(Why.STILL_READ(), seat.number)
    elif play.table.settings.chips_sensed:
        _put_right(play, wrong)
    else:
        resume(play)


def _replace(play: Play, wrong: Irregularity) -> None:
    """Has the card replaced at the seat that holds it now, and only once if it was reported twice.

    An exposed one once the deal is finished, and it is then the first burn (L-15); the card for a
    joker comes last in the hand (L-14).
    """
    t = play.table
    if _is_elsewhere(play, wrong):
        return
    holders = [n for n, player in t.shown.players.items() if wrong.card in player.cards]
    if wrong.card is not None and holders and not reports.is_wanted(t, wrong.card):
        want = Want(
            wrong.seat if wrong.seat in holders else holders[0],
            wrong.card,
            wrong.remedy is Remedy.SWAP,
            wrong.is_named,
        )
        play.record(f.CardWanted(want=want))
    resume(play)


def _is_elsewhere(play: Play, wrong: Irregularity) -> bool:
    """Whether the report named a card that was not dealt to that seat. Then a new halt says so,
    no card changes (L-15, F-2).
    """
    assert wrong.seat is not None
    t = play.table
    # or the hands were exchanged since
    if not wrong.is_elsewhere or wrong.card in t.player(wrong.seat).cards:
        return False
    halt(
        play, irregularity(t, NOT_DEALT_THERE, {}, seat=wrong.seat, cards=wrong.cards, up=wrong.up)
    )
    return True


def _dead(play: Play, wrong: Irregularity) -> None:
    assert wrong.seat is not None
    if _is_elsewhere(play, wrong):
        return
    _lay_aside(play)
    if wrong.checks_deck:
        play.record(f.DeckFouled())
    is_live = play.table.player(wrong.seat).status in LIVE
    # of two that were reported, one after the other
    if is_live and play.table.is_last_hand(wrong.seat):
        play.notice(Why.LAST_HAND_LIVES(), wrong.seat, wrong.kind)
    elif is_live:
        foul(play, wrong.seat, wrong)
    resume(play)


def _stand(play: Play, wrong: Irregularity) -> None:
    """A flop with too many cards, found after action: its first cards stand, in the shoe's order
    (L-18).
    """
    _lay_aside(play)
    resume(play)


def _lay_aside(play: Play) -> None:
    if play.table.loose:
        play.record(f.LooseCardsLaidAside())


def _turn_up(play: Play, wrong: Irregularity) -> None:
    """Turns up the cards that the shoe dealt to the seat: these count (F-2)."""
    assert wrong.seat is not None
    showing.turn_up(play, wrong.seat)
    resume(play)


def _exchange(play: Play, wrong: Irregularity) -> None:
    """Exchanges the hole cards of two seats in the ledger (F-2); cards that were seen lie face
    up.
    """
    one, other = wrong.seats
    play.record(f.CardsExchanged(seats=(one, other)))
    for number in wrong.seats:
        up = tuple(card for card in play.table.player(number).cards if card in wrong.up)
        if up:
            play.record(f.CardsShown(seat=number, cards=up))
    resume(play)


def _take_out(play: Play, wrong: Irregularity) -> None:
    """Puts the card among those out of play; the next card takes its place (L-22, T-1)."""
    if wrong.fouls_deck:
        play.record(f.DeckFouled())
    for card in wrong.cards:
        if card in CODE and not play.table.seen >> CODE[card] & 1:
            play.record(f.CardPutAside(card=card, pull=play.table.shoe.pulls))
    resume(play)


REMEDIES: dict[Remedy, Callable[[Play, Irregularity], None]] = {
    Remedy.VOID: _void,
    Remedy.PUT_ASIDE: _void,
    Remedy.MISDEAL: lambda play, wrong: void(play, "misdeal", wrong),
    Remedy.PRESENT: _do_without,
    Remedy.PUT_RIGHT: _put_right,
    Remedy.AS_KNOWN: _as_known,
    Remedy.PLAY_ON: lambda play, wrong: resume(play),
    Remedy.SWAP: _replace,
    Remedy.REPLACE: _replace,
    Remedy.DEAD: _dead,
    Remedy.STAND: _stand,
    Remedy.TURN_UP: _turn_up,
    Remedy.EXCHANGE: _exchange,
    Remedy.REDEAL: early.redeal,
    Remedy.EARLY: early.confirmed,
    Remedy.RESHUFFLE: early.reshuffle,
    Remedy.TAKE_OUT: _take_out,
}
