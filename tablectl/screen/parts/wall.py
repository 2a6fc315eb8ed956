"""The wall's picture: a tournament's clock for the whole room, without seats, bar or cards."""

from tablectl.screen.drawing.canvas import Canvas
from tablectl.screen.drawing.palette import BLACK, BRASS, IVORY
from tablectl.screen.drawing.text import CONDENSED
from tablectl.screen.layout.places import Box
from tablectl.screen.model import seated
from tablectl.screen.parts.part import Part
from tablectl.screen.telling.moment import Moment
from tablectl.screen.words import language_of
from tablectl.screen.words.numbers import blinds, hands_left, in_forms, lasts, minutes, players_left, seat_of
from tablectl.view import Level, Seat, Standings, View

LEFT, RIGHT = 97, 1143
HEAD, TIME, STAKES = Box(48, 20, 1164, 92), Box(48, 120, 1164, 380), Box(48, 540, 1164, 230)
NEXT, BREAK = Box(48, 806, 640, 226), Box(712, 806, 500, 226)
SIDE = Box(1252, 40, 620, 992)
TIME_CAP_U, WORDS_CAP_U, STAKES_CAP_U, LABEL_CAP_U = 268, 120, 112, 28
SIDE_ROWS = (116, 200, 285)                     # baselines of players, average and chips
FIRST_RULE_U, LEADERS_U, LEADER_U, LEADERS_SHOWN = 326, 398, 70, 5
SECOND_RULE_U, OUT_U, OUT_ROW_U, OUT_SHOWN = 796, 852, 56, 2


def wall_parts(model: View, moment: Moment) -> list[Part]:
    level = model.level
    parts = [_head(model), _time(model, moment)]
    if level is not None:
        stakes = (blinds(language_of(model), level.small_blind, level.big_blind), level.ante)
        parts.append(Part("stakes", STAKES, _paint_stakes, stakes))
        parts += _what_comes(model, level, moment)
    leaders = tuple(sorted(_still_in(model), key=lambda row: (-row[1].stack - row[1].bet, row[0])))[:LEADERS_SHOWN]
    parts.append(Part("side", SIDE, _paint_side, (model.tournament or _of_seats(model), leaders), margin=12))
    return parts


def _still_in(model: View) -> list[tuple[int, Seat]]:
    return [(number, seat) for number, seat in seated(model) if seat.status not in ("empty", "out")]


