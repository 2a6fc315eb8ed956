"""A plate for each seat, which shows its SeatState; tabs.py draws what lies in front of it."""

from dataclasses import replace

from tablectl.screen.drawing.canvas import CAP_LEAST_U, Canvas
from tablectl.screen.drawing.palette import (
    ALL_IN,
    BLACK,
    DUE_BACK,
    FAULT,
    INK,
    IVORY,
    TO_ACT,
    WHITE,
    WINNER,
    Blend,
    Ink,
)
from tablectl.screen.drawing.text import CONDENSED
from tablectl.screen.layout.arrangement import seats_with_places
from tablectl.screen.layout.places import Box, Layout, SeatPlace, card_boxes, cards_room
from tablectl.screen.parts.codes import sign_wide, write_sign
from tablectl.screen.parts.part import Part
from tablectl.screen.parts.tabs import paint_button, paint_one_tab, paint_tab_row
from tablectl.screen.presenter.moment import Moment
from tablectl.screen.presenter.seat_state import SeatState, seat_state
from tablectl.screen.words import Translator
from tablectl.screen.words.actions import done, done_short, status, status_short
from tablectl.screen.words.numbers import (
    gain,
    in_forms,
    seat_label,
    short_amount,
    short_gain,
    short_or_whole,
)
from tablectl.view import Action, View

GLOW_U = 16
# larger text shrinks so far, too, before a name is cut
NAME_CAP_LEAST_U, STACK_CAP_LEAST_U, PILL_CAP_LEAST_U = 20, 25, 20
# of its cap height; of its height; how far below its line a name reaches
PILL_HIGH, PILL_UP, NAME_DOWN = 2.2, 0.90, 0.36
ACTION_SPACE_U = 14  # between the stack and what was done last
BELOW_NAME = 1.9  # of its cap height: the word where there is no plate
SIGN_SPACE_U = 10  # free behind the sign of a phone
SIGN_SIZE = 0.85  # of a phone, of the smaller type of the plate
STACK_SPACE_U = 10  # free behind a stack
FILLS = {
    "to_act": (Blend(TO_ACT, WHITE, 0.22), Blend(TO_ACT, BLACK, 0.05)),
    "winner": (Blend(WINNER, WHITE, 0.22), Blend(WINNER, BLACK, 0.08)),
}


def plate_parts(model: View, places: tuple[SeatPlace, ...], moment: Moment) -> list[Part]:
    """The plates, the bright ones first, and then what lies in front of them: no plate's glow
    lies over a neighbour's bet.
    """
    parts, fronts = [], []
    states = [
        (seat_state(model, number, seat, moment), place)
        for number, seat, place in seats_with_places(model, places)
        if seat.status != "empty"
    ]
    for state, place in sorted(states, key=lambda one: one[0].fill is None):
        number = state.number
        area = place.plate.grown(2 * GLOW_U).joined(place.tabs.grown(10))
        parts.append(Part(f"seat {number}", area, _paint_seat, (state, place)).turned(place.is_far))
        if place.align != "slim":
            fronts.append(
                Part(
                    f"front {number}", place.tabs, paint_tab_row, (state, place), margin=10
                ).turned(place.is_far)
            )
        if state.fill == "to_act" and moment.clock_s is not None:
            bar = time_box(place)
            parts.append(
                Part("time bar", bar, paint_time, (bar, moment.clock_left), margin=1).turned(
                    place.is_far
                )
            )
    return parts + fronts


def _paint_seat(canvas: Canvas, state: SeatState, place: SeatPlace) -> None:
    canvas.within = place.plate
    ground(canvas, state, place.plate, place.form.radius)
    if place.align == "slim":
        _paint_slim(canvas, state, place)
        return
    rooms = _paint_cards(canvas, state, place)
    _badge_and_name(canvas, state, place, rooms[0])
    _second_line(canvas, state, place, rooms[1])


# The plate


