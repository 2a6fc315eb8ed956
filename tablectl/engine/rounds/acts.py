"""Keys where seats act in turn: acts and declarations, and what a key means at any time of a hand (G-8, T-7 to T-9).

Where chips are sensed a bet or call is a declaration first and an act once its chips lie in front; where they are not, at once.
"""

from msgspec.structs import replace

from tablectl.engine import facts as f
from tablectl.engine.events import KeyPressed
from tablectl.engine.play.play import Play
from tablectl.engine.rounds import antes, betting, posting, showing, undoing, wagers
from tablectl.engine.state.hand import Wager
from tablectl.engine.state.seat import Seat
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Reason, Why
from tablectl.rules.limits import Legal

ACTS = ("fold", "check", "call", "bet", "raise", "all_in")
BINDING = ("complete_call", "complete_raise")               # what a seat cannot take back by declaring something else
NEEDS_AMOUNT = ("bet", "raise")         # the floor names it


def key_pressed(play: Play, event: KeyPressed) -> None:
    """In a betting round: an act of the seat to act."""
    t = play.table
    if _is_no_act(play, event):
        return
    if event.key not in ACTS:
        play.refuse(event.seat, Why.KEY_DOES_NOTHING(key=event.key))
    elif t.to_act != event.seat:
        _out_of_turn(play, event.seat)
    elif t.wager is not None and t.wager.ends_at_ms is not None:
        _key_ends_motion(play, event)
    else:
        act(play, event.seat, event.key, event.amount)


def key_while_posting(play: Play, event: KeyPressed) -> None:
    """While antes and blinds are posted."""
    if _is_no_act(play, event):
        return
    if play.table.to_act == event.seat:
        posting.key_pressed(play, event.seat, event.key)
    else:
        key_of_nobody(play, event)


def key_at_showdown(play: Play, event: KeyPressed) -> None:
    if event.key == "muck":
        showing.muck(play, event.seat)
    elif not _is_no_act(play, event):
        key_of_nobody(play, event)


def key_between(play: Play, event: KeyPressed) -> None:
    """Where nobody is asked: while cards are dealt, and between hands."""
    if not _is_no_act(play, event):
        key_of_nobody(play, event)


def key_of_nobody(play: Play, event: KeyPressed) -> None:
    """No act of this seat is waited for."""
    if event.key in ACTS:
        _out_of_turn(play, event.seat)
    else:
        play.refuse(event.seat, Why.KEY_DOES_NOTHING(key=event.key))


def _is_no_act(play: Play, event: KeyPressed) -> bool:
    """Showing, taking back and confirming mean the same whatever seats are asked for in turn; whether it was one of these."""
    t, seat, key = play.table, event.seat, event.key
    if key == "show":
        showing.show(play, seat)
    elif key == "undo" and t.to_act != seat:
        undoing.take_back(play, seat)
    elif key in ("confirm", "undo") and t.to_act == seat:
        wagers.confirmed(play) if key == "confirm" else wagers.undone(play)
    elif key in antes.LINES and t.house is not None:
        play.refuse(seat, Why.NO_BETS_NOW())
    else:
        return False
    return True


def _out_of_turn(play: Play, seat: int) -> None:
    other = play.table.to_act
    play.refuse(seat, Why.TURN_OF_ANOTHER(other=other) if other else Why.NOT_YOUR_TURN())


def _key_ends_motion(play: Play, event: KeyPressed) -> None:
    """A declaration comes before its chips: with a motion open a key ends it first, and is then judged by itself (L-9)."""
    wagers.motion_ended(play, event.seat)
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
    play.record(f.Declared(seat=wager.seat, wager=wager))
    wagers.begun_chips(play)


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


# The floor's acts for a seat (F-6)

def act_by_floor(play: Play, seat: int, key: str, amount: int) -> None:
    """In turn only; a refusal is as the player's. The floor moves the chips."""
    key = "raise" if key == "raise_to" else key
    if play.table.to_act != seat:
        nobody_acts(play, seat, key, amount)
    elif key not in ACTS:
        play.refuse(seat, Why.NO_SUCH_ACT(act=key))
    elif key in NEEDS_AMOUNT and not amount:
        play.refuse(seat, Why.ACT_NEEDS_AMOUNT(act=key))
    else:
        act(play, seat, key, amount, by_floor=True)


def post_by_floor(play: Play, seat: int, key: str, amount: int) -> None:
    if play.table.to_act != seat:
        nobody_acts(play, seat, key, amount)
    elif key not in (*ACTS, "raise_to"):
        play.refuse(seat, Why.NO_SUCH_ACT(act=key))
    elif key == "call":
        posting.post(play, from_stack=True)
    else:
        play.refuse(seat, Why.POST_FIRST(amount=posting.due(play.table).total))


def nobody_acts(play: Play, seat: int, key: str, amount: int) -> None:
    """No act of this seat is waited for."""
    other = play.table.to_act
    play.refuse(seat, Why.FLOOR_OUT_OF_TURN(other=other) if other else Why.NOBODY_IN_TURN())
