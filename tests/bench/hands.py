"""Contests of hands: one from Python, all decks, and batches."""

from random import Random

from tablectl.rules.deck import JOKER_54, SHORT_FLUSH, STANDARD_52
from tablectl.rules.evaluate import evaluator, strengths
from tests.bench import evaluators
from tests.bench.contest import Contest, Entrant, same_order

SEED = 7
CARDS = 7
# few enough for the cache, so that no entrant gains from the one before
HANDS = 2_000
PASSES = 10
BATCH = 1_000
LARGE_BATCH = 100_000
QUICKEST = 3  # peers that have no batch
STANDARD_CODES, SHORT_CODES = range(52), range(16, 52)
ONE_JOKER, TWO_JOKERS = bytes([52]), bytes([52, 53])


def contests(share):
    """`share`: how much of the usual work is done, 1 for FIGURES.md."""
    standard, short = (
        deal(codes, max(50, round(HANDS * share))) for codes in (STANDARD_CODES, SHORT_CODES)
    )
    many = deal(STANDARD_CODES, max(BATCH, round(LARGE_BATCH * share)))
    return [
        Contest(
            "one hand of seven from Python",
            "ns",
            "hand",
            one_by_one(standard, STANDARD_52),
            evaluators.seven_cards(standard, PASSES),
            same_order,
        ),
        Contest(
            "one hand of the short deck",
            "ns",
            "hand",
            one_by_one(short, SHORT_FLUSH),
            evaluators.short_deck(short),
            same_order,
        ),
        Contest(
            "one hand with a joker",
            "ns",
            "hand",
            one_by_one([hand[:-1] + ONE_JOKER for hand in standard], JOKER_54),
        ),
        Contest(
            "one hand with two jokers",
            "ns",
            "hand",
            one_by_one([hand[:-2] + TWO_JOKERS for hand in standard], JOKER_54),
        ),
        batch("batches of 1,000 from Python", many[:BATCH], share),
        batch("batches of 100,000", many, share),
    ]


def deal(codes, count):
    chance = Random(SEED)
    return [bytes(chance.sample(codes, CARDS)) for _ in range(count)]


def one_by_one(hands, deck):
    return (
        _one_by_one("unchecked", evaluator(deck, checked=False), hands),
        _one_by_one("checked", evaluator(deck), hands),
    )


def _one_by_one(name, evaluate, hands):
    return Entrant(
        name, evaluators.each(evaluate, hands, PASSES), lambda: [evaluate(hand) for hand in hands]
    )


def batch(name, hands, share):
    """The contest of batches. Peers have the first thousand hands, in one call if they take
    many; the quickest others singly.
    """
    size = len(hands)
    times = max(1, round(LARGE_BATCH * share) // size)
    dealt = b"".join(hands)

    def entrant(way, *, checked):
        def work():
            for _ in range(times):
                strengths(dealt, checked=checked)
            return times * size

        return Entrant(way, work, lambda: strengths(dealt, checked=checked))

    ours = (entrant("unchecked", checked=False), entrant("checked", checked=True))
    peers = (*evaluators.batches(hands[:BATCH]), *evaluators.seven_cards(hands[:BATCH])[:QUICKEST])
    return Contest(name, "ns", "hand", ours, peers, same_order)
