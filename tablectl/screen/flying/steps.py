"""In what order a view is shown: first what somebody did and the cards, then, when they have lain
for a moment, what they decide.

The winner is named 400 ms after the deciding card has landed, and so are equities and outs when all
are in; the next card comes after 800 ms. A hand that is opened on the last card of the board is
opened when that lies. The last act of a street stands for 400 ms before its chips are gathered, and
so does the fold or the muck that leaves one winner before that is named.
"""

from typing import NamedTuple

from msgspec.structs import replace

from tablectl.screen.flying.flights import TURN_UP_MS
from tablectl.screen.layout.arrangement import group
from tablectl.screen.model import seated
from tablectl.screen.presenter.bar_text import DID, OF_A_SEAT
from tablectl.view import HIDDEN, Action, Ask, Dealer, Pot, Seat, View

# from the landing of the deciding card to the winner's name, equities and outs
DECIDED_MS = 400
NEXT_CARD_MS = 800  # to the next card, with nobody left to act
FLOP = 3  # cards that are turned up together
# from a street's last act to the gathering of its chips, and from a hand's last to the winner
LAST_ACT_MS = 400


class Step(NamedTuple):
    """What is shown, and how long after the cards of the first step have landed."""

    model: View
    after_ms: int = 0


def steps(before: View | None, after: View) -> tuple[Step, ...]:
    """One step, or several where cards decide something, a flop is turned up, or a street ends."""
    if before is None or after.stands_still:
        return (Step(after),)
    shown = _in_order(before, after)
    if not after.board or len(before.board) >= FLOP or group(after) == "rack":
        return shown
    if len(after.board) < FLOP:
        return tuple(
            step._replace(model=_face_down(step.model, len(after.board))) for step in shown
        )
    first, *others = (step._replace(after_ms=step.after_ms + TURN_UP_MS) for step in shown)
    return Step(_face_down(before, FLOP)), first._replace(after_ms=0), *others


def _face_down(model: View, cards: int) -> View:
    """No card of a flop is turned up before all of them lie."""
    return replace(model, board=(HIDDEN,) * cards)


def _in_order(before: View, after: View) -> tuple[Step, ...]:
    if is_decided_by_cards(before, after):
        opened = hide_outcome(before, after)
        if _has_come(before, after) and faces(after) > faces(before):
            return (
                Step(replace(_without_ask(before), board=after.board)),
                Step(opened),
                Step(after, TURN_UP_MS + DECIDED_MS),
            )
        return Step(opened), Step(after, DECIDED_MS)
    if (seat := _leaves_one(before, after)) is not None:
        return Step(_with_fold_of(before, after, seat)), Step(after, LAST_ACT_MS)
    if is_run_out(before, after):
        early = Step(_with_odds_of(before, after))
        # not all of the street's cards lie
        if after.street == before.street and _has_come(before, after):
            return (early,)
        return early, Step(after, DECIDED_MS), Step(after, NEXT_CARD_MS)
    if (seat := _ends_street(before, after)) is not None:
        return Step(_with_bets_of(before, after, seat)), Step(after, LAST_ACT_MS)
    return (Step(after),)


def is_decided_by_cards(before: View, after: View) -> bool:
    """Whether a result, or who has the button, has come together with the cards that decide it:
    on the board, or at a seat.
    """
    if after.phase == "seating" and after.button != before.button:
        return faces(after) > faces(before)
    if before.result or not after.result:
        return False
    return _has_come(before, after) or faces(after) > faces(before)


def is_run_out(before: View, after: View) -> bool:
    """Whether, with nobody left to act and another card to come, one has come to the board, or
    the last hand was turned up.
    """
    if after.result or after.to_act is not None or after.keys or before.hand != after.hand:
        return False
    all_in = any(seat.status == "all_in" for seat in after.seats.values())
    has_come = _has_come(before, after) and faces(after) > 0
    return all_in and (has_come or (_has_odds(after) and not _has_odds(before)))


def _has_come(before: View, after: View) -> bool:
    """Whether a card has come to the board."""
    return len(after.board) > len(before.board)


def _has_odds(model: View) -> bool:
    return any(seat.equity is not None for seat in model.seats.values())


def hide_outcome(before: View, after: View) -> View:
    """The table before the winner is named: the deciding cards of `after` are shown, all else is
    as in `before`.
    """
    seats = {
        number: _as_it_lies(was, after.seats[number]) if number in after.seats else was
        for number, was in before.seats.items()
    }
    if group(after) == "rack":
        seats = {number: _with_last_shot(seat, after, number) for number, seat in seats.items()}
    return replace(
        _without_ask(before),
        board=after.board,
        seats=seats,
        dealer=_dealer_unnamed(after),
        shot=None,
    )