def ground(canvas: Canvas, state: SeatState, plate: Box, radius: float) -> None:
    """The plate itself: filled for a seat that is to act or has won, glass for one in the
    hand, faint for the others, none where nobody plays any more.
    """
    if state.fill:
        canvas.glow(plate, radius, GLOW_U * 0.7, state.fill, 150)
        canvas.panel(plate, radius, *FILLS[state.fill])
        canvas.outline(plate, radius, 3, Blend(state.fill, WHITE, 0.62))
    elif state.is_quiet and not state.is_bare:
        canvas.panel(plate, radius, *canvas.palette.glass, 107)
        canvas.hairline(plate, radius, 1.4, 30)
    elif not state.is_bare:
        canvas.glass(plate, radius)
    _paint_border(canvas, state, plate, radius)


def _paint_border(canvas: Canvas, state: SeatState, plate: Box, radius: float) -> None:
    """The edge repeats the state as a pattern, for people who cannot tell the colours."""
    if state.wants_phone:
        canvas.outline(plate, radius, 4, TO_ACT)
    elif state.is_lost:
        canvas.stripes(plate, radius, FAULT, 58, 22)
        canvas.outline(plate, radius, 4, FAULT)
    elif state.is_in_question:
        canvas.outline(plate, radius, 4, FAULT)
        canvas.outline(plate.grown(-8), radius - 7, 1.8, FAULT)
    elif state.seat.due_back or state.seat.missing:
        if state.fill:
            canvas.outline(plate, radius, 6, INK)
        canvas.dashes(plate, radius, 5, 16, DUE_BACK)
    elif state.is_waited_for or state.is_open:
        canvas.outline(plate, radius, 4, TO_ACT)
    elif state.won and not state.fill:
        canvas.outline(plate, radius, 4, WINNER)
    elif state.is_all_in and not state.fill:
        canvas.outline(plate, radius, 3.4, ALL_IN)
        canvas.outline(plate.grown(-7), radius - 6, 1.6, ALL_IN)


def _ink_of(canvas: Canvas, state: SeatState) -> Ink:
    return INK if state.fill else canvas.palette.folded if state.is_quiet else IVORY


def paint_badge(canvas: Canvas, state: SeatState, x: float, y: float, across: float) -> None:
    folded = canvas.palette.folded
    colours = (
        (INK, state.fill)
        if state.fill
        else (canvas.palette.glass[1], folded, folded)
        if state.is_quiet
        else ()
    )
    canvas.badge(x, y, across, state.number, *colours)


def _badge_and_name(canvas: Canvas, state: SeatState, place: SeatPlace, room: float) -> None:
    plate, form = place.plate, place.form
    x, y = plate.x + form.badge_x, plate.y + form.badge_y
    paint_badge(canvas, state, x, y, form.badge_w)
    name = state.seat.name or seat_label(canvas.tr, state.number)
    canvas.write_fitted(
        name,
        plate.x + form.name_x,
        plate.y + form.name_baseline,
        form.name_cap,
        NAME_CAP_LEAST_U,
        _name_room(canvas, state, place, room),
        _ink_of(canvas, state),
    )
    if state.phone is not None:
        right, cap = plate.x + room - SIGN_SPACE_U, _sign_cap(place)
        ink = INK if state.fill else canvas.quiet
        write_sign(canvas, state.phone, right, plate.y + form.name_baseline, cap, ink)


def _name_room(canvas: Canvas, state: SeatState, place: SeatPlace, room: float) -> float:
    """Beside the sign of its phone, if it has one."""
    sign = (
        0.0
        if state.phone is None
        else sign_wide(canvas, state.phone, _sign_cap(place)) + 8 + SIGN_SPACE_U
    )
    return room - sign - place.form.name_x - 7


def _sign_cap(place: SeatPlace) -> float:
    return min(place.form.name_cap, place.form.action_cap) * SIGN_SIZE


def _paint_cards(canvas: Canvas, state: SeatState, place: SeatPlace) -> tuple[float, float]:
    """Draws the seat's cards at the right. Returns up to which x, within the plate, its first
    and second line have room.
    """
    cards = state.seat.cards if _has_cards(state) else ()
    room, boxes = (
        cards_room(place, len(cards), state.faces),
        card_boxes(place, len(cards), state.faces),
    )
    for box, card in zip(boxes, cards, strict=True) if state.faces else ():
        canvas.card(
            box,
            card,
            dim=state.used is not None and card not in state.used,
            seen=room.step if room.is_fan else None,
        )
        if card in state.decides:
            canvas.decides(box)
    for box in () if state.faces else reversed(boxes):
        canvas.back(box)
    return _rooms_of(state, place)


