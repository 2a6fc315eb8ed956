"""The floor's rulings: confirm what the rulebook prescribes, rule otherwise, report, correct;
all recorded (G-4, G-10, G-12).
"""

from collections.abc import Callable
from typing import Any

from tablectl.engine import facts as f, floor
from tablectl.engine.between import cutting, ending, scheduling, starting
from tablectl.engine.dealing.dealing import present_card
from tablectl.engine.events import REFEREE, FloorRuled, HoldKind
from tablectl.engine.halts import corrections, reports
from tablectl.engine.halts.remedies import REMEDIES, void_hand
from tablectl.engine.play import clocks, halting
from tablectl.engine.play.halting import end_halt, may_be_named
from tablectl.engine.play.handling import Handling
from tablectl.engine.rounds import paying, shots, undoing, unfinished_wager
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


def floor_ruled(handling: Handling, event: FloorRuled) -> None:
    """Carries a ruling out and records it before its facts, with the state before and after it
    (G-12).
    """
    trial = try_ruling(handling.table, event.ruling, handling.now_ms)
    if not is_refused(trial):
        handling.record(_record_ruling(handling, event, trial))
        if handling.table.called and event.who != REFEREE:
            handling.record(f.FloorAnswered())
    for fact in trial.facts:
        handling.record(fact)


def is_ruling_open(t: Table, ruling: floor.AnyRuling, now_ms: int) -> bool:
    """Whether it would be taken now."""
    return not is_refused(try_ruling(t, ruling, now_ms))


def try_ruling(t: Table, ruling: floor.AnyRuling, now_ms: int) -> Handling:
    """What the ruling means by itself, before the table goes on from it: on a table that nobody
    sees.
    """
    trial = Handling(t, now_ms)
    if refusal := _why_not_begun(t, ruling):
        trial.refuse(refusal, ruled_seat(ruling))
    else:
        RULINGS[type(ruling)](trial, ruling)
        unfinished_wager.revise_wager(trial)
    return trial


def is_refused(trial: Handling) -> bool:
    return any(isinstance(fact, f.Refused) for fact in trial.facts)


def _why_not_begun(t: Table, ruling: floor.AnyRuling) -> Reason | None:
    """Why the ruling is not even begun; None if it is."""
    number: int | None = getattr(ruling, "number", None)
    if number is not None and number != t.case:
        return Why.OTHER_CASE(case=t.case, number=number) if t.case else Why.NO_CASE()
    if t.in_hand and t.won is not None and not isinstance(ruling, WHILE_POTS_ARE_GIVEN):
        return Why.POTS_LEFT()
    return None


def ruled_seat(ruling: floor.AnyRuling) -> int | None:
    """The seat that it is about, if it is about one."""
    seat: int | None = getattr(ruling, "seat", None)
    return seat


def _record_ruling(handling: Handling, event: FloorRuled, trial: Handling) -> f.Ruled:
    t, ruling = handling.table, event.ruling
    return f.Ruled(
        ruling=ruling.name,
        who=event.who,
        why=ruling.why,
        seat=ruled_seat(ruling),
        card=getattr(ruling, "card", None),
        before=describe_standing(t),
        after=describe_standing(trial.table),
        may_be_taken_back=isinstance(ruling, TAKEN_BACK),
        left_ms=clocks.left_ms(t, handling.now_ms),
        acts_stand=any(not isinstance(fact, OF_THE_HALT) for fact in trial.facts),
        on_behalf_of=event.on_behalf_of,
    )


def describe_standing(t: Table) -> Standing:
    """How the table stands, for the record of a ruling (G-12)."""
    playing = [s for s in t.seats if s.status != "empty"]
    in_front = sum(t.player(s.number).bet for s in playing)
    return Standing(
        t.phase,
        t.street,
        t.of_pots.middle + in_front,
        {s.number: s.stack for s in playing},
        {s.number: t.player(s.number).bet for s in playing},
        {s.number: t.status(s.number) for s in playing},
        t.bank,
        {s.number: s.points for s in playing if s.points is not None},
    )


def _confirm_remedy(handling: Handling, ruling: floor.Confirm) -> None:
    """Does what the rulebook prescribes, as shown."""
    irregularity = handling.table.irregularity
    if irregularity:
        REMEDIES[irregularity.remedy](handling, irregularity)
    elif handling.table.reload:
        handling.refuse(Why.LOAD_FIRST())
    elif cutting.cut_awaited(handling.table) is not None:
        handling.record(f.DeckCut(seat=None))
    else:
        handling.refuse(Why.NOTHING_WAITS())


def _rule_void(handling: Handling, ruling: floor.Void) -> None:
    """A malfunction voids the hand at any time before the pot is pushed (G-4); against the house
    its pays, too (D-12).
    """
    t = handling.table
    if not t.in_hand and t.game.plays_for == "house" and t.won is not None:
        paying.void_pays(handling, ruling.why or "")
    elif not t.in_hand and not t.irregularity:
        handling.refuse(Why.NO_HAND())
    else:
        void_hand(handling, "void", ruling.why or "")


def _rule_misdeal(handling: Handling, ruling: floor.Misdeal) -> None:
    """Until two players have acted (G-4, L-17)."""
    t = handling.table
    acted = reports.count_acted(t)
    if not t.in_hand:
        handling.refuse(Why.NO_HAND())
    elif acted >= reports.ACTED_FOR_MISDEAL:
        handling.refuse(Why.TOO_LATE_FOR_MISDEAL(acted=acted))
    else:
        void_hand(handling, "misdeal", ruling.why or "")


