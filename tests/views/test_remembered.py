"""What a view remembers is what it would say anew."""

import sys
from collections.abc import Iterator
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from tablectl.engine.engine import handle
from tablectl.engine.events import StackRead
from tablectl.engine.state.table import Table
from tablectl.games.catalog import PRESETS
from tablectl.views import public
from tablectl.views.answering import to_answer
from tablectl.views.looks import Seen, look_alike
from tablectl.views.made import Last, LastOf
from tablectl.views.public import audit_view, public_view
from tablectl.views.rulings import Remembered
from tablectl.views.seats import SEATS, SeatViews
from tablectl.views.view import View
from tablectl.views.words import names_of
from tests.engine.happening import any_table, hands_of
from tests.harvest import Moment, of_chance
from tests.tiers import tiered

NEXT_LOOK_MS = 400
EACH_START = 5                          # moments from one start to the next
COUNTED = ((5, 77),)                    # what a stack area holds, as no other event of these hands leaves it


@pytest.mark.parametrize("name", PRESETS)
def test_a_seat_that_is_remembered_looks_as_it_does_anew(name: str) -> None:
    """However the table came to where it is, with cards face down and face up."""
    for table, _, _ in of_chance(name, "remembered", hands=6):
        asked, names = to_answer(table), names_of(table)
        for is_open in (False, True):
            assert SEATS[is_open].of(table, asked, names) == SeatViews(is_open=is_open).of(table, asked, names)
        shown = {number: replace(seat, equity=None) for number, seat in public_view(table, 0).seats.items()}
        assert shown == SEATS[False].of(table, asked, names)                # equities are of all seats together


def views(t: Table, now_ms: int) -> tuple[View, View]:
    return public_view(t, now_ms), audit_view(t, now_ms, has_equities=False)


def another(name: str) -> Table:
    """A table where a hand has just begun: a view of it takes the place of all that was remembered."""
    chance = Random("another table")
    table = any_table(chance, name)
    for event in hands_of(table, chance, 1):
        table, _ = handle(table, (event,))
        if table.hand is not None:
            return table
    raise AssertionError("No hand has begun.")


@pytest.mark.parametrize("name", PRESETS)
def test_a_view_of_which_parts_are_remembered_is_the_view_after_a_look_at_another_table(name: str) -> None:
    """At the time of the event and as time passes; in a hand a stack area that holds something else is seen in no view."""
    elsewhere = another(name)
    for table, at_ms, _ in of_chance(name, "remembered", hands=2):
        is_sensed = [StackRead(at_ms=at_ms, seat=seat, chips=((1, 1),)) for seat in table.places if table.hand is not None]
        table, _ = handle(table, is_sensed)
        sensed, _ = handle(table, [replace(read, chips=COUNTED) for read in is_sensed[:1]])
        remembered = views(table, at_ms), views(table, at_ms + NEXT_LOOK_MS), views(sensed, at_ms)
        assert look_alike(sensed, table)
        for t, now_ms, seen in zip((table, table, sensed), (at_ms, at_ms + NEXT_LOOK_MS, at_ms), remembered, strict=True):
            views(elsewhere, 0)
            assert views(t, now_ms) == seen


def remembering() -> Iterator[object]:
    """All that remembers something of the last view."""
    for name, module in [*sys.modules.items()]:
        if name.startswith("tablectl.views"):
            for it in vars(module).values():
                yield from it.values() if isinstance(it, dict) else (it,)


def forget() -> None:
    """As in a process that has just begun."""
    for it in remembering():
        if isinstance(it, Last | LastOf):
            vars(it).update(vars(type(it)(it._make)))
        elif isinstance(it, Seen | Remembered):
            vars(it).update(vars(type(it)()))
        elif isinstance(it, SeatViews):
            vars(it).update(vars(SeatViews(is_open=it._is_open)))


def recovered(t: Table) -> Table:
    """The table as a start makes it of the journal: equal, and no part of it the same object."""
    return msgspec.msgpack.decode(msgspec.msgpack.encode(t), type=Table)


def looks_at(moments: list[Moment]) -> Iterator[tuple[Table, int, Moment]]:
    """At each event, as time passes, after a start, and back at the one before: undone, or a hand that does not count."""
    before = moments[0]
    for number, moment in enumerate(moments):
        table, at_ms, _ = moment
        yield table, at_ms, moment
        yield table, at_ms + NEXT_LOOK_MS, moment
        if number % EACH_START == 0:
            yield recovered(table), at_ms, moment
            yield before[0], at_ms, before
            before = moment


def test_control_what_is_forgotten_is_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever forgets nothing would find nothing."""
    kinds = {type(it) for it in remembering()}
    assert {Last, LastOf, Seen, SeatViews, Remembered} <= kinds
    table = another("tournament")
    wrong = replace(public_view(table, 0), title="another game")
    monkeypatch.setattr(public.STANDING[False], "_made", wrong)
    assert public_view(table, 0).title == wrong.title
    forget()
    assert public_view(table, 0).title == table.game.title


@pytest.mark.slow
@pytest.mark.parametrize("name", tiered(PRESETS, ["casino"]))
def test_a_view_that_is_remembered_is_the_view_made_anew(name: str) -> None:
    """In every state of hands in which things go wrong: undone, void, recovered, or looked at a moment later."""
    looks = [*looks_at([*of_chance(name, "anew", hands=2)])]
    along = [(public_view(t, now_ms, news), audit_view(t, now_ms, news, has_equities=False)) for t, now_ms, (_, _, news) in looks]
    for (t, now_ms, (_, _, news)), (seen, open_to_all) in zip(looks, along, strict=True):
        forget()
        assert public_view(t, now_ms, news) == seen
        assert audit_view(t, now_ms, news, has_equities=False) == open_to_all
