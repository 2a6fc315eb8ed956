"""Keys in games where seats act in turn (G-8, T-7 to T-9).

If chips are sensed, the keys BET, RAISE and CALL declare, and the act happens when the chips lie in
front. Without sensors the key is the act.
"""

from msgspec.structs import replace

from tablectl.engine import facts as f
from tablectl.engine.events import Key, KeyPressed
from tablectl.engine.play.play import Play
from tablectl.engine.rounds import antes, betting, posting, showing, undoing, wagers
from tablectl.engine.state.hand import DeclaredAct, Wager
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Reason, Why
from tablectl.rules.limits import Legal

ACTS: tuple[Key, ...] = ("fold", "check", "call", "bet", "raise", "all_in")
# by key
DECLARED: dict[str, DeclaredAct] = {
    "call": "call",
    "bet": "bet",
    "raise": "raise",
    "all_in": "all_in",
}
BINDING = ("complete_call", "complete_raise")  # what was asked stands, whatever else is declared
NEEDS_AMOUNT = ("bet", "raise")  # when the floor acts for a seat


def key_pressed(play: Play, event: KeyPressed) -> None:
    """A key in a betting round."""
    if event.key not in ACTS:
        key_between(play, event)
        return
    hand = play.table.playing
    if hand.to_act != event.seat:
        _out_of_turn(play, event.seat)
    elif hand.wager is not None and hand.wager.ends_at_ms is not None:
        _key_ends_motion(play, event)
    else:
        act(play, event.seat, event.key, event.amount)


def key_while_posting(play: Play, event: KeyPressed) -> None:
    """A key while antes and blinds are posted."""
    if _is_no_act(play, event):
        return
    if play.table.playing.to_act == event.seat:
        posting.key_pressed(play, event.seat, event.key)
    else:
        key_of_nobody(play, event)


def key_at_showdown(play: Play, event: KeyPressed) -> None:
    if event.key == "muck":
        showing.muck(play, event.seat)
    else:
        key_between(play, event)


def key_between(play: Play, event: KeyPressed) -> None:
    """A key while nobody is asked: while cards are dealt, and between hands."""
    if not _is_no_act(play, event):
        key_of_nobody(play, event)


def key_of_nobody(play: Play, event: KeyPressed) -> None:
    """No act of this seat is waited for."""
    if event.key in ACTS:
        _out_of_turn(play, event.seat)
    else:
        play.refuse(Why.KEY_DOES_NOTHING(key=event.key), event.seat)


def _is_no_act(play: Play, event: KeyPressed) -> bool:
    """Handles the keys that are no acts: `show`, `undo`, `confirm`, and the house's bets. False:
    it is another key.
    """
    t, seat, key = play.table, event.seat, event.key
    if key == "show":
        showing.show(play, seat)
    elif key == "undo" and t.to_act != seat:
        undoing.take_back(play, seat)
    elif key in ("confirm", "undo") and t.to_act == seat:
        wagers.confirmed(play) if key == "confirm" else wagers.undone(play)
    elif key in antes.LINES and t.house is not None:
        play.refuse(Why.NO_BETS_NOW(), seat)
    else:
        return False
    return True


def _out_of_turn(play: Play, seat: int) -> None:
    other = play.table.to_act
    play.refuse(Why.TURN_OF_ANOTHER(other=other) if other else Why.NOT_YOUR_TURN(), seat)


def _key_ends_motion(play: Play, event: KeyPressed) -> None:
    """A key ends an open motion, which is read first: a declaration must precede its chips
    (L-9).
    """
    wagers.motion_ended(play, event.seat)
    if play.table.to_act == event.seat:
        act(play, event.seat, event.key, event.amount)
    elif event.key not in read_as(play):
        play.refuse(Why.ACTION_STANDS(), event.seat)


def read_as(play: Play) -> tuple[Key, ...]:
    """The keys that only repeat what a motion was just read as: they are no second act."""
    for fact in play.facts:
        if isinstance(fact, f.Called):
            return ("call", "all_in")
        if isinstance(fact, f.BetRaised):
            return ("bet", "raise", "all_in")
    return ()