def _has_cards(state: SeatState) -> bool:
    return bool(state.seat.lies) and (not state.is_quiet or state.is_shown_down)


def _rooms_of(state: SeatState, place: SeatPlace) -> tuple[float, float]:
    """Up to which x, within the plate, its first and second line have room beside its cards."""
    form, whole = place.form, place.plate.w - place.form.margin
    if not _has_cards(state):
        return whole, whole
    room = cards_room(place, len(state.seat.cards), state.faces)
    above, below = (
        room.y < form.name_baseline,
        room.y + room.wide * 1.4 > form.stack_baseline - form.stack_cap,
    )
    return room.x if above else whole, room.x if below else whole


def has_wide_amount(canvas: Canvas, model: View, places: tuple[SeatPlace, ...]) -> bool:
    """Whether any stack has no room in full, as small as it may be set: then all amounts at the
    seats are written short.
    """
    for number, seat, place in seats_with_places(model, places):
        if seat.status in ("empty", "out") or place.align == "slim":
            continue
        room = (
            _rooms_of(seat_state(model, number, seat, Moment()), place)[1]
            - place.form.stack_x
            - STACK_SPACE_U
        )
        if canvas.wide(canvas.tr.number(seat.stack), STACK_CAP_LEAST_U) > room:
            return True
    return False


def even_caps(canvas: Canvas, model: View, places: Layout, moment: Moment) -> Layout:
    """The same places with one size for all names and one for the stacks of all who are in: the
    smallest that any needs.
    """
    names, stacks = [], []
    for number, seat, place in seats_with_places(model, places.seats):
        if seat.status == "empty" or place.align == "slim":
            continue
        state, form = seat_state(model, number, seat, moment), place.form
        rooms = _rooms_of(state, place)
        name = seat.name or seat_label(canvas.tr, number)
        names.append(
            canvas.fit(
                name,
                form.name_cap,
                NAME_CAP_LEAST_U,
                _name_room(canvas, state, place, rooms[0]),
            )[1]
        )
        if not state.says_status and not state.is_all_in:
            room = _stack_room(canvas, state, place, rooms[1]) - form.stack_x - STACK_SPACE_U
            stacks.append(
                canvas.fit_amount(
                    *_stack_forms(canvas, state), form.stack_cap, STACK_CAP_LEAST_U, room
                )[1]
            )
    if not names:
        return places
    forms = [
        replace(place.form, name_cap=min(names), stack_cap=min([place.form.stack_cap, *stacks]))
        for place in places.seats
    ]
    return replace(
        places,
        seats=tuple(
            replace(place, form=form) for place, form in zip(places.seats, forms, strict=True)
        ),
    )


def _second_line(canvas: Canvas, state: SeatState, place: SeatPlace, room: float) -> None:
    """The stack, or the seat's status where it has none to play with."""
    tr = canvas.tr
    plate, form, seat = place.plate, place.form, state.seat
    baseline = plate.y + form.stack_baseline
    if state.is_bare:
        _word_below_name(canvas, state, place)
    elif state.says_status:
        word, cap = _status_word(state, tr), form.word_cap
        # a gap before the cards, which stay to be seen
        room -= 12 if state.is_shown_down else 0
        stack = (
            canvas.wide(tr.number(seat.stack), STACK_CAP_LEAST_U) + form.stack_x + 24
            if seat.status != "out"
            else 0
        )
        if stack + canvas.wide(word, cap, CONDENSED, 0.05) > room:
            word = status_short(tr, seat.status, status(tr, seat.status, word))
        wide = canvas.wide(word, cap, CONDENSED, 0.05)
        canvas.write(
            word, plate.x + room, baseline, cap, canvas.palette.folded, CONDENSED, "right", 0.05
        )
        if seat.status != "out":
            _write_stack(
                canvas,
                state,
                place,
                max(STACK_CAP_LEAST_U, form.stack_cap * 0.76),
                room - wide - 14,
            )
    elif state.is_all_in:
        pill = _all_in_pill(canvas, state, place, room)
        rest = pill.x - plate.x - 12
        if (
            seat.stack
            and canvas.wide(short_amount(tr, seat.stack), CAP_LEAST_U) < rest - form.stack_x - 10
        ):
            # all-in with chips too few to bet: if there is room
            _write_stack(canvas, state, place, form.stack_cap, rest)
    else:
        used = form.stack_x + _write_stack(
            canvas, state, place, form.stack_cap, _stack_room(canvas, state, place, room)
        )
        (_last_action if state.net is None else _write_net)(canvas, state, place, used, room)


