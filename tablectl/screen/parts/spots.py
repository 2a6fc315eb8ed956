"""The spots in front of a seat at the house's table: bonus in a diamond, ante in a circle, call in a square."""

from typing import NamedTuple

from tablectl.screen.drawing import art
from tablectl.screen.drawing.canvas import Canvas
from tablectl.screen.drawing.palette import BLACK, BRASS, DUE_BACK, INK, IVORY, WINNER, Blend, Colour
from tablectl.screen.drawing.text import CONDENSED
from tablectl.screen.layout.arrangement import placed
from tablectl.screen.layout.places import Box, SeatPlace
from tablectl.screen.parts.part import Part
from tablectl.screen.words.house import spot as printed
from tablectl.screen.words.numbers import MINUS_SIGN, in_forms
from tablectl.view import BetResult, Seat, View

DIAMOND_U, CIRCLE_U, SQUARE_U = 88, 82, 72        # across
FROM_MIDDLE_U = 86                                # of bonus and call to the ante between them
AMOUNT_CAP_U, AMOUNT_CAP_MIN_U, PRINTED_CAP_U = 25, 15, 14
SPOTS = ("bonus", "ante", "call")
ACROSS = {"bonus": DIAMOND_U, "ante": CIRCLE_U, "call": SQUARE_U}
ROOM = {"bonus": 58, "ante": 68, "call": 62}      # what is written may be so wide


class Spot(NamedTuple):
    """`state`: open (nothing lies there), bet, paid, pushed, lost; quiet ones belong to a seat that is not in the hand."""

    name: str
    state: str
    chips: int
    is_quiet: bool


def spot_parts(model: View, places: tuple[SeatPlace, ...]) -> list[Part]:
    parts = []
    for number, seat, place in placed(model, places):
        if seat.status == "empty" or place.spots is None:
            continue
        spots = tuple(spot_of(model, number, seat, name) for name in SPOTS)
        parts.append(Part(f"spots {number}", place.spots, _paint, (place.spots, spots), margin=4))
    return parts


def spot_of(model: View, number: int, seat: Seat, name: str) -> Spot:
    """While a result is told: what became of the bet. At other times: what lies there."""
    lines = [line for win in model.result or () if win.seat == number for line in win.lines if line.line == name]
    if lines and lines[0].bet:
        return Spot(name, *_outcome(lines[0]), False)
    chips = (seat.bets or {}).get(name, 0)
    told = any(win.seat == number for win in model.result or ()) and seat.status != "folded"
    is_in = seat.to_answer or seat.status in ("in", "all_in") or told
    return Spot(name, "bet" if chips else "open", chips, not is_in)


def _outcome(line: BetResult) -> tuple[str, int]:
    if line.paid:
        return "paid", line.paid
    return ("pushed", line.returned) if line.returned else ("lost", line.collected or line.bet)


def _paint(canvas: Canvas, box: Box, spots: tuple[Spot, ...]) -> None:
    y = box.half_down
    for i, spot in enumerate(spots):
        _paint_spot(canvas, spot, box.middle + (i - 1) * FROM_MIDDLE_U, y)


def _paint_spot(canvas: Canvas, spot: Spot, x: float, y: float) -> None:
    tr = canvas.tr
    fill, rim, ink = _colours(canvas, spot)
    across = ACROSS[spot.name]
    picture = art.spot(spot.name, canvas.px(across), fill, rim, max(1.0, 2.6 * canvas.scale.u_px), spot.state == "pushed")
    canvas.centred(picture, x, y)
    canvas.within = Box(x - across / 2, y - across / 2, across, across)
    if spot.state == "open":
        canvas.write(printed(tr, spot.name), x, y + PRINTED_CAP_U / 2, PRINTED_CAP_U, ink, CONDENSED, "centre")
    else:
        sign = MINUS_SIGN if spot.state == "lost" else ""
        full, short = in_forms(tr, spot.chips)
        if canvas.wide(sign + short, AMOUNT_CAP_MIN_U) > ROOM[spot.name]:
            sign = ""                                         # no room for the minus: the empty spot shows that the bet is lost
        forms = (sign + full, sign + short)
        canvas.write_amount(
            forms, x, y, AMOUNT_CAP_U, AMOUNT_CAP_MIN_U, ROOM[spot.name], ink, align="centre", is_middle=True)


def _colours(canvas: Canvas, spot: Spot) -> tuple[tuple[int, int, int, int], Colour, Colour]:
    """Fill, rim and ink: filled only where chips come, dark where they lie, the bare felt where there are none."""
    colour, cloth = canvas.colour, canvas.palette.centre
    dark, felt = (*colour(Blend(canvas.palette.edge, BLACK, 0.6)), 235), (*BLACK, 40)
    if spot.state == "paid":
        return (*colour(WINNER), 255), colour(Blend(WINNER, IVORY, 0.6)), INK
    if spot.state == "pushed":
        return dark, colour(DUE_BACK), colour(DUE_BACK)
    if spot.state == "lost":
        return felt, colour(Blend(cloth, IVORY, 0.25)), canvas.palette.folded
    if spot.is_quiet:
        return felt, colour(Blend(cloth, BRASS, 0.28)), canvas.palette.folded
    if spot.state == "open":
        return felt, colour(Blend(cloth, BRASS, 0.45)), canvas.quiet
    return dark, colour(BRASS), colour(IVORY)
