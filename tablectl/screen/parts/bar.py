"""The bar at the bottom: who is asked, which keys to press and for how much, and how long there
is.
"""

from collections.abc import Sequence
from typing import NamedTuple

from tablectl.screen.drawing import art
from tablectl.screen.drawing.canvas import CAP_LEAST_U, Canvas
from tablectl.screen.drawing.flow import flow_lines, flow_wide, write_flow
from tablectl.screen.drawing.palette import (
    BLACK,
    FAULT,
    INK,
    IVORY,
    TO_ACT,
    WHITE,
    WINNER,
    Blend,
    Ink,
)
from tablectl.screen.drawing.text import BOLD, CONDENSED, GLYPHS
from tablectl.screen.layout.places import HEADLINE_X, SENTENCE_X, USUAL_BAR, BarForm, Box
from tablectl.screen.parts.part import Part
from tablectl.screen.presenter.bar_text import (
    LABEL_CAP_U,
    LAST_SECONDS,
    Bar,
    Block,
    Key,
    Keys,
    make_bar,
)
from tablectl.screen.presenter.moment import Moment
from tablectl.view import Alternative, View

RADIUS_U = 24
KEY_RADIUS_U, KEY_PAD_U, KEY_GAP_U = 18, 27, 20
KEYS_SMALLEST = 0.6
BESIDE_U = 40  # between the keys and a sentence behind them
SENTENCE_CAP_U, REMARK_CAP_U, SENTENCE_CAP_MIN_U = 25, 27, 20
HEADLINE_CAP_U, HEADLINE_LEAST_U = 46, 30
# of its cap height: a capital with an accent, as far up as down
ACCENTED = 1.6
COMMAND_SPACE = 0.7  # of the cap height, before a command
GLYPH_CAP, GLYPH_SPACE = 0.9, 0.5  # of the sentence's cap height
GLYPHS_OF = {"refused": "✕", "good": "✓"}
HIGH_U = USUAL_BAR.block.h


def bar_parts(model: View, moment: Moment, form: BarForm = USUAL_BAR) -> list[Part]:
    bar = make_bar(model, moment)
    parts = [Part("bar", form.bar, paint_bar, (bar, form), margin=22 if form is USUAL_BAR else 10)]
    if bar.has_clock and moment.clock_s is not None:
        parts.append(
            Part(
                "clock",
                form.clock,
                _paint_clock,
                (moment.clock_s, moment.clock_left, form.clock),
                margin=1,
            )
        )
    return parts


# Drawing


def paint_bar(canvas: Canvas, bar: Bar, form: BarForm) -> None:
    canvas.glass(form.bar, RADIUS_U, bar.edge, 2)
    _paint_block(canvas, bar.block, form.block)
    room = (form.clock.x - 28 if bar.has_clock else form.bar.right - 32) - form.keys.x
    if bar.ways:
        paint_ways(canvas, bar.ways, form)
    elif bar.keys:
        _paint_key_row(canvas, bar, form, room)
    else:
        _paint_headline(canvas, bar, form, room - 10)


def _paint_key_row(canvas: Canvas, bar: Bar, form: BarForm, room: float) -> None:
    """The keys, behind a headline if there is one, and the sentence below them."""
    said = _set_sentence(canvas, bar, SENTENCE_CAP_U, form, room) if form.below_keys else None
    row = form.keys if said is None or len(said.lines) == 1 else form.keys_above
    used = _first_words(canvas, bar.headline, row, room) if bar.headline else 0.0
    end = paint_keys(canvas, bar.keys, Box(row.x + used, row.y, room - used, row.h))
    if said is None:
        _write_beside(canvas, bar, Box(end + BESIDE_U, row.y, row.x + room - end - BESIDE_U, row.h))
    else:
        _write_sentence(canvas, bar, said, SENTENCE_X, form.below_keys)


def _write_beside(canvas: Canvas, bar: Bar, box: Box) -> None:
    """The sentence behind the keys of a low bar, if they leave room for all of it on two lines."""
    for cap in range(round(SENTENCE_CAP_U * canvas.text_size), SENTENCE_CAP_MIN_U - 1, -1):
        lines = flow_lines(canvas, bar.sentence, cap, box.w)
        if (
            lines
            and len(lines) <= 2
            and max(flow_wide(canvas, line, cap) for line in lines) <= box.w
        ):
            middle = box.y + (box.h + cap) / 2
            rows = (middle,) if len(lines) == 1 else (middle - cap * 0.8, middle + cap * 0.8)
            _write_sentence(
                canvas,
                bar._replace(command=""),
                Typeset(tuple(lines), cap),
                box.x,
                (rows,) * len(lines),
            )
            return


