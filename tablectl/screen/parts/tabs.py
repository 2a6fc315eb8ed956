"""The row of tabs in front of a seat: bet, award, chips due back, trouble, the dealer button."""

from collections.abc import Callable, Iterator
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
    """One entry of the row; `terse` is what it shrinks to where the row is too long."""

    glyph: str
    full: str
    terse: str
    fill: Ink
    ink: Ink
    edge: Ink | None = None
    is_amount: bool = False
    is_small: bool = False


def list_tabs(state: SeatState, tr: Translator, dark: Ink) -> list[Tab]:
    return [
        *_bet_tabs(state, tr, dark),
        *_move_tabs(state, tr, dark),
        *_trouble_tabs(state, tr, dark),
        *_hand_tabs(state, tr, dark),
    ]


def _bet_tabs(state: SeatState, tr: Translator, dark: Ink) -> Iterator[Tab]:
    seat = state.seat
    if seat.bet and seat.bets is None:  # else spots show it
        yield _amount_tab(state, tr, "chip", "", seat.bet, dark, IVORY, SOFT_EDGE)
    # narrow: what has just happened, or is due, goes first
    if state.keys and state.notice is None and not seat.missing:
        full = " · ".join(f"{key.label} {key.amount}".rstrip() for key in state.keys)
        yield Tab("", full, " · ".join(key.label for key in state.keys), dark, IVORY, TO_ACT)
    # one figure a win: what its player takes in, and then what it was
    if state.won and not state.takes:
        yield _amount_tab(state, tr, "★", "+", state.won, WINNER, INK)


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
    full = short if state.is_short else sign + tr.number(chips)
    return Tab(glyph, full, short, fill, ink, edge, is_amount=True)


def _move_tabs(state: SeatState, tr: Translator, dark: Ink) -> Iterator[Tab]:
    """Chips to be moved."""
    due_back = 0 if state.takes else state.seat.due_back
    for glyph, text, chips, *inks in (
        ("→", N_("POT {chips:,}"), state.to_pot, dark, IVORY, SOFT_EDGE),
        ("→", N_("GIVE {chips:,}"), state.gives, IVORY, INK),
        ("←", N_("TAKE {chips:,}"), state.takes, WINNER, INK),
        ("↩", N_("TAKE BACK {chips:,}"), due_back, DUE_BACK, INK),
        ("↪", N_("PUT IN {chips:,}"), state.seat.missing, DUE_BACK, INK),
    ):
        if chips:
            yield Tab(glyph, tr(text, chips=chips), short_amount(tr, chips), *inks)


def _trouble_tabs(state: SeatState, tr: Translator, dark: Ink) -> Iterator[Tab]:
    seat, fault, leaving = state.seat, (dark, FAULT, FAULT), tr("LEAVING")
    for is_so, *tab in (
        (seat.is_leaving, "⇥", leaving, leaving, dark, IVORY, SOFT_EDGE),
        (state.is_lost, "⚠", tr("SEAT LOST"), tr.of("a device", "LOST"), FAULT, INK),
        (seat.status == "foul", "✕", tr("FOUL HAND"), status_short(tr, "foul", ""), *fault),
        (seat.cannot_call, "⚠", tr("CANNOT AFFORD THE CALL"), tr("NO CALL"), *fault),
        (state.has_called, "⚑", tr("CALLS THE FLOOR"), tr("FLOOR"), dark, IVORY, FAULT),
    ):
        if is_so:
            yield Tab(*tab)


def _hand_tabs(state: SeatState, tr: Translator, dark: Ink) -> Iterator[Tab]:
    """Its share of the pot, its hand, what has just happened, and that the table waits for it."""
    seat = state.seat
    if state.percent is not None:
        share = percent(*state.percent)
        yield Tab("", share, share, IVORY, INK, is_amount=True)
    if seat.hand_name is not None:
        full, short = (
            capitalize_first(seat.hand_name),
            capitalize_first(seat.hand_short or seat.hand_name),
        )
        yield Tab("", full, short, dark, IVORY, SOFT_EDGE, is_small=True)
    if state.notice is not None:
        text, tone = state.notice
        glyph, hue = NOTICES[tone]
        yield Tab(glyph, text, text.partition(":")[0], dark, IVORY, hue)
    if state.is_waited_for:
        forms = in_forms(tr, seat.dialled) if seat.dialled else (tr("NEXT"), "")
        yield Tab("▶", *forms, dark, TO_ACT, TO_ACT, is_amount=bool(seat.dialled))


