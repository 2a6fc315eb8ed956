"""The story: public events by the row of the journal, held against the journal, the public view and
the chips.
"""

from collections import Counter
from functools import reduce
from operator import or_
from random import Random
from typing import get_args
from unittest.mock import patch

import msgspec
import pytest

from tablectl.engine.facts import ANY_FACT
from tablectl.simulation.scenario.runner import run_script
from tablectl.simulation.scenario.script import read_script
from tablectl.story import kinds as k, story as telling
from tests.claims import tried
from tests.scenarios.files import SCENARIOS
from tests.tiers import tiered

from .told import Ledger, story_of, wrong_cards

PARTS = 8
EVENT = msgspec.json.Decoder(reduce(or_, k.KINDS))


def test_each_fact_is_told_or_stands_among_those_that_are_not():
    known = [*telling.TELLERS, k.TableOpened, *telling.NOT_TOLD]
    names = Counter(fact.__name__ for fact in known)
    assert names == Counter(fact.__name__ for fact in get_args(ANY_FACT))


def test_each_kind_stands_among_the_kinds():
    made = {
        kind
        for name, kind in vars(k).items()
        if isinstance(kind, type) and issubclass(kind, k.StoryEvent) and not name.startswith("_")
    }
    assert made - {k.StoryEvent} == set(k.KINDS)


@pytest.fixture
def played(tmp_path):
    def play(name):
        run_script(read_script(SCENARIOS[name]), keep=tmp_path)
        return tmp_path / f"{name}.db"

    return play


@pytest.mark.parametrize("part", tiered(range(PARTS), [0]))
def test_the_story_of_each_scenario_is_in_order_names_no_hidden_card_and_counts_the_chips(
    part, played
):
    chance, seen, ends = Random(part), Counter[str](), 0
    for name in [*SCENARIOS][part::PARTS]:
        journal = played(name)
        events = story_of(journal)
        numbers = [(event.row, event.index) for event in events]
        assert numbers == sorted(set(numbers)), name
        for event in events:
            assert EVENT.decode(msgspec.json.encode(event)) == event
        assert wrong_cards(journal) == [], name
        ledger = Ledger()
        for event in events:
            ledger.hear(event)
        assert ledger.wrong == [], name
        row, index = chance.choice(numbers)
        assert story_of(journal, row, index) == events[numbers.index((row, index)) :], name
        seen += Counter(type(event).__name__ for event in events)
        ends += ledger.tried["HandEnded"]
    tried(seen.total(), "events")
    assert ends > 20


def test_control_a_story_that_names_a_card_as_it_is_dealt_is_caught(played):
    def dealt(fact, at):
        yield k.Shown(seat=1, cards=tuple(at.after.playing.players[1].cards))

    journal = played("cards-speak")
    with patch.dict(telling.TELLERS, {telling.f.CardDealt: dealt}):
        assert wrong_cards(journal) != []


def test_control_a_story_without_its_returned_bets_does_not_count_up(played):
    journal = played("example-5-uncalled-and-layers")
    ledger = Ledger()
    for event in story_of(journal):
        if not isinstance(event, k.BetReturned):
            ledger.hear(event)
    assert ledger.wrong != []
