"""Showing and winning: who shows when, who may muck, and who is pushed which pot (T-14 to T-16, T-18, T-19, G-9)."""

from collections.abc import Sequence

from tablectl.engine import facts as f
from tablectl.engine.between import ending
from tablectl.engine.play import clocks
from tablectl.engine.play.play import Play
from tablectl.engine.state.hand import Won
from tablectl.engine.state.seat import Seat
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Reason, Why
from tablectl.rules.counting import counting_hand
from tablectl.rules.evaluate import BestHand
from tablectl.rules.pots import split
from tablectl.rules.showdown import face_up, order_of_showing, winners


def is_shown(seat: Seat) -> bool:
    """Both hole cards lie face up: so much it takes to win, or to play the board (L-23, L-25)."""
    return bool(seat.cards) and all(face_up(seat.cards, seat.shown))


def is_settled(t: Table, is_last_street: bool) -> bool:
    """Whether the pots can be pushed: one claims and need not show, or the last street is played and every hand lies face up."""
    claims = t.claiming
    if len(claims) == 1:
        return not must_show_to_win(t)
    return is_last_street and all(is_shown(s) for s in claims)


def must_show_to_win(t: Table) -> bool:
    """Whether the last hand left has to be turned up: the others mucked theirs at the showdown (L-23, T-15)."""
    claims = t.claiming
    is_showdown = any(s.is_mucked for s in t.live)
    return t.settings.last_one_shows and is_showdown and len(claims) == 1 and not is_shown(claims[0])


def to_be_shown(t: Table, is_last_street: bool) -> tuple[int, ...]:
    """The seats asked to show now, in their order (T-15); before the last street only where no betting is left (T-19)."""
    claims = t.claiming
    if not is_last_street and (not t.settings.table_all_in_hands or sum([s.status == "in" for s in claims]) > 1):
        return ()
    assert t.button is not None
    aggressor = t.aggressor if is_last_street else None
    order = order_of_showing([s.number for s in claims], t.button, aggressor)
    return tuple(n for n in order if not is_shown(t.seat(n)))


def settle(play: Play, is_last: bool) -> bool:
    """After a round of betting the pots are pushed, or hands asked for; False where the board goes on."""
    t = play.table
    if is_settled(t, is_last):
        push_pots(play)
    elif order := to_be_shown(t, is_last):
        play.record(f.ShowdownBegan(order=order, is_tabling=not is_last))
    else:
        return False
    return True


def ask_next(play: Play) -> None:
    """The next seat's turn to show; absent and lost ones have their hands turned up (T-15)."""
    t = play.table
    if not t.showing or (len(t.claiming) == 1 and not must_show_to_win(t)):
        play.record(f.ShowdownEnded())
        return
    seat = t.seat(t.showing[0])
    if t.is_played_for(seat) or not seat.is_connected:
        turn_up(play, seat)
    else:
        clocks.give_turn(play, seat.number)


def turn_up(play: Play, seat: Seat) -> None:
    play.record(f.CardsShown(seat=seat.number, cards=seat.cards))


def clock_ended(play: Play, seat: int) -> None:
    """Not shown in time: the hand is turned up, never mucked (T-15)."""
    play.notice(seat, Why.TIME_UP_SHOW())
    turn_up(play, play.seat(seat))


def show(play: Play, number: int) -> None:
    """The `show` key: where no sensor sees hole cards it turns both up, and the table says which they are (T-15, L-23)."""
    seat = play.seat(number)
    if why := why_not_show(play.table, seat):
        play.refuse(number, why)
    else:
        turn_up(play, seat)


def why_not_show(t: Table, seat: Seat) -> Reason | None:
    """Why, where the hand is not turned up by the key; None at its turn, and for the last winner."""
    if t.phase == "showdown" and t.to_act != seat.number:
        return Why.NOT_TURN_TO_SHOW()
    if t.phase == "showdown":
        return None
    if t.in_hand or not _has_won_last(t, seat):
        return Why.NOT_ASKED_TO_SHOW()
    return Why.SHOWN_ALREADY() if is_shown(seat) else None


def _has_won_last(t: Table, seat: Seat) -> bool:
    """Whether it won of the hand just played with cards that it still has; a pot may also be given to a hand that was folded."""
    has_cards = bool(seat.cards) and seat.status not in ("folded", "foul") and not seat.is_mucked
    return has_cards and any(won.seat == seat.number and won.amount > 0 for won in t.won or ())


def muck(play: Play, seat: int) -> None:
    """The `muck` key at a seat's turn to show."""
    t = play.table
    if t.to_act != seat:
        play.refuse(seat, Why.NOT_TURN_TO_SHOW())
    elif why := why_not_muck(t, t.seat(seat)):
        play.refuse(seat, why)
    else:
        play.record(f.Mucked(seat=seat, left_ms=clocks.left_ms(t, play.now_ms)))


def why_not_muck(t: Table, seat: Seat) -> Reason | None:
    """Why, where the hand may not be mucked (T-15)."""
    if seat.status == "all_in" or t.is_tabling:
        return Why.NO_MUCK_ALL_IN()
    if is_shown(seat):
        return Why.NO_MUCK_SHOWN()
    for pot in t.pots:
        if seat.number in pot.seats and all(t.seat(n).is_mucked for n in pot.seats if n != seat.number):
            return Why.NO_MUCK_LAST()
    return None


# The pots

def push_pots(play: Play) -> None:
    """Each pot on its own to its best hand (T-16); a lone claimant need not show (T-14)."""
    t = play.table
    claims = t.claiming
    is_showdown = len(claims) > 1 or any(s.is_mucked for s in t.live)
    hands = {s.number: counting_hand(t.game.hand, s.cards, t.board, t.game.deck) for s in claims if is_showdown and is_shown(s)}
    for index, pot in enumerate(t.pots):
        shares = _shares(t, index, [s.number for s in claims], hands)
        for seat, amount in shares.items():
            hand = hands.get(seat)
            won = Won(index, seat, amount, hand.cards, hand.text) if hand else Won(index, seat, amount)
            if pot.amount:
                play.record(f.PotPushed(won=won))
    ending.end(play)


def _shares(t: Table, index: int, claims: Sequence[int], hands: dict[int, BestHand]) -> dict[int, int]:
    pot = t.pots[index]
    assert t.button is not None
    if len(claims) == 1:
        return {claims[0]: pot.amount}
    best = winners(pot, {n: hand.strength for n, hand in hands.items()}, t.button)
    return split(pot.amount, best, t.chips[0] if t.chips else 1, t.settings.odd_chips)
