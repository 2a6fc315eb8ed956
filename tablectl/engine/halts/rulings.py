"""The floor's rulings: confirm what the rulebook prescribes, rule otherwise, report, correct; all recorded (G-4, G-10, G-12)."""

from collections.abc import Callable

from tablectl.engine.dealing import early
from tablectl.engine.dealing.dealing import present
from tablectl.engine.events import FloorRuled
from tablectl.engine.facts import facts as f
from tablectl.engine.facts import facts_wrong as w
from tablectl.engine.halts import begun, corrections, reports
from tablectl.engine.halts.remedies import REMEDIES, void
from tablectl.engine.play import clocks, halting
from tablectl.engine.play.halting import is_named, resume
from tablectl.engine.play.play import Play
from tablectl.engine.rounds import antes, flat_bets, paying, scoring, shots, undoing
from tablectl.engine.state.table import Standing, Table

OF_A_HALT = ("confirm", "void", "misdeal", "resume", "card", "reshuffled")         # those that may name the halt they mean
TAKEN_BACK = (
    *OF_A_HALT, "exposed", "wrong_count", "joker", "dealer_exposed", "misplaced", "deck_checked", "close_bets",
    *corrections.CORRECTIONS,
)
# What each ruling says beyond its name and reason.
USES = {
    **{ruling: {"number"} for ruling in OF_A_HALT}, "card": {"card", "number"},
    "exposed": {"seat", "card", "cards"}, "wrong_count": {"seat", "cards"}, "joker": {"seat", "card"}, "misplaced": {"seats"},
    "act": {"seat", "act", "amount"}, "dead": {"seat", "number"}, "chips": {"seat", "stack", "number"},
    "award": {"pot", "seats", "number"}, "colour_up": {"chip"},
}
FIELDS = ("seat", "card", "cards", "act", "amount", "stack", "pot", "seats", "chip", "number")
OF_THE_HALT = (f.Halted, f.Reported, f.Resumed, f.Noticed, f.ClockStopped, f.ClockWentOn)      # no act stands for these (F-1)

MAY_BE_DROPPED = ("present", "put_right", "early", "put_aside")     # besides reports: nothing has to be done for these first

WHILE_POTS_ARE_GIVEN = ("award", "chips", "undo")       # the floor has begun to give the pots: the hand ends with the last one


def floor_ruled(play: Play, event: FloorRuled) -> None:
    """Carries a ruling out and records it before its facts, with the state before and after it (G-12)."""
    if refusal := _why_not(play.table, event):
        play.refuse(event.seat, *refusal)
        return
    trial = Play(play.table, play.now_ms)
    RULINGS[event.ruling](trial, event)
    begun.look_again(trial)
    if not any(isinstance(fact, f.Refused) for fact in trial.facts):
        play.say(_record(play, event, trial))
    for fact in trial.facts:
        play.say(fact)


def _why_not(t: Table, event: FloorRuled) -> tuple[str, str] | None:
    """The code and the sentence of why the ruling is not even begun; None if it is."""
    said, uses = event.ruling, USES.get(event.ruling, set())
    if said not in RULINGS:
        return "unknown_ruling", f'There is no ruling "{said}" here; there is {", ".join(RULINGS)}.'
    if unused := next((name for name in FIELDS if getattr(event, name) not in (None, ()) and name not in uses), None):
        return "not_now", f'The ruling "{said}" does not use "{unused}": leave it out.'
    if event.number is not None and event.number != t.case:
        now = f"for case {t.case}" if t.case else "for none"
        return "not_now", f"The table is halted {now}, not for case {event.number}." if t.case else "The table is not halted."
    if said in corrections.CORRECTIONS and not (event.why or "").strip():
        return "no_reason", "A correction needs a reason (F-6)."
    if t.in_hand and t.won is not None and said not in WHILE_POTS_ARE_GIVEN:
        return "not_now", "A pot has been given: the floor gives the rest, too."
    return None


def _record(play: Play, event: FloorRuled, trial: Play) -> f.Ruled:
    t = play.table
    return f.Ruled(
        ruling=event.ruling, who=event.who, why=event.why, seat=event.seat, card=event.card, before=standing(t),
        after=standing(trial.table), may_be_taken_back=event.ruling in TAKEN_BACK, left_ms=clocks.left_ms(t, play.now_ms),
        acts_stand=any(not isinstance(fact, OF_THE_HALT) for fact in trial.facts))


def standing(t: Table) -> Standing:
    """How the table stands, for the record of a ruling (G-12)."""
    playing = [s for s in t.seats if s.status != "empty"]
    return Standing(
        t.phase, t.street, t.middle + sum([s.bet for s in playing]), {s.number: s.stack for s in playing},
        {s.number: s.bet for s in playing}, {s.number: s.status for s in playing}, t.house,
        {s.number: s.points for s in playing if s.points is not None})


def _confirm(play: Play, event: FloorRuled) -> None:
    """Does what the rulebook prescribes, as shown."""
    wrong = play.table.irregularity
    if wrong is not None:
        REMEDIES[wrong.remedy](play, wrong)
    elif play.table.reload is not None:
        play.refuse(None, "not_now", "Load the shoe with the stub first, then rule reshuffled.")
    else:
        play.refuse(None, "nothing_to_confirm", "Nothing waits for the floor.")


