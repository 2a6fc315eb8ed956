"""A table that is played for trying it says so on every picture, large enough to be read from two metres."""

import json
from pathlib import Path

import pygame
import pytest

from tablectl.screen.layout.places import STRIP
from tablectl.screen.model import decode
from tests.screen.proving import ProvingPainter, Written
from tests.tiers import tiered

VIEWS = sorted((Path(__file__).parent / "views").glob("*.json"))
SIZE = (1920, 1080)                     # a u is a pixel
LEAST_CAP = 29                          # 8 mm on 24 inches


def written(view: dict[str, object]) -> list[Written]:
    proofs = []
    painter = ProvingPainter(SIZE, proofs)
    painter.show(decode(json.dumps(view).encode()), 0)
    painter.paint(pygame.Surface(SIZE), 0)
    return [word for word in proofs if word.text == "TEST"]


@pytest.mark.parametrize("file", tiered(VIEWS, VIEWS[::4]), ids=lambda file: file.stem)
def test_every_picture_of_a_test_bears_its_badge_and_no_other_does(file):
    view = json.loads(file.read_bytes())
    assert written(view) == []
    badge, = written({**view, "test": True})
    assert badge.cap_px >= LEAST_CAP
    assert badge.ink.bottom <= STRIP.h
