"""A walk of chance through the states of a small table: deeper than any search, and with every
check of one.
"""

from collections.abc import Iterable
from random import Random

from msgspec.structs import replace

from tablectl.engine import events as e
from tablectl.engine.engine import handle
from tablectl.engine.state.table import Table

from .moves import Move
from .relative import relative
from .runs import Run, checks_of, moves_of, started, step_checks_of
from .search import Finding, kind_of

STEPS = 300
AMISS = 0.08  # of the steps


def walked(setting: str, seed: int) -> list[Finding]:
    """What is wrong with the first state that anything is wrong with, and the shortest way to it
    that is easily found.
    """
    chance, run = Random(seed), Run(setting)
    moves = moves_of(run)
    t, way = started(run)[0], list[Move]()
    for _ in range(STEPS):
        options = moves.disturbances(t) if chance.random() < AMISS else moves.free(t)
        if not t.in_hand and not t.drawn_for:
            options = [*options, Move(e.StartAsked(at_ms=0))]
        if not options:
            continue
        move = chance.choice(options)
        after, wrong = stepped(run, t, move)
        if wrong:
            return [Finding(what, shortened(run, [*way, move], what)) for what in wrong]
        if after != t:
            way.append(move)
        t = after
    return []


def stepped(
    run: Run, before: Table, move: Move, *, is_checked: bool = True
) -> tuple[Table, list[str]]:
    """The next state, and what is wrong with it."""
    event = replace(move.event, at_ms=move.after_ms)
    try:
        after, (row,) = handle(before, (event,))
        t = relative(after, move.after_ms)
        if not is_checked:
            return t, []
        wrong = [
            what for check in step_checks_of(run) for what in check(before, event, after, row.facts)
        ]
        return t, [*wrong, *(what for check in checks_of(run) for what in check(t))]
    except Exception as raised:  # any exception is a finding
        return before, [f"{type(raised).__name__}: {raised}"]


def shortened(run: Run, way: list[Move], what: str) -> tuple[Move, ...]:
    """Without the moves that it does not need to come to the same."""
    place = 0
    while place < len(way) - 1:
        shorter = way[:place] + way[place + 1 :]
        if kind_of(what) in map(kind_of, found_at_the_end_of(run, shorter)):
            way = shorter
        else:
            place += 1
    return tuple(way)


def found_at_the_end_of(run: Run, way: Iterable[Move]) -> list[str]:
    t, wrong = started(run)[0], list[str]()
    *before, last = way
    for move in before:
        t, wrong = stepped(run, t, move, is_checked=False)
        if wrong:
            return []
    return stepped(run, t, last)[1]
