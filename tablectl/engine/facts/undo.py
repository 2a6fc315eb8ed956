"""Undo: a player's last act and the floor's last ruling may be taken back (F-1, F-6, M-12).

For that the table stores itself as it was before, with its clocks stopped. Changes of people, chips
and devices that have nothing to do with the act are applied to that stored table, too.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from msgspec.structs import replace

from tablectl.engine.facts.fact import Fact, OfSeat
from tablectl.engine.state.changes import kept_for_undo, player_changed, without_act_undo
from tablectl.engine.state.stacks import NOT_COMPARED
from tablectl.engine.state.table import Standing, Table

AFact = TypeVar("AFact", bound=Fact)


Change = Callable[[AFact, Table], Table]


def survives_act_undo(change: Change[AFact]) -> Change[AFact]:
    """Wraps a change that a player's undo leaves alone: it is applied to the stored table, too."""

    def apply_to(fact: AFact, t: Table) -> Table:
        after = change(fact, t)
        if not (before := after.undo.act):
            return after
        return replace(after, undo=replace(after.undo, act=change(fact, before)))

    return apply_to


def survives_undo(change: Change[AFact]) -> Change[AFact]:
    """Wraps a change that no undo takes back, the floor's neither."""
    change_with_act = survives_act_undo(change)

    def apply_to(fact: AFact, t: Table) -> Table:
        after = change_with_act(fact, t)
        if not (before := after.undo.ruling):
            return after
        return replace(after, undo=replace(after.undo, ruling=change_with_act(fact, before)))

    return apply_to


class Ruled(Fact):
    """The record of a ruling: who, what, why, and the table before and after it (G-12). The
    facts that it leads to follow.
    """

    ruling: str
    who: str
    why: str | None
    seat: int | None
    card: str | None
    before: Standing
    after: Standing
    may_be_taken_back: bool = False  # then the table before it is stored (F-6)
    left_ms: int | None = None  # what was left of the clock
    acts_stand: bool = False  # earlier acts of players can no longer be undone (F-1)
    on_behalf_of: str | None = None  # the operator for whom the floor's page ruled

    def apply_to(self, t: Table) -> Table:
        after = _acts_stand(t) if self.acts_stand else t
        if not self.may_be_taken_back:
            return after
        before = kept_for_undo(t, self.left_ms)
        before = replace(before, undo=replace(before.undo, act=t.undo.act, seat=t.undo.seat))
        return replace(
            after, undo=replace(after.undo, ruling=before, ruled=self.ruling, ruled_on=self.seat)
        )


def _acts_stand(t: Table) -> Table:
    """No act can be undone any more, except a shot: a ruling does not end that (M-12)."""
    is_shot = t.undo.act is not None and t.undo.act.kind == "shots"
    return t if is_shot else replace(t, undo=without_act_undo(t.undo))


class ActTakenBack(OfSeat):
    """A player undid a fold, check or muck, with all that followed from it (F-1)."""

    stale: int  # chips in front of the seat to act that are due back

    def apply_to(self, t: Table) -> Table:
        """The hand is as before the act; a clock that runs for several seats runs on."""
        was = t.undo.act
        assert was
        clock = t.clock if t.asks_all and was.asks_all else was.clock
        return replace(_with_stale_chips(was, self.stale), clock=clock, **unchanged_fields(was, t))


def unchanged_fields(was: Table, t: Table) -> dict[str, Any]:
    """The fields of the table that an undo does not change."""
    shoe = replace(was.shoe, pulls=t.shoe.pulls, is_connected=t.shoe.is_connected)
    stacks = t.stacks if not was.hand else NOT_COMPARED
    return {
        "halts": t.halts,
        "places": t.places,
        "standstill": t.standstill,
        "called": t.called,
        "shoe": shoe,
        "stacks": stacks,
    }


def _with_stale_chips(was: Table, stale: int) -> Table:
    """Chips in front of the seat to act that belong to no begun wager are due back, and will not
    count as part of one.
    """
    hand = was.hand
    if not hand or hand.to_act is None or hand.wager:
        return was
    return player_changed(was, hand.to_act, stale=stale)


class RulingTakenBack(Fact):
    """The floor's last ruling never was, nor what followed from it (F-6). `ruling`, `seat`:
    which one, about whom.
    """

    ruling: str
    seat: int | None
    stale: int  # as in ActTakenBack

    def apply_to(self, t: Table) -> Table:
        was = t.undo.ruling
        assert was
        return replace(_with_stale_chips(was, self.stale), **unchanged_fields(was, t))


class UndoEnded(Fact):
    """The last act (F-1), or the floor's last ruling (F-6), can no longer be undone: too much
    has happened since.
    """

    act: bool = False
    ruling: bool = False

    def apply_to(self, t: Table) -> Table:
        t = (
            replace(t, undo=replace(t.undo, ruling=None, ruled="", ruled_on=None))
            if self.ruling
            else t
        )
        return _acts_stand(t) if self.act else t
