"""Hands that are folded at once: people come, go, sit out, miss blinds and choose, over several
hands.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from tablectl.engine import events as e
from tablectl.engine.rounds import posting
from tablectl.engine.state.hand import Hand
from tablectl.engine.state.table import Table, Undo
from tablectl.rules.wagers import chip_value

from .moves import Move, asked_of_the_floor, chips, choices, press, right, rule, wanted_cards

CHIPS = 20
FRESH = ("in", "folded", "sitting_out")  # between hands these make no difference


def free(t: Table) -> list[Move]:
    moves = [*_what_is_waited_for(t), *map(Move, choices(t))]
    return [*moves, *map(Move, _areas_put_right(t))]


def _what_is_waited_for(t: Table) -> Iterator[Move]:
    if t.irregularity is not None or t.reload is not None:
        yield from map(Move, list(asked_of_the_floor(t))[:1])
    elif t.to_act is None:
        yield from map(Move, list(wanted_cards(t))[:1])
    elif t.owes:
        seat = t.seat(t.to_act)
        paid = right(t, seat) + posting.due_post(t).total
        yield Move(chips(t, seat, paid) if t.settings.chips_sensed else press(seat.number, "call"))
    elif t.phase == "showdown":
        yield Move(e.HoleCardsSeen(at_ms=0, seat=t.to_act, cards=t.player(t.to_act).cards))
    else:
        yield Move(press(t.to_act, "fold"))
        if t.wager is not None and t.deadline_ms is not None:
            yield Move(e.ClockRanOut(at_ms=0), t.deadline_ms)


def _areas_put_right(t: Table) -> Iterator[e.AnyEvent]:
    if not t.settings.chips_sensed:
        return
    for seat in t.seats:
        is_paying = t.to_act == seat.number and (t.owes or t.wager is not None)
        if chip_value(seat.area.sensed) != right(t, seat) and seat.is_connected and not is_paying:
            yield chips(t, seat, right(t, seat))


def disturbances(t: Table) -> list[Move]:
    moves = [Move(event) for event in _people(t)]
    if t.owes and t.deadline_ms is not None and not t.is_stopped:
        moves.append(Move(e.ClockRanOut(at_ms=0), t.deadline_ms))
    return [*moves, Move(rule("void"))] if t.in_hand else moves


def _people(t: Table) -> Iterator[e.AnyEvent]:
    for seat in t.seats:
        if seat.status == "empty":
            if seat.number in t.places:
                yield e.PlayerCame(at_ms=0, seat=seat.number, chips=CHIPS)
            continue
        if seat.status == "out":
            yield e.ChipsBought(at_ms=0, seat=seat.number, chips=CHIPS)
            yield e.PlayerCame(at_ms=0, seat=seat.number, chips=CHIPS)
        if not seat.is_absent:
            yield press(seat.number, "sit_out")
        if not seat.is_leaving:
            yield e.PlayerWent(at_ms=0, seat=seat.number)


def in_short(t: Table) -> Table:
    """The key of a state: between hands without what the last hand left, and always without what
    may be taken back.
    """
    t = replace(t, undo=Undo())
    if t.in_hand or t.drawn_for:
        return t
    seats = tuple(
        [replace(s, status="in" if (now := t.status(s.number)) in FRESH else now) for s in t.seats]
    )
    last = t.last and Hand(t.last.number, dealt=t.last.dealt, void=t.last.void)
    return replace(t, seats=seats, last=last, draw=t.draw and replace(t.draw, cards={}))
