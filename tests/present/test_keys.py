"""The view's `keys` are what the engine accepts from whoever is asked: each is tried on a copy,
those not there too.
"""

import pytest

from tablectl.engine.engine import handle, open_table
from tablectl.engine.events import KeyPressed, StartAsked
from tablectl.engine.facts import Refused
from tablectl.engine.play.handling import Handling
from tablectl.engine.questions import legal_now
from tablectl.engine.rounds.kinds import kind_of_round
from tablectl.games.catalog import PRESETS, preset
from tablectl.present.keys import accepted_keys, asked_seats
from tablectl.rules.forced import Stakes
from tablectl.view import Key
from tests.harvest import of_chance, of_scenarios
from tests.states.offers import SECOND_NAMES
from tests.tiers import tiered

COMING = ("post", "wait", "buy_button")
KEYS = (
    "fold",
    "check",
    "call",
    "bet",
    "raise",
    "all_in",
    "confirm",
    "muck",
    *COMING,
    "made",
    "missed",
    "undo",
    "ante",
    "bonus",
    "pass",
    "show",
)
SENSED = (
    "chips-declared-raise-in-several-motions",
    "chips-declared-raise-undone",
    "chips-10-half-a-raise-must-be-completed",
    "chips-08-less-than-a-bet",
    "chips-05-short-call-completed",
    "chips-post-by-chips",
    "chips-declared-all-in",
    "chips-03-large-chip-with-nothing-to-call",
    "casino-bets-by-chips",
    "casino-calls-by-chips",
    "binding-declarations",
    "chips-no-limit-whole-stack",
    "casino-limits-of-the-bets",
    "seat-newcomer-posts-at-once",
    "seat-who-was-passed-posts-both-blinds",
    "cards-speak",
    "casino-a-fold-is-taken-back-together",
    "chips-smallest-chip-of-a-stack",
)


# its winner may show, who folded may take that back: neither is asked to
OF_THE_LAST_HAND = ("show", "undo")


def is_accepted(t, seat, key, amount):
    """What an open motion is read as, before the key is judged, may be refused itself: that
    refusal is not the key's.
    """
    of_motion = 0
    begun = t.player(seat).begun
    if begun is not None and begun.ends_at_ms is not None and key not in COMING:
        read = Handling(t, 0)
        kind_of_round(t).motion_ended(read, seat)
        of_motion = sum(isinstance(fact, Refused) for fact in read.facts)
    _, rows = handle(t, (KeyPressed(at_ms=0, seat=seat, key=key, amount=amount),))
    return sum(isinstance(fact, Refused) for fact in rows[0].facts) <= of_motion


def wrong_at(t):
    """Where keys and engine differ; nothing, if they agree."""
    said = accepted_keys(t, legal_now(t))
    names = {(key.seat, key.key) for key in said}
    if len(names) != len(said):
        yield f"a key is there twice: {said}"
    yield from (
        f"{key} is refused with {amount}"
        for key in said
        for amount in amounts(key)
        if not is_accepted(t, key.seat, key.key, amount)
    )
    yield from (
        f"{key} is accepted with {amount}"
        for key in said
        for amount in beyond(key)
        if is_accepted(t, key.seat, key.key, amount)
    )
    for seat in asked_seats(t):
        for key in KEYS if t.in_hand else [key for key in KEYS if key not in OF_THE_LAST_HAND]:
            is_there = (seat, key) in names or (seat, SECOND_NAMES.get(key)) in names
            yield from (
                f"seat {seat}'s {key} {amount} is accepted"
                for amount in (0, 1, 5, 10)
                if not is_there and is_accepted(t, seat, key, amount)
            )


def amounts(key):
    return {key.amount or 0, key.most} if key.most is not None else {0}


def beyond(key):
    return {key.most + 1, (key.amount or 0) - 1} - {0} if key.most is not None else set()


@pytest.mark.parametrize("name", tiered(PRESETS, ["tournament"]))
def test_keys_are_what_is_accepted_wherever_chance_leads(name):
    """Clauses: G-8, G-11, D-1, D-3, M-1, M-4."""
    tables = [t for seed in range(3) for t, _, _ in of_chance(name, f"keys {seed}", hands=3)]
    assert sum(bool(accepted_keys(t, legal_now(t))) for t in tables) > 50
    assert [wrong for t in tables for wrong in wrong_at(t)] == []


@pytest.mark.slow
def test_keys_are_what_is_accepted_where_chips_are_sensed(tmp_path):
    """Clauses: L-9, G-8, T-3, L-30, L-35."""
    tables = [t for t, _, _ in of_scenarios(SENSED, tmp_path)]
    offered = {key.key for t in tables for key in accepted_keys(t, legal_now(t))}
    assert offered >= {"confirm", "undo", "post", "wait", "ante", "bonus", "pass", "muck"}
    assert [wrong for t in tables for wrong in wrong_at(t)] == []


def test_a_blind_is_posted_by_its_own_key():
    """Clauses: T-3."""
    t, _ = open_table(
        preset("tournament"), {1: 500, 4: 500, 7: 500}, stakes=Stakes(5, 10), button=1
    )
    t, _ = handle(t, (StartAsked(at_ms=0),))
    assert accepted_keys(t, legal_now(t)) == (Key(4, "post", 5),)
    assert is_accepted(t, 4, "post", 0)
    assert not is_accepted(t, 7, "post", 0)
