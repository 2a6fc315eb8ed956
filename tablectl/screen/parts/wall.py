"""The wall's picture, for the whole room: a tournament's clock, or what any other game is played
for.

No seats, no bar, no cards.
"""

from typing import NamedTuple

from tablectl.screen.drawing.canvas import Canvas
from tablectl.screen.drawing.palette import BRASS, IVORY, Ink
from tablectl.screen.drawing.text import CONDENSED
from tablectl.screen.layout.arrangement import group
from tablectl.screen.layout.places import Box
from tablectl.screen.model import seated
from tablectl.screen.parts.part import Part
from tablectl.screen.parts.strip import centre_words
from tablectl.screen.presenter.moment import Moment
from tablectl.screen.words import view_language
from tablectl.screen.words.numbers import (
    hands_left,
    in_forms,
    lasts,
    minutes,
    players_left,
    seat_label,
    stakes,
)
from tablectl.view import Level, View

LEFT, RIGHT = 97, 1143
HEAD, TIME, STAKES = Box(48, 20, 1164, 92), Box(48, 120, 1164, 380), Box(48, 540, 1164, 230)
NEXT, BREAK = Box(48, 806, 640, 226), Box(712, 806, 500, 226)
SIDE = Box(1252, 40, 620, 992)
TIME_CAP_U, WORDS_CAP_U, STAKES_CAP_U, LABEL_CAP_U = 268, 120, 112, 28
FIRST_ROW_U, ROW_U = 116, 84  # baselines of players, average and chips
RULE_U, HEADING_U, LISTED_U = 41, 72, 22  # below the row above
# from one player to the next: who is left is named before who is out
LISTED_MOST_U, LISTED_LEAST_U = 70, 50
OUT_HEAD_U, OUT_ROW_U, OUT_SHOWN = 124, 56, 2
Rows = tuple[tuple[str, str], ...]  # a name or a label, and what belongs to it


def wall_parts(model: View, moment: Moment) -> list[Part]:
    level = model.level
    parts = [_head_part(model), _time_part(model, moment)]
    if group(model) != "ring":
        words = [word.text for word in centre_words(model)]
        parts.append(
            Part(
                "stakes",
                STAKES.joined(NEXT),
                _paint_pairs,
                (tuple(zip(words[::2], words[1::2], strict=True)),),
            )
        )
    elif level is not None:
        shows = (stakes(view_language(model), level), level.ante)
        parts.append(Part("stakes", STAKES, _paint_stakes, shows))
        parts += _what_comes(model, level, moment)
    parts.append(Part("side", SIDE, _paint_side, (_side_of(model),), margin=12))
    return parts


class Side(NamedTuple):
    """The panel at the right: figures with their labels, who plays and with what, and who went
    out last.
    """

    rows: Rows
    heading: tuple[str, str]
    listed: Rows
    outs: Rows


def _side_of(model: View) -> Side:
    """By the game that is played: a tournament counts who is left, against the house there is a
    bank, and some have points.
    """
    tr, stands = view_language(model), model.tournament
    here = [(number, seat) for number, seat in seated(model) if seat.status not in ("empty", "out")]
    players = players_left(tr, stands.left, stands.entries) if stands else tr.number(len(here))
    rows = [(tr("PLAYERS"), players)]
    if group(model) == "house":
        rows += [(tr("BANK"), tr.number(model.house))] if model.house is not None else []
    elif group(model) == "ring":
        chips = stands.chips if stands else sum(seat.stack for _, seat in here) + model.pot_total
        average = stands.average if stands else chips // max(1, len(here))
        rows += [(tr("AVERAGE"), tr.number(average)), (tr("CHIPS"), tr.number(chips))]
    has_points = group(model) == "rack"
    worth = {
        number: (seat.points or 0) if has_points else seat.stack + seat.bet for number, seat in here
    }
    listed = [
        (seat.name or seat_label(tr, number), tr.number(worth[number]))
        for number, seat in sorted(here, key=lambda row: (-worth[row[0]], row[0]))
    ]
    outs = (
        [(out.name or seat_label(tr, out.seat), tr.ordinal(out.place)) for out in stands.last_out]
        if stands
        else []
    )
    heading = tr("STILL IN") if stands else tr("PLAYER"), tr("TOTAL") if has_points else tr("CHIPS")
    return Side(tuple(rows), heading, tuple(listed), tuple(outs))