def _drop_report(handling: Handling, ruling: floor.Resume) -> None:
    """Drops what was reported: same turn, what was left of its clock. A card that came early is
    put back unseen.
    """
    irregularity = handling.table.irregularity
    if not irregularity:
        handling.refuse(Why.NOTHING_HALTED())
    elif not irregularity.is_report and not irregularity.remedy.allows.is_dropped:
        handling.refuse(
            Why.CANNOT_GO_ON(**irregularity.values, way=irregularity.way), None, irregularity.kind
        )
    else:
        if irregularity.remedy is Remedy.EARLY:
            handling.record(f.LooseCardsPutBack())
        end_halt(handling)


def _name_card(handling: Handling, ruling: floor.NameCard) -> None:
    """The floor names the card that could not be read, where it lies face up (G-10)."""
    irregularity = handling.table.irregularity
    if not irregularity or not irregularity.remedy.allows.card_is_named:
        handling.refuse(Why.NO_CARD_TO_NAME())
    elif not may_be_named(irregularity.place):
        handling.refuse(Why.CARD_LIES_DOWN(), irregularity.seat)
    else:
        present_card(handling, irregularity, ruling.card)


def _stub_is_loaded(handling: Handling, ruling: floor.Reshuffled) -> None:
    """The shoe holds the stub again (L-22)."""
    if not handling.table.reload:
        handling.refuse(Why.NO_RESHUFFLE())
    elif handling.table.irregularity:
        handling.refuse(Why.HALT_FIRST())
    else:
        handling.record(f.Reshuffled())


def _close_bets(handling: Handling, ruling: floor.CloseBets) -> None:
    """No more bets: who has not answered passes (D-1, M-1)."""
    close = kind_of_round(handling.table).close
    if close is None:
        handling.refuse(Why.NO_BETS_OPEN())
    elif why := halting.why_stopped(handling.table):
        handling.refuse(why)
    else:
        close(handling)


def _deck_checked(handling: Handling, ruling: floor.DeckChecked) -> None:
    if not handling.table.shoe.is_deck_foul:
        handling.refuse(Why.DECK_NOT_IN_DOUBT())
    elif handling.table.in_hand:
        handling.refuse(Why.DECK_IN_PLAY())
    else:
        handling.record(f.DeckChecked())


def _pause_play(handling: Handling, ruling: floor.Pause) -> None:
    """All clocks stand, nothing may be acted on; cards and chips that move are read when play
    goes on (F-6).
    """
    if handling.table.paused:
        handling.refuse(Why.PAUSED_ALREADY())
        return
    clocks.stop_clock(handling)
    handling.record(f.PlayPaused())


def _continue_play(handling: Handling, ruling: floor.GoOn) -> None:
    """Play goes on with what was left of the clock; engine.py reads what
    moved meanwhile.

    So it does after an emergency stop that is right again, and after a jam, of which the floor
    knows better. Where a player has called the floor it is the word that somebody has come.
    """
    t = handling.table
    over = [
        hold for hold in t.holds if (hold.is_right and not hold.is_lock) or hold.kind in FORGOTTEN
    ]
    if not t.paused and not over:
        if not t.called:
            handling.refuse(halting.why_held(t.holds) if t.holds else Why.NOT_PAUSED())
        return
    if t.paused:
        handling.record(f.PlayWentOn())
    for hold in over:
        handling.record(f.PlayReleased(kind=hold.kind, source=hold.source))
    clocks.continue_clock(handling)


def _rule_shot(handling: Handling, ruling: floor.ShotMade | floor.ShotMissed) -> None:
    """The referee's buttons: whose shot it is, the table knows (M-12)."""
    if why := halting.why_stopped(handling.table):
        handling.refuse(why)
    elif handling.table.kind != "shots":
        handling.refuse(Why.NO_SHOT_AWAITED())
    else:
        shots.record_try(handling, is_made=isinstance(ruling, floor.ShotMade))


RULINGS: dict[type[floor.Ruling], Callable[[Handling, Any], None]] = {
    floor.Confirm: _confirm_remedy,
    floor.Void: _rule_void,
    floor.Misdeal: _rule_misdeal,
    floor.Resume: _drop_report,
    floor.NameCard: _name_card,
    floor.Reshuffled: _stub_is_loaded,
    floor.DeckChecked: _deck_checked,
    floor.Exposed: reports.report_exposed,
    floor.WrongCount: reports.report_count,
    floor.FoundJoker: reports.report_joker,
    floor.Misplaced: reports.report_misplaced,
    floor.DealerExposed: reports.report_dealer_exposed,
    floor.CloseBets: _close_bets,
    floor.Undo: undoing.take_ruling_back,
    floor.Pause: _pause_play,
    floor.GoOn: _continue_play,
    floor.ShotMade: _rule_shot,
    floor.ShotMissed: _rule_shot,
    floor.NewGame: ending.new_game,
    floor.ActFor: corrections.act_for_seat,
    floor.DeclareDead: corrections.declare_dead,
    floor.SetStack: corrections.set_stack,
    floor.Award: corrections.award_pot,
    floor.ColourUp: corrections.colour_up,
    floor.SetLevel: scheduling.set_level,
    floor.SetBreak: scheduling.set_break,
    floor.PutButton: starting.put_button,
}
