"""Questions: all that rooms outside the engine ask of a table. They import this and none of its wings.

A question changes nothing, and its answer follows from the table alone. `why_no_..` gives the reason why something would be
refused now; None: it would be taken. So what views offer is what `handle` accepts.
"""

from collections.abc import Iterator

from tablectl.engine.between import arranging, cutting, starting
from tablectl.engine.between.arranging import arrange, is_expected
from tablectl.engine.between.cutting import Cut
from tablectl.engine.between.levelclock import now_on_it
from tablectl.engine.between.levels import is_level_due, is_on_break, level_of, next_level
from tablectl.engine.between.starting import InTheWay, lying_in_front, not_its_own
from tablectl.engine.events import AnyEvent, Key, KeyPressed
from tablectl.engine.halts.rulings import is_open as is_ruling_open
from tablectl.engine.play.areas import begun_by, excess, is_posting, is_right, out_of_place
from tablectl.engine.play.clocks import Motion, is_clock_running, next_deadline_ms, open_motion
from tablectl.engine.play.play import Play, Row
from tablectl.engine.play.stacks import (
    are_compared,
    difference,
    differing,
    in_the_way,
    is_at_rest,
    is_ruled,
    is_sensed,
    reason_of,
)
from tablectl.engine.play.wanted import next_place
from tablectl.engine.readings.devices import is_heard
from tablectl.engine.rounds import acts, antes, betting, call_or_fold, flat_bets, posting, shots, showing, undoing, wagers
from tablectl.engine.rounds.antes import LINES
from tablectl.engine.rounds.kinds import now as kind_of_round
from tablectl.engine.state.player import OpenBet, Player
from tablectl.engine.state.seat import Seat
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Reason, Why
from tablectl.rules.forced import Post
from tablectl.rules.limits import NOTHING, Legal
from tablectl.rules.shots import Shooting, Shot

__all__ = [
    "LINES", "Cut", "InTheWay", "Motion", "Row", "Shooting", "are_compared", "arrange", "begun_by", "difference", "differing",
    "excess", "in_the_way", "is_at_rest", "is_clock_running", "is_expected", "is_heard", "is_level_due", "is_on_break",
    "is_posting", "is_right", "is_ruled", "is_ruling_open", "is_sensed", "level_of", "lying_in_front", "next_deadline_ms",
    "next_level", "next_place", "not_its_own", "now_on_it", "open_motion", "out_of_place", "reason_of",
]


# The shoe

def next_pull(t: Table) -> int:
    """The number of the request that the shoe is to answer next, 1 the first; 0: no card is wanted."""
    return t.shoe.pulls + 1 if next_place(t) is not None else 0


# Whose turn it is, and what is open to them

def legal(t: Table) -> Legal:
    """What the seat to act may do, a post that it owes included; nothing where no act is waited for."""
    return kind_of_round(t).legal(t) if t.hand is not None and t.hand.to_act is not None else NOTHING


def due_post(t: Table) -> Post:
    """What the seat that posts can pay of what it owes (T-3)."""
    return posting.due(t)


def faces_only_all_ins(t: Table, seat: int) -> bool:
    """Whether nobody else could answer a raise (G-11)."""
    return betting.bettor(t, t.playing, seat).all_ins_have is not None


def why_no_act(t: Table, seat: int, key: str, amount: int, may: Legal) -> Reason | None:
    """A fold, check, call, bet, raise or all-in by the seat to act in a betting round; `may`: what is legal there."""
    return acts.why_not(t, seat, key, amount, may)


def why_no_confirm(t: Table) -> Reason | None:
    return wagers.why_not_confirm(t)


def why_no_withdrawal(t: Table) -> Reason | None:
    """Of a declaration, by `undo` before its chips lie there."""
    return wagers.why_not_undo(t)


def why_no_muck(t: Table, seat: int) -> Reason | None:
    return showing.why_not_muck(t, seat)


def why_no_undo(t: Table, seat: int) -> Reason | None:
    """Of a fold, a check or a muck (F-1)."""
    return undoing.why_not(t, seat)


def is_called_again(t: Table, event: AnyEvent) -> bool:
    """Whether a seat calls the floor whose call stands already: that adds nothing, however often its key is pressed (F-6)."""
    return isinstance(event, KeyPressed) and event.key == "call_floor" and event.seat in t.called


