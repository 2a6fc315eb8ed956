"""A result as it is told: which hand, what decided, and whose pot it is."""

import json

from tablectl.screen.model import decode
from tablectl.screen.paint import Painter
from tablectl.screen.presenter.bar_text import make_bar
from tablectl.screen.presenter.moment import BOARD, NAMED, STAGE_MS, Moment
from tablectl.screen.presenter.results import used_cards
from tablectl.screen.presenter.seat_state import seat_state
from tests.screen.pictures import VIEWS
from tests.screen.proofs import FULL, model_of, proofs_of, view


def told(*result, page=0):
    """The bar, and how each seat stands, in the picture of a split pot with this result."""
    model = decode(
        json.dumps({**json.loads(VIEWS["result-split"].read_bytes()), "result": result}).encode()
    )
    moment = Moment(page=page)
    return make_bar(model, moment), {
        int(n): seat_state(model, int(n), seat, moment) for n, seat in model.seats.items()
    }


def won(seat, pot=0, chips=600, **more):
    return {
        "seat": seat,
        "won": chips,
        "cards": ["As", "Ah", "Kh", "9d", "7h"],
        "hand": "pair of aces",
        "pot": pot,
        **more,
    }


def test_what_decides_between_two_hands_of_one_name_is_told_and_edged():
    bar, looks = told(
        won(
            2,
            headline="pair of aces, seven kicker",
            why="Luca's seven beats Viktor's six.",
            decides="7h",
        )
    )
    assert (bar.headline, bar.sentence) == (
        "Pair of aces, seven kicker",
        "Luca's seven beats Viktor's six. Luca wins the pot of 600.",
    )
    assert {n: look.decides for n, look in looks.items() if look.decides} == {2: {"7h"}}


def test_of_equal_hands_the_five_cards_are_told():
    equal = {"headline": "same five cards: A A K 9 7", "why": "Pair of aces."}
    bar, looks = told(won(2, **equal), won(5, **equal))
    assert bar.headline == "Same five cards: A A K 9 7"
    assert bar.sentence == "Pair of aces. Luca and Viktor split the pot of 1,200: 600 each."
    assert not any(look.decides for look in looks.values())


def test_only_the_winners_of_the_pot_that_is_told_are_lit():
    """The others are outlined until their pot's turn comes; the block counts the pots."""
    pots = [won(2), won(5, pot=1), won(4, pot=2)]
    for page, (seat, word) in enumerate([(2, "POT 1 OF 3"), (5, "POT 2 OF 3"), (4, "POT 3 OF 3")]):
        bar, looks = told(*pots, page=page)
        assert (bar.block.seats, bar.block.word) == ((seat,), word)
        assert {n: (look.fill, look.is_quiet) for n, look in looks.items() if look.won} == {
            n: ("winner" if n == seat else None, False) for n in (2, 4, 5)
        }


def test_whoever_has_lost_is_dim_from_the_first_and_its_cards_stay_to_be_read():
    model = model_of("run-tonight")
    for stage in (BOARD, NAMED):
        looks = {
            int(n): seat_state(model, int(n), seat, Moment(stage=stage))
            for n, seat in model.seats.items()
        }
        assert {n for n, look in looks.items() if not look.is_quiet} == {3}
    assert {n for n, look in looks.items() if look.is_beaten} == {1, 2, 4, 5, 6}
    written = proofs_of("run-tonight")[0]
    colours = {one.text: one.colour for one in written}
    assert colours["Noor"] == colours["Amara"] == colours["Luca"] != colours["Brigitte"]
    assert [one.text for one in written].count("LOST") == 2


def test_whoever_has_lost_is_dim_while_chips_have_still_to_be_given():
    """Control: the winner, who takes them, is not."""
    moves = [{"from": f"seat-{n}", "to": "seat-3", "amount": 96, "done": False} for n in (2, 4)]
    model = model_of(view("run-tonight", moves=moves))
    states = {int(n): seat_state(model, int(n), seat, Moment()) for n, seat in model.seats.items()}
    assert [(n, states[n].gives, states[n].is_quiet) for n in (2, 3, 4)] == [
        (2, 96, True),
        (3, 0, False),
        (4, 96, True),
    ]


def test_a_pot_that_is_won_because_others_mucked_says_so():
    shown = view(
        "run-tonight", result=[{"seat": 3, "won": 192, "cards": [], "pot": 0, "hand": None}]
    )
    for number in ("4", "6"):
        shown["seats"][number] |= {"last_action": {"code": "mucked"}, "cards": []}
    model = model_of(shown)
    assert make_bar(model, Moment()).sentence == "Everybody else folded or mucked."


def test_a_place_where_nobody_plays_any_more_has_no_plate():
    """Control: in the hand that it loses, and where it has only folded, it has one."""

    def grounds(name, **of_seat):
        shown = view(name)
        shown["seats"]["3"] |= of_seat
        model = model_of(shown)
        return seat_state(model, 3, model.seats["3"], Moment()).is_bare

    gone = {"status": "out", "stack": 0, "bet": 0, "cards": [], "place": 6, "last_action": None}
    assert grounds("betting-6", **gone)
    assert not grounds("betting-6", **{**gone, "status": "folded"})
    assert not grounds("betting-6", **gone, connected=False)
    assert not grounds("run-tonight", **gone)


def test_pots_that_are_told_together_are_counted():
    assert told(won(2), won(2, pot=1), won(5, pot=2))[0].block.word == "2 OF 3 POTS"
    assert told(won(2), won(2, pot=1))[0].block.word == "wins"


def test_the_green_goes_from_the_board_to_the_plate_and_then_the_winner_is_named():
    """Losing cards are dim from the first; where motion is reduced all of it stands at once."""
    model = model_of("run-kicker")
    for is_still in (False, True):
        painter = Painter(FULL)
        painter.is_still = is_still
        painter.show(model, 0, step_ms=0)
        told = []
        for at_ms in (0, STAGE_MS - 1, STAGE_MS, 2 * STAGE_MS):
            moment = painter.moment(at_ms)
            look, bar = seat_state(model, 4, model.seats["4"], moment), make_bar(model, moment)
            told.append((look.fill, look.won > 0, bar.block.seats, "Noor" in bar.sentence))
            assert bar.headline == "Pair of aces, nine kicker"
            assert "9d" in used_cards(model, moment)
        named = ("winner", True, (4,), True)
        assert told == (
            [named] * 4
            if is_still
            else [(None, False, (), False)] * 2 + [("winner", True, (), False), named]
        )
        assert painter.next_change_ms(10) == (1_000 if is_still else STAGE_MS - 10)