def _void(play: Play, event: FloorRuled) -> None:
    """A malfunction voids the hand at any time before the pot is pushed (G-4); against the house its pays, too (D-12)."""
    t = play.table
    if not t.in_hand and t.house is not None and t.won is not None:
        paying.void_pays(play, event.why or "ruled by the floor")
    elif not t.in_hand and t.irregularity is None:
        play.refuse(None, "not_now", "No hand is being played.")
    else:
        void(play, "void", event.why or "ruled by the floor")


def _misdeal(play: Play, event: FloorRuled) -> None:
    """Until two players have acted (G-4, L-17)."""
    t = play.table
    acted = reports.acted(t)
    if not t.in_hand:
        play.refuse(None, "not_now", "No hand is being played.")
    elif acted >= reports.ACTED_FOR_MISDEAL:
        play.refuse(None, "misdeal", f"It is too late for a misdeal: {acted} players have acted.")
    else:
        void(play, "misdeal", event.why or "ruled by the floor")


def _resume(play: Play, event: FloorRuled) -> None:
    """Drops what was reported: same turn, what was left of its clock. A card that came early is put back unseen."""
    wrong = play.table.irregularity
    if wrong is None:
        play.refuse(None, "not_now", "Nothing is halted.")
    elif not wrong.is_report and wrong.remedy not in MAY_BE_DROPPED:
        play.refuse(None, wrong.kind, f"Play cannot go on with it: {wrong.prescribes}")
    else:
        if wrong.remedy == "early":
            play.say(w.LoosePutBack())
        resume(play)


def _card(play: Play, event: FloorRuled) -> None:
    """The floor names the card that could not be read, where it lies face up (G-10)."""
    wrong = play.table.irregularity
    if wrong is None or wrong.remedy != "present":
        play.refuse(None, "not_now", "No card waits to be named.")
    elif not is_named(wrong.place):
        play.refuse(wrong.seat, wrong.kind, "It lies face down: it is held to the shoe's reader again, or confirmed unread.")
    elif event.card is None:
        play.refuse(None, "not_now", "Name the card.")
    else:
        present(play, event.card)


def _reshuffled(play: Play, event: FloorRuled) -> None:
    """The shoe holds the stub again (L-22)."""
    if play.table.reload is None:
        play.refuse(None, "not_now", "No reshuffle is asked for.")
    elif play.table.irregularity is not None:
        play.refuse(None, "halted", "The floor rules on what is halted first.")
    else:
        early.reshuffled(play)


def _close_bets(play: Play, event: FloorRuled) -> None:
    """No more bets, whoever has yet to answer (D-1, M-1)."""
    kind = play.table.kind
    if kind not in CLOSE_BETS:
        play.refuse(None, "not_now", "No bets are open.")
    elif why := halting.why_stopped(play.table):
        play.refuse(None, *why)
    else:
        CLOSE_BETS[kind](play)


CLOSE_BETS: dict[str, Callable[[Play], None]] = {"ante_window": antes.close, "flat_bets": flat_bets.close}


def _deck_checked(play: Play, event: FloorRuled) -> None:
    if not play.table.is_deck_foul:
        play.refuse(None, "not_now", "The deck was not in doubt.")
        return
    play.say(f.DeckChecked())


def _undo(play: Play, event: FloorRuled) -> None:
    undoing.take_ruling_back(play)


def _pause(play: Play, event: FloorRuled) -> None:
    """All clocks stand, nothing may be acted on; cards and chips that move are kept until play goes on (F-6)."""
    if play.table.paused:
        play.refuse(None, "not_now", "Play is paused already.")
        return
    clocks.stop(play)
    play.say(f.PlayPaused())


def _go_on(play: Play, event: FloorRuled) -> None:
    """Play goes on with what was left of the clock; what was kept is read by whoever called (engine.py)."""
    if not play.table.paused:
        play.refuse(None, "not_now", "Play is not paused.")
        return
    play.say(f.PlayWentOn())
    clocks.go_on(play)


def _made(play: Play, event: FloorRuled) -> None:
    _tried(play, is_made=True)


def _missed(play: Play, event: FloorRuled) -> None:
    _tried(play, is_made=False)


def _tried(play: Play, *, is_made: bool) -> None:
    """The referee's buttons: whose shot it is, the table knows (M-12)."""
    if why := halting.why_stopped(play.table):
        play.refuse(None, *why)
    elif play.table.kind != "shots":
        play.refuse(None, "not_now", "No shot is waited for.")
    else:
        shots.tried(play, is_made=is_made)


def _new_game(play: Play, event: FloorRuled) -> None:
    scoring.new_game(play)


RULINGS: dict[str, Callable[[Play, FloorRuled], None]] = {
    "confirm": _confirm, "void": _void, "misdeal": _misdeal, "resume": _resume, "card": _card, "reshuffled": _reshuffled,
    "deck_checked": _deck_checked, "exposed": reports.exposed, "wrong_count": reports.wrong_count, "joker": reports.joker,
    "misplaced": reports.misplaced, "dealer_exposed": reports.dealer_exposed, "close_bets": _close_bets, "undo": _undo,
    "pause": _pause, "go_on": _go_on, "made": _made, "missed": _missed, "new_game": _new_game,
    **corrections.CORRECTIONS,
}
