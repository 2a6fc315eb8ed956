"""Peers in the package index that evaluate hands: which are installed here, and each fed with
what it takes fastest.
"""

import os
import warnings
from importlib import import_module
from importlib.util import find_spec
from operator import neg

from tablectl.rules.cards import CARDS
from tests.bench.contest import Entrant

# names in the package index, of evaluators and of engines, and their modules
MODULES = {
    "phevaluator": "phevaluator",
    "eval7": "eval7",
    "treys": "treys",
    "pokerkit": "pokerkit",
    "pkrbot": "pkrbot",
    "xiapl": "xiapl",
    "pokerfast": "pokerfast",
    "poker-equity": "poker_equity",
    "open-spiel": "pyspiel",
    "pokers": "pokers",
    "texasholdem": "texasholdem",
    "rlcard": "rlcard",
    "clubs": "clubs",
}
SLOWEST = 50  # hands: PokerKit takes as long for one as we for thousands


def missing():
    """A sentence for each that is not installed."""
    return [
        f"{name} is not installed and left out: pip install -e '.[bench]' brings it."
        for name, module in MODULES.items()
        if not find_spec(module)
    ]


def seven_cards(hands, passes=1):
    """Who evaluates seven cards of the standard deck; the slow ones go over them once."""
    return (
        *_phevaluator(hands, passes),
        *_pkrbot(hands, passes),
        *_xiapl(hands, passes),
        *_eval7(hands, passes),
        *_pokerfast(hands),
        *_treys(hands),
        *_pokerkit(hands, "StandardHighHand"),
    )


def batches(hands):
    """Who takes many hands of the standard deck in one call."""
    module, equity = installed("pokerfast.equity"), installed("poker_equity")
    entrants = []
    if module and module.available():
        rows = [_names(hand) for hand in hands]
        entrants.append(
            _batch("pokerfast", lambda: module.evaluate(rows), len(hands), lambda found: [*found])
        )
    if equity:
        entrants.append(_scored(equity, "high", hands))
    return tuple(entrants)


def short_deck(hands):
    """Who evaluates seven cards of the short deck, flushes over full houses."""
    equity = installed("poker_equity")
    return (
        *([_scored(equity, "short_deck", hands)] if equity else []),
        *_pokerkit(hands, "ShortDeckHoldemHand"),
    )


def phevaluator_of_seven():
    """The private function under its public ones, the fastest it has: seven codes, lower is
    better; None if not installed.
    """
    if not installed("phevaluator"):
        return None
    return import_module("phevaluator._pheval").evaluate_7cards


def each(evaluate, hands, passes):
    def work():
        for _ in range(passes):
            for hand in hands:
                evaluate(hand)
        return passes * len(hands)

    return work


def _each_spread(evaluate, hands, passes):
    def work():
        for _ in range(passes):
            for hand in hands:
                evaluate(*hand)
        return passes * len(hands)

    return work


def _entrant(name, evaluate, hands, sign, passes=1):
    return Entrant(
        name,
        _each_spread(evaluate, hands, passes),
        lambda: [sign(evaluate(*hand)) for hand in hands],
    )


def installed(module):
    """The module; None if its package is not installed."""
    if not find_spec(module.partition(".")[0]):
        return None
    # numpy, which some bring along, starts threads as it is imported
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # a peer's own imports may be deprecated, which is not ours to mend
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return import_module(module)


def _names(hand):
    return [CARDS[code] for code in hand]


def _phevaluator(hands, passes):
    module, private = installed("phevaluator"), phevaluator_of_seven()
    if private is None:
        return ()
    codes = [tuple(hand) for hand in hands]
    return (
        _entrant("phevaluator, private entry", private, codes, neg, passes),
        _entrant("phevaluator", module.evaluate_cards, codes, neg, passes),
    )


def _eval7(hands, passes):
    module = installed("eval7")
    if not module:
        return ()
    cards = [[*map(module.Card, _names(hand))] for hand in hands]
    return (
        Entrant(
            "eval7",
            each(module.evaluate, cards, passes),
            lambda: [module.evaluate(hand) for hand in cards],
        ),
    )


def _pkrbot(hands, passes):
    module = installed("pkrbot")
    if not module:
        return ()
    cards = [[*map(module.Card, _names(hand))] for hand in hands]
    return (
        Entrant(
            "pkrbot",
            each(module.evaluate, cards, passes),
            lambda: [module.evaluate(hand) for hand in cards],
        ),
    )


def _xiapl(hands, passes):
    module = installed("xiapl")
    if not module:
        return ()
    masks = [xiapl_mask(module, _names(hand)) for hand in hands]

    def found():
        values = [module.eval.evaluate_mask(mask) for mask in masks]
        return [(int(value.category.value), value.kickers) for value in values]

    return (Entrant("xiapl", each(module.eval.evaluate_mask, masks, passes), found),)


def xiapl_mask(module, cards):
    """A set of cards as xiapl has them: a bit each."""
    return sum(1 << module.card.Card.from_string(card).id for card in cards)


def _pokerfast(hands):
    module = installed("pokerfast")
    if not module:
        return ()
    cards = [tuple(_names(hand)) for hand in hands]
    return (
        Entrant(
            "pokerfast, its Python",
            each(module.eval7, cards, 1),
            lambda: [module.eval7(hand) for hand in cards],
        ),
    )


def _batch(name, ask, size, in_order):
    def work():
        ask()
        return size

    return Entrant(name, work, lambda: in_order(ask()))


def _scored(module, kernel, hands):
    """The lower the better. It is made for its own tests, and takes cards as text."""
    texts = ["".join(_names(hand)) for hand in hands]
    return _batch(
        "poker-equity, a batch",
        lambda: module.score_batch(kernel, texts),
        len(hands),
        lambda found: [-one for one in found],
    )


def _treys(hands):
    module = installed("treys")
    if not module:
        return ()
    cards = [[*map(module.Card.new, _names(hand))] for hand in hands]
    return (
        _entrant(
            "treys", module.Evaluator().evaluate, [(hand[:2], hand[2:]) for hand in cards], neg
        ),
    )


def _pokerkit(hands, kind):
    module = installed("pokerkit")
    if not module:
        return ()
    texts = [("".join(_names(hand[:2])), "".join(_names(hand[2:]))) for hand in hands[:SLOWEST]]
    return (_entrant("PokerKit", getattr(module, kind).from_game, texts, lambda hand: hand),)
