"""Which cards of the deck have come since it was put, and when one that never did is missing."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

import pytest

from tablectl.engine import events, floor
from tablectl.engine.facts import HandEnded
from tablectl.games.catalog import preset
from tablectl.intake.deckbook import DeckBook, simulated_tag
from tablectl.intake.decks import BadDeck
from tablectl.intake.enrolling import order_of
from tablectl.rules.cards import CARDS
from tablectl.service.audited import audited
from tablectl.service.decks.auditing import Auditor
from tests.firmware_io.conftest import JumpingLoop

from .evening import SmallestTable, booked

BOOK = DeckBook({simulated_tag(card): card for card in CARDS}, deck="red")
A_HAND = 14                             # cards that leave the shoe in a hand of three
GONE = "7d"


def hands_of(auditor: Auditor, hands: int, without: Iterable[str] = ()) -> None:
    chance = Random("audit")
    deck = [card for card in CARDS if card not in without]
    for _ in range(hands):
        for card in chance.sample(deck, A_HAND):
            auditor.heard(events.CardOff(at_ms=0, cards=(card,)), ())
        auditor.heard(None, (HandEnded(),))


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def auditor(said: list[str]) -> Auditor:
    return Auditor(BOOK, preset("tournament"), said.append)


def test_a_whole_deck_is_called_whole_when_every_card_has_come(auditor: Auditor, said: list[str]) -> None:
    hands_of(auditor, 40)
    assert (auditor.audit.result, said) == ("The deck red is whole: all 52 cards have come in 40 hands.", [])


def test_a_card_that_never_comes_is_named_when_that_cannot_well_be_chance_and_once(auditor: Auditor, said: list[str]) -> None:
    hands_of(auditor, 60, without=[GONE])
    (sentence,) = said
    before, _, after = sentence.partition(" never come in ")
    hands, _, rest = after.partition(" ")
    assert (before, rest) == ("7d is missing from the deck red:", "hands. Count the deck.")
    assert (20 < int(hands) < 60, auditor.audit.missing) == (True, (GONE,))


@pytest.mark.parametrize("reload", [
    events.ShoeReloaded(at_ms=0), events.FloorRuled(at_ms=0, ruling=floor.Reshuffled())], ids=["by the shoe", "by the floor"])
def test_what_has_come_is_told_when_the_shoe_is_reloaded(auditor: Auditor, said: list[str], reload: events.AnyEvent) -> None:
    hands_of(auditor, 40)
    auditor.heard(reload, ())
    assert said == ["The deck red is whole: all 52 cards have come in 40 hands."]


def test_a_simulated_deck_is_told_of_at_no_reload(said: list[str]) -> None:
    Auditor(DeckBook(), preset("tournament"), said.append).heard(events.ShoeReloaded(at_ms=0), ())
    assert said == []


def test_after_a_few_hands_no_card_is_named_for_that_would_tell_which_were_dealt(auditor: Auditor, said: list[str]) -> None:
    hands_of(auditor, 3, without=[GONE])
    assert said == []
    assert auditor.audit.result.endswith(" of 52 cards of the deck red have come in 3 hands: too few hands to miss one.")
    assert GONE not in auditor.audit.result


def test_control_whole_decks_are_not_called_short() -> None:
    """Of 300 whole decks about three may be, by the bound that it keeps to."""
    short = 0
    for seed in range(300):
        told: list[str] = []
        auditor = Auditor(BOOK, preset("tournament"), told.append)
        chance = Random(seed)
        for _ in range(40):
            auditor.heard(events.CardOff(at_ms=0, cards=tuple(chance.sample(CARDS, A_HAND))), ())
            auditor.heard(None, (HandEnded(),))
        short += bool(told)
    assert short <= 9


def test_the_cards_of_a_hand_that_is_being_dealt_count_when_it_is_over(auditor: Auditor) -> None:
    auditor.heard(events.CardOff(at_ms=0, cards=("As",)), ())
    assert auditor.audit.result == "0 of 52 cards of the deck red have come in 0 hands: too few hands to miss one."


def test_another_deck_that_is_put_is_audited_from_its_first_hand_on(auditor: Auditor) -> None:
    hands_of(auditor, 40)
    auditor.begin(BOOK)
    assert auditor.audit.hands == 0


@pytest.fixture
def table(tmp_path: Path) -> Iterator[SmallestTable]:
    loop = JumpingLoop()
    table = SmallestTable(loop, tmp_path, table="stakes = { small_blind = 5, big_blind = 10 }")
    yield table
    table.close()
    loop.close()


def test_the_journal_of_a_table_that_runs_tells_how_many_have_come(table: SmallestTable) -> None:
    with pytest.raises(BadDeck, match=r"^No deck is in play: there is none to audit\.$"):
        audited(table.config)
    deck = booked(table, "red", order_of())
    with pytest.raises(BadDeck, match=r"^No hand was played with the deck red yet: there is no journal "):
        audited(table.config)
    service = table.start()
    table.plays([deck.of[card] for card in order_of()])
    found = audited(table.config)
    assert (found.hands, found.missing, found.result) == (1, (), service._auditor.audit.result)
    assert found.result.endswith(" of 52 cards of the deck red have come in 1 hand: too few hands to miss one.")