def act(play: Play, seat: int, key: str, amount: int, *, by_floor: bool = False) -> None:
    """One of ACTS by the seat to act; refused unless `legal` lists it. If the floor acts, no
    chips are awaited (F-6).
    """
    t = play.table
    may = betting.legal(t)
    says_no_total = key in NEEDS_AMOUNT and not amount and not t.settings.chips_sensed
    if says_no_total and t.settings.betting == "fixed_limit" and may.raise_min == may.raise_max:
        amount = may.raise_min or 0  # a limit's: there is but one
    if refusal := why_no_act(t, seat, key, amount, may):
        play.refuse(refusal, seat)
    elif says_no_total and not amount:
        play.refuse(Why.ACT_NEEDS_AMOUNT(act=key), seat)
    elif key == "fold":
        betting.fold(play, seat, by_key=not by_floor)
    elif key == "check":
        betting.check(play, seat, by_key=not by_floor)
    elif not by_floor and (begun := t.playing.wager) is not None and begun.asked in BINDING:
        _declare(play, replace(begun, declared=DECLARED[key]))
    else:
        if key == "all_in":
            amount = _all_in(t, seat)
        wager = Wager(seat, declared=DECLARED[key], amount=amount if key != "call" else 0)
        if t.settings.chips_sensed and not by_floor:
            _declare(play, wager)
        else:
            _commit(play, wager, may)


def _declare(play: Play, wager: Wager) -> None:
    """Records the declaration; its chips are awaited."""
    play.record(f.Declared(seat=wager.seat, wager=wager))
    wagers.begun_chips(play)


def _commit(play: Play, wager: Wager, may: Legal) -> None:
    """Carries the wager out at once."""
    if wager.declared == "call" or wager.amount <= play.table.playing.round.bet:
        betting.call(play, wager.seat, may.to_call)
    else:
        betting.raise_to(play, wager.seat, wager.amount)


def why_no_act(t: Table, seat: int, key: str, amount: int, may: Legal) -> Reason | None:
    """Why one of ACTS is not allowed now; None if it is."""
    if not may.acts or may.acts == ("raise",):
        return _why_not_now(t, seat, key, amount, may)
    if key == "fold":
        return None
    if key == "check":
        return None if may.to_call == 0 else Why.MUST_CALL(to_call=may.to_call)
    if key == "call":
        return None if may.to_call else Why.NOTHING_TO_CALL()
    if key == "all_in":
        return (
            None
            if t.playable(seat) <= may.to_call
            else _why_no_total(t, seat, _all_in(t, seat), may)
        )
    if key == "bet" and t.playing.round.bet:
        return Why.BET_ALREADY(bet=t.playing.round.bet)
    return _why_no_total(t, seat, amount, may)


def _all_in(t: Table, seat: int) -> int:
    """The total of a bet of all that the seat has."""
    return t.player(seat).bet + t.playable(seat)


def _why_not_now(t: Table, seat: int, key: str, amount: int, may: Legal) -> Reason | None:
    """A seat that has begun a wager by chips must complete it or take them back before another
    act (L-10).
    """
    if may.acts and key == "raise" and amount in (0, may.raise_min):
        return None
    if may.acts and key == "all_in" and _all_in(t, seat) == may.raise_min:
        return None
    return Why.COMPLETE_WAGER(total=may.raise_min) if may.raise_min else Why.COMPLETE_OR_TAKE_BACK()


def _why_no_total(t: Table, seat: int, total: int, may: Legal) -> Reason | None:
    """Why a bet or raise to `total` is not allowed. 0: no total was dialled, the chips will tell
    it.
    """
    round, all_in = t.playing.round, _all_in(t, seat)
    if may.raise_min is None or may.raise_max is None:
        if all_in <= (faced := t.player(seat).bet + may.to_call):
            return Why.CANNOT_RAISE(own=all_in, bet=faced)
        if round.is_capped:
            return Why.CAPPED(to_call=may.to_call)
        return Why.NOT_REOPENED(to_call=may.to_call)
    if total == 0 and t.settings.chips_sensed:
        return None
    verb = "raise_to" if round.bet else "bet"
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
    """An act by the floor, in turn only, and refused as the player's would be. The floor moves
    the chips.
    """
    key = "raise" if key == "raise_to" else key
    if play.table.to_act != seat:
        nobody_acts(play, seat, key, amount)
    elif key not in ACTS:
        play.refuse(Why.NO_SUCH_ACT(act=key), seat)
    elif key in NEEDS_AMOUNT and not amount:
        play.refuse(Why.ACT_NEEDS_AMOUNT(act=key), seat)
    else:
        act(play, seat, key, amount, by_floor=True)


def post_by_floor(play: Play, seat: int, key: str, amount: int) -> None:
    if play.table.to_act != seat:
        nobody_acts(play, seat, key, amount)
    elif key not in (*ACTS, "raise_to", "post"):
        play.refuse(Why.NO_SUCH_ACT(act=key), seat)
    elif key in ("post", "call"):
        posting.post(play, from_stack=True)
    else:
        play.refuse(Why.POST_FIRST(amount=posting.due_post(play.table).total), seat)


def nobody_acts(play: Play, seat: int, key: str, amount: int) -> None:
    """No act of this seat is waited for."""
    other = play.table.to_act
    play.refuse(Why.FLOOR_OUT_OF_TURN(other=other) if other else Why.NOBODY_IN_TURN(), seat)
