"""The painter: partial repaints are exact, small, and any view whatever is drawn without an exception."""

import json
from pathlib import Path

import pygame
import pytest
from hypothesis import given, settings, strategies as st

from tablectl.screen.model import decode
from tablectl.screen.paint import Painter
from tablectl.screen.telling.asking import bar_of
from tablectl.screen.telling.notices import life_ms
from tablectl.screen.telling.resting import SHIFT_EVERY_MS
from tablectl.screen.telling.results import pages, told_ms
from tablectl.screen.window import render, screenshot
from tablectl.view.pages import FIRST_MS, FURTHER_MS, SEAT_MS
from tests.tiers import tiered

VIEWS = sorted((Path(__file__).parent / "views").glob("*.json"))
SIZE = (640, 360)


def bytes_of(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGB")


def view(name: str) -> dict:
    return json.loads((Path(__file__).parent / "views" / f"{name}.json").read_bytes())


def painted(painter: Painter, surface: pygame.Surface, shown: dict, at_ms: int) -> list[pygame.Rect]:
    painter.show(decode(json.dumps(shown).encode()), at_ms)
    return painter.paint(surface, at_ms)


@pytest.mark.parametrize("file", tiered(VIEWS, VIEWS[::4]), ids=lambda file: file.stem)
def test_each_phase_gives_a_picture_file(file, tmp_path):
    screenshot(file.read_bytes(), tmp_path / "screen.png", SIZE)
    assert pygame.image.load(tmp_path / "screen.png").get_size() == SIZE


@pytest.mark.slow
def test_a_partial_repaint_is_pixel_for_pixel_a_full_one():
    """Through all phases in turn, there and back, and a second of clock after each."""
    painter, surface = Painter(SIZE), pygame.Surface(SIZE, 0, 32)
    before = None
    for at, file in enumerate([*VIEWS, *reversed(VIEWS)]):
        fresh, full = Painter(SIZE), pygame.Surface(SIZE, 0, 32)
        fresh.show(before, (at - 1) * 10_000)                            # a level that begins is lit
        before = decode(file.read_bytes())
        for one in (painter, fresh):
            one.show(before, at * 10_000)
        painter.paint(surface, at * 10_000)
        painter.paint(surface, at * 10_000 + 1_500)
        fresh.paint(full, at * 10_000 + 1_500)
        assert bytes_of(surface) == bytes_of(full), file.stem


def test_a_second_redraws_only_the_clocks():
    painter, surface = Painter((1920, 1080)), pygame.Surface((1920, 1080), 0, 32)
    painted(painter, surface, view("betting-6"), 0)
    assert painter.paint(surface, 500) == []
    assert len(painter.paint(surface, 1_000)) == 3                   # ring, time bar, strip
    assert sum(rect.w * rect.h for rect in painter.paint(surface, 2_000)) < 0.08 * 1920 * 1080


def test_a_bet_redraws_its_seat_and_the_pot():
    painter, surface = Painter((1920, 1080)), pygame.Surface((1920, 1080), 0, 32)
    before = view("three-seats")
    painted(painter, surface, before, 0)
    before["seats"]["1"].update(stack=14_000, bet=200)
    before["pot_total"] += 200
    changed = painted(painter, surface, before, 100)
    assert len(changed) == 2


def test_a_refusal_stays_as_long_as_it_takes_to_read_even_if_the_view_is_sent_again():
    painter, surface = Painter(SIZE), pygame.Surface(SIZE, 0, 32)
    stays_ms = life_ms(view("refused")["notices"][0]["text"])
    painted(painter, surface, view("refused"), 0)
    painted(painter, surface, view("refused"), stays_ms - 1)
    assert painter.moment(stays_ms - 1).notices != ()
    assert painter.moment(stays_ms).notices == ()
    assert [life_ms("x" * letters) for letters in (0, 40, 1_000)] == [3_000, 5_000, 8_000]


def test_several_pots_are_told_one_after_the_other():
    painter, surface = Painter(SIZE), pygame.Surface(SIZE, 0, 32)
    shown = view("result-side-pots")
    shown["result"][0].update(seat=3, cards=["Qh", "Jh", "Ts", "9c", "8d"], hand="straight, queen high")
    painted(painter, surface, shown, 0)
    moments = [painter.moment(at) for at in (0, FIRST_MS - 1, FIRST_MS, FIRST_MS + FURTHER_MS)]
    assert [(moment.page, moment.is_told) for moment in moments] == [(0, False), (0, False), (1, False), (1, True)]


def test_pots_of_one_winner_are_told_at_once():
    """Seat 4 wins both side pots with one hand, seat 3 the main pot."""
    shown = view("result-side-pots")
    hand = {"cards": ["9h", "9d", "9s", "9c", "Qh"], "hand": "four of a kind, nines"}
    shown["result"] = [{"seat": 3, "won": 900, "cards": ["Ts", "Jh"], "hand": "straight", "pot": 0},
                       {"seat": 4, "won": 300, "pot": 1, **hand}, {"seat": 4, "won": 200, "pot": 2, **hand}]
    told = pages(decode(json.dumps(shown).encode()))
    assert [(page.pots, [win.won for win in page.wins]) for page in told] == [((0,), [900]), ((1, 2), [300, 200])]


def test_the_house_is_told_first_and_then_each_seat_in_paying_order():
    painter, surface = Painter(SIZE), pygame.Surface(SIZE, 0, 32)
    painted(painter, surface, view("casino-result"), 0)
    told = pages(painter.model)
    assert [page.kind for page in told] == ["dealer", *["seat"] * 6]
    assert [page.wins[0].seat for page in told[1:]] == [3, 1, 4, 5, 2, 7]
    assert told_ms(painter.model) == (SEAT_MS,) * 7
    assert [painter.moment(at * SEAT_MS).page for at in (0, 1, 6, 7)] == [0, 1, 6, 6]


def test_what_a_player_showed_who_lost_the_last_chips_stays_to_be_seen():
    shown = view("result-split")
    shown["seats"]["3"].update(status="out", stack=0, cards=["Kc", "Kd"], place=6)
    bare = json.loads(json.dumps(shown))
    bare["seats"]["3"]["cards"] = []
    pictures = [bytes_of(render(json.dumps(one).encode(), SIZE)) for one in (shown, bare)]
    assert pictures[0] != pictures[1]


def test_the_clock_of_bets_that_are_open_to_all_runs_and_ends_with_last_bets():
    painter, surface = Painter(SIZE), pygame.Surface(SIZE, 0, 32)
    painted(painter, surface, view("casino-bets"), 0)
    assert [painter.moment(at).clock_s for at in (0, 1_000, 6_000)] == [11, 10, 5]
    assert [bar_of(painter.model, painter.moment(at)).block.word for at in (5_999, 6_000)] == ["BETS", "LAST BETS"]


def test_a_shot_redraws_its_cell_its_worth_and_the_bar():
    """Not the cards."""
    painter, surface = Painter((1920, 1080)), pygame.Surface((1920, 1080), 0, 32)
    before = view("pool-shooting")
    painted(painter, surface, before, 0)
    before["shot"].update({"try": 3, "worth": 6})
    before["prompt"] = "Seat 3 shoots at the 7 of clubs, third try. Worth 6 if made."
    changed = painted(painter, surface, before, 100)
    assert len(changed) == 3                                         # cell, shot box, bar
    assert sum(rect.w * rect.h for rect in changed) < 0.3 * 1920 * 1080


def test_the_clock_counts_down_between_views_and_stands_still_while_halted():
    painter, surface = Painter(SIZE), pygame.Surface(SIZE, 0, 32)
    painted(painter, surface, view("refused"), 0)
    assert [painter.moment(at).clock_s for at in (0, 999, 1_000, 14_000, 99_000)] == [14, 14, 13, 0, 0]
    painted(painter, surface, {**view("halted"), "clock_left_ms": 9_000}, 0)
    assert painter.moment(5_000).clock_s == 9


def test_every_picture_moves_each_minute():
    painter, surface = Painter(SIZE), pygame.Surface(SIZE, 0, 32)
    for name in ("attract", "three-seats", "break", "halted", "casino-result"):
        painted(painter, surface, view(name), 0)
        first = bytes_of(surface)
        painter.paint(surface, SHIFT_EVERY_MS)
        assert bytes_of(surface) != first, name
        assert painter.paint(surface, SHIFT_EVERY_MS) == []


def test_another_size_is_drawn_whole():
    assert {render(VIEWS[0].read_bytes(), size).get_size() for size in ((320, 180), (800, 600), (1080, 1920))} == {
        (320, 180), (800, 600), (1080, 1920)}


# Whatever is missing

FIELDS = sorted({field for file in VIEWS for field in json.loads(file.read_bytes())})


@settings(max_examples=60, deadline=None)
@given(
    file=st.sampled_from(VIEWS), absent=st.sets(st.sampled_from(FIELDS)), seat_absent=st.sets(st.sampled_from(
    ["stack", "bet", "cards", "due_back", "missing", "connected", "place", "name", "bets", "shots", "points", "wagered"])),
    seats=st.integers(0, 12),
    phase=st.sampled_from(["idle", "seating", "betting", "deciding", "dealing", "shots", "showdown", "halted", "later"]),
    waiting=st.sampled_from(["card", "action", "bets", "shots", "chips", "reload", "floor", "nothing", "later"]))
def test_any_view_with_fields_missing_is_drawn(file, absent, seat_absent, seats, phase, waiting):
    shown = {field: value for field, value in json.loads(file.read_bytes()).items() if field not in absent}
    shown.update(phase=phase, waiting_for=waiting, something_new={"later": 1})
    some = [*shown.get("seats", {}).values(), {"status": "in"}]
    shown["seats"] = {str(number + 1): {key: value for key, value in some[number % len(some)].items()
                                        if key not in seat_absent} for number in range(seats)}
    render(json.dumps(shown).encode(), (320, 180))
