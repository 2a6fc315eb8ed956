"""Bar and strip of a display that stands upright: the block lies across, the keys in two rows,
the strip in two lines.
"""

from tablectl.screen.drawing import art
from tablectl.screen.drawing.canvas import Canvas
from tablectl.screen.drawing.palette import BLACK, INK, IVORY, WHITE, Blend, Ink
from tablectl.screen.drawing.text import CONDENSED, GLYPHS
from tablectl.screen.layout.places import Box
from tablectl.screen.layout.portrait import (
    BAR,
    BLOCK,
    CLOCK,
    CLOCK_LEFT,
    CLOCK_RIGHT,
    KEYS,
    STRIP,
    WAYS,
)
from tablectl.screen.parts.bar import RADIUS_U, WAYS_GAP_U, paint_boxes, paint_ground, paint_keys
from tablectl.screen.parts.clock import clock_parts as lying_clock_parts
from tablectl.screen.parts.part import Part
from tablectl.screen.parts.strip import (
    NoticeForm,
    Variants,
    Word,
    Words,
    WrittenNotice,
    badge_of,
    centre_words,
    cut_notice,
    fit_notice,
    is_notice,
    left_words,
    light,
    right_words,
    size_of,
    words_wide,
    write_notice,
    write_words,
)
from tablectl.screen.presenter.bar_text import Bar, Block, Keys, make_bar
from tablectl.screen.presenter.moment import Moment
from tablectl.view import View

MARGIN_U = 24
STANDINGS = "standings"  # the part of a break's clock that lies below the others
LINES = (42, 88)  # baselines of the strip
# of a notice, above the stakes
NOTICE_FORMS = (NoticeForm(21, LINES[:1]), NoticeForm(17, (19, 43)), NoticeForm(16, (19, 43)))
# and in their place
LONG_NOTICE_FORMS = (NoticeForm(20, (29, 61, 93)), NoticeForm(16, (29, 61, 93)))
LIT_U, LIT_PAD_U = 38, 12  # over the baseline of stakes that are new, and beside them
SIZE_LEAST = 0.5
CAP_OF_ROW = 0.7  # at most: below it there is room for the comma of an amount
SENTENCE_CAP_U, SENTENCE_LEAST_U = 27, 18
# of the cap height: to the first baseline, to the second, below it
SENTENCE_LINES = (1.33, 1.63, 0.3)
SENTENCE_MOST_IN_BLOCK_U, SENTENCE_LEAST_IN_BLOCK_U = 26, 21


def portrait_parts(model: View, moment: Moment) -> list[Part]:
    bar = make_bar(model, moment)
    parts = [Part("bar", BAR, _paint_bar, (bar,), margin=22)]
    if bar.has_clock and moment.clock_s is not None:
        parts.append(
            Part(
                "clock",
                CLOCK,
                _paint_clock,
                (moment.clock_s, moment.clock_left, bar.block.hue),
                margin=1,
            )
        )
    lefts, centre, right = (
        left_words(model, moment),
        centre_words(model),
        right_words(model, moment),
    )
    badge = (Word(badge_of(model), "value", 0),) if model.test else ()
    return [
        *parts,
        Part("strip", STRIP, _paint_strip, (lefts, centre, right, badge, moment.is_new_level)),
    ]


def clock_parts(model: View, moment: Moment) -> list[Part]:
    """A break's clock: the time and the levels above, who is left below them."""
    return [
        part.moved(*(CLOCK_RIGHT if part.name == STANDINGS else CLOCK_LEFT))
        for part in lying_clock_parts(model, moment)
    ]


# The strip


def _paint_strip(
    canvas: Canvas, lefts: Variants, centre: Words, right: Words, badge: Words, is_new: bool
) -> None:
    """Table and what comes next over the stakes."""
    room = STRIP.w - 2 * MARGIN_U
    right_size = size_of(canvas, right, room * 0.62, SIZE_LEAST)
    if is_notice(lefts):
        written, right, centre = _fit_notice(
            canvas, lefts[0][0].text, right, right_size, centre, badge
        )
        write_notice(canvas, written, MARGIN_U if centre else _end_of_badge(canvas, badge))
        lefts = ((),)
    _write_stakes(canvas, centre, badge, is_new=is_new and bool(centre))
    right_wide = words_wide(canvas, right, right_size)
    write_words(canvas, right, STRIP.w - MARGIN_U - right_wide, LINES[0], right_size)
    left_room = room - right_wide - MARGIN_U
    left = next((line for line in lefts if words_wide(canvas, line, 1) <= left_room), lefts[-1])
    if left:
        text, _ = canvas.fit(
            left[0].text, 21, 21, max(0.0, left_room - words_wide(canvas, left[1:], 1))
        )
        write_words(canvas, (left[0]._replace(text=text), *left[1:]), MARGIN_U, LINES[0], 1)


