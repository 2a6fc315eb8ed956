"""Stacks that are sensed, over two hands that are folded at once: chips beyond the ledger, missing
ones, chips of another table.

A stack is read between hands alone. What must hold is asked of what is sensed and of the ledger,
not of the engine's comparison.
"""

from collections.abc import Iterator

from tablectl.engine import events as e, facts as f
from tablectl.engine.facts import Fact
from tablectl.engine.source import seat_source
from tablectl.engine.state.seat import Seat
from tablectl.engine.state.table import Table
from tablectl.rules.wagers import Chips, chip_value

from . import comings
from .moves import Move, asked_of_the_floor, choices, clock, devices, levels, made_of, rule, sitting

FOREIGN = 7  # a denomination that none of these tables plays with


def free(t: Table) -> list[Move]:
    """In a hand what its end takes; between hands clocks, and each stack as the ledger has it."""
    if t.in_hand or t.drawn_for:
        return [*comings.free(t), *map(Move, devices(t))]
    moves = [
        *clock(t),
        *map(Move, asked_of_the_floor(t)),
        *map(Move, choices(t)),
        *map(Move, devices(t)),
        *map(Move, levels(t)),
    ]
    return [
        *moves,
        *(
            Move(read(seat, as_counted(t, seat)))
            for seat in sitting(t)
            if is_heard(seat) and not is_right(seat)
        ),
    ]


def disturbances(t: Table) -> list[Move]:
    return (
        []
        if t.drawn_for
        else [Move(rule("void"))]
        if t.in_hand
        else [Move(event) for event in _between_hands(t)]
    )


def _between_hands(t: Table) -> Iterator[e.AnyEvent]:
    yield rule("undo")
    if t.last is not None:
        yield rule("void")
    for seat in sitting(t):
        yield e.ChipsBought(at_ms=0, seat=seat.number, chips=2)
        yield e.PlayerWent(at_ms=0, seat=seat.number)
        yield from (
            rule("chips", seat=seat.number, stack=stack)
            for stack in {seat.stack + 1, _sensed(seat)} - {seat.stack}
        )
        if not is_heard(seat):
            continue
        yield e.DeviceLost(at_ms=0, source=seat_source(seat.number))
        yield from (
            read(seat, made_of(t, seat.stack + more))
            for more in (2, 1, -1)
            if seat.stack + more >= 0
        )
        yield read(seat, ((FOREIGN, 1), *as_counted(t, seat)))


def read(seat: Seat, chips: Chips) -> e.StackRead:
    return e.StackRead(at_ms=0, seat=seat.number, chips=chips)


def as_counted(t: Table, seat: Seat) -> Chips:
    return made_of(t, seat.stack)


def is_heard(seat: Seat) -> bool:
    return seat.is_connected and seat.area.is_level_known


def is_right(seat: Seat) -> bool:
    return seat.area.stack is not None and _sensed(seat) == seat.stack and not _foreign(seat)


def put_right(t: Table) -> Iterator[e.AnyEvent]:
    """What people do about it: chips that differ are put, or taken away, until the stack is as
    the ledger has it.
    """
    if not t.in_hand:
        yield from (
            read(seat, as_counted(t, seat))
            for seat in sitting(t)
            if seat.area.stack is not None and is_heard(seat) and not is_right(seat)
        )


def _sensed(seat: Seat) -> int:
    return chip_value(seat.area.stack or ())


def _foreign(seat: Seat) -> bool:
    return any(denomination == FOREIGN for denomination, _ in seat.area.stack or ())


# What must hold


def no_hand_begins_with_chips_that_nobody_bought(
    before: Table,
    event: e.AnyEvent,
    after: Table,
    facts: tuple[Fact, ...],
) -> Iterator[str]:
    """F-5: but for what the floor has ruled on."""
    if not any(isinstance(fact, f.HandBegan) for fact in facts):
        # nor does one begin where the void of one is taken back
        return
    told = {one.seat for one in before.stacks.reported}
    for seat in sitting(before):
        if not is_heard(seat) or seat.area.stack is None or seat.area.ruled is not None:
            continue
        beyond = _sensed(seat) - seat.stack
        if _foreign(seat) or beyond > seat.bought:
            yield f"A hand begins, and seat {seat.number} has {beyond} beyond its {seat.stack}."
        if beyond < 0 and seat.number in told:
            yield f"A hand begins, and seat {seat.number} lacks {-beyond} that it was named for."


def what_is_told_differs(t: Table) -> Iterator[str]:
    if t.in_hand or t.is_stopped:
        return
    for one in t.stacks.reported:
        seat = t.seat(one.seat)
        if is_heard(seat) and is_right(seat):
            yield f"Seat {one.seat} is named for its stack, and it is right."


def what_differs_will_be_told(t: Table) -> Iterator[str]:
    """Once the bet areas are empty and play is not stopped, a stack that differs is named, or a
    time is set for it.
    """
    if (
        t.in_hand
        or t.is_stopped
        or t.stacks.due_ms is not None
        or any(chip_value(seat.area.sensed) for seat in t.seats)
    ):
        return
    told = {one.seat for one in t.stacks.reported}
    for seat in sitting(t):
        beyond = _sensed(seat) - seat.stack
        is_known = seat.area.stack is not None and is_heard(seat) and seat.area.ruled is None
        if (
            is_known
            and (_foreign(seat) or beyond not in (0, seat.bought))
            and seat.number not in told
        ):
            yield f"Seat {seat.number}'s stack differs by {beyond}, and nobody will be told."


STATE_CHECKS = (what_is_told_differs, what_differs_will_be_told)
STEP_CHECKS = (no_hand_begins_with_chips_that_nobody_bought,)
