"""Why play stands still: the floor's pause, and what has to be right again; and who has called
the floor (F-6).
"""

from msgspec.structs import replace

from tablectl.engine.events import AnyEvent, ChipsRead, HoldKind, HoleCardsSeen
from tablectl.engine.facts.fact import Fact, OfSeat
from tablectl.engine.source import Source
from tablectl.engine.state.hold import Hold
from tablectl.engine.state.table import Standstill, Table

# a later one of the seat replaces an earlier one
SHOWN_AS_A_WHOLE = (ChipsRead, HoleCardsSeen)


class PlayPaused(Fact):
    """The floor stops play (F-6)."""

    def apply_to(self, t: Table) -> Table:
        return replace(t, standstill=replace(t.standstill or Standstill(), is_paused=True))


class PlayWentOn(Fact):
    """The floor's pause is over. What cards and chips did meanwhile is read when nothing else
    keeps play still, in its order.
    """

    def apply_to(self, t: Table) -> Table:
        return _after_release(t, replace(_require_standstill(t), is_paused=False))


class PlayHeld(Fact):
    """Play stands still until this is right. `is_right`: it is again, and the floor or an
    operator has yet to let play go on.
    """

    kind: HoldKind
    source: Source
    is_right: bool = False

    def apply_to(self, t: Table) -> Table:
        standstill = t.standstill or Standstill()
        hold = Hold(self.kind, self.source, self.is_right)
        if not any(_is_same(known, self) for known in standstill.holds):
            return replace(t, standstill=replace(standstill, holds=(*standstill.holds, hold)))
        holds = tuple(hold if _is_same(known, self) else known for known in standstill.holds)
        return replace(t, standstill=replace(standstill, holds=holds))


class PlayReleased(Fact):
    """This does not keep play still any more."""

    kind: HoldKind
    source: Source

    def apply_to(self, t: Table) -> Table:
        standstill = _require_standstill(t)
        holds = tuple(known for known in standstill.holds if not _is_same(known, self))
        return _after_release(t, replace(standstill, holds=holds))


def _is_same(hold: Hold, fact: PlayHeld | PlayReleased) -> bool:
    return (hold.kind, hold.source) == (fact.kind, fact.source)


def _require_standstill(t: Table) -> Standstill:
    assert t.standstill, "Play does not stand still."
    return t.standstill


def _after_release(t: Table, standstill: Standstill) -> Table:
    """Play goes on with the last reason."""
    return replace(t, standstill=standstill if standstill.is_paused or standstill.holds else None)


class EventDeferred(Fact):
    """Something moved while play stood still: it is read when play goes on. Of what lies in a
    place, the newest counts.
    """

    event: AnyEvent

    def apply_to(self, t: Table) -> Table:
        deferred = (
            *[event for event in t.deferred if not _is_outdated_by(event, self.event)],
            self.event,
        )
        return replace(t, standstill=replace(_require_standstill(t), deferred=deferred))


def _is_outdated_by(event: AnyEvent, newer: AnyEvent) -> bool:
    is_whole = isinstance(event, SHOWN_AS_A_WHOLE) and type(event) is type(newer)
    return is_whole and getattr(event, "seat", None) == getattr(newer, "seat", None)


class FloorCalled(OfSeat):
    """A player wants the floor at this seat; play goes on."""

    def apply_to(self, t: Table) -> Table:
        return replace(t, called=(*t.called, self.seat))


class FloorAnswered(Fact):
    """The floor is at the table: it has ruled."""

    def apply_to(self, t: Table) -> Table:
        return replace(t, called=())