def _is_notice(tab: Tab) -> bool:
    return tab.ink == IVORY and any(tab.glyph == glyph for glyph, _ in NOTICES.values())


def paint_tab_row(canvas: Canvas, state: SeatState, place: SeatPlace) -> None:
    high = place.form.tab_high
    row, place = _fit_row(canvas, state, place)
    x = _row_start(place, row.wide)
    for tab, wide in zip(row.tabs, row.widths, strict=True):
        _paint_tab(canvas, tab, Box(x, place.tabs.y, wide, high), place)
        x += wide + TAB_SPACE_U
    if state.has_button:
        paint_button(canvas, x, place.tabs.y, high)


class Row(NamedTuple):
    """Tabs as they are shown, how wide each is, and all of them with the button."""

    tabs: list[Tab]
    widths: list[float]
    wide: float


def _fit_row(canvas: Canvas, state: SeatState, place: SeatPlace) -> tuple[Row, SeatPlace]:
    """The row, and the place with type as small as the row needs it."""
    dark, room = canvas.shade(0.5), place.tabs.w
    button = place.form.tab_high + TAB_SPACE_U if state.has_button else 0

    def shorten(tabs: list[Tab]) -> Row:
        return _shorten_row(canvas, tabs, place, button)

    tabs = list_tabs(state, canvas.tr, dark)
    row = shorten(tabs)
    # a glyph alone tells nobody anything
    if not all(tab.full for tab in row.tabs if _is_notice(tab)):
        tabs = list_tabs(state._replace(notice=None), canvas.tr, dark)
        row = shorten(tabs)
    # larger text than there is room for: amounts go down first, then words with them
    for least in (USUAL_PILL_U, SMALLEST_PILL_U):
        while row.wide > room and max(place.form.pill_cap, place.form.bet_cap) > least:
            place = _make_smaller(place, 1, least)
            row = shorten(tabs)
    if row.wide > room:  # the bar names the hand as well
        tabs = [tab for tab in tabs if not tab.is_small]
        row = shorten(tabs)
    # a bet and what is due back, both in millions, on a narrow plate
    if row.wide > room:
        row = shorten([_make_terse(tab) if tab.glyph in ARROWS else tab for tab in tabs])
    return row, place


def _shorten_row(canvas: Canvas, tabs: list[Tab], place: SeatPlace, button: float) -> Row:
    """The row, while it is too long one step shorter after the other; at last it may still be
    too long.
    """
    shown = list(tabs)
    for i, shorter in [(0, lambda tab: tab), *_list_steps(tabs)]:
        shown[i : i + 1] = map(shorter, shown[i : i + 1])
        widths = [_tab_wide(canvas, tab, place) for tab in shown]
        wide = sum(widths) + TAB_SPACE_U * (len(widths) - 1) + button
        if wide <= place.tabs.w:
            break
    return Row(shown, widths, wide)


def _drop_glyph(tab: Tab) -> Tab:
    return tab._replace(glyph="")


def _make_terse(tab: Tab) -> Tab:
    return tab._replace(full=tab.terse)


def _drop_text(tab: Tab) -> Tab:
    return tab._replace(full="")


def _list_steps(tabs: list[Tab]) -> list[tuple[int, Callable[[Tab], Tab]]]:
    """The picture of a chip goes first, then words are shortened, but for those with an arrow,
    whose arrow goes, then amounts. At last trouble is cut down to its glyph, and a notice has no
    text.
    """
    rows = list(enumerate(tabs))
    words = [i for i, tab in rows if not tab.is_amount and tab.glyph not in ARROWS]
    words.sort(key=lambda i: not tabs[i].is_small)
    return [
        *((i, _drop_glyph) for i, tab in rows if tab.glyph == "chip"),
        *((i, _make_terse) for i in words),
        *((i, _drop_glyph) for i, tab in rows if tab.glyph in ARROWS),
        *((i, _make_terse) for i, tab in rows if tab.is_amount),
        *((i, _drop_text) for i, tab in rows if tab.glyph == "⚠" or _is_notice(tab)),
    ]


