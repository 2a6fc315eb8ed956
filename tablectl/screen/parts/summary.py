"""The panel between hands: the hand that is over at the left, how the players stand at the right.

While chips are still to be moved they stand at the right: from whom, and to whom.
"""

from collections.abc import Sequence

from tablectl.screen.drawing.canvas import Canvas, small_card_wide
from tablectl.screen.drawing.palette import BRASS, IVORY, WINNER
from tablectl.screen.drawing.text import CONDENSED, GLYPHS
from tablectl.screen.layout.places import Box, Layout
from tablectl.screen.parts.part import Part
from tablectl.screen.presenter.summary import Hand, Handed, Standing, Summary, summary
from tablectl.screen.words import capitalize_first
from tablectl.screen.words.numbers import gain, in_forms, short_gain
from tablectl.view import View

# of the panel; its heights are given from its top
HIGH_U, LEFT_U, BOARD_CARDS = 400, 36, 5
HEADING_U, HEADING_CAP_U = 54, 21
CARDS_Y, CARD_GAP_U, HOLE_GAP_U = 191, 9, 28
CARD_W_U, SMALL_CARD_W_U = 96, 84  # over one line of others, and over two
# rows in a column; of the panel's width, one column and two
ROWS_IN_ONE, STANDINGS_WIDE, TWO_WIDE = 8, 0.32, 0.43
ROWS_U, ROWS_HIGH_U, ROW_U, COLUMN_GAP_U = 107, 252, 50, 24
OTHERS_SHOWN, NAME_CAP_LEAST_U = 4, 18
AMOUNT_ROOM_U = 250  # beside two names: discs, the arrow, and the amount
NAME_ROOM_U = 120  # with less of it no cards stand beside the name
WIDE_U = 800  # of room: two others share a line
HAND_BOX = Box(0, 0, 614, HIGH_U)  # of the hand alone


def summary_part(model: View, places: Layout) -> Part:
    """In the room of a halted hand, which is all that the plates leave free."""
    box = Box(0, (HIGH_U - places.halt.h) / 2, places.halt.w, places.halt.h)
    return Part("summary", box, _paint_summary, (summary(model), box), margin=16).moved(
        (places.halt.x, places.halt.y - box.y)
    )


def last_hand_part(model: View, box: Box) -> Part:
    """The hand alone, as large as the box allows."""
    return Part("summary", box, _paint_last_hand, (summary(model), box), margin=16)


def _paint_last_hand(canvas: Canvas, shown: Summary, box: Box) -> None:
    canvas.glass(box, 24)
    own = canvas.moved((box.x, box.y), box.h / HIGH_U)
    own.within = HAND_BOX
    _paint_hand(own, shown, box.w * HIGH_U / box.h - 2 * LEFT_U)


def _paint_summary(canvas: Canvas, shown: Summary, box: Box) -> None:
    canvas.glass(box, 24)
    is_narrow = not shown.handed and len(shown.standings) <= ROWS_IN_ONE
    x = box.w * (1 - (STANDINGS_WIDE if is_narrow else TWO_WIDE))
    canvas.rule(Box(x - 21, box.y + 30, 1.6, box.h - 60), IVORY, 60)
    _paint_hand(canvas, shown, x - 48 - LEFT_U)
    if shown.handed:
        _paint_handed(canvas, shown.handed, x, box.right - 28)
    else:
        _paint_standings(canvas, shown, x, box.right - 28, 1 if is_narrow else 2)


# Who won


def _paint_hand(canvas: Canvas, shown: Summary, room: float) -> None:
    wide = canvas.write(
        canvas.tr("HAND {hand}", hand=shown.hand),
        LEFT_U,
        HEADING_U,
        HEADING_CAP_U,
        BRASS,
        tracking=0.05,
    )
    canvas.write(
        canvas.tr("is over"), LEFT_U + wide + 10, HEADING_U, HEADING_CAP_U, canvas.quiet, CONDENSED
    )
    if len(shown.winners) == 1:
        _paint_winner(canvas, shown.winners[0], room)
    else:
        for i, winner in enumerate(shown.winners[:2]):
            _paint_row(canvas, winner, LEFT_U, 112 + 54 * i, 25, room)
    below = (*shown.winners[2:], *shown.others)[:OTHERS_SHOWN]
    _paint_cards(canvas, shown, room, CARD_W_U if _has_one_line(below, room) else SMALL_CARD_W_U)
    _paint_others(canvas, below, room)