def _word_below_name(canvas: Canvas, state: SeatState, place: SeatPlace) -> None:
    form = place.form
    canvas.write(
        _status_word(state, canvas.tr),
        place.plate.x + form.name_x,
        place.plate.y + form.name_baseline + BELOW_NAME * form.word_cap,
        form.word_cap,
        canvas.quiet,
        CONDENSED,
        tracking=0.05,
    )


def _stack_room(canvas: Canvas, state: SeatState, place: SeatPlace, room: float) -> float:
    """Up to which x, within the plate, the stack has room: beside the last action, where that
    leaves enough.
    """
    rooms = [
        left
        for left in _beside_the_action(canvas, state, place, room)
        if _has_room(canvas, state, place, left)
    ]
    return rooms[0] if rooms else room


def _stack_forms(canvas: Canvas, state: SeatState) -> tuple[str, str]:
    full, short = in_forms(canvas.tr, state.seat.stack)
    return (short if state.is_short else full), short


def _beside_the_action(
    canvas: Canvas, state: SeatState, place: SeatPlace, room: float
) -> list[float]:
    """What the last action, without its amount, leaves to the stack: as large as usual, and at
    its least.
    """
    action = state.seat.last_action
    bare = done_short(canvas.tr, action.code) if action is not None and state.net is None else ""
    if not bare:
        return []
    before_cards = ACTION_SPACE_U if room < place.plate.w - place.form.margin else 0
    left = room - before_cards - ACTION_SPACE_U + STACK_SPACE_U
    return [left - canvas.wide(bare, cap, CONDENSED, 0.03) for cap in _action_caps(place)]


def _action_caps(place: SeatPlace) -> tuple[float, float]:
    return place.form.action_cap, min(place.form.action_cap, NAME_CAP_LEAST_U)


def _has_room(canvas: Canvas, state: SeatState, place: SeatPlace, room: float) -> bool:
    """Whether the stack stands there as it is, if smaller."""
    stack = short_or_whole(canvas.tr, state.seat.stack, is_short=state.is_short)
    return canvas.wide(stack, STACK_CAP_LEAST_U) <= room - place.form.stack_x - STACK_SPACE_U


def _last_action(
    canvas: Canvas, state: SeatState, place: SeatPlace, used: float, room: float
) -> None:
    """At the right of the stack; too wide: without the amount, for the bet lies in front; then
    smaller; then not at all.
    """
    action, plate, form = state.seat.last_action, place.plate, place.form
    room -= ACTION_SPACE_U if room < plate.w - form.margin else 0  # a gap before the cards
    forms = _action_words(canvas.tr, action, is_short=state.is_short) if action is not None else ()
    usual, least = _action_caps(place)
    for text, cap in [*((text, usual) for text in forms), *((text, least) for text in forms[-1:])]:
        if used + ACTION_SPACE_U + canvas.wide(text, cap, CONDENSED, 0.03) <= room:
            colour, baseline = INK if state.fill else canvas.quiet, plate.y + form.stack_baseline
            canvas.write(text, plate.x + room, baseline, cap, colour, CONDENSED, "right", 0.03)
            return


def _write_net(
    canvas: Canvas, state: SeatState, place: SeatPlace, used: float, room: float
) -> None:
    """What the last hand brought, in the last action's place."""
    net, plate, form = state.net or 0, place.plate, place.form
    colour = INK if state.fill else WINNER if net > 0 else canvas.quiet
    for text in (gain(canvas.tr, net), short_gain(canvas.tr, net)):
        if used + ACTION_SPACE_U + canvas.wide(text, form.action_cap) <= room:
            canvas.write(
                text,
                plate.x + room,
                plate.y + form.stack_baseline,
                form.action_cap,
                colour,
                align="right",
            )
            return


def _action_words(tr: Translator, action: Action, *, is_short: bool) -> tuple[str, ...]:
    """With its amount, as short as the others of the picture, and without."""
    text = done(tr, action.code, short_or_whole(tr, action.amount, is_short=is_short))
    return (text, done_short(tr, action.code)) if text else ()


