"""The wall's clock: time, blinds and who is left, without seats, bar or cards."""

import pygame

from tablectl.screen.paint import Painter
from tablectl.screen.style import Style
from tests.screen.proofs import FULL, faults_on, model_of, texts, view
from tests.screen.test_legible import LARGE_STACK, LONG_NAME, each


def tournament():
    """Level 6 of a tournament, as full as it can be."""
    table = view("break", paused=False, phase="betting")
    table["level"].update(
        {
            "number": 6,
            "small_blind": 200,
            "big_blind": 400,
            "ante": 50,
            "next_in_s": 767,
            "length_s": 1_200,
            "break": False,
            "next": {"small_blind": 300, "big_blind": 600, "ante": 75},
        }
    )
    table["tournament"] = {
        "name": "Friday Deep Stack",
        "entries": 40,
        "left": 23,
        "average": 34_782,
        "chips": 800_000,
        "break_in_s": 3_167,
        "break_s": 600,
        "last_out": [
            {"seat": 3, "name": "Sofia", "place": 24},
            {"seat": 4, "name": None, "place": 25},
        ],
    }
    return table


def told(table, at_ms=0):
    return texts(table, FULL, at_ms, Style(view="clock"))


def test_the_wall_tells_time_blinds_and_who_is_left_and_nothing_of_the_hand():
    assert told(tournament()) == [
        "6",
        "LEVEL",
        "Friday Deep Stack",
        "12:47",
        "BLINDS",
        "ANTE",
        "50",
        "200 / 400",
        "NEXT LEVEL",
        "ANTE 75",
        "300 / 600",
        "BREAK IN",
        "10 minutes",
        "52:47",
        "PLAYERS",
        "23 of 40",
        "AVERAGE",
        "34,782",
        "CHIPS",
        "800,000",
        "STILL IN",
        "CHIPS",
        "68,400",
        "Mateo",
        "52,150",
        "Ines",
        "41,300",
        "Yuki",
        "22,650",
        "Patrick",
        "15,500",
        "Alexandra",
        "LAST OUT",
        "24th",
        "Sofia",
        "25th",
        "Seat 4",
    ]


def test_as_many_players_are_listed_as_have_room_and_who_is_out_only_below_them():
    view = tournament()
    seat = view["seats"]["1"]
    view["seats"] = {
        str(n): {**seat, "name": f"Player {n}", "status": "in", "stack": 100 * n}
        for n in range(1, 11)
    }
    said = told(view)
    assert [name for name in said if name.startswith("Player ")] == [
        f"Player {n}" for n in range(10, 0, -1)
    ]
    assert "LAST OUT" not in said


def test_the_wall_speaks_of_the_game_that_is_played():
    """Against the house there are no blinds and nobody is still in; for points nobody has chips."""
    house, pool = (told(name) for name in ("casino-bets", "pool-shooting"))
    assert {"ANTE", "10 – 100", "BONUS", "5 – 50", "CALL", "2 × ANTE", "BANK", "Pete"} <= set(house)
    assert {"HAND", "3 of 5", "BETS", "5 a round", "TOTAL", "52", "Efren"} <= set(pool)
    assert {"BLINDS", "STILL IN", "AVERAGE"} & {*house, *pool} == set()
    assert "CHIPS" not in pool


def test_the_wall_s_clocks_run_without_a_new_view_and_stand_while_the_table_is_halted():
    assert {"12:44", "52:44"} <= set(told(tournament(), 3_000))
    assert {"12:47", "52:47"} <= set(told({**tournament(), "phase": "halted"}, 3_000))


def test_long_names_and_large_stacks_fit_on_the_wall():
    table = tournament()
    each(name=LONG_NAME, stack=LARGE_STACK)(table)
    table["tournament"].update(
        name="The long tournament of the club by the window",
        average=LARGE_STACK,
        chips=100 * LARGE_STACK,
    )
    table["level"].update(small_blind=50_000, big_blind=100_000, ante=10_000, next_in_s=35_000)
    assert faults_on(table, FULL, style=Style(view="clock")) == []


def test_a_second_redraws_only_the_wall_s_two_clocks():
    painter, surface = Painter(FULL, style=Style(view="clock")), pygame.Surface(FULL, 0, 32)
    painter.show(model_of(tournament()), 0)
    painter.paint(surface, 0)
    assert painter.paint(surface, 500) == []
    assert len(painter.paint(surface, 1_000)) == 2
