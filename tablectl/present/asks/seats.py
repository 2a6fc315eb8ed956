"""Questions to the seat to act: to post, to act, to put in chips, to show, to call or fold, to
shoot.
"""

from msgspec.structs import replace

from tablectl.engine.questions import (
    chips_out_of_place,
    due_post,
    excess_in_front,
    faces_only_all_ins,
    shooting_now,
    shot_points,
    wager_in_front,
    why_no_confirm,
    why_no_muck,
)
from tablectl.engine.state.hand import Wager
from tablectl.engine.state.table import Table
from tablectl.present.asks.ask import Ask
from tablectl.rules.forced import Post
from tablectl.rules.limits import Legal
from tablectl.rules.shots import TRIES
from tablectl.text import T, Text, join_choices, join_parts, join_with_and, number_word, plural


def ask_on_turn(t: Table, may: Legal, seat: int) -> Ask:
    return replace(_ask_seat(t, may, seat), seats=(seat,))


def _ask_seat(t: Table, may: Legal, seat: int) -> Ask:
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
        return Ask("act", None, _to_act(t, may, seat))
    if wager.is_moving:
        sentence = T("{seat}: press CONFIRM, or wait: the chips are read in a moment.", seat=seat)
        return Ask("motion", T("{put:,} IN FRONT", put=wager.value_now), sentence)
    return _to_complete(t, wager, seat) if wager.completion else _to_put_in(t, wager, may, seat)


# Posting


def _to_post(t: Table, seat: int) -> Ask:
    owed = due_post(t)
    put = max(0, wager_in_front(t, seat))
    if put > owed.total and t.wager is None:
        sentence = T(
            "{seat}: press POST. {amount:,} of it counts, {over:,} comes back.",
            seat=seat,
            amount=owed.total,
            over=put - owed.total,
        )
        return Ask("post", T("{put:,} IN FRONT", put=put), sentence)
    if put or t.wager is not None:
        return Ask(
            "awaited", T("POST {amount:,}", amount=owed.total), put_in(t, seat, owed.total, put)
        )
    blinds = join_with_and(_post_parts(t, owed))
    by_chips, by_key = (
        T("{seat}: put {total:,} in front of you: {blinds}."),
        T("{seat}: post {blinds}, {total:,}."),
    )
    posts = (by_chips if t.settings.chips_sensed else by_key)(
        seat=seat, blinds=blinds, total=owed.total
    )
    if not (owed.dead and owed.live):
        return Ask("post", None, posts)
    parts = T(
        "{live:,} plays as your bet, {dead:,} goes to the pot.", live=owed.live, dead=owed.dead
    )
    return Ask("post", None, join_parts([posts, parts]))


def _post_parts(t: Table, owed: Post) -> list[Text]:
    """What a post consists of."""
    blind = {t.shown.small: T("the small blind"), t.shown.big: T("the big blind")}.get(
        owed.seat, T("the blind for coming in")
    )
    if t.settings.button_ante and owed.seat == t.button:
        blind = T("the button's blind")
    return [
        *([T("the ante")] if owed.ante or owed.table_ante else []),
        *([blind] if owed.live or owed.dead else []),
    ]


def put_in(t: Table, seat: int, wanted: int, put: int) -> Text:
    """How much to put in front, beside a bet that lies there; once some of it is there, how much is
    missing.

    What came out of turn never counts (L-9).
    """
    if put and wanted > put:
        return T("{put:,} is in: add {missing:,}.", put=put, missing=wanted - put)
    over = 0 if 0 < put <= wanted else chips_out_of_place(t, seat).due_back
    if over:
        return T(
            "Take your {over:,} back first, then put {amount:,} in front of you.",
            over=over,
            amount=wanted,
        )
    return (
        T("Put {amount:,} more in front of you.")
        if t.player(seat).bet
        else T("Put {amount:,} in front of you.")
    )(amount=wanted)


# Betting


def _to_act(t: Table, may: Legal, seat: int) -> Text:
    choices = join_choices(_act_choices(t, may, seat))
    if may.raise_min is not None or not may.to_call or may.to_call >= t.playable(seat):
        return T("{seat}: {choices}.", seat=seat, choices=choices)
    if faces_only_all_ins(t, seat):
        return T("Everybody else is all-in: {choices}.", choices=choices)
    if t.round.is_capped:
        return T(
            "{Number} bets are in: {choices}.", Number=number_word(t.round.fulls), choices=choices
        )
    return T("The short all-in does not reopen the betting: {choices}.", choices=choices)


def _act_choices(t: Table, may: Legal, seat: int) -> list[Text]:
    """The acts that the sentence names. A fold is left out if there is nothing to call."""
    choices, own = [], t.playable(seat)
    if "check" in may.acts:
        choices.append(T("check"))
    if "call" in may.acts:
        choices.append(
            T("call {amount:,}", amount=may.to_call)
            if may.to_call < own
            else T("call all-in with {amount:,}", amount=own)
        )
    if may.raise_min is not None and may.raise_max is not None:
        choices.append(
            _raise_choice(
                may.raise_min, may.raise_max, own + t.player(seat).bet, is_bet="bet" in may.acts
            )
        )
    return choices if "check" in may.acts else [*choices, T("fold")]


def _raise_choice(least: int, most: int, all_in: int, *, is_bet: bool) -> Text:
    if least == most == all_in:
        return (
            T("bet all-in with {amount:,}", amount=all_in)
            if is_bet
            else T("raise all-in to {amount:,}", amount=all_in)
        )
    if least < most:
        return (
            T("bet at least {amount:,}", amount=least)
            if is_bet
            else T("raise to at least {amount:,}", amount=least)
        )
    return T("bet {amount:,}", amount=least) if is_bet else T("raise to {amount:,}", amount=least)


