"""Which cards of the deck have come since it was put, and when one that never did is missing."""

from random import Random

import pytest

from firmware_io.readers.ids import simulated_tag
from tablectl.engine import events, floor
from tablectl.engine.facts import Halted, HandEnded, HandVoided
from tablectl.engine.questions import Row
from tablectl.engine.state.halt import Irregularity
from tablectl.games.catalog import preset
from tablectl.intake.deckbook import DeckBook
from tablectl.intake.decks import BadDeck
from tablectl.intake.enrolling import enrolling_order
from tablectl.journal.replay import newest_audit, recover
from tablectl.journal.snapshot import snapshot_bytes
from tablectl.journal.store import Journal
from tablectl.present.reasons import say_notice
from tablectl.present.terms import card_name
from tablectl.rules.cards import CARDS, FOREIGN, JOKER
from tablectl.rules.irregular import Remedy
from tablectl.service.decks.auditing import Auditor
from tablectl.service.offline import audit_deck
from tablectl.simulation.demo.options import DemoOptions
from tablectl.text import say
from tests.rig.bare import play_bare
from tests.tiers import tiered

from .evening import REST_MS, booked

BOOK = DeckBook({simulated_tag(card): card for card in CARDS}, deck="red")
A_HAND = 14  # cards that leave the shoe in a hand of three
GONE = "7d"


def hands_of(auditor, hands, without=()):
    """What is told meanwhile."""
    chance = Random("audit")
    deck = [card for card in CARDS if card not in without]
    said = []
    for _ in range(hands):
        said += [
            auditor.hear_row(events.CardOff(at_ms=0, cards=(card,)), ())
            for card in chance.sample(deck, A_HAND)
        ]
        said += [auditor.hear_row(None, (HandEnded(),))]
    return [sentence for sentence in said if sentence is not None]


def duplicate(card):
    return Halted(irregularity=Irregularity("duplicate_card", "G-2", Remedy.VOID, cards=(card,)))


@pytest.fixture
def auditor():
    return Auditor(BOOK, preset("tournament"))


@pytest.mark.parametrize(
    "reload",
    [events.ShoeReloaded(at_ms=0), events.FloorRuled(at_ms=0, ruling=floor.Reshuffled())],
    ids=["by the shoe", "by the floor"],
)
def test_a_whole_deck_is_called_whole_when_every_card_has_come_and_told_so_when_the_shoe_is_reloaded(
    auditor, reload
):
    said = hands_of(auditor, 40)
    assert (auditor.audit.result, said) == (
        "The deck red is whole: all 52 cards have come in 40 hands.",
        [],
    )
    assert (auditor.audit.is_sound, auditor.notices) == (True, ())
    assert auditor.hear_row(reload, ()) == auditor.audit.result
    # another is audited from its first hand on
    auditor.audit_deck(BOOK)
    assert auditor.audit.hands == 0


def test_a_card_that_never_comes_is_named_when_that_cannot_well_be_chance_and_once(auditor):
    (sentence,) = hands_of(auditor, 60, without=[GONE])
    before, _, after = sentence.partition(" never come in ")
    hands, _, rest = after.partition(" ")
    assert (before, rest) == ("7d is missing from the deck red:", "hands. Count the deck.")
    assert (20 < int(hands) < 60, auditor.audit.missing) == (True, (GONE,))


def test_a_simulated_deck_is_told_of_at_no_reload():
    assert (
        Auditor(DeckBook(), preset("tournament")).hear_row(events.ShoeReloaded(at_ms=0), ()) is None
    )


def test_after_a_few_hands_no_card_is_named_for_that_would_tell_which_were_dealt(auditor):
    assert hands_of(auditor, 3, without=[GONE]) == []
    assert auditor.audit.result.endswith(
        " of 52 cards of the deck red have come in 3 hands: too few hands to miss one."
    )
    assert GONE not in auditor.audit.result


def test_control_whole_decks_are_not_called_short():
    """Of 100 whole decks one may be, by the bound that it keeps to."""
    short = 0
    for seed in range(100):
        auditor = Auditor(BOOK, preset("tournament"))
        chance = Random(seed)
        told = []
        for _ in range(40):
            auditor.hear_row(events.CardOff(at_ms=0, cards=tuple(chance.sample(CARDS, A_HAND))), ())
            told += [auditor.hear_row(None, (HandEnded(),))]
        short += told != [None] * 40
    assert short <= 4


def test_the_cards_of_a_hand_that_is_being_dealt_count_when_it_is_over(auditor):
    auditor.hear_row(events.CardOff(at_ms=0, cards=("As",)), ())
    assert (
        auditor.audit.result
        == "0 of 52 cards of the deck red have come in 0 hands: too few hands to miss one."
    )


@pytest.mark.parametrize("ends", [HandEnded(), HandVoided(kind="void")], ids=["played", "void"])
def test_a_card_that_came_twice_is_named_when_the_hand_is_over_until_the_floor_has_checked_the_deck(
    auditor, ends
):
    auditor.hear_row(events.CardOff(at_ms=0, cards=(GONE,)), ())
    auditor.hear_row(events.CardOff(at_ms=0, cards=(GONE,)), (duplicate(GONE),))
    assert (auditor.audit.is_sound, auditor.notices) == (True, ())
    told = auditor.hear_row(events.FloorRuled(at_ms=0, ruling=floor.Confirm(number=1)), (ends,))
    rest = "1 of 52 cards of the deck red have come in 1 hand: too few hands to miss one."
    assert told == auditor.audit.result == f"7d is twice in the deck red: look through it. {rest}"
    assert [say_notice(notice) for notice in auditor.notices] == [
        "7♦ is twice in the deck red. Look through it."
    ]
    assert hands_of(auditor, 2) == []
    auditor.hear_row(events.FloorRuled(at_ms=0, ruling=floor.DeckChecked()), ())
    assert (auditor.audit.is_sound, auditor.audit.hands, auditor.notices) == (True, 0, ())


