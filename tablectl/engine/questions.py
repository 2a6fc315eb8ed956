"""Questions: all that rooms outside the engine ask of a table. They import this and none of its
wings.

A question changes nothing, and its answer follows from the table alone. `why_no_..` gives the
reason why something would be refused now; None: it would be taken. So what views offer is what
`handle` accepts.
"""

from tablectl.engine.between.arranging import (
    arrange_seats,
    entry_choices,
    entry_price,
    is_dealt_in_soon,
    undecided_seats,
)
from tablectl.engine.between.cutting import Cut, cut_awaited, who_shuffles_and_cuts
from tablectl.engine.between.levels import (
    current_level,
    is_level_due,
    is_on_break,
    next_level,
    schedule_time_ms,
)
from tablectl.engine.between.starting import InTheWay, owed_to_pot, seats_not_clear, why_no_start
from tablectl.engine.events import AnyEvent, Key, KeyPressed
from tablectl.engine.halts.rulings import is_ruling_open
from tablectl.engine.play.areas import (
    OutOfPlace,
    agrees_with_ledger,
    chips_out_of_place,
    excess_in_front,
    wager_in_front,
)
from tablectl.engine.play.clocks import Motion, is_clock_running, next_deadline_ms, open_motion
from tablectl.engine.play.handling import Handling, Row
from tablectl.engine.play.stacks import (
    are_compared,
    difference_reason,
    differing_stacks,
    is_at_rest,
    is_difference_ruled,
    is_stack_sensed,
    stack_difference,
    stacks_in_the_way,
)
from tablectl.engine.play.wanted import next_place
from tablectl.engine.readings.devices import is_source_heard
from tablectl.engine.rounds.acts import keys_repeating_motion, why_no_act
from tablectl.engine.rounds.antes import (
    LINES,
    bet_limits,
    bets_open_to,
    cannot_call,
    chips_left_of_bank,
    has_anted_or_passed,
    largest_bet,
)
from tablectl.engine.rounds.betting import bettor_facing
from tablectl.engine.rounds.call_or_fold import can_call, why_no_decision
from tablectl.engine.rounds.flat_bets import seats_to_answer
from tablectl.engine.rounds.kinds import kind_of_round
from tablectl.engine.rounds.posting import due_post
from tablectl.engine.rounds.shots import shooting_now, shot_points, why_no_shot_undo
from tablectl.engine.rounds.showing import why_no_muck
from tablectl.engine.rounds.staking import is_in_motion, lacking_chips
from tablectl.engine.rounds.undoing import why_no_undo
from tablectl.engine.rounds.unfinished_wager import why_no_confirm, why_no_withdrawal
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Reason, Why
from tablectl.rules.limits import NOTHING, Legal

# The shoe


def next_pull(t: Table) -> int:
    """The number of the request that the shoe is to answer next, 1 the first; 0: no card is
    wanted.
    """
    return t.shoe.pulls + 1 if next_place(t) else 0


# Whose turn it is, and what is open to them


def legal_now(t: Table) -> Legal:
    """What the seat to act may do, a post that it owes included; nothing where no act is waited
    for.
    """
    return kind_of_round(t).legal(t) if t.hand and t.hand.to_act is not None else NOTHING


def faces_only_all_ins(t: Table, seat: int) -> bool:
    """Whether nobody else could answer a raise (G-11)."""
    return bettor_facing(t, t.playing, seat).all_ins_have is not None


def is_called_again(t: Table, event: AnyEvent) -> bool:
    """Whether a seat calls the floor whose call stands already: that adds nothing, however often
    its key is pressed (F-6).
    """
    return isinstance(event, KeyPressed) and event.key == "call_floor" and event.seat in t.called


def if_the_motion_ended(t: Table, seat: int) -> tuple[Table, tuple[Key, ...]]:
    """The table as if the seat's open motion were read now, and the keys that say what it is
    read as.
    """
    handling = Handling(t, 0)
    kind_of_round(t).motion_ended(handling, seat)
    return handling.table, keys_repeating_motion(handling)


# Between hands


def new_rules(t: Table) -> Reason | None:
    """The notice of rules that the house has changed, until the first hand that is played by
    them has begun (L-36).
    """
    new = t.new_rules
    if not new:
        return None
    return (
        Why.NEW_IN_THIS_GAME(changes=new.changes)
        if not new.rules
        else Why.FROM_THE_NEXT_GAME(changes=new.changes)
    )


def is_won(t: Table) -> bool:
    """Whether the tournament, or the game for points, has its winner, and nobody has bought in
    again (T-18, M-8).
    """
    return any(seat.place == 1 for seat in t.seats) and not any(seat.bought for seat in t.seats)
