"""Places in a hand to begin a search from: the undisturbed way there is not searched again."""

from msgspec.structs import replace

from tablectl.engine import events as e
from tablectl.engine.engine import handle
from tablectl.engine.questions import legal_now as asked
from tablectl.engine.state.table import Table
from tablectl.rules.wagers import chip_value

from .drivers import sensible
from .moves import ANTE, Move, chips, press, right
from .relative import MOTION_MS, relative

MOST_STEPS = 80

STARTS = {
    "deal": lambda t: (
        t.phase == "dealing" and t.street == 0 and any(p.cards for p in t.shown.players.values())
    ),
    "preflop": lambda t: (
        t.phase == "betting" and not t.owes and t.street == 0 and t.to_act is not None
    ),
    "flop": lambda t: (
        t.phase in ("betting", "deciding")
        and len(t.board) == 3
        and (t.to_act is not None or t.asks_all)
    ),
    "runout": lambda t: (
        t.phase == "dealing" and t.street >= 1 and sum(p.status == "in" for p in t.live) < 2
    ),
    "river": lambda t: t.phase == "betting" and len(t.board) == 5,
    "showdown": lambda t: t.phase == "showdown",
    "rest": lambda t: not t.in_hand and bool(t.hands),
    "shots": lambda t: t.kind == "shots",
}


def led_to(table: Table, start: str) -> tuple[Table, tuple[Move, ...]]:
    """By checks and calls, or for a runout by everything; and all that happened."""
    t, way = relative(table, 0), []
    while not STARTS[start](t):
        assert len(way) < MOST_STEPS, f"There is no way to the {start} of {table.game.name}."
        move = _next(t, is_all_in=start == "runout")
        way.append(move)
        t = relative(handle(t, (replace(move.event, at_ms=move.after_ms),))[0], move.after_ms)
    return t, tuple(way)


def _next(t: Table, *, is_all_in: bool) -> Move:
    if not t.in_hand and not t.drawn_for:
        return sensible(t) or Move(e.StartAsked(at_ms=0))
    if t.kind == "ante_window":
        return _ante(t)
    if t.to_act is not None and t.kind == "betting" and not t.owes and not t.wager:
        may, seat = asked(t), t.seat(t.to_act)
        act = (
            "all_in" if is_all_in and may.raise_max else "check" if "check" in may.acts else "call"
        )
        if t.settings.chips_sensed and act != "check":
            return Move(
                chips(
                    t,
                    seat,
                    right(t, seat) + min(seat.stack, may.to_call if act == "call" else seat.stack),
                )
            )
        return Move(press(seat.number, act))
    move = sensible(t)
    assert move is not None
    return move


def _ante(t: Table) -> Move:
    seat = t.seat(next(number for number in t.dealt if not t.player(number).has_answered))
    if not t.settings.chips_sensed or t.player(seat.number).bets.ante:
        has_anted = t.player(seat.number).bets.ante > 0
        return Move(press(seat.number, "pass" if has_anted else "ante", 0 if has_anted else ANTE))
    return (
        Move(e.ClockRanOut(at_ms=0), MOTION_MS)
        if chip_value(seat.area.sensed)
        else Move(chips(t, seat, ANTE))
    )
