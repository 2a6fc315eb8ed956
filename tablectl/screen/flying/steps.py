"""In what order a view is told: first the cards, then, when they have lain for a moment, what they decide.

The winner is named 400 ms after the deciding card has landed, and so are equities and outs when all are in; the next card is
asked for after 800 ms.
"""

from typing import NamedTuple

import msgspec

from tablectl.screen.model import HIDDEN, Dealer, Model

DECIDED_MS = 400                # from the landing of the deciding card to the winner's name, equities and outs
NEXT_CARD_MS = 800              # to the next card that is asked for, with nobody left to act


class Step(NamedTuple):
    """What is shown, and how long after the cards of the first step have landed."""

    model: Model
    after_ms: int = 0


def steps(before: Model | None, after: Model) -> tuple[Step, ...]:
    """One step, or several where cards decide something."""
    if before is None or after.stands_still:
        return (Step(after),)
    if is_decided_by_cards(before, after):
        return Step(untold(before, after)), Step(after, DECIDED_MS)
    if is_run_out(before, after):
        return (Step(_with_odds_of(before, _with_ask_of(before, after))), Step(_with_ask_of(before, after), DECIDED_MS),
                Step(after, NEXT_CARD_MS))
    return (Step(after),)


def is_decided_by_cards(before: Model, after: Model) -> bool:
    """Whether a result has come together with the cards that decide it: on the board, or turned up in front of a seat."""
    if before.result or not after.result:
        return False
    return len(after.board) > len(before.board) or faces(after) > faces(before)


def is_run_out(before: Model, after: Model) -> bool:
    """Whether a card has come to the board with all hands up and nobody left to act, and another is to come."""
    if after.result or after.to_act is not None or after.keys or before.hand != after.hand:
        return False
    all_in = any(seat.status == "all_in" for seat in after.seats.values())
    return all_in and len(after.board) > len(before.board) and bool(before.board) and faces(after) > 0


def untold(before: Model, after: Model) -> Model:
    """The table before the winner is named: the deciding cards of `after` are shown, all else is as in `before`."""
    seats = {number: msgspec.structs.replace(was, cards=after.seats[number].cards) if number in after.seats else was
             for number, was in before.seats.items()}
    return msgspec.structs.replace(before, board=after.board, seats=seats, dealer=_unnamed(after))


def faces(model: Model) -> int:
    """How many cards lie face up in front of seats and dealer."""
    dealer = sum(card != HIDDEN for card in model.dealer.cards) if model.dealer else 0
    return dealer + sum(card != HIDDEN for _, seat in model.seated() for card in seat.cards)


def _unnamed(model: Model) -> Dealer | None:
    dealer = model.dealer
    return msgspec.structs.replace(dealer, hand=None, best=(), qualifies=None) if dealer is not None else None


def _with_ask_of(before: Model, after: Model) -> Model:
    return msgspec.structs.replace(after, ask=before.ask, prompt=before.prompt, waiting_for=before.waiting_for)


def _with_odds_of(before: Model, after: Model) -> Model:
    """Seats as they were, but for their cards: their equities are those of the board before."""
    seats = {number: msgspec.structs.replace(before.seats[number], cards=seat.cards) if number in before.seats else seat
             for number, seat in after.seats.items()}
    return msgspec.structs.replace(after, seats=seats)
