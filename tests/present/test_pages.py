"""What is said for the pages of seats is what the engine would do: each key that may be pressed at
any time is tried on a copy, those not there too; each amount in a row is one that is accepted.
"""

import pytest

from tablectl.engine.engine import handle
from tablectl.engine.events import KeyPressed
from tablectl.engine.facts import Refused
from tablectl.games.catalog import PRESETS
from tablectl.present.public import public_view
from tests.harvest import of_chance, of_scenarios
from tests.present.test_keys import SENSED, is_accepted
from tests.tiers import tiered

ANY_TIME = ("sit_out", "sit_in", "call_floor", "undo")
MOST_STEPS = 4


def is_taken(t, seat, key):
    """An open motion is nothing to keys that are no act."""
    if key == "undo":
        return is_accepted(t, seat, key, 0)
    _, rows = handle(t, (KeyPressed(at_ms=0, seat=seat, key=key),))
    return not any(isinstance(fact, Refused) for row in rows for fact in row.facts)


def wrong_any_time(t, view):
    for number, seat in view.seats.items():
        said = [one.key for one in seat.any_time]
        asked = [key.key for key in view.keys if key.seat == int(number)]
        for key in ANY_TIME:
            adds_nothing = key == "call_floor" and int(number) in t.called
            accepted = is_taken(t, int(number), key) and not adds_nothing
            if accepted != (key in said or key in asked):
                yield f"seat {number}'s {key} is {'' if accepted else 'not '}accepted"
        if bool(seat.undo_until) != ("undo" in (*said, *asked)):
            yield f"seat {number} has an undo without its sentence, or the other way round"


def wrong_steps(t, view):
    for key in view.keys:
        if not key.word:
            yield f"{key} has no word"
        amounts = [step.amount for step in key.steps]
        if amounts != sorted({*amounts}) or len(amounts) > MOST_STEPS:
            yield f"{key} has steps that do not rise, or too many"
        if amounts and (amounts[0], amounts[-1]) != (key.amount, key.most):
            yield f"{key} does not go from the least to the most"
        yield from (
            f"{key} is refused with {amount}"
            for amount in amounts
            if not is_accepted(t, key.seat, key.key, amount)
        )


def wrong_at(tables):
    for t in tables:
        view = public_view(t, 0, pages=t.places)
        yield from wrong_any_time(t, view)
        yield from wrong_steps(t, view)
        yield from wrong_stacks(t, view)


def wrong_stacks(t, view):
    """Whether keys that are said to put in the whole stack do, and no others."""
    for key in view.keys:
        amount = key.most or key.amount
        if amount and t.score is None and not t.settings.chips_sensed and key.key != "buy_button":
            after, _ = handle(
                t, (KeyPressed(at_ms=0, seat=key.seat, key=key.key, amount=key.most or 0),)
            )
            stack = after.seat(key.seat).stack if after.hand is not None else None
            if stack is not None and key.all_in != (stack < t.unit):
                yield f"{key} leaves {stack}"


@pytest.mark.parametrize("name", tiered(PRESETS, ["tournament", "pool"]))
def test_what_a_page_offers_is_accepted_wherever_chance_leads(name):
    """Clauses: G-7, F-1, M-12."""
    tables = [t for seed in range(3) for t, _, _ in of_chance(name, f"pages {seed}", hands=3)]
    assert [*wrong_at(tables)] == []


@pytest.mark.slow
def test_what_a_page_offers_is_accepted_where_chips_are_sensed(tmp_path):
    """Clauses: L-9, G-8."""
    assert [*wrong_at(t for t, _, _ in of_scenarios(SENSED, tmp_path))] == []
