"""The codes of seats go to one board screen, and to no other."""

import base64

import pytest

from tablectl.service.config.checks import config_misfits
from tablectl.service.config.values import Config, PhonesConfig, ScreenConfig
from tablectl.view.codes import codes_decoder

from .phoned import WithBoards, phones_at_a_table


@pytest.fixture
def ask():
    with phones_at_a_table(WithBoards) as asker:
        yield asker


def codes_of(screen):
    return {code.seat: code for code in codes_decoder.decode(screen.newest)}


def test_a_board_hears_where_the_seat_s_page_is_its_digits_and_how_long_they_hold(ask):
    board, _ = ask.stage.code_ends
    board.plug()
    ask.rest()
    assert codes_of(board) == {}  # every seat has its phone
    ask.seat_phones.free(2)
    ask.wait(500)
    shown, code = codes_of(board)[2], ask.seat_phones.codes()[2]
    where, _, key = shown.url.partition("#")
    assert where == "http://table.local:8080/seat/2"
    assert base64.urlsafe_b64decode(key + "==") == code.key
    assert (shown.digits, shown.left_s) == (code.digits, 60)


def test_where_nobody_serves_pages_a_board_hears_the_digits_alone(ask):
    board, _ = ask.stage.code_ends
    ask.stage._running.code_screen._address = ""
    board.plug()
    ask.seat_phones.free(2)
    ask.rest()
    shown = codes_of(board)[2]
    assert (shown.url, shown.digits) == ("", ask.seat_phones.codes()[2].digits)


def test_a_code_whose_time_is_up_is_another_and_one_that_was_read_is_gone(ask):
    board, _ = ask.stage.code_ends
    board.plug()
    ask.seat_phones.free(2)
    ask.rest()
    first = codes_of(board)[2]
    ask.wait(59_000)
    assert codes_of(board)[2] == first
    ask.wait(1_500)
    second = codes_of(board)[2]
    assert second.url != first.url
    assert ask(do="digits", digits=second.digits)["ok"]
    ask.rest()
    assert codes_of(board) == {}


def test_wrong_digits_give_the_board_other_codes_at_once(ask):
    board, _ = ask.stage.code_ends
    board.plug()
    ask.seat_phones.free(2)
    ask.rest()
    first = codes_of(board)[2]
    wrong = "0000" if first.digits != "0000" else "0001"
    for _ in range(5):
        ask(do="digits", digits=wrong)
    ask.rest()
    assert codes_of(board)[2].url != first.url


def test_a_second_screen_gets_no_code_until_the_first_is_gone(ask):
    """Clauses: G-7."""
    board, other = ask.stage.code_ends
    board.plug()
    ask.rest()
    other.plug()
    ask.seat_phones.free(2)
    ask.rest()
    assert (set(codes_of(board)), other.newest, other.is_closed) == ({2}, b"", True)


def test_a_screen_that_dies_is_forgotten_and_the_next_one_has_the_codes(ask):
    board, other = ask.stage.code_ends
    board.plug()
    ask.seat_phones.free(2)
    ask.rest()
    ask.stage.loop.remove_reader(board.fileno())
    board.close()
    ask.rest()
    other.plug()
    ask.rest()
    assert codes_of(other)[2].digits == ask.seat_phones.codes()[2].digits


def misfits(*screens, codes="codes"):
    config = Config(screen=screens, phones=PhonesConfig(codes=codes))
    return [one.sentence for one in config_misfits(config) if "pairing" in one.key]


def test_one_screen_shows_codes_and_no_clock_does():
    board, rail = ScreenConfig(pairing=True), ScreenConfig(name="rail")
    assert misfits(board, rail) == []
    assert misfits(board, ScreenConfig(name="far", pairing=True)) == [
        "Two screens have pairing = true: one alone shows the codes."
    ]
    assert misfits(ScreenConfig(pairing=True, view="clock")) == [
        'A screen with view = "clock" shows no codes: leave pairing out.'
    ]
    (no_way,) = misfits(board, codes="")
    assert no_way.startswith("The screen has no way to the codes")
