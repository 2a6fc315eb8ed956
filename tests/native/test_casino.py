"""Casino odds in C by itself: published figures, plain dealing, no step outside a buffer, what
is refused.
"""

import threading

import pytest

from tablectl.rules._handeval import ffi, lib
from tablectl.rules.evaluate import card_codes, strength

from .compiling import SANITIZERS, runner

SOURCES = ("handeval*.c", "casino*.c")

PAYS = (1, 1, 1, 1, 1, 2, 3, 10, 20, 100)  # D-9
SHOWDOWNS = 27_813_810_024_000
# of casino_by_dealing.c
RULES = [1, *(pytest.param(which, marks=pytest.mark.slow) for which in (0, 2, 3))]


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return runner(tmp_path_factory.mktemp("native"), SOURCES)


def rules(pays=PAYS, unit=1):
    return ffi.new(
        "struct ca_rules *", (unit, pays, strength(card_codes(("4c", "4d", "2c", "3d", "5h"))))
    )


def test_the_published_pay_table():
    found = ffi.new("struct ca_outcomes *")
    assert lib.ca_count(rules(), 0, found) == 0
    assert (found.value, found.hands_called) == (-600_123_513_880, 21_309_024)


@pytest.mark.slow
def test_the_outcomes_add_up_to_every_showdown_and_to_the_edge():
    found = ffi.new("struct ca_outcomes *")
    assert lib.ca_count(rules(), 1, found) == 0
    folded = (lib.CA_HANDS - found.hands_called) * lib.CA_SHOWDOWNS
    tables = [
        ffi.unpack(table, lib.CA_CATEGORIES)
        for table in (found.not_qualified, found.won, found.tied, found.lost)
    ]
    assert sum(map(sum, tables)) + folded == SHOWDOWNS
    won = sum(
        pays * (missed + beaten) + 2 * beaten
        for pays, missed, beaten in zip(PAYS, tables[0], tables[1], strict=True)
    )
    assert won - 3 * sum(tables[3]) - folded == found.value == -600_123_513_880


@pytest.mark.slow
def test_the_bonus_sees_every_hand_of_five_cards():
    """Each hand of five counts ten times, for each choice of the three that are the flop."""
    found = ffi.new("struct ca_outcomes *")
    assert lib.ca_count(rules(), 1, found) == 0
    # of pairs: of aces
    made = [1_302_540, 84_480, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4]
    assert ffi.unpack(found.made, lib.CA_CATEGORIES) == [10 * hands for hands in made]
    assert all(
        called <= 10 * hands for called, hands in zip(found.made_and_called, made, strict=True)
    )


@pytest.mark.slow
@pytest.mark.parametrize("which", RULES)
def test_ten_million_deals_come_near_and_single_hands_are_exact(run, which):
    """Other pays, other qualifying hands: four standard errors, and 10 hands to the last of
    their 1,070,190 showdowns.
    """
    finished = run("casino_by_dealing", which, 10_000_000, 10, 1)
    assert (finished.returncode, finished.stderr) == (0, ""), finished.stdout


@pytest.mark.slow
def test_all_boards_are_gone_over_without_a_step_outside_a_buffer(run):
    finished = run("casino_by_dealing", 0, 50, 1, 2, flags=SANITIZERS)
    assert (finished.returncode, finished.stderr) == (0, ""), finished.stdout


@pytest.mark.parametrize(
    ("pays", "unit"),
    [
        (PAYS, 0),
        (PAYS, 601),
        ((-1, *PAYS[1:]), 1),
        ((*PAYS[:9], 1999), 1),
        ((*PAYS[:9], 801), 600),
    ],
)
def test_rules_beyond_the_limits_are_refused_and_nothing_written(pays, unit):
    found = ffi.new("struct ca_outcomes *", {"value": 7})
    assert lib.ca_count(rules(pays, unit), 0, found) == lib.CA_BAD_RULES
    assert found.value == 7


@pytest.mark.slow
@pytest.mark.parametrize(("pays", "unit"), [((*PAYS[:9], 1998), 1), ((800,) * 10, 600)])
def test_rules_at_the_limits_are_counted(pays, unit):
    plain, full = ffi.new("struct ca_outcomes *"), ffi.new("struct ca_outcomes *")
    assert (
        lib.ca_count(rules(pays, unit), 0, plain) == lib.ca_count(rules(pays, unit), 1, full) == 0
    )
    won = sum(
        pay * (full.not_qualified[i] + full.won[i]) + 2 * unit * full.won[i]
        for i, pay in enumerate(pays)
    )
    folded = (lib.CA_HANDS - full.hands_called) * lib.CA_SHOWDOWNS
    assert plain.value == full.value == won - unit * (3 * sum(full.lost) + folded)


@pytest.mark.slow
def test_a_long_count_leaves_others_their_turn():
    """It releases the GIL."""
    found = ffi.new("struct ca_outcomes *")
    counting = threading.Thread(target=lib.ca_count, args=(rules(), 1, found))
    turns = 0
    counting.start()
    while counting.is_alive():
        turns += 1
    assert turns > 100
