"""The picture of a view: what is written on it, each text with its place, and whether it can be
read.
"""

import json
from copy import deepcopy
from pathlib import Path

import msgspec
import pygame

from tablectl.screen.model import decode
from tablectl.screen.style import USUAL, Style
from tablectl.view import View
from tests.screen.contrast import LEAST, luminance
from tests.screen.proving import ProvingPainter, Written

VIEWS = {file.stem: file for file in sorted((Path(__file__).parent / "views").glob("*.json"))}
MADE = {
    made["name"]: made
    for line in (Path(__file__).parent / "told" / "views.jsonl").read_text().splitlines()
    for made in [json.loads(line)]
}
FULL = (1920, 1080)  # a u is a pixel
# a view of the folder by its name; as bytes; to be changed; as the screen has it
Shown = str | bytes | dict | View


def view(name: str, **changes: object) -> dict:
    """A view of the folder, or one that told/ makes of it, with other values of some keys."""
    if name not in MADE:
        return {**json.loads(VIEWS[name].read_bytes()), **changes}
    made = MADE[name]
    shown = merged(view(made["view"]), deepcopy(made["with"]) | changes)
    for seat in made.get("gone", ()):
        del shown["seats"][seat]
    return shown


def merged(one: dict, other: dict) -> dict:
    """The one with what the other says instead; of what is an object in both, part by part."""
    return one | {
        key: merged(one[key], value)
        if value and isinstance(value, dict) and isinstance(one.get(key), dict)
        else value
        for key, value in other.items()
    }


def packet(shown: Shown) -> bytes:
    """As it comes over the socket."""
    if isinstance(shown, str):
        return VIEWS[shown].read_bytes()
    return shown if isinstance(shown, bytes) else msgspec.json.encode(shown)


def model_of(shown: Shown) -> View:
    return decode(packet(shown))


def proofs_of(
    shown: Shown,
    size: tuple[int, int] = FULL,
    at_ms: int = 0,
    style: Style = USUAL,
) -> tuple[list[Written], pygame.Surface]:
    """What is written on the picture so long after the view came, and the picture."""
    proofs = []
    surface = pygame.Surface(size, 0, 32)
    painter = ProvingPainter(size, proofs, style=style)
    painter.show(model_of(shown), 0)
    painter.paint(surface, at_ms)
    return proofs, surface


def texts(
    shown: Shown, size: tuple[int, int] = FULL, at_ms: int = 0, style: Style = USUAL
) -> list[str]:
    return [written.text for written in proofs_of(shown, size, at_ms, style)[0]]


def pixels(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGB")


def contrast(written: Written) -> float:
    """Against the least favourable of the pixels that lay beneath the text's ink box."""
    wide, high = written.ground.get_size()
    ink, ground = luminance(written.colour), pixels(written.ground)
    colours = {
        ground[3 * (x + wide * y) : 3 * (x + wide * y) + 3]
        for x in range(0, wide, max(1, wide // 24))
        for y in range(0, high, max(1, high // 12))
    }
    grounds = [luminance((colour[0], colour[1], colour[2])) for colour in colours]
    return min((max(ink, ground) + 0.05) / (min(ink, ground) + 0.05) for ground in grounds)


def faults(proofs: list[Written], surface: pygame.Surface) -> list[str]:
    """Texts that are cut off, painted over, over one another, or without contrast."""
    found = []
    for i, one in enumerate(proofs):
        if not one.within.contains(one.ink) or not surface.get_rect().contains(one.ink):
            found.append(f"{one.text!r} {one.ink} leaves {one.within}")
        elif pixels(surface.subsurface(one.ink)) != pixels(one.drawn):
            found.append(f"{one.text!r} {one.ink} is painted over")
        if contrast(one) < LEAST:
            found.append(f"{one.text!r} {one.ink} has contrast {contrast(one):.2f}")
        found += [
            f"{one.text!r} {one.ink} overlaps {two.text!r} {two.ink}"
            for two in proofs[i + 1 :]
            if one.ink.colliderect(two.ink)
        ]
    return found


def faults_on(
    shown: Shown, size: tuple[int, int] = FULL, at_ms: int = 0, style: Style = USUAL
) -> list[str]:
    return faults(*proofs_of(shown, size, at_ms, style))
