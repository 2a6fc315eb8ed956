"""A hand's end is told in the order in which it happens: the last card, the hands, the last act,
and only then who has won.
"""

import pytest
from msgspec.structs import replace

from tablectl.screen.flying.flights import (
    AWARD_MS,
    BOARD_MS,
    GATHER_MS,
    HOLE_MS,
    MUCK_MS,
    TURN_UP_MS,
    moves,
)
from tablectl.screen.flying.steps import DECIDED_MS, LAST_ACT_MS
from tablectl.screen.layout.house import LYING
from tablectl.screen.presenter.bar_text import make_bar
from tablectl.screen.presenter.moment import Moment
from tablectl.view import HIDDEN, Action, Ask, Dealer, Key, Result, Shot
from tests.screen.proofs import model_of, proofs_of
from tests.screen.test_flying import FLOP, course, seen, view

PAID = model_of("run-slips")  # seats 1, 3 and 5 against the house, 2 and 4 have folded
BACKS = (HIDDEN, HIDDEN)


def before_the_river(paid=PAID):
    """The same hand while its last card is awaited: no hand is open."""
    seats = {
        number: replace(seat, cards=BACKS, bets={"ante": 5, "bonus": 0, "call": 10})
        for number, seat in paid.seats.items()
    }
    return replace(
        paid,
        phase="dealing",
        street="river",
        board=paid.board[:4],
        dealer=Dealer(BACKS),
        result=None,
        slips=(),
        seats=seats,
        waiting_for="card",
        ask=Ask("deal", "River"),
    )


def open_hands(model):
    return sum(HIDDEN not in seat.cards and bool(seat.cards) for seat in model.seats.values())


# Against the house


def test_no_hand_is_opened_against_the_house_before_the_last_card_of_the_board_lies():
    open_ms, step_ms = BOARD_MS + TURN_UP_MS, BOARD_MS + TURN_UP_MS + DECIDED_MS
    times = (0, BOARD_MS - 1, BOARD_MS, open_ms, step_ms - 1, step_ms, step_ms + AWARD_MS)
    _, *came, over = seen(before_the_river(), PAID, *times)
    assert [len(model.board) for model in came] == [4, 5, 5, 5, 5]
    assert [model.dealer.cards == PAID.dealer.cards for model in came] == [
        False,
        False,
        True,
        True,
        True,
    ]
    assert [open_hands(model) for model in came] == [0, 0, 3, 3, 3]
    assert [(model.dealer.hand, model.result is None) for model in came] == [(None, True)] * 4 + [
        ("ace high", False)
    ]
    assert over == PAID


@pytest.mark.parametrize("lies", [(), (HIDDEN,)])
def test_a_card_of_the_house_flies_from_the_shoe_like_any_other(lies):
    before = replace(before_the_river(), dealer=Dealer(lies))
    after = replace(before, dealer=Dealer((*lies, HIDDEN)))
    came = [len(shown.dealer.cards) for shown in seen(before, after, 0, HOLE_MS - 1, HOLE_MS)]
    assert came == [len(lies), len(lies), len(lies) + 1]
    (flight,) = moves(before, after, 0).flights
    box = LYING.dealer_cards[len(lies)]
    assert (flight.end, flight.wide) == ((box.middle, box.y + box.h / 2), box.w)


