"""The lines that the demo prints: no wider than a terminal, with names, and with figures that
add up from hand to hand.
"""

import re

import pytest

from tablectl.cli.hand_text import WIDE, hand_text
from tablectl.simulation.demo.hand_summary import HandPlayed
from tablectl.simulation.demo.options import DemoOptions
from tablectl.simulation.demo.play import play_fast

SEATS = 7
HOUSE = re.compile(r"The house (?:(wins|pays) ([\d,]+)|is even)\.$")
AGAINST = re.compile(r" +\w+ \(seat \d\) +bet +([\d,]+) +gets +([\d,]+) +([+-][\d,]+)  \S.*")
POINTS = re.compile(
    r" +(\w+) \(seat \d\) +(\d+) \+ +(\d+) by shots ([+-]) +(\d+) at poker = +(\d+)  (\S.*)"
)


def lines(wanted):
    """What is told of each hand of a demo; no line is wider than a terminal."""
    hands = []
    play_fast(wanted, hands.append)
    found = [hand_text(hand).split("\n") for hand in hands]
    assert max(len(line) for hand in found for line in hand) <= WIDE
    return found


def number(text):
    return int(text.replace(",", ""))


@pytest.mark.slow
def test_no_line_of_a_demo_is_wider_than_a_terminal():
    assert len(lines(DemoOptions("tournament", players=10, hands=12, seed=3))) == 12


@pytest.mark.slow
def test_what_the_seats_lose_the_house_wins_and_the_dealer_s_hand_is_named():
    """Clauses: D-6."""
    for head, *rows in lines(DemoOptions("casino", players=SEATS, hands=12, seed=3)):
        seats = [
            tuple(map(number, found.groups())) for row in rows if (found := AGAINST.fullmatch(row))
        ]
        assert len(seats) == len(rows)
        assert all(gets - bet == net for bet, gets, net in seats)
        house = HOUSE.search(head)
        kept = {"wins": 1, "pays": -1, None: 0}[house[1]] * number(house[2] or "0")
        assert kept == -sum(net for _, _, net in seats)
        assert re.search(
            r"  (Dealer \w\w \w\w: .+, (qualifies|does not qualify)|The dealer's cards stay "
            r"down)\. ",
            head,
        )


def test_the_points_of_a_hand_add_up_to_the_total_from_which_the_next_begins():
    """Clauses: M-8."""
    totals = {}
    for _, *rows in lines(DemoOptions("pool", hands=4, seed=2)):
        for row in rows:
            found = POINTS.fullmatch(row)
            assert found is not None, row
            name, before, shots, sign, poker, total, hand = found.groups()
            sum_of_all = int(before) + int(shots) + int(f"{sign}{poker}")
            assert int(before) == totals.get(name, 0)
            assert int(total) == max(0, sum_of_all)
            assert (sum_of_all < 0) == ("never below 0" in hand)
            totals[name] = int(total)
    assert len(totals) == 4


def test_a_hand_for_pots_is_told_in_a_line_with_names_and_what_went_wrong_below_it():
    won = {"won": 20, "cards": [], "hand": None, "pot": 0}
    hand = HandPlayed(
        3,
        [{"seat": 2, **won}, {"seat": 5, **won, "hand": "pair of aces"}],
        {},
        ("As", "Kd", "7h"),
        {"2": "Luca"},
        irregularities=("boxed card",),
    )
    assert hand_text(hand).split("\n") == [
        "Hand   3  As Kd 7h  Luca (seat 2) wins 20; Seat 5 wins 20: pair of aces",
        "          Went wrong: boxed card.",
    ]


def test_a_hand_without_a_result_says_why():
    assert (
        hand_text(HandPlayed(7, [], {}, (), void="Misdeal: every chip goes back."))
        == "Hand   7  Misdeal: every chip goes back."
    )
    assert hand_text(HandPlayed(8, [], {}, ())) == "Hand   8  Nobody bet."
