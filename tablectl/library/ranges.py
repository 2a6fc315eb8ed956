"""Ranges of hole cards as players write them: `QQ+, AKs, A5s-A2s, KTo+, 77-99, AhKd, random`."""

import re
from collections.abc import Iterator
from itertools import combinations

from tablectl.library.cards import Card, check_once, parse_cards
from tablectl.rules.cards import RANKS, BadCards
from tablectl.rules.deck import Deck

Holding = tuple[Card, Card]

PART = re.compile(r"(10|[2-9TJQKA])(10|[2-9TJQKA])([SO]?)")
ANY = ("RANDOM", "ANY", "*")


def parse_range(text: str, deck: Deck) -> tuple[Holding, ...]:
    """Every pair of hole cards of the range, each once, in the order in which they are written.
    Raises BadCards.

    `+` goes up: of a pair to aces, else with the second card to just below the first. `-` joins two
    of a kind, in either order.
    """
    found = dict.fromkeys(
        pair for part in text.split(",") for pair in _parse_part("".join(part.split()), deck)
    )
    return tuple(found)


def _parse_part(text: str, deck: Deck) -> Iterator[Holding]:
    if text.upper() in ANY:
        yield from combinations(map(Card, deck.cards), 2)
        return
    low, dash, high = text.partition("-")
    shapes = (
        _shapes_between(low, high)
        if dash
        else _shapes_upwards(text[:-1])
        if text.endswith("+")
        else [_parse_shape(text)]
    )
    if shapes == [None]:
        yield _two_cards(text, deck)
        return
    pairs = [pair for shape in shapes if shape is not None for pair in _shape_holdings(shape, deck)]
    if not pairs:
        raise BadCards(f"{text}: no such cards are in the {deck.name} deck.")
    yield from pairs


def _two_cards(text: str, deck: Deck) -> Holding:
    try:
        cards = parse_cards(text)
    except BadCards:
        cards = ()
    if len(cards) != 2:
        raise BadCards(
            f"{text!r} is no range: write it like QQ+, AKs, KTo+, 77-99, A5s-A2s, AhKd or random."
        )
    check_once(cards, deck)
    return cards[0], cards[1]


# two ranks, the higher first, and "S" suited, "O" offsuit or "" both
Shape = tuple[int, int, str]


def _parse_shape(text: str) -> Shape | None:
    found = PART.fullmatch(text.upper())
    if found is None:
        return None
    ranks = sorted(
        [RANKS.index(rank.replace("10", "T")) for rank in found.groups()[:2]], reverse=True
    )
    return (ranks[0], ranks[1], found[3]) if ranks[0] != ranks[1] or not found[3] else None


def _shapes_upwards(text: str) -> list[Shape | None]:
    shape = _require_shape(text, f"{text}+")
    first, second, suits = shape
    if first == second:
        return [(rank, rank, suits) for rank in range(first, len(RANKS))]
    return [(first, rank, suits) for rank in range(second, first)]


def _shapes_between(low: str, high: str) -> list[Shape | None]:
    """Both ends are pairs, or have the same higher card and the same suits."""
    text = f"{low}-{high}"
    one, other = _require_shape(low, text), _require_shape(high, text)
    are_pairs = [first == second for first, second, _ in (one, other)]
    if (
        are_pairs[0] != are_pairs[1]
        or one[2] != other[2]
        or not (are_pairs[0] or one[0] == other[0])
    ):
        raise BadCards(f"{text}: the ends of a range are of one kind, like 77-99 or A5s-A2s.")
    ranks = range(min(one[1], other[1]), max(one[1], other[1]) + 1)
    return [(rank if are_pairs[0] else one[0], rank, one[2]) for rank in ranks]


def _require_shape(text: str, whole: str) -> Shape:
    shape = _parse_shape(text)
    if shape is None:
        raise BadCards(
            f"{whole!r} is no range: write it like QQ+, AKs, KTo+, 77-99, A5s-A2s, AhKd or random."
        )
    return shape


def _shape_holdings(shape: Shape, deck: Deck) -> Iterator[Holding]:
    """The holdings of a shape in the deck."""
    high, low, suits = shape
    of_high, of_low = (
        [Card(card) for card in deck.cards if card[0] == RANKS[rank]] for rank in (high, low)
    )
    if high == low:
        yield from combinations(of_high, 2)
        return
    for first in of_high:
        for second in of_low:
            if not suits or (first.suit == second.suit) is (suits == "S"):
                yield first, second
