"""The bar at the bottom: who is asked, which keys to press and for how much, and how long there is."""

from tablectl.screen.drawing import art
from tablectl.screen.drawing.canvas import Canvas
from tablectl.screen.drawing.flow import flow_lines, has_card, write_flow
from tablectl.screen.drawing.palette import BLACK, DUE_BACK, FAULT, INK, IVORY, TO_ACT, WHITE, WINNER, Blend, Ink
from tablectl.screen.drawing.text import BOLD, CONDENSED, GLYPHS
from tablectl.screen.layout.places import (
    BAR,
    BLOCK,
    CLOCK,
    HEADLINE_X,
    KEYS,
    SENTENCE_BASELINE,
    SENTENCE_X,
    Box,
)
from tablectl.screen.model import Model
from tablectl.screen.parts.part import Part
from tablectl.screen.parts.ways import paint_ways
from tablectl.screen.telling.asking import LABEL_CAP_U, LAST_SECONDS, Bar, Block, Key, bar_of
from tablectl.screen.telling.moment import Moment

RADIUS_U = 24
KEY_RADIUS_U, KEY_PAD_U, KEY_GAP_U = 18, 27, 20
KEYS_SMALLEST = 0.6
SENTENCE_CAP_U, REMARK_CAP_U, SENTENCE_CAP_MIN_U = 25, 27, 20
HEADLINE_CAPS_U = (62, 46, 30)          # alone, with a sentence of its own, and the least
COMMAND_SPACE = 0.7                     # of the cap height, before a command
GLYPHS_OF = {"refused": "✕", "good": "✓"}
HUES: dict[str, Ink] = {"to_act": TO_ACT, "fault": FAULT, "due_back": DUE_BACK, "winner": WINNER}


def bar_parts(model: Model, moment: Moment) -> list[Part]:
    bar = bar_of(model, moment)
    parts = [Part("bar", BAR.grown(22), bar, lambda canvas: paint_bar(canvas, bar))]
    if bar.has_clock and moment.clock_s is not None:
        seconds, left = moment.clock_s, moment.clock_left
        parts.append(Part("clock", CLOCK.grown(1), (seconds, left), lambda canvas: paint_clock(canvas, seconds, left)))
    return parts


# Drawing

def paint_bar(canvas: Canvas, bar: Bar) -> None:
    canvas.within = BAR
    canvas.glass(BAR, RADIUS_U, HUES[bar.edge] if bar.edge else None, 2)
    _paint_block(canvas, bar.block)
    room = (CLOCK.x - 28 if bar.has_clock else BAR.right - 32) - KEYS.x
    if bar.ways:
        paint_ways(canvas, bar.ways)
    elif bar.keys:
        said = _first_words(canvas, bar.headline, room) if bar.headline else 0.0
        _paint_keys(canvas, bar.keys, KEYS.x + said, room - said)
        _sentence(canvas, bar, SENTENCE_X, SENTENCE_BASELINE, SENTENCE_CAP_U * canvas.text_size, room)
    else:
        _headline(canvas, bar, room)
    canvas.within = None


def _first_words(canvas: Canvas, headline: str, room: float) -> float:
    """A headline before the keys: how much of their room it takes."""
    cap: float = HEADLINE_CAPS_U[1]
    text, cap = canvas.fit(headline, cap, HEADLINE_CAPS_U[2], room * 0.6)
    return canvas.write(text, HEADLINE_X, KEYS.y + (KEYS.h + cap) / 2, cap, IVORY) + 2 * KEY_PAD_U


def _headline(canvas: Canvas, bar: Bar, room: float) -> None:
    """One headline and one sentence; without a sentence the headline stands in the middle."""
    tall, usual, least = HEADLINE_CAPS_U
    cap: float = tall if bar.block.kind == "winners" or not bar.sentence else usual
    text, cap = canvas.fit(bar.headline, cap, least, room - 10)
    baseline = BAR.y + 67 + cap / 2 if bar.sentence else BAR.y + (BAR.h + cap) / 2
    canvas.write(text, HEADLINE_X, baseline, cap, IVORY)
    _sentence(canvas, bar, HEADLINE_X + 2, 1031, REMARK_CAP_U * canvas.text_size, room - 10)


