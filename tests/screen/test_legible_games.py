"""The house's table and the pool table, full of long names and large amounts: every text whole,
apart, with contrast.
"""

from functools import partial

import pytest

from tablectl.screen.style import TEXTS, Style
from tests.screen.proofs import VIEWS, faults_on, proofs_of, view
from tests.screen.test_legible import (
    EACH_SIZE,
    LARGE_STACK,
    LONG_NAME,
    SITUATIONS,
    SIZES,
    crowded,
    cut_names,
    each,
)
from tests.tiers import tiered

UPRIGHT_SIZE = (1080, 1920)
# 3.6 mm on 24 inches: nothing is set smaller, not even on a badge
CAP_MIN_U = 13
LONG_SHOT = "Three-rail bank shot around the eight ball into the far corner pocket"


# Against the house


def crowded_house(seats, situation):
    """As many seats as there are places, each with a long name, a large stack and large bets."""
    shown = view("casino-deciding")
    template = {
        **shown["seats"]["4"],
        "name": LONG_NAME,
        "stack": LARGE_STACK,
        "bet": 4 * LARGE_STACK,
        "bets": {"ante": LARGE_STACK, "bonus": LARGE_STACK, "call": 2 * LARGE_STACK},
    }
    shown["seats"] = {str(number): dict(template) for number in range(1, seats + 1)}
    shown.update(
        to_act=1,
        to_call=2 * LARGE_STACK,
        house=1_000 * LARGE_STACK,
        table="The long table by the window",
        prompt=f"Seat 1: call {2 * LARGE_STACK:,} to see turn and river, or fold.",
        qualify="77",
    )
    shown["limits"].update(
        ante_min=1_000, ante_max=LARGE_STACK, bonus_min=1_000, bonus_max=LARGE_STACK
    )
    HOUSE[situation](shown)
    return shown


def _bets(shown):
    each(to_answer=True, cannot_call=True, cards=[])(shown)
    shown["limits"].update(ante_now=LARGE_STACK - 1, bonus_now=LARGE_STACK - 1)
    shown.update(
        phase="betting",
        waiting_for="bets",
        to_act=None,
        to_call=None,
        legal=[],
        board=[],
        dealer={"cards": []},
    )


def _nothing_accepted(shown):
    _bets(shown)
    shown["limits"].update(ante_now=0, bonus_now=0)


def _together(shown):
    each(to_answer=True)(shown)
    shown.update(to_act=None, to_call=None, legal=[])


def _settled(shown):
    each(cards=["Th", "Qd"], bet=0, bets={"ante": 0, "bonus": 0, "call": 0})(shown)
    hand = "straight flush, queen to eight"
    lines = [
        [
            {
                "line": "bonus",
                "bet": LARGE_STACK,
                "paid": 50 * LARGE_STACK,
                "returned": LARGE_STACK,
                "hand": hand,
            },
            {"line": "ante", "bet": LARGE_STACK, "paid": LARGE_STACK, "returned": LARGE_STACK},
            {"line": "call", "bet": 2 * LARGE_STACK, "returned": 2 * LARGE_STACK},
        ],
        [
            {"line": line, "bet": LARGE_STACK, "collected": LARGE_STACK}
            for line in ("bonus", "ante", "call")
        ],
    ]
    shown.update(
        phase="idle",
        waiting_for="nothing",
        to_act=None,
        to_call=None,
        legal=[],
        board=["Ac", "Td", "6h", "Jc", "Ts"],
        dealer={
            "cards": ["3c", "3d"],
            "hand": "two pair, tens and threes",
            "best": ["Td", "Ts", "3c", "3d", "Ac"],
            "qualifies": True,
        },
        result=[
            {
                "seat": int(number),
                "won": 56 * LARGE_STACK if int(number) % 2 else 0,
                "hand": hand,
                "pot": 0,
                "cards": ["Ac", "Td", "Ts", "Th", "Jc"],
                "lines": lines[1 - int(number) % 2],
            }
            for number in shown["seats"]
        ],
    )


def _halted(shown):
    wrong = view("casino-halted")["irregularity"]
    shown.update(
        phase="halted",
        board=["Ac", "Td", "6h", "Jc", "Ts"],
        irregularity={
            **wrong,
            "cards": ["3c", "4c"],
            "remedy": wrong["remedy"] + " The floor confirms it, or rules otherwise." * 3,
        },
    )
    each(due_back=LARGE_STACK)(shown)


HOUSE = {
    "deciding": each(),
    "together": _together,
    "bets": _bets,
    "nothing accepted": _nothing_accepted,
    "settled": _settled,
    "halted": _halted,
    "due back": each(due_back=LARGE_STACK),
    "lost": each(connected=False),
    "folded": each(status="folded", cards=[]),
    "sitting out": each(status="sitting_out", cards=[]),
    "out": each(status="out", stack=0, cards=[], place=9),
}


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


def crowded_rack(seats, situation):
    shown = view("pool-shooting")
    template = {**shown["seats"]["2"], "name": LONG_NAME, "points": 1_088}
    shown["seats"] = {str(number): dict(template) for number in range(1, seats + 1)}
    shown["seats"]["1"] = {**template, "shots": {}}
    shown.update(
        button=1,
        to_act=1,
        clock_left_ms=9_000,
        clock_total_ms=20_000,
        table="The long table by the window",
        shot={
            "seat": 1,
            "card": "7c",
            "try": 3,
            "name": LONG_SHOT,
            "points": 88,
            "worth": 172,
            "tries": 3,
        },
        board_shots=[
            {"card": card, "points": 88, "name": LONG_SHOT, "is_double": True}
            for card in shown["board"]
        ],
    )
    RACK[situation](shown)
    return shown


def _flat_bets(shown):
    each(to_answer=True, shots={})(shown)
    shown.update(phase="betting", waiting_for="bets", to_act=None, legal=[], shot=None)


def _scored(shown):
    each(cards=["Jk", "Td"], place=1, shots=dict.fromkeys(shown["board"], 172))(shown)
    shown.update(
        phase="idle",
        waiting_for="nothing",
        to_act=None,
        legal=[],
        shot=None,
        result=[
            {
                "seat": int(number),
                "won": 0,
                "cards": ["Jk", "Td", "9h"],
                "hand": "five of a kind, queens",
                "pot": 0,
                "points": 125 if int(number) % 2 else -115,
            }
            for number in shown["seats"]
        ],
    )


def _shots_halted(shown):
    shown.update(
        phase="halted",
        shot=None,
        irregularity={
            **view("pool-halted")["irregularity"],
            "remedy": "The next card of the stub takes its place. " * 8,
        },
    )


def _no_board(shown):
    shown.update(
        phase="dealing",
        waiting_for="card",
        to_act=None,
        legal=[],
        shot=None,
        board=[],
        street="preflop",
    )


RACK = {
    "shooting": each(),
    "bets": _flat_bets,
    "scored": _scored,
    "halted": _shots_halted,
    "dealing": _no_board,
    "lost": each(connected=False),
    "sitting out": each(status="sitting_out"),
    "foul": each(status="foul"),
}


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

CROWDS = (
    (crowded, (2, 3, 6, 9, 10), SITUATIONS),
    (crowded_house, (3, 5, 7), HOUSE),
    (crowded_rack, (2, 4), RACK),
)
PICTURES = {name: partial(view, name) for name in VIEWS} | {
    f"{make.__name__} {seats} {situation}": partial(make, seats, situation)
    for make, numbers, situations in CROWDS
    for seats in numbers
    for situation in situations
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
