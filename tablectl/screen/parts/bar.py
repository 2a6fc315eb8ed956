"""The bar at the bottom: who is asked, which keys to press and for how much, and the clock."""

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
KEY_RADIUS_U, KEY_PAD_U, KEY_GAP_U, AMOUNT_GAP_U = 18, 27, 20, 22
KEYS_SMALLEST = 0.6
BESIDE_U = 40  # between the keys and a sentence behind them
SENTENCE_CAP_U, REMARK_CAP_U, SENTENCE_CAP_MIN_U = 25, 27, 20
HEADLINE_CAP_U, HEADLINE_LEAST_U = 46, 30
# of its cap height: a capital with an accent, as far up as down
ACCENTED = 1.6
COMMAND_SPACE = 0.7  # of the cap height, before a command
GLYPH_CAP, GLYPH_SPACE = 0.9, 0.5  # of the sentence's cap height
GLYPHS_OF = {"refused": "✕", "good": "✓"}
INK_OF: dict[str, Ink] = {"note": IVORY, "refused": FAULT, "good": WINNER}
HIGH_U = USUAL_BAR.block.h


def bar_parts(model: View, moment: Moment, form: BarForm = USUAL_BAR) -> list[Part]:
    bar = make_bar(model, moment)
    parts = [Part("bar", form.bar, paint_bar, (bar, form), margin=22 if form is USUAL_BAR else 10)]
    if bar.has_clock:
        shows = (moment.clock_s, moment.clock_left, form.clock)
        parts.append(Part("clock", form.clock, _paint_clock, shows, margin=1))
    return parts


# Drawing


def paint_bar(canvas: Canvas, bar: Bar, form: BarForm) -> None:
    canvas.glass(form.bar, RADIUS_U, bar.edge)
    _paint_block(canvas.inside(form.block), bar.block, form.block)
    room = (form.clock.x - 28 if bar.has_clock else form.bar.right - 32) - form.keys.x
    if bar.ways:
        _paint_ways(canvas, bar.ways, form)
    elif bar.keys:
        _paint_key_row(canvas, bar, form, room)
    else:
        _paint_headline(canvas, bar, form, room - 10)


def _paint_key_row(canvas: Canvas, bar: Bar, form: BarForm, room: float) -> None:
    """The keys, behind a headline if there is one, and the sentence below them."""
    typeset = _set_sentence(canvas, bar, SENTENCE_CAP_U, form, room) if form.below_keys else None
    row = form.keys_above if typeset is not None and len(typeset.lines) > 1 else form.keys
    used = 0.0
    if bar.headline:
        used = 2 * KEY_PAD_U + _write_headline(
            canvas, bar, row.half_down, HEADLINE_CAP_U, room * 0.6
        )
    end = paint_keys(canvas, bar.keys, Box(row.x + used, row.y, room - used, row.h))
    if typeset is not None:
        _write_sentence(canvas, bar, typeset, SENTENCE_X, form.below_keys)
    else:
        _write_beside(canvas, bar, Box(end + BESIDE_U, row.y, row.x + room - end - BESIDE_U, row.h))


def _write_beside(canvas: Canvas, bar: Bar, box: Box) -> None:
    """The sentence behind the keys of a low bar, if all of it has room on two lines."""
    for cap in range(round(SENTENCE_CAP_U * canvas.text_size), SENTENCE_CAP_MIN_U - 1, -1):
        lines = flow_lines(canvas, bar.sentence, cap, box.w)
        if len(lines) <= 2 and all(flow_wide(canvas, line, cap) <= box.w for line in lines):
            middle = box.y + (box.h + cap) / 2
            two = (middle - cap * 0.8, middle + cap * 0.8)
            typeset = Typeset(tuple(lines or [[]]), cap)
            bar = bar._replace(command="")
            return _write_sentence(canvas, bar, typeset, box.x, ((middle,), two))
    return None


def _write_headline(canvas: Canvas, bar: Bar, middle: float, cap: float, room: float) -> float:
    """Its width."""
    return canvas.write_fitted(
        bar.headline, HEADLINE_X, middle, cap, HEADLINE_LEAST_U, room, IVORY, is_middle=True
    )


def _paint_headline(canvas: Canvas, bar: Bar, form: BarForm, room: float) -> None:
    """One headline and one sentence; without a sentence the headline stands in the middle, but
    for the four suits: then a sentence may still come below it.
    """
    is_alone = not (bar.sentence or bar.command or bar.block.kind == "suits")
    typeset = _set_sentence(canvas, bar, REMARK_CAP_U, form, room)
    is_long = len(typeset.lines) > 1
    is_large = is_alone or (bar.block.kind == "winners" and not is_long)
    middle = form.bar.half_down if is_alone else form.headline[is_long]
    cap = min(form.cap if is_large else HEADLINE_CAP_U, 2 * (middle - form.bar.y) / ACCENTED)
    _write_headline(canvas, bar, middle, cap, room)
    _write_sentence(canvas, bar, typeset, HEADLINE_X + 2, form.below_headline)


