"""What the table does next by itself: steps are taken until something outside is waited for.

One state, one step: the order of the cases below is the order of a hand.
"""

from collections.abc import Callable

from tablectl.engine import facts as f
from tablectl.engine.dealing import early, kept
from tablectl.engine.dealing.dealing import decide_draw, ran_empty
from tablectl.engine.play.play import Play
from tablectl.engine.play.wanted import next_place
from tablectl.engine.rounds import call_or_fold, paying, scoring, showing, uncontested
from tablectl.engine.rounds.kinds import KINDS, now
from tablectl.engine.state.table import IN_A_ROUND, Table

MOST_STEPS = 200                        # a hand of ten players takes fewer; more means that a step goes nowhere


def advance(play: Play) -> None:
    """Goes on until a card, an act, chips, the floor or a new hand is waited for."""
    for _ in range(MOST_STEPS):
        if not _step(play):
            return
    raise RuntimeError(f"The table does not come to rest in {play.table.phase}.")


def _step(play: Play) -> bool:
    t = play.table
    if uncontested.is_decided(t):
        uncontested.end(play)
        return True
    if t.pause is not None or t.irregularity is not None:
        return False
    hand = t.hand
    if hand is not None and hand.deal.loose and not kept.are_kept(t) and not _is_dealt(t):
        _settle_loose(play, t)
        return True
    if t.is_shoe_empty and ran_empty(play):
        return False
    if hand is None:
        return not t.is_held and _seating(play, t)
    if t.is_held and hand.phase != "dealing":
        return False
    if hand.to_act is not None:
        return _play_for(play, hand.to_act)
    if hand.phase == "dealing":
        return _dealing(play, t)
    if hand.phase in IN_A_ROUND:
        return _in_a_round(play, t)
    if hand.phase == "between":
        return _between(play, t)
    showing.ask_next(play)
    return True


def _is_dealt(t: Table) -> bool:
    """Whether the street's cards lie there: a loose one is judged in the round that begins with them (L-18, L-22)."""
    return t.phase == "dealing" and not t.is_held and next_place(t) is None


def _settle_loose(play: Play, t: Table) -> None:
    """Loose cards take the places that are wanted now; what comes before a street's cards comes before them, too."""
    place = next_place(t)
    if place is None or place.kind == "swap" or not early.before_the_deal(play, place):
        early.settle(play, place)


def _play_for(play: Play, number: int) -> bool:
    """A seat that leaves or goes absent at its own turn is waited for no longer; nor one whose declared call lies in front."""
    t = play.table
    seat = t.seat(number)
    if t.phase == "showdown" and not seat.is_connected:
        showing.turn_up(play, seat)                         # it was lost while play was stopped (T-15)
        return True
    if not t.is_played_for(seat):
        return seat.begun is not None and call_or_fold.if_paid_in(play, number)
    now(t).play_for(play, seat)
    return True


def _seating(play: Play, t: Table) -> bool:
    if t.drawn_for or not t.drawing:
        return False
    decide_draw(play)
    return True


def _dealing(play: Play, t: Table) -> bool:
    place = next_place(t)
    if place is not None:
        return place.kind != "swap" and early.before_the_deal(play, place)
    if t.is_held:
        return False
    _begin_next_round(play, t)
    return True


def _begin_next_round(play: Play, t: Table) -> None:
    rounds = t.game.streets[t.street].rounds
    if t.rounds_begun < len(rounds):
        begin = KINDS[rounds[t.rounds_begun]].begin
        assert begin is not None
        begin(play)
    else:
        play.record(f.RoundEnded())


def _in_a_round(play: Play, t: Table) -> bool:
    if t.street < 0 and not t.owes:
        play.record(f.StreetBegan(street=0))
        return True
    return now(t).go_on(play)


def _between(play: Play, t: Table) -> bool:
    """After a round: what it settles, then the street's next round or the next street."""
    row = t.game.streets[t.street]
    is_last = t.street + 1 == len(t.game.streets) and t.rounds_begun >= len(row.rounds)
    if not SETTLE[t.game.plays_for](play, is_last):
        if t.rounds_begun < len(row.rounds):
            _begin_next_round(play, t)
        else:
            play.record(f.StreetBegan(street=t.street + 1))
    return play.table is not t                              # else chips are waited for before it is settled


# How a hand is settled: whether it is its time, and then a step towards it.

SETTLE: dict[str, Callable[[Play, bool], bool]] = {
    "pots": showing.settle, "house": paying.settle, "points": scoring.settle,
}