def _paint_winner(canvas: Canvas, winner: Hand, room: float) -> None:
    tr = canvas.tr
    canvas.badge(LEFT_U + 26, 100, 53, winner.seat)
    amount = tr.number(winner.won)
    text, cap = canvas.fit(
        tr("{name} wins", name=winner.name), 36, 24, room - 80 - canvas.wide(amount, 36)
    )
    wide = canvas.write(text, LEFT_U + 69, 119, cap, IVORY)
    canvas.write(amount, LEFT_U + 69 + wide + 12, 119, cap, BRASS)
    canvas.write_fitted(
        capitalize_first(winner.hand) or tr("Everybody else folded."),
        LEFT_U,
        165,
        25,
        18,
        room,
        IVORY,
    )


def _paint_cards(canvas: Canvas, shown: Summary, room: float, most: float) -> None:
    """The board as far as it was dealt, and the winner's own cards apart from it."""
    own = shown.winners[0].cards if len(shown.winners) == 1 else ()
    count = BOARD_CARDS + len(own)
    gaps = CARD_GAP_U * (count - 1) + (HOLE_GAP_U - CARD_GAP_U if own else 0)
    wide = min(most, (room - gaps) / count)
    x = float(LEFT_U)
    for i, card in enumerate((*shown.board, *own)):
        x += HOLE_GAP_U - CARD_GAP_U if i and i == len(shown.board) else 0
        is_used = shown.used is not None and card in shown.used
        canvas.card(
            Box(x, CARDS_Y, wide, wide * 1.4),
            card,
            dim=shown.used is not None and not is_used,
            edge=WINNER if is_used else None,
        )
        if card in shown.decides:
            canvas.decides(Box(x, CARDS_Y, wide, wide * 1.4))
        x += wide + CARD_GAP_U