class Typeset(NamedTuple):
    """A sentence set in one line or in two; the command stands behind the last word."""

    lines: tuple[list[str], ...]
    cap: float


def _set_sentence(canvas: Canvas, bar: Bar, usual: float, form: BarForm, room: float) -> Typeset:
    """On one line, a little smaller if need be; larger text takes two lines before it is smaller
    than usual.
    """
    cap = usual * canvas.text_size
    least = usual if canvas.text_size > 1 else SENTENCE_CAP_MIN_U
    one_line = (cap, *range(round(cap), round(least) - 1, -1))
    two_lines = range(min(round(cap), form.two_lines_cap), SENTENCE_CAP_MIN_U - 1, -1)
    face = CONDENSED if bar.tone == "plain" else BOLD
    if glyph := GLYPHS_OF.get(bar.tone):
        room -= canvas.wide(glyph, cap * GLYPH_CAP, GLYPHS) + cap * GLYPH_SPACE
    for most, caps in ((1, one_line), (2, two_lines)):
        for size in caps:
            lines = flow_lines(canvas, bar.sentence, size, room, face) or [[]]
            command = canvas.wide(bar.command, size)
            behind = command + size * COMMAND_SPACE if command else 0.0
            if len(lines) <= most and flow_wide(canvas, lines[-1], size, face) + behind <= room:
                return Typeset(tuple(lines), size)
            if len(lines) < most and command <= room:
                return Typeset((*lines, []), size)
    rest = " ".join(word for line in lines[1:] for word in line)
    rest, _ = canvas.fit(rest, size, size, room - behind, face)
    return Typeset((lines[0], rest.split()), size)


def _write_sentence(
    canvas: Canvas, bar: Bar, typeset: Typeset, x: float, baselines: tuple[tuple[float, ...], ...]
) -> None:
    colour, cap, end, baseline = INK_OF.get(bar.tone, canvas.quiet), typeset.cap, x, 0.0
    rows = baselines[len(typeset.lines) - 1]
    if glyph := GLYPHS_OF.get(bar.tone):
        x += canvas.write(glyph, x, rows[0], cap * GLYPH_CAP, colour, GLYPHS) + cap * GLYPH_SPACE
    face = CONDENSED if bar.tone == "plain" else BOLD
    for line, baseline in zip(typeset.lines, rows, strict=True):
        end = write_flow(canvas, line, x, baseline, cap, colour, face)
    x = end + (cap * COMMAND_SPACE if typeset.lines[-1] else 0)
    canvas.write(bar.command, x, baseline, cap, IVORY)


# The block


def paint_ground(canvas: Canvas, block: Block, box: Box) -> Ink:
    """The block without what stands on it, for which it returns the ink."""
    if not block.hue:
        canvas.key(box, RADIUS_U, 90)
        return IVORY
    canvas.panel(box, RADIUS_U, Blend(block.hue, WHITE, 0.10), Blend(block.hue, BLACK, 0.07))
    return INK


# of the word below, by the block's kind: cap height, the least, baseline, room kept free, and the
# tracking as it is measured and as it is written
WORDS = {
    "seat": (29.0, 21, 164, 36, 0.0, 0.0),
    "glyph": (30.0, 24, 164, 70, 0.0, 0.08),
    "winners": (27.0, 20, 162, 36, 0.0, 0.0),
    "pause": (28.0, CAP_LEAST_U, 160, 30, 0.08, 0.08),
    "suits": (28.0, CAP_LEAST_U, 160, 30, 0.08, 0.08),
    "count": (26.0, CAP_LEAST_U, 160, 30, 0.0, 0.0),
}


def _paint_block(canvas: Canvas, block: Block, box: Box) -> None:
    """`size`: of a usual block's height; type is less small in a low one."""
    ink, size, x = paint_ground(canvas, block, box), box.h / HIGH_U, box.middle
    match block.kind:
        case "seat":
            _write_seat(canvas, block, ink, box, size)
        case "glyph":
            _paint_glyph(canvas, block.name, ink, box, size)
        case "count":
            canvas.write(block.name, x, box.y + 106 * size, 62 * size, ink, align="centre")
        case "winners":
            _paint_winners(canvas, block, ink, box, size)
        case "pause":
            for left in (-40, 13):
                pillar = Box(x + left * size, box.y + 34 * size, 27 * size, 76 * size)
                canvas.panel(pillar, 7 * size, IVORY, IVORY)
        case "suits":  # nobody is asked: they are unlit
            y = box.y + (74 * size if block.word else box.h / 2)
            for i, kind in enumerate("shdc"):
                canvas.suit(kind, x + (i - 1.5) * 62, y, 46 * size, canvas.quiet)
    cap, least, down, side, measured, tracking = WORDS[block.kind]
    word, cap = block.name if block.kind == "seat" else block.word, cap * (0.5 + size / 2)
    text, cap = canvas.fit(word, cap, least, box.w - side, BOLD, measured)
    canvas.write(text, x, box.y + down * size, cap, ink, BOLD, "centre", tracking)