def _write_stakes(canvas: Canvas, centre: Words, badge: Words, *, is_new: bool) -> None:
    second = (*badge, *(centre[:1] and (centre[0]._replace(space=33 if badge else 0), *centre[1:])))
    size = size_of(canvas, second, STRIP.w - 2 * MARGIN_U, SIZE_LEAST)
    if is_new:
        wide = min(words_wide(canvas, second, size) + 2 * LIT_PAD_U, STRIP.w - 2 * LIT_PAD_U)
        light(canvas, Box(MARGIN_U - LIT_PAD_U, LINES[1] - LIT_U, wide, LIT_U + 10))
    write_words(canvas, second, MARGIN_U, LINES[1], size)


def _end_of_badge(canvas: Canvas, badge: Words) -> float:
    return MARGIN_U + (words_wide(canvas, badge, canvas.text_size) + MARGIN_U if badge else 0)


def _fit_notice(
    canvas: Canvas, text: str, right: Words, size: float, centre: Words, badge: Words
) -> tuple[WrittenNotice, Words, Words]:
    """A notice is never cut: while it stands, what comes next gives way, and then the stakes.
    Returns what is left of those.
    """
    room = STRIP.w - 2 * MARGIN_U
    for shown_right in (right, ()):
        if fitted := fit_notice(
            canvas,
            text,
            NOTICE_FORMS,
            room - words_wide(canvas, shown_right, size) - (MARGIN_U if shown_right else 0),
        ):
            return fitted, shown_right, centre
    room = STRIP.w - MARGIN_U - _end_of_badge(canvas, badge)
    return (
        fit_notice(canvas, text, LONG_NOTICE_FORMS, room)
        or cut_notice(canvas, text, LONG_NOTICE_FORMS[-1], room),
        (),
        (),
    )


# The bar


def _paint_bar(canvas: Canvas, bar: Bar) -> None:
    canvas.glass(BAR, RADIUS_U, bar.edge, 2)
    _paint_block(canvas, bar)
    room = Box(KEYS[0].x, KEYS[0].y, KEYS[0].w, KEYS[1].bottom - KEYS[0].y)
    if bar.ways:
        paint_boxes(canvas, bar.ways, _way_boxes(len(bar.ways)))
    elif bar.keys and not bar.headline:
        rows = _key_rows(bar.keys)
        for row, keys in zip(KEYS, rows, strict=False):
            _paint_row(canvas, keys, row)
        if len(rows) == 1:
            _write_sentence(canvas, bar, KEYS[1])
    elif bar.keys:
        canvas.write_fitted(
            bar.headline, room.x, KEYS[0].half_down, 46, 30, room.w, IVORY, is_middle=True
        )
        _paint_row(canvas, bar.keys, KEYS[1])
    else:
        canvas.write_fitted(bar.headline, room.x, room.y + 54, 46, 30, room.w, IVORY)
        _write_sentence(canvas, bar, Box(room.x, room.y + 74, room.w, room.h - 74))


def _key_rows(keys: Keys) -> tuple[Keys, ...]:
    """The last key, which has the most to say, has a row of its own; one or two keys have one."""
    return (keys,) if len(keys) < 3 else (keys[:-1], keys[-1:])


def _way_boxes(count: int) -> list[Box]:
    """Up to three beside each other, four two by two."""
    columns = count if count < 4 else 2
    wide, high = (
        (WAYS.w - WAYS_GAP_U * (columns - 1)) / columns,
        WAYS.h if count < 4 else (WAYS.h - 8) / 2,
    )
    return [
        Box(
            WAYS.x + i % columns * (wide + WAYS_GAP_U),
            WAYS.y + i // columns * (high + 8),
            wide,
            high,
        )
        for i in range(count)
    ]