def _sentence(canvas: Canvas, bar: Bar, x: float, baseline: float, cap: float, room: float) -> None:
    tones: dict[str, Ink] = {"plain": canvas.palette.ivory2, "note": IVORY, "refused": FAULT, "good": WINNER}
    colour = tones[bar.tone]
    if bar.tone in GLYPHS_OF:
        glyph = GLYPHS_OF[bar.tone]
        wide = canvas.write(glyph, x, baseline, cap * 0.9, colour, GLYPHS) + cap * 0.5
        x, room = x + wide, room - wide
    face = CONDENSED if bar.tone == "plain" else BOLD
    behind = canvas.wide(bar.command, cap, BOLD) + cap * COMMAND_SPACE if bar.command else 0
    for smaller in range(round(cap), SENTENCE_CAP_MIN_U - 1, -1) if has_card(bar.sentence) else ():
        lines = flow_lines(canvas, bar.sentence, smaller, room - behind, face)
        if len(lines) == 1:
            end = write_flow(canvas, lines[0], x, baseline, smaller, colour, face)
            canvas.write(bar.command, end + cap * COMMAND_SPACE, baseline, cap, IVORY, BOLD)
            return
    text, cap = canvas.fit(bar.sentence, cap, SENTENCE_CAP_MIN_U, room - behind, face)
    wide = canvas.write(text, x, baseline, cap, colour, face)
    if bar.command:
        canvas.write(bar.command, x + (wide + cap * COMMAND_SPACE if text else 0), baseline, cap, IVORY, BOLD)


def _paint_block(canvas: Canvas, block: Block) -> None:
    ink: Ink = INK if block.hue else IVORY
    if block.hue:
        hue = HUES[block.hue]
        canvas.panel(BLOCK, RADIUS_U, Blend(hue, WHITE, 0.10), Blend(hue, BLACK, 0.07))
    else:
        canvas.panel(BLOCK, RADIUS_U, canvas.palette.key_top, canvas.palette.key_bottom)
        canvas.hairline(BLOCK, RADIUS_U, 1.6, 90)
    outer, canvas.within = canvas.within, BLOCK
    {"seat": _block_seat, "glyph": _block_glyph, "winners": _block_winners, "pause": _block_pause,
     "suits": _block_suits}[block.kind](canvas, block, ink)
    canvas.within = outer


def _block_seat(canvas: Canvas, block: Block, ink: Ink) -> None:
    label, number = canvas.words.seat, str(block.seats[0])
    label_wide, number_wide = canvas.wide(label, 27, tracking=0.08), canvas.wide(number, 86)
    baseline = BLOCK.y + (114 if block.name else 137)
    x = BLOCK.middle - (label_wide + 22 + number_wide) / 2
    canvas.write(label, x, baseline, 27, ink, tracking=0.08)
    canvas.write(number, x + label_wide + 22, baseline, 86, ink)
    name, cap = canvas.fit(block.name, 29, 21, BLOCK.w - 36)
    canvas.write(name, BLOCK.middle, BLOCK.y + 164, cap, ink, align="centre")


def _block_glyph(canvas: Canvas, block: Block, ink: Ink) -> None:
    if block.name == "⚠":
        canvas.centred(art.warning(canvas.px(104), canvas.colour(ink)), BLOCK.middle, BLOCK.y + 74)
    elif block.name == "●":
        canvas.chip(BLOCK.middle, BLOCK.y + 72, 104)
    else:
        canvas.write(block.name, BLOCK.middle, BLOCK.y + 106, 62, ink, GLYPHS, align="centre")
    text, cap = canvas.fit(block.word, 30, 24, BLOCK.w - 70)
    canvas.write(text, BLOCK.middle, BLOCK.y + 164, cap, ink, align="centre", tracking=0.08)


