"""The middle of a table that is read from both sides: one board, and pot, pots and stakes before
each side.
"""

from tablectl.screen.drawing.canvas import Canvas
from tablectl.screen.drawing.palette import BRASS, FAULT, INK, IVORY
from tablectl.screen.layout.places import Box, Layout
from tablectl.screen.layout.two_sided import POTS, STAKES
from tablectl.screen.parts.centre import (
    SIDE_CAP_U,
    BoardSlot,
    Pots,
    board_slots,
    paint_board,
    paint_pot,
    pot_part,
    pot_wide,
    pots_words,
    shortened_pots,
)
from tablectl.screen.parts.part import Part
from tablectl.screen.parts.strip import (
    CAPS_U,
    Variants,
    Words,
    badge_of,
    centre_words,
    is_notice,
    left_words,
    light,
    right_words,
    size_of,
    words_wide,
    write_words,
)
from tablectl.screen.presenter.moment import Moment
from tablectl.view import View

HEAD_HIGH_U, HEAD_CAP_U, HEAD_LEAST_U, HEAD_STEP_U = 58, 22, 15, 31
HEAD_MOST_U = 31  # no larger, whatever the size of text
# of a sentence over pots, and in their place; more are small
HEAD_LINES, HEAD_LARGE_LINES = 2, 6
POT_LINES, POT_STEP_U, DISC_U = 4, 40, 27
CAP_OF_STEP = 0.75  # of an amount, at most: below it there is room for its comma
STAKE_STEP_U, STAKE_MOST, STAKE_LEAST = 42, 1.1, 0.6
LIT_PAD_U = 12
RULE_ALPHA, RULE_ROOM_U, RULE_UP_U = 110, 14, 39


def table_parts(model: View, places: Layout, moment: Moment) -> list[Part]:
    near = [pot_part(model, places), _left_part(model, moment), _stakes_part(model, moment)]
    return [*_board_parts(model, places, moment), *near, *(part.turned() for part in near)]


def _board_parts(model: View, places: Layout, moment: Moment) -> list[Part]:
    """Each card's rank and suit stand in one half of it; in the other they are turned."""
    cards, turned = [], []
    for i, slot in enumerate(board_slots(model, places, moment)):
        there = slot.box.turned(places.frame)
        cards.append(Part(f"board {i + 1}", slot.box, paint_board, (slot, True), margin=16))
        if slot.card is not None:
            turned.append(Part(f"board {i + 1}", there, _paint_half, (there, slot)).turned())
    return cards + turned


def _paint_half(canvas: Canvas, box: Box, slot: BoardSlot) -> None:
    """Rank and suit for the players opposite, to whom the card lies at `box`."""
    canvas.half_index(box, slot.card or "", slot.is_dim)


# At the left: table and hand, over the pots


def _left_part(model: View, moment: Moment) -> Part:
    variants = left_words(model, moment, is_bar_low=True)
    badge = badge_of(model)
    return Part("pots", POTS, _paint_left, (variants, badge, pots_words(model)), margin=4)


def _paint_left(canvas: Canvas, variants: Variants, badge: str, pots: Pots) -> None:
    is_long = _paint_head(canvas, variants, badge)
    if pots and not is_long:
        canvas.rule(Box(POTS.x, POTS.y + HEAD_HIGH_U + 4, POTS.w, 1.6), BRASS, RULE_ALPHA)
        _paint_pots(canvas, pots)


def _paint_head(canvas: Canvas, variants: Variants, badge: str) -> bool:
    """The fullest variant that has room on one line, smaller if need be; a sentence takes two.
    Returns whether it takes more: then the pots below give way while it stands."""
    x, room, baseline = POTS.x, POTS.w, POTS.y + 34
    if badge:
        wide = canvas.wide(badge, HEAD_CAP_U) + 24
        canvas.rule(Box(x, baseline - HEAD_CAP_U - 9, wide, HEAD_CAP_U + 18), FAULT)
        canvas.write(badge, x + 12, baseline, HEAD_CAP_U, INK)
        x, room = x + wide + 14, room - wide - 14
    sizes = [
        canvas.text_size - 0.05 * i
        for i in range(14)
        if canvas.text_size - 0.05 * i > HEAD_LEAST_U / CAPS_U["name"]
    ]
    for line in variants[:1] if is_notice(variants) else variants:
        fits = (size for size in sizes if words_wide(canvas, line, size) <= room)
        size = next(
            (
                size
                for size in fits
                if all(CAPS_U[word.tone] * size <= HEAD_MOST_U for word in line)
            ),
            None,
        )
        if size is not None:
            write_words(canvas, line, x, baseline, size)
            return False
    line = variants[0] if is_notice(variants) else variants[-1]
    return (
        _write_lines(
            canvas, " ".join(word.text for word in line), Box(x, POTS.y, room, HEAD_HIGH_U)
        )
        > HEAD_LINES
    )