def if_the_motion_ended(t: Table, seat: int) -> tuple[Table, tuple[Key, ...]]:
    """The table as if the seat's open motion were read now, and the keys that say what it is read as."""
    play = Play(t, 0)
    kind_of_round(t).motion_ended(play, seat)
    return play.table, acts.read_as(play)


def is_in_motion(player: Player) -> bool:
    """Whether the player has a motion open against the house."""
    return player.begun is not None and player.begun.ends_at_ms is not None


# Against the house

def bet_limits(t: Table, line: OpenBet) -> tuple[int, int]:
    """The smallest and the largest bet of a line (D-1)."""
    return antes.limits(t, line)


def bets_open_to(t: Table, seat: int, line: OpenBet, left: int) -> tuple[int, int] | None:
    """The smallest and the largest bet of a line that the limits, the bank and the seat's own chips allow; None: none at all.

    `left`: what `left_of_the_bank` says.
    """
    return antes.open_to(t, seat, line, left)


def largest_bet(t: Table, line: OpenBet, left: int) -> int:
    """The largest bet of a line that the limits and `left` of the bank allow now, 0 for none (D-14)."""
    return antes.largest(t, line, left=left)


def left_of_the_bank(t: Table) -> int:
    """What the bank covers beyond the bets that stand (D-14)."""
    return antes.left_of_the_bank(t)


def has_anted_or_passed(t: Table, seat: int) -> bool:
    return antes.has_answered(t, seat)


def cannot_call(t: Table, seat: int) -> bool:
    """Whether what is left behind the ante does not pay for the call (D-3)."""
    return antes.cannot_call(t, seat)


def can_call(t: Table, seat: int) -> bool:
    return call_or_fold.can_call(t, seat)


def why_no_decision(t: Table, seat: int, key: str) -> Reason | None:
    """Of `call` or `fold` against the house (D-3)."""
    return call_or_fold.why_not(t, seat, key)


# For points

def to_bet_points(t: Table) -> Iterator[Player]:
    """Who has not answered yet in a round of flat bets (M-1)."""
    return flat_bets.to_answer(t)


def shooting(t: Table) -> Shooting:
    """Where the shooting of the hand is (M-3)."""
    return shots.now(t)


def shot_points(t: Table, shot: Shot, failed: int) -> int:
    """What the shot is worth after so many failed tries (M-4, M-10)."""
    return shots.points_now(t, shot, failed)


def why_no_shot_undo(t: Table, seat: int | None) -> Reason | None:
    """`seat` None: the referee's (M-12)."""
    return shots.why_not_undo(t, seat)


# Between hands

def new_rules(t: Table) -> Reason | None:
    """What is told of rules that the house has changed, until the first hand that is played by them has begun (L-36)."""
    new = t.new_rules
    if new is None:
        return None
    return Why.NEW_IN_THIS_GAME(changes=new.changes) if new.rules is None else Why.FROM_THE_NEXT_GAME(changes=new.changes)


def who_shuffles_and_cuts(t: Table) -> Cut | None:
    """For the next hand; None: nobody is asked (T-5)."""
    return cutting.cut(t)


def cut_awaited(t: Table) -> int | None:
    """The seat without whose `confirm` no hand starts; None: it is not waited for (T-5)."""
    return cutting.awaited(t)


def why_no_start(t: Table, now_ms: int) -> InTheWay | None:
    """What is in the way of the next hand, the first thing first (T-4, F-9, G-10)."""
    return starting.why_not(t, now_ms)


def is_won(t: Table) -> bool:
    """Whether the tournament, or the game for points, has its winner, and nobody has bought in again (T-18, M-8)."""
    return any(seat.place == 1 for seat in t.seats) and not any(seat.bought for seat in t.seats)


def choices(t: Table, seat: Seat) -> tuple[Key, ...]:
    """The keys by which a seat that owes says how it comes in (L-30 to L-33, L-35)."""
    return arranging.choices(t, seat)


def price(t: Table, seat: Seat, key: str) -> Post | None:
    """What such a key makes the seat pay in the next hand; None of `wait`."""
    return arranging.price(t, seat, key)


def undecided(t: Table) -> Iterator[Seat]:
    """The seats that have still to say so."""
    return iter(arranging.undecided(t))


