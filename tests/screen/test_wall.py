"""The wall's clock: time, blinds and who is left, without seats, bar or cards."""

import pygame

from tablectl.screen.paint import Painter
from tablectl.screen.style import Style
from tests.screen.proofs import FULL, model_of, texts, view


def test_as_many_players_are_listed_as_have_room_and_who_is_out_only_below_them():
    shown = view("friday-deep-stack")
    seat = shown["seats"]["1"]
    shown["seats"] = {
        str(n): {**seat, "name": f"Player {n}", "status": "in", "stack": 100 * n}
        for n in range(1, 11)
    }
    said = texts(shown, style=Style(view="clock"))
    assert [name for name in said if name.startswith("Player ")] == [
        f"Player {n}" for n in range(10, 0, -1)
    ]
    assert "LAST OUT" not in said


def test_a_second_redraws_only_the_wall_s_two_clocks():
    painter, surface = Painter(FULL, style=Style(view="clock")), pygame.Surface(FULL, 0, 32)
    painter.show(model_of(view("friday-deep-stack")), 0)
    painter.paint(surface, 0)
    assert painter.paint(surface, 500) == []
    assert len(painter.paint(surface, 1_000)) == 2
