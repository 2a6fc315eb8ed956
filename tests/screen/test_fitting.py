"""A line that is too long is cut where it always was, and a sentence of thousands of letters
does not keep the picture.
"""

import random

import pygame
import pytest

from tablectl.screen.drawing import text
from tablectl.screen.drawing.canvas import ELLIPSIS
from tablectl.screen.drawing.text import BOLD, CONDENSED
from tablectl.screen.paint import Painter
from tablectl.screen.style import LAYOUTS, Style
from tablectl.screen.window import render
from tests.screen.proofs import packet, view
from tests.tiers import tiered

SEED = 60
TRIED = 600
# kerned, joined, of both directions, with marks above and below, of no width
LETTERS = (
    "AVTLYWfi. ",
    "لاآأإ لالا",
    "محمدبنعبدالله ",
    "אבגד ה",
    "e\u0301\u0335\u0323 a",
    "山田 aé",
    "\u202e\u200f\u200b\u00a0 x",
    "ﷺﷲ ل",
    "\u200d\u200c\u0644\u0627.,1",
    "नमस्ते ",
)
# as long as a line of the floor may be
LONG = ("the deck was foul and nobody saw it " * 200)[:3_900]


@pytest.fixture(scope="module")
def canvas():
    return Painter((1920, 1080)).canvas(pygame.Surface((1920, 1080), 0, 32), 0)


def cut_letter_by_letter(canvas, words, cap, room, face):
    kept = words
    while kept and canvas.wide(kept.rstrip() + ELLIPSIS, cap, face) > room:
        kept = kept[:-1]
    return kept.rstrip() + ELLIPSIS if kept else ""


@pytest.mark.slow
def test_a_line_is_cut_where_letter_after_letter_would_cut_it(canvas):
    chance, cut = random.Random(SEED), 0
    for _ in range(TRIED):
        letters = chance.choice((*LETTERS, "".join(LETTERS)))
        words = "".join(chance.choices(letters, k=chance.randint(1, 60)))
        cap, room = chance.choice((14, 20, 29, 31.5)), chance.choice((5, 20, 60, 150, 300, 700))
        face = chance.choice((BOLD, CONDENSED))
        told, _ = canvas.fit(words, cap, cap, room, face)
        if canvas.wide(words, cap, face) > room:
            cut += 1
            assert told == cut_letter_by_letter(canvas, words, cap, room, face), (
                words,
                cap,
                room,
                face,
            )
        else:
            assert told == words
    assert cut > TRIED / 2


class Measured:
    """How many letters are measured, whatever has been measured before."""

    def __init__(self, monkeypatch):
        self.letters = 0
        was = text.wide_px

        def wide_px(words, face, size_px, tracking_px=0):
            self.letters += len(words)
            return was(words, face, size_px, tracking_px)

        monkeypatch.setattr(text, "wide_px", wide_px)

    def by(self, work):
        before = self.letters
        work()
        return self.letters - before


@pytest.fixture
def measured(monkeypatch):
    return Measured(monkeypatch)


@pytest.mark.parametrize(
    "letters",
    [LONG, "ab" * 1_950, "a " * 1_950, "محمد " * 780, "e\u0301" * 1_950],
    ids=["words", "a word", "letters", "arabic", "marks"],
)
def test_twice_the_letters_are_twice_the_work(letters, canvas, measured):
    def fit(words):
        return measured.by(lambda: canvas.fit(words, 29, 20, 900))

    def wrapped(words):
        return measured.by(lambda: canvas.wrap(words, 29, 900))

    assert fit(letters + letters) < 2.3 * fit(letters) < 100 * len(letters)
    assert wrapped(letters) < 100 * len(letters)


@pytest.mark.slow
def test_control_letter_by_letter_is_four_times_the_work(canvas, measured):
    def cut(words):
        return measured.by(lambda: cut_letter_by_letter(canvas, words, 29, 900, BOLD))

    assert cut(LONG[:1_000]) > 3.5 * cut(LONG[:500])


@pytest.mark.parametrize("layout", tiered(LAYOUTS, LAYOUTS[:1]))
@pytest.mark.parametrize(
    ("name", "part", "field"),
    [
        ("run-void", "void", "why"),
        ("three-seats", "ask", "headline"),
        ("pool-two", "shot", "name"),
        ("halted-chips", "irregularity", "what"),
    ],
)
def test_a_sentence_as_long_as_may_be_does_not_keep_the_picture(
    name, part, field, layout, measured
):
    """A reason of the floor has up to 3,900 letters; cut letter by letter it took 9 s."""
    table = view(name)
    table[part][field] = LONG
    size = (360, 640) if layout == "portrait" else (640, 360)
    assert (
        len(LONG)
        < measured.by(lambda: render(packet(table), size, Style(layout=layout)))
        < 100 * len(LONG)
    )
