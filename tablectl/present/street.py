"""A street of betting in words: what each seat did last, and after whom each acts that has its
turn still to come.
"""

from collections.abc import Iterator

from tablectl import view
from tablectl.engine.state.hand import Hand
from tablectl.engine.state.player import Player
from tablectl.engine.state.table import Table
from tablectl.text import Names, T, say

ACTS = {
    "small_blind": T("{seat}: small blind, {amount:,}"),
    "big_blind": T("{seat}: big blind, {amount:,}"),
    "ante": T("{seat}: ante, {amount:,}"),
    "post": T("{seat} posts {amount:,}"),
    "check": T("{seat} checks"),
    "call": T("{seat} calls {amount:,}"),
    "bet": T("{seat} bets {amount:,}"),
    "raise": T("{seat} raises to {amount:,}"),
    "all_in": T("{seat} is all-in with {amount:,}"),
    "fold": T("{seat} folds"),
}


def list_street_acts(t: Table, names: Names) -> tuple[view.StreetAct, ...]:
    """Each seat's last act on this street, the latest last."""
    hand = t.hand
    if hand is None or hand.phase != "betting":
        return ()
    found = []
    for player in _in_turn(hand):
        if (did := player.did) is not None:
            act = ACTS[did.what](seat=player.number, amount=did.amount)
            found.append(view.StreetAct(player.number, say(act, names)))
    return tuple(found)


def seats_before(t: Table) -> dict[int, int]:
    """Of each seat that has still to act in this round, the one that acts just before it."""
    hand = t.hand
    if hand is None or hand.phase != "betting" or hand.to_act is None or hand.owes:
        return {}
    bet, before, found = hand.round.bet, hand.to_act, {}
    for player in _in_turn(hand):
        is_waiting = player.status == "in" and (player.acted_at < 0 or player.bet < bet)
        if is_waiting and player.number != hand.to_act:
            found[player.number], before = before, player.number
    return found


def _in_turn(hand: Hand) -> Iterator[Player]:
    """From the seat to act on, which acted before all others; where nobody is to act, from the
    left of who acted last.
    """
    order = tuple(hand.players)
    at = 0
    if hand.to_act in hand.players:
        at = order.index(hand.to_act)
    elif hand.acted_last_in_round in hand.players:
        at = order.index(hand.acted_last_in_round) + 1
    return map(hand.players.__getitem__, order[at:] + order[:at])
