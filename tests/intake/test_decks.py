"""What makes a deck, and which decks may lie beside each other: whatever does not fit is a
sentence.
"""

import pytest

from tablectl.intake.deckbook import DeckBook
from tablectl.intake.decks import BadDeck, Deck, Decks, parse_tag, show_tag
from tablectl.intake.enrolling import enrolling_order
from tablectl.rules.cards import CARDS, FOREIGN


def tag(number):
    return bytes.fromhex("0004") + number.to_bytes(6, "big")


def deck(name="red", first=1, cards=CARDS, **changes):
    """`changes`: cards that stand for others."""
    return Deck(
        name, {tag(first + place): changes.get(card, card) for place, card in enumerate(cards)}
    )


RED, BLUE = deck(), deck("blue", 1_001)
BOTH = Decks().added(RED).added(BLUE)


def test_the_deck_in_play_names_its_cards_and_the_other_s_are_foreign_and_known_as_that():
    book = BOTH.book("red")
    assert (book.named([tag(1), tag(1_001), tag(9_999)]), book.deck) == (
        ("2c", FOREIGN, FOREIGN),
        "red",
    )
    assert [book.others.get(one) for one in (tag(1), tag(1_001), tag(9_999))] == [
        None,
        "blue",
        None,
    ]


def test_a_card_s_tags_are_found_by_its_name():
    assert BOTH.book("blue").tags(["2c", "As"]) == (tag(1_001), tag(1_052))


def test_the_only_deck_is_in_play_without_being_put_and_of_two_none():
    assert Decks().added(RED).book_in_play("").deck == "red"
    assert BOTH.book_in_play("") == DeckBook(
        {}, dict.fromkeys(RED.cards, "red") | dict.fromkeys(BLUE.cards, "blue")
    )
    assert BOTH.book_in_play("blue").deck == "blue"


def test_a_retired_deck_is_in_play_no_more_and_its_cards_stay_known():
    gone = BOTH.retired("red")
    assert gone.book("red").cards == {}
    assert gone.book_in_play("").deck == "blue"
    assert gone.book("blue").others[tag(1)] == "red"


def test_what_a_deck_has_is_said_in_words():
    assert deck(cards=(*CARDS, "Jk", "Jk", "cut")).what == "52 cards, 2 jokers, a cut card"
    assert deck(cards=enrolling_order(is_short=True, jokers=1)).what == "36 cards, 1 joker"


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (deck(cards=CARDS[:-1]), "The deck red has 51 of 52 cards: As is missing."),
        (
            deck(cards=enrolling_order(is_short=True)[:-2]),
            "The deck red has 34 of 36 cards: Qc, Kc are missing.",
        ),
        (
            Deck("red", {}),
            "The deck red has 0 of 36 cards: 6c, 6d, 6h, 6s, 7c, 7d, 7h, 7s and 28 more are "
            "missing.",
        ),
        (deck(As="Ks"), "The deck red has two tags for Ks."),
        (deck(As="Xx"), 'The deck red has "Xx", which is no card.'),
        (deck(As="unreadable"), 'The deck red has "unreadable", which is no card.'),
        (deck(cards=(*CARDS, "Jk", "joker", "Jk")), "The deck red has more than 2 jokers."),
        (deck(cards=(*CARDS, "cut", "cut")), "The deck red has two tags for cut."),
        (
            Deck("red", {**RED.cards, bytes.fromhex("0000000008112233"): "Jk"}),
            "The Jk of red: The tag 08112233 has a number that is another at each reading, as "
            "telephones and bank cards have: it cannot be a card of a deck.",
        ),
        (
            Deck("red", {**RED.cards, bytes(8): "Jk"}),
            "The Jk of red: The tag 00 has no number: it was not read rightly.",
        ),
        (deck("blue", 40), "The tag 04000000000028 of the 2c is the Js of the deck red already."),
        (deck("a deck"), '"a deck" is no name for a deck: letters, digits, - and _.'),
        (deck(""), '"" is no name for a deck: letters, digits, - and _.'),
        (
            deck("x" * 21),
            '"xxxxxxxxxxxxxxxxxxxxx" is longer than the 20 letters that a deck\'s name may have.',
        ),
    ],
)
def test_what_is_no_deck_is_a_sentence(wrong, sentence):
    known = Decks() if wrong.name == "red" else Decks().added(RED)
    with pytest.raises(BadDeck) as refused:
        known.added(wrong)
    assert str(refused.value) == sentence


def test_a_deck_that_is_not_there_is_a_sentence_with_those_that_are():
    with pytest.raises(
        BadDeck, match=r'^There is no deck "green" in the book\. There is red, blue\.$'
    ):
        BOTH.deck("green")
    with pytest.raises(
        BadDeck,
        match=r'^There is no deck "green" in the book\. It has none yet: tablectl deck enrol '
        r"green --config table\.toml makes one\.$",
    ):
        Decks().retired("green")


def test_a_deck_is_retired_once():
    with pytest.raises(BadDeck, match=r"^The deck red is retired already\.$"):
        BOTH.retired("red").retired("red")


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("DEADBEEF", "00000000deadbeef"),
        ("de:ad:be:ef", "00000000deadbeef"),
        ("04 a1 b2 c3 d4 e5 80", "0004a1b2c3d4e580"),
        ("62E3086CED", "00000062e3086ced"),
        ("0004A1B2C3D4E580", "0004a1b2c3d4e580"),
        ("E004015012345678", "e004015012345678"),
        ("78563412500104E0", "e004015012345678"),
        ("E0040150123456E0", "e0040150123456e0"),
    ],
)
def test_a_number_of_a_tag_is_read_however_it_is_written(written, meant):
    assert parse_tag(written) == bytes.fromhex(meant)
    assert parse_tag(parse_tag(written).hex()) == bytes.fromhex(meant)


@pytest.mark.parametrize(
    "written", ["", "DE", "DEADBEE", "04A1B2C3D4E5", "04A1B2C3D4E58000112233", "card", "\uff10" * 8]
)
def test_what_is_no_number_of_a_tag_is_a_sentence(written):
    with pytest.raises(BadDeck) as refused:
        parse_tag(written)
    assert (
        str(refused.value)
        == f'"{written}" is no number of a tag: that is 4, 5, 7 or 8 bytes in hex digits.'
    )


def test_eight_bytes_without_e0_were_not_read_rightly():
    with pytest.raises(BadDeck, match="one of 8 bytes has E0 at one end"):
        parse_tag("1234567812345678")


def test_a_tag_is_shown_without_the_zeros_in_front():
    assert show_tag(bytes.fromhex("0004a1b2c3d4e580")) == "04A1B2C3D4E580"
