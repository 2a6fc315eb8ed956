"""The painter: partial repaints are exact and small, and what is told page by page or by a clock
goes on between views.
"""

import copy

import pygame
import pytest

from tablectl.screen.paint import FACING_MS, Painter
from tablectl.screen.presenter.bar_text import make_bar
from tablectl.screen.presenter.idle import SHIFT_EVERY_MS
from tablectl.screen.presenter.results import list_pages, page_times_ms
from tablectl.screen.style import LAYOUTS, Style
from tablectl.screen.window import render, screenshot
from tablectl.view.pages import FIRST_MS, FURTHER_MS, SEAT_MS
from tests.screen.proofs import FULL, VIEWS, model_of, packet, pixels, proofs_of, view

SIZE = (640, 360)


def painted(shown, size=SIZE):
    painter, surface = Painter(size), pygame.Surface(size, 0, 32)
    painter.show(model_of(shown), 0)
    painter.paint(surface, 0)
    return painter, surface


def repainted(painter, surface, shown):
    painter.show(model_of(shown), 100)
    return painter.paint(surface, 100)


def area(rects):
    """As a share of the whole picture."""
    return sum(rect.w * rect.h for rect in rects) / (FULL[0] * FULL[1])


def test_a_picture_on_a_full_disk_is_named_and_leaves_no_part_behind(tmp_path):
    part = tmp_path / ".screen.png.part"
    part.symlink_to("/dev/full")
    with pytest.raises(OSError, match="No space left") as failed:
        screenshot(packet("betting-6"), tmp_path / "screen.png", SIZE)
    assert (failed.value.filename, part.is_symlink()) == (f"{tmp_path}/screen.png", False)


def test_a_picture_is_saved(tmp_path):
    screenshot(packet("betting-6"), tmp_path / "screen.png", SIZE)
    assert pixels(pygame.image.load(tmp_path / "screen.png")) == pixels(
        render(packet("betting-6"), SIZE)
    )