# Name, level and time


def _head_part(model: View) -> Part:
    name = (model.tournament.name if model.tournament else model.table) or model.game_title
    number = model.level.number if model.level and (model.levels or model.level.number > 1) else 0
    return Part("head", HEAD, _paint_head, (name, number))


def _paint_head(canvas: Canvas, name: str, number: int) -> None:
    tr = canvas.tr
    x: float = RIGHT
    if number:
        x -= canvas.write(str(number), x, 86, 36, BRASS, align="right") + 16
        x -= canvas.label(tr("LEVEL"), x, 86, 28, "right")
    canvas.write_fitted(name, LEFT, 82, 35, 22, x - LEFT - 40, IVORY)


def _time_part(model: View, moment: Moment) -> Part:
    title, big = _time_words(model, moment)
    length_s = model.level.length_s if model.level else None
    left = min(1.0, moment.level_s / length_s) if length_s and moment.level_s is not None else None
    return Part("time", TIME, _paint_time, (title, big, left))


def _time_words(model: View, moment: Moment) -> tuple[str, str]:
    """What stands small over the time, and the time itself, or what stands in its place."""
    tr, level = view_language(model), model.level
    if model.ask.kind == "over":
        return "", model.ask.headline
    is_break = level is not None and level.is_break
    title = tr("BREAK ENDS IN") if is_break else tr("PLAY IS PAUSED") if model.paused else ""
    if moment.level_s is not None:
        return title, minutes(moment.level_s)
    if model.paused:
        return "", tr("Paused")
    if level is not None and level.next_in_hands is not None:
        return "", hands_left(tr, level.next_in_hands)
    return "", tr("Hand {hand}", hand=model.hand) if model.hand else model.game_title


def _paint_time(canvas: Canvas, title: str, big: str, left: float | None) -> None:
    canvas.label(title, LEFT, 142, 20, tracking=0.12)
    cap = TIME_CAP_U if big[:1].isdigit() and ":" in big else WORDS_CAP_U
    canvas.write_fitted(
        big, (LEFT + RIGHT) / 2, 290, cap, 50, RIGHT - LEFT, IVORY, align="centre", is_middle=True
    )
    if left is not None:
        canvas.gauge(Box(LEFT, 472, RIGHT - LEFT, 14), left, BRASS, 110)


def _paint_stakes(canvas: Canvas, stakes: str, ante: int) -> None:
    tr, right = canvas.tr, float(RIGHT)
    canvas.label(tr("BLINDS"), LEFT, 589, LABEL_CAP_U)
    if ante:
        canvas.label(tr("ANTE"), RIGHT, 589, LABEL_CAP_U, "right")
        right -= (
            canvas.write_amount(
                in_forms(tr, ante), RIGHT, 737, STAKES_CAP_U, 60, 300, BRASS, align="right"
            )
            + 60
        )
    canvas.write_fitted(stakes, LEFT, 737, STAKES_CAP_U, 50, right - LEFT, BRASS)


# What comes: the next level, the next break


def _what_comes(model: View, level: Level, moment: Moment) -> list[Part]:
    tr, tournament, parts = view_language(model), model.tournament, []
    has_break = moment.break_in_s is not None
    if level.next is not None:
        box = NEXT if has_break else NEXT.joined(BREAK)
        side = tr("ANTE {chips:,}", chips=level.next.ante) if level.next.ante else ""
        coming = (
            box,
            tr("NEXT LEVEL"),
            side,
            stakes(tr, level.next),
        )
        parts.append(Part("next", box, _paint_box, coming, margin=12))
    if moment.break_in_s is not None:
        box = BREAK if level.next is not None else NEXT.joined(BREAK)
        side = lasts(tr, tournament.break_s) if tournament and tournament.break_s else ""
        breaks = (box, tr("BREAK IN"), side, minutes(moment.break_in_s))
        parts.append(Part("break", box, _paint_box, breaks, margin=12))
    return parts


