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
from tablectl.rules.cards import CODE
from tablectl.rules.irregular import NOT_DEALT_THERE
from tablectl.rules.pots import layers


def void(play: Play, kind: str, cause: str) -> None:
    """Every chip goes back, the button stays; a fouled deck is checked before the next hand (G-4, G-10)."""
    t = play.table
    if any(wrong is not None and wrong.fouls_deck for wrong in (t.irregularity, *t.further)):
        play.say(f.DeckFouled())
    if t.in_hand:
        play.say(f.HandVoided(kind=kind, cause=cause))
        named = "a misdeal" if kind == "misdeal" else "void"
        why = f"{cause[:1].upper()}{cause[1:]}".rstrip(".")
        play.notice(None, kind, f"Hand {t.hands} is {named}: {goes_back(t)}. {why}.")
        for number in [seat.number for seat in t.seats if seat.is_leaving]:         # gone with all of it (F-4, F-7)
            play.say(f.PlayerLeft(seat=number, stack=play.seat(number).stack))
    elif t.irregularity is not None:
        resume(play)


def foul(play: Play, number: int, why: str) -> None:
    """A dead hand: what it put in stays in the pot, the others play on (L-14, L-17, F-6)."""
    t = play.table
    live = [s.number for s in t.claiming if s.number != number]
    collected = {n: t.seat(n).put - t.seat(n).bet for n in t.dealt}
    pots = layers(collected, live, t.dead) if t.pots else ()
    play.say(f.HandFouled(seat=number, pots=pots))
    play.notice(number, "foul_hand", f"Seat {number}'s hand is dead: {why}")


def _void(play: Play, wrong: Irregularity) -> None:
    void(play, "void", wrong.what)


def _misdeal(play: Play, wrong: Irregularity) -> None:
    void(play, "misdeal", wrong.what)


def _do_without(play: Play, wrong: Irregularity) -> None:
    """A card that cannot be read and is not presented: a burn is burned, a hole card put aside for the next (G-10)."""
    if wrong.place in ("board", "cover", None):
        play.refuse(None, "unreadable_card", "The card lies face up: name it.")
        return
    resume(play)
    if wrong.place == "burn":
        play.say(f.CardBurned(card="??", pull=play.table.pulls))
    else:
        play.say(f.CardPutAside(card="??", pull=play.table.pulls))


def _put_right(play: Play, wrong: Irregularity) -> None:
    assert wrong.seat is not None
    seat = play.seat(wrong.seat)
    if (over := excess(seat)) != 0 and seat.is_connected:
        text = f"Seat {seat.number}: {f'take {over:,} back' if over > 0 else f'put {-over:,} in your bet area'} first."
        play.refuse(seat.number, "stack_differs", text)
        return
    resume(play)


def _as_known(play: Play, wrong: Irregularity) -> None:
    """Readings of a seat are missing: what lies in front of it must agree with the ledger before play goes on (F-5)."""
    assert wrong.seat is not None
    seat = play.seat(wrong.seat)
    if play.table.settings.chips_sensed and seat.is_connected and not seat.is_level_known:
        play.refuse(seat.number, "edges_missing", f"What lies in front of seat {seat.number} is still being read.")
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
        play.say(f.CardWanted(want=want))
    resume(play)


def _is_elsewhere(play: Play, wrong: Irregularity) -> bool:
    """Whether the report named a card that was not dealt there: no card changes, and only now the table says so (L-15, F-2)."""
    assert wrong.seat is not None
    t = play.table
    if not wrong.is_elsewhere or wrong.card in t.seat(wrong.seat).cards:        # or the hands were exchanged since
        return False
    halt(play, irregularity(t, NOT_DEALT_THERE, {"seat": wrong.seat}, seat=wrong.seat, cards=wrong.cards, up=wrong.up))
    return True


def _dead(play: Play, wrong: Irregularity) -> None:
    assert wrong.seat is not None
    if _is_elsewhere(play, wrong):
        return
    _lay_aside(play)
    seat = play.seat(wrong.seat)
    if seat.status in LIVE and play.table.is_last_hand(seat.number):          # of two that were reported, one after the other
        play.notice(seat.number, wrong.kind, f"Seat {seat.number} has the last hand that can win the pot: it is not dead.")
    elif seat.status in LIVE:
        foul(play, seat.number, wrong.what)
    resume(play)


def _stand(play: Play, wrong: Irregularity) -> None:
    """Found after action on it: the first cards of the flop stand, the shoe knows their order (L-18)."""
    _lay_aside(play)
    resume(play)


def _lay_aside(play: Play) -> None:
    if play.table.loose:
        play.say(f.LooseLaidAside())


def _turn_up(play: Play, wrong: Irregularity) -> None:
    """What the shoe dealt counts, whatever lies before the seat (F-2)."""
    assert wrong.seat is not None
    showing.turn_up(play, play.seat(wrong.seat))
    resume(play)


def _exchange(play: Play, wrong: Irregularity) -> None:
    """Each plays the two cards before it (F-2); those that were seen there lie face up."""
    one, other = wrong.seats
    play.say(f.CardsExchanged(seats=(one, other)))
    for number in wrong.seats:
        up = tuple(card for card in play.seat(number).cards if card in wrong.up)
        if up:
            play.say(f.CardsShown(seat=number, cards=up))
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
        play.say(f.DeckFouled())
    for card in wrong.cards:
        if card in CODE and not play.table.seen >> CODE[card] & 1:
            play.say(f.CardPutAside(card=card, pull=play.table.pulls))
    resume(play)


REMEDIES: dict[str, Callable[[Play, Irregularity], None]] = {
    "void": _void, "misdeal": _misdeal, "present": _do_without, "put_right": _put_right, "as_known": _as_known,
    "put_aside": _void, "play_on": _play_on, "swap": _swap, "replace": _replace, "dead": _dead, "stand": _stand,
    "turn_up": _turn_up, "exchange": _exchange, "redeal": _redeal, "early": _early, "reshuffle": _reshuffle,
    "take_out": _take_out,
}
