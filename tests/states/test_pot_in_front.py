"""Bets that were collected lie in front of their seats still: who takes back just what it was
told to is asked for no more.
"""

from collections import Counter
from random import Random

import pytest

from tablectl.engine.engine import handle
from tablectl.engine.events import ChipsRead, KeyPressed, StartAsked
from tablectl.engine.facts import Noticed
from tablectl.engine.play.areas import chips_out_of_place
from tablectl.engine.questions import seats_not_clear
from tablectl.rules.wagers import chip_value
from tests.tiers import tiered

from .disturbances import chips_move_wrongly
from .drivers import sensible
from .moves import Move, chips, free, sitting
from .runs import Run, started
from .walking import stepped

TABLES = ("tournament-3-sensed", "canterbury-2-two-chips-sensed", "casino-2-together-sensed")
WALKS, STEPS = 20, 150
SENSIBLE = 0.7  # of the steps are what play waits for


def states(setting, seed, *, takes=True):
    """A table where nobody sweeps the bets that were collected, and chips are put out of turn;
    without `takes` none are taken so.

    Then nobody folds, either: hands come to the showdown, with side pots.
    """
    chance, run = Random(f"pot in front {seed}"), Run(setting)
    t = started(run)[0]
    for _ in range(STEPS):
        likely = sensible(t) if chance.random() < SENSIBLE else None
        wrongly = [event for event in chips_move_wrongly(t) if takes or puts(t, event)]
        moves = (
            [likely]
            if likely
            else [*(move for move in free(t) if takes or not folds(move)), *map(Move, wrongly)]
        )
        if not t.in_hand and not t.drawn_for:
            moves.append(Move(StartAsked(at_ms=0)))
        if moves:
            t, _ = stepped(run, t, chance.choice(moves), is_checked=False)
            yield t


def folds(move):
    return isinstance(move.event, KeyPressed) and move.event.key in ("fold", "muck")


def puts(t, event):
    return isinstance(event, ChipsRead) and chip_value(event.chips) > chip_value(
        t.seat(event.seat).area.sensed
    )


def moved(t, seat, less):
    """So much is taken out of the bet area, in any chips; and what was noticed."""
    after, rows = handle(t, (chips(t, seat, chip_value(seat.area.sensed) - less),))
    return after, [fact.why for row in rows for fact in row.facts if isinstance(fact, Noticed)]


def wrong_with(t, seat, seen):
    number, to_pot, due = seat.number, seat.area.to_pot, chips_out_of_place(t, seat.number).due_back
    # else what is taken may be of the motion
    if due and t.player(number).begun is None:
        after, _ = moved(t, seat, due)
        if after.hand is not None and (
            chips_out_of_place(after, number).due_back or after.seat(number).area.to_pot < to_pot
        ):
            yield (
                f"{number} took back the {due} it was told to, and is asked for "
                f"{chips_out_of_place(after, number).due_back}"
            )
        seen["took back"] += 1
    if to_pot not in (0, due) and chip_value(seat.area.sensed) >= to_pot:
        after, _ = moved(t, seat, to_pot)
        if after.seat(number).area.to_pot or (
            after.hand is not None and chips_out_of_place(after, number).due_back != due
        ):
            yield (
                f"{to_pot} of the pot were swept from {number}, and "
                f"{after.seat(number).area.to_pot} count as the pot's still"
            )
        seen["swept"] += 1
    if to_pot > 1 and not due and t.in_hand and seat.in_front == t.player(number).bet:
        _, noticed = moved(t, seat, to_pot - 1)
        if "pot_taken" not in noticed:
            yield f"{to_pot - 1} of the pot's {to_pot} were taken from {number} in silence"
        seen["taken"] += 1


@pytest.mark.parametrize("setting", tiered(TABLES[:2], TABLES[:1]))
def test_nobody_is_told_to_take_more_to_its_stack_after_a_hand_than_it_is_owed(setting):
    """Clauses: F-5, G-6: a stack with what is told to go there is at most what the ledger says."""
    ends, wrong = 0, []
    for seed in range(4 * WALKS):
        # what lies on the stacks, if all that leaves an area goes there
        behind = {}
        # nobody has swept any of the pot, or put in what it has not got
        before, is_whole = None, True
        for t in states(setting, seed, takes=False):
            if before is None or (t.in_hand and not before.in_hand):
                is_whole = True
                behind = {
                    seat.number: seat.stack
                    + t.player(seat.number).put
                    - chip_value(seat.area.sensed)
                    for seat in t.seats
                }
            elif before.in_hand:
                for was, seat in zip(before.seats, t.seats, strict=True):
                    behind[seat.number] -= chip_value(seat.area.sensed) - chip_value(
                        was.area.sensed
                    )
                    is_whole = (
                        is_whole
                        and behind[seat.number] >= 0
                        and (not t.in_hand or seat.area.to_pot >= was.area.to_pot)
                    )
            if (
                before is not None
                and before.in_hand
                and not t.in_hand
                and t.shown.void is None
                and is_whole
            ):
                ends += 1
                wrong += [
                    (seed, seat.number, seat.in_front, behind[seat.number], seat.stack)
                    for seat in seats_not_clear(t)
                    if seat.in_front > max(0, seat.stack - behind[seat.number])
                ]
            before = t
    assert wrong == []
    assert ends > 30


@pytest.mark.parametrize("setting", TABLES)
def test_who_takes_back_just_what_it_was_told_to_is_asked_for_nothing_more(setting):
    """Clauses: F-5, G-8: and just the pot's chips are swept without a word, a part of them not."""
    seen = Counter[str]()
    wrong = [
        found
        for seed in range(WALKS)
        for t in states(setting, seed)
        for seat in sitting(t)
        if seat.area.is_level_known and seat.is_connected
        for found in wrong_with(t, seat, seen)
    ]
    assert wrong[:5] == []
    assert min(seen[kind] for kind in ("took back", "swept")) > 50, seen
