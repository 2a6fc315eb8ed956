"""Many hands in one call: every way that this processor has is the scalar one."""

import re
import subprocess
from array import array
from random import Random

import pytest

from tablectl.rules._handeval import ffi, lib
from tablectl.rules.cards import CODE
from tablectl.rules.deck import DECKS, STANDARD_52
from tablectl.rules.evaluate import evaluator, strength, strengths

from .compiling import SANITIZERS, build

WAYS = {
    "scalar": lib.HE_WAY_SCALAR,
    "avx2": lib.HE_WAY_AVX2,
    "vbmi": lib.HE_WAY_VBMI,
    "neon": lib.HE_WAY_NEON,
}
NUMBERS = {
    "standard": lib.HE_STANDARD,
    "short": lib.HE_SHORT,
    "short-flush": lib.HE_SHORT_FLUSH,
    "short-only-trips": lib.HE_SHORT_ONLY_TRIPS,
    "short-trips": lib.HE_SHORT_TRIPS,
    "joker": lib.HE_JOKER,
}
# about turns and blocks of the wide ways
COUNTS = [0, 1, 15, 16, 17, 31, 32, 33, 100, 511, 512, 513, 600, 1_100]


def codes(deck):
    return [CODE[card] for card in deck.cards] + [52, 53][: deck.jokers]


def deal(deck, cards, count, seed=1):
    chance, all_codes = Random(seed), codes(deck)
    return bytes(code for _ in range(count) for code in chance.sample(all_codes, cards))


@pytest.mark.parametrize("deck", DECKS.values(), ids=lambda deck: deck.name)
@pytest.mark.parametrize("way", WAYS)
def test_every_way_gives_what_hand_by_hand_gives(way, deck):
    if not lib.he_has_way(WAYS[way]):
        pytest.skip(f"This processor has no {way}.")
    one = evaluator(deck)
    for cards in range(2, 8):
        hands = deal(deck, cards, max(COUNTS))
        expected = [one(hands[at : at + cards]) for at in range(0, len(hands), cards)]
        for count in COUNTS:
            found = array("H", bytes(2 * count + 2))  # one more, that must stay as it is
            to = ffi.from_buffer("uint16_t[]", found)
            assert lib.he_strengths_by(WAYS[way], NUMBERS[deck.name], hands, cards, count, to) == 0
            assert found.tolist() == [*expected[:count], 0]


def test_a_way_that_the_processor_does_not_have_is_refused_and_writes_nothing():
    found = array("H", [7])
    missing = [way for way in WAYS.values() if not lib.he_has_way(way)]
    to = ffi.from_buffer("uint16_t[]", found)
    answers = [
        lib.he_strengths_by(way, lib.HE_STANDARD, bytes(range(7)), 7, 1, to) for way in missing
    ]
    assert answers == [-1] * len(missing)
    assert missing
    assert found.tolist() == [7]


@pytest.mark.parametrize(
    "make",
    [bytes, bytearray, memoryview, lambda hands: array("B", hands)],
    ids=["bytes", "bytearray", "memoryview", "array"],
)
def test_any_buffer_of_bytes_holds_hands(make):
    hands = deal(STANDARD_52, 7, 40)
    assert strengths(make(hands)).tolist() == [
        strength(hands[at : at + 7]) for at in range(0, 280, 7)
    ]


@pytest.mark.parametrize("deck", DECKS.values(), ids=lambda deck: deck.name)
@pytest.mark.parametrize("cards", range(2, 8))
def test_the_first_wrong_hand_is_found_wherever_it_lies(deck, cards):
    chance = Random(3)
    good = deal(deck, cards, 700)
    unknown = sorted({*range(256)} - {*codes(deck)})
    for hand in [*range(40), 511, 512, 655, 699]:
        at = chance.randrange(cards)
        for wrong in (chance.choice(unknown), good[hand * cards + (at + 1) % cards]):
            hands = bytearray(good)
            hands[hand * cards + at] = wrong
            assert lib.he_first_bad_hand(NUMBERS[deck.name], bytes(hands), cards, 700) == hand
    assert lib.he_first_bad_hand(NUMBERS[deck.name], good, cards, 700) == 700


@pytest.mark.parametrize(
    ("hands", "cards", "sentence"),
    [
        (
            deal(STANDARD_52, 7, 50) + bytes([0, 1, 2, 3, 4, 5, 52]),
            7,
            "Hand 50: A card code is 0 to 51.",
        ),
        (bytes([0, 1, 2, 3, 4, 5, 0]), 7, "Hand 0: A card is there twice."),
        (bytes(range(8)), 7, "8 cards make no whole hands of 7."),
        (bytes(range(8)), 8, "Hands are 2 to 7 cards of a byte each."),
        (array("H", range(7)), 7, "Hands are 2 to 7 cards of a byte each."),
    ],
)
def test_what_are_no_hands_is_refused_in_a_sentence(hands, cards, sentence):
    with pytest.raises(ValueError, match=f"^{re.escape(sentence)}$"):
        strengths(hands, cards)


@pytest.mark.slow
def test_wide_ways_take_no_step_outside_a_table_or_buffer(tmp_path):
    build(tmp_path / "bench", ("handeval*.c", "batch*.c", "bench/bench_hands.c"), SANITIZERS)
    found = subprocess.run(
        [tmp_path / "bench", "sums", "6000"], capture_output=True, text=True, check=True
    ).stdout
    assert len(found.splitlines()) == len(DECKS) * 6
