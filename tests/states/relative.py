"""A table as it would be if it were now 0 and nothing had been counted yet: what differs in times and numbers alone is one state.

Clocks stand at one of two places, whole or warned: nothing happens in between but by an event of its own.
"""

from collections.abc import Iterable
from hashlib import blake2b
from typing import Any

import msgspec
from msgspec.structs import replace

from tablectl.engine.state.table import Seat, Table

WARNED_MS = 5_000                       # what is left of a clock after its warning, or half of it
MOTION_MS = 700
SINCE = ("level_began_ms", "level_stopped_ms", "break_ends_ms")             # of a table: moments that nothing rests on
CONSTANT: dict[str, Any] = {"game": None, "settings": None, "stakes": None, "chips": (), "name": "", "places": ()}
REMEMBERED = ("before_act", "before_ruling")                                # tables that may come back

_encoder = msgspec.msgpack.Encoder()


def relative(t: Table, now_ms: int, pulls: int | None = None) -> Table:
    """`pulls`: from which the shoe's requests are counted; those of a table that is remembered are counted as this one's."""
    pulls = t.pulls if pulls is None else pulls
    changed: dict[str, Any] = {
        "pulls": t.pulls - pulls, "hand": min(t.hand, 2), "level_hands": 0, "seats": _seats(t, now_ms), "wager": _wager(t),
        "kept": tuple([replace(event, at_ms=0) for event in t.kept]), **_numbers(t)}
    for name in SINCE:
        moment = getattr(t, name)
        if moment is not None:
            changed[name] = moment - now_ms
    left_ms = t.clock_ms or 0
    if t.is_warned:
        left_ms = min(WARNED_MS, left_ms // 2)
    if t.deadline_ms is not None:
        changed["deadline_ms"] = left_ms
    if t.left_ms is not None:
        changed["left_ms"] = left_ms
    for name in REMEMBERED:
        was = getattr(t, name)
        if was is not None:
            changed[name] = _remembered(t, was, now_ms, pulls)
    return replace(t, **changed)


def _remembered(t: Table, was: Table, now_ms: int, pulls: int) -> Table | None:
    """What nobody can take back any more is forgotten."""
    if was.hand != t.hand and was.kind != "shots":
        return None
    return replace(relative(was, now_ms, pulls), before_act=None, before_ruling=None)


def _numbers(t: Table) -> dict[str, Any]:
    """The halt that the table stands in is its first."""
    halted = t.irregularity or t.reload
    if halted is None or not halted.number:
        return {"halts": 0}
    name = "irregularity" if t.irregularity else "reload"
    return {"halts": 1, name: replace(halted, number=1)}


def _wager(t: Table) -> Any:
    wager = t.wager
    return wager and replace(wager, node_ms=0, ends_at_ms=None if wager.ends_at_ms is None else MOTION_MS)


def _seats(t: Table, now_ms: int) -> tuple[Seat, ...]:
    return tuple([_seat(seat, now_ms) for seat in t.seats])


def _seat(seat: Seat, now_ms: int) -> Seat:
    """What lay in front when it was lost means nothing once its level is known again."""
    if seat.begun is not None and seat.begun.ends_at_ms is not None:
        ends_at_ms = max(0, seat.begun.ends_at_ms - now_ms)
        seat = replace(seat, begun=replace(seat.begun, node_ms=0, ends_at_ms=ends_at_ms))
    return replace(seat, front_when_lost=0) if seat.front_when_lost and seat.is_level_known else seat


# Keys

def key(t: Table, *besides: object) -> bytes:
    """Two tables with one key are one state."""
    was = {name: _bare(getattr(t, name)) for name in REMEMBERED}
    return blake2b(_encoder.encode((_bare(replace(t, **was)), besides)), digest_size=12).digest()


def _bare(t: Table | None) -> Table | None:
    """Without what never changes at one table."""
    return t and replace(t, score=t.score and replace(t.score, shots={}), **CONSTANT)


def loosely(t: Table, now_ms: int = 0) -> bytes:
    """The key without what clocks, taking back and the last readings leave behind: where two ways came to the same."""
    t = relative(t, now_ms)
    return key(replace(t, before_act=None, before_ruling=None, may_take_back=None, deadline_ms=None, left_ms=None, clock_ms=None,
                       is_warned=False))


def difference(one: Table, other: Table) -> str:
    """The fields that differ, in one line."""
    found: list[str] = []
    for name in _differing(one, other):
        if name == "seats":
            for s, u in zip(one.seats, other.seats, strict=True):
                found += [f"seat {s.number} {part}: {getattr(s, part)} or {getattr(u, part)}" for part in _differing(s, u)]
        elif name not in (*REMEMBERED, "deadline_ms", "left_ms", "clock_ms", "is_warned"):
            found.append(f"{name}: {getattr(one, name)} or {getattr(other, name)}")
    return "; ".join(found)[:400]


def _differing(one: Any, other: Any) -> Iterable[str]:
    return [name for name in type(one).__struct_fields__ if getattr(one, name) != getattr(other, name)]
