"""Undo: of a fold, check or muck (F-1), of the floor's last ruling (F-6), of the last shot (M-12).

All that followed is undone, too: a pot that a fold gave away, a hand that a ruling ended. When it
is too late a fact says so. F-1 names what ends it. A pause or a hold between is not among that:
nobody acts in it, and `undo` counts once play goes on.
"""

from tablectl.engine import events, facts as f
from tablectl.engine.floor import NewGame, ShotMade, ShotMissed, Undo
from tablectl.engine.play import clocks, halting
from tablectl.engine.play.areas import excess
from tablectl.engine.play.play import Play
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


def take_back(play: Play, number: int) -> None:
    """The key `undo` of a seat without an unfinished wager."""
    t = play.table
    if t.undo.act is not None and t.undo.act.kind == "shots":
        shots.take_back(play, number)
    elif why := why_no_undo(play.table, number):
        play.refuse(why, number)
    else:
        assert t.undo.act is not None
        play.record(f.ActTakenBack(seat=number, stale=_stale_in_turn(t.undo.act)))
        play.notice(_what(t, number), number)
        clocks.go_on(play)
        clocks.stop_for_who_is_lost(play)


def _stale_in_turn(was: Table) -> int:
    """The value in front of the seat to act beyond its bet; of nobody, nothing."""
    hand = was.hand
    if hand is None or hand.to_act is None:
        return 0
    return max(0, was.seat(hand.to_act).in_front - hand.players[hand.to_act].bet)


def _what(t: Table, number: int) -> Reason:
    """What was taken back: the fold, the check or the muck, as the table stood after it."""
    player = t.player(number)
    if player.is_mucked:
        return Why.MUCK_TAKEN_BACK()
    return Why.FOLD_TAKEN_BACK() if player.status == "folded" else Why.CHECK_TAKEN_BACK()


def why_no_undo(t: Table, number: int) -> Reason | None:
    """Why no fold, check or muck can be taken back; None: one can (F-1)."""
    was = t.undo.act
    if was is None or t.undo.seat != number or t.hands != was.hands:
        return Why.NOTHING_TO_TAKE_BACK()
    if (t.seen, t.shoe.pulls) != (was.seen, was.shoe.pulls):
        return Why.CARD_DEALT_SINCE()
    return None


def take_ruling_back(play: Play, ruling: Undo) -> None:
    """The floor's `undo`: its last ruling, with all that followed by itself; or the last shot,
    if that came later (M-12).
    """
    t = play.table
    if (was := t.undo.ruling) is not None:
        play.record(
            f.RulingTakenBack(ruling=t.undo.ruled, seat=t.undo.ruled_on, stale=_stale_in_turn(was))
        )
        clocks.go_on(play)
    elif not t.game.has_shots:
        play.refuse(Why.NOTHING_RULED())
    elif why := halting.why_stopped(t):
        play.refuse(why)
    else:
        shots.take_back(play, None)


def ended_by(was: Table, play: Play, event: events.AnyEvent) -> f.UndoEnded | None:
    """The fact that an event has made it too late for an undo; None: it has not, or there was
    nothing to take back.
    """
    undo = play.table.undo
    act = isinstance(event, OF_CARDS) and undo.act is not None and undo.act.kind != "shots"
    ruling = (
        was.undo.ruling is not None
        and undo.ruling is not None
        and _is_more_than_talk(was, play, event)
    )
    return f.UndoEnded(act=act, ruling=ruling) if act or ruling else None


def _is_more_than_talk(was: Table, play: Play, event: events.AnyEvent) -> bool:
    """Whether the event ends the undo of a ruling: an act, a card, a start, chips that a player
    moves (F-6).
    """
    t = play.table
    match event:
        case events.ChipsRead():
            return _say_more(play, OF_CHIPS_THAT_FOLLOW) or abs(excess(t, event.seat)) > abs(
                excess(was, event.seat)
            )
        case events.KeyPressed():
            return _say_more(play, OF_WHO_IS_THERE)
        case events.ClockRanOut():
            return _say_more(play, OF_A_WARNING)
        case events.FloorRuled():
            return isinstance(event.ruling, OF_THE_GAME) and _say_more(
                play, (*MEANS_NOTHING, f.Ruled)
            )
        case (
            events.CardOff() | events.CardPresented() | events.StartAsked() | events.HoleCardsSeen()
        ):
            return _say_more(play, MEANS_NOTHING)
        case _:
            return False


def _say_more(play: Play, harmless: tuple[type, ...]) -> bool:
    return any(not isinstance(fact, harmless) for fact in play.facts)