def _first_words(canvas: Canvas, headline: str, row: Box, room: float) -> float:
    """A headline before the keys: how much of their room it takes."""
    middle = row.half_down
    wide = canvas.write_fitted(
        headline,
        HEADLINE_X,
        middle,
        HEADLINE_CAP_U,
        HEADLINE_LEAST_U,
        room * 0.6,
        IVORY,
        is_middle=True,
    )
    return wide + 2 * KEY_PAD_U


def _paint_headline(canvas: Canvas, bar: Bar, form: BarForm, room: float) -> None:
    """One headline and one sentence; without a sentence the headline stands in the middle.

    But not while nobody is asked: then a sentence may still come below it.
    """
    is_alone = not (bar.sentence or bar.command or bar.block.kind == "suits")
    said = _set_sentence(canvas, bar, REMARK_CAP_U, form, room)
    is_long = len(said.lines) > 1
    cap: float = (
        form.cap if is_alone or (bar.block.kind == "winners" and not is_long) else HEADLINE_CAP_U
    )
    middle = form.bar.half_down if is_alone else form.headline[is_long]
    cap = min(cap, 2 * (middle - form.bar.y) / ACCENTED)
    canvas.write_fitted(
        bar.headline, HEADLINE_X, middle, cap, HEADLINE_LEAST_U, room, IVORY, is_middle=True
    )
    _write_sentence(canvas, bar, said, HEADLINE_X + 2, form.below_headline)


class Typeset(NamedTuple):
    """The sentence as it is set, in one line or in two; the command stands behind the last word."""

    lines: tuple[list[str], ...]
    cap: float


def _set_sentence(canvas: Canvas, bar: Bar, usual: float, form: BarForm, room: float) -> Typeset:
    """On one line, a little smaller if need be; larger text takes two lines before it is smaller
    than usual.
    """
    cap = usual * canvas.text_size
    one = range(round(cap), round(usual if canvas.text_size > 1 else SENTENCE_CAP_MIN_U) - 1, -1)
    two = range(min(round(cap), form.two_lines_cap), SENTENCE_CAP_MIN_U - 1, -1)
    face = CONDENSED if bar.tone == "plain" else BOLD
    if bar.tone in GLYPHS_OF:
        room -= canvas.wide(GLYPHS_OF[bar.tone], cap * GLYPH_CAP, GLYPHS) + cap * GLYPH_SPACE
    for most, caps in ((1, (cap, *one)), (2, two)):
        for size in caps:
            lines = flow_lines(canvas, bar.sentence, size, room, face) or [[]]
            behind = canvas.wide(bar.command, size) + size * COMMAND_SPACE if bar.command else 0.0
            if len(lines) <= most and flow_wide(canvas, lines[-1], size, face) + behind <= room:
                return Typeset(tuple(lines), size)
            if len(lines) < most and canvas.wide(bar.command, size) <= room:
                return Typeset((*lines, []), size)
    rest = canvas.fit(
        " ".join(word for line in lines[1:] for word in line), size, size, room - behind, face
    )[0]
    return Typeset((lines[0], rest.split()), size)


def _write_sentence(
    canvas: Canvas, bar: Bar, said: Typeset, x: float, baselines: tuple[tuple[float, ...], ...]
) -> None:
    tones: dict[str, Ink] = {"plain": canvas.quiet, "note": IVORY, "refused": FAULT, "good": WINNER}
    colour, cap, end, baseline = tones[bar.tone], said.cap, x, 0.0
    rows = baselines[len(said.lines) - 1]
    if bar.tone in GLYPHS_OF:
        x += (
            canvas.write(GLYPHS_OF[bar.tone], x, rows[0], cap * GLYPH_CAP, colour, GLYPHS)
            + cap * GLYPH_SPACE
        )
    for line, baseline in zip(said.lines, rows, strict=True):
        end = write_flow(
            canvas, line, x, baseline, cap, colour, CONDENSED if bar.tone == "plain" else BOLD
        )
    canvas.write(
        bar.command,
        end + (cap * COMMAND_SPACE if said.lines[-1] else 0),
        baseline,
        cap,
        IVORY,
        BOLD,
    )


# The block


