"""Questions to the seat to act: to post, to act, to put in chips, to show, to call or fold, to shoot."""

from tablectl.engine.questions import (
    begun_by,
    due_post,
    excess,
    faces_only_all_ins,
    out_of_place,
    shooting,
    shot_points,
    why_no_confirm,
    why_no_muck,
)
from tablectl.engine.state.hand import Wager
from tablectl.engine.state.seat import Seat
from tablectl.engine.state.table import Table
from tablectl.rules.forced import Post
from tablectl.rules.limits import Legal
from tablectl.rules.shots import TRIES
from tablectl.views.asking import Ask
from tablectl.views.says import Saying, Says


def of_turn(t: Table, may: Legal, seat: Seat) -> Ask:
    hand = t.playing
    wager = hand.wager
    if hand.phase == "showdown":
        return _to_show(t, seat)
    if hand.phase == "shots":
        return _to_shoot(t, seat)
    if hand.owes:
        return _to_post(t, seat)
    if hand.phase == "deciding":
        return _to_decide(t, may, seat)
    if wager is None:
        return Ask("act", None, _to_act(t, may, seat), (seat.number,))
    if wager.ends_at_ms is not None:
        return Ask("motion", Says.IN_FRONT(put=wager.put), Says.CONFIRM_OR_WAIT(seat=seat.number), (seat.number,))
    return _to_complete(t, wager, seat) if wager.asked else _to_put_in(t, wager, may, seat)


# Posting

def _to_post(t: Table, seat: Seat) -> Ask:
    owed = due_post(t)
    put = begun_by(t, seat.number)
    if put or t.wager is not None:
        return Ask("awaited", Says.POST_AWAITED(amount=owed.total), put_in(t, seat, owed.total, put), (seat.number,))
    parts = Says.POST(seat=seat.number, owed=_what(t, owed), total=owed.total, live=owed.live, dead=owed.dead)
    return Ask("post", None, parts, (seat.number,))


def _what(t: Table, owed: Post) -> tuple[str, ...]:
    """What a post consists of: ante, small_blind, big_blind, button_blind, coming_in."""
    blind = {t.shown.small: "small_blind", t.shown.big: "big_blind"}.get(owed.seat, "coming_in")
    if t.settings.button_ante and owed.seat == t.button:
        blind = "button_blind"
    return (*(["ante"] if owed.ante or owed.table_ante else []), *([blind] if owed.live or owed.dead else []))


def put_in(t: Table, seat: Seat, wanted: int, put: int) -> Saying:
    """How much to put in front, beside a bet that lies there; once some of it is there, how much is missing.

    What came out of turn never counts (L-9).
    """
    if put and wanted > put:
        return Says.ADD(put=put, missing=wanted - put)
    over = 0 if 0 < put <= wanted else out_of_place(t, seat.number).due_back
    if over:
        return Says.TAKE_BACK_THEN_PUT(over=over, amount=wanted)
    return (Says.PUT_IN_MORE if t.player(seat.number).bet else Says.PUT_IN)(amount=wanted)


# Betting

def _to_act(t: Table, may: Legal, seat: Seat) -> Saying:
    choices = tuple(_choices(t, may, seat))
    if may.raise_min is not None or not may.to_call or may.to_call >= t.playable(seat.number):
        return Says.ACT(seat=seat.number, choices=choices)
    if faces_only_all_ins(t, seat.number):
        return Says.ACT_AGAINST_ALL_INS(choices=choices)
    if t.round.is_capped:
        return Says.ACT_CAPPED(bets=t.round.fulls, choices=choices)
    return Says.ACT_NOT_REOPENED(choices=choices)


def _choices(t: Table, may: Legal, seat: Seat) -> list[Saying]:
    """The acts that the sentence names. A fold is left out if there is nothing to call."""
    choices, own = [], t.playable(seat.number)
    if "check" in may.acts:
        choices.append(Says.CHECK())
    if "call" in may.acts:
        choices.append(Says.CALL(amount=may.to_call) if may.to_call < own else Says.CALL_ALL_IN(amount=own))
    if may.raise_min is not None and may.raise_max is not None:
        choices.append(_raise(may.raise_min, may.raise_max, own + t.player(seat.number).bet, is_bet="bet" in may.acts))
    return choices if "check" in may.acts else [*choices, Says.FOLD()]


def _raise(least: int, most: int, all_in: int, *, is_bet: bool) -> Saying:
    if least == most == all_in:
        return Says.BET_ALL_IN(amount=all_in) if is_bet else Says.RAISE_ALL_IN(amount=all_in)
    if least < most:
        return Says.BET_AT_LEAST(amount=least) if is_bet else Says.RAISE_AT_LEAST(amount=least)
    return Says.BET(amount=least) if is_bet else Says.RAISE(amount=least)


