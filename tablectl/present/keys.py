"""The view's `keys`: those that the engine would accept now from the seats that are asked
something.

Asked are the seat to act; in a round that asks all at once every seat that has not answered;
between hands whoever must still choose how to come in, and who cuts where that is waited for. Left
out are keys that any seat may press at any time (`sit_out`, `sit_in`, `report_joker`), a second key
for the same act, and keys that answer no question: changing an answer, undoing a fold, showing a
hand that won uncalled.
"""

from collections.abc import Callable, Iterable, Iterator
from zlib import crc32

from tablectl.engine import events
from tablectl.engine.questions import (
    LINES,
    bets_open_to,
    chips_left_of_bank,
    cut_awaited,
    due_post,
    entry_choices,
    entry_price,
    if_the_motion_ended,
    is_in_motion,
    legal_now,
    shooting_now,
    shot_points,
    undecided_seats,
    why_no_act,
    why_no_confirm,
    why_no_decision,
    why_no_muck,
    why_no_shot_undo,
    why_no_undo,
    why_no_withdrawal,
)
from tablectl.engine.state.table import Table
from tablectl.present.asks.ask import to_answer
from tablectl.rules.limits import Legal
from tablectl.rules.payout import call_amount
from tablectl.view import Key


def accepted_keys(t: Table, may: Legal) -> tuple[Key, ...]:
    """In the order of the bar; `may`: what is legal. `amount` and `most`: the key's cost, or the
    totals that may be dialled.
    """
    seats = asked_seats(t)
    if not seats:
        return ()
    if t.hand is not None and t.hand.to_act is not None:
        return tuple(_turn_keys(t, seats[0], may))
    of_seat = KEYS_BY_ROUND[t.kind] if t.hand is not None else _keys_between_hands
    return tuple([key for seat in seats for key in of_seat(t, seat)])


def keys_ids(t: Table, accepted: Iterable[Key]) -> dict[int, str]:
    """By seat, a short name for what it is asked now: another question, or the same with other
    keys or amounts, has another. A phone says with each press to which it is an answer.
    """
    by_seat: dict[int, list[tuple[str, int | None, int | None]]] = {}
    for key in accepted:
        by_seat.setdefault(key.seat, []).append((key.key, key.amount, key.most))
    return {
        seat: f"{crc32(repr((t.hands, t.street, t.player(seat).bet, own)).encode()):08x}"
        for seat, own in by_seat.items()
    }


def asked_seats(t: Table) -> tuple[int, ...]:
    """The seats that are asked something. A seat whose device is lost can press no key."""
    if t.hand is not None and t.hand.to_act is None:
        return to_answer(t)
    if t.is_stopped:
        return ()
    if t.hand is not None and t.hand.to_act is not None:
        return (t.hand.to_act,) if t.seat(t.hand.to_act).is_connected else ()
    choosing, cutting = [one.number for one in undecided_seats(t)], cut_awaited(t)
    return (*choosing, *((cutting,) if cutting is not None and cutting not in choosing else ()))


def _turn_keys(t: Table, seat: int, may: Legal) -> Iterable[Key]:
    hand = t.playing
    if hand.phase == "showdown":
        return _show_keys(t, seat)
    if hand.owes:
        return _post_keys(t, seat)
    return _wager_keys(t, seat, may) if hand.phase == "betting" else KEYS_BY_ROUND[t.kind](t, seat)


def _show_keys(t: Table, seat: int) -> Iterator[Key]:
    yield Key(seat, "show")
    if why_no_muck(t, seat) is None:
        yield Key(seat, "muck")


def _post_keys(t: Table, seat: int) -> Iterator[Key]:
    yield Key(seat, "post", due_post(t).total)
    yield from _undo_key(t, seat)


def _keys_between_hands(t: Table, seat: int) -> Iterator[Key]:
    """How to come in, and that the deck is cut."""
    for key in entry_choices(t, t.seat(seat)):
        pays = entry_price(t, t.seat(seat), key)
        yield Key(seat, key, pays.total if pays is not None else None)
    if cut_awaited(t) == seat:
        yield Key(seat, "confirm")


# Betting