def paint_ground(canvas: Canvas, block: Block, box: Box) -> Ink:
    """The block without what stands on it, for which it returns the ink."""
    if not block.hue:
        canvas.panel(box, RADIUS_U, *canvas.palette.key)
        canvas.hairline(box, RADIUS_U, 1.6, 90)
        return IVORY
    canvas.panel(box, RADIUS_U, Blend(block.hue, WHITE, 0.10), Blend(block.hue, BLACK, 0.07))
    return INK


def _paint_block(canvas: Canvas, block: Block, box: Box) -> None:
    ink = paint_ground(canvas, block, box)
    outer, canvas.within = canvas.within, box
    {
        "seat": _block_seat,
        "glyph": _block_glyph,
        "winners": _block_winners,
        "pause": _block_pause,
        "suits": _block_suits,
    }[block.kind](canvas, block, ink, box, box.h / HIGH_U)
    canvas.within = outer


def _block_seat(canvas: Canvas, block: Block, ink: Ink, box: Box, size: float) -> None:
    label, number = canvas.tr("SEAT"), str(block.seats[0])
    large = 86 * size
    number_wide = canvas.wide(number, large)
    label, small = canvas.fit(
        label, 27 * (0.5 + size / 2), CAP_LEAST_U, box.w - 20 - 22 - number_wide, tracking=0.08
    )
    label_wide = canvas.wide(label, small, tracking=0.08)
    baseline = box.y + (114 if block.name else 137) * size
    x = box.middle - (label_wide + 22 + number_wide) / 2
    canvas.write(label, x, baseline, small, ink, tracking=0.08)
    canvas.write(number, x + label_wide + 22, baseline, large, ink)
    canvas.write_fitted(
        block.name,
        box.middle,
        box.y + 164 * size,
        29 * (0.5 + size / 2),
        21,
        box.w - 36,
        ink,
        align="centre",
    )


def _block_glyph(canvas: Canvas, block: Block, ink: Ink, box: Box, size: float) -> None:
    if block.name == "⚠":
        canvas.paste_centred(
            art.warning(canvas.px(104 * size), canvas.colour(ink)), box.middle, box.y + 74 * size
        )
    elif block.name == "●":
        canvas.chip(box.middle, box.y + 72 * size, 104 * size)
    else:
        canvas.write(
            block.name, box.middle, box.y + 106 * size, 62 * size, ink, GLYPHS, align="centre"
        )
    cap = 30 * (0.5 + size / 2)
    canvas.write_fitted(
        block.word,
        box.middle,
        box.y + 164 * size,
        cap,
        24,
        box.w - 70,
        ink,
        align="centre",
        tracking=0.08,
    )