def paint_one_tab(canvas: Canvas, state: SeatState, place: SeatPlace) -> None:
    """Beside the panel there is room for one tab: the one that matters most, shortened, or what
    the hand brought.
    """
    tr, dark, net = canvas.tr, canvas.shade(0.5), state.net
    tabs = [tab for tab in list_tabs(state, tr, dark) if tab.glyph]
    tabs.sort(key=lambda tab: tab.is_amount)
    if not tabs and net:
        ink = WINNER if net > 0 else IVORY
        tabs = [Tab("", gain(tr, net), short_gain(tr, net), dark, ink, is_amount=True)]
    for tab in tabs[:1]:
        forms = [_make_terse(tab)]
        if tab.glyph in ("", "▶", *ARROWS):
            forms.insert(0, _drop_glyph(tab))
        for form in forms:
            for less in range(int(place.form.pill_cap) - CAP_LEAST_U + 1):
                smaller = _make_smaller(place, less)
                wide = _tab_wide(canvas, form, smaller)
                if wide <= place.tabs.w:
                    break
            else:
                continue
            break
        box = Box(place.plate.middle - wide / 2, place.tabs.y, wide, place.tabs.h)
        _paint_tab(canvas, form, box, smaller)


def _make_smaller(place: SeatPlace, by: float, least: float = 0) -> SeatPlace:
    form = place.form
    caps = {cap: max(least, getattr(form, cap) - by) for cap in ("pill_cap", "bet_cap", "hand_cap")}
    return replace(place, form=replace(form, **caps))


def paint_button(canvas: Canvas, x: float, y: float, across: float) -> None:
    canvas.glow(Box(x, y + 3, across, across), across / 2, 3, BLACK, 120)
    canvas.button(x + across / 2, y + across / 2, across, canvas.tr("D"))


def _row_start(place: SeatPlace, wide: float) -> float:
    """Side seats align inward, to their plate's inner edge; the rest centre on their plate; all
    stay in the room.
    """
    plate, room = place.plate, place.tabs
    starts = {"right": plate.right - wide, "left": plate.x, "centre": plate.middle - wide / 2}
    return min(max(starts[place.align], room.x), max(room.x, room.right - wide))


def _caps_of(tab: Tab, place: SeatPlace) -> tuple[float, float]:
    """Cap height of the text, size of the glyph before it."""
    form = place.form
    if tab.is_amount:
        return form.bet_cap, form.tab_high * 0.73
    return (form.hand_cap if tab.is_small else form.pill_cap,) * 2


def _tab_wide(canvas: Canvas, tab: Tab, place: SeatPlace) -> float:
    cap, _ = _caps_of(tab, place)
    ends = place.form.tab_high * (0.55 if tab.glyph == "chip" else 0.78)
    return ends + _glyph_wide(canvas, tab, place) + canvas.wide(tab.full, cap)


def _glyph_wide(canvas: Canvas, tab: Tab, place: SeatPlace) -> float:
    cap, mark = _caps_of(tab, place)
    if not tab.glyph:
        return 0.0
    if tab.glyph == "chip":
        return mark + place.form.tab_high * 0.14
    return canvas.wide(tab.glyph, cap * GLYPH_SIZE, GLYPHS) + cap * 0.42


def _paint_tab(canvas: Canvas, tab: Tab, box: Box, place: SeatPlace) -> None:
    cap, mark = _caps_of(tab, place)
    canvas.pill(box, tab.fill, tab.edge)
    x, middle, sign = box.x + box.h * 0.39, box.half_down, cap * GLYPH_SIZE
    if tab.glyph == "chip":
        x = box.x + box.h * 0.13
        canvas.chip(x + mark / 2, middle, mark)
    elif tab.glyph:
        x = x if tab.full else box.x + (box.w - canvas.wide(tab.glyph, sign, GLYPHS)) / 2
        canvas.write(tab.glyph, x, middle + sign * 0.48, sign, tab.ink, GLYPHS)
    canvas.write(tab.full, x + _glyph_wide(canvas, tab, place), middle + cap / 2, cap, tab.ink)
