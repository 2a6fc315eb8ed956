"""Remedies: what the floor's `confirm` carries out, one for each word a row of the rulebook may name.

Each leaves the table unhalted, or the hand over; what is still to come (a card, a reload) is a fact in the table.
"""

from collections.abc import Callable

from tablectl.engine import facts as f
from tablectl.engine.dealing import early
from tablectl.engine.halts import reports
from tablectl.engine.play.areas import excess
from tablectl.engine.play.halting import goes_back, halt, irregularity, resume
from tablectl.engine.play.play import Play
from tablectl.engine.rounds import showing
from tablectl.engine.state.halt import Irregularity
from tablectl.engine.state.hand import Want
from tablectl.engine.state.seat import LIVE
from tablectl.engine.state.why import Values, Why
from tablectl.rules.cards import CODE
from tablectl.rules.irregular import NOT_DEALT_THERE
from tablectl.rules.pots import layers


def void(play: Play, kind: str, cause: str | Irregularity) -> None:
    """Every chip goes back, the button stays; a fouled deck is checked before the next hand (G-4, G-10).

    `cause`: what was wrong, or what the floor gave as its reason.
    """
    t = play.table
    if any(wrong is not None and wrong.fouls_deck for wrong in (t.irregularity, *t.further)):
        play.record(f.DeckFouled())
    if t.in_hand:
        text = _own_words(cause)
        if text is None and isinstance(cause, Irregularity):
            play.record(f.HandVoided(kind=kind, why=cause.why, values=cause.values))
        else:
            play.record(f.HandVoided(kind=kind, cause=text or ""))
        why = Why.HAND_MISDEAL if kind == "misdeal" else Why.HAND_VOID
        play.notice(None, why(**{**goes_back(t), **_because(cause), "hand": t.hands}))
        for number in [seat.number for seat in t.seats if seat.is_leaving]:         # gone with all of it (F-4, F-7)
            play.record(f.PlayerLeft(seat=number, stack=play.seat(number).stack))
    elif t.irregularity is not None:
        resume(play)


def _own_words(cause: str | Irregularity) -> str | None:
    """A reason that is a text: the floor's, or the sentence of a journal before version 9."""
    return cause if isinstance(cause, str) else cause.what or None


def _because(cause: str | Irregularity) -> Values:
    """What a notice says of the cause: its text, or the key of what was wrong (`of`) with its values."""
    if isinstance(cause, Irregularity) and not cause.what:
        return {**cause.values, "of": cause.why}
    return {"cause": _own_words(cause)}


def foul(play: Play, number: int, why: str | Irregularity) -> None:
    """A dead hand: what it put in stays in the pot, the others play on (L-14, L-17, F-6)."""
    t = play.table
    live = [s.number for s in t.claiming if s.number != number]
    collected = {n: t.seat(n).put - t.seat(n).bet for n in t.dealt}
    pots = layers(collected, live, t.dead) if t.pots else ()
    play.record(f.HandFouled(seat=number, pots=pots))
    play.notice(number, Why.HAND_DEAD(**_because(why)))


def _void(play: Play, wrong: Irregularity) -> None:
    void(play, "void", wrong)


def _misdeal(play: Play, wrong: Irregularity) -> None:
    void(play, "misdeal", wrong)


def _do_without(play: Play, wrong: Irregularity) -> None:
    """A card that cannot be read and is not presented: a burn is burned, a hole card put aside for the next (G-10)."""
    if wrong.place in ("board", "cover", None):
        play.refuse(None, Why.CARD_LIES_UP())
        return
    resume(play)
    if wrong.place == "burn":
        play.record(f.CardBurned(card="??", pull=play.table.pulls))
    else:
        play.record(f.CardPutAside(card="??", pull=play.table.pulls))


def _put_right(play: Play, wrong: Irregularity) -> None:
    assert wrong.seat is not None
    seat = play.seat(wrong.seat)
    if (over := excess(seat)) != 0 and seat.is_connected:
        play.refuse(seat.number, Why.TAKE_BACK_FIRST(over=over) if over > 0 else Why.PUT_IN_FIRST(lacks=-over))
        return
    resume(play)


def _as_known(play: Play, wrong: Irregularity) -> None:
    """Readings of a seat are missing: what lies in front of it must agree with the ledger before play goes on (F-5)."""
    assert wrong.seat is not None
    seat = play.seat(wrong.seat)
    if play.table.settings.chips_sensed and seat.is_connected and not seat.is_level_known:
        play.refuse(seat.number, Why.STILL_READ())
    elif play.table.settings.chips_sensed:
        _put_right(play, wrong)
    else:
        resume(play)