def _of_seats(model: View) -> Standings:
    """As much as the seats tell, where the game is no tournament."""
    left = _still_in(model)
    chips = sum(seat.stack + seat.bet for _, seat in left) + model.pot_total - sum(seat.bet for _, seat in left)
    return Standings(model.table, len(left), len(left), chips, chips // max(1, len(left)))


# Name, level and time

def _head(model: View) -> Part:
    name = (model.tournament.name if model.tournament else model.table) or model.game_title
    number = model.level.number if model.level and (model.levels or model.level.number > 1) else 0
    return Part("head", HEAD, _paint_head, (name, number))


def _paint_head(canvas: Canvas, name: str, number: int) -> None:
    tr = canvas.tr
    x: float = RIGHT
    if number:
        x -= canvas.write(str(number), x, 86, 36, BRASS, align="right") + 16
        x -= canvas.write(tr("LEVEL"), x, 86, 28, canvas.palette.ivory2, CONDENSED, "right", 0.06)
    canvas.write_fitted(name, LEFT, 82, 35, 22, x - LEFT - 40, IVORY)


def _time(model: View, moment: Moment) -> Part:
    title, big = _told(model, moment)
    length_s = model.level.length_s if model.level else None
    left = min(1.0, moment.level_s / length_s) if length_s and moment.level_s is not None else None
    return Part("time", TIME, _paint_time, (title, big, left))


def _told(model: View, moment: Moment) -> tuple[str, str]:
    """What stands small over the time, and the time itself, or what stands in its place."""
    tr, level = language_of(model), model.level
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
    canvas.write(title, LEFT, 142, 20, canvas.palette.ivory2, CONDENSED, tracking=0.12)
    cap = TIME_CAP_U if big[:1].isdigit() and ":" in big else WORDS_CAP_U
    canvas.write_fitted(big, (LEFT + RIGHT) / 2, 290, cap, 50, RIGHT - LEFT, IVORY, align="centre", is_middle=True)
    if left is not None:
        bar = Box(LEFT, 472, RIGHT - LEFT, 14)
        canvas.panel(bar, 7, BLACK, BLACK, 110)
        canvas.panel(Box(bar.x, bar.y, max(bar.h, bar.w * left), bar.h), 7, BRASS, BRASS)


def _paint_stakes(canvas: Canvas, stakes: str, ante: int) -> None:
    tr, quiet = canvas.tr, canvas.palette.ivory2
    right: float = RIGHT
    canvas.write(tr("BLINDS"), LEFT, 589, LABEL_CAP_U, quiet, CONDENSED, tracking=0.06)
    if ante:
        canvas.write(tr("ANTE"), RIGHT, 589, LABEL_CAP_U, quiet, CONDENSED, "right", 0.06)
        right -= canvas.write_amount(in_forms(tr, ante), RIGHT, 737, STAKES_CAP_U, 60, 300, BRASS, align="right") + 60
    canvas.write_fitted(stakes, LEFT, 737, STAKES_CAP_U, 50, right - LEFT, BRASS)


# What comes: the next level, the next break

def _what_comes(model: View, level: Level, moment: Moment) -> list[Part]:
    tr, tournament, parts = language_of(model), model.tournament, []
    has_break = moment.break_in_s is not None
    if level.next is not None:
        box = NEXT if has_break else NEXT.joined(BREAK)
        side = tr("ANTE {chips:,}", chips=level.next.ante) if level.next.ante else ""
        coming = (box, tr("NEXT LEVEL"), side, blinds(tr, level.next.small_blind, level.next.big_blind))
        parts.append(Part("next", box, _paint_box, coming, margin=12))
    if moment.break_in_s is not None:
        box = BREAK if level.next is not None else NEXT.joined(BREAK)
        side = lasts(tr, tournament.break_s) if tournament and tournament.break_s else ""
        breaks = (box, tr("BREAK IN"), side, minutes(moment.break_in_s))
        parts.append(Part("break", box, _paint_box, breaks, margin=12))
    return parts


def _paint_box(canvas: Canvas, box: Box, label: str, side: str, text: str) -> None:
    quiet = canvas.palette.ivory2
    canvas.glass(box, 24)
    wide = canvas.write(label, box.x + 34, box.y + 58, LABEL_CAP_U, quiet, CONDENSED, tracking=0.06)
    canvas.write_fitted(side, box.right - 34, box.y + 58, LABEL_CAP_U, 20, box.w - wide - 100, quiet, CONDENSED, "right")
    canvas.write_fitted(text, box.middle, box.y + 131, 74, 40, box.w - 68, IVORY, align="centre", is_middle=True)


# Who is left, who leads, who went out

def _paint_side(canvas: Canvas, stands: Standings, leaders: tuple[tuple[int, Seat], ...]) -> None:
    tr = canvas.tr
    canvas.glass(SIDE, 24)
    left, right = SIDE.x + 36, SIDE.right - 36
    rows = ((tr("PLAYERS"), players_left(tr, stands.left, stands.entries)), (tr("AVERAGE"), tr.number(stands.average)),
            (tr("CHIPS"), tr.number(stands.chips)))
    for baseline, (label, value) in zip(SIDE_ROWS, rows, strict=True):
        wide = canvas.write(label, left, baseline - 2, 24, canvas.palette.ivory2, CONDENSED, tracking=0.06)
        canvas.write_fitted(value, right, baseline, 43, 26, right - left - wide - 30, IVORY, align="right")
    _paint_leaders(canvas, leaders, left, right)
    _paint_out(canvas, stands, left, right)


def _paint_leaders(canvas: Canvas, leaders: tuple[tuple[int, Seat], ...], left: float, right: float) -> None:
    tr = canvas.tr
    if not leaders:
        return
    canvas.rule(Box(left, FIRST_RULE_U, right - left, 1.6), BRASS, 120)
    canvas.write(tr("STILL IN"), left, LEADERS_U, 24, BRASS, tracking=0.05)
    canvas.write(tr("CHIPS"), right, LEADERS_U, 22, canvas.palette.ivory2, CONDENSED, "right", 0.05)
    for i, (number, seat) in enumerate(leaders):
        baseline = LEADERS_U + 74 + LEADER_U * i
        wide = canvas.write(tr.number(seat.stack + seat.bet), right, baseline, 36, IVORY, align="right")
        _name(canvas, seat.name or seat_of(tr, number), left, baseline, right - left - wide - 30)


def _paint_out(canvas: Canvas, stands: Standings, left: float, right: float) -> None:
    tr = canvas.tr
    outs = stands.last_out[:OUT_SHOWN]
    if not outs:
        return
    canvas.rule(Box(left, SECOND_RULE_U, right - left, 1.6), BRASS, 120)
    canvas.write(tr("LAST OUT"), left, OUT_U, 24, canvas.palette.ivory2, CONDENSED, tracking=0.06)
    for i, out in enumerate(outs):
        baseline = OUT_U + 62 + OUT_ROW_U * i
        wide = canvas.write(tr.ordinal(out.place), right, baseline, 32, canvas.palette.ivory2, align="right")
        _name(canvas, out.name or seat_of(tr, out.seat), left, baseline, right - left - wide - 30)


def _name(canvas: Canvas, name: str, x: float, baseline: float, room: float) -> None:
    canvas.write_fitted(name, x, baseline, 32, 22, room, IVORY)