def test_the_hand_of_the_house_is_turned_up_before_it_has_a_name():
    before = replace(before_the_river(), board=PAID.board)
    shown = course(before)
    shown.come(replace(before, dealer=PAID.dealer), 0)
    shown.at(0)
    assert [pose.card for pose in shown.poses(TURN_UP_MS // 4)] == [HIDDEN, HIDDEN]
    assert [pose.card for pose in shown.poses(TURN_UP_MS * 3 // 4)] == ["2d", "Ts"]
    came = [shown.at(at).dealer for at in (TURN_UP_MS - 1, TURN_UP_MS)]
    assert [(dealer.cards, dealer.hand) for dealer in came] == [
        ((), None),
        (("2d", "Ts"), "ace high"),
    ]


def test_chips_come_from_the_bank_and_what_the_house_wins_goes_there():
    """Seats 2, 4 and 5 lose a bet; 1, 3 and 5 are paid on one."""
    told = [
        flight
        for flight in moves(replace(PAID, result=None), PAID, 0).flights
        if flight.card is None
    ]
    bank = (LYING.bank.middle, LYING.bank.y + LYING.bank.h / 2)
    assert sorted(flight.takes_ms for flight in told if flight.start == bank) == [AWARD_MS] * 3
    assert sorted(flight.takes_ms for flight in told if flight.end == bank) == [GATHER_MS] * 3


# The act that leaves one winner

ASKED = {
    "to_act": 2,
    "ask": Ask("act", seats=(2,)),
    "keys": (Key(2, "fold"), Key(2, "call", 100)),
    "phase": "betting",
}
WON = {
    "result": (Result(1, 300, (), None, 0),),
    "phase": "idle",
    "ask": Ask("next"),
    "waiting_for": "nothing",
}
BETS = {"1": {"bet": 200}, "2": {"bet": 100}}
FOLDED = {"status": "folded", "last_action": Action("folded")}
MUCKED = {"last_action": Action("mucked")}


@pytest.mark.parametrize(
    ("gone", "word"),
    [(FOLDED, "FOLDED"), (MUCKED, "MUCKED"), ({**MUCKED, "status": "out"}, "MUCKED")],
)
def test_the_fold_that_ends_a_hand_is_seen_before_the_winner_is_named(gone, word):
    before = view(seats=BETS, board=FLOP, **ASKED)
    after = view(
        seats={"1": {"bet": 0, "stack": 9_999}, "2": {"bet": 0, **gone}}, board=FLOP, **WON
    )
    step_ms = MUCK_MS + LAST_ACT_MS
    *early, told, over = seen(before, after, 0, step_ms - 1, step_ms, step_ms + AWARD_MS)
    assert [(model.seats["2"].lies, model.result, model.seats["1"].bet) for model in early] == [
        ((), None, 200)
    ] * 2
    assert [model.seats["2"].status == "out" for model in early] == [False] * 2
    assert make_bar(early[1], Moment()).headline == word
    assert (told.result, over) == (WON["result"], after)


def test_whoever_has_answered_is_not_asked_any_more_while_the_hand_is_told():
    """And a hand that is being turned up is not called mucked while no card of it lies."""
    before = view(
        seats={"1": {"cards": ("As", "Kd")}},
        board=FLOP,
        **{**ASKED, "ask": Ask("muck", seats=(2,))},
    )
    after = view(
        seats={"1": {"cards": ("As", "Kd")}, "2": {"cards": ("Qs", "Qd")}}, board=FLOP, **WON
    )
    came = seen(before, after, 0, TURN_UP_MS - 1, TURN_UP_MS, TURN_UP_MS + DECIDED_MS - 1)
    bars = [make_bar(shown, Moment()) for shown in came]
    assert [
        (bar.block.hue, bar.block.seats, bar.keys, bar.has_clock, bar.headline) for bar in bars
    ] == [(None, (2,), (), False, "")] * 4
    assert (came[0].to_act, came[0].keys) == (None, ())


# For points


def test_the_last_shot_is_seen_before_the_hands_are_scored():
    """Efren makes 13 with it; then the best hand brings 25, and two who have bet lose."""
    scored = model_of("pool-result")
    made = {"1": 41, "2": 57, "3": 64, "4": 29}
    seats = {
        number: replace(seat, points=made[number], cards=BACKS)
        for number, seat in scored.seats.items()
    }
    shots = {card: points for card, points in scored.seats["3"].shots.items() if card != "Ac"}
    before = replace(
        scored,
        phase="shots",
        result=None,
        ask=Ask("shot", seats=(3,)),
        waiting_for="shots",
        shot=Shot(3, "Ac"),
        seats={**seats, "3": replace(seats["3"], shots=shots)},
    )
    early, told = seen(before, scored, 0, DECIDED_MS)
    assert (early.seats["3"].shots["Ac"], early.shot, early.result) == (13, None, None)
    assert {number: seat.points for number, seat in early.seats.items()} == {**made, "3": 77}
    assert told == scored


# What stands where


def test_a_headline_stays_in_its_place_when_its_sentence_comes():
    """What wins with which card is told when the hands lie."""
    places = []
    for prompt in ("", "Luca wins with any queen: 4 cards of 44."):
        shown = view(
            board=FLOP, street="turn", prompt=prompt, ask=Ask("deal", "All-in: two cards to come")
        )
        places += [one.ink for one in proofs_of(shown)[0] if one.text.startswith("All-in")]
    assert places[0] == places[1]
