"""Keys at a seat: acts, declarations, showing, sitting out (G-8, T-7 to T-9, T-15).

Where chips are sensed a bet or call is a declaration first and an act once its chips lie in front; where they are not, at once.
"""

from collections.abc import Callable

from msgspec.structs import replace

from tablectl.engine import chips
from tablectl.engine import facts as f
from tablectl.engine.between import coming
from tablectl.engine.events import KeyPressed
from tablectl.engine.halts import reports
from tablectl.engine.play import halting
from tablectl.engine.play.play import Play
from tablectl.engine.rounds import antes, betting, call_or_fold, flat_bets, posting, shots, showing, undoing
from tablectl.engine.state.hand import Wager
from tablectl.engine.state.seat import Seat
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Reason, Why
from tablectl.rules.limits import Legal

# The kinds of round that read the keys of a seat in their own way: an act is one key there.
PRESSED: dict[str, Callable[[Play, KeyPressed], None]] = {
    "ante_window": antes.key_pressed, "call_or_fold": call_or_fold.key_pressed, "flat_bets": flat_bets.key_pressed,
    "shots": shots.key_pressed,
}

ACTS = ("fold", "check", "call", "bet", "raise", "all_in")
BINDING = ("complete_call", "complete_raise")               # what a seat cannot take back by declaring something else


def key_pressed(play: Play, event: KeyPressed) -> None:
    """What the key means now: sitting out and reports at any time, the rest where it is asked for, else a refusal (G-8)."""
    t, seat, key = play.table, event.seat, event.key
    if key in ("sit_out", "sit_in"):
        _sit(play, seat, key)
    elif key == "report_joker":
        reports.joker_key(play, seat)
    elif why := halting.why_stopped(t):
        play.refuse(seat, why)
    elif key in ("post", "wait", "buy_button") and not is_owing(t, seat):
        coming.chosen(play, seat, key)
    elif key == "muck" and t.phase == "showdown":
        showing.muck(play, seat)
    elif t.kind in PRESSED:
        PRESSED[t.kind](play, event)
    elif key == "show":
        showing.show(play, seat)
    elif key == "undo" and t.to_act != seat:
        undoing.take_back(play, seat)
    elif key in ("confirm", "undo") and t.to_act == seat:
        chips.confirmed(play) if key == "confirm" else chips.undone(play)
    elif key in antes.LINES and t.house is not None:
        play.refuse(seat, Why.NO_BETS_NOW())
    elif is_owing(t, seat):
        posting.key_pressed(play, seat, key)
    elif key not in ACTS:
        play.refuse(seat, Why.KEY_DOES_NOTHING(key=key))
    elif t.phase != "betting" or t.to_act != seat:
        play.refuse(seat, Why.TURN_OF_ANOTHER(other=t.to_act) if t.to_act else Why.NOT_YOUR_TURN())
    elif t.wager is not None and t.wager.ends_at_ms is not None:
        _key_ends_motion(play, event)
    else:
        act(play, seat, key, event.amount)


def is_owing(t: Table, seat: int) -> bool:
    """Whether an ante or a blind is asked of the seat now."""
    return bool(t.owes) and t.to_act == seat


def _key_ends_motion(play: Play, event: KeyPressed) -> None:
    """A declaration comes before its chips: with a motion open a key ends it first, and is then judged by itself (L-9)."""
    chips.motion_ended(play)
    if play.table.to_act == event.seat:
        act(play, event.seat, event.key, event.amount)
    elif event.key not in read_as(play):
        play.refuse(event.seat, Why.ACTION_STANDS())


def read_as(play: Play) -> tuple[str, ...]:
    """The keys that say what a motion was just read as: pressed on top of it they are no second act."""
    for fact in play.facts:
        if isinstance(fact, f.Called):
            return ("call", "all_in")
        if isinstance(fact, f.BetRaised):
            return ("bet", "raise", "all_in")
    return ()


