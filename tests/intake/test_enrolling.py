"""A deck is enrolled card by card: what is tapped and typed, and what is answered."""

from tablectl.intake.decks import Deck, Decks
from tablectl.intake.enrolling import Enrolling, Verifying, enrolling_order
from tablectl.rules.cards import CARDS

from .test_decks import BLUE, RED, tag

RANDOM = bytes.fromhex("0000000008000000")


def enrolling(*order):
    return Enrolling("green", order, Decks().added(RED))


def test_cards_are_asked_for_as_they_lie_in_a_new_box():
    order = enrolling_order(jokers=2, has_cut=True)
    assert order[:14] == (
        "As",
        "2s",
        "3s",
        "4s",
        "5s",
        "6s",
        "7s",
        "8s",
        "9s",
        "Ts",
        "Js",
        "Qs",
        "Ks",
        "Ah",
    )
    assert order[51:] == ("Kc", "Jk", "Jk", "cut")
    assert sorted(order[:52]) == sorted(CARDS)
    assert enrolling_order(is_short=True)[:3] == ("As", "6s", "7s")


def test_each_card_is_answered_with_its_tag_and_the_next():
    green = enrolling("As", "Jk", "cut")
    assert green.prompt == "1 of 3: tap As."
    assert green.tapped((tag(501),)) == "As is 040000000001F5. 2 of 3: tap a joker."
    assert green.tapped((tag(502),)) == "Jk is 040000000001F6. 3 of 3: tap the cut card."
    assert not green.is_over
    assert green.tapped((tag(503),)) == "cut is 040000000001F7."
    assert (green.is_over, green.deck) == (
        True,
        Deck("green", {tag(501): "As", tag(502): "Jk", tag(503): "cut"}),
    )


def test_what_cannot_be_the_card_is_said_and_the_same_card_is_asked_for_again():
    green = enrolling("As", "2s", "3s")
    green.tapped((tag(501),))
    again = " 2 of 3: tap 2s."
    assert [
        green.tapped(tags)
        for tags in ((tag(501),), (tag(52),), (tag(502), tag(503)), (), (RANDOM,))
    ] == [
        f"That tag is As already: tap another card, or type u.{again}",
        f"That tag is the As of the deck red.{again}",
        *[f"Two tags at once: hold one card to the reader, away from all others.{again}"] * 2,
        "The tag 08000000 has a number that is another at each reading, as telephones and bank "
        f"cards have: it cannot be a card of a deck.{again}",
    ]
    assert green.deck is None


def test_the_last_card_is_taken_back():
    green = enrolling("As", "2s")
    assert green.typed("u") == "No card is in yet. 1 of 2: tap As."
    green.tapped((tag(501),))
    assert green.typed("u") == "As is taken back. 1 of 2: tap As."
    green.tapped((tag(502),))
    green.tapped((tag(501),))
    assert green.deck == Deck("green", {tag(502): "As", tag(501): "2s"})


def test_who_gives_up_enrols_nothing_and_who_types_something_else_hears_what_there_is():
    green = enrolling("As", "2s")
    assert green.typed("help") == "u takes the last card back, q gives up. 1 of 2: tap As."
    assert (green.typed("q"), green.is_over, green.deck) == (
        "Given up: nothing was enrolled.",
        True,
        None,
    )


def test_a_deck_that_is_made_anew_may_keep_its_tags():
    red = Enrolling("red", ("As",), Decks().added(RED))
    assert red.tapped((tag(1),)) == "As is 04000000000001."


# -------------------------------------------------------------- the second pass


def test_a_sound_deck_has_each_card_named_once_in_any_order():
    verifying = Verifying(RED, Decks().added(RED))
    assert verifying.prompt == "0 of 52: tap each card of red, in any order."
    told = [verifying.tapped((tag(number),)) for number in range(52, 0, -1)]
    assert told[:2] == ["As. 1 of 52.", "Ah. 2 of 52."]
    assert (verifying.is_over, verifying.is_sound, verifying.result) == (
        True,
        True,
        "The deck red is sound: 52 cards.",
    )


def test_a_card_that_is_tapped_twice_counts_once():
    verifying = Verifying(RED, Decks().added(RED))
    assert [verifying.tapped((tag(1),)), verifying.tapped((tag(1),))] == [
        "2c. 1 of 52.",
        "2c again. 1 of 52.",
    ]


def test_cards_of_another_deck_and_of_none_are_named_as_that():
    verifying = Verifying(RED, Decks().added(RED).added(BLUE))
    assert verifying.tapped((tag(1_001),)) == "This is no card of red: it is of the deck blue."
    assert verifying.tapped((tag(9_999),)) == "This is no card of red: its tag is in no deck."
    for number in range(1, 53):
        verifying.tapped((tag(number),))
    assert (verifying.is_sound, verifying.result) == (
        False,
        "The deck red is not sound: 2 taps were no card of it.",
    )


def test_a_pass_that_is_stopped_names_what_is_missing():
    verifying = Verifying(RED, Decks().added(RED))
    for number in range(2, 53):
        verifying.tapped((tag(number),))
    assert verifying.typed("?") == "q stops. 51 of 52."
    assert verifying.typed("q") == "Stopped."
    assert (verifying.is_over, verifying.result) == (
        True,
        "The deck red is not sound: 2c is missing.",
    )