def _write_seat(canvas: Canvas, block: Block, ink: Ink, box: Box, size: float) -> None:
    number, large, tracking = str(block.seats[0]), 86 * size, 0.08
    number_wide = canvas.wide(number, large)
    room, cap = box.w - 20 - 22 - number_wide, 27 * (0.5 + size / 2)
    label, small = canvas.fit(canvas.tr("SEAT"), cap, CAP_LEAST_U, room, tracking=tracking)
    label_wide = canvas.wide(label, small, tracking=tracking)
    baseline = box.y + (114 if block.name else 137) * size
    x = box.middle - (label_wide + 22 + number_wide) / 2
    canvas.write(label, x, baseline, small, ink, tracking=tracking)
    canvas.write(number, x + label_wide + 22, baseline, large, ink)


def _paint_glyph(canvas: Canvas, glyph: str, ink: Ink, box: Box, size: float) -> None:
    x, y = box.middle, box.y
    if glyph == "⚠":
        sign = art.warning(canvas.px(104 * size), canvas.colour(ink))
        canvas.paste_centred(sign, x, y + 74 * size)
    elif glyph == "●":
        canvas.chip(x, y + 72 * size, 104 * size)
    else:
        canvas.write(glyph, x, y + 106 * size, 62 * size, ink, GLYPHS, "centre")