@pytest.mark.slow
@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_partial_repaint_is_pixel_for_pixel_a_full_one(layout):
    """Through all phases in turn, there and back, and each time from one side to the other, or a
    second of its clocks.
    """
    style = Style(layout=layout)
    size = tuple(px // 3 for px in style.display_px)
    painter, surface = Painter(size, style=style), pygame.Surface(size, 0, 32)
    before = None
    for at, name in enumerate([*VIEWS, *reversed(VIEWS)]):
        fresh, full = Painter(size, style=style), pygame.Surface(size, 0, 32)
        # a level that begins is lit
        fresh.show(before, (at - 1) * 10_000)
        before = model_of(name)
        for one in (painter, fresh):
            one.show(before, at * 10_000)
        later_ms = at * 10_000 + (1_500, FACING_MS)[at % 2]
        painter.paint(surface, at * 10_000)
        painter.paint(surface, later_ms)
        fresh.paint(full, later_ms)
        assert pixels(surface) == pixels(full), name


def test_a_second_redraws_only_the_clocks():
    painter, surface = painted("betting-6", FULL)
    assert painter.paint(surface, 500) == []
    assert len(painter.paint(surface, 1_000)) == 3  # ring, time bar, strip
    assert area(painter.paint(surface, 2_000)) < 0.08


def test_a_bet_redraws_its_seat_and_the_pot():
    painter, surface = painted(shown := view("three-seats"), FULL)
    shown["seats"]["1"].update(stack=14_000, bet=200)
    shown["pot_total"] += 200
    assert len(repainted(painter, surface, shown)) == 2


def test_several_pots_are_told_one_after_the_other():
    shown = view("result-side-pots")
    shown["result"][0].update(
        seat=3, cards=["Qh", "Jh", "Ts", "9c", "8d"], hand="straight, queen high"
    )
    painter, _ = painted(shown)
    moments = [painter.moment(at) for at in (0, FIRST_MS - 1, FIRST_MS, FIRST_MS + FURTHER_MS)]
    assert [(moment.page, moment.is_result_over) for moment in moments] == [
        (0, False),
        (0, False),
        (1, False),
        (1, True),
    ]


def test_pots_of_one_winner_are_told_at_once():
    """Seat 4 wins both side pots with one hand, seat 3 the main pot."""
    shown = view("result-side-pots")
    hand = {"cards": ["9h", "9d", "9s", "9c", "Qh"], "hand": "four of a kind, nines"}
    shown["result"] = [
        {"seat": 3, "won": 900, "cards": ["Ts", "Jh"], "hand": "straight", "pot": 0},
        {"seat": 4, "won": 300, "pot": 1, **hand},
        {"seat": 4, "won": 200, "pot": 2, **hand},
    ]
    told = list_pages(model_of(shown))
    assert [(page.pots, [win.won for win in page.wins]) for page in told] == [
        ((0,), [900]),
        ((1, 2), [300, 200]),
    ]


def test_the_house_is_told_first_and_then_each_seat_in_paying_order():
    painter, _ = painted("casino-result")
    told = list_pages(painter.model)
    assert [page.kind for page in told] == ["dealer", *["seat"] * 6]
    assert [page.wins[0].seat for page in told[1:]] == [3, 1, 4, 5, 2, 7]
    assert page_times_ms(painter.model) == (SEAT_MS,) * 7
    assert [painter.moment(at * SEAT_MS).page for at in (0, 1, 6, 7)] == [0, 1, 6, 6]


def test_what_a_player_showed_who_lost_the_last_chips_stays_to_be_seen():
    shown = view("result-split")
    shown["seats"]["3"].update(status="out", stack=0, cards=["Kc", "Kd"], place=6)
    bare = copy.deepcopy(shown)
    bare["seats"]["3"]["cards"] = []
    assert pixels(proofs_of(shown, SIZE)[1]) != pixels(proofs_of(bare, SIZE)[1])


def test_the_clock_of_bets_that_are_open_to_all_runs_and_ends_with_last_bets():
    painter, _ = painted("casino-bets")
    assert [painter.moment(at).clock_s for at in (0, 1_000, 6_000)] == [11, 10, 5]
    assert [make_bar(painter.model, painter.moment(at)).block.word for at in (5_999, 6_000)] == [
        "BETS",
        "LAST BETS",
    ]


def test_a_shot_redraws_its_cell_its_worth_and_the_bar():
    """And what is under its card; not the cards."""
    painter, surface = painted(shown := view("pool-shooting"), FULL)
    shown["shot"].update({"try": 3, "worth": 6})
    shown["prompt"] = "Seat 3 shoots at the 7 of clubs, third try. Worth 6 if made."
    changed = repainted(painter, surface, shown)
    assert len(changed) == 4  # cell, pill, shot box, bar
    assert area(changed) < 0.3


def test_the_clock_counts_down_between_views_and_stands_still_while_halted():
    painter, _ = painted("refused")
    assert [painter.moment(at).clock_s for at in (0, 999, 1_000, 14_000, 99_000)] == [
        14,
        14,
        13,
        0,
        0,
    ]
    painter.show(model_of(view("halted", clock_left_ms=9_000)), 0)
    assert painter.moment(5_000).clock_s == 9


def test_every_picture_moves_each_minute():
    for name in ("attract", "three-seats", "break", "halted", "casino-result"):
        painter, surface = painted(name)
        first = pixels(surface)
        painter.paint(surface, SHIFT_EVERY_MS)
        assert pixels(surface) != first, name
        assert painter.paint(surface, SHIFT_EVERY_MS) == []


def test_another_size_is_drawn_whole():
    assert {
        render(packet("betting-6"), size).get_size()
        for size in ((320, 180), (800, 600), (1080, 1920))
    } == {(320, 180), (800, 600), (1080, 1920)}
