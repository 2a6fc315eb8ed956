"""A display that lies between two sides of the table: both read the same, each in its own
direction.
"""

import pygame
import pytest

from tablectl.screen.layout.two_sided import BAR
from tablectl.screen.paint import FACING_MS, Painter
from tablectl.screen.style import Style
from tests.screen.crowds import crowded
from tests.screen.proofs import FULL, faults_on, model_of, pixels, proofs_of
from tests.tiers import tiered

BOTH = Style(layout="two_sided")


def test_both_sides_read_the_same_bar():
    """Pixel for pixel, turned by 180 degrees: who is asked, the keys and the clock."""
    surface = proofs_of("betting-6", style=BOTH)[1]
    bar = pygame.Rect(BAR).inflate(-40, -6)  # without its shadow on the felt
    across = bar.move(0, 1080 - bar.bottom - bar.top)
    assert pixels(surface.subsurface(bar)) == pixels(
        pygame.transform.flip(surface.subsurface(across), True, True)
    )


def test_pot_stakes_keys_and_the_board_s_ranks_stand_twice_and_a_name_once_beside_the_bars():
    proofs, _ = proofs_of("betting-6", style=BOTH)
    told = [one.text for one in proofs]
    assert {
        told.count(words)
        for words in ("8,100", "100 / 200", "10:11", "FOLD", "CALL", "A", "10", "J")
    } == {2}
    assert told.count("Luca") == 3
    turned = [one for one in proofs if one.text in ("8,100", "FOLD")]
    assert sorted(one.ink.centery > 540 for one in turned) == [False, False, True, True]


@pytest.mark.parametrize("name", ["halted-flop", "run-void", "result-side-pots"])
def test_a_panel_turns_to_the_other_side_every_eight_seconds(name):
    """And back; the bars say it at both sides all the time."""
    painter, surface = Painter(FULL, style=BOTH), pygame.Surface(FULL, 0, 32)
    painter.show(model_of(name), 0, -60_000)
    panel, seen = pygame.Rect(480, 350, 960, 380), []
    for at_ms in (0, FACING_MS - 1, FACING_MS, 2 * FACING_MS):
        painter.paint(surface, at_ms)
        seen.append(surface.subsurface(panel).copy())
    near, still, far, again = map(pixels, seen)
    assert near == still == again != far
    assert pixels(pygame.transform.flip(seen[2], True, True)) == near
    assert painter.next_change_ms(FACING_MS - 40) <= 40


@pytest.mark.parametrize("name", ["casino-bets", "pool-shooting"])
def test_a_game_against_the_house_or_for_points_stays_one_sided(name):
    assert (
        len({pixels(proofs_of(name, FULL, FACING_MS, style)[1]) for style in (BOTH, Style())}) == 1
    )


@pytest.mark.parametrize("pots", tiered(range(1, 10), [9]))
def test_as_many_pots_as_there_can_be_stand_apart(pots):
    shown = crowded(10, "all-in")
    shown["pots"] = [{"amount": 12_064, "seats": list(range(pot + 1, 11))} for pot in range(pots)]
    assert [
        fault for size in (FULL, (1280, 720)) for fault in faults_on(shown, size, style=BOTH)
    ] == []
