"""Against the house, in English: who qualifies, what pays how much, and what becomes of each bet."""

from collections.abc import Sequence
from itertools import groupby

from tablectl.screen.words.catalogue import BetOutcome
from tablectl.screen.words.english.numbers import listed, sentence_case

RANKS = {"2": "twos", "3": "threes", "4": "fours", "5": "fives", "6": "sixes", "7": "sevens", "8": "eights", "9": "nines",
         "T": "tens", "J": "jacks", "Q": "queens", "K": "kings", "A": "aces"}
HIGH = {"2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight", "9": "nine",
        "T": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}


def qualifies_with(ranks: str) -> str:
    """The text on the felt: `44` is a pair of fours. Empty where these are no two ranks."""
    if len(ranks) != 2 or not set(ranks) <= set(RANKS):
        return ""
    pair = ranks[0] == ranks[1]
    hand = f"a pair of {RANKS[ranks[0]]}" if pair else f"{HIGH[ranks[0]]} {HIGH[ranks[1]]}"
    return f"dealer qualifies with {hand} or better".upper()


def dealer_headline(hand: str, qualifies: bool) -> str:
    return f"{sentence_case(hand) or 'The dealer'}: {'qualifies' if qualifies else 'does not qualify'}"


def category(name: str) -> str:
    return sentence_case(name.replace("_", " "))


def categories(best: str, least: str) -> str:
    """One row of a pay table: from its least category up to its best. A lone pair that is paid for is one of aces."""
    if best == least:
        return "Pair of aces" if best == "pair" else category(best)
    if least == "high_card":
        return f"{category(best)} or less"
    return f"{'Aces' if least == 'pair' else category(least)} to {category(best).lower()}"


def is_paid(chips: int) -> str:
    return f"WINS {chips:,}"


def gets_back(chips: int) -> str:
    return f"GETS {chips:,} BACK"


def slip_headline(kind: str, chips: int, name: str) -> str:
    if kind == "even":
        return f"{name} is even: pay nothing, take nothing"
    return f"Pay {chips:,} to {name}" if kind == "pay" else f"Take {chips:,} from {name}"


def bets_sentence(bets: Sequence[BetOutcome], total: int) -> str:
    """What becomes of each bet, in the order given: those that are returned next to one another in one clause."""
    parts: list[str] = []
    for outcome, group in groupby(bets, key=lambda bet: "pays" if bet[2] else "returned" if bet[3] else "collected"):
        same = list(group)
        if outcome == "pays":
            parts += [f"{name} {bet:,} pays {paid:,}{f' ({hand})' if hand else ''}" for name, bet, paid, _, hand in same]
        else:
            parts.append(f"{listed([f'{bet[0]} {bet[1]:,}' for bet in same])} {'are' if len(same) > 1 else 'is'} {outcome}")
    told = sentence_case(", ".join(parts))
    return f"{told}: {total:,} to the player." if total else f"{told}." if told else ""
