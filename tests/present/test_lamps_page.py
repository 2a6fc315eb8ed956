"""deploy/LAMPS.md shows each pattern as the code makes it, and leaves none out."""

import re

import pygame

from firmware_io.messages import PATTERNS
from tests.present.lamps_page import PICTURE, ROWS, picture

PAGE = PICTURE.parents[1] / "LAMPS.md"


def test_the_page_has_a_row_and_frames_for_each_pattern_but_dark():
    named = re.findall(r"^\| `(\w+)` \|", PAGE.read_text(), re.MULTILINE)
    assert named == [row.pattern for row in ROWS]
    assert sorted([*named, "off"]) == sorted(PATTERNS)


def test_the_frames_times_are_those_that_are_drawn():
    for line, row in zip(
        re.findall(r"^\| `\w+` .*\| (.+) \|$", PAGE.read_text(), re.MULTILINE), ROWS, strict=True
    ):
        assert line in (
            "steady",
            "by the clock, not by time",
            " ".join(f"{at_ms:,}" for at_ms in row.times_ms),
        )


def test_the_picture_is_what_the_code_draws():
    """Else draw it again: python -m tests.present.lamps_page."""
    kept = pygame.image.load(PICTURE)
    assert kept.get_size() == picture().get_size()
    assert pygame.image.tobytes(kept, "RGB") == pygame.image.tobytes(picture(), "RGB")
