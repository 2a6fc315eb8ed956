"""The picture of a break or a pause: the time that is left, the levels to come, who is still in
and who is out.
"""

from typing import NamedTuple

from tablectl.screen.drawing.canvas import CAP_LEAST_U, Canvas
from tablectl.screen.drawing.palette import BRASS, INK, IVORY
from tablectl.screen.drawing.text import BOLD, CONDENSED
from tablectl.screen.layout.places import Box
from tablectl.screen.model import seated
from tablectl.screen.parts.part import Part
from tablectl.screen.parts.summary import last_hand_part
from tablectl.screen.presenter.bar_text import is_won, player_name
from tablectl.screen.presenter.moment import Moment
from tablectl.screen.words import view_language
from tablectl.screen.words.numbers import in_forms, minutes, seat_label, stakes
from tablectl.view import Blinds, Out, Seat, View

TIME = Box(24, 76, 1180, 420)
ENDED = Box(24, 76, 1180, 768)
NOW_LEVEL = Box(24, 512, 606, 176)
THEN_LEVEL = Box(654, 512, 550, 176)
SCHEDULE = Box(24, 722, 1180, 116)
SCHEDULE_GAP_U = 10
SCHEDULE_SHOWN = 11
CELL_MAX_U = 180  # of a short schedule, whose levels stand in the middle
STANDINGS = Box(1240, 76, 656, 768)
ROW_IN_U, ROW_OUT_U = 71, 50
ROW_IN_MIN_U, ROW_OUT_MIN_U = 56, 40
# of few players: so much larger than usual, and the panel ends below them
ROWS_LARGEST = 1.5
HEADED_U, BELOW_U, BETWEEN_U = 62, 24, 72
OUT_SHOWN = 10  # with those who are still in


def clock_parts(model: View, moment: Moment) -> list[Part]:
    if is_won(model):
        return [
            last_hand_part(model, ENDED) if model.result else _winner_part(model),
            _standings_part(model),
        ]
    level = model.level
    is_break = bool(level and level.is_break)
    parts = [
        Part("time", TIME, _paint_time, _time_words(model, moment, is_break=is_break)),
        Part(
            "levels",
            NOW_LEVEL.joined(THEN_LEVEL),
            _paint_levels,
            _levels_shown(model, is_break),
            margin=12,
        ),
        _standings_part(model),
    ]
    if model.levels:
        shown = (model.levels, level.number if level else 0, is_break)
        parts.append(Part("schedule", SCHEDULE, _paint_schedule, shown, margin=8))
    return parts


def is_shown(model: View, moment: Moment) -> bool:
    """In a break or a pause; and from the end of a tournament, once its last result has been
    shown.
    """
    return model.is_resting or (is_won(model) and (moment.is_result_over or not model.result))


def _time_words(model: View, moment: Moment, *, is_break: bool) -> tuple[str, str, str]:
    """What stands over the time, the time or what stands in its place, and what stands below it."""
    tr = view_language(model)
    title = tr("BREAK ENDS IN") if is_break else tr("PLAY IS PAUSED")
    if moment.level_s is None:
        return title, tr("Paused"), ""
    return title, minutes(moment.level_s), "" if is_break else tr("LEFT IN LEVEL")


# The end of a tournament: no level follows


def _winner_part(model: View) -> Part:
    """Where no hand has ended it."""
    tr = view_language(model)
    firsts = [
        (player_name(model, number), tr.number(seat.stack))
        for number, seat in seated(model)
        if seat.place == 1
    ]
    name, chips = (firsts or [(tr("GAME OVER"), "")])[0]
    return Part("winner", ENDED, _paint_winner, (tr.ordinal(1), name, chips), margin=12)


def _paint_winner(canvas: Canvas, place: str, name: str, chips: str) -> None:
    middle = ENDED.middle
    canvas.within = ENDED
    canvas.glass(ENDED, 24)
    canvas.write(place, middle, 240, 64, BRASS, align="centre")
    canvas.write_fitted(
        name, middle, 440, 150, 60, ENDED.w - 80, IVORY, align="centre", is_middle=True
    )
    if chips:
        canvas.label(canvas.tr("CHIPS"), middle, 640, 29, "centre")
        canvas.write(chips, middle, 740, 72, BRASS, align="centre")


def _standings_part(model: View) -> Part:
    return Part("standings", STANDINGS, _paint_standings, (list_places(model),), margin=12)


class Places(NamedTuple):
    """Who is in, by chips, and who is out, the last one first; at the end all have a place."""

    still: tuple[tuple[int, Seat], ...]
    out: tuple[Out, ...]
    is_over: bool


