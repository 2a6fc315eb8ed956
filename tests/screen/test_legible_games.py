"""The house's table and the pool table, full of long names and large amounts: every text whole,
apart, with contrast.
"""

from functools import partial

import pytest

from tablectl.screen.style import TEXTS, Style
from tests.screen.crowds import CROWDS, HOUSE, RACK, crowd, crowded_house, crowded_rack
from tests.screen.proofs import VIEWS, faults_on, proofs_of, view
from tests.screen.test_legible import EACH_SIZE, SIZES, cut_names
from tests.tiers import tiered

UPRIGHT_SIZE = (1080, 1920)
# 3.6 mm on 24 inches: nothing is set smaller, not even on a badge
CAP_MIN_U = 13


# Against the house


@pytest.mark.slow
@pytest.mark.parametrize("seats", tiered(range(1, 8), [7]))
@pytest.mark.parametrize("size", EACH_SIZE)
def test_the_houses_table_can_be_read_at_every_number_of_seats(size, seats):
    assert [
        (situation, fault)
        for situation in HOUSE
        for at_ms in ((0, 3_000, 6_000) if situation == "settled" else (0,))
        for fault in faults_on(crowded_house(seats, situation), size, at_ms)
    ] == []


@pytest.mark.slow
@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("seats", range(1, 8))
def test_a_usual_name_stands_whole_beside_its_cards(seats, text):
    """`Brigi…` is nobody's name."""
    assert cut_names(crowded_house, HOUSE, seats, Style(text=text)) == []


@pytest.mark.parametrize("lines", tiered([4, 6, 9, 11], [11]))
def test_a_pay_table_of_any_length_fits(lines):
    shown = view("casino-deciding")
    names = [f"{rank}_of_the_kind_that_is_paid" for rank in range(lines)]
    shown["ante_table"] = {name: 1_000_000 - i for i, name in enumerate(names)}
    assert [fault for size in SIZES for fault in faults_on(shown, size)] == []


# The pool table


@pytest.mark.parametrize("seats", tiered(range(2, 5), [4]))
@pytest.mark.parametrize("size", EACH_SIZE)
def test_the_pool_table_can_be_read_at_every_number_of_players(size, seats):
    assert [
        (situation, fault)
        for situation in RACK
        for at_ms in ((0, 3_000) if situation == "scored" else (0,))
        for fault in faults_on(crowded_rack(seats, situation), size, at_ms)
    ] == []


@pytest.mark.parametrize("text", tiered([1.0, 1.3], [1.3]))
def test_both_tables_can_be_read_upright(text):
    crowds = [
        *((crowded_house, 7, situation) for situation in HOUSE),
        *((crowded_rack, 4, situation) for situation in RACK),
    ]
    style = Style(layout="portrait", text=text)
    assert [
        (situation, fault)
        for crowded, seats, situation in crowds
        for fault in faults_on(crowded(seats, situation), UPRIGHT_SIZE, style=style)
    ] == []


@pytest.mark.slow
@pytest.mark.parametrize("ranks", ["22", "44", "77", "AA", "KQ"])
def test_the_curved_line_is_whole_on_every_display(ranks):
    """Also on one that stands upright, where the table is small. Its letters are turned, each to
    a whole pixel.
    """
    views = [view("casino-bets", qualify=ranks, language=language) for language in ("en", "es")]
    assert [
        fault
        for one in views
        for size in (*SIZES, (1600, 900), (1024, 768), (1080, 1920), (720, 1280))
        for fault in faults_on(one, size)
        if len(fault.split("'")[1]) == 1
    ] == []


@pytest.mark.parametrize("suit", tiered("shdc", "s"))
def test_the_crown_of_a_covered_card_lies_over_no_rank(suit):
    for ranks in ("23456Q", "789TJK", "AT7Q2T"):
        shown = crowded_rack(4, "shooting")
        shown["board"] = [f"{rank}{suit}" for rank in ranks]
        shown["board_shots"] = [
            {"card": card, "points": 8, "is_double": True} for card in shown["board"]
        ]
        assert faults_on(shown) == [], ranks


# All of them: what is written on the files' views, and on crowded tables of every kind.

CROWDED = (("ring", (2, 3, 6, 9, 10)), ("house", (3, 5, 7)), ("rack", (2, 4)))
PICTURES = {name: partial(view, name) for name in VIEWS} | {
    f"{kind} {seats} {situation}": partial(crowd, kind, seats, situation)
    for kind, numbers in CROWDED
    for seats in numbers
    for situation in CROWDS[kind]["situations"]
}


@pytest.mark.slow
def test_nothing_on_any_picture_is_smaller_than_three_and_a_half_millimetres():
    assert (
        min(
            (one.cap_px, one.text, name)
            for name, make in PICTURES.items()
            for one in proofs_of(make())[0]
        )[0]
        >= CAP_MIN_U
    )
