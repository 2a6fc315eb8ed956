"""A second language is a second catalogue and nothing else: with one made of brackets, no
English comes through anywhere.
"""

from random import Random

import msgspec
import pytest

from firmware_io.readers.ids import simulated_tag
from tablectl.engine.events import CardOff
from tablectl.engine.facts import Halted, HandEnded
from tablectl.engine.state.halt import Irregularity
from tablectl.games.catalog import PRESETS, preset
from tablectl.intake.deckbook import DeckBook
from tablectl.locale import ENGLISH
from tablectl.locale.translator import capitalize_first
from tablectl.present.public import public_view
from tablectl.present.reasons import table_names
from tablectl.present.rulings import open_rulings
from tablectl.present.terms import STREETS
from tablectl.rules.cards import CARDS
from tablectl.rules.irregular import Remedy
from tablectl.service.decks.auditing import Auditor
from tests.harvest import of_chance, of_scenarios
from tests.present.pseudo import PSEUDO, english_in
from tests.present.test_prompts import NAMES, SOME, with_names
from tests.tiers import tiered

PLAYERS = tuple(filter(None, NAMES))


def words_of_others(t):
    """The floor's own words, and what a card room calls the streets of a game of its own."""
    streets = [street.name for street in t.game.streets if street.name not in STREETS]
    causes = (t.shown.void.cause,) if t.shown.void is not None and t.shown.void.cause else ()
    return (*causes, *streets, *map(capitalize_first, streets))


def english_comes_through(states, language):
    """How many views were looked at, and what of them is in no brackets."""
    seen = set()
    found = set()
    for table, now_ms, said in states:
        for t in (table, with_names(table)):
            timer = None if len(seen) % 2 else 5
            view = public_view(t, now_ms, said, timer, language, pages=t.places)
            packet = msgspec.json.encode(
                msgspec.structs.replace(view, clock_left_ms=None, deadline_ms=None, hand=0)
            )
            if packet not in seen:
                seen.add(packet)
                found |= set(english_in(packet, (*PLAYERS, *words_of_others(t))))
    return len(seen), found


@pytest.mark.parametrize("name", tiered(PRESETS, ["tournament"]))
def test_no_english_comes_through_wherever_chance_leads(name):
    states = (state for seed in range(3) for state in of_chance(name, f"pseudo {seed}", hands=3))
    views, found = english_comes_through(states, PSEUDO)
    assert (views > 160, found) == (True, set())


@pytest.mark.slow
def test_no_english_comes_through_where_chips_and_people_come_and_go(tmp_path):
    views, found = english_comes_through(of_scenarios(SOME, tmp_path), PSEUDO)
    assert (views > 400, found) == (True, set())


@pytest.mark.parametrize("name", PRESETS)
def test_what_may_be_ruled_is_told_in_it_too(name):
    found = set()
    for table, now_ms, _ in list(of_chance(name, "pseudo rulings", hands=2))[::4]:
        for one in open_rulings(table, now_ms, table_names(table, PSEUDO)):
            found |= set(english_in(msgspec.json.encode(one), PLAYERS))
    assert found == set()


def test_what_is_wrong_with_the_deck_is_told_in_it_too():
    auditor = Auditor(
        DeckBook({simulated_tag(card): card for card in CARDS}, deck="red"), preset("tournament")
    )
    for hand in range(60):
        auditor.hear_row(
            CardOff(at_ms=0, cards=tuple(Random(hand).sample(CARDS[1:], 14))), (HandEnded(),)
        )
    auditor.hear_row(
        None,
        (
            Halted(irregularity=Irregularity("duplicate_card", "G-2", Remedy.VOID, cards=("Kd",))),
            HandEnded(),
        ),
    )
    table, now_ms, _ = next(iter(of_chance("tournament", "pseudo 0", hands=1)))
    view = public_view(table, now_ms, auditor.notices, None, PSEUDO)
    assert [notice.code for notice in view.notices] == ["deck_short", "deck_doubled"]
    assert english_in(msgspec.json.encode(view), PLAYERS) == []


def test_english_would_be_found():
    views, found = english_comes_through(of_chance("tournament", "pseudo 0", hands=1), ENGLISH)
    assert len(found) > views / 4
