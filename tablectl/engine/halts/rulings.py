"""The floor's rulings: confirm what the rulebook prescribes, rule otherwise, report, correct;
all recorded (G-4, G-10, G-12).
"""

from collections.abc import Callable
from typing import Any

from tablectl.engine import facts as f, floor
from tablectl.engine.between import cutting, ending, scheduling
from tablectl.engine.dealing.dealing import present
from tablectl.engine.events import REFEREE, FloorRuled, HoldKind
from tablectl.engine.halts import corrections, reports
from tablectl.engine.halts.remedies import REMEDIES, void
from tablectl.engine.play import clocks, halting
from tablectl.engine.play.halting import is_named, resume
from tablectl.engine.play.play import Play
from tablectl.engine.rounds import paying, shots, undoing, wagers
from tablectl.engine.rounds.kinds import kind_of_round
from tablectl.engine.state.table import Standing, Table
from tablectl.engine.state.why import Reason, Why
from tablectl.rules.irregular import Remedy

TAKEN_BACK = (
    floor.OfACase,
    floor.Exposed,
    floor.WrongCount,
    floor.FoundJoker,
    floor.DealerExposed,
    floor.Misplaced,
    floor.DeckChecked,
    floor.CloseBets,
    floor.Correction,
)
OF_THE_HALT = (  # no act stands for these (F-1)
    f.Halted,
    f.Reported,
    f.Resumed,
    f.Noticed,
    f.ClockStopped,
    f.ClockWentOn,
    f.LevelClockStopped,
    f.LevelClockWentOn,
    f.PlayPaused,
    f.PlayWentOn,
    f.PlayReleased,
)

# by a shoe that is restarted: nobody tells when it is right
FORGOTTEN: tuple[HoldKind, ...] = ("jam",)

# the floor gives them: the hand ends with the last one
WHILE_POTS_ARE_GIVEN = (floor.Award, floor.SetStack, floor.Undo)


def floor_ruled(play: Play, event: FloorRuled) -> None:
    """Carries a ruling out and records it before its facts, with the state before and after it
    (G-12).
    """
    trial = trial_of(play.table, event.ruling, play.now_ms)
    if not is_refused(trial):
        play.record(_record(play, event, trial))
        if play.table.called and event.who != REFEREE:
            play.record(f.FloorAnswered())
    for fact in trial.facts:
        play.record(fact)


def is_ruling_open(t: Table, ruling: floor.AnyRuling, now_ms: int) -> bool:
    """Whether it would be taken now."""
    return not is_refused(trial_of(t, ruling, now_ms))


def trial_of(t: Table, ruling: floor.AnyRuling, now_ms: int) -> Play:
    """What the ruling means by itself, before the table goes on from it: on a table that nobody
    sees.
    """
    trial = Play(t, now_ms)
    if refusal := _why_not(t, ruling):
        trial.refuse(refusal, seat_of(ruling))
    else:
        RULINGS[type(ruling)](trial, ruling)
        wagers.look_again(trial)
    return trial


def is_refused(trial: Play) -> bool:
    return any(isinstance(fact, f.Refused) for fact in trial.facts)


def _why_not(t: Table, ruling: floor.AnyRuling) -> Reason | None:
    """Why the ruling is not even begun; None if it is."""
    number: int | None = getattr(ruling, "number", None)
    if number is not None and number != t.case:
        return Why.OTHER_CASE(case=t.case, number=number) if t.case else Why.NO_CASE()
    if t.in_hand and t.won is not None and not isinstance(ruling, WHILE_POTS_ARE_GIVEN):
        return Why.POTS_LEFT()
    return None


def seat_of(ruling: floor.AnyRuling) -> int | None:
    """The seat that it is about, if it is about one."""
    seat: int | None = getattr(ruling, "seat", None)
    return seat


def _record(play: Play, event: FloorRuled, trial: Play) -> f.Ruled:
    t, ruling = play.table, event.ruling
    return f.Ruled(
        ruling=ruling.name,
        who=event.who,
        why=ruling.why,
        seat=seat_of(ruling),
        card=getattr(ruling, "card", None),
        before=standing(t),
        after=standing(trial.table),
        may_be_taken_back=isinstance(ruling, TAKEN_BACK),
        left_ms=clocks.left_ms(t, play.now_ms),
        acts_stand=any(not isinstance(fact, OF_THE_HALT) for fact in trial.facts),
        on_behalf_of=event.on_behalf_of,
    )


def standing(t: Table) -> Standing:
    """How the table stands, for the record of a ruling (G-12)."""
    playing = [s for s in t.seats if s.status != "empty"]
    in_front = sum([t.player(s.number).bet for s in playing])
    return Standing(
        t.phase,
        t.street,
        t.of_pots.middle + in_front,
        {s.number: s.stack for s in playing},
        {s.number: t.player(s.number).bet for s in playing},
        {s.number: t.status(s.number) for s in playing},
        t.house,
        {s.number: s.points for s in playing if s.points is not None},
    )


def _confirm(play: Play, ruling: floor.Confirm) -> None:
    """Does what the rulebook prescribes, as shown."""
    wrong = play.table.irregularity
    if wrong is not None:
        REMEDIES[wrong.remedy](play, wrong)
    elif play.table.reload is not None:
        play.refuse(Why.LOAD_FIRST())
    elif cutting.cut_awaited(play.table) is not None:
        play.record(f.DeckCut(seat=None))
    else:
        play.refuse(Why.NOTHING_WAITS())


