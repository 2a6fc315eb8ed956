"""The pages have the colours, cards and letters of the screen."""

import re
from pathlib import Path

import pytest

from tests.web import colours, fonts

ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "tablectl/web/pages/static"


def test_the_colours_of_the_pages_are_those_of_the_screen():
    assert colours.CSS.read_text() == colours.css(), "run: python -m tests.web.colours"


def test_a_style_names_no_colour_that_there_is_not():
    known = set(re.findall(r"(--[\w-]+):", "".join(map(Path.read_text, STATIC.rglob("*.css")))))
    for sheet in STATIC.rglob("*.css"):
        missing = set(re.findall(r"var\((--[\w-]+)", sheet.read_text())) - known
        assert not missing, f"{sheet.name} names {sorted(missing)}"


def outlines(source):
    """The curves of each shape, as numbers, by its name: of the screen's source, or of a page's."""
    named = re.findall(
        r"^(?:const )?(STEM|HEART|SPADE|DIAMOND|HAT) =(.*?)(?:\)|;)$",
        source,
        re.MULTILINE | re.DOTALL,
    )
    return {name: [float(n) for n in re.findall(r"\d+(?:\.\d+)?", text)] for name, text in named}


def test_a_suit_has_the_same_curves_on_a_page_as_on_the_screen():
    screen = outlines((ROOT / "tablectl/screen/drawing/art.py").read_text())
    assert len(screen) == 5
    assert outlines((STATIC / "cards.js").read_text()) == screen


@pytest.mark.slow
def test_the_fonts_have_every_letter_of_the_pages():
    ttlib = pytest.importorskip("fontTools.ttLib", reason="pip install 'fonttools[woff]'")
    for name in fonts.FACES.values():
        has = set(ttlib.TTFont(STATIC / name).getBestCmap())
        assert has >= fonts.letters() - fonts.unknown_to_the_sources()
        assert (STATIC / name).stat().st_size < 42_000