def _to_put_in(t: Table, wager: Wager, may: Legal, seat: Seat) -> Ask:
    """A declared wager waits for its chips. If no total was declared, CONFIRM ends it."""
    put, bet = begun_by(t, seat.number), t.player(seat.number).bet
    to_total = Says.RAISE_AWAITED if t.round.bet else Says.BET_AWAITED
    if why_no_confirm(t) is None:
        word = {"call": Says.CALL_AWAITED, "all_in": Says.ALL_IN_AWAITED}.get(wager.declared, to_total)
        amount = put if wager.declared == "call" else bet + put
        return Ask("awaited", word(amount=amount), Says.CONFIRM_OR_ADD(put=put), (seat.number,))
    if wager.declared == "call":
        call = min(may.to_call, t.playable(seat.number))
        return Ask("awaited", Says.CALL_AWAITED(amount=call), put_in(t, seat, call, put), (seat.number,))
    if wager.amount:
        word = Says.ALL_IN_AWAITED if wager.amount == bet + t.playable(seat.number) else to_total
        return Ask("awaited", word(amount=wager.amount), put_in(t, seat, wager.amount - bet, put), (seat.number,))
    headline = Says.A_RAISE() if t.round.bet else Says.A_BET()
    if may.raise_min is None:
        return Ask("awaited", headline, Says.NO_RAISE(seat=seat.number), (seat.number,))
    least = may.raise_min - bet
    return Ask("awaited", headline, _put_at_least(t, seat, least, put), (seat.number,))


def _put_at_least(t: Table, seat: Seat, least: int, put: int) -> Saying:
    if put and least > put:
        return Says.ADD_AT_LEAST(put=put, missing=least - put)
    over = 0 if put else out_of_place(t, seat.number).due_back
    return Says.TAKE_BACK_THEN_AT_LEAST(over=over, amount=least) if over else Says.PUT_AT_LEAST(amount=least)


def _to_complete(t: Table, wager: Wager, seat: Seat) -> Ask:
    """Too few chips were put in: complete the wager or take them back."""
    put, bet = begun_by(t, seat.number), t.player(seat.number).bet
    total = min(wager.asked_to, bet + t.playable(seat.number))
    missing = max(0, total - bet - put)
    if not missing and why_no_confirm(t) is None:
        return Ask("awaited", Says.IN_FRONT(put=put), Says.CONFIRM(seat=seat.number), (seat.number,))
    if wager.asked == "complete_call":
        said = Says.COMPLETE_CALL(seat=seat.number, missing=missing, total=total)
    elif wager.asked == "complete_bet":
        said = Says.COMPLETE_BET(total=total, missing=missing, put=put)
    else:
        said = Says.COMPLETE_RAISE(seat=seat.number, total=total, missing=missing)
    return Ask("complete", Says.ADDED(amount=missing), said, (seat.number,))


# Showing

def _to_show(t: Table, seat: Seat) -> Ask:
    cards = len(t.player(seat.number).cards)
    if why_no_muck(t, seat.number) is None:
        return Ask("muck", None, Says.SHOW_OR_MUCK(seat=seat.number, count=cards), (seat.number,))
    is_all_in = t.shown.is_tabling or t.status(seat.number) == "all_in"
    said = (Says.SHOW_ALL_IN if is_all_in else Says.SHOW_TO_WIN)(seat=seat.number, count=cards)
    return Ask("show", Says.SHOW(count=cards), said, (seat.number,))


# Against the house, and for points

def _to_decide(t: Table, may: Legal, seat: Seat) -> Ask:
    """The seat that calls the house or folds (D-3)."""
    price = may.to_call
    if (begun := t.player(seat.number).begun) is not None:
        put = max(0, excess(t, seat.number) - max(0, begun.had))
        if begun.ends_at_ms is not None:
            said = Says.CALL_IS_EXACTLY(seat=seat.number, amount=price)
            return Ask("motion", Says.IN_FRONT(put=put), said, (seat.number,))
        return Ask("awaited", Says.CALL_AWAITED(amount=price), put_in(t, seat, price, put), (seat.number,))
    if "call" not in may.acts:
        return Ask("decide", None, Says.CALL_BEYOND_STACK(amount=price, stack=seat.stack), (seat.number,))
    return Ask("decide", None, Says.CALL_THE_HOUSE(seat=seat.number, amount=price), (seat.number,))


def _to_shoot(t: Table, seat: Seat) -> Ask:
    now = shooting(t)
    assert now.shot is not None
    assert t.score is not None
    worth = shot_points(t, now.shot, now.failed)
    shot = t.score.shots[t.board[now.shot.place]].name
    return Ask("shot", None, Says.SHOOT(seat=seat.number, shot=shot, points=worth, number=now.failed + 1, tries=TRIES),
               (seat.number,))
