"""The number of the rules stands in every journal: it goes up whenever the same events come to mean other facts."""

from hashlib import sha256
from random import Random

import msgspec
from msgspec.structs import replace

from tablectl.engine.engine import RULES_VERSION, handle
from tablectl.engine.events import StartAsked
from tablectl.engine.facts import AnyFact
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
SENSIBLE = 0.7                          # of the steps are what play waits for

# A digest of these tables' facts, by the version of the rules. A journal of another version is never decided again. So whoever
# changes what is decided need do no more for old journals than this: raise the version in engine.py, and add a line here.
FACTS = {
    "3": "833d3a3cd810a37d",
    "4": "d54dc2775eb46bd1",            # other words for what has gone wrong
    "5": "d54dc2775eb46bd1",            # the same here: a refused start names the seat whose chips lie in front
    "6": "6941870b8850dfef",            # a joker reported late is named as a joker; a burn that cannot be read stays burned
    "7": "cd571b336215bd3e",            # one hole card is told in the singular
    "8": "142860a4efd76690",            # what an attack found: decided hands end, acts and rulings are taken back, pauses
    "9": "10422d3de75e36cb",            # the hand is a value, and what is told to people a code
    "10": "d0ac5e733f630a34",           # a call for the floor stands until it rules; a fact says all that it is applied by
    "11": "2801a4597d5f8051",           # after a pause or a stop that is over an act is taken back as before it
    "12": "2801a4597d5f8051",           # the same here: no stack is sensed; one that is not what the ledger says waits for
    "13": "2f1a33fd64bc9654",           # the pot's chips in front of a loser stay the pot's; from here on with chips sensed, too
                                        # and what is taken back says which chips are due back
    "14": "d8ed8cc881872403",           # who folds is in no pot, who leaves has a place; breaks, levels, jokers
                                         # and before the flop a pot limit has short and missing blinds in full
    "15": "35ba10ce3534a7dd",           # who cuts is asked, or waited for; settings that are changed wait for the next game
}


def facts_of(preset: str, seed: int) -> list[AnyFact]:
    """All facts of some hands by chance, without the opening's, which describes the table."""
    chance = Random(f"{preset} {seed}")
    table = any_table(chance, preset)
    _, rows = handle(table, hands_of(table, chance, HANDS))
    return [fact for row in rows for fact in row.facts]


def facts_of_chips(setting: str, seed: int) -> list[AnyFact]:
    """All facts of a walk at a small table whose chips are sensed, where bets that were collected are not swept."""
    chance, run = Random(f"chips {setting} {seed}"), Run(setting)
    table, found = started(run)[0], list[AnyFact]()
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


def test_a_number_of_the_rules_stands_for_what_is_decided() -> None:
    """At tables of every preset, and at small ones with chips that are sensed."""
    facts = [facts_of(preset, seed) for preset in sorted(PRESETS) for seed in SEEDS]
    facts += [facts_of_chips(setting, seed) for setting in SENSED for seed in SEEDS]
    digest = sha256(msgspec.msgpack.encode(facts)).hexdigest()[:16]
    assert FACTS.get(RULES_VERSION) == digest, f"The rules decide otherwise: RULES_VERSION goes up, and FACTS gets {digest}."


def test_the_newest_number_is_the_last_line() -> None:
    assert list(FACTS)[-1] == RULES_VERSION
    assert list(FACTS) == sorted(FACTS, key=int)
