"""Undo: of a fold, check or muck (F-1), of the floor's last ruling (F-6), of the last shot (M-12).

All that followed is undone, too: a pot that a fold gave away, a hand that a ruling ended. When it
is too late a fact says so. F-1 names what ends it. A pause or a hold between is not among that:
nobody acts in it, and `undo` counts once play goes on.
"""

from tablectl.engine import events, facts as f
from tablectl.engine.floor import NewGame, ShotMade, ShotMissed, Undo
from tablectl.engine.play import clocks, halting
from tablectl.engine.play.areas import excess_in_front
from tablectl.engine.play.handling import Handling
from tablectl.engine.rounds import shots
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Reason, Why

OF_CARDS = (events.CardOff, events.CardPresented)
MEANS_NOTHING = (f.Told,)
# Chips that are moved because of the ruling itself.
OF_CHIPS_THAT_FOLLOW = (
    *MEANS_NOTHING,
    f.ChipsSensed,
    f.AreaReadWhileLost,
    f.AreaReadAgain,
    f.ClockWentOn,
)
# players come, go and call; nobody acts
OF_WHO_IS_THERE = (*MEANS_NOTHING, f.SatOut, f.SatIn, f.EntryChosen, f.FloorCalled)
OF_A_WARNING = (*MEANS_NOTHING, f.ClockWarned)
# rulings that count as acts: `undo` of a ruling ends with them
OF_THE_GAME = (ShotMade, ShotMissed, NewGame)


def take_act_back(handling: Handling, number: int) -> None:
    """The key `undo` of a seat without an unfinished wager."""
    t = handling.table
    if t.undo.act and t.undo.act.kind == "shots":
        shots.take_shot_back(handling, number)
    elif why := why_no_undo(handling.table, number):
        handling.refuse(why, number)
    else:
        assert t.undo.act
        handling.record(f.ActTakenBack(seat=number, stale=_stale_in_turn(t.undo.act)))
        handling.notice(_name_act_undone(t, number), number)
        clocks.continue_clock(handling)
        clocks.stop_clock_for_lost(handling)


def _stale_in_turn(was: Table) -> int:
    """The value in front of the seat to act beyond its bet; of nobody, nothing."""
    hand = was.hand
    if not hand or hand.to_act is None:
        return 0
    return max(0, was.seat(hand.to_act).in_front - hand.players[hand.to_act].bet)


def _name_act_undone(t: Table, number: int) -> Reason:
    """What was taken back: the fold, the check or the muck, as the table stood after it."""
    player = t.player(number)
    if player.is_mucked:
        return Why.MUCK_TAKEN_BACK()
    return Why.FOLD_TAKEN_BACK() if player.status == "folded" else Why.CHECK_TAKEN_BACK()


def why_no_undo(t: Table, number: int) -> Reason | None:
    """Why no fold, check or muck can be taken back; None: one can (F-1)."""
    was = t.undo.act
    if not was or t.undo.seat != number or t.hands != was.hands:
        return Why.NOTHING_TO_TAKE_BACK()
    if (t.seen, t.shoe.pulls) != (was.seen, was.shoe.pulls):
        return Why.CARD_DEALT_SINCE()
    return None


def take_ruling_back(handling: Handling, ruling: Undo) -> None:
    """The floor's `undo`: its last ruling, with all that followed by itself; or the last shot,
    if that came later (M-12).
    """
    t = handling.table
    if was := t.undo.ruling:
        handling.record(
            f.RulingTakenBack(ruling=t.undo.ruled, seat=t.undo.ruled_on, stale=_stale_in_turn(was))
        )
        clocks.continue_clock(handling)
    elif not t.game.has_shots:
        handling.refuse(Why.NOTHING_RULED())
    elif why := halting.why_stopped(t):
        handling.refuse(why)
    else:
        shots.take_shot_back(handling, None)


def undo_ended_by(was: Table, handling: Handling, event: events.AnyEvent) -> f.UndoEnded | None:
    """The fact that an event has made it too late for an undo; None: it has not, or there was
    nothing to take back.
    """
    undo = handling.table.undo
    act = isinstance(event, OF_CARDS) and undo.act is not None and undo.act.kind != "shots"
    ruling = (
        was.undo.ruling is not None
        and undo.ruling is not None
        and _is_more_than_talk(was, handling, event)
    )
    return f.UndoEnded(act=act, ruling=ruling) if act or ruling else None


def _is_more_than_talk(was: Table, handling: Handling, event: events.AnyEvent) -> bool:
    """Whether the event ends the undo of a ruling: an act, a card, a start, chips that a player
    moves (F-6).
    """
    t = handling.table
    match event:
        case events.ChipsRead():
            return _means_more(handling, OF_CHIPS_THAT_FOLLOW) or abs(
                excess_in_front(t, event.seat)
            ) > abs(excess_in_front(was, event.seat))
        case events.KeyPressed():
            return _means_more(handling, OF_WHO_IS_THERE)
        case events.ClockRanOut():
            return _means_more(handling, OF_A_WARNING)
        case events.FloorRuled():
            return isinstance(event.ruling, OF_THE_GAME) and _means_more(
                handling, (*MEANS_NOTHING, f.Ruled)
            )
        case (
            events.CardOff() | events.CardPresented() | events.StartAsked() | events.HoleCardsSeen()
        ):
            return _means_more(handling, MEANS_NOTHING)
        case _:
            return False


def _means_more(handling: Handling, harmless: tuple[type, ...]) -> bool:
    return any(not isinstance(fact, harmless) for fact in handling.facts)