def _block_winners(canvas: Canvas, block: Block, ink: Ink, box: Box, size: float) -> None:
    """The winners' badges: one row up to four, two rows of up to five; a low block has one row."""
    count = len(block.seats)
    columns = max(1, count if count <= 4 or size < 1 else -(-count // 2))
    across = (
        {1: 92, 2: 92, 3: 76, 4: 60}.get(count, 48) * size
        if count <= 4 or size == 1
        else min(60 * size, box.w / count - 6)
    )
    step = across + (14 if count <= 2 else 6) * size
    for row, first in enumerate(range(0, count, columns)):
        seats = block.seats[first : first + columns]
        y = box.y + 74 * size + (0 if columns == count else (row - 0.5) * (across + 6))
        for i, seat in enumerate(seats):
            canvas.badge(
                box.middle + (i - (len(seats) - 1) / 2) * step,
                y,
                across,
                seat,
                ink,
                block.hue or INK,
            )
    canvas.write_fitted(
        block.word,
        box.middle,
        box.y + 162 * size,
        27 * (0.5 + size / 2),
        20,
        box.w - 36,
        ink,
        align="centre",
    )


def _block_pause(canvas: Canvas, block: Block, ink: Ink, box: Box, size: float) -> None:
    for x in (-40, 13):
        canvas.panel(
            Box(box.middle + x * size, box.y + 34 * size, 27 * size, 76 * size),
            7 * size,
            IVORY,
            IVORY,
        )
    _word_below(canvas, block.word, ink, box, size)


def _block_suits(canvas: Canvas, block: Block, ink: Ink, box: Box, size: float) -> None:
    """Nobody is asked: the four suits, unlit; over the word of what is told, if there is one."""
    y = box.y + (74 * size if block.word else box.h / 2)
    for i, kind in enumerate("shdc"):
        canvas.suit(kind, box.middle + (i - 1.5) * 62, y, 46 * size, canvas.quiet)
    _word_below(canvas, block.word, ink, box, size)


def _word_below(canvas: Canvas, word: str, ink: Ink, box: Box, size: float) -> None:
    text, cap = canvas.fit(word, 28 * (0.5 + size / 2), CAP_LEAST_U, box.w - 30, tracking=0.08)
    canvas.write(text, box.middle, box.y + 160 * size, cap, ink, align="centre", tracking=0.08)


def paint_keys(
    canvas: Canvas, keys: Keys, row: Box, most: float = 1.0, *, is_filled: bool = False
) -> float:
    """Where they end. `most`: of their usual size; `is_filled`: the row, by keys wider than what
    they say needs.
    """
    size, keys = _fit_keys(canvas, keys, row.w, most)
    more = max(0.0, row.w - _keys_wide(canvas, keys, size)) / len(keys) if is_filled else 0.0
    x = row.x
    for key in keys:
        box = Box(x, row.y, _key_wide(canvas, key, size) + more, row.h)
        canvas.shadow(box, KEY_RADIUS_U, 90)
        canvas.panel(box, KEY_RADIUS_U, *canvas.palette.key)
        canvas.hairline(box, KEY_RADIUS_U, 1.6, 110)
        cap = key.cap * size
        baseline = box.y + (box.h + cap) / 2
        label_cap = LABEL_CAP_U * size
        label_x = x + KEY_PAD_U * size + more / 2
        wide = canvas.write(
            key.label,
            label_x,
            baseline,
            label_cap,
            canvas.quiet if key.amount else IVORY,
            tracking=0.03,
        )
        if key.amount:
            canvas.write(key.amount, label_x + wide + 22 * size, baseline, cap, IVORY)
        x += box.w + KEY_GAP_U * size
    return x - KEY_GAP_U * size


def _key_wide(canvas: Canvas, key: Key, size: float) -> float:
    wide = canvas.wide(key.label, LABEL_CAP_U * size, tracking=0.03) + 2 * KEY_PAD_U * size
    return wide + (22 * size + canvas.wide(key.amount, key.cap * size) if key.amount else 0)


def _keys_wide(canvas: Canvas, keys: Keys, size: float) -> float:
    return sum(_key_wide(canvas, key, size) for key in keys) + KEY_GAP_U * size * (len(keys) - 1)


def _fit_keys(canvas: Canvas, keys: Keys, room: float, most: float) -> tuple[float, Keys]:
    """Too wide: all keys smaller, down to 60 %; then without the largest raise, which the stack
    shows anyway.
    """
    shorter = tuple(key._replace(amount=key.without_maximum or key.amount) for key in keys)
    for line in (keys, shorter):
        size = most
        while size >= KEYS_SMALLEST:
            if _keys_wide(canvas, line, size) <= room:
                return size, line
            size -= 0.02
    return KEYS_SMALLEST, shorter


def _paint_clock(canvas: Canvas, seconds: int, left: float, box: Box) -> None:
    middle, size = (box.middle, box.half_down), box.w / USUAL_BAR.clock.w
    is_last = seconds <= LAST_SECONDS
    track, lit = canvas.colour(Blend(canvas.palette.glass[1], WHITE, 0.19)), canvas.colour(TO_ACT)
    canvas.paste_centred(
        art.ring(
            canvas.px(box.w), canvas.px(15 * size), left, lit, track, lit if is_last else None
        ),
        *middle,
    )
    cap = (55 if seconds < 100 else 36) * size
    canvas.write(
        str(seconds), middle[0], middle[1] + cap / 2, cap, INK if is_last else IVORY, align="centre"
    )


# The ways on that the floor may take now, as boxes: what each is called, what it does, and what is
# typed for it

WAYS_LEFT_U, WAYS_GAP_U, WAY_RADIUS_U, WAY_PAD_U = 345, 15, 18, 20
TITLE_LEAST_U, COMMAND_LEAST_U, COMMAND_BOLD_U = 17, 13, 18
EFFECT_LINES = 2
TYPED_LINE = 1.35  # of the cap height, from one line of a command to the next


class WayForm(NamedTuple):
    """The inside of a box: baselines from its top edge, the step between lines, and cap heights."""

    title: float
    title_cap: float
    effect: float
    line: float
    effect_caps: tuple[float, ...]
    typed_high: float
    command_cap: float


HIGH_WAY = WayForm(42, 26, 74, 29, (20, 19, 18, 17, 16, 15, 14), 38, 18)
LOW_WAY = WayForm(25, 20, 47, 20, (18, 17, 16, 15, 14.5, 14), 26, 16)  # of two sides
LOWEST_WAY = WayForm(24, 17, 43, 17, (16, 15, 14), 23, 15)
# of boxes that are higher than that
WAY_FORMS = ((130, HIGH_WAY), (100, LOW_WAY), (0, LOWEST_WAY))
CAP_OF_LINE = 0.72  # at most, of the step between two lines


def paint_ways(canvas: Canvas, ways: tuple[Alternative, ...], form: BarForm = USUAL_BAR) -> None:
    """Side by side on the bar."""
    wide = (form.bar.right - 16 - WAYS_LEFT_U - WAYS_GAP_U * (len(ways) - 1)) / len(ways)
    inset = 15 if form is USUAL_BAR else 9
    paint_boxes(
        canvas,
        ways,
        [
            Box(
                WAYS_LEFT_U + number * (wide + WAYS_GAP_U),
                form.bar.y + inset,
                wide,
                form.bar.h - 2 * inset,
            )
            for number in range(len(ways))
        ],
    )


def paint_boxes(canvas: Canvas, ways: tuple[Alternative, ...], boxes: Sequence[Box]) -> None:
    """The rulebook's is the first, and has the fault edge."""
    for number, (way, box) in enumerate(zip(ways, boxes, strict=True)):
        canvas.panel(box, WAY_RADIUS_U, *canvas.palette.key)
        if number == 0:
            canvas.outline(box, WAY_RADIUS_U, 3, FAULT)
        else:
            canvas.outline(box, WAY_RADIUS_U, 1.6, WHITE, 110)
        outer, canvas.within = canvas.within, box
        _paint_way(canvas, way, box, next(form for low, form in WAY_FORMS if box.h > low))
        canvas.within = outer


def _paint_way(canvas: Canvas, way: Alternative, box: Box, form: WayForm) -> None:
    room = box.w - 2 * WAY_PAD_U
    canvas.write_fitted(
        way.title, box.x + WAY_PAD_U, box.y + form.title, form.title_cap, TITLE_LEAST_U, room, IVORY
    )
    _write_effect(canvas, way.effect, box.x + WAY_PAD_U, box.y + form.effect, room, form)
    edge = 7 if form is HIGH_WAY else 5
    typed = Box(
        box.x + edge, box.bottom - form.typed_high - edge, box.w - 2 * edge, form.typed_high
    )
    _paint_command(canvas, way.command, typed, box.x + WAY_PAD_U, room, form.command_cap)


def _paint_command(
    canvas: Canvas, command: str, box: Box, left: float, room: float, most_cap: float
) -> None:
    """What is typed, whole: smaller where it is long, and on two lines where even that has no
    room.
    """
    text, face = (command, BOLD) if command else (canvas.tr("nothing to enter"), CONDENSED)
    if canvas.wide(text, min(most_cap, COMMAND_BOLD_U), face) > room:
        face = CONDENSED
    cap = float(most_cap)
    while cap > COMMAND_LEAST_U and canvas.wide(text, cap, face) > room:
        cap -= 0.5
    lines = [text]
    if canvas.wide(text, cap, face) > room:
        lines = [" ".join(line) for line in flow_lines(canvas, text, cap, room, face)]
        more = (len(lines) - 1) * cap * TYPED_LINE
        box = Box(box.x, box.y - more, box.w, box.h + more)
    canvas.panel(box, 12, BLACK, BLACK, 150)
    first = box.y + (box.h + cap - (len(lines) - 1) * cap * TYPED_LINE) / 2
    for number, line in enumerate(lines):
        canvas.write(line, left, first + number * cap * TYPED_LINE, cap, IVORY, face)


def _write_effect(
    canvas: Canvas, effect: str, x: float, baseline: float, room: float, form: WayForm
) -> None:
    """On two lines, or larger on one; where it is longer in a language, smaller."""
    for cap in form.effect_caps:
        lines = flow_lines(canvas, effect, cap, room)
        if len(lines) <= (EFFECT_LINES if cap < form.line * CAP_OF_LINE else 1):
            break
    # in a low box one line stands in the middle of the room of two
    baseline += form.line * 0.4 if len(lines) == 1 and form is not HIGH_WAY else 0
    for number, line in enumerate(lines[:EFFECT_LINES]):
        write_flow(canvas, line, x, baseline + form.line * number, cap, canvas.quiet)
