"""The middle of the table: what is in the pot, the board, and who can win which pot.

While nobody is seated the four suits drift across the empty slots of the board.
"""

from itertools import product
from math import sin, tau
from typing import NamedTuple

from tablectl.screen.drawing.canvas import Canvas
from tablectl.screen.drawing.palette import BRASS, IVORY, WINNER, Blend, Ink
from tablectl.screen.drawing.text import CONDENSED
from tablectl.screen.layout.places import Box, Layout
from tablectl.screen.model import seated
from tablectl.screen.parts.part import Part
from tablectl.screen.presenter.moment import Moment
from tablectl.screen.presenter.results import current_page, deciding_cards, percents, used_cards
from tablectl.screen.words import view_language
from tablectl.screen.words.numbers import percent
from tablectl.screen.words.results import pot_label
from tablectl.view import Pot, View

POT_LABEL_CAP_U = 29
POT_SPACE_U = 28
TITLE_CAP_U, TITLE_CAP = 50, 0.8  # of the title in its place; at most, of its cap height
SIDE_CAP_U, SIDE_LABEL_CAP_U = 28, 24
BADGE_U, BADGE_GAP_U = 36, 3
SHARE_CAP_U, SHARE_SPACE_U = 20, 12
BOARD_CARDS_MAX = 6  # at the pool table


def centre_parts(model: View, layout: Layout, moment: Moment) -> list[Part]:
    return [pot_part(model, layout), *board_parts(model, layout, moment), _pots_part(model, layout)]


def pot_total(model: View) -> int:
    """After a hand the view's pot is empty; what was won is what was in it."""
    return sum(win.won for win in model.result) if model.result else model.pot_total


def pot_part(model: View, layout: Layout) -> Part:
    total = pot_total(model)
    title = "" if total else _title_of(model)
    return Part(
        "pot",
        layout.pot,
        _paint_pot,
        (layout.pot, layout.pot_baseline, layout.pot_cap, total, title),
    )


def _title_of(model: View) -> str:
    """What stands in the pot's place while there is none to show."""
    return model.game_title if model.phase == "seating" or is_attract(model) else ""


def is_attract(model: View) -> bool:
    return model.phase == "idle" and not model.hand and not model.result


def _paint_pot(
    canvas: Canvas, box: Box, baseline: float, cap: float, total: int, title: str
) -> None:
    tr = canvas.tr
    if total:
        amount = tr.number(total)
        label = canvas.wide(tr("POT"), POT_LABEL_CAP_U, CONDENSED, 0.12)
        x = box.middle - (label + POT_SPACE_U + canvas.wide(amount, cap)) / 2
        canvas.label(tr("POT"), x, baseline, POT_LABEL_CAP_U, tracking=0.12)
        canvas.write(amount, x + label + POT_SPACE_U, baseline, cap, BRASS)
    elif title:
        canvas.write(
            title,
            box.middle,
            baseline - 8,
            min(TITLE_CAP_U, cap * TITLE_CAP),
            BRASS,
            align="centre",
        )


def board_parts(model: View, layout: Layout, moment: Moment) -> list[Part]:
    slots = board_slots(model, layout, moment)
    return [
        Part(f"board {i + 1}", slot.box, paint_board, (slot,), margin=16)
        for i, slot in enumerate(slots)
    ]


class BoardSlot(NamedTuple):
    """A place of the board, and the card that lies there."""

    box: Box
    card: str | None
    # whether it is part of the winning hand; None: there is none yet
    is_used: bool | None
    edge: Ink
    decides: bool = False

    @property
    def is_dim(self) -> bool:
        return self.is_used is False


def paint_board(canvas: Canvas, slot: BoardSlot, is_half: bool = False) -> None:
    """`is_half`: rank and suit only in the half that is read from here."""
    if slot.card is None:
        canvas.slot(slot.box)
    else:
        canvas.card(
            slot.box, slot.card, slot.is_dim, slot.edge if slot.is_used else None, is_half=is_half
        )
        if slot.decides:
            canvas.decides(slot.box)


def board_slots(model: View, layout: Layout, moment: Moment) -> list[BoardSlot]:
    used, page = used_cards(model, moment), current_page(model, moment)
    edge = BRASS if page is not None and page.kind == "dealer" else WINNER
    cards, decides = (*model.board, *(None,) * len(layout.board)), deciding_cards(model, moment)
    return [
        BoardSlot(
            box,
            card,
            None if used is None else card in used,
            edge,
            card in decides,
        )
        for box, card in zip(layout.board, cards, strict=False)
    ]


# Several pots


def _shares_of(pot: Pot) -> tuple[str, ...]:
    """None where one seat alone can win it."""
    return tuple(percent(*share) for share in percents(pot.equities)) if len(pot.seats) > 1 else ()


class PotWords(NamedTuple):
    label: str
    amount: str
    seats: tuple[int, ...]
    all_in: frozenset[int]
    # of each of them, beside its disc; of the main pot they stand at the plates
    shares: tuple[str, ...] = ()


Pots = tuple[PotWords, ...]


