"""Keys in games where seats act in turn (G-8, T-7 to T-9).

If chips are sensed, the keys BET, RAISE and CALL declare, and the act happens when the chips lie in
front. Without sensors the key is the act.
"""

from msgspec.structs import replace

from tablectl.engine import facts as f
from tablectl.engine.events import Key, KeyPressed
from tablectl.engine.play.handling import Handling
from tablectl.engine.rounds import antes, betting, posting, showing, undoing, unfinished_wager
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
BINDING = (
    "complete_call",
    "complete_raise",
)  # the wager stays one to be completed, whatever is declared
NEEDS_AMOUNT = ("bet", "raise")  # when the floor acts for a seat


def key_pressed(handling: Handling, event: KeyPressed) -> None:
    """A key in a betting round."""
    if event.key not in ACTS:
        key_between_rounds(handling, event)
        return
    hand = handling.table.playing
    if hand.to_act != event.seat:
        _refuse_out_of_turn(handling, event.seat)
    elif hand.wager and hand.wager.is_moving:
        _key_ends_motion(handling, event)
    else:
        act_in_turn(handling, event.seat, event.key, event.amount)


def key_while_posting(handling: Handling, event: KeyPressed) -> None:
    """A key while antes and blinds are posted."""
    if _handle_other_key(handling, event):
        return
    if handling.table.playing.to_act == event.seat:
        posting.key_pressed(handling, event.seat, event.key)
    else:
        refuse_key(handling, event)


def key_at_showdown(handling: Handling, event: KeyPressed) -> None:
    if event.key == "muck":
        showing.muck_hand(handling, event.seat)
    else:
        key_between_rounds(handling, event)


def key_between_rounds(handling: Handling, event: KeyPressed) -> None:
    """A key outside all rounds: while cards are dealt, and between hands."""
    if not _handle_other_key(handling, event):
        refuse_key(handling, event)


def refuse_key(handling: Handling, event: KeyPressed) -> None:
    """No act of this seat is waited for."""
    if event.key in ACTS:
        _refuse_out_of_turn(handling, event.seat)
    else:
        handling.refuse(Why.KEY_DOES_NOTHING(key=event.key), event.seat)


def _handle_other_key(handling: Handling, event: KeyPressed) -> bool:
    """Handles the keys that are no acts: `show`, `undo`, `confirm`, and the house's bets. False:
    it is another key.
    """
    t, seat, key = handling.table, event.seat, event.key
    if key == "show":
        showing.show_by_key(handling, seat)
    elif key == "undo" and t.to_act != seat:
        undoing.take_act_back(handling, seat)
    elif key in ("confirm", "undo") and t.to_act == seat:
        unfinished_wager.confirm_wager(
            handling
        ) if key == "confirm" else unfinished_wager.undo_declaration(handling)
    elif key in antes.LINES and t.game.plays_for == "house":
        handling.refuse(Why.NO_BETS_NOW(), seat)
    else:
        return False
    return True


def _refuse_out_of_turn(handling: Handling, seat: int) -> None:
    other = handling.table.to_act
    handling.refuse(Why.TURN_OF_ANOTHER(other=other) if other else Why.NOT_YOUR_TURN(), seat)


def _key_ends_motion(handling: Handling, event: KeyPressed) -> None:
    """A key ends an open motion, which is read first: a declaration must precede its chips
    (L-9).
    """
    unfinished_wager.motion_ended(handling, event.seat)
    if handling.table.to_act == event.seat:
        act_in_turn(handling, event.seat, event.key, event.amount)
    elif event.key not in keys_repeating_motion(handling):
        handling.refuse(Why.ACTION_STANDS(), event.seat)


def keys_repeating_motion(handling: Handling) -> tuple[Key, ...]:
    """The keys that only repeat what a motion was just read as: they are no second act."""
    for fact in handling.facts:
        if isinstance(fact, f.Called):
            return ("call", "all_in")
        if isinstance(fact, f.BetRaised):
            return ("bet", "raise", "all_in")
    return ()