def _paint_box(canvas: Canvas, box: Box, label: str, side: str, text: str) -> None:
    quiet = canvas.quiet
    canvas.glass(box, 24)
    wide = canvas.label(label, box.x + 34, box.y + 58, LABEL_CAP_U)
    canvas.write_fitted(
        side,
        box.right - 34,
        box.y + 58,
        LABEL_CAP_U,
        20,
        box.w - wide - 100,
        quiet,
        CONDENSED,
        "right",
    )
    canvas.write_fitted(
        text, box.middle, box.y + 131, 74, 40, box.w - 68, IVORY, align="centre", is_middle=True
    )


# What is played for where there are no blinds


def _paint_pairs(canvas: Canvas, pairs: Rows) -> None:
    """Each figure under its label, as large as all of them have room in one column."""
    step = (NEXT.bottom - STAKES.y) / max(2, len(pairs))
    cap = min(STAKES_CAP_U, step * 0.45)
    for i, (label, text) in enumerate(pairs):
        top = STAKES.y + step * i
        canvas.label(label, LEFT, top + LABEL_CAP_U + 4, LABEL_CAP_U)
        canvas.write_fitted(text, LEFT, top + LABEL_CAP_U + 26 + cap, cap, 40, RIGHT - LEFT, BRASS)


# Who is left, who leads, who went out


def _paint_side(canvas: Canvas, side: Side) -> None:
    canvas.glass(SIDE, 24)
    left, right = SIDE.x + 36, SIDE.right - 36
    for i, (label, value) in enumerate(side.rows):
        baseline = FIRST_ROW_U + ROW_U * i
        wide = canvas.label(label, left, baseline - 2, 24)
        canvas.write_fitted(
            value, right, baseline, 43, 26, right - left - wide - 30, IVORY, align="right"
        )
    if not side.listed:
        return
    rule = FIRST_ROW_U + ROW_U * (len(side.rows) - 1) + RULE_U
    top = rule + HEADING_U + LISTED_U
    shown, step, outs = fitted(len(side.listed), len(side.outs), SIDE.bottom - LISTED_U - top)
    canvas.rule(Box(left, rule, right - left, 1.6), BRASS, 120)
    canvas.write(side.heading[0], left, rule + HEADING_U, 24, BRASS, tracking=0.05)
    canvas.label(side.heading[1], right, rule + HEADING_U, 22, "right")
    _write_rows(canvas, side.listed[:shown], top, step, min(36, step * 0.54), IVORY)
    if outs:
        _paint_out(canvas, side.outs[:outs], top + shown * step + LISTED_U)


def fitted(listed: int, outs: int, room: float) -> tuple[int, float, int]:
    """How many players are listed, how far apart, and how many that went out last below them:
    those only where there is room.
    """
    for shown_outs in range(min(outs, OUT_SHOWN), -1, -1):
        free = room - (OUT_HEAD_U - OUT_ROW_U + OUT_ROW_U * shown_outs if shown_outs else 0)
        if listed * LISTED_LEAST_U <= free:
            return listed, min(LISTED_MOST_U, free / listed), shown_outs
    shown = int(room // LISTED_LEAST_U)
    return shown, room / shown, 0


def _paint_out(canvas: Canvas, outs: Rows, rule: float) -> None:
    left, right = SIDE.x + 36, SIDE.right - 36
    canvas.rule(Box(left, rule, right - left, 1.6), BRASS, 120)
    canvas.label(canvas.tr("LAST OUT"), left, rule + 46, 24)
    _write_rows(canvas, outs, rule + 52, OUT_ROW_U, 32, canvas.quiet)


def _write_rows(canvas: Canvas, rows: Rows, top: float, step: float, cap: float, ink: Ink) -> None:
    """Names, and what belongs to each at the right; `top`: of the first row."""
    left, right = SIDE.x + 36, SIDE.right - 36
    for i, (name, value) in enumerate(rows):
        baseline = top + step * i + (step + cap) / 2
        wide = canvas.write(value, right, baseline, cap, ink, align="right")
        canvas.write_fitted(name, left, baseline, cap * 0.9, 22, right - left - wide - 30, IVORY)
