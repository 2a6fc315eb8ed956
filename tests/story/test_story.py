"""The story: public events by the row of the journal, held against the journal, the public view and
the chips.
"""

from collections import Counter
from random import Random
from typing import get_args
from unittest.mock import patch

import msgspec
import pytest

from tablectl.engine import facts
from tablectl.simulation.scenario.runner import run_script
from tablectl.simulation.scenario.script import read_script
from tablectl.story import kinds as k, story as telling
from tests.claims import tried
from tests.scenarios.files import SCENARIOS
from tests.tiers import tiered

from .told import Ledger, story_of, wrong_cards

PARTS = 8
EVENT = msgspec.json.Decoder(k.ANY_KIND)

# Facts that are nothing that people see, or whose cards `_turned_up` tells.
NOT_TOLD = (
    facts.UndoEnded,
    facts.RoundBegan,
    facts.RoundEnded,
    facts.CollectionAwaited,
    facts.BetsCollected,
    facts.ClockWarned,
    facts.ClockActed,
    facts.ClockStopped,
    facts.ClockWentOn,
    facts.LevelClockStopped,
    facts.LevelClockWentOn,
    facts.TableConfigured,
    facts.RulesChanged,
    facts.PowerSwitched,
    facts.PinsCounted,
    facts.DeckInPlay,
    facts.NodeNumbered,
    facts.DrawBegan,
    facts.DrawTied,
    facts.BreakSet,
    facts.LevelLengthened,
    facts.EarlyCardKept,
    facts.CardSetAsideUnread,
    facts.LooseCardsLaidAside,
    facts.LooseCardsPutBack,
    facts.BurnSkipped,
    facts.CardWanted,
    facts.BoardTakenBack,
    facts.CardsExchanged,
    facts.ReloadAsked,
    facts.Reshuffled,
    facts.ShoeRanEmpty,
    facts.DeckChecked,
    facts.DeckCut,
    facts.DeckFouled,
    facts.StreetBegan,
    facts.ShowdownBegan,
    facts.ShowdownEnded,
    facts.Reported,
    facts.DealerShown,
    facts.ComparisonDue,
    facts.StackDiffers,
    facts.DifferenceRuled,
    facts.DifferenceOver,
    facts.EventDeferred,
    facts.FloorCalled,
    facts.FloorAnswered,
    facts.TurnGiven,
    facts.TurnWithdrawn,
    facts.Declared,
    facts.WagerChanged,
    facts.ChipsSensed,
    facts.StackSensed,
    facts.TimeBankDrawn,
    facts.AreaReadWhileLost,
    facts.AreaReadAgain,
    facts.AreaInDoubt,
    facts.LeaveAnnounced,
    facts.ChipsPromised,
    facts.EntryChosen,
    facts.CardsShown,
    facts.BetPlaced,
    facts.BetPassed,
    facts.PassTakenBack,
    facts.BetBegun,
    facts.BoardDealt,
    facts.JokerCovered,
    facts.CardPutAside,
    facts.CardCameLoose,
    facts.CardSwapped,
    facts.Refused,
    facts.PhoneSlept,
    facts.PhoneWoke,
)


def test_each_fact_is_told_or_stands_among_those_that_are_not():
    known = [*telling.TELLERS, k.TableOpened, *NOT_TOLD]
    names = Counter(fact.__name__ for fact in known)
    assert names == Counter(fact.__name__ for fact in get_args(facts.ANY_FACT))


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


def test_whoever_asks_from_any_number_has_what_follows_and_nothing_twice(played):
    """Also where the rows before it are read in several steps."""
    journal = played("cards-speak")
    events = story_of(journal)
    with patch("tablectl.service.story_reader.ROWS_AT_ONCE", 3):
        for at, event in enumerate(events):
            assert story_of(journal, event.row, event.index) == events[at:]


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