def _with_last_shot(seat: Seat, after: View, number: str) -> Seat:
    """With what its shots have made, and without what its hand scores."""
    now = after.seats.get(number)
    if now is None or now.points is None:
        return seat
    scored = sum(win.points or 0 for win in after.result or () if win.seat == int(number))
    return replace(seat, shots=now.shots, points=now.points - scored)


def _without_ask(before: View) -> View:
    """The seat that was to act has answered: nobody is to act."""
    if before.ask.kind not in OF_A_SEAT:
        return before
    return replace(
        before,
        to_act=None,
        keys=(),
        legal=(),
        clock_left_ms=None,
        prompt="",
        ask=Ask(DID, seats=before.ask.seats),
    )


def faces(model: View) -> int:
    """How many cards lie face up in front of seats and dealer."""
    dealer = sum(card != HIDDEN for card in model.dealer.cards) if model.dealer else 0
    return dealer + sum(card != HIDDEN for _, seat in seated(model) for card in seat.cards)


def _dealer_unnamed(model: View) -> Dealer | None:
    dealer = model.dealer
    return replace(dealer, hand=None, best=(), qualifies=None) if dealer is not None else None


# A fold or a muck that leaves one winner


def _leaves_one(before: View, after: View) -> int | None:
    """The seat whose fold or muck has ended the hand; None: it has ended another way."""
    if (
        before.result
        or not after.result
        or before.hand != after.hand
        or before.ask.kind not in OF_A_SEAT
    ):
        return None
    gone = [
        number
        for number in before.ask.seats
        if str(number) in after.seats
        and before.seats.get(str(number), Seat()).lies
        and not after.seats[str(number)].lies
    ]
    return gone[0] if gone else None


def _with_fold_of(before: View, after: View, seat: int) -> View:
    """The table as it was, but for the hand that is gone and the word for it."""
    gone = _as_it_lies(before.seats[str(seat)], after.seats[str(seat)])
    return replace(_without_ask(before), seats={**before.seats, str(seat): gone})


def _as_it_lies(was: Seat, now: Seat) -> Seat:
    """Its cards as they lie now, and the word for a hand that is gone; whether it is out comes
    with the result.
    """
    if not was.lies or now.lies:
        return replace(was, cards=now.cards)
    status = now.status if now.status == "folded" else was.status
    return replace(
        was,
        status=status,
        cards=now.cards,
        last_action=now.last_action,
        hand_name=None,
        hand_short=None,
    )


# An all-in with the hands up


def _with_odds_of(before: View, after: View) -> View:
    """Seats and pots as they were, but for the cards: equities and outs are those before; nobody
    has to show any more.
    """
    seats = {
        number: replace(before.seats[number], cards=seat.cards) if number in before.seats else seat
        for number, seat in after.seats.items()
    }
    shares = {pot.seats: pot.equities for pot in before.pots}
    pots = tuple(Pot(pot.amount, pot.seats, shares.get(pot.seats, ())) for pot in after.pots)
    ask, prompt = (
        (before.ask, before.prompt) if before.ask.kind == after.ask.kind else (after.ask, "")
    )
    return replace(after, seats=seats, pots=pots, ask=ask, prompt=prompt)


# The last act of a street


def _ends_street(before: View, after: View) -> int | None:
    """The seat whose check, call or all-in has ended the street; None: none has, or it folded."""
    seat = before.to_act
    if (
        seat is None
        or group(after) != "ring"
        or before.phase != "betting"
        or after.result
        or before.hand != after.hand
    ):
        return None
    was, now = before.seats.get(str(seat)), after.seats.get(str(seat))
    has_ended = after.street != before.street or after.phase == "showdown"
    if (
        was is None
        or now is None
        or not has_ended
        or now.status == "folded"
        or now.stack > was.stack
    ):
        return None
    is_gathered = before.board == after.board and not any(one.bet for one in after.seats.values())
    others_paid = any(
        one.stack < before.seats.get(number, one).stack
        for number, one in after.seats.items()
        if number != str(seat)
    )
    return seat if is_gathered and before.street is not None and not others_paid else None


def _with_bets_of(before: View, after: View, closes: int) -> View:
    """The street's bets and last acts as they lay, with the last one: chips that nobody called
    are not back yet.
    """
    closer = str(closes)
    paid = before.seats[closer].stack - after.seats[closer].stack

    def stands(number: str, now: Seat) -> Seat:
        was = before.seats.get(number)
        if was is None:
            return now
        if number != closer:
            return replace(
                now, stack=was.stack, bet=was.bet, last_action=now.last_action or was.last_action
            )
        did = (
            Action("all_in", was.bet + paid)
            if now.status == "all_in"
            else Action("call" if paid else "check", paid)
        )
        return replace(now, bet=was.bet + paid, last_action=did)

    return replace(
        after,
        seats={number: stands(number, now) for number, now in after.seats.items()},
        pots=before.pots,
        pot_total=before.pot_total + paid,
    )