def _block_winners(canvas: Canvas, block: Block, ink: Ink) -> None:
    """The winners' badges: one row up to four, two rows of up to five."""
    count = len(block.seats)
    columns = count if count <= 4 else -(-count // 2)
    across = {1: 92, 2: 92, 3: 76, 4: 60}.get(count, 48)
    step = across + (14 if count <= 2 else 6)
    for row, first in enumerate(range(0, count, columns)):
        seats = block.seats[first:first + columns]
        y = BLOCK.y + 74 + (0 if count <= 4 else (row - 0.5) * (across + 6))
        for i, seat in enumerate(seats):
            canvas.badge(BLOCK.middle + (i - (len(seats) - 1) / 2) * step, y, across, seat, ink,
                         HUES[block.hue] if block.hue else INK)
    text, cap = canvas.fit(block.word, 27, 20, BLOCK.w - 36)
    canvas.write(text, BLOCK.middle, BLOCK.y + 162, cap, ink, align="centre")


def _block_pause(canvas: Canvas, block: Block, ink: Ink) -> None:
    canvas.centred(art.pause_bars(canvas.px(80), canvas.px(76), canvas.colour(IVORY)), BLOCK.middle, BLOCK.y + 72)
    canvas.write(block.word, BLOCK.middle, BLOCK.y + 160, 28, ink, align="centre", tracking=0.08)


def _block_suits(canvas: Canvas, block: Block, ink: Ink) -> None:
    """Nobody is asked: the four suits, unlit; over the word of what is told, if there is one."""
    y = BLOCK.y + (74 if block.word else BLOCK.h / 2)
    for i, kind in enumerate("shdc"):
        canvas.suit(kind, BLOCK.middle + (i - 1.5) * 62, y, 46, canvas.palette.ivory2)
    canvas.write(block.word, BLOCK.middle, BLOCK.y + 160, 28, ink, align="centre", tracking=0.08)


def _paint_keys(canvas: Canvas, keys: tuple[Key, ...], x: float, room: float) -> None:
    size, keys = _fitted(canvas, keys, room)
    for key in keys:
        box = Box(x, KEYS.y, _key_wide(canvas, key, size), KEYS.h)
        canvas.shadow(box, KEY_RADIUS_U, 90)
        canvas.panel(box, KEY_RADIUS_U, canvas.palette.key_top, canvas.palette.key_bottom)
        canvas.hairline(box, KEY_RADIUS_U, 1.6, 110)
        cap = key.cap * size
        baseline = box.y + (box.h + cap) / 2
        label_cap = LABEL_CAP_U * size
        label_x = x + KEY_PAD_U * size
        wide = canvas.write(key.label, label_x, baseline, label_cap, canvas.palette.ivory2 if key.amount else IVORY,
                           tracking=0.03)
        if key.amount:
            canvas.write(key.amount, label_x + wide + 22 * size, baseline, cap, IVORY)
        x += box.w + KEY_GAP_U * size


def _key_wide(canvas: Canvas, key: Key, size: float) -> float:
    wide = canvas.wide(key.label, LABEL_CAP_U * size, tracking=0.03) + 2 * KEY_PAD_U * size
    return wide + (22 * size + canvas.wide(key.amount, key.cap * size) if key.amount else 0)


def _fitted(canvas: Canvas, keys: tuple[Key, ...], room: float) -> tuple[float, tuple[Key, ...]]:
    """Too wide: all keys smaller, down to 60 %; then without the largest raise, which the stack shows anyway."""
    shorter = tuple(key._replace(amount=key.without_maximum or key.amount) for key in keys)
    for line in (keys, shorter):
        size = 1.0
        while size >= KEYS_SMALLEST:
            total = sum(_key_wide(canvas, key, size) for key in line) + KEY_GAP_U * size * (len(line) - 1)
            if total <= room:
                return size, line
            size -= 0.02
    return KEYS_SMALLEST, shorter


def paint_clock(canvas: Canvas, seconds: int, left: float) -> None:
    middle = (CLOCK.middle, CLOCK.y + CLOCK.h / 2)
    is_last = seconds <= LAST_SECONDS
    track, lit = canvas.colour(Blend(canvas.palette.glass_bottom, WHITE, 0.19)), canvas.colour(TO_ACT)
    canvas.centred(art.ring(canvas.px(CLOCK.w), canvas.px(15), left, lit, track, lit if is_last else None), *middle)
    cap = 55 if seconds < 100 else 36
    canvas.within = CLOCK
    canvas.write(str(seconds), middle[0], middle[1] + cap / 2, cap, INK if is_last else IVORY, align="centre")
    canvas.within = None
