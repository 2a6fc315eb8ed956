"""A table as it would be if it were now 0 and nothing had been counted yet: what differs in times
and numbers alone is one state.

Clocks stand at one of two places, whole or warned: nothing happens in between but by an event of
its own.
"""

from collections.abc import Iterable
from hashlib import blake2b
from typing import Any

import msgspec
from msgspec.structs import replace

from tablectl.engine.state.clock import Clock, Schedule
from tablectl.engine.state.hand import Hand, Pots
from tablectl.engine.state.player import Player
from tablectl.engine.state.seat import Seat
from tablectl.engine.state.stacks import Stacks
from tablectl.engine.state.table import Table, Undo
from tablectl.rules.limits import Round
from tablectl.rules.pots import Pot

WARNED_MS = 5_000  # what is left of a clock after its warning, or half of it
MOTION_MS = 700
# of a schedule: moments that nothing rests on
SINCE = ("began_ms", "stopped_ms", "break_began_ms", "break_ends_ms")
UNTIMED = Schedule()
CONSTANT = {"game": None, "settings": None, "stakes": None, "chips": (), "name": "", "places": ()}
TOLD = {"entries": 0, "gone": ()}  # for people to read: no rule asks for it

_encoder = msgspec.msgpack.Encoder()


def relative(t: Table, now_ms: int, pulls: int | None = None) -> Table:
    """`pulls`: from which the shoe's requests are counted; those of a table that is remembered
    are counted as this one's.
    """
    pulls = t.shoe.pulls if pulls is None else pulls
    still = t.standstill and replace(
        t.standstill, deferred=tuple([replace(event, at_ms=0) for event in t.deferred])
    )
    return replace(
        t,
        shoe=replace(t.shoe, pulls=t.shoe.pulls - pulls),
        hands=min(t.hands, 2),
        schedule=_schedule(t.schedule, now_ms),
        seats=_seats(t),
        hand=_hand(t.hand, now_ms),
        last=over(t),
        clock=_clock(t.clock),
        undo=_undo(t, now_ms, pulls),
        standstill=still,
        stacks=_stacks(t.stacks, now_ms),
        **_numbers(t),
    )


def _schedule(schedule: Schedule, now_ms: int) -> Schedule:
    """When its level and break began does not matter, only how long ago."""
    if schedule == UNTIMED:
        return schedule
    ago = {
        name: moment - now_ms for name in SINCE if (moment := getattr(schedule, name)) is not None
    }
    return replace(schedule, hands=0, **ago)


def _stacks(stacks: Stacks, now_ms: int) -> Stacks:
    return (
        stacks if stacks.due_ms is None else replace(stacks, due_ms=max(0, stacks.due_ms - now_ms))
    )


