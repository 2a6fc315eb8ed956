"""The sentence of the last card to come: the cards that win, as few words as name them, and of
how many they are.
"""

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

from tablectl.present.odds import Cards, Winners
from tablectl.present.terms import card_name
from tablectl.rules.cards import RANKS, SUITS
from tablectl.text import T, Value, join_parts, join_with_and, join_with_or, list_players, plural
from tablectl.text.ranks import ONE

NAMED_MOST = 6  # ranks, suits and cards in one sentence; more are counted
TOLD_MOST = 2  # hands that are named; with more, only these
SUIT_NAMES = {"s": T("spade"), "h": T("heart"), "d": T("diamond"), "c": T("club")}


class CardNames(NamedTuple):
    """Any card of these ranks or suits, and these cards, except those."""

    ranks: tuple[str, ...] = ()
    suits: tuple[str, ...] = ()
    cards: Cards = ()
    but: Cards = ()

    @property
    def word_count(self) -> int:
        return sum([len(part) for part in self])


def say_outs(outs: Mapping[Winners, Cards]) -> Value:
    """Who wins with which cards. Whoever has most of them has the rest."""
    in_all = tuple([card for cards in outs.values() for card in cards])
    first, *others = sorted(outs, key=lambda winners: -len(outs[winners]))
    if not others:
        return plural(
            "{players} wins with any card.",
            "{players} split the pot with any card.",
            len(first),
            players=join_with_and(list_players(first)),
        )
    sentences: list[Value] = []
    room = NAMED_MOST
    alone = [winners for winners in others if len(winners) == 1]
    # a split is named if nobody wins alone
    for winners in alone[:TOLD_MOST] or others[:1]:
        named = shortest_names(outs[winners], in_all)
        sentences.append(
            _say_winners(
                winners,
                named if named.word_count <= room else None,
                len(outs[winners]),
                len(in_all),
            )
        )
        room -= named.word_count
    if len(sentences) == len(others) == 1:
        sentences.append(
            T("Every other card splits the pot.")
            if len(first) > 1
            else T("Every other card is {seat}'s.", seat=first[0])
        )
    return join_parts(sentences)


def _say_winners(winners: Winners, named: CardNames | None, count: int, of: int) -> Value:
    """ "Luca wins with any queen or heart, except K♥ and J♥: 10 cards of 44."; too many to be
    named: "with 10 cards of 44".
    """
    cards: Value = plural("1 card of {of}", "{count} cards of {of}", count, count=count, of=of)
    if named is not None:
        cards = join_parts([_list_names(named), cards], ": ")
    return plural(
        "{players} wins with {cards}.",
        "{players} split the pot with {cards}.",
        len(winners),
        players=join_with_and(list_players(winners)),
        cards=cards,
    )


def _list_names(named: CardNames) -> Value:
    kinds = [*(ONE[rank] for rank in named.ranks), *(SUIT_NAMES[suit] for suit in named.suits)]
    any_of = [T("any {kinds}", kinds=join_with_or(kinds))] if kinds else []
    cards = join_with_or([*any_of, *map(card_name, named.cards)])
    return (
        T("{cards}, except {others}", cards=cards, others=join_with_and(map(card_name, named.but)))
        if named.but
        else cards
    )


def shortest_names(cards: Cards, in_all: Cards) -> CardNames:
    """In the fewest words; of equal ones the one with fewer exceptions."""
    return min(_possible_names(cards, in_all), key=lambda named: (named.word_count, len(named.but)))


def _possible_names(cards: Cards, in_all: Cards) -> Iterator[CardNames]:
    whole = [rank for rank in RANKS if all(card in cards for card in in_all if card[0] == rank)]
    for count in range(len(SUITS)):
        for suits in combinations(SUITS, count):
            of_suits = [card for card in in_all if card[1] in suits]
            if len({card[1] for card in of_suits}) < count:
                continue
            left = [card for card in cards if card[1] not in suits]
            ranks_left = [card[0] for card in left]
            # one alone is named with its suit
            ranks = tuple([rank for rank in whole if ranks_left.count(rank) > 1])
            yield CardNames(
                ranks,
                suits,
                tuple([card for card in left if card[0] not in ranks]),
                tuple([card for card in of_suits if card not in cards]),
            )