def _paint_others(canvas: Canvas, others: tuple[Hand, ...], room: float) -> None:
    """One line of them, or two smaller ones, each hand with its cards."""
    columns, baseline, cap = (
        _columns_of(others, room),
        *((362, 23) if _has_one_line(others, room) else (342, 21)),
    )
    for i, other in enumerate(others):
        x = LEFT_U + (i % columns) * room / columns
        _paint_row(
            canvas,
            other,
            x,
            baseline + 37 * (i // columns),
            cap,
            room / columns - (14 if columns > 1 else 0),
        )


def _columns_of(others: tuple[Hand, ...], room: float) -> int:
    return 2 if len(others) > 2 or (len(others) > 1 and room > WIDE_U) else 1


def _has_one_line(others: tuple[Hand, ...], room: float) -> bool:
    return len(others) <= _columns_of(others, room)


def _paint_row(
    canvas: Canvas, hand: Hand, x: float, baseline: float, cap: float, room: float
) -> None:
    """A player on a line: what it has won of which pots, its cards, and its hand where there is
    room for that.
    """
    tr, end, across = canvas.tr, x + room, cap * 1.55
    canvas.badge(x + across / 2, baseline - cap / 2, across, hand.seat)
    x += across + 10
    named, amount = (
        (tr("{name} wins", name=hand.name), tr.number(hand.won)) if hand.won else (hand.name, "")
    )
    pots, pots_cap = canvas.fit(" + ".join(hand.pots), cap * 0.84, 16, room / 4, CONDENSED, 0.06)
    amount_wide, cards = (
        canvas.wide(amount, cap) + 10,
        [small_card_wide(canvas, cap, card) + 8 for card in hand.cards],
    )
    left = end - x - amount_wide - canvas.wide(pots, pots_cap, CONDENSED, 0.06) - 12
    has_cards = left - sum(cards) > NAME_ROOM_U
    name, name_cap = canvas.fit(named, cap, 18, left - sum(cards) * has_cards)
    x += canvas.write(name, x, baseline, name_cap, IVORY) + 10
    x += canvas.write(amount, x, baseline, cap, BRASS) + 12 * bool(amount)
    for card, wide in zip(hand.cards, cards, strict=True) if has_cards else ():
        canvas.small_card(x, baseline, cap, card)
        x += wide
    x += canvas.label(pots, x + 6, baseline, pots_cap) + 14
    held = capitalize_first(hand.hand)
    text = next(
        (
            text
            for text in (held, held.partition(",")[0])
            if canvas.wide(text, max(18, cap * 0.84), CONDENSED) <= end - x
        ),
        "",
    )
    canvas.write(text, x, baseline, max(18, cap * 0.84), IVORY, CONDENSED)


# Who gives which chips to whom


def _paint_handed(canvas: Canvas, handed: Sequence[Handed], x: float, right: float) -> None:
    """A line each: from whom, an arrow, to whom. The middle of the table is a chip."""
    canvas.write(canvas.tr("CHIPS TO MOVE"), x, HEADING_U, HEADING_CAP_U, BRASS, tracking=0.05)
    step = min(ROW_U, ROWS_HIGH_U / max(1, len(handed) - 1))
    # who gives is named, too, where all have room for it
    names = [canvas.wide(move.from_name, 22) for move in handed]
    longest = max(canvas.wide(move.name, 22) for move in handed)
    named = max(names) + 12 if max(names) + longest + AMOUNT_ROOM_U <= right - x else 0
    for i, move in enumerate(handed):
        baseline = ROWS_U + step * i
        middle = baseline - 11
        for place, seat in ((x + 16, move.giver), (x + named + 86, move.taker)):
            if seat:
                canvas.badge(place, middle, 32, seat)
            else:
                canvas.chip(place, middle, 32)
        if named:
            canvas.write(move.from_name, x + 42, baseline, 22, IVORY)
        canvas.write("→", x + named + 51, baseline, 21, IVORY, GLYPHS, "centre")
        wide = canvas.write_amount(
            in_forms(canvas.tr, move.amount), right, baseline, 24, 20, 110, BRASS, align="right"
        )
        room = right - x - named - 126 - wide
        canvas.write_fitted(move.name, x + named + 114, baseline, 22, NAME_CAP_LEAST_U, room, IVORY)


# How the players stand


def _paint_standings(canvas: Canvas, shown: Summary, x: float, right: float, columns: int) -> None:
    tr = canvas.tr
    canvas.write(
        tr("STILL IN") if shown.is_by_chips else tr("TONIGHT"),
        x,
        HEADING_U,
        HEADING_CAP_U,
        BRASS,
        tracking=0.05,
    )
    if shown.is_by_chips:
        canvas.label(tr("CHIPS"), right, HEADING_U, 20, "right")
    rows = -(-len(shown.standings) // columns)
    step = min(ROW_U, ROWS_HIGH_U / max(1, rows - 1))
    wide = (right - x - COLUMN_GAP_U * (columns - 1)) / columns
    amounts = [
        _amount_of(canvas, row, wide, is_by_chips=shown.is_by_chips) for row in shown.standings
    ]
    rooms = [wide - canvas.wide(*amount) - 54 for amount in amounts]
    for i, (row, (amount, cap), room) in enumerate(
        zip(shown.standings, amounts, rooms, strict=True)
    ):
        left, baseline = x + (i // rows) * (wide + COLUMN_GAP_U), ROWS_U + step * (i % rows)
        canvas.badge(left + 16, baseline - 11, 32, row.seat)
        colour = IVORY if shown.is_by_chips or row.amount > 0 else canvas.quiet
        canvas.write(amount, left + wide, baseline, cap, colour, align="right")
        # else the disc tells whose seat it is
        if row.is_named or canvas.wide(row.name, NAME_CAP_LEAST_U) <= room:
            canvas.write_fitted(row.name, left + 44, baseline, 22, NAME_CAP_LEAST_U, room, IVORY)


def _amount_of(
    canvas: Canvas, row: Standing, room: float, *, is_by_chips: bool
) -> tuple[str, float]:
    tr = canvas.tr
    forms = (
        in_forms(tr, row.amount)
        if is_by_chips
        else (gain(tr, row.amount), short_gain(tr, row.amount))
    )
    return canvas.fit_amount(*forms, 24, 20, room * 0.5)
