"""The steps that the table takes by itself, until it waits for something from outside.

The cases below stand in the order of a hand; the first that applies is the next step.
"""

from collections.abc import Callable

from tablectl.engine import facts as f
from tablectl.engine.dealing import early
from tablectl.engine.dealing.dealing import decide_draw, ran_empty
from tablectl.engine.play.play import Play
from tablectl.engine.play.wanted import next_place
from tablectl.engine.rounds import betting, call_or_fold, paying, scoring, showing
from tablectl.engine.rounds.kinds import KINDS, kind_of_round
from tablectl.engine.state.hand import Hand
from tablectl.engine.state.player import LIVE
from tablectl.engine.state.table import IN_A_ROUND, Table

# a hand of ten takes fewer; more means that a step changes nothing
MOST_STEPS = 200


def advance(play: Play) -> None:
    """Takes steps until a card, an act, chips, a ruling or the next hand is awaited."""
    for _ in range(MOST_STEPS):
        t = play.table
        hand, halt = t.hand, t.halt
        if hand is not None and _is_decided(t, hand):
            _end_uncontested(play)
            continue
        if t.standstill is not None or (halt is not None and halt.irregularity is not None):
            return
        if hand is not None and hand.deal.loose and not early.are_kept(t) and not _is_dealt(t):
            _settle_loose(play, t)
            continue
        if t.shoe.is_empty and ran_empty(play):
            return
        if hand is None:
            goes_on = not t.is_interrupted and decide_draw(play)
        elif hand.phase != "dealing" and (halt is not None or hand.deal.wants):
            return
        elif hand.to_act is not None:
            goes_on = _play_for(play, hand, hand.to_act)
        elif hand.phase == "dealing":
            goes_on = _dealing(play, t, hand)
        elif hand.phase in IN_A_ROUND:
            goes_on = (hand.street < 0 and not hand.owes and _begin_dealing(play)) or kind_of_round(
                t
            ).go_on(play)
        elif hand.phase == "between":
            goes_on = _between(play, t)
        else:
            goes_on = showing.ask_next(play)
        if not goes_on:
            return
    raise RuntimeError(f"The table does not come to rest in {play.table.phase}.")


def _is_dealt(t: Table) -> bool:
    """Whether all cards of the street are dealt. Loose cards are judged only after that, in its
    first round (L-18, L-22).
    """
    return t.phase == "dealing" and not t.is_interrupted and next_place(t) is None


def _settle_loose(play: Play, t: Table) -> None:
    """Loose cards take places for which a card is wanted now, after what has to be done before a
    street is dealt.
    """
    place = next_place(t)
    if place is None or place.kind == "swap" or not early.before_the_deal(play, place):
        early.settle(play, place)


def _play_for(play: Play, hand: Hand, number: int) -> bool:
    """Acts for a seat that left or went absent at its turn, and carries out a declared call
    whose chips lie in front.
    """
    t = play.table
    seat = t.seats[number - 1]
    if not seat.is_connected and hand.phase == "showdown":
        # it was lost while play was stopped (T-15)
        showing.turn_up(play, number)
        return True
    if not t.is_played_for(seat):
        return hand.players[number].begun is not None and call_or_fold.if_paid_in(play, number)
    kind_of_round(t).play_for(play, number)
    return True


def _dealing(play: Play, t: Table, hand: Hand) -> bool:
    place, deal = next_place(t), hand.deal
    if place is not None:
        has_early = deal.early or deal.early_burns or deal.first_burn is not None
        return bool(has_early) and place.kind != "swap" and early.before_the_deal(play, place)
    if t.is_interrupted:
        return False
    _begin_next_round(play, t)
    return True


def _begin_next_round(play: Play, t: Table) -> None:
    hand = t.playing
    rounds = t.game.streets[hand.street].rounds
    if hand.rounds_begun < len(rounds):
        begin = KINDS[rounds[hand.rounds_begun]].begin
        assert begin is not None
        begin(play)
    else:
        play.record(f.RoundEnded())


def _begin_dealing(play: Play) -> bool:
    """All antes and blinds are posted."""
    play.record(f.StreetBegan(street=0))
    return True


def _between(play: Play, t: Table) -> bool:
    """After a round: settles the hand if it is over, else begins the street's next round or the
    next street.
    """
    hand = t.playing
    row = t.game.streets[hand.street]
    is_last = hand.street + 1 == len(t.game.streets) and hand.rounds_begun >= len(row.rounds)
    if not SETTLE[t.game.plays_for](play, is_last):
        if hand.rounds_begun < len(row.rounds):
            _begin_next_round(play, t)
        else:
            play.record(f.StreetBegan(street=hand.street + 1))
    # false: chips are awaited before it is settled
    return play.table is not t


# One hand left: the pot is its at once, whatever is awaited and whatever still lies in the bet
# areas (G-5, T-14). Against the house nobody left ends the hand (D-14). A deck that was proven foul
# comes first (G-10).


def _is_decided(t: Table, hand: Hand) -> bool:
    """Whether all but one have folded or are dead, against the house all; a muck at the showdown
    is T-15's.
    """
    plays_for, last = t.game.plays_for, None
    # asked at every step: as a rule the first two answer it
    for player in hand.players.values():
        if player.status in LIVE:
            if last is not None or plays_for != "pots":
                return False
            last = player
    if hand.owes or hand.won is not None or any(wrong.fouls_deck for wrong in t.wrongs):
        return False
    if plays_for == "pots":
        return last is not None
    return plays_for == "house" and any(player.bets.ante for player in hand.players.values())


def _end_uncontested(play: Play) -> None:
    """What nobody could match comes back; the rest is pushed, or the house's. The hand is over:
    nothing is awaited any more.
    """
    t = play.table
    if t.game.plays_for == "house":
        paying.pay(play)
        return
    if (back := betting.unmatched(t.playing)) is not None:
        betting.give_back(play, *back)
    play.record(f.BetsCollected(pots=betting.layered(play.table.playing)))
    showing.push_pots(play)


# How a hand is settled, by what it is played for: takes a step if it is time for that. False: it is
# not.

SETTLE: dict[str, Callable[[Play, bool], bool]] = {
    "pots": showing.settle,
    "house": paying.settle,
    "points": scoring.settle,
}
