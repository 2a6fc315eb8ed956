"""The panel between hands: the hand that is over at the left, how the players stand at the right.

While chips are still to be moved they stand at the right: from whom, and to whom.
"""

from collections.abc import Sequence

from tablectl.screen.drawing.canvas import Canvas, small_card_wide
from tablectl.screen.drawing.palette import BRASS, INK, IVORY, WINNER
from tablectl.screen.drawing.text import CONDENSED, GLYPHS
from tablectl.screen.layout.places import PANEL, Box, Layout
from tablectl.screen.parts.part import Part
from tablectl.screen.telling.summary import Hand, Handed, Standing, Summary, summary
from tablectl.screen.words import started
from tablectl.screen.words.numbers import gain, in_forms, short_gain
from tablectl.screen.words.results import hand_is_over, won_or_held
from tablectl.view import View

LEFT_U, BOARD_CARDS = 487, 5
HEADING_U, HEADING_CAP_U = 316, 21
CARDS_Y, CARD_W_U, CARD_GAP_U, HOLE_GAP_U = 455, 83, 8.5, 28
ROWS_IN_ONE, ONE_COLUMN_X, TWO_COLUMNS_X = 8, 1183, 1012
ROWS_U, ROWS_HIGH_U, ROW_U, RIGHT_U, COLUMN_GAP_U = 369, 252, 50, 1441, 24
OTHERS_SHOWN, NAME_CAP_LEAST_U = 4, 18
SHARE_CAP_U, POTS_CAP_U, HAND_CAP_U = 25, 21, 20        # of one of several winners
NAME_ROOM_U = 120                       # with less of it no cards stand beside the name


def summary_part(model: View, places: Layout) -> Part:
    return Part("summary", PANEL, _paint, (summary(model),), margin=16).moved(places.panel)


def _paint(canvas: Canvas, shown: Summary) -> None:
    canvas.glass(PANEL, 24)
    columns = 1 if shown.handed or len(shown.standings) <= ROWS_IN_ONE else 2
    right = max(TWO_COLUMNS_X, ONE_COLUMN_X - _lacking(canvas, shown.handed)) if columns == 1 else TWO_COLUMNS_X
    room = right - 20 - 28 - LEFT_U
    canvas.rule(Box(right - 21, PANEL.y + 30, 1.6, PANEL.h - 60), IVORY, 60)
    number, is_over = hand_is_over(canvas.tr, shown.hand)
    wide = canvas.write(number, LEFT_U, HEADING_U, HEADING_CAP_U, BRASS, tracking=0.05)
    canvas.write(is_over, LEFT_U + wide + 10, HEADING_U, HEADING_CAP_U, canvas.palette.ivory2, CONDENSED)
    if len(shown.winners) == 1:
        _paint_winner(canvas, shown.winners[0], room)
    else:
        for i, winner in enumerate(shown.winners[:2]):
            _paint_share(canvas, winner, 374 + 54 * i, room)
    _paint_cards(canvas, shown, room)
    below = (*shown.winners[2:], *shown.others)[:OTHERS_SHOWN]
    if len(below) == 1 and below[0].won:
        _paint_share(canvas, below[0], 622, room)
    else:
        _paint_others(canvas, below, room)
    if shown.handed:
        _paint_handed(canvas, shown.handed, right)
    else:
        _paint_standings(canvas, shown, right, columns)


# Who won

def _paint_winner(canvas: Canvas, winner: Hand, room: float) -> None:
    tr = canvas.tr
    canvas.badge(LEFT_U + 26, 362, 53, winner.seat, IVORY, INK)
    amount = tr.number(winner.won)
    told, cap = canvas.fit(tr("{name} wins", name=winner.name), 36, 24, room - 80 - canvas.wide(amount, 36))
    wide = canvas.write(told, LEFT_U + 69, 381, cap, IVORY)
    canvas.write(amount, LEFT_U + 69 + wide + 12, 381, cap, BRASS)
    canvas.write_fitted(started(winner.hand) or tr("Everybody else folded."), LEFT_U, 427, 25, 18, room, IVORY)


