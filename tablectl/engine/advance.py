"""The steps that the table takes by itself, until it waits for something from outside.

The cases below stand in the order of a hand; the first that applies is the next step.
"""

from collections.abc import Callable

from tablectl.engine import facts as f
from tablectl.engine.dealing import early
from tablectl.engine.dealing.dealing import decide_draw, halt_for_empty_shoe
from tablectl.engine.play.handling import Handling
from tablectl.engine.play.wanted import next_place
from tablectl.engine.rounds import betting, call_or_fold, paying, scoring, showing
from tablectl.engine.rounds.kinds import KINDS, kind_of_round
from tablectl.engine.state.hand import Hand
from tablectl.engine.state.player import LIVE
from tablectl.engine.state.table import IN_A_ROUND, Table

# a hand of ten takes fewer; more means that a step changes nothing
MOST_STEPS = 200


def advance(handling: Handling) -> None:
    """Takes steps until a card, an act, chips, a ruling or the next hand is awaited."""
    for _ in range(MOST_STEPS):
        t = handling.table
        hand, halt = t.hand, t.halt
        if hand and _is_decided(t, hand):
            _end_uncontested(handling)
            continue
        if t.standstill or (halt and halt.irregularity):
            return
        if hand and hand.deal.loose and not early.may_loose_wait(t) and not _is_street_dealt(t):
            _settle_loose(handling, t)
            continue
        if t.shoe.is_empty and halt_for_empty_shoe(handling):
            return
        if not hand:
            goes_on = not t.is_halted and decide_draw(handling)
        elif hand.phase != "dealing" and (halt or hand.deal.wants):
            return
        elif hand.to_act is not None:
            goes_on = _play_for(handling, hand, hand.to_act)
        elif hand.phase == "dealing":
            goes_on = _go_on_dealing(handling, t, hand)
        elif hand.phase in IN_A_ROUND:
            # no card is dealt while a blind is owed (T-3)
            goes_on = (
                hand.street < 0 and not hand.owes and _begin_dealing(handling)
            ) or kind_of_round(t).go_on(handling)
        elif hand.phase == "between":
            goes_on = _go_on_between_rounds(handling, t)
        else:
            goes_on = showing.ask_next_to_show(handling)
        if not goes_on:
            return
    raise RuntimeError(f"The table does not come to rest in {handling.table.phase}.")


def _is_street_dealt(t: Table) -> bool:
    """Whether all cards of the street are dealt. Loose cards are judged only after that, in its
    first round (L-18, L-22).
    """
    return t.phase == "dealing" and not t.is_halted and next_place(t) is None


def _settle_loose(handling: Handling, t: Table) -> None:
    """Loose cards take places for which a card is wanted now, after what has to be done before a
    street is dealt.
    """
    place = next_place(t)
    if not place or place.kind == "swap" or not early.prepare_deal(handling, place):
        early.settle_loose(handling, place)


def _play_for(handling: Handling, hand: Hand, number: int) -> bool:
    """Acts for a seat that left or went absent at its turn, and carries out a declared call
    whose chips lie in front.
    """
    t = handling.table
    seat = t.seats[number - 1]
    if not seat.is_connected and hand.phase == "showdown":
        # it was lost while play was stopped (T-15)
        showing.turn_up_hand(handling, number)
        return True
    if not t.is_played_for(seat):
        return hand.players[number].begun is not None and call_or_fold.call_if_paid(
            handling, number
        )
    kind_of_round(t).play_for(handling, number)
    return True


def _go_on_dealing(handling: Handling, t: Table, hand: Hand) -> bool:
    place, deal = next_place(t), hand.deal
    if place:
        has_early = deal.early or deal.early_burns or deal.first_burn is not None
        return bool(has_early) and place.kind != "swap" and early.prepare_deal(handling, place)
    if t.is_halted:
        return False
    _begin_next_round(handling, t)
    return True


def _begin_next_round(handling: Handling, t: Table) -> None:
    hand = t.playing
    rounds = t.game.streets[hand.street].rounds
    if hand.rounds_begun < len(rounds):
        begin = KINDS[rounds[hand.rounds_begun]].begin
        assert begin is not None
        begin(handling)
    else:
        handling.record(f.RoundEnded())


def _begin_dealing(handling: Handling) -> bool:
    """All antes and blinds are posted."""
    handling.record(f.StreetBegan(street=0))
    return True


def _go_on_between_rounds(handling: Handling, t: Table) -> bool:
    """After a round: settles the hand if it is over, else begins the street's next round or the
    next street.
    """
    hand = t.playing
    row = t.game.streets[hand.street]
    is_last = hand.street + 1 == len(t.game.streets) and hand.rounds_begun >= len(row.rounds)
    if not SETTLE[t.game.plays_for](handling, is_last):
        if hand.rounds_begun < len(row.rounds):
            _begin_next_round(handling, t)
        else:
            handling.record(f.StreetBegan(street=hand.street + 1))
    # false: chips are awaited before it is settled
    return handling.table is not t


# One hand left: the pot is its at once, whatever is awaited and whatever still lies in the bet
# areas (G-5, T-14). Against the house nobody left ends the hand (D-14). A deck that was proven foul
# comes first (G-10).


def _is_decided(t: Table, hand: Hand) -> bool:
    """Whether all but one have folded or are dead, against the house all; a muck at the showdown
    is T-15's.
    """
    plays_for, last = t.game.plays_for, None
    # at every step: as a rule the first two decide it
    for player in hand.players.values():
        if player.status in LIVE:
            if last or plays_for != "pots":
                return False
            last = player
    if (
        hand.owes
        or hand.won is not None
        or any(irregularity.fouls_deck for irregularity in t.irregularities)
    ):
        return False
    if plays_for == "pots":
        return last is not None
    return plays_for == "house" and any(player.bets.ante for player in hand.players.values())


def _end_uncontested(handling: Handling) -> None:
    """What nobody could match comes back; the rest is pushed, or the house's. The hand is over:
    nothing is awaited any more.
    """
    t = handling.table
    if t.game.plays_for == "house":
        paying.pay_bets(handling)
        return
    if (back := betting.unmatched_bet(t.playing)) is not None:
        betting.give_back(handling, *back)
    handling.record(f.BetsCollected(pots=betting.layer_pots(handling.table.playing)))
    showing.push_pots(handling)


# How a hand is settled, by what it is played for: takes a step if it is time for that. False: it is
# not.

SETTLE: dict[str, Callable[[Handling, bool], bool]] = {
    "pots": showing.settle_pots,
    "house": paying.settle_with_house,
    "points": scoring.settle_for_points,
}