def list_places(model: View) -> Places:
    still = sorted(
        ((n, s) for n, s in seated(model) if s.status not in ("empty", "out")),
        key=lambda row: (-row[1].stack - row[1].bet, row[0]),
    )
    here = [Out(n, s.name, s.place or 0) for n, s in seated(model) if s.status == "out"]
    out = list(model.tournament.last_out) if model.tournament is not None else here
    out.sort(key=lambda one: (one.place or 99, one.seat))
    if not is_won(model):
        return Places(tuple(still), tuple(out), False)
    won = [Out(n, s.name, s.place) for n, s in still if s.place is not None]
    return Places((), (*won, *out), True)


def _paint_time(canvas: Canvas, title: str, big: str, caption: str) -> None:
    canvas.label(title, TIME.middle, 164, 35, "centre", 0.12)
    cap = 222 if big[0].isdigit() else 150
    canvas.write_fitted(
        big, TIME.middle, 318, cap, 90, TIME.w - 40, IVORY, align="centre", is_middle=True
    )
    canvas.label(caption, TIME.middle, 480, 22, "centre")


def _levels_shown(model: View, is_break: bool) -> tuple[tuple[str, Blinds], ...]:
    """What is played now (after the break: next), and what then, each with its label."""
    level = model.level
    if level is None:
        return ()
    now = Blinds(level.small_blind, level.big_blind, level.ante)
    coming = () if level.next is None else (level.next,)
    is_next = is_break and bool(coming) and level.next_is_due
    first = level.number + is_next
    shown = (*coming, *model.levels[first : first + 1]) if is_next else (now, *coming)
    is_only = not (model.levels or coming or is_break)
    tr = view_language(model)
    labels = (
        tr("BLINDS") if is_only else tr("LEVEL {level}", level=first),
        tr("THEN LEVEL {level}", level=first + 1),
    )
    return tuple(zip(labels, shown, strict=False))


def _paint_levels(canvas: Canvas, *levels: tuple[str, Blinds]) -> None:
    boxes = (NOW_LEVEL, THEN_LEVEL) if len(levels) > 1 else (NOW_LEVEL.joined(THEN_LEVEL),)
    for i, (box, (label, level)) in enumerate(zip(boxes, levels, strict=False)):
        canvas.within = box
        canvas.glass(box, 22, BRASS if i == 0 else None, 2)
        canvas.label(label, box.x + 28, box.y + 42, 20.5)
        if level.ante:
            canvas.label(
                canvas.tr("ANTE {chips:,}", chips=level.ante),
                box.right - 28,
                box.y + 42,
                20.5,
                "right",
            )
        (cap, colour), y = ((52, IVORY) if i else (66, BRASS)), box.y + 112
        text, room = stakes(canvas.tr, level), box.w - 50
        canvas.write_fitted(
            text, box.middle, y, cap, 30, room, colour, align="centre", is_middle=True
        )


# Standings


def _paint_standings(canvas: Canvas, rows: Places) -> None:
    tr = canvas.tr
    still, out = rows.still, rows.out[: max(1, OUT_SHOWN - len(rows.still))]
    row_in, row_out = _row_heights(len(still), len(out))
    high = (
        HEADED_U
        + len(still) * row_in
        + len(out) * row_out
        + BELOW_U
        + (BETWEEN_U if still and out else 0)
    )
    box = Box(STANDINGS.x, STANDINGS.y, STANDINGS.w, min(STANDINGS.h, high))
    canvas.within = box
    canvas.glass(box, 24)
    y = STANDINGS.y + HEADED_U
    if still:
        _write_heading(canvas, tr("STILL IN"), tr("CHIPS"), STANDINGS.y + 44)
    most = max((seat.stack + seat.bet for _, seat in still), default=1)
    for number, seat in still:
        _row_in(canvas, number, seat, y, row_in, most)
        y += row_in
    if out:
        if still:
            canvas.rule(Box(STANDINGS.x + 30, y + 8, STANDINGS.w - 60, 1.6), BRASS, 120)
        titles = (tr("PLACES"), "") if rows.is_over else (tr("OUT"), tr("PLACE"))
        _write_heading(canvas, *titles, y + 50 if still else STANDINGS.y + 44)
        y += 62 if still else 6
        for one in out:
            _row_out(canvas, one, y + row_out / 2 + 10, max(1, row_out / ROW_OUT_U))
            y += row_out


def _row_heights(still: int, out: int) -> tuple[float, float]:
    room = STANDINGS.h - HEADED_U - BELOW_U - (BETWEEN_U if out else 0)
    size = min(ROWS_LARGEST, room / max(1, still * ROW_IN_U + out * ROW_OUT_U))
    return max(ROW_IN_MIN_U, ROW_IN_U * size), max(ROW_OUT_MIN_U, ROW_OUT_U * size)


