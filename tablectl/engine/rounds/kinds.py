"""The kinds of round, one row each; `kind_of_round` gives the one that is played. A new kind is
a file and a row here.
"""

from collections.abc import Callable

from tablectl.engine.events import ChipsRead, KeyPressed
from tablectl.engine.play.areas import handle_out_of_turn
from tablectl.engine.play.handling import Handling
from tablectl.engine.rounds import (
    acts,
    antes,
    betting,
    call_or_fold,
    flat_bets,
    posting,
    shots,
    showing,
    unfinished_wager,
)
from tablectl.engine.state.table import IN_A_ROUND, Table
from tablectl.rules.limits import NOTHING, Legal
from tablectl.structs import Frozen


def _never_called(handling: Handling, *seat: int) -> None:
    raise AssertionError("No clock runs here, no motion is read, and no seat has a turn.")


class RoundKind(Frozen, kw_only=True):
    """The functions of a kind of round. They decide by `play.table` and record facts; seats are
    given by number.
    """

    key_pressed: Callable[[Handling, KeyPressed], None]
    # `Table`: as it was before them
    chips_moved: Callable[[Handling, ChipsRead, Table], None]
    # the floor acts for a seat: (seat, key, amount) (F-6)
    act: Callable[[Handling, int, str, int], None]
    # None: it is not among the rounds of a street
    begin: Callable[[Handling], None] | None = None
    # takes the next step; False: somebody is waited for
    go_on: Callable[[Handling], bool] = lambda handling: False
    # a seat's open motion is read
    motion_ended: Callable[[Handling, int], None] = _never_called
    clock_ended: Callable[[Handling, int], None] = _never_called  # at the seat's turn
    clock_ended_for_all: Callable[[Handling], None] = _never_called  # where one clock runs for all
    # acts for a player who is absent or leaves, at their turn
    play_for: Callable[[Handling, int], None] = _never_called
    # what the seat to act may do
    legal: Callable[[Table], Legal] = lambda t: NOTHING
    # ends the round by a ruling; None: it cannot be ended
    close: Callable[[Handling], None] | None = None
    # all have answered, only chips are awaited (L-19)
    awaits_chips_alone: Callable[[Table], bool] = lambda t: False
    # what the key for both means; None: neither
    check_call: Callable[[Table], str] | None = None
    # chips moved during a halt are out of turn; False: they are read after it
    in_turn: bool = True


BETTING = RoundKind(
    begin=betting.begin_round,
    go_on=betting.go_on,
    key_pressed=acts.key_pressed,
    chips_moved=unfinished_wager.chips_moved,
    motion_ended=unfinished_wager.motion_ended,
    clock_ended=betting.clock_ended,
    play_for=betting.act_for_absent,
    legal=betting.legal_bets,
    act=acts.act_by_floor,
    awaits_chips_alone=betting.awaits_chips_alone,
    check_call=betting.check_or_call,
)
POSTING = RoundKind(
    go_on=posting.ask_for_post,
    key_pressed=acts.key_while_posting,
    chips_moved=posting.chips_moved,
    clock_ended=posting.clock_ended,
    play_for=posting.post_for_absent,
    legal=posting.legal_post,
    act=acts.post_by_floor,
    check_call=lambda t: "call",
)
SHOWING = RoundKind(
    key_pressed=acts.key_at_showdown,
    chips_moved=handle_out_of_turn,
    clock_ended=showing.clock_ended,
    play_for=showing.turn_up_hand,
    act=acts.refuse_floor_act,
)
NOBODY = RoundKind(
    key_pressed=acts.key_between_rounds,
    chips_moved=handle_out_of_turn,
    act=acts.refuse_floor_act,
    check_call=lambda t: "check",
)

# Those that a street of a game may have, by the word in its row.
KINDS = {
    "betting": BETTING,
    "ante_window": RoundKind(
        begin=antes.begin_round,
        go_on=antes.go_on,
        key_pressed=antes.key_pressed,
        chips_moved=antes.chips_moved,
        motion_ended=antes.motion_ended,
        clock_ended_for_all=antes.close_bets,
        act=antes.act_by_floor,
        close=antes.close_bets,
        awaits_chips_alone=antes.awaits_chips_alone,
        check_call=lambda t: "check",
        in_turn=False,
    ),
    "call_or_fold": RoundKind(
        begin=call_or_fold.begin_round,
        go_on=call_or_fold.go_on,
        key_pressed=call_or_fold.key_pressed,
        chips_moved=call_or_fold.chips_moved,
        motion_ended=call_or_fold.motion_ended,
        clock_ended=call_or_fold.clock_ended,
        clock_ended_for_all=call_or_fold.clock_ended_for_all,
        play_for=call_or_fold.fold,
        legal=call_or_fold.legal_decision,
        act=call_or_fold.act_by_floor,
        awaits_chips_alone=call_or_fold.awaits_chips_alone,
        check_call=lambda t: "call",
        in_turn=False,
    ),
    "flat_bets": RoundKind(
        begin=flat_bets.begin_round,
        go_on=flat_bets.go_on,
        key_pressed=flat_bets.key_pressed,
        chips_moved=flat_bets.chips_moved,
        clock_ended_for_all=flat_bets.close_bets,
        act=flat_bets.answer_bet,
        close=flat_bets.close_bets,
        check_call=lambda t: "check",
        in_turn=False,
    ),
    "shots": RoundKind(
        begin=shots.begin_round,
        go_on=shots.go_on,
        key_pressed=shots.key_pressed,
        chips_moved=flat_bets.chips_moved,
        clock_ended=shots.clock_ended,
        act=shots.try_by_key,
        in_turn=False,
    ),
}


def kind_of_round(t: Table) -> RoundKind:
    """The kind of round that is played now. Posting and the showdown are kinds, too; NOBODY: no
    seat has a turn.
    """
    hand = t.hand
    if not hand:
        return NOBODY
    if hand.owes:
        return POSTING
    if hand.phase == "showdown":
        return SHOWING
    if hand.phase in IN_A_ROUND and hand.rounds_begun > 0 and hand.street >= 0:
        return KINDS[t.game.streets[hand.street].rounds[hand.rounds_begun - 1]]
    return NOBODY