def _to_put_in(t: Table, wager: Wager, may: Legal, seat: int) -> Ask:
    """A declared wager waits for its chips. If no total was declared, CONFIRM ends it."""
    put, bet = max(0, wager_in_front(t, seat)), t.player(seat).bet
    to_total = T("RAISE TO {amount:,}") if t.round.bet else T("BET {amount:,}")
    # part of it lies there
    all_in = T("ALL-IN TO {amount:,}") if bet else T("ALL-IN {amount:,}")
    if why_no_confirm(t) is None:
        word = {"call": T("CALL {amount:,}"), "all_in": all_in}.get(wager.declared, to_total)
        amount = put if wager.declared == "call" else bet + put
        return Ask(
            "awaited", word(amount=amount), T("{put:,} is in: press CONFIRM, or add more.", put=put)
        )
    if wager.declared == "call":
        call = min(may.to_call, t.playable(seat))
        return Ask("awaited", T("CALL {amount:,}", amount=call), put_in(t, seat, call, put))
    if wager.amount:
        word = all_in if wager.amount == bet + t.playable(seat) else to_total
        return Ask("awaited", word(amount=wager.amount), put_in(t, seat, wager.amount - bet, put))
    headline = T("RAISE") if t.round.bet else T("BET")
    if may.raise_min is None:
        return Ask(
            "awaited", headline, T("{seat}: no raise is allowed any more. Press UNDO.", seat=seat)
        )
    least = may.raise_min - bet
    return Ask("awaited", headline, _put_at_least(t, seat, least, put))


def _put_at_least(t: Table, seat: int, least: int, put: int) -> Text:
    if put and least > put:
        return T(
            "{put:,} is in: add at least {missing:,}, then press CONFIRM.",
            put=put,
            missing=least - put,
        )
    over = 0 if put else chips_out_of_place(t, seat).due_back
    return (
        T(
            "Take your {over:,} back first. Then put in at least {amount:,}, and press CONFIRM.",
            over=over,
            amount=least,
        )
        if over
        else T("Put at least {amount:,} in front of you, then press CONFIRM.", amount=least)
    )


def _to_complete(t: Table, wager: Wager, seat: int) -> Ask:
    """Too few chips were put in: complete the wager or take them back."""
    put, bet = max(0, wager_in_front(t, seat)), t.player(seat).bet
    total = min(wager.complete_to, bet + t.playable(seat))
    missing = max(0, total - bet - put)
    if not missing and why_no_confirm(t) is None:
        return Ask(
            "awaited", T("{put:,} IN FRONT", put=put), T("{seat}: press CONFIRM.", seat=seat)
        )
    if wager.completion == "complete_call":
        sentence = T(
            "{seat}: add {missing:,} to call {total:,}, or fold.",
            seat=seat,
            missing=missing,
            total=total,
        )
    elif wager.completion == "complete_bet":
        sentence = T(
            "The smallest bet is {total:,}: add {missing:,}, or take your {put:,} back.",
            total=total,
            missing=missing,
            put=put,
        )
    else:
        sentence = T(
            "{seat} raises to {total:,}: add {missing:,}.", seat=seat, total=total, missing=missing
        )
    return Ask("complete", T("ADD {amount:,}", amount=missing), sentence)


# Showing


def _to_show(t: Table, seat: int) -> Ask:
    """Cards are turned up and a key is pressed: two things (T-15)."""
    if why_no_muck(t, seat) is None:
        sentence = T("{seat}: turn all your cards up and press SHOW, or press MUCK.", seat=seat)
        return Ask("muck", None, sentence)
    if t.status(seat) == "all_in":
        why = T("{seat} is all-in: turn all your cards up, then press SHOW.")
    # who covers the others has chips left, and nobody to bet against (T-19)
    elif t.shown.is_tabling:
        why = T("No more betting. {seat}: turn all your cards up, then press SHOW.")
    else:
        why = T("{seat}: turn all your cards up, then press SHOW, to win the pot.")
    return Ask("show", T("Show your cards"), why(seat=seat))


# Against the house, and for points


def _to_decide(t: Table, may: Legal, seat: int) -> Ask:
    """The seat that calls the house or folds (D-3)."""
    price = may.to_call
    if (begun := t.player(seat).begun) is not None:
        put = max(0, excess_in_front(t, seat) - max(0, begun.excess_before))
        if begun.is_moving:
            sentence = T("{seat}: a call is exactly {amount:,}.", seat=seat, amount=price)
            return Ask("motion", T("{put:,} IN FRONT", put=put), sentence)
        return Ask("awaited", T("CALL {amount:,}", amount=price), put_in(t, seat, price, put))
    if "call" not in may.acts:
        return Ask(
            "decide",
            None,
            T(
                "The call is {amount:,}; you have {stack:,}: fold.",
                amount=price,
                stack=t.seat(seat).stack,
            ),
        )
    return Ask(
        "decide",
        None,
        T(
            "{seat}: call {amount:,} to see the turn and the river, or fold.",
            seat=seat,
            amount=price,
        ),
    )


def _to_shoot(t: Table, seat: int) -> Ask:
    now = shooting_now(t)
    assert now.shot is not None
    assert t.score is not None
    worth = shot_points(t, now.shot, now.failed)
    shot = t.score.shots[t.board[now.shot.place]].name
    sentence = plural(
        '{seat}: "{shot}" for {points} point. Try {number} of {tries}.',
        '{seat}: "{shot}" for {points} points. Try {number} of {tries}.',
        worth,
        seat=seat,
        shot=shot,
        points=worth,
        number=now.failed + 1,
        tries=TRIES,
    )
    return Ask("shot", None, sentence)
