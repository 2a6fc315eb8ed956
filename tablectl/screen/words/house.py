"""Against the house: who qualifies, what pays how much, and what becomes of each bet."""

from collections.abc import Sequence
from itertools import groupby

from tablectl.locale import Translator
from tablectl.locale.translator import N_, NC_, Texts, capitalize_first, texts
from tablectl.text.ranks import ONE, SEVERAL

# not a key of the same English name
BET = "a bet"
# name, bet, paid, returned, the hand it was paid for
BetOutcome = tuple[str, int, int, int, str | None]

CATEGORIES = texts("""
high_card        High card
pair             Pair
two_pair         Two pair
three_of_a_kind  Three of a kind
straight         Straight
flush            Flush
full_house       Full house
four_of_a_kind   Four of a kind
straight_flush   Straight flush
royal_flush      Royal flush
five_of_a_kind   Five of a kind
""")


def qualifies_with(tr: Translator, ranks: str) -> str:
    """The text on the felt: `44` is a pair of fours. Empty where these are no two ranks."""
    if len(ranks) != 2 or not set(ranks) <= set(SEVERAL):
        return ""
    if ranks[0] == ranks[1]:
        return tr(
            "dealer qualifies with a pair of {ranks} or better", ranks=tr(SEVERAL[ranks[0]].text)
        ).upper()
    return tr(
        "dealer qualifies with {high} {low} or better",
        high=tr(ONE[ranks[0]].text),
        low=tr(ONE[ranks[1]].text),
    ).upper()


def dealer_headline(tr: Translator, hand: str, qualifies: bool) -> str:
    dealer = capitalize_first(hand) or tr("The dealer")
    return (
        tr("{Hand}: qualifies", Hand=dealer)
        if qualifies
        else tr("{Hand}: does not qualify", Hand=dealer)
    )


def category(tr: Translator, name: str) -> str:
    return tr(CATEGORIES[name]) if name in CATEGORIES else capitalize_first(name.replace("_", " "))


def categories(tr: Translator, best: str, least: str) -> str:
    """One row of a pay table: from its least category up to its best. A lone pair that is paid
    for is one of aces.
    """
    if best == least:
        return tr("Pair of aces") if best == "pair" else category(tr, best)
    if least == "high_card":
        return tr("{Hand} or less", Hand=category(tr, best))
    if least == "pair":
        return tr("Aces to {hand}", hand=category(tr, best).lower())
    return tr("{Least} to {hand}", Least=category(tr, least), hand=category(tr, best).lower())


SPOTS: Texts = {
    "bonus": NC_("a bet", "BONUS"),
    "ante": NC_("a bet", "ANTE"),
    "call": NC_("a bet", "CALL"),
}
BETS: Texts = {"ante": N_("ante"), "bonus": N_("bonus"), "call": N_("call")}


def spot(tr: Translator, name: str) -> str:
    """As printed on the felt."""
    return tr.of(BET, SPOTS[name]) if name in SPOTS else name


def slip_headline(tr: Translator, kind: str, chips: int, name: str) -> str:
    if kind == "even":
        return tr("{name} is even: pay nothing, take nothing", name=name)
    if kind == "pay":
        return tr("Pay {chips:,} to {name}", chips=chips, name=name)
    return tr("Take {chips:,} from {name}", chips=chips, name=name)


def bets_sentence(tr: Translator, bets: Sequence[BetOutcome], total: int) -> str:
    """What becomes of each bet, in the order given: those that are returned next to one another
    in one clause.
    """
    parts: list[str] = []
    for outcome, group in groupby(
        bets, key=lambda bet: "pays" if bet[2] else "returned" if bet[3] else "collected"
    ):
        same = list(group)
        if outcome == "pays":
            parts += [_pays_clause(tr, bet) for bet in same]
        else:
            named = tr.join_with_and([f"{_name_of(tr, bet)} {tr.number(bet[1])}" for bet in same])
            clause = _returned_clause if outcome == "returned" else _collected_clause
            parts.append(clause(tr, named, len(same)))
    text = capitalize_first(", ".join(parts))
    return (
        tr("{bets}: {total:,} to the player.", bets=text, total=total)
        if total
        else f"{text}."
        if text
        else ""
    )


def _name_of(tr: Translator, bet: BetOutcome) -> str:
    return tr(BETS[bet[0]]) if bet[0] in BETS else bet[0]


def _pays_clause(tr: Translator, bet: BetOutcome) -> str:
    _, staked, paid, _, hand = bet
    pays = tr("{name} {bet:,} pays {paid:,}", name=_name_of(tr, bet), bet=staked, paid=paid)
    return f"{pays} ({hand})" if hand else pays


def _returned_clause(tr: Translator, bets: str, count: int) -> str:
    return tr.plural("{bets} is returned", "{bets} are returned", count, bets=bets)


def _collected_clause(tr: Translator, bets: str, count: int) -> str:
    return tr.plural("{bets} is collected", "{bets} are collected", count, bets=bets)