@pytest.mark.parametrize(
    "card",
    [JOKER, FOREIGN, "2c"],
    ids=["a joker", "a foreign card", "a card that the game does not have"],
)
def test_only_a_card_of_the_game_is_doubled(card):
    auditor = Auditor(BOOK, preset("texas6plus"))
    assert auditor.hear_row(None, (duplicate(card), HandEnded())) is None


def test_of_many_cards_that_are_missing_a_few_are_named(auditor):
    hands_of(auditor, 60, without=CARDS[:20])
    (notice,) = auditor.notices
    assert say_notice(notice).startswith(
        f"{', '.join(say(card_name(card)) for card in CARDS[:4])} and 16 more are missing from the "
        "deck red: never"
    )


@pytest.mark.parametrize("seed", tiered(range(6), [0]))
def test_with_a_snapshot_in_the_journal_the_audit_begins_there_and_comes_to_the_same(
    tmp_path, seed
):
    """At any row, in the middle of a hand too."""
    game = preset("tournament")
    play_bare(
        DemoOptions("tournament", hands=6, seed=seed, journal=tmp_path / "whole.db"),
        lambda hand: None,
    )
    with Journal.open(tmp_path / "whole.db", read_only=True) as journal:
        rows = [
            Row(record.event, record.facts) for record in journal.rows() if record.event is not None
        ]
        whole = Auditor(BOOK, game, journal)
    assert whole.audit.hands >= 5
    place = Random(seed).randrange(1, len(rows))
    with Journal.create(tmp_path / "kept.db", rows[:place]) as journal:
        kept_at = journal.keep(
            snapshot_bytes(recover(journal), Auditor(BOOK, game, journal).state), wall_ms=0
        ).n
        journal.append(rows[place:], wall_ms=0)
        assert newest_audit(journal)[1] == kept_at
        begun = Auditor(BOOK, game, journal)
        assert (begun.state, begun.audit.result, begun.notices) == (
            whole.state,
            whole.audit.result,
            whole.notices,
        )
        # all rows are heard
        assert (
            Auditor(DeckBook(BOOK.cards, deck="blue"), game, journal).audit.hands
            == whole.audit.hands
        )
        another = Auditor(BOOK, preset("texas6plus"), journal)
        assert another.audit.state.cards != whole.audit.state.cards


def test_a_snapshot_s_audit_spares_the_rows_before_it(auditor, tmp_path):
    hands_of(auditor, 40)
    play_bare(
        DemoOptions("tournament", hands=1, seed=1, journal=tmp_path / "table.db"), lambda hand: None
    )
    with Journal.open(tmp_path / "table.db") as journal:
        journal.keep(snapshot_bytes(recover(journal), auditor.state), wall_ms=0)
        # and not that one hand's
        assert Auditor(BOOK, preset("tournament"), journal).audit.hands == 40
        journal.keep(snapshot_bytes(recover(journal), b"garbage"), wall_ms=0)
        assert Auditor(BOOK, preset("tournament"), journal).audit.hands == 1


@pytest.fixture
def table(smallest):
    return smallest(table="stakes = { small_blind = 5, big_blind = 10 }\nbutton = 1")


def test_the_journal_of_a_table_that_runs_tells_how_many_have_come(table):
    with pytest.raises(BadDeck, match=r"^No deck is in play: there is none to audit\.$"):
        audit_deck(table.config)
    deck = booked(table, "red", enrolling_order())
    with pytest.raises(
        BadDeck, match=r"^No hand was played with the deck red yet: there is no journal "
    ):
        audit_deck(table.config)
    service = table.start()
    table.plays([deck.of[card] for card in enrolling_order()])
    found = audit_deck(table.config)
    assert (found.hands, found.missing, found.result) == (1, (), service.rows.auditor.audit.result)
    assert found.result.endswith(
        " of 52 cards of the deck red have come in 1 hand: too few hands to miss one."
    )


def shown(service):
    """The notices of the view as a screen gets it now, the newest last."""
    views = []
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(service.screens, "show", views.append)
        service.display.show()
    return [(notice.code, notice.text) for notice in views[-1].notices]


def test_a_card_that_came_twice_stands_on_the_screen_between_hands_also_after_a_restart(table):
    deck = booked(table, "red", enrolling_order())
    service = table.start()
    table.begins()
    for card in ("As", "Kd", "Qc"):
        table.slide(deck.of[card])
    table.loop.run_for(REST_MS)
    table.slide(deck.of["Kd"])
    assert "deck_doubled" not in dict(shown(service))
    table.rules(floor.Confirm())
    table.loop.run_for(REST_MS + 3_000)
    told = [("deck_doubled", "K♦ is twice in the deck red. Look through it.")]
    assert shown(service) == told
    table.stop()
    assert shown(table.start()) == told
    assert audit_deck(table.config).doubled == ("Kd",)
    table.rules(floor.DeckChecked())
    table.loop.run_for(3_000)
    assert table.service is not None
    assert shown(table.service) == []


def test_what_is_wrong_with_the_deck_is_told_of_no_hand_that_runs(table):
    """Which cards cannot be in the deck says what nobody holds."""
    deck = booked(table, "red", enrolling_order())
    service = table.start()
    service.rows.auditor.hear_row(None, (duplicate("Kd"), HandEnded()))
    table.plays([deck.of[card] for card in enrolling_order()])
    table.loop.run_for(REST_MS)
    assert shown(service)[:1] == [("deck_doubled", "K♦ is twice in the deck red. Look through it.")]
    table.begins()
    assert service.table.hand is not None
    assert shown(service) == []