def _clock(clock: Clock | None) -> Clock | None:
    if clock is None:
        return None
    left_ms = clock.whole_ms or 0
    if clock.is_warned:
        left_ms = min(WARNED_MS, left_ms // 2)
    return replace(
        clock,
        deadline_ms=None if clock.deadline_ms is None else left_ms,
        left_ms=None if clock.left_ms is None else left_ms,
    )


def _hand(hand: Hand | None, now_ms: int) -> Hand | None:
    if hand is None:
        return None
    hand = replace(
        _numbered(hand), players={n: _player(player, now_ms) for n, player in hand.players.items()}
    )
    if (wager := hand.wager) is None:
        return hand
    ends_at_ms = None if wager.ends_at_ms is None else MOTION_MS
    return replace(hand, wager=replace(wager, node_ms=0, ends_at_ms=ends_at_ms))


def _numbered(hand: Hand) -> Hand:
    return replace(hand, number=min(hand.number, 2))


def over(t: Table) -> Hand | None:
    """Of a hand that is over only what people see of it and what may be disputed: how it was
    played has no effect any more.
    """
    hand = t.last
    if hand is None:
        return None
    players = {
        n: replace(p, status=t.status(n), put=0, stale=0, by_clock="")
        for n, p in hand.players.items()
    }
    deal = replace(
        hand.deal,
        burned_here=0,
        boarded_here=0,
        loose=(),
        early=(),
        early_burns=(),
        first_burn=None,
        wants=(),
        is_reshuffled=False,
    )
    of = (
        Pots(tuple(Pot(0, pot.seats) for pot in hand.of.pots))
        if isinstance(hand.of, Pots)
        else hand.of
    )
    return replace(
        _numbered(hand),
        players=players,
        eligible=(),
        owes=(),
        passed=(),
        of=of,
        phase="",
        rounds_begun=0,
        deal=deal,
        round=Round(),
        to_act=None,
        wager=None,
        acted_last_in_round=None,
        acted_last_in_hand=None,
        has_declared_call=False,
        aggressor=None,
        is_collecting=False,
        showing=(),
        is_tabling=False,
    )


def _undo(t: Table, now_ms: int, pulls: int) -> Undo:
    """Without whose act it was, once it cannot be taken back any more."""
    act = _remembered(t, t.undo.act, now_ms, pulls)
    ruling = _remembered(t, t.undo.ruling, now_ms, pulls)
    return Undo(
        act, t.undo.seat if act is not None else None, ruling, t.undo.ruled, t.undo.ruled_on
    )


def _remembered(t: Table, was: Table | None, now_ms: int, pulls: int) -> Table | None:
    """What nobody can take back any more is forgotten; what can be once this is taken back is
    not.
    """
    if was is None or (was.hands != t.hands and was.kind != "shots"):
        return None
    return relative(was, now_ms, pulls)


def _numbers(t: Table) -> dict[str, Any]:
    """The halt that the table stands in is its first."""
    if t.halt is None or not t.case:
        return {"halts": 0}
    name = "irregularity" if t.halt.irregularity else "reload"
    return {"halts": 1, "halt": replace(t.halt, **{name: replace(getattr(t.halt, name), number=1)})}


def _seats(t: Table) -> tuple[Seat, ...]:
    """Without what lay in front of a seat when it was lost, once its level is known again."""
    return tuple(
        [
            replace(seat, area=replace(seat.area, front_when_lost=0))
            if seat.area.front_when_lost and seat.area.is_level_known
            else seat
            for seat in t.seats
        ]
    )


def _player(player: Player, now_ms: int) -> Player:
    if player.begun is None or player.begun.ends_at_ms is None:
        return player
    ends_at_ms = max(0, player.begun.ends_at_ms - now_ms)
    return replace(player, begun=replace(player.begun, node_ms=0, ends_at_ms=ends_at_ms))


# Keys


def key(t: Table, *besides: object) -> bytes:
    """Two tables with one key are one state."""
    return blake2b(_encoder.encode((_bare(t), besides)), digest_size=12).digest()


def _bare(t: Table | None) -> Table | None:
    """Without what never changes at one table, nor at the tables that it remembers; and without
    what is only told.
    """
    if t is None:
        return None
    undo = (
        t.undo
        if t.undo == Undo()
        else replace(
            # which it was is only told
            t.undo,
            act=_bare(t.undo.act),
            ruling=_bare(t.undo.ruling),
            ruled="",
            ruled_on=None,
        )
    )
    seats = tuple([replace(seat, brought=0, ahead=0) for seat in t.seats])
    hand = t.hand and replace(
        t.hand,
        players={n: replace(player, did=None, by_clock="") for n, player in t.hand.players.items()},
    )
    last = t.last and replace(t.last, due={})  # which chips are to be moved
    score = t.score and replace(t.score, shots={})
    return replace(t, hand=hand, last=last, seats=seats, undo=undo, score=score, **CONSTANT, **TOLD)


def loosely(t: Table, now_ms: int = 0) -> bytes:
    """The key without what clocks, taking back and the last readings leave behind: where two
    ways came to the same.
    """
    t = relative(t, now_ms)
    return key(replace(t, undo=Undo(), clock=None))


def difference(one: Table, other: Table) -> str:
    """The fields that differ, in one line."""
    found = []
    for name in _differing(one, other):
        if name == "seats":
            for s, u in zip(one.seats, other.seats, strict=True):
                found += [
                    f"seat {s.number} {part}: {getattr(s, part)} or {getattr(u, part)}"
                    for part in _differing(s, u)
                ]
        elif name == "hand" and one.hand and other.hand:
            h, u = one.hand, other.hand
            found += [
                f"{part}: {getattr(h, part)} or {getattr(u, part)}" for part in _differing(h, u)
            ]
        elif name not in ("undo", "clock"):
            found.append(f"{name}: {getattr(one, name)} or {getattr(other, name)}")
    return "; ".join(found)[:400]


def _differing(one, other) -> Iterable[str]:
    return [
        name for name in type(one).__struct_fields__ if getattr(one, name) != getattr(other, name)
    ]