def act(play: Play, seat: int, key: str, amount: int, *, by_floor: bool = False) -> None:
    """One of ACTS by the seat to act; refused unless `legal` lists it. By the floor it waits for no chips (F-6)."""
    t = play.table
    may = betting.legal(t)
    if refusal := why_not(t, t.seat(seat), key, amount, may):
        play.refuse(seat, refusal)
    elif key == "fold":
        betting.fold(play, seat, by_key=not by_floor)
    elif key == "check":
        betting.check(play, seat, by_key=not by_floor)
    elif not by_floor and t.wager is not None and t.wager.asked in BINDING:
        _declare(play, replace(t.wager, declared=key))
    else:
        who = t.seat(seat)
        if key == "all_in":
            amount = who.bet + t.playable(who)
        wager = Wager(seat, declared=key, amount=amount if key != "call" else 0)
        if t.settings.chips_sensed and not by_floor:
            _declare(play, wager)
        else:
            _commit(play, wager)


def _declare(play: Play, wager: Wager) -> None:
    """With sensed chips the declaration waits for them."""
    play.say(f.Declared(seat=wager.seat, wager=wager))
    chips.begun_chips(play)


def _commit(play: Play, wager: Wager) -> None:
    """It is the act at once."""
    if wager.declared == "call" or wager.amount <= play.table.round.bet:
        betting.call(play, wager.seat)
    else:
        betting.raise_to(play, wager.seat, wager.amount)


def why_not(t: Table, who: Seat, key: str, amount: int, may: Legal) -> Reason | None:
    """Why one of ACTS is not allowed now; None if it is."""
    if not may.acts or may.acts == ("raise",):
        return _why_not_now(t, who, key, amount, may)
    if key == "fold":
        return None
    if key == "check":
        return None if may.to_call == 0 else Why.MUST_CALL(to_call=may.to_call)
    if key == "call":
        return None if may.to_call else Why.NOTHING_TO_CALL()
    if key == "all_in":
        return None if t.playable(who) <= may.to_call else _why_no_total(t, who, who.bet + t.playable(who), may)
    if key == "bet" and t.round.bet:
        return Why.BET_ALREADY(bet=t.round.bet)
    return _why_no_total(t, who, amount, may)


def _why_not_now(t: Table, who: Seat, key: str, amount: int, may: Legal) -> Reason | None:
    """A wager is begun with its chips: it is completed, or they are taken back first (L-10)."""
    if may.acts and key == "raise" and amount in (0, may.raise_min):
        return None
    if may.acts and key == "all_in" and who.bet + t.playable(who) == may.raise_min:
        return None
    return Why.COMPLETE_WAGER(total=may.raise_min) if may.raise_min else Why.COMPLETE_OR_TAKE_BACK()


def _why_no_total(t: Table, who: Seat, total: int, may: Legal) -> Reason | None:
    """Why a bet or raise to `total` is not allowed; 0 declares one without naming it, where the chips will say."""
    bet, all_in = t.round.bet, who.bet + t.playable(who)
    if may.raise_min is None or may.raise_max is None:
        if all_in <= bet:
            return Why.CANNOT_RAISE(own=all_in, bet=bet)
        if t.round.is_capped:
            return Why.CAPPED(to_call=may.to_call)
        return Why.NOT_REOPENED(to_call=may.to_call)
    if total == 0 and t.settings.chips_sensed:
        return None
    verb = "raise_to" if bet else "bet"
    if total > all_in:
        return Why.BEYOND_STACK(verb=verb, most=all_in, total=total)
    if total < may.raise_min:
        return Why.AT_LEAST(verb=verb, least=may.raise_min, total=total)
    if total % t.unit and total != all_in:
        return Why.SMALLEST_CHIP(verb=verb, total=total, unit=t.unit)
    if total > may.raise_max:
        why = Why.OVER_POT if t.settings.betting == "pot_limit" else Why.AT_MOST
        return why(verb=verb, most=may.raise_max, total=total)
    return None


def _sit(play: Play, seat: int, key: str) -> None:
    who = play.seat(seat)
    if who.status == "empty":
        play.refuse(seat, Why.NOBODY_THERE(at=seat))
    elif who.is_absent == (key == "sit_out"):
        play.refuse(seat, Why.SITS_OUT_ALREADY() if who.is_absent else Why.IS_IN_ALREADY())
    elif key == "sit_in":
        play.say(f.SatIn(seat=seat))
    else:
        play.say(f.SatOut(seat=seat))