def _write_sentence(canvas: Canvas, bar: Bar, box: Box) -> None:
    """Up to two lines of words, cards by their signs, the command in the last."""
    words = f"{bar.sentence} {bar.command}".strip()
    cap = min(SENTENCE_CAP_U * canvas.text_size, (box.h + MARGIN_U / 4) / sum(SENTENCE_LINES))
    while cap > SENTENCE_LEAST_U and len(canvas.wrap(words, cap, box.w, CONDENSED)) > 2:
        cap -= 1
    lines = canvas.wrap(words, cap, box.w, CONDENSED)
    for i, line in enumerate(lines[:2]):
        text, fitted = canvas.fit(
            line if i == 0 else " ".join(lines[1:]), cap, SENTENCE_LEAST_U, box.w, CONDENSED
        )
        baseline = box.y + (SENTENCE_LINES[0] + i * SENTENCE_LINES[1]) * cap
        canvas.write(text, box.x, baseline, fitted, canvas.quiet, CONDENSED)


def _paint_block(canvas: Canvas, bar: Bar) -> None:
    block, ink = bar.block, paint_ground(canvas, bar.block, BLOCK)
    outer, canvas.within = canvas.within, BLOCK
    x, right = BLOCK.x + 36, (CLOCK.x if bar.has_clock else BLOCK.right) - 24
    if block.kind == "seat":
        has_room = _asks_in_block(canvas, bar, x, right, ink)
        baseline, number, name = (BLOCK.y + 72, 56, 40) if has_room else (BLOCK.y + 106, 86, 45)
        x += canvas.write(canvas.tr("SEAT"), x, baseline, 30, ink, tracking=0.08) + 24
        x += canvas.write(str(block.seats[0]), x, baseline, number, ink) + 44
        canvas.write_fitted(block.name, x, baseline, name, 28, right - x, ink)
    else:
        _paint_sign(canvas, block, x, right, ink)
    canvas.within = outer


def _asks_in_block(canvas: Canvas, bar: Bar, x: float, right: float, ink: Ink) -> bool:
    """The question, below the name: where the keys take both rows. Whether there was room for
    all of it.
    """
    if bar.headline or len(_key_rows(bar.keys)) == 1:
        return False
    caps = range(SENTENCE_MOST_IN_BLOCK_U, SENTENCE_LEAST_IN_BLOCK_U - 1, -1)
    cap = next(
        (cap for cap in caps if canvas.wide(bar.sentence, cap, CONDENSED) <= right - x), None
    )
    canvas.write(bar.sentence if cap else "", x, BLOCK.y + 119, cap or 1, ink, CONDENSED)
    return cap is not None


def _paint_sign(canvas: Canvas, block: Block, x: float, right: float, ink: Ink) -> None:
    """A sign or the winners' discs, and the word."""
    middle = BLOCK.half_down
    for number in block.seats if block.kind == "winners" else ():
        canvas.badge(x + 36, middle, 72, number, ink, block.hue or INK)
        x += 82
    if block.kind == "count":
        x += canvas.write(block.name, x, middle + 36, 72, ink) + 30
    elif block.kind == "glyph" and block.name == "●":
        canvas.chip(x + 42, middle, 84)
        x += 108
    elif block.kind == "glyph" and block.name != "⚠":
        x += canvas.write(block.name, x, middle + 28, 56, ink, GLYPHS) + 24
    elif block.kind == "glyph":
        canvas.paste_centred(art.warning(canvas.px(84), canvas.colour(ink)), x + 42, middle)
        x += 108
    canvas.write_fitted(
        block.word, x + 12, middle, 40, 24, right - x - 12, ink, tracking=0.05, is_middle=True
    )


def _paint_row(canvas: Canvas, keys: Keys, row: Box) -> None:
    paint_keys(
        canvas,
        keys,
        row,
        min(1.0, CAP_OF_ROW * row.h / max(key.cap for key in keys)),
        is_filled=True,
    )


def _paint_clock(canvas: Canvas, seconds: int, left: float, hue: str | None) -> None:
    """On the block itself: in ink on its hue, ivory where nobody is to act."""
    ink = INK if hue else canvas.colour(IVORY)
    ground = canvas.colour(hue) if hue else canvas.palette.glass[1]
    track = canvas.colour(Blend(ground, BLACK if hue else WHITE, 0.25))
    x, y = CLOCK.middle, CLOCK.half_down
    canvas.paste_centred(art.ring(canvas.px(CLOCK.w), canvas.px(12), left, ink, track, ink), x, y)
    canvas.write(str(seconds), x, y + 19, 38 if seconds < 100 else 26, ground, align="centre")