def _paint_winners(canvas: Canvas, block: Block, ink: Ink, box: Box, size: float) -> None:
    """Their badges: one row up to four, two rows of up to five; a low block has one row."""
    count = len(block.seats)
    columns = count if count <= 4 or size < 1 else -(-count // 2)
    across = {1: 92, 2: 92, 3: 76, 4: 60}.get(count, 48) * size
    if count > 4 and size != 1:
        across = min(60 * size, box.w / count - 6)
    step = across + (14 if count <= 2 else 6) * size
    for i, seat in enumerate(block.seats):
        row, column = divmod(i, columns)
        in_row = min(columns, count - row * columns)
        x = box.middle + (column - (in_row - 1) / 2) * step
        y = box.y + 74 * size + (0 if columns == count else (row - 0.5) * (across + 6))
        canvas.badge(x, y, across, seat, ink, block.hue or INK)


# The keys


def paint_keys(
    canvas: Canvas, keys: Keys, row: Box, most: float = 1.0, *, is_filled: bool = False
) -> float:
    """Where they end. `most`: of their usual size; `is_filled`: keys are wider than their words
    need, and fill the row.
    """
    size, keys = _fit_keys(canvas, keys, row.w, most)
    more = max(0.0, row.w - _keys_wide(canvas, keys, size)) / len(keys) if is_filled else 0.0
    x = row.x
    for key in keys:
        box = Box(x, row.y, _key_wide(canvas, key, size) + more, row.h)
        canvas.shadow(box, KEY_RADIUS_U, 90)
        canvas.key(box, KEY_RADIUS_U)
        cap, label_cap = key.cap * size, LABEL_CAP_U * size
        baseline, left = box.y + (box.h + cap) / 2, x + KEY_PAD_U * size + more / 2
        ink = canvas.quiet if key.amount else IVORY
        left += canvas.write(key.label, left, baseline, label_cap, ink, tracking=0.03)
        canvas.write(key.amount, left + AMOUNT_GAP_U * size, baseline, cap, IVORY)
        x += box.w + KEY_GAP_U * size
    return x - KEY_GAP_U * size


def _key_wide(canvas: Canvas, key: Key, size: float) -> float:
    wide = canvas.wide(key.label, LABEL_CAP_U * size, tracking=0.03) + 2 * KEY_PAD_U * size
    amount = canvas.wide(key.amount, key.cap * size)
    return wide + (AMOUNT_GAP_U * size + amount if amount else 0)


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
    size, is_last = box.w / USUAL_BAR.clock.w, seconds <= LAST_SECONDS
    track, lit = canvas.colour(Blend(canvas.palette.glass[1], WHITE, 0.19)), canvas.colour(TO_ACT)
    inner, stroke = lit if is_last else None, canvas.px(15 * size)
    dial = art.ring(canvas.px(box.w), stroke, left, lit, track, inner)
    canvas.paste_centred(dial, *box.centre)
    cap = (55 if seconds < 100 else 36) * size
    ink = INK if is_last else IVORY
    canvas.write(str(seconds), box.middle, box.half_down + cap / 2, cap, ink, align="centre")


# The ways on that the floor may take, as boxes: title, effect, and what is typed for it

WAYS_LEFT_U, WAYS_GAP_U, WAY_RADIUS_U, WAY_PAD_U = 345, 15, 18, 20
TITLE_LEAST_U, COMMAND_LEAST_U, COMMAND_BOLD_U = 17, 13, 18
EFFECT_LINES = 2
TYPED_LINE = 1.35  # of the cap height, from one line of a command to the next


class WayForm(NamedTuple):
    """The inside of a box higher than `above`: baselines from its top edge, the step between
    lines, and cap heights.
    """

    above: float
    title: float
    title_cap: float
    effect: float
    line: float
    effect_caps: tuple[float, ...]
    typed_high: float
    command_cap: float
    edge: float = 7  # around the command
    middle: float = 0  # of the step between lines: one line stands so much lower


WAY_FORMS = (
    WayForm(130, 42, 26, 74, 29, (20, 19, 18, 17, 16, 15, 14), 38, 18),
    WayForm(100, 25, 20, 47, 20, (18, 17, 16, 15, 14.5, 14), 26, 16, 5, 0.4),  # of two sides
    WayForm(0, 24, 17, 43, 17, (16, 15, 14), 23, 15, 5, 0.4),
)
CAP_OF_LINE = 0.72  # at most, of the step between two lines


def _paint_ways(canvas: Canvas, ways: tuple[Alternative, ...], form: BarForm) -> None:
    """Side by side on the bar."""
    bar, inset, count = form.bar, 15 if form is USUAL_BAR else 9, len(ways)
    wide = (bar.right - 16 - WAYS_LEFT_U - WAYS_GAP_U * (count - 1)) / count
    first = Box(WAYS_LEFT_U, bar.y + inset, wide, bar.h - 2 * inset)
    paint_boxes(canvas, ways, [first.moved((i * (wide + WAYS_GAP_U), 0)) for i in range(count)])


def paint_boxes(canvas: Canvas, ways: tuple[Alternative, ...], boxes: Sequence[Box]) -> None:
    """The rulebook's is the first, and has the fault edge."""
    for number, (way, box) in enumerate(zip(ways, boxes, strict=True)):
        canvas.panel(box, WAY_RADIUS_U, *canvas.palette.key)
        edge = (1.6, WHITE, 110) if number else (3, FAULT)
        canvas.outline(box, WAY_RADIUS_U, *edge)
        form = next(form for form in WAY_FORMS if box.h > form.above)
        _paint_way(canvas.inside(box), way, box, form)


def _paint_way(canvas: Canvas, way: Alternative, box: Box, form: WayForm) -> None:
    x, y, room = box.x + WAY_PAD_U, box.y, box.w - 2 * WAY_PAD_U
    canvas.write_fitted(way.title, x, y + form.title, form.title_cap, TITLE_LEAST_U, room, IVORY)
    # on two lines, or larger on one; where it is longer in a language, smaller
    for cap in form.effect_caps:
        lines = flow_lines(canvas, way.effect, cap, room)
        if len(lines) <= (EFFECT_LINES if cap < form.line * CAP_OF_LINE else 1):
            break
    first = y + form.effect + (form.line * form.middle if len(lines) == 1 else 0)
    for number, line in enumerate(lines[:EFFECT_LINES]):
        write_flow(canvas, line, x, first + form.line * number, cap, canvas.quiet)
    _paint_command(canvas, way.command, box, form, room)


def _paint_command(canvas: Canvas, command: str, box: Box, form: WayForm, room: float) -> None:
    """What is typed, whole: smaller where it is long, and on two lines where even that has no
    room.
    """
    text, face = (command, BOLD) if command else (canvas.tr("nothing to enter"), CONDENSED)
    if canvas.wide(text, min(form.command_cap, COMMAND_BOLD_U), face) > room:
        face = CONDENSED
    cap, lines = float(form.command_cap), [text]
    while cap > COMMAND_LEAST_U and canvas.wide(text, cap, face) > room:
        cap -= 0.5
    if canvas.wide(text, cap, face) > room:
        lines = [" ".join(line) for line in flow_lines(canvas, text, cap, room, face)]
    more, edge = (len(lines) - 1) * cap * TYPED_LINE, form.edge
    high = form.typed_high + more
    typed = Box(box.x + edge, box.bottom - high - edge, box.w - 2 * edge, high)
    canvas.panel(typed, 12, BLACK, BLACK, 150)
    first = typed.y + (high + cap - more) / 2
    for number, line in enumerate(lines):
        canvas.write(line, box.x + WAY_PAD_U, first + number * cap * TYPED_LINE, cap, IVORY, face)
