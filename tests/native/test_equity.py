"""Equity in C by itself: every count beside plain dealing, no step outside a buffer, all
match-ups, what is refused.
"""

import pytest

from tablectl.rules._handeval import ffi, lib

from .compiling import SANITIZERS, runner

SOURCES = ("handeval*.c", "equity*.c")


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return runner(tmp_path_factory.mktemp("native"), SOURCES)


@pytest.mark.slow
def test_3000_random_showdowns_are_counted_as_they_are_dealt(run):
    """2 to 10 players, every deck, up to 15 dead cards; per winner mask. 2,000 on the streets,
    1,000 in the midst of a flop.
    """
    finished = run("equity_by_dealing", 3000, 1)
    assert (finished.returncode, finished.stdout, finished.stderr) == (
        0,
        "3000 showdowns, 122317665 boards\n",
        "",
    )


@pytest.mark.slow
def test_random_showdowns_are_counted_without_a_step_outside_a_buffer(run):
    finished = run("equity_by_dealing", 90, 2, flags=SANITIZERS)
    assert (finished.returncode, finished.stderr) == (0, "")


@pytest.mark.slow
def test_all_match_ups_stand_for_all_pairs_of_holdings_and_all_boards(run):
    finished = run("equity_match_ups")
    assert (finished.returncode, finished.stderr) == (0, "")
    assert [int(number) for number in finished.stdout.split()] == [
        47_008,
        812_175,
        812_175 * 1_712_304,
        10_689_050_508,
        68_413_872,
        6 * 1225 * 1_712_304,
    ]


HOLDINGS = bytes([51, 50, 49, 48])


@pytest.mark.parametrize(
    ("question", "error"),
    [
        ((-1, 2, HOLDINGS, 0, b"", 0, b""), lib.EQ_BAD_DECK),
        ((lib.HE_JOKER + 1, 2, HOLDINGS, 0, b"", 0, b""), lib.EQ_BAD_DECK),
        ((lib.HE_STANDARD, 1, HOLDINGS, 0, b"", 0, b""), lib.EQ_BAD_PLAYERS),
        ((lib.HE_STANDARD, 11, bytes(22), 0, b"", 0, b""), lib.EQ_BAD_PLAYERS),
        ((lib.HE_STANDARD, 2, HOLDINGS, -1, b"", 0, b""), lib.EQ_BAD_BOARD),
        ((lib.HE_STANDARD, 2, HOLDINGS, 6, bytes(6), 0, b""), lib.EQ_BAD_BOARD),
        ((lib.HE_STANDARD, 2, HOLDINGS, 0, b"", -1, b""), lib.EQ_BAD_DEAD),
        ((lib.HE_STANDARD, 2, HOLDINGS, 0, b"", 55, bytes(55)), lib.EQ_BAD_DEAD),
        ((lib.HE_STANDARD, 2, bytes([51, 50, 49, 52]), 0, b"", 0, b""), lib.EQ_BAD_CARD),
        ((lib.HE_JOKER, 2, bytes([51, 50, 49, 54]), 0, b"", 0, b""), lib.EQ_BAD_CARD),
        ((lib.HE_JOKER, 2, bytes([51, 50, 49, 255]), 0, b"", 0, b""), lib.EQ_BAD_CARD),
        ((lib.HE_SHORT, 2, bytes([51, 50, 49, 15]), 0, b"", 0, b""), lib.EQ_BAD_CARD),
        ((lib.HE_STANDARD, 2, bytes([51, 50, 49, 51]), 0, b"", 0, b""), lib.EQ_CARD_TWICE),
        ((lib.HE_STANDARD, 2, HOLDINGS, 3, bytes([1, 2, 51]), 0, b""), lib.EQ_CARD_TWICE),
        ((lib.HE_STANDARD, 2, HOLDINGS, 0, b"", 2, bytes([1, 1])), lib.EQ_CARD_TWICE),
        ((lib.HE_STANDARD, 2, HOLDINGS, 0, b"", 44, bytes(range(44))), lib.EQ_TOO_FEW),
    ],
)
def test_what_cannot_be_counted_is_refused_and_nothing_written(question, error):
    boards = ffi.new("uint32_t[]", [7] * 4)
    assert lib.eq_count(*question, boards) == error
    assert ffi.unpack(boards, 4) == [7] * 4


def test_five_cards_left_are_one_board():
    boards = ffi.new("uint32_t[]", 4)
    assert (
        lib.eq_count(lib.HE_STANDARD, 2, HOLDINGS, 0, ffi.NULL, 43, bytes(range(43)), boards) == 1
    )
    assert sum(ffi.unpack(boards, 4)) == 1