def _void(play: Play, ruling: floor.Void) -> None:
    """A malfunction voids the hand at any time before the pot is pushed (G-4); against the house
    its pays, too (D-12).
    """
    t = play.table
    if not t.in_hand and t.house is not None and t.won is not None:
        paying.void_pays(play, ruling.why or "")
    elif not t.in_hand and t.irregularity is None:
        play.refuse(Why.NO_HAND())
    else:
        void(play, "void", ruling.why or "")


def _misdeal(play: Play, ruling: floor.Misdeal) -> None:
    """Until two players have acted (G-4, L-17)."""
    t = play.table
    acted = reports.acted(t)
    if not t.in_hand:
        play.refuse(Why.NO_HAND())
    elif acted >= reports.ACTED_FOR_MISDEAL:
        play.refuse(Why.TOO_LATE_FOR_MISDEAL(acted=acted))
    else:
        void(play, "misdeal", ruling.why or "")


def _resume(play: Play, ruling: floor.Resume) -> None:
    """Drops what was reported: same turn, what was left of its clock. A card that came early is
    put back unseen.
    """
    wrong = play.table.irregularity
    if wrong is None:
        play.refuse(Why.NOTHING_HALTED())
    elif not wrong.is_report and not wrong.remedy.allows.is_dropped:
        play.refuse(Why.CANNOT_GO_ON(**wrong.values, way=wrong.way), None, wrong.kind)
    else:
        if wrong.remedy is Remedy.EARLY:
            play.record(f.LooseCardsPutBack())
        resume(play)


def _card(play: Play, ruling: floor.NameCard) -> None:
    """The floor names the card that could not be read, where it lies face up (G-10)."""
    wrong = play.table.irregularity
    if wrong is None or not wrong.remedy.allows.card_is_named:
        play.refuse(Why.NO_CARD_TO_NAME())
    elif not is_named(wrong.place):
        play.refuse(Why.CARD_LIES_DOWN(), wrong.seat)
    else:
        present(play, wrong, ruling.card)


def _reshuffled(play: Play, ruling: floor.Reshuffled) -> None:
    """The shoe holds the stub again (L-22)."""
    if play.table.reload is None:
        play.refuse(Why.NO_RESHUFFLE())
    elif play.table.irregularity is not None:
        play.refuse(Why.HALT_FIRST())
    else:
        play.record(f.Reshuffled())


def _close_bets(play: Play, ruling: floor.CloseBets) -> None:
    """No more bets, whoever has yet to answer (D-1, M-1)."""
    close = kind_of_round(play.table).close
    if close is None:
        play.refuse(Why.NO_BETS_OPEN())
    elif why := halting.why_stopped(play.table):
        play.refuse(why)
    else:
        close(play)


def _deck_checked(play: Play, ruling: floor.DeckChecked) -> None:
    if not play.table.shoe.is_deck_foul:
        play.refuse(Why.DECK_NOT_IN_DOUBT())
    elif play.table.in_hand:
        play.refuse(Why.DECK_IN_PLAY())
    else:
        play.record(f.DeckChecked())


def _pause(play: Play, ruling: floor.Pause) -> None:
    """All clocks stand, nothing may be acted on; cards and chips that move are kept until play
    goes on (F-6).
    """
    if play.table.paused:
        play.refuse(Why.PAUSED_ALREADY())
        return
    clocks.stop(play)
    play.record(f.PlayPaused())


def _go_on(play: Play, ruling: floor.GoOn) -> None:
    """Play goes on with what was left of the clock; what was kept is read by whoever called
    (engine.py).

    So it does after an emergency stop that is right again, and after a jam, of which the floor
    knows better. Where a player has called the floor it is the word that somebody has come.
    """
    t = play.table
    over = [
        hold for hold in t.holds if (hold.is_right and not hold.is_lock) or hold.kind in FORGOTTEN
    ]
    if not t.paused and not over:
        if not t.called:
            play.refuse(halting.why_held(t.holds) if t.holds else Why.NOT_PAUSED())
        return
    if t.paused:
        play.record(f.PlayWentOn())
    for hold in over:
        play.record(f.PlayReleased(kind=hold.kind, source=hold.source))
    clocks.go_on(play)


def _tried(play: Play, ruling: floor.ShotMade | floor.ShotMissed) -> None:
    """The referee's buttons: whose shot it is, the table knows (M-12)."""
    if why := halting.why_stopped(play.table):
        play.refuse(why)
    elif play.table.kind != "shots":
        play.refuse(Why.NO_SHOT_AWAITED())
    else:
        shots.tried(play, is_made=isinstance(ruling, floor.ShotMade))


RULINGS: dict[type[floor.Ruling], Callable[[Play, Any], None]] = {
    floor.Confirm: _confirm,
    floor.Void: _void,
    floor.Misdeal: _misdeal,
    floor.Resume: _resume,
    floor.NameCard: _card,
    floor.Reshuffled: _reshuffled,
    floor.DeckChecked: _deck_checked,
    floor.Exposed: reports.report_exposed,
    floor.WrongCount: reports.report_count,
    floor.FoundJoker: reports.report_joker,
    floor.Misplaced: reports.report_misplaced,
    floor.DealerExposed: reports.report_dealer_exposed,
    floor.CloseBets: _close_bets,
    floor.Undo: undoing.take_ruling_back,
    floor.Pause: _pause,
    floor.GoOn: _go_on,
    floor.ShotMade: _tried,
    floor.ShotMissed: _tried,
    floor.NewGame: ending.new_game,
    floor.ActFor: corrections.act_for_seat,
    floor.DeclareDead: corrections.declare_dead,
    floor.SetStack: corrections.set_stack,
    floor.Award: corrections.award_pot,
    floor.ColourUp: corrections.colour_up,
    floor.SetLevel: scheduling.set_level,
    floor.SetBreak: scheduling.set_break,
}