def _wager_keys(t: Table, seat: int, may: Legal) -> Iterable[Key]:
    wager = t.playing.wager
    if wager is None:
        return _act_keys(t, seat, may)
    if not wager.is_moving:
        confirm = [Key(seat, "confirm")] if why_no_confirm(t) is None else []
        return [*_act_keys(t, seat, may), *confirm, *_undo_key(t, seat)]
    return [*_keys_in_motion(t, seat, may), Key(seat, "confirm")]


def _keys_in_motion(t: Table, seat: int, may: Legal) -> Iterable[Key]:
    """Any key ends an open motion first, so the keys are those that would be accepted after the
    motion was read (L-9).
    """
    after, read_as = if_the_motion_ended(t, seat)
    if after.to_act == seat:
        return _act_keys(after, seat, legal_now(after))
    bet, total = t.player(seat).bet, after.player(seat).bet
    return [
        Key(seat, key, total - bet if key == "call" else total)
        for key in read_as
        if key != _second_name(may)
    ]


def _act_keys(t: Table, seat: int, may: Legal) -> list[Key]:
    """The legal acts. Of a raise the least total must be one that chips make; all-in is a raise
    or a call.
    """
    own, acts = t.playable(seat), []
    for act in may.acts:
        if act == "call":
            acts.append(Key(seat, act, min(may.to_call, own)))
        elif act not in ("bet", "raise"):
            acts.append(Key(seat, act))
        elif why_no_act(t, seat, act, may.raise_min or 0, may) is None:
            acts.append(Key(seat, act, may.raise_min, may.raise_max))
    if acts and why_no_act(t, seat, "all_in", 0, may) is None:
        acts.append(Key(seat, "all_in", t.player(seat).bet + own))
    return acts


def _second_name(may: Legal) -> str:
    """If nothing is bet, the key `raise` bets; the bar shows BET."""
    return "raise" if "bet" in may.acts else "bet"


def _undo_key(t: Table, seat: int) -> Iterator[Key]:
    if why_no_withdrawal(t) is None:
        yield Key(seat, "undo")


# Against the house


def _ante_window(t: Table, seat: int) -> Iterator[Key]:
    is_moving = is_in_motion(t.player(seat))
    yield from _bet_keys(if_the_motion_ended(t, seat)[0] if is_moving else t, seat)
    if is_moving:
        yield Key(seat, "confirm")


def _bet_keys(t: Table, seat: int) -> Iterator[Key]:
    left = chips_left_of_bank(t)
    for line in LINES:
        if (amounts := bets_open_to(t, seat, line, left)) is not None:
            yield Key(seat, line, *amounts)
    player = t.player(seat)
    if not player.has_answered:
        yield Key(seat, "pass")
    if player.begun is not None or player.has_answered:
        yield Key(seat, "undo")


def _call_or_fold(t: Table, seat: int) -> Iterator[Key]:
    price = call_amount(t.player(seat).bets.ante)
    if not is_in_motion(t.player(seat)):
        yield from _decision_keys(t, seat, price)
        return
    after, _ = if_the_motion_ended(t, seat)
    if seat in after.undecided:
        yield from _decision_keys(after, seat, price)
    else:
        yield Key(seat, "call", price)
    yield Key(seat, "confirm")


def _decision_keys(t: Table, seat: int, price: int) -> Iterator[Key]:
    decisions: tuple[events.Key, ...] = ("fold", "call")
    for key in decisions:
        if why_no_decision(t, seat, key) is None:
            yield Key(seat, key, price if key == "call" else None)
    if t.player(seat).begun is not None or why_no_undo(t, seat) is None:
        yield Key(seat, "undo")


# For points


def _flat_bets(t: Table, seat: int) -> Iterator[Key]:
    yield Key(seat, "bet", t.settings.bet)
    yield Key(seat, "pass")


def _shot_keys(t: Table, seat: int) -> Iterator[Key]:
    now = shooting_now(t)
    assert now.shot is not None
    yield Key(seat, "made", shot_points(t, now.shot, now.failed))
    yield Key(seat, "missed")
    if why_no_shot_undo(t, seat) is None:
        yield Key(seat, "undo")


KEYS_BY_ROUND: dict[str, Callable[[Table, int], Iterable[Key]]] = {
    "ante_window": _ante_window,
    "call_or_fold": _call_or_fold,
    "flat_bets": _flat_bets,
    "shots": _shot_keys,
}
