"""The showdown: who shows when, who may muck, and who wins which pot (T-14 to T-16, T-18, T-19,
G-9).
"""

from collections.abc import Sequence

from tablectl.engine import facts as f
from tablectl.engine.between import ending
from tablectl.engine.play import clocks
from tablectl.engine.play.handling import Handling
from tablectl.engine.state.hand import Won
from tablectl.engine.state.player import Player
from tablectl.engine.state.table import IN_A_ROUND, Table
from tablectl.engine.state.why import Reason, Why
from tablectl.rules.counting import counting_hand
from tablectl.rules.evaluate import BestHand
from tablectl.rules.pots import split_pot
from tablectl.rules.showdown import order_of_showing, pot_winners


def is_settled(t: Table, claims: Sequence[Player], is_last_street: bool) -> bool:
    """Whether the pots can be pushed: one hand is left and need not show, or the board is
    complete and all hands are shown.
    """
    if len(claims) == 1:
        return not must_show_to_win(t)
    return is_last_street and all(s.is_shown for s in claims)


def must_show_to_win(t: Table) -> bool:
    """Whether the last hand left must be shown to win, because the others mucked at the showdown
    (L-23, T-15).
    """
    claims = t.claiming
    is_showdown = any(s.is_mucked for s in t.live)
    return t.settings.last_one_shows and is_showdown and len(claims) == 1 and not claims[0].is_shown


def seats_to_show(t: Table, claims: Sequence[Player], is_last_street: bool) -> tuple[int, ...]:
    """The seats that must show or muck, in order (T-15); before the last street only if all bets
    are in (T-19).
    """
    if not is_last_street and (
        not t.settings.table_all_in_hands or sum([s.status == "in" for s in claims]) > 1
    ):
        return ()
    assert t.button is not None
    aggressor = t.playing.aggressor if is_last_street else None
    order = order_of_showing([s.number for s in claims], t.button, aggressor)
    return tuple([n for n in order if not t.player(n).is_shown])


def settle_pots(handling: Handling, is_last: bool) -> bool:
    """After a round of betting: pushes the pots, or asks for hands. False: the next street comes
    first.
    """
    t = handling.table
    claims = t.claiming
    if is_settled(t, claims, is_last):
        push_pots(handling)
    elif order := seats_to_show(t, claims, is_last):
        handling.record(f.ShowdownBegan(order=order, is_tabling=not is_last))
    else:
        return False
    return True


def ask_next_to_show(handling: Handling) -> bool:
    """Gives the next seat its turn to show: False, it is waited for. The hands of absent and
    lost seats are turned up (T-15).
    """
    t = handling.table
    showing = t.playing.showing
    if not showing or (len(t.claiming) == 1 and not must_show_to_win(t)):
        handling.record(f.ShowdownEnded())
        return True
    seat = t.seat(showing[0])
    if t.is_played_for(seat) or not seat.is_connected:
        turn_up_hand(handling, seat.number)
        return True
    clocks.give_turn(handling, seat.number)
    return False


def turn_up_hand(handling: Handling, number: int) -> None:
    handling.record(f.CardsShown(seat=number, cards=handling.table.player(number).cards))


def clock_ended(handling: Handling, seat: int) -> None:
    """The clock ran out: the hand is turned up, not mucked (T-15)."""
    handling.act_by_clock("show", Why.TIME_UP_SHOW(), seat)
    turn_up_hand(handling, seat)


def show_by_key(handling: Handling, number: int) -> None:
    """The key `show` turns up the seat's hole cards; the screen shows them as the shoe dealt them
    (T-15, L-23).

    Cards that a reader has seen face up are shown, whenever the key is pressed after it: from the
    showdown on that is no irregularity.
    """
    if handling.table.player(number).is_shown and handling.table.phase not in IN_A_ROUND:
        return
    if why := why_not_show(handling.table, number):
        handling.refuse(why, number)
    else:
        turn_up_hand(handling, number)


def why_not_show(t: Table, number: int) -> Reason | None:
    """Why the key does not show the hand; None: it does, at the seat's turn, or for the last
    winner.
    """
    if t.phase == "showdown" and t.to_act != number:
        return Why.NOT_TURN_TO_SHOW()
    if t.phase == "showdown":
        return None
    if t.in_hand or not _has_won_last(t, number):
        return Why.NOT_ASKED_TO_SHOW()
    return None


def _has_won_last(t: Table, number: int) -> bool:
    """Whether the seat won the last hand with cards that it still has: the floor may have given
    a pot to a folded hand.
    """
    player = t.player(number)
    has_cards = (
        bool(player.cards) and player.status not in ("folded", "foul") and not player.is_mucked
    )
    return has_cards and any(won.seat == number and won.amount > 0 for won in t.won or ())


def muck_hand(handling: Handling, seat: int) -> None:
    """The `muck` key at a seat's turn to show."""
    t = handling.table
    if t.to_act != seat:
        handling.refuse(Why.NOT_TURN_TO_SHOW(), seat)
    elif why := why_no_muck(t, seat):
        handling.refuse(why, seat)
    else:
        handling.record(f.Mucked(seat=seat, left_ms=clocks.left_ms(t, handling.now_ms)))


def why_no_muck(t: Table, number: int) -> Reason | None:
    """Why the hand may not be mucked; None: it may (T-15). An all-in hand never may (S-15)."""
    player = t.player(number)
    if player.status == "all_in" or t.shown.is_tabling:
        return Why.NO_MUCK_ALL_IN()
    if player.is_shown:
        return Why.NO_MUCK_SHOWN()
    for pot in t.pots:
        if number in pot.seats and all(t.player(n).is_mucked for n in pot.seats if n != number):
            return Why.NO_MUCK_LAST()
    return None


# The pots


def push_pots(handling: Handling) -> None:
    """Pushes each pot to its best hand (T-16). A hand that is left alone need not show (T-14)."""
    t = handling.table
    claims = t.claiming
    is_showdown = len(claims) > 1 or any(s.is_mucked for s in t.live)
    hands = {
        s.number: counting_hand(t.game.hand, s.cards, t.board, t.game.deck)
        for s in claims
        if is_showdown and s.is_shown
    }
    for index, pot in enumerate(t.pots):
        shares = _pot_shares(t, index, [s.number for s in claims], hands)
        for seat, amount in shares.items():
            hand = hands.get(seat)
            won = (
                Won(index, seat, amount, hand.cards, hand.text)
                if hand
                else Won(index, seat, amount)
            )
            if pot.amount:
                handling.record(f.PotPushed(won=won))
    ending.end_hand(handling)


def _pot_shares(
    t: Table, index: int, claims: Sequence[int], hands: dict[int, BestHand]
) -> dict[int, int]:
    pot = t.pots[index]
    assert t.button is not None
    if len(claims) == 1:
        return {claims[0]: pot.amount}
    best = pot_winners(pot, {n: hand.strength for n, hand in hands.items()}, t.button)
    return split_pot(pot.amount, best, t.chips[0] if t.chips else 1, t.settings.odd_chips)
