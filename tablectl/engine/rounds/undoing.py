"""Taking back: a fold, check or muck pressed by mistake (F-1), the floor's last ruling (F-6), the last shot (M-12).

What follows from it goes with it: a pot that a fold gave away, a hand that a ruling ended. When it is too late is a fact, too.
"""

from tablectl.engine import events
from tablectl.engine import facts as f
from tablectl.engine.floor import NewGame, ShotMade, ShotMissed
from tablectl.engine.play import clocks, halting
from tablectl.engine.play.areas import excess
from tablectl.engine.play.play import Play
from tablectl.engine.rounds import shots
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Reason, Why

MEANS_NOTHING = (f.Noticed, f.Refused)
OF_CHIPS_THAT_FOLLOW = (*MEANS_NOTHING, f.ChipsLay, f.LevelTold, f.LevelTrusted, f.ClockWentOn)     # the ruling itself moves them
OF_WHO_IS_THERE = (*MEANS_NOTHING, f.SatOut, f.SatIn, f.ComingChosen)                   # keys, but no acts
OF_A_WARNING = (*MEANS_NOTHING, f.ClockWarned)
OF_THE_GAME = (ShotMade, ShotMissed, NewGame)              # rulings that are as a player's act


def take_back(play: Play, number: int) -> None:
    """The `undo` key of a seat that has begun nothing."""
    t = play.table
    if t.before_act is not None and t.before_act.kind == "shots":
        shots.take_back(play, number)
    elif why := why_not(play.table, number):
        play.refuse(number, why)
    else:
        play.record(f.ActTakenBack(seat=number))
        clocks.go_on(play)
        clocks.stop_for_who_is_lost(play)


def why_not(t: Table, number: int) -> Reason | None:
    """Why, where there is nothing to take back, or it is too late."""
    was = t.before_act
    if was is None or t.may_take_back != number or t.hands != was.hands:
        return Why.NOTHING_TO_TAKE_BACK()
    if (t.seen, t.pulls) != (was.seen, was.pulls):
        return Why.CARD_DEALT_SINCE()
    return None


def take_ruling_back(play: Play) -> None:
    """The floor's `undo`: its last ruling, with all that followed by itself; or the last shot, if that came later (M-12)."""
    t = play.table
    if t.before_ruling is not None:
        play.record(f.RulingTakenBack())
        clocks.go_on(play)
    elif not t.game.has_shots:
        play.refuse(None, Why.NOTHING_RULED())
    elif why := halting.why_stopped(t):
        play.refuse(None, why)
    else:
        shots.take_back(play, None)


def ended_by(was: Table, play: Play, event: events.AnyEvent) -> f.UndoEnded | None:
    """After an event: what cannot be taken back any more because of it; None where all is as it was."""
    t = play.table
    is_card = isinstance(event, events.CardOff | events.CardPresented)
    act = is_card and t.before_act is not None and t.before_act.kind != "shots"
    ruling = was.before_ruling is not None and t.before_ruling is not None and _is_more_than_talk(was, play, event)
    return f.UndoEnded(act=act, ruling=ruling) if act or ruling else None


def _is_more_than_talk(was: Table, play: Play, event: events.AnyEvent) -> bool:
    """Whether it is an act, a card, a start, or chips that a player moves (F-6)."""
    match event:
        case events.ChipsRead():
            return _say_more(play, OF_CHIPS_THAT_FOLLOW) or abs(excess(play.seat(event.seat))) > abs(excess(was.seat(event.seat)))
        case events.KeyPressed():
            return _say_more(play, OF_WHO_IS_THERE)
        case events.ClockRanOut():
            return _say_more(play, OF_A_WARNING)
        case events.FloorRuled():
            return isinstance(event.ruling, OF_THE_GAME) and _say_more(play, (*MEANS_NOTHING, f.Ruled))
        case events.CardOff() | events.CardPresented() | events.StartAsked() | events.HoleCardsSeen():
            return _say_more(play, MEANS_NOTHING)
        case _:
            return False


def _say_more(play: Play, harmless: tuple[type, ...]) -> bool:
    return any(not isinstance(fact, harmless) for fact in play.facts)