def _write_lines(canvas: Canvas, sentence: str, box: Box) -> int:
    """A sentence on as few lines as it can be written on; how many."""
    cap, most = float(HEAD_CAP_U), HEAD_LINES
    while len(canvas.wrap(sentence, cap, box.w)) > most:
        cap, most = (
            (cap - 1, most)
            if cap > HEAD_LEAST_U
            else (HEAD_CAP_U if most < HEAD_LARGE_LINES else HEAD_LEAST_U, most + 1)
        )
    lines = canvas.wrap(sentence, cap, box.w)
    step = min(HEAD_STEP_U, (POTS.h - HEAD_STEP_U) / max(1, len(lines) - 1))
    for i, text in enumerate(lines):
        canvas.write_fitted(text, box.x, box.y + 24 + step * i, cap, cap, box.w, IVORY)
    return len(lines)


def _paint_pots(canvas: Canvas, pots: Pots) -> None:
    """One below the other, in two columns without discs where they are many."""
    columns = 1 if len(pots) <= POT_LINES - 1 else 2
    room = (POTS.w - 16 * (columns - 1)) / columns
    rows = -(-len(pots) // columns)
    first, step = (
        POTS.y + HEAD_HIGH_U + 46,
        min(POT_STEP_U, (POTS.bottom - 12 - POTS.y - HEAD_HIGH_U - 46) / max(1, rows - 1)),
    )
    lines = shortened_pots(pots)[3 if columns > 1 else 1 :]
    line = next(
        (line for line in lines if max(pot_wide(canvas, pot, DISC_U) for pot in line) <= room),
        lines[-1],
    )
    cap = min(SIDE_CAP_U, step * CAP_OF_STEP)
    for i, pot in enumerate(line):
        paint_pot(
            canvas, pot, POTS.x + i // rows * (room + 16), first + i % rows * step, DISC_U, cap
        )


# At the right: the stakes, over what comes next


def _stakes_part(model: View, moment: Moment) -> Part:
    now, then = centre_words(model), right_words(model, moment)
    return Part("stakes", STAKES, _paint_stakes, (now, then, moment.is_new_level), margin=14)


def _paint_stakes(canvas: Canvas, now: Words, then: Words, is_new: bool) -> None:
    """A label and its value a line. `is_new`: the level has just begun, and its blinds are lit."""
    lines = [_without_space(now[i : i + 2]) for i in range(0, len(now), 2)]
    after = [_without_space(then[:2]), _without_space(then[2:])] if then else []
    after = [line for line in after if line]
    count = len(lines) + len(after)
    step = min(STAKE_STEP_U, (STAKES.h - 42 - RULE_ROOM_U) / max(1, count - 1))
    y = STAKES.y + 34
    if is_new and lines:
        wide = (
            max(words_wide(canvas, line, _size_in(canvas, line)) for line in lines) + 2 * LIT_PAD_U
        )
        light(
            canvas, Box(STAKES.right + LIT_PAD_U - wide, y - 37, wide, step * (len(lines) - 1) + 48)
        )
    for i, line in enumerate((*lines, *after)):
        if i == len(lines) and i:
            y += RULE_ROOM_U
            canvas.rule(Box(STAKES.right - 320, y - RULE_UP_U, 320, 1.6), BRASS, RULE_ALPHA)
        size = _size_in(canvas, line)
        write_words(canvas, line, STAKES.right - words_wide(canvas, line, size), y, size)
        y += step


def _size_in(canvas: Canvas, line: Words) -> float:
    return size_of(canvas, line, STAKES.w, STAKE_LEAST, STAKE_MOST)


def _without_space(line: Words) -> Words:
    return (line[0]._replace(space=0), *line[1:]) if line else ()
