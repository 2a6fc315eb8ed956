"""The evaluator in C by itself: every hand counted, strengths against brute force, tables as
generated.
"""

import re
import subprocess
import sys
from math import comb

import pytest

from tests.tiers import tiered

from .compiling import NATIVE, SANITIZERS, runner

SOURCES = ("handeval*.c", "bestfive.c", "two_and_three.c")

# he_deck
DECKS = {
    "standard": 0,
    "short": 1,
    "short-flush": 2,
    "short-only-trips": 3,
    "short-trips": 4,
    "joker": 5,
}

CARDS = {
    "standard": 52,
    "short": 36,
    "short-flush": 36,
    "short-only-trips": 36,
    "short-trips": 36,
    "joker": 54,
}

# Hands of five, six and seven cards by category, weakest first, five of a kind last: all sums of
# the literature.
STANDARD = {
    5: [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4, 0],
    6: [6_612_900, 9_730_740, 2_532_816, 732_160, 361_620, 205_792, 165_984, 14_664, 1_656, 188, 0],
    7: [
        23_294_460,
        58_627_800,
        31_433_400,
        6_461_620,
        6_180_020,
        4_047_644,
        3_473_184,
        224_848,
        37_260,
        4_324,
        0,
    ],
}

A_SCREEN = 50  # lines


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return runner(tmp_path_factory.mktemp("native"), SOURCES)


def counts(finished):
    assert (finished.returncode, finished.stderr) == (0, "")
    return [int(line) for line in finished.stdout.split()]


def nothing_wrong(finished):
    return (finished.returncode, finished.stdout, finished.stderr) == (0, "", "")


@pytest.mark.slow
@pytest.mark.parametrize("cards", tiered([5, 6, 7], [5]))
def test_all_hands_of_the_standard_deck_fall_into_their_categories(run, cards):
    assert counts(run("count_hands", DECKS["standard"], cards)) == STANDARD[cards]


@pytest.mark.slow
@pytest.mark.parametrize("deck", DECKS)
def test_all_hands_of_five_cards_are_counted_without_a_step_outside_a_table(run, deck):
    assert sum(counts(run("count_hands", DECKS[deck], 5, flags=SANITIZERS))) == comb(CARDS[deck], 5)


@pytest.mark.slow
@pytest.mark.parametrize("deck", DECKS)
def test_a_hand_is_as_strong_as_the_strongest_five_of_its_cards(run, deck):
    assert nothing_wrong(
        run("best_of_subsets", DECKS[deck], 20_000 if deck == "joker" else 200_000, 1)
    )


@pytest.mark.slow
@pytest.mark.parametrize("deck", DECKS)
def test_two_and_three_are_as_strong_as_the_strongest_two_with_any_three(run, deck):
    assert nothing_wrong(run("two_and_three_by_fives", DECKS[deck], 20_000, 1))
    assert nothing_wrong(run("two_and_three_by_fives", DECKS[deck], 2_000, 3, flags=SANITIZERS))


@pytest.mark.slow
@pytest.mark.parametrize("deck", DECKS)
def test_the_best_five_are_found_without_a_step_outside_a_table(run, deck):
    assert nothing_wrong(
        run(
            "best_of_subsets",
            DECKS[deck],
            2_000 if deck == "joker" else 20_000,
            3,
            flags=SANITIZERS,
        )
    )


@pytest.mark.slow
def test_a_joker_is_worth_the_best_card_that_could_lie_in_its_place(run):
    """Clauses: M-9. 20,000 hands each of 2 to 7 cards with one and with two jokers: 240,000."""
    assert nothing_wrong(run("substitution", 20_000, 1))


@pytest.mark.slow
def test_jokers_are_played_without_a_step_outside_a_table(run):
    assert nothing_wrong(run("substitution", 300, 2, flags=SANITIZERS))


KIB = 1024
SHORT, TRIPS = (
    ("SHORT_SEVEN", "SHORT_SIX", "SHORT_FIVE"),
    ("TRIPS_SEVEN", "TRIPS_SIX", "TRIPS_FIVE"),
)
TOUCHED = {  # tables, and the bytes that they may take
    # and the keys, below 1 KB: 100 in all
    "seven cards": (("SEVEN", "SUITED"), 99 * KIB),
    # five to seven cards
    "short": ((*SHORT, "SHORT_SUITED"), 24 * KIB),
    "short-flush": ((*SHORT, "SHORT_SUITED_OVER"), 24 * KIB),
    "short-only-trips": ((*TRIPS, "SHORT_SUITED"), 24 * KIB),
    "short-trips": ((*TRIPS, "SHORT_SUITED_OVER"), 24 * KIB),
}


@pytest.mark.parametrize("order", TOUCHED)
def test_the_tables_that_hands_touch_stay_within_a_pi_s_caches(order):
    tables, most = TOUCHED[order]
    declared = re.findall(
        r"extern const uint(\d+)_t (\w+)\[(\d+)\]", (NATIVE / "handeval_tables.h").read_text()
    )
    sizes = {name: int(bits) // 8 * int(count) for bits, name, count in declared}
    assert sum(sizes[f"{table}_{part}"] for table in tables for part in ("STARTS", "CELLS")) <= most
    assert sizes["KEYS"] + sizes["SUIT_MASKS"] <= KIB


def test_no_function_in_c_is_longer_than_a_screen():
    ends = {}
    for source in sorted(NATIVE.rglob("*.[ch]")):
        if source.name != "handeval_data.c":
            lines = source.read_text().splitlines()
            opened = [number for number, line in enumerate(lines) if line == "{"]
            ends |= {f"{source.name}:{first}": lines.index("}", first) - first for first in opened}
    assert len(ends) > 100
    assert {where: length for where, length in ends.items() if length > A_SCREEN} == {}


@pytest.mark.slow
def test_the_tables_in_the_tree_are_what_their_generator_writes():
    printed = subprocess.run(
        [
            sys.executable,
            "-c",
            "import generate, sys; sys.stdout.write(generate.header() + generate.data())",
        ],
        cwd=NATIVE,
        capture_output=True,
        check=True,
    )
    written = [(NATIVE / name).read_bytes() for name in ("handeval_tables.h", "handeval_data.c")]
    assert printed.stdout == b"".join(written)