def _paint_share(canvas: Canvas, winner: Hand, baseline: float, room: float) -> None:
    """One of several winners, a line each: its cards, which pots it has won, and its hand where there is room for that."""
    tr = canvas.tr
    canvas.badge(LEFT_U + 19, baseline - 13, 38, winner.seat, IVORY, INK)
    x, end, amount = LEFT_U + 50.0, LEFT_U + room, tr.number(winner.won)
    pots, cap = canvas.fit(" + ".join(winner.pots), POTS_CAP_U, 18, room / 4, CONDENSED)
    pots_wide = canvas.wide(pots, cap, CONDENSED, 0.05) + 22 if pots else 0.0
    cards_wide = sum(small_card_wide(canvas, SHARE_CAP_U, card) + 8 for card in winner.cards) + 14
    has_cards = end - x - pots_wide - canvas.wide(amount, SHARE_CAP_U) - cards_wide > NAME_ROOM_U
    behind = pots_wide + (cards_wide if has_cards else 0)
    name_room = end - x - behind - canvas.wide(amount, SHARE_CAP_U) - 10
    told, name_cap = canvas.fit(tr("{name} wins", name=winner.name), SHARE_CAP_U, 20, name_room)
    x += canvas.write(told, x, baseline, name_cap, IVORY) + 10
    x += canvas.write(amount, x, baseline, SHARE_CAP_U, BRASS) + 22
    for card in winner.cards if has_cards else ():
        x += canvas.small_card(x, baseline, SHARE_CAP_U, card) + 8
    x += 14 if has_cards else 0
    if pots:
        x += canvas.write(pots, x, baseline, cap, canvas.palette.ivory2, CONDENSED, tracking=0.05) + 22
    hand = started(winner.hand)
    if canvas.wide(hand, HAND_CAP_U, CONDENSED) <= end - x:
        canvas.write(hand, x, baseline, HAND_CAP_U, IVORY, CONDENSED)


def _paint_cards(canvas: Canvas, shown: Summary, room: float) -> None:
    """The board as far as it was dealt, and the winner's own cards apart from it."""
    own = shown.winners[0].cards if len(shown.winners) == 1 else ()
    count = BOARD_CARDS + len(own)
    gaps = CARD_GAP_U * (count - 1) + (HOLE_GAP_U - CARD_GAP_U if own else 0)
    wide = min(CARD_W_U, (room - gaps) / count)
    x = float(LEFT_U)
    for i, card in enumerate((*shown.board, *own)):
        x += HOLE_GAP_U - CARD_GAP_U if i and i == len(shown.board) else 0
        is_used = shown.used is not None and card in shown.used
        canvas.card(Box(x, CARDS_Y, wide, wide * 1.4), card, dim=shown.used is not None and not is_used,
                    edge=WINNER if is_used else None)
        x += wide + CARD_GAP_U


