"""The number of the rules stands in every journal: it goes up whenever the same events come to
mean other facts.
"""

from hashlib import sha256
from random import Random

import msgspec
from msgspec.structs import replace

from tablectl.engine.engine import RULES_VERSION, handle
from tablectl.engine.events import StartAsked
from tablectl.engine.facts import Fact
from tablectl.games.catalog import PRESETS
from tests.states.disturbances import chips_move_wrongly
from tests.states.drivers import sensible
from tests.states.moves import Move, free
from tests.states.relative import relative
from tests.states.runs import Run, started

from .happening import any_table, hands_of

SEEDS = range(30)
HANDS = 6
SENSED = ("tournament-3-sensed", "canterbury-2-two-chips-sensed", "casino-2-together-sensed")
STEPS = 120
SENSIBLE = 0.7  # of the steps are what play waits for

# A digest of these tables' facts, by the version of the rules. A journal of another version is
# never decided again. So whoever changes what is decided need do no more for old journals than
# this: raise the version in engine.py, and add a line here. Until 0.2.0 is out there is one
# version, and its digest changes.
FACTS = {
    "1": "9867aa2048b55767",
}


def facts_of(preset, seed):
    """All facts of some hands by chance, without the opening's, which describes the table."""
    chance = Random(f"{preset} {seed}")
    table = any_table(chance, preset)
    _, rows = handle(table, hands_of(table, chance, HANDS))
    return [fact for row in rows for fact in row.facts]


def facts_of_chips(setting, seed):
    """All facts of a walk at a small table whose chips are sensed, where bets that were
    collected are not swept.
    """
    chance, run = Random(f"chips {setting} {seed}"), Run(setting)
    table, found = started(run)[0], list[Fact]()
    for _ in range(STEPS):
        likely = sensible(table) if chance.random() < SENSIBLE else None
        moves = [likely] if likely else [*free(table), *map(Move, chips_move_wrongly(table))]
        if not table.in_hand and not table.drawn_for:
            moves.append(Move(StartAsked(at_ms=0)))
        if moves:
            move = chance.choice(moves)
            after, (row,) = handle(table, (replace(move.event, at_ms=move.after_ms),))
            table, found = relative(after, move.after_ms), [*found, *row.facts]
    return found


def test_a_number_of_the_rules_stands_for_what_is_decided():
    """At tables of every preset, and at small ones with chips that are sensed."""
    facts = [facts_of(preset, seed) for preset in sorted(PRESETS) for seed in SEEDS]
    facts += [facts_of_chips(setting, seed) for setting in SENSED for seed in SEEDS]
    digest = sha256(msgspec.msgpack.encode(facts)).hexdigest()[:16]
    assert FACTS.get(RULES_VERSION) == digest, f"The rules decide otherwise: FACTS gets {digest}."


def test_the_newest_number_is_the_last_line():
    assert list(FACTS)[-1] == RULES_VERSION
    assert list(FACTS) == sorted(FACTS, key=int)