def _play_on(play: Play, wrong: Irregularity) -> None:
    resume(play)


def _swap(play: Play, wrong: Irregularity) -> None:
    """The exposed card is replaced once the deal is finished, and is then the first burn (L-15)."""
    _want(play, wrong, is_burn=True)


def _replace(play: Play, wrong: Irregularity) -> None:
    """A joker reported in time: a card from the shoe takes its place, last in the hand (L-14)."""
    _want(play, wrong, is_burn=False)


def _want(play: Play, wrong: Irregularity, *, is_burn: bool) -> None:
    """The card is replaced before whoever holds it now; one that was reported twice, exposed and as a joker, once."""
    t = play.table
    if _is_elsewhere(play, wrong):
        return
    holders = [seat.number for seat in t.seats if wrong.card in seat.cards]
    if wrong.card is not None and holders and not reports.is_wanted(t, wrong.card):
        want = Want(wrong.seat if wrong.seat in holders else holders[0], wrong.card, is_burn, wrong.is_named)
        play.record(f.CardWanted(want=want))
    resume(play)


def _is_elsewhere(play: Play, wrong: Irregularity) -> bool:
    """Whether the report named a card that was not dealt there: no card changes, and only now the table says so (L-15, F-2)."""
    assert wrong.seat is not None
    t = play.table
    if not wrong.is_elsewhere or wrong.card in t.seat(wrong.seat).cards:        # or the hands were exchanged since
        return False
    halt(play, irregularity(t, NOT_DEALT_THERE, {}, seat=wrong.seat, cards=wrong.cards, up=wrong.up))
    return True


def _dead(play: Play, wrong: Irregularity) -> None:
    assert wrong.seat is not None
    if _is_elsewhere(play, wrong):
        return
    _lay_aside(play)
    seat = play.seat(wrong.seat)
    if seat.status in LIVE and play.table.is_last_hand(seat.number):          # of two that were reported, one after the other
        play.notice(seat.number, Why.LAST_HAND_LIVES(), wrong.kind)
    elif seat.status in LIVE:
        foul(play, seat.number, wrong)
    resume(play)


def _stand(play: Play, wrong: Irregularity) -> None:
    """Found after action on it: the first cards of the flop stand, the shoe knows their order (L-18)."""
    _lay_aside(play)
    resume(play)


def _lay_aside(play: Play) -> None:
    if play.table.loose:
        play.record(f.LooseLaidAside())


def _turn_up(play: Play, wrong: Irregularity) -> None:
    """What the shoe dealt counts, whatever lies before the seat (F-2)."""
    assert wrong.seat is not None
    showing.turn_up(play, play.seat(wrong.seat))
    resume(play)


def _exchange(play: Play, wrong: Irregularity) -> None:
    """Each plays the two cards before it (F-2); those that were seen there lie face up."""
    one, other = wrong.seats
    play.record(f.CardsExchanged(seats=(one, other)))
    for number in wrong.seats:
        up = tuple(card for card in play.seat(number).cards if card in wrong.up)
        if up:
            play.record(f.CardsShown(seat=number, cards=up))
    resume(play)


def _redeal(play: Play, wrong: Irregularity) -> None:
    early.redeal(play)


def _early(play: Play, wrong: Irregularity) -> None:
    early.confirmed(play)


def _reshuffle(play: Play, wrong: Irregularity) -> None:
    early.reshuffle(play)


def _take_out(play: Play, wrong: Irregularity) -> None:
    """It lies with the dead cards already, where the ledger has it; the next card takes its place (L-22, T-1)."""
    if wrong.fouls_deck:
        play.record(f.DeckFouled())
    for card in wrong.cards:
        if card in CODE and not play.table.seen >> CODE[card] & 1:
            play.record(f.CardPutAside(card=card, pull=play.table.pulls))
    resume(play)


REMEDIES: dict[str, Callable[[Play, Irregularity], None]] = {
    "void": _void, "misdeal": _misdeal, "present": _do_without, "put_right": _put_right, "as_known": _as_known,
    "put_aside": _void, "play_on": _play_on, "swap": _swap, "replace": _replace, "dead": _dead, "stand": _stand,
    "turn_up": _turn_up, "exchange": _exchange, "redeal": _redeal, "early": _early, "reshuffle": _reshuffle,
    "take_out": _take_out,
}
