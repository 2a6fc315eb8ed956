"""Names in any script: every letter drawn as it is written there, or the seat's number in its
place; never boxes.
"""

import pygame
import pytest

from tablectl.screen.drawing import scripts, text
from tablectl.screen.drawing.scripts import BadFont, can_be_written, runs, use_fonts
from tablectl.screen.drawing.text import BOLD
from tablectl.screen.player_names import NameChecker
from tablectl.screen.window import render
from tests.screen.proofs import faults, packet, proofs_of, view

ARABIC, HEBREW, HAN, KANA, CYRILLIC, GREEK = (
    "أحمد علي",
    "שלמה כהן",
    "王小明",
    "さくら",
    "Наташа",
    "Ελένη",
)
HANGUL = "김민준"


@pytest.fixture(autouse=True)
def no_fonts_of_the_system(monkeypatch):
    """What this machine has installed is no matter of these tests."""
    monkeypatch.setattr(scripts, "_of_the_system", lambda c: None)
    use_fonts(())
    yield
    use_fonts(())


def named(name):
    shown = view("betting-6")
    shown["seats"]["2"]["name"] = name
    shown["prompt"] = f"{name}: call 1,200, raise to at least 2,400, or fold."
    return shown


@pytest.mark.parametrize(
    "name",
    [ARABIC, HEBREW, HAN, KANA, CYRILLIC, GREEK, "Zoë Łukasz", f"{HAN} Wang", f"Ali {ARABIC}"],
)
def test_a_name_is_drawn_whole_and_fits_its_plate(name):
    assert can_be_written(name)
    proofs, surface = proofs_of(named(name))
    assert name in [one.text for one in proofs]
    assert faults(proofs, surface) == []


@pytest.mark.parametrize(
    ("name", "cut"),
    [
        ("Hanna", [("Hanna", BOLD, None)]),
        (CYRILLIC, [(CYRILLIC, BOLD, None)]),
        (HAN, [(HAN, scripts.FALLBACK, None)]),
        (ARABIC, [(ARABIC, scripts.GLYPHS, "Arab")]),
        (HEBREW, [(HEBREW, scripts.GLYPHS, "Hebr")]),
        (f"{HAN} Wang", [(HAN, scripts.FALLBACK, None), (" Wang", BOLD, None)]),
        (f"Ali {ARABIC}", [("Ali ", BOLD, None), (ARABIC, scripts.GLYPHS, "Arab")]),
        (f"{ARABIC}: call 10", [(ARABIC, scripts.GLYPHS, "Arab"), (": call 10", BOLD, None)]),
        (f"{ARABIC[:3]}…", [(f"{ARABIC[:3]}…", scripts.GLYPHS, "Arab")]),
    ],
)
def test_a_line_is_cut_into_runs_of_one_typeface_and_direction(name, cut):
    """A cut name's ellipsis stands at the name's own end, which is the left one from right to
    left.
    """
    assert [*map(tuple, runs(name, BOLD))] == cut


def test_arabic_letters_are_joined():
    """Lam and alef become one letter, narrower than the two."""
    assert text.wide_px("لا", BOLD, 40) < 0.8 * sum(text.wide_px(c, BOLD, 40) for c in "لا")


def test_hebrew_runs_from_right_to_left():
    """The first letter's picture is at the right end of the name's."""
    alef, whole = (
        text.line("א", BOLD, 60, (255, 255, 255)),
        text.line("אי", BOLD, 60, (255, 255, 255)),
    )
    wide = alef.wide_px
    right = whole.picture.subsurface((whole.wide_px - wide, 0, wide, whole.picture.get_height()))
    assert pygame.image.tobytes(right, "RGBA") == pygame.image.tobytes(
        alef.picture.subsurface(right.get_rect()), "RGBA"
    )


def test_a_name_that_no_typeface_has_is_the_seat_s_number_everywhere():
    told = []
    screen = NameChecker(told.append)
    models = [screen.decode(packet(named(HANGUL))) for _ in range(2)]
    assert [(model.seats["2"].name, model.prompt) for model in models] == [
        ("Seat 2", "Seat 2: call 1,200, raise to at least 2,400, or fold.")
    ] * 2
    assert told == [
        f"Seat 2: no typeface here has all letters of the name {HANGUL}, so it is shown as Seat 2. "
        "Name a font file that has them in [screen] fonts."
    ]


def test_a_font_of_the_house_writes_what_the_bundled_ones_cannot(monkeypatch):
    """The font with Han and kana stands for one, as though it were not bundled."""
    font = str(scripts.FONTS / scripts.FALLBACK)
    monkeypatch.setattr(scripts, "FALLBACK", scripts.GLYPHS)
    use_fonts(())
    assert not can_be_written(HAN)
    use_fonts((font,))
    assert can_be_written(HAN)
    assert [run.face for run in runs(HAN, BOLD)] == [font]


def test_a_letter_without_a_glyph_is_left_out_of_any_other_text():
    assert [*runs(f"Table {HANGUL[0]} 1", BOLD)] == [("Table  1", BOLD, None)]
    assert runs(HANGUL, BOLD) == ()
    assert text.line(HANGUL, BOLD, 30, (255, 255, 255)).wide_px == 0


def test_a_font_that_cannot_be_read_is_told(tmp_path):
    (tmp_path / "house.ttf").write_text("no font")
    for name in ("house.ttf", "none.ttf"):
        with pytest.raises(BadFont, match=f"{name} is no font that can be read: "):
            use_fonts((str(tmp_path / name),))


@pytest.mark.parametrize("name", ["\u202eABC", "a\u0301\u0301", "👩‍👩‍👧", "مـ" * 30, " "])
def test_any_name_gives_a_picture(name):
    shown = view("betting-6")
    shown["seats"]["2"]["name"] = name
    render(packet(shown), (640, 360))