def pots_words(model: View) -> Pots:
    """None where there is one pot, or after the hand."""
    pots = model.pots if len(model.pots) > 1 and not model.result else ()
    tr, all_in = (
        view_language(model),
        frozenset(number for number, seat in seated(model) if seat.status == "all_in"),
    )
    return tuple(
        PotWords(
            pot_label(tr, i, len(pots)),
            tr.number(pot.amount),
            pot.seats,
            all_in,
            _shares_of(pot) if i else (),
        )
        for i, pot in enumerate(pots)
    )


def shortened_pots(pots: Pots) -> tuple[Pots, ...]:
    """From the fullest on: the main pot's badges go first (everybody is in it), then shares, all
    badges, and the labels.
    """
    bare = tuple(pot._replace(seats=(), shares=()) for pot in pots)
    plain = tuple(pot._replace(shares=()) for pot in pots)
    return (
        pots,
        (bare[0], *pots[1:]),
        (bare[0], *plain[1:]),
        bare,
        tuple(pot._replace(label="") for pot in bare),
    )


def _pots_part(model: View, layout: Layout) -> Part:
    return Part("pots", layout.pots, _paint_pots, (layout.pots, pots_words(model)), margin=4)


def _paint_pots(canvas: Canvas, box: Box, pots: Pots) -> None:
    if not pots:
        return
    for line, gap in product(shortened_pots(pots), (26, 16)):
        widths = [pot_wide(canvas, pot) for pot in line]
        total = sum(widths) + 2 * gap * (len(line) - 1)
        if total <= box.w:
            break
    x, baseline = box.middle - total / 2, box.y + (box.h + SIDE_CAP_U) / 2
    for i, (pot, wide) in enumerate(zip(line, widths, strict=True)):
        if i:
            canvas.rule(Box(x - gap - 1, box.y + 6, 2, box.h - 12), BRASS, 130)
        paint_pot(canvas, pot, x, baseline)
        x += wide + 2 * gap


def pot_wide(canvas: Canvas, pot: PotWords, disc: float = BADGE_U) -> float:
    label = canvas.wide(pot.label, SIDE_LABEL_CAP_U, CONDENSED, 0.08) + 14 if pot.label else 0
    badges = 14 + (disc + BADGE_GAP_U) * len(pot.seats) if pot.seats else 0
    shares = sum(canvas.wide(share, SHARE_CAP_U) + SHARE_SPACE_U for share in pot.shares)
    return label + canvas.wide(pot.amount, SIDE_CAP_U) + badges + shares


def paint_pot(
    canvas: Canvas,
    pot: PotWords,
    x: float,
    baseline: float,
    disc: float = BADGE_U,
    cap: float = SIDE_CAP_U,
) -> None:
    """`disc`: how wide the seats' discs are; `cap`: of the amount."""
    if pot.label:
        x += canvas.label(pot.label, x, baseline, SIDE_LABEL_CAP_U) + 14
    x += canvas.write(pot.amount, x, baseline, cap, BRASS) + 14
    y = baseline - cap / 2
    for seat, share in zip(pot.seats, pot.shares or ("",) * len(pot.seats), strict=True):
        middle = x + disc / 2
        if seat in pot.all_in:
            canvas.double_badge(middle, y, disc, seat)
        else:
            canvas.badge(middle, y, disc, seat)
        x += disc + BADGE_GAP_U
        if share:
            x += (
                canvas.write(share, x + SHARE_SPACE_U / 3, baseline, SHARE_CAP_U, IVORY)
                + SHARE_SPACE_U
            )


# Nobody is seated

SUIT_U, RISE_U = 96, 26
# with four steps a second the row is crossed in a minute and a half
STEP_U = 3.0
STRENGTH = 0.38  # of brass on the felt: no card, and never as bright as one


def drift_part(places: Layout, step: int) -> Part:
    """`step` counts on with the time."""
    slots = places.board
    box = slots[0].joined(slots[-1])
    return Part("drift", box, _paint_drift, (box, slots, step))


def suit_places(box: Box, step: int) -> list[tuple[str, float, float]]:
    """Each suit and its middle: they come in at the left as they go out at the right."""
    way = box.w + SUIT_U
    return [
        (
            kind,
            box.x - SUIT_U / 2 + (step * STEP_U + i * way / 4) % way,
            box.half_down + RISE_U * sin(tau * (step / 160 + i / 4)),
        )
        for i, kind in enumerate("shdc")
    ]


def _paint_drift(canvas: Canvas, box: Box, slots: tuple[Box, ...], step: int) -> None:
    """Only through the slots, as through windows."""
    clip = canvas.surface.get_clip()
    colour = Blend(canvas.palette.centre, BRASS, STRENGTH)
    for slot in slots:
        seen = canvas.rect(slot).clip(clip)
        if not (seen.w and seen.h):
            continue
        canvas.surface.set_clip(seen)
        for kind, x, y in suit_places(box, step):
            if slot.x - SUIT_U < x < slot.right + SUIT_U:
                canvas.suit(kind, x, y, SUIT_U, colour)
    canvas.surface.set_clip(clip)
