"""Against the house: a slip over each plate says what the dealer pays or takes, seat after seat."""

import pytest

from tablectl.locale import LANGUAGES, get_translator
from tablectl.present.grouping import group_players, player_amount
from tablectl.screen.layout.arrangement import layout
from tablectl.screen.paint import Painter
from tablectl.screen.parts.house import above_slips
from tablectl.screen.presenter.results import slip_states
from tablectl.screen.style import Style
from tablectl.text import T, player_names, say
from tablectl.view.pages import SEAT_MS
from tests.screen.crowds import LARGE_STACK, LONG_NAME, each
from tests.screen.proofs import FULL, faults_on, model_of, proofs_of, view
from tests.screen.test_legible import EACH_SIZE


def test_what_lies_in_front_of_a_seat_is_told_above_its_slip_and_never_over_a_card_of_the_board():
    for seats in range(1, 8):
        places = layout("house", seats)
        higher = [above_slips(place, places.board).tabs for place in places.seats]
        for tabs in (*higher, *(place.tabs for place in places.seats)):
            assert not any(overlap(tabs, card) for card in places.board), (seats, tabs)


def overlap(one, other):
    return (
        one.x < other.right
        and other.x < one.right
        and one.y < other.bottom
        and other.y < one.bottom
    )


def test_slips_are_paid_from_seat_1_on_and_each_stands_its_time():
    painter = Painter(FULL)
    painter.show(model_of(view("house-pays")), 0)
    now = [
        [
            (one.seat, state)
            for one, state in slip_states(painter.model, painter.moment(SEAT_MS * page))
        ]
        for page in (1, 3, 7)
    ]
    assert now[0] == [(1, "now"), *[(seat, "waits") for seat in (2, 3, 4, 5, 7)]]
    assert now[1] == [
        (1, "done"),
        (2, "done"),
        (3, "now"),
        (4, "waits"),
        (5, "waits"),
        (7, "waits"),
    ]
    assert {state for _, state in now[2]} == {"done"}


@pytest.mark.parametrize("at_ms", [SEAT_MS, 4 * SEAT_MS, 60_000])
@pytest.mark.parametrize("size", EACH_SIZE[:2])
def test_long_names_and_large_bets_fit_on_the_slips(size, at_ms):
    table = view("house-pays")
    each(name=LONG_NAME, stack=LARGE_STACK)(table)
    for one in table["slips"]:
        one.update(
            amount=3 * LARGE_STACK, hand="full house, queens over tens", hand_short="full house"
        )
        for line in one["lines"]:
            line.update(bet=LARGE_STACK, gain=-LARGE_STACK, pays=100)
    assert faults_on(table, size, at_ms) == []


TO_STACK, TO_HOUSE = T("To your stack: {players}."), T("To the house: {players}.")


def test_all_seven_who_clear_their_areas_are_named_on_the_bar_and_none_is_cut():
    """Of the longest names, in the largest text."""
    names = "Maximiliana Christopher Alessandra Bartholomew Konstantin Wilhelmina Evangelina"
    for language in LANGUAGES:
        told = say(
            group_players(
                (TO_STACK if n < 4 else TO_HOUSE, player_amount(n, 1_000 * n)) for n in range(1, 8)
            ),
            player_names(get_translator(language), *names.split()),
        )
        assert [name for name in names.split() if name not in told] == []
        asked = {"kind": "move", "headline": "", "seats": [*range(1, 8)], "command": ""}
        shown = view("casino-result", result=None, ask=asked, prompt=told, language=language)
        for style in (Style(text=1.3), Style(text=1.3, layout="portrait")):
            written = proofs_of(shown, style.display_px, style=style)[0]
            assert not [one.text for one in written if one.text.endswith("…")]
