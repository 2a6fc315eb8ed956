"""Against the house: who qualifies, what pays how much, and what becomes of each bet."""

from collections.abc import Sequence
from itertools import groupby
from typing import TypeAlias

from tablectl.locale import Translator
from tablectl.locale.translator import Texts, started

BET = "a bet"                                           # told apart from a key of the same English name
TextsOfBets: TypeAlias = Texts
BetOutcome = tuple[str, int, int, int, str | None]      # name, bet, paid, returned, the hand it was paid for

RANKS: Texts = {
    "2": "twos", "3": "threes", "4": "fours", "5": "fives", "6": "sixes", "7": "sevens", "8": "eights", "9": "nines",
    "T": "tens", "J": "jacks", "Q": "queens", "K": "kings", "A": "aces",
}
HIGH: Texts = {
    "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight", "9": "nine", "T": "ten",
    "J": "jack", "Q": "queen", "K": "king", "A": "ace",
}
CATEGORIES: Texts = {
    "high_card": "High card", "pair": "Pair", "two_pair": "Two pair", "three_of_a_kind": "Three of a kind",
    "straight": "Straight", "flush": "Flush", "full_house": "Full house", "four_of_a_kind": "Four of a kind",
    "straight_flush": "Straight flush", "royal_flush": "Royal flush", "five_of_a_kind": "Five of a kind",
}


def qualifies_with(tr: Translator, ranks: str) -> str:
    """The text on the felt: `44` is a pair of fours. Empty where these are no two ranks."""
    if len(ranks) != 2 or not set(ranks) <= set(RANKS):
        return ""
    if ranks[0] == ranks[1]:
        return tr("dealer qualifies with a pair of {ranks} or better", ranks=tr(RANKS[ranks[0]])).upper()
    return tr("dealer qualifies with {high} {low} or better", high=tr(HIGH[ranks[0]]), low=tr(HIGH[ranks[1]])).upper()


def dealer_headline(tr: Translator, hand: str, qualifies: bool) -> str:
    dealer = started(hand) or tr("The dealer")
    return tr("{Hand}: qualifies", Hand=dealer) if qualifies else tr("{Hand}: does not qualify", Hand=dealer)


def category(tr: Translator, name: str) -> str:
    return tr(CATEGORIES[name]) if name in CATEGORIES else started(name.replace("_", " "))


def categories(tr: Translator, best: str, least: str) -> str:
    """One row of a pay table: from its least category up to its best. A lone pair that is paid for is one of aces."""
    if best == least:
        return tr("Pair of aces") if best == "pair" else category(tr, best)
    if least == "high_card":
        return tr("{Hand} or less", Hand=category(tr, best))
    if least == "pair":
        return tr("Aces to {hand}", hand=category(tr, best).lower())
    return tr("{Least} to {hand}", Least=category(tr, least), hand=category(tr, best).lower())


SPOTS: TextsOfBets = {"bonus": "BONUS", "ante": "ANTE", "call": "CALL"}
BETS: Texts = {"ante": "ante", "bonus": "bonus", "call": "call"}


def spot(tr: Translator, name: str) -> str:
    """As printed on the felt."""
    return tr.of(BET, SPOTS[name]) if name in SPOTS else name


def slip_number(tr: Translator, hand: int, seat: int) -> str:
    return tr("Slip {hand}-{number}.", hand=hand, number=seat)


def slip_headline(tr: Translator, kind: str, chips: int, name: str) -> str:
    if kind == "even":
        return tr("{name} is even: pay nothing, take nothing", name=name)
    if kind == "pay":
        return tr("Pay {chips:,} to {name}", chips=chips, name=name)
    return tr("Take {chips:,} from {name}", chips=chips, name=name)


def bets_sentence(tr: Translator, bets: Sequence[BetOutcome], total: int) -> str:
    """What becomes of each bet, in the order given: those that are returned next to one another in one clause."""
    parts: list[str] = []
    for outcome, group in groupby(bets, key=lambda bet: "pays" if bet[2] else "returned" if bet[3] else "collected"):
        same = list(group)
        if outcome == "pays":
            parts += [_pays(tr, bet) for bet in same]
        else:
            named = tr.listed([f"{_name(tr, bet)} {tr.number(bet[1])}" for bet in same])
            parts.append(_returned(tr, named, len(same)) if outcome == "returned" else _collected(tr, named, len(same)))
    told = started(", ".join(parts))
    return tr("{bets}: {total:,} to the player.", bets=told, total=total) if total else f"{told}." if told else ""


def _name(tr: Translator, bet: BetOutcome) -> str:
    return tr(BETS[bet[0]]) if bet[0] in BETS else bet[0]


def _pays(tr: Translator, bet: BetOutcome) -> str:
    _, staked, paid, _, hand = bet
    pays = tr("{name} {bet:,} pays {paid:,}", name=_name(tr, bet), bet=staked, paid=paid)
    return f"{pays} ({hand})" if hand else pays


def _returned(tr: Translator, bets: str, count: int) -> str:
    return tr.plural("{bets} is returned", "{bets} are returned", count, bets=bets)


def _collected(tr: Translator, bets: str, count: int) -> str:
    return tr.plural("{bets} is collected", "{bets} are collected", count, bets=bets)
