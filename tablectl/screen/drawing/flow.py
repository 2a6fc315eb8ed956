"""Sentences with cards in them: a card named as `8♣` is drawn as one, as high as the words
around it; no other word is one.
"""

import re

from tablectl.screen.drawing.canvas import Canvas, small_card_wide
from tablectl.screen.drawing.palette import Ink
from tablectl.screen.drawing.text import CONDENSED

CARD_TOKEN = re.compile(r"^([2-9JQKA]|10)([♠♥♦♣])([.,;:!?)]*)$")
SUITS = {"♠": "s", "♥": "h", "♦": "d", "♣": "c"}


def has_card(sentence: str) -> bool:
    return any(CARD_TOKEN.match(word) for word in sentence.split())


def flow_lines(
    canvas: Canvas, sentence: str, cap: float, room: float, face: str = CONDENSED
) -> list[list[str]]:
    """The sentence's words set in lines; a card is as wide as its picture."""
    space = canvas.wide(" ", cap, face)
    lines: list[list[str]] = []
    wide = 0.0
    for word in sentence.split():
        advance = _token_wide(canvas, word, cap, face)
        if lines and wide + space + advance <= room:
            lines[-1].append(word)
            wide += space + advance
        else:
            lines.append([word])
            wide = advance
    return lines


def flow_wide(canvas: Canvas, line: list[str], cap: float, face: str = CONDENSED) -> float:
    """How wide `write_flow` writes that line."""
    return sum(_token_wide(canvas, word, cap, face) for word in line) + canvas.wide(
        " ", cap, face
    ) * max(0, len(line) - 1)


def _token_wide(canvas: Canvas, word: str, cap: float, face: str) -> float:
    card = CARD_TOKEN.match(word)
    if card is None:
        return canvas.wide(word, cap, face)
    return small_card_wide(canvas, cap, _read_card(card)) + canvas.wide(card[3], cap, face)


def _read_card(found: re.Match[str]) -> str:
    return f"{'T' if found[1] == '10' else found[1]}{SUITS[found[2]]}"


def write_flow(
    canvas: Canvas,
    line: list[str],
    x: float,
    baseline: float,
    cap: float,
    colour: Ink,
    face: str = CONDENSED,
) -> float:
    """Writes one line, and returns where it ends.

    Words between two cards are written together, so that the typeface sets the space between them.
    """
    space, plain = canvas.wide(" ", cap, face), ""
    for word in line:
        card = CARD_TOKEN.match(word)
        if card is None:
            plain = f"{plain} {word}" if plain else word
            continue
        if plain:
            x += canvas.write(plain, x, baseline, cap, colour, face) + space
        x += canvas.small_card(x, baseline, cap, _read_card(card))
        x += canvas.write(card[3], x, baseline, cap, colour, face) + space
        plain = ""
    return x + canvas.write(plain, x, baseline, cap, colour, face)
