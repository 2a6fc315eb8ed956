"""Whole hands of the demo, as their screen tells them: every act is seen at its seat, and no end
before what decides it.
"""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pytest
from msgspec import json
from msgspec.structs import replace

from tablectl.engine.facts import BetRaised, Called, Checked, Folded, TableOpened, make_table
from tablectl.journal.store import Journal
from tablectl.present.public import public_view
from tablectl.screen.flying.playback import Playback
from tablectl.screen.model import decode
from tablectl.screen.presenter.bar_text import OF_A_SEAT
from tablectl.simulation.demo.options import DemoOptions
from tablectl.simulation.demo.play import play_fast
from tablectl.view import View

DONE = {
    BetRaised: ("bet", "raise", "all_in"),
    Called: ("call", "all_in"),
    Checked: ("check",),
    Folded: ("folded",),
}
VIEW_EVERY_MS = 700  # quick players
LOOK_EVERY_MS = 40
SEEN_WITHIN = 40  # looks
# players and seed: an all-in; the house
DEMOS = {"tournament": (4, 26), "casino": (5, 3)}


class Row(NamedTuple):
    model: View
    acts: tuple[Any, ...]


class Look(NamedTuple):
    shown: View
    row: int  # the last that has come


@cache
def rows(preset):
    """The journal's rows that change the view, or are an act."""
    players, seed = DEMOS[preset]
    found = []
    with TemporaryDirectory() as folder:
        journal = Path(folder) / "table.db"
        play_fast(
            replace(DemoOptions(preset, players, seed=seed, hands=1), journal=journal),
            lambda hand: None,
        )
        for model, facts in _of(journal):
            acts = tuple(fact for fact in facts if type(fact) in DONE)
            if acts or not found or model != found[-1].model:
                found.append(Row(model, acts))
    return tuple(found)


def _of(journal):
    table = None
    with Journal.open(journal, read_only=True) as records:
        for record in records.rows():
            for fact in record.facts:
                table = make_table(fact) if isinstance(fact, TableOpened) else fact.apply_to(table)
            yield decode(json.encode(public_view(table, record.at_ms))), tuple(record.facts)


@cache
def looks(preset):
    """What is shown, looked at again and again, while a row comes every so often."""
    course, found = Playback(), []
    for number, row in enumerate(rows(preset)):
        began_ms = number * VIEW_EVERY_MS
        course.come(row.model, began_ms)
        for at_ms in range(began_ms, began_ms + VIEW_EVERY_MS, LOOK_EVERY_MS):
            shown = course.at(at_ms)
            found.append(Look(shown, number))
    return tuple(found)


def has_done(seat, act):
    code = seat.last_action.code if seat.last_action is not None else ""
    return code in DONE[type(act)] or (isinstance(act, Folded) and seat.status == "folded")


def test_every_act_is_seen_at_its_seat_soon_after():
    seen, acts = looks("tournament"), 0
    for number, row in enumerate(rows("tournament")):
        first = next(i for i, look in enumerate(seen) if look.row == number)
        soon = [look.shown.seats for look in seen[first : first + SEEN_WITHIN]]
        for act in row.acts:
            acts += 1
            assert any(has_done(seats[str(act.seat)], act) for seats in soon), act
    assert acts > 10


@pytest.mark.parametrize("preset", DEMOS)
def test_nobody_is_asked_whose_hand_is_gone(preset):
    asked = [
        (look.row, number)
        for look in looks(preset)
        if (ask := look.shown.ask).kind in OF_A_SEAT
        for number in ask.seats
        if (seat := look.shown.seats[str(number)]).cards and not seat.lies
    ]
    assert asked == []


@pytest.mark.parametrize("preset", DEMOS)
def test_no_winner_is_named_before_the_cards_lie_that_decide_it(preset):
    """And no hand of the house, before the last card of the board does."""
    early = []
    for shown, row in looks(preset):
        known = rows(preset)[row].model
        if known.hand != shown.hand or not known.result:
            continue
        is_open = (
            shown.dealer is not None
            and known.dealer is not None
            and shown.dealer.cards == known.dealer.cards
        )
        if len(shown.board) < len(known.board) and (
            shown.result or (is_open and len(known.board) == 5)
        ):
            early.append((row, shown.board))
    assert early == []
    assert any(shown.result for shown, _ in looks(preset))