def act_in_turn(
    handling: Handling, seat: int, key: str, amount: int, *, by_floor: bool = False
) -> None:
    """One of ACTS by the seat to act; refused unless `legal_bets` lists it. If the floor acts, no
    chips are awaited (F-6).
    """
    t = handling.table
    may = betting.legal_bets(t)
    says_no_total = key in NEEDS_AMOUNT and not amount and not t.settings.chips_sensed
    if says_no_total and t.settings.betting == "fixed_limit" and may.raise_min == may.raise_max:
        amount = may.raise_min or 0  # a limit's: there is but one
    if refusal := why_no_act(t, seat, key, amount, may):
        handling.refuse(refusal, seat)
    elif says_no_total and not amount:
        handling.refuse(Why.ACT_NEEDS_AMOUNT(act=key), seat)
    elif key == "fold":
        betting.fold(handling, seat, by_key=not by_floor)
    elif key == "check":
        betting.check(handling, seat, by_key=not by_floor)
    elif not by_floor and (begun := t.playing.wager) and begun.completion in BINDING:
        _declare_wager(handling, replace(begun, declared=DECLARED[key]))
    else:
        if key == "all_in":
            amount = _all_in_total(t, seat)
        wager = Wager(seat, declared=DECLARED[key], amount=amount if key != "call" else 0)
        if t.settings.chips_sensed and not by_floor:
            _declare_wager(handling, wager)
        else:
            _carry_out(handling, wager, may)


def _declare_wager(handling: Handling, wager: Wager) -> None:
    """Records the declaration; its chips are awaited."""
    handling.record(f.Declared(seat=wager.seat, wager=wager))
    unfinished_wager.count_wager_chips(handling)


def _carry_out(handling: Handling, wager: Wager, may: Legal) -> None:
    """Carries the wager out at once."""
    if wager.declared == "call" or wager.amount <= handling.table.playing.round.bet:
        betting.call(handling, wager.seat, may.to_call)
    else:
        betting.raise_to(handling, wager.seat, wager.amount)


def why_no_act(t: Table, seat: int, key: str, amount: int, may: Legal) -> Reason | None:
    """Why one of ACTS is not allowed now; None if it is."""
    if not may.acts or may.acts == ("raise",):
        return _why_must_complete(t, seat, key, amount, may)
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
            else _why_no_total(t, seat, _all_in_total(t, seat), may)
        )
    if key == "bet" and t.playing.round.bet:
        return Why.BET_ALREADY(bet=t.playing.round.bet)
    return _why_no_total(t, seat, amount, may)


def _all_in_total(t: Table, seat: int) -> int:
    """The total of a bet of all that the seat has."""
    return t.player(seat).bet + t.playable(seat)


def _why_must_complete(t: Table, seat: int, key: str, amount: int, may: Legal) -> Reason | None:
    """A seat that has begun a wager by chips must complete it or take them back before another
    act (L-10).
    """
    if may.acts and key == "raise" and amount in (0, may.raise_min):
        return None
    if may.acts and key == "all_in" and _all_in_total(t, seat) == may.raise_min:
        return None
    return Why.COMPLETE_WAGER(total=may.raise_min) if may.raise_min else Why.COMPLETE_OR_TAKE_BACK()


def _why_no_total(t: Table, seat: int, total: int, may: Legal) -> Reason | None:
    """Why a bet or raise to `total` is not allowed. 0: no total was dialled, the chips will tell
    it.
    """
    round, all_in = t.playing.round, _all_in_total(t, seat)
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


def act_by_floor(handling: Handling, seat: int, key: str, amount: int) -> None:
    """An act by the floor, in turn only, and refused as the player's would be. The floor moves
    the chips.
    """
    key = "raise" if key == "raise_to" else key
    if handling.table.to_act != seat:
        refuse_floor_act(handling, seat, key, amount)
    elif key not in ACTS:
        handling.refuse(Why.NO_SUCH_ACT(act=key), seat)
    elif key in NEEDS_AMOUNT and not amount:
        handling.refuse(Why.ACT_NEEDS_AMOUNT(act=key), seat)
    else:
        act_in_turn(handling, seat, key, amount, by_floor=True)


def post_by_floor(handling: Handling, seat: int, key: str, amount: int) -> None:
    if handling.table.to_act != seat:
        refuse_floor_act(handling, seat, key, amount)
    elif key not in (*ACTS, "raise_to", "post"):
        handling.refuse(Why.NO_SUCH_ACT(act=key), seat)
    elif key in ("post", "call"):
        posting.take_post(handling, from_stack=True)
    else:
        handling.refuse(Why.POST_FIRST(amount=posting.due_post(handling.table).total), seat)


def refuse_floor_act(handling: Handling, seat: int, key: str, amount: int) -> None:
    """No act of this seat is waited for."""
    other = handling.table.to_act
    handling.refuse(Why.FLOOR_OUT_OF_TURN(other=other) if other else Why.NOBODY_IN_TURN(), seat)