def _write_heading(canvas: Canvas, left: str, right: str, baseline: float) -> None:
    canvas.write(left, STANDINGS.x + 30, baseline, 21, BRASS, tracking=0.05)
    canvas.label(right, STANDINGS.right - 30, baseline, 20, "right")


def _row_in(canvas: Canvas, number: int, seat: Seat, y: float, high: float, most: int) -> None:
    middle, size = y + high * 0.45, max(1, high / ROW_IN_U)
    across = min(46 * size, high * 0.7)
    left, right = STANDINGS.x + 46 + across, STANDINGS.right - 34
    canvas.badge(STANDINGS.x + 29 + across / 2, middle, across, number)
    chips = canvas.tr.number(seat.stack + seat.bet)
    canvas.write(chips, right, middle + 16 * size, 32 * size, IVORY, align="right")
    room = right - left - canvas.wide(chips, 32 * size) - 20
    canvas.write_fitted(
        seat.name or seat_label(canvas.tr, number),
        left,
        middle + 13 * size,
        26 * size,
        20,
        room,
        IVORY,
    )
    canvas.gauge(
        Box(left, y + high - 8, right - left, 5), (seat.stack + seat.bet) / max(1, most), BRASS, 120
    )


def _row_out(canvas: Canvas, out: Out, baseline: float, size: float) -> None:
    is_first = out.place == 1
    colour, face, cap = (
        (IVORY, BOLD, 27 * size) if is_first else (canvas.quiet, CONDENSED, 23 * size)
    )
    place = canvas.tr.ordinal(out.place) if out.place else ""
    canvas.write(place, STANDINGS.right - 34, baseline, cap - 1, colour, align="right")
    canvas.write_fitted(
        out.name or seat_label(canvas.tr, out.seat),
        STANDINGS.x + 92,
        baseline,
        cap,
        20,
        420,
        colour,
        face,
    )


# Schedule


def _paint_schedule(
    canvas: Canvas, levels: tuple[Blinds, ...], number: int, is_break: bool
) -> None:
    """The levels, at most eleven around the one that counts: past ones unlit, the present one
    brass.
    """
    here = number + 1 if is_break else number
    cells: list[Blinds | None] = list(levels)
    if is_break:
        cells.insert(number, None)
    start, count = (
        max(0, min(here - 8, len(cells) - SCHEDULE_SHOWN)),
        min(SCHEDULE_SHOWN, len(cells)),
    )
    wide = min(CELL_MAX_U, (SCHEDULE.w - SCHEDULE_GAP_U * (count - 1)) / count)
    left = SCHEDULE.middle - (count * (wide + SCHEDULE_GAP_U) - SCHEDULE_GAP_U) / 2
    for i, cell in enumerate(cells[start : start + SCHEDULE_SHOWN]):
        box = Box(left + i * (wide + SCHEDULE_GAP_U), SCHEDULE.y, wide, SCHEDULE.h)
        if cell is None:
            _paint_break(canvas, box)
        else:
            level = start + i + (0 if is_break and start + i > number else 1)
            _paint_level(canvas, box, level, cell, level - here)


def _paint_break(canvas: Canvas, box: Box) -> None:
    canvas.within = box
    canvas.panel(box, 14, BRASS, BRASS)
    room = box.w - 4
    face = BOLD if canvas.wide(canvas.tr("BREAK"), 18.5) <= room else CONDENSED
    canvas.write_fitted(
        canvas.tr("BREAK"), box.middle, box.y + 54, 18.5, CAP_LEAST_U - 1, room, INK, face, "centre"
    )
    canvas.write(canvas.tr("now"), box.middle, box.y + 88, 18.5, INK, CONDENSED, "centre")


def _paint_level(canvas: Canvas, box: Box, level: int, blinds: Blinds, ahead: int) -> None:
    canvas.within = box
    quiet = canvas.quiet
    if ahead < 0:
        canvas.panel(box, 14, *canvas.palette.glass, 107)
        canvas.hairline(box, 14, 1.2, 26)
        quiet = canvas.palette.folded
    else:
        canvas.glass(box, 14, BRASS if ahead == 0 else None, 2)
    canvas.write(
        str(level), box.middle, box.y + 40, 22, IVORY if ahead >= 0 else quiet, align="centre"
    )
    for chips, y in ((blinds.small_blind, 74), (blinds.big_blind, 102)):
        full, cap = canvas.fit_amount(*in_forms(canvas.tr, chips), 18, 15, box.w - 12)
        canvas.write(
            full, box.middle, box.y + y, cap, quiet, CONDENSED if ahead else BOLD, "centre"
        )
