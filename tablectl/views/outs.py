"""The sentence of the last card to come: the cards that win, as few words as name them, and of how many they are."""

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

from tablectl.rules.cards import RANKS, SUITS
from tablectl.views.odds import Winners
from tablectl.views.says import Saying, Says
from tablectl.views.shares import Cards

NAMED_MOST = 6                   # ranks, suits and cards in one sentence; more are counted
TOLD_MOST = 2                    # hands that are named; with more, only these


class Named(NamedTuple):
    """Any card of these ranks or suits, and these cards, except those."""

    ranks: tuple[str, ...] = ()
    suits: tuple[str, ...] = ()
    cards: Cards = ()
    but: Cards = ()

    @property
    def words(self) -> int:
        return sum([len(part) for part in self])


def said(outs: Mapping[Winners, Cards]) -> Saying:
    """Who wins with which cards. Whoever has most of them has the rest."""
    in_all = tuple([card for cards in outs.values() for card in cards])
    first, *others = sorted(outs, key=lambda winners: -len(outs[winners]))
    if not others:
        return Says.OUTS_NONE(winners=first)
    told, room = [], NAMED_MOST
    alone = [winners for winners in others if len(winners) == 1]
    for winners in alone[:TOLD_MOST] or others[:1]:             # a split is told where nobody else wins
        named = named_by(outs[winners], in_all)
        told.append(_of(winners, named if named.words <= room else None, len(outs[winners]), len(in_all)))
        room -= named.words
    rest = (Says.OUTS_REST(winners=first),) if len(told) == len(others) == 1 else ()
    return Says.OUTS(parts=(*told, *rest))


def _of(winners: Winners, named: Named | None, count: int, of: int) -> Saying:
    if named is None:
        return Says.OUTS_COUNTED(winners=winners, count=count, of=of)
    ranks = tuple([f"{rank}{SUITS[0]}" for rank in named.ranks])        # a card of each rank
    return Says.OUTS_OF(
        winners=winners, ranks=ranks, suits=named.suits, cards=named.cards, but=named.but, count=count, of=of)


def named_by(cards: Cards, in_all: Cards) -> Named:
    """In the fewest words; of equal ones the one with fewer exceptions."""
    return min(_ways(cards, in_all), key=lambda named: (named.words, len(named.but)))


def _ways(cards: Cards, in_all: Cards) -> Iterator[Named]:
    whole = [rank for rank in RANKS if all(card in cards for card in in_all if card[0] == rank)]
    for count in range(len(SUITS)):
        for suits in combinations(SUITS, count):
            of_suits = [card for card in in_all if card[1] in suits]
            if len({card[1] for card in of_suits}) < count:
                continue
            left = [card for card in cards if card[1] not in suits]
            ranks_left = [card[0] for card in left]
            ranks = tuple([rank for rank in whole if ranks_left.count(rank) > 1])       # one alone is named with its suit
            yield Named(ranks, suits, tuple([card for card in left if card[0] not in ranks]),
                        tuple([card for card in of_suits if card not in cards]))