def _write_stack(
    canvas: Canvas, state: SeatState, place: SeatPlace, cap: float, room: float
) -> float:
    """Its width."""
    form = place.form
    return canvas.write_amount(
        _stack_forms(canvas, state),
        place.plate.x + form.stack_x,
        place.plate.y + form.stack_baseline,
        cap,
        STACK_CAP_LEAST_U,
        room - form.stack_x - STACK_SPACE_U,
        _ink_of(canvas, state),
    )


def _all_in_pill(canvas: Canvas, state: SeatState, place: SeatPlace, room: float) -> Box:
    plate, form = place.plate, place.form
    below_name = form.stack_baseline - form.name_baseline - form.name_cap * NAME_DOWN
    cap = min(form.word_cap, below_name / (PILL_HIGH * PILL_UP))
    while (
        cap > PILL_CAP_LEAST_U
        and canvas.wide(canvas.tr("ALL-IN"), cap, tracking=0.05) + cap * 1.7 > room - form.stack_x
    ):
        # larger text beside cards that lie up
        cap -= 1
    word = _all_in_word(canvas, state, cap, room - form.stack_x - cap * 1.7)
    wide, high = canvas.wide(word, cap, tracking=0.05) + cap * 1.7, cap * PILL_HIGH
    x = plate.x + form.stack_x if not state.seat.stack else plate.x + room - wide
    box = Box(x, plate.y + form.stack_baseline - high * PILL_UP, wide, high)
    canvas.panel(box, high * 0.3, ALL_IN, ALL_IN)
    canvas.write(
        word, box.middle, box.y + (high + cap) / 2, cap, INK, align="centre", tracking=0.05
    )
    return box


def _all_in_word(canvas: Canvas, state: SeatState, cap: float, room: float) -> str:
    """With its amount on the street where it went all-in, if there is room beside what is left
    of a stack.
    """
    tr, action = canvas.tr, state.seat.last_action
    if action is None or action.code != "all_in" or state.seat.stack:
        return tr("ALL-IN")
    text = done(tr, "all_in", short_or_whole(tr, action.amount, is_short=state.is_short))
    return text if canvas.wide(text, cap, tracking=0.05) <= room else tr("ALL-IN")


def _status_word(state: SeatState, tr: Translator) -> str:
    seat = state.seat
    if state.has_mucked:
        return done_short(tr, "mucked")
    if seat.status == "out" and seat.place is not None:
        return tr("OUT {place}", place=tr.ordinal(seat.place).upper())
    if seat.status == "folded" and seat.may_undo:
        return tr("FOLDED · UNDO")
    return status(tr, seat.status, seat.status.replace("_", " ").upper())


# The time bar


def time_box(place: SeatPlace) -> Box:
    plate, form = place.plate, place.form
    return Box(
        plate.x + form.margin,
        plate.y + form.time_y,
        plate.w - 2 * form.margin,
        min(10, form.high * 0.05),
    )


def paint_time(canvas: Canvas, bar: Box, left: float) -> None:
    canvas.gauge(bar, left, INK, 66)


# Slim, beside the panel of a halted hand


def _paint_slim(canvas: Canvas, state: SeatState, place: SeatPlace) -> None:
    """Beside the panel of a halted hand: number, button, stack, and the tab that matters most."""
    tr = canvas.tr
    plate, form = place.plate, place.form
    paint_badge(canvas, state, plate.x + 30 if state.has_button else plate.middle, plate.y + 38, 44)
    if state.has_button:
        paint_button(canvas, plate.right - 50, plate.y + 18, 40)
    forms, colour = in_forms(tr, state.seat.stack), _ink_of(canvas, state)
    if state.is_all_in and not state.seat.stack:
        forms, colour = (tr("ALL-IN"),) * 2, ALL_IN
    elif state.seat.status == "out":
        forms = _status_word(state, tr), status(tr, "out", "")
    canvas.write_amount(
        forms,
        plate.middle,
        plate.y + form.stack_baseline,
        form.stack_cap,
        20,
        plate.w - 26,
        colour,
        align="centre",
    )
    canvas.within = place.tabs
    paint_one_tab(canvas, state, place)
