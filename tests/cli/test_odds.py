"""`tablectl equity` and `tablectl odds casino`, as a person and as a program meet them."""

import json

import pytest
from typer.testing import CliRunner

from tablectl.cli.app import app


def told(*arguments):
    done = CliRunner().invoke(app, arguments)
    return done.exit_code, done.stdout


def in_json(*arguments):
    code, text = told(*arguments, "--json")
    assert code == 0
    return [json.loads(line) for line in text.splitlines()]


def test_equity_prints_a_table():
    assert told("equity", "AsKs", "QhQd") == (
        0,
        (
            "hand     wins  shares     equity\n"
            "AsKs  787,966   6,732  46.2145 %\n"
            "QhQd  917,606   6,732  53.7855 %\n"
            "1,712,304 boards.\n"
        ),
    )


def test_equity_on_a_flop_with_a_dead_card_in_json():
    [found] = in_json("equity", "AsKs", "QhQd", "--board", "Ts9s2d", "--dead", "Qc")
    assert found["boards"] == 44 * 43 / 2
    assert [player["hand"] for player in found["players"]] == ["AsKs", "QhQd"]
    assert sum(player["equity"] for player in found["players"]) == pytest.approx(1)


@pytest.mark.slow
def test_every_match_up_is_a_line():
    lines = in_json("equity", "--all")
    assert (len(lines), sum(line["weight"] for line in lines)) == (47_008, 812_175)
    assert set(lines[0]) == {"hands", "weight", "win", "tie", "lose"}


@pytest.mark.slow
def test_to_a_person_the_columns_of_the_match_ups_are_named():
    code, text = told("equity", "--all")
    heads, first, *rest = text.splitlines()
    assert (code, len(rest)) == (0, 47_007)
    assert heads.split() == ["hands", "times", "wins", "ties", "losses"]
    assert first.split() == ["AsAh", "AdAc", "x3", "37,210", "1,637,884", "37,210"]


def test_one_board_is_one():
    assert told("equity", "AsKs", "QhQd", "--board", "2c3c4c5c6c")[1].splitlines()[-1] == "1 board."


def test_casino_odds_in_json():
    [odds] = in_json("odds", "casino", "--ante-table", "100/20/10/3/2/1", "--qualify", "44")
    assert round(odds["house_edge"], 10) == 0.0215764584
    assert (odds["hands"], odds["hands_called"], odds["outcomes"]["fold"]) == (
        25_989_600,
        21_309_024,
        5_009_105_629_440,
    )
    assert {
        "house_edge_exact",
        "fold_rate",
        "average_wager",
        "element_of_risk",
        "bonus_edge",
    } < set(odds)


@pytest.mark.slow
def test_a_table_may_be_given_by_name_and_in_fractions():
    by_name = (
        "royal_flush=100,straight_flush=20,four_of_a_kind=10,full_house=3,flush=2,"
        + ",".join(
            f"{made}=1" for made in ("straight", "three_of_a_kind", "two_pair", "pair", "high_card")
        )
    )
    assert in_json("odds", "casino", "--ante-table", by_name) == in_json("odds", "casino")
    assert in_json("odds", "casino", "--ante-table", "100/20/10/3/2.5/1") == in_json(
        "odds", "casino", "--ante-table", by_name.replace("flush=2,s", "flush=5/2,s")
    )


@pytest.mark.parametrize(
    "wrong",
    [
        ("equity", "AsKs"),
        ("equity", "AsKs", "QhQ"),
        ("equity", "AsKs", "AsQd"),
        ("equity", "AsKs", "QhQd", "--deck", "tall"),
        ("equity", "AsKs", "--all"),
        ("equity", "AsKs", "QhQd", "--board", "2c3c"),
        ("odds", "casino", "--qualify", "A5"),
        ("odds", "casino", "--ante-table", "1/2/3"),
        ("odds", "casino", "--ante-table", "flush=x"),
    ],
)
def test_wrong_use_ends_with_2(wrong, said):
    assert said(*wrong)[:2] == (2, "")
