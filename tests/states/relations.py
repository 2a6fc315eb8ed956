"""Ways that must lead to the same state: by key, chips or floor; an act taken back or none; a
loss or none; clock or fold.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from tablectl.engine import events as e, facts as f
from tablectl.engine.engine import handle
from tablectl.engine.play import areas
from tablectl.engine.rounds import betting
from tablectl.engine.source import seat_source
from tablectl.engine.state.changes import with_players
from tablectl.engine.state.seat import Area
from tablectl.engine.state.stacks import NOT_COMPARED
from tablectl.engine.state.table import Table
from tablectl.rules.wagers import chip_value

from .moves import chips, press, rule
from .relative import MOTION_MS, difference, loosely


def after(t: Table, *happened: e.AnyEvent) -> Table:
    return handle(t, happened)[0]


def a_loss_and_a_return_change_nothing(t: Table) -> Iterator[str]:
    """Where the area holds what it should; at a showdown a lost seat is shown for (G-7)."""
    if (
        not t.settings.chips_sensed
        or not t.in_hand
        or t.is_stopped
        or t.phase == "showdown"
        or t.kind == "ante_window"
    ):
        return
    for seat in t.seats:
        number = seat.number
        is_idle = t.player(number).begun is None and (
            t.wager is None or t.wager.seat != number or t.wager.ends_at_ms is None
        )
        is_heard = seat.is_connected and seat.area.is_level_known
        if (
            seat.status == "empty"
            or not is_heard
            or areas.excess_in_front(t, number)
            or not is_idle
        ):
            continue
        back = e.ChipsRead(at_ms=0, seat=seat.number, chips=seat.area.sensed, node_ms=0)
        device = seat_source(seat.number)
        again = after(
            t, e.DeviceLost(at_ms=0, source=device), e.DeviceBack(at_ms=0, source=device), back
        )
        if loosely(again) != loosely(t):
            yield f"A loss and a return change it: {difference(t, again)}"


def _asks_for_an_act(t: Table) -> bool:
    return (
        t.to_act is not None
        and t.kind == "betting"
        and not t.owes
        and not t.is_stopped
        and t.wager is None
    )


def an_act_taken_back_was_none(t: Table) -> Iterator[str]:
    """F-1, for folds and checks."""
    if t.to_act is None or not _asks_for_an_act(t):
        return
    for act in ("fold", "check"):
        acted, (row,) = handle(t, (press(t.to_act, act),))
        if any(isinstance(fact, f.Refused) for fact in row.facts):
            continue
        if [seat.status == "empty" for seat in acted.seats] != [
            seat.status == "empty" for seat in t.seats
        ]:
            # who was leaving has left with the hand that it ended
            continue
        again, (row,) = handle(acted, (press(t.to_act, "undo"),))
        if not any(isinstance(fact, f.Refused) for fact in row.facts) and _without_stale(
            again
        ) != _without_stale(t):
            yield f"A {act} taken back is not as before: {difference(t, again)}"


def _without_stale(t: Table) -> bytes:
    return loosely(
        with_players(t, {n: replace(player, stale=0) for n, player in t.shown.players.items()})
    )


def a_ruling_taken_back_was_none(t: Table) -> Iterator[str]:
    """F-6, unless chips have been put right since, or somebody has gone: the table may go on
    from there.
    """
    was = t.undo.ruling
    has_moved = was is not None and [seat.area.sensed for seat in was.seats] != [
        seat.area.sensed for seat in t.seats
    ]
    if was is None or has_moved or any(seat.is_leaving or seat.is_absent for seat in t.seats):
        return
    again, (row,) = handle(t, (rule("undo"),))
    if any(isinstance(fact, f.Refused) for fact in row.facts):
        yield "The floor's undo is refused where something may be taken back."
    elif _as_ruled_on(again) != _as_ruled_on(was):
        yield f"A ruling taken back is not as before: {difference(was, again)}"


def _as_ruled_on(t: Table) -> bytes:
    """Stacks are compared anew: what is told of them is told again."""
    seats = tuple(
        [
            replace(
                s,
                area=Area(to_pot=s.area.to_pot),
                is_connected=True,
                is_absent=False,
                is_leaving=False,
                choice="",
                bought=0,
            )
            for s in t.seats
        ]
    )
    shoe = replace(t.shoe, pulls=0, is_connected=True)
    return _without_stale(replace(t, seats=seats, shoe=shoe, standstill=None, stacks=NOT_COMPARED))


def a_call_is_one_however_it_is_made(t: Table) -> Iterator[str]:
    """By key and chips, by chips alone, by the floor (L-9, F-6)."""
    if t.to_act is None or not _asks_for_an_act(t) or not t.settings.chips_sensed:
        return
    seat, may = t.seat(t.to_act), betting.legal_bets(t)
    if (
        "call" not in may.acts
        or areas.excess_in_front(t, seat.number)
        or not seat.is_connected
        or not seat.area.is_level_known
    ):
        return
    paid = chips(t, seat, chip_value(seat.area.sensed) + min(may.to_call, t.playable(seat.number)))
    by_key, by_chips = after(t, press(seat.number, "call"), paid), after(t, paid)
    if by_chips.wager is not None:
        by_chips = after(by_chips, e.ClockRanOut(at_ms=MOTION_MS))
    by_floor = after(t, rule("act", seat=seat.number, act="call"), paid)
    by_key, by_chips, by_floor = map(but_for_the_word, (by_key, by_chips, by_floor))
    if loosely(by_key) != loosely(by_chips):
        yield f"A call by chips is not one by key: {difference(by_key, by_chips)}"
    if loosely(by_key) != loosely(by_floor) and not by_floor.is_halted:
        yield f"A call by the floor is not one by key: {difference(by_key, by_floor)}"


def but_for_the_word(t: Table) -> Table:
    """Whether a call was said decides only what the seat's further chips are: change, or a raise
    that was begun (L-9).
    """
    return replace(
        t,
        **{
            name: replace(hand, has_declared_call=False)
            for name in ("hand", "last")
            if (hand := getattr(t, name))
        },
    )


def a_clock_that_runs_out_folds(t: Table) -> Iterator[str]:
    """To a bet, as the key does (G-7)."""
    if t.to_act is None or not _asks_for_an_act(t) or t.deadline_ms is None:
        return
    may = betting.legal_bets(t)
    if "fold" in may.acts and may.to_call:
        by_key, by_clock = (
            after(t, press(t.to_act, "fold")),
            after(t, e.ClockRanOut(at_ms=t.deadline_ms)),
        )
        if loosely(by_key) != loosely(by_clock, t.deadline_ms):
            yield f"A fold by the clock is not one by key: {difference(by_key, by_clock)}"


RELATIONS = (
    a_loss_and_a_return_change_nothing,
    an_act_taken_back_was_none,
    a_ruling_taken_back_was_none,
    a_call_is_one_however_it_is_made,
    a_clock_that_runs_out_folds,
)