def _paint_others(canvas: Canvas, others: tuple[Hand, ...], room: float) -> None:
    """One on a line of its own, with its cards; of several two share a line."""
    if len(others) == 1:
        _paint_other(canvas, others[0], LEFT_U, 622, 23, room)
        return
    shares = 1 if len(others) == 2 else 2
    for i, other in enumerate(others):
        x = LEFT_U + (i % shares) * room / shares
        _paint_other(canvas, other, x, 604 + 36 * (i // shares), 18, room / shares - (14 if shares > 1 else 0))


def _paint_other(canvas: Canvas, other: Hand, x: float, baseline: float, cap: float, room: float) -> None:
    tr = canvas.tr
    across = cap * 1.55
    canvas.badge(x + across / 2, baseline - cap / 2, across, other.seat, IVORY, INK)
    x, room = x + across + 12, room - across - 12
    told = won_or_held(tr, other.name, other.hand, other.won)
    cards = sum(small_card_wide(canvas, cap, card) + 10 for card in other.cards)
    has_cards = canvas.wide(told, cap, CONDENSED) + 6 + cards <= room
    text, cap = canvas.fit(told, cap, 16, room, CONDENSED)
    x += canvas.write(text, x, baseline, cap, IVORY, CONDENSED) + 12
    for card in other.cards if has_cards else ():
        x += canvas.small_card(x, baseline, cap, card) + 10


# Who gives which chips to whom

def _lacking(canvas: Canvas, handed: Sequence[Handed]) -> float:
    """By how much the names of who gets chips are too long for the narrow column."""
    rooms = [RIGHT_U - ONE_COLUMN_X - 126 - canvas.wide(canvas.tr.number(move.amount), 24) for move in handed]
    return max([0.0, *(canvas.wide(move.name, NAME_CAP_LEAST_U) - room for move, room in zip(handed, rooms, strict=True))])


def _paint_handed(canvas: Canvas, handed: Sequence[Handed], x: float) -> None:
    """A line each: from whom, an arrow, to whom. The middle of the table is a chip."""
    canvas.write(canvas.tr("CHIPS TO MOVE"), x, HEADING_U, HEADING_CAP_U, BRASS, tracking=0.05)
    step = min(ROW_U, ROWS_HIGH_U / max(1, len(handed) - 1))
    for i, move in enumerate(handed):
        baseline = ROWS_U + step * i
        middle = baseline - 11
        for place, seat in ((x + 16, move.giver), (x + 86, move.taker)):
            if seat:
                canvas.badge(place, middle, 32, seat, IVORY, INK)
            else:
                canvas.chip(place, middle, 32)
        canvas.write("→", x + 51, baseline, 21, IVORY, GLYPHS, "centre")
        wide = canvas.write_amount(in_forms(canvas.tr, move.amount), RIGHT_U, baseline, 24, 20, 110, BRASS, align="right")
        canvas.write_fitted(move.name, x + 114, baseline, 22, NAME_CAP_LEAST_U, RIGHT_U - x - 126 - wide, IVORY)


# How the players stand

def _paint_standings(canvas: Canvas, shown: Summary, x: float, columns: int) -> None:
    tr = canvas.tr
    canvas.write(tr("STILL IN") if shown.is_by_chips else tr("TONIGHT"), x, HEADING_U, HEADING_CAP_U, BRASS, tracking=0.05)
    if shown.is_by_chips:
        canvas.write(tr("CHIPS"), RIGHT_U, HEADING_U, 20, canvas.palette.ivory2, CONDENSED, "right", 0.05)
    rows = -(-len(shown.standings) // columns)
    step = min(ROW_U, ROWS_HIGH_U / max(1, rows - 1))
    wide = (RIGHT_U - x - COLUMN_GAP_U * (columns - 1)) / columns
    amounts = [_amount(canvas, row, wide, is_by_chips=shown.is_by_chips) for row in shown.standings]
    rooms = [wide - canvas.wide(*amount) - 54 for amount in amounts]
    has_room = all(row.is_named or canvas.wide(row.name, NAME_CAP_LEAST_U) <= room
                   for row, room in zip(shown.standings, rooms, strict=True))
    for i, (row, (amount, cap), room) in enumerate(zip(shown.standings, amounts, rooms, strict=True)):
        left, baseline = x + (i // rows) * (wide + COLUMN_GAP_U), ROWS_U + step * (i % rows)
        canvas.badge(left + 16, baseline - 11, 32, row.seat, IVORY, INK)
        colour = IVORY if shown.is_by_chips or row.amount > 0 else canvas.palette.ivory2
        canvas.write(amount, left + wide, baseline, cap, colour, align="right")
        if row.is_named or has_room:                    # the disc tells whose seat it is
            canvas.write_fitted(row.name, left + 44, baseline, 22, NAME_CAP_LEAST_U, room, IVORY)


def _amount(canvas: Canvas, row: Standing, room: float, *, is_by_chips: bool) -> tuple[str, float]:
    tr = canvas.tr
    forms = in_forms(tr, row.amount) if is_by_chips else (gain(tr, row.amount), short_gain(tr, row.amount))
    return canvas.fit_amount(*forms, 24, 20, room * 0.5)
