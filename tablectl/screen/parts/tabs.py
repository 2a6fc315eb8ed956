"""What lies in front of a seat, as a row of tabs: bet, award, chips due back, what is wrong, the
button.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from tablectl.screen.drawing.canvas import CAP_LEAST_U, Canvas
from tablectl.screen.drawing.palette import (
    BLACK,
    DUE_BACK,
    FAULT,
    INK,
    IVORY,
    TO_ACT,
    WINNER,
    Blend,
    Ink,
)
from tablectl.screen.drawing.text import GLYPHS
from tablectl.screen.layout.places import Box, SeatPlace
from tablectl.screen.presenter.seat_state import SeatState
from tablectl.screen.words import N_, Translator, capitalize_first
from tablectl.screen.words.actions import status_short
from tablectl.screen.words.numbers import gain, in_forms, percent, short_amount, short_gain

TAB_SPACE_U = 8
# what is written in a tab, at its least, and where that is still too long
USUAL_PILL_U, SMALLEST_PILL_U = 18, 16
# of tabs whose word says what to do: the word is never left out
ARROWS = ("→", "←", "↩", "↪")
GLYPH_SIZE = 1.05  # of the cap height beside it


NOTICES = {"refused": ("✕", FAULT), "good": ("✓", WINNER), "note": ("•", IVORY)}  # by tone
SOFT_EDGE = Blend(BLACK, IVORY, 0.22)


class Tab(NamedTuple):
    """One thing in front of a seat; `terse` is what it shrinks to where the row is too long."""

    glyph: str
    full: str
    terse: str
    fill: Ink
    ink: Ink
    edge: Ink | None = None
    is_amount: bool = False
    is_small: bool = False


def list_tabs(state: SeatState, tr: Translator, dark: Ink) -> list[Tab]:
    seat, quiet = state.seat, (dark, IVORY, SOFT_EDGE)
    # else spots show it
    tabs = (
        [_amount_tab(state, tr, "chip", "", seat.bet, *quiet)]
        if seat.bet and seat.bets is None
        else []
    )
    # narrow: what has just happened, or is due, goes first
    if state.keys and state.notice is None and not seat.missing:
        lit = " · ".join(f"{key.label} {key.amount}".rstrip() for key in state.keys)
        tabs.append(Tab("", lit, " · ".join(key.label for key in state.keys), dark, IVORY, TO_ACT))
    # one figure a win: what its player takes in, and then what it was
    if state.won and not state.takes:
        tabs.append(_amount_tab(state, tr, "★", "+", state.won, WINNER, INK))
    tabs += [
        Tab(glyph, tr(text, chips=chips), short_amount(tr, chips), *colours)
        for glyph, text, chips, colours in (
            ("→", N_("POT {chips:,}"), state.to_pot, quiet),
            ("→", N_("GIVE {chips:,}"), state.gives, (IVORY, INK)),
            ("←", N_("TAKE {chips:,}"), state.takes, (WINNER, INK)),
            ("↩", N_("TAKE BACK {chips:,}"), 0 if state.takes else seat.due_back, (DUE_BACK, INK)),
            ("↪", N_("PUT IN {chips:,}"), seat.missing, (DUE_BACK, INK)),
        )
        if chips
    ]
    tabs += [
        Tab(glyph, text, terse, *colours)
        for is_so, glyph, text, terse, colours in (
            (seat.is_leaving, "⇥", tr("LEAVING"), tr("LEAVING"), quiet),
            (state.is_lost, "⚠", tr("SEAT LOST"), tr.of("a device", "LOST"), (FAULT, INK)),
            (
                seat.status == "foul",
                "✕",
                tr("FOUL HAND"),
                status_short(tr, "foul", ""),
                (dark, FAULT, FAULT),
            ),
            (
                seat.cannot_call,
                "⚠",
                tr("CANNOT AFFORD THE CALL"),
                tr("NO CALL"),
                (dark, FAULT, FAULT),
            ),
            (state.has_called, "⚑", tr("CALLS THE FLOOR"), tr("FLOOR"), (dark, IVORY, FAULT)),
        )
        if is_so
    ]
    if state.percent is not None:
        share = percent(*state.percent)
        tabs.append(Tab("", share, share, IVORY, INK, is_amount=True))
    if seat.hand_name is not None:
        tabs.append(
            Tab(
                "",
                capitalize_first(seat.hand_name),
                capitalize_first(seat.hand_short or seat.hand_name),
                *quiet,
                is_small=True,
            )
        )
    if state.notice is not None:
        text, tone = state.notice
        glyph, hue = NOTICES[tone]
        tabs.append(Tab(glyph, text, text.partition(":")[0], dark, IVORY, hue))
    if state.is_waited_for:
        forms = in_forms(tr, seat.dialled) if seat.dialled else (tr("NEXT"), "")
        tabs.append(Tab("▶", *forms, dark, TO_ACT, TO_ACT, is_amount=bool(seat.dialled)))
    return tabs


def _amount_tab(
    state: SeatState,
    tr: Translator,
    glyph: str,
    sign: str,
    chips: int,
    fill: Ink,
    ink: Ink,
    edge: Ink | None = None,
) -> Tab:
    short = sign + short_amount(tr, chips)
    return Tab(
        glyph,
        short if state.is_short else sign + tr.number(chips),
        short,
        fill,
        ink,
        edge,
        is_amount=True,
    )


def _is_notice(tab: Tab) -> bool:
    return tab.ink == IVORY and any(tab.glyph == glyph for glyph, _ in NOTICES.values())


def _dark_of(canvas: Canvas) -> Ink:
    return Blend(canvas.palette.edge, BLACK, 0.5)


def tab_row(canvas: Canvas, state: SeatState, place: SeatPlace) -> None:
    tabs, high = list_tabs(state, canvas.tr, _dark_of(canvas)), place.form.tab_high
    button = high + TAB_SPACE_U if state.has_button else 0
    row = _shorten_row(canvas, tabs, place, button)
    # a glyph alone tells nobody anything
    if not all(tab.full for tab in row.tabs if _is_notice(tab)):
        tabs = list_tabs(state._replace(notice=None), canvas.tr, _dark_of(canvas))
        row = _shorten_row(canvas, tabs, place, button)
    # larger text than there is room for: amounts go down first, then words with them
    for least in (USUAL_PILL_U, SMALLEST_PILL_U):
        while row.wide > place.tabs.w and max(place.form.pill_cap, place.form.bet_cap) > least:
            place = _shrink(place, least)
            row = _shorten_row(canvas, tabs, place, button)
    if row.wide > place.tabs.w:  # the bar names the hand as well
        tabs = [tab for tab in tabs if not tab.is_small]
        row = _shorten_row(canvas, tabs, place, button)
    # a bet and what is due back, both in millions, on a narrow plate
    if row.wide > place.tabs.w:
        row = _shorten_row(
            canvas,
            [_make_terse(tab) if tab.glyph in ARROWS else tab for tab in tabs],
            place,
            button,
        )
    x = _row_start(place, row.wide)
    for tab, wide in zip(row.tabs, row.widths, strict=True):
        _paint_tab(canvas, tab, tab.full, Box(x, place.tabs.y, wide, high), place)
        x += wide + TAB_SPACE_U
    if state.has_button:
        paint_button(canvas, x, place.tabs.y, high)


def _shrink(place: SeatPlace, least: float) -> SeatPlace:
    form = place.form
    return replace(
        place,
        form=replace(
            form,
            pill_cap=max(least, form.pill_cap - 1),
            bet_cap=max(least, form.bet_cap - 1),
            hand_cap=max(least, form.hand_cap - 1),
        ),
    )


class Row(NamedTuple):
    """Tabs as they are shown, how wide each is, and all of them with the button."""

    tabs: list[Tab]
    widths: list[float]
    wide: float


def _shorten_row(canvas: Canvas, tabs: list[Tab], place: SeatPlace, button: float) -> Row:
    """The row, while it is too long one step shorter after the other; at last it may still be
    too long.
    """
    shown = list(tabs)
    for i, shorter in [(0, lambda tab: tab), *_list_steps(tabs)]:
        shown[i : i + 1] = map(shorter, shown[i : i + 1])
        widths = [_tab_wide(canvas, tab, tab.full, place) for tab in shown]
        wide = (
            sum(widths)
            + TAB_SPACE_U * (len(widths) - 1 if widths else 0)
            + button
            - (0 if widths else TAB_SPACE_U)
        )
        if wide <= place.tabs.w:
            break
    return Row(shown, widths, wide)


def _without_glyph(tab: Tab) -> Tab:
    return tab._replace(glyph="")


def _make_terse(tab: Tab) -> Tab:
    return tab._replace(full=tab.terse)


def _without_text(tab: Tab) -> Tab:
    return tab._replace(full="")


def _list_steps(tabs: list[Tab]) -> list[tuple[int, Callable[[Tab], Tab]]]:
    """The picture of a chip goes first, then words are shortened, but for those with an arrow,
    whose arrow goes, then amounts.

    At last what is wrong is cut down to its glyph, and a notice has no text.
    """
    every = range(len(tabs))
    said = [i for i in every if not tabs[i].is_amount and tabs[i].glyph not in ARROWS]
    words = sorted(said, key=lambda i: not tabs[i].is_small)
    return [
        *((i, _without_glyph) for i in every if tabs[i].glyph == "chip"),
        *((i, _make_terse) for i in words),
        *((i, _without_glyph) for i in every if tabs[i].glyph in ARROWS),
        *((i, _make_terse) for i in every if tabs[i].is_amount),
        *((i, _without_text) for i in every if tabs[i].glyph == "⚠" or _is_notice(tabs[i])),
    ]


def one_tab(canvas: Canvas, state: SeatState, place: SeatPlace) -> None:
    """Beside the panel there is room for one tab: the one that matters most, shortened, or what
    the hand brought.
    """
    tabs = sorted(
        [tab for tab in list_tabs(state, canvas.tr, _dark_of(canvas)) if tab.glyph],
        key=lambda tab: tab.is_amount,
    )
    if not tabs and state.net:
        tabs.append(
            Tab(
                "",
                gain(canvas.tr, state.net),
                short_gain(canvas.tr, state.net),
                _dark_of(canvas),
                WINNER if state.net > 0 else IVORY,
                is_amount=True,
            )
        )
    for tab in tabs[:1]:
        forms = (
            [_without_glyph(tab), _make_terse(tab)]
            if tab.glyph in ("", "▶", *ARROWS)
            else [_make_terse(tab)]
        )
        sized = [
            (form, _make_smaller(place, by))
            for form in forms
            for by in range(int(place.form.pill_cap) - CAP_LEAST_U + 1)
        ]
        shown, place = next(
            (
                one
                for one in sized
                if _tab_wide(canvas, one[0], one[0].full, one[1]) <= place.tabs.w
            ),
            sized[-1],
        )
        wide = _tab_wide(canvas, shown, shown.full, place)
        _paint_tab(
            canvas,
            shown,
            shown.full,
            Box(place.plate.middle - wide / 2, place.tabs.y, wide, place.tabs.h),
            place,
        )


def _make_smaller(place: SeatPlace, by: float) -> SeatPlace:
    return replace(
        place,
        form=replace(
            place.form, pill_cap=place.form.pill_cap - by, bet_cap=place.form.bet_cap - by
        ),
    )


def paint_button(canvas: Canvas, x: float, y: float, across: float) -> None:
    canvas.glow(Box(x, y + 3, across, across), across / 2, 3, BLACK, 120)
    canvas.button(x + across / 2, y + across / 2, across, canvas.tr("D"))


def _row_start(place: SeatPlace, total: float) -> float:
    """Side seats align inward, to their plate's inner edge; the rest centre on their plate; all
    stay in the room.
    """
    plate, room = place.plate, place.tabs
    x = {"right": plate.right - total, "left": plate.x, "centre": plate.middle - total / 2}[
        place.align
    ]
    return min(max(x, room.x), max(room.x, room.right - total))


def _caps_of(tab: Tab, place: SeatPlace) -> tuple[float, float]:
    """Cap height of the text, size of the glyph before it."""
    form = place.form
    if tab.is_amount:
        return form.bet_cap, form.tab_high * 0.73
    return (form.hand_cap, form.hand_cap) if tab.is_small else (form.pill_cap, form.pill_cap)


def _tab_wide(canvas: Canvas, tab: Tab, text: str, place: SeatPlace) -> float:
    cap, _ = _caps_of(tab, place)
    ends = place.form.tab_high * (0.55 if tab.glyph == "chip" else 0.78)
    return ends + _glyph_wide(canvas, tab, place) + canvas.wide(text, cap)


def _glyph_wide(canvas: Canvas, tab: Tab, place: SeatPlace) -> float:
    cap, mark = _caps_of(tab, place)
    if not tab.glyph:
        return 0.0
    if tab.glyph == "chip":
        return mark + place.form.tab_high * 0.14
    return canvas.wide(tab.glyph, cap * GLYPH_SIZE, GLYPHS) + cap * 0.42


def _paint_tab(canvas: Canvas, tab: Tab, text: str, box: Box, place: SeatPlace) -> None:
    cap, mark = _caps_of(tab, place)
    canvas.pill(box, tab.fill, tab.edge)
    middle = box.half_down
    x = box.x + (box.h * 0.13 if tab.glyph == "chip" else box.h * 0.39)
    if tab.glyph == "chip":
        canvas.chip(x + mark / 2, middle, mark)
    elif tab.glyph:
        x = x if text else box.x + (box.w - canvas.wide(tab.glyph, cap * GLYPH_SIZE, GLYPHS)) / 2
        canvas.write(
            tab.glyph, x, middle + cap * GLYPH_SIZE * 0.48, cap * GLYPH_SIZE, tab.ink, GLYPHS
        )
    canvas.write(text, x + _glyph_wide(canvas, tab, place), middle + cap / 2, cap, tab.ink)
