"""The peers in the package index: which of them are installed here, and each fed with what it takes fastest."""

import warnings
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from operator import neg
from typing import Any, Final

from tablectl.bench.contest import Entrant
from tablectl.rules.cards import CARDS

PEERS: Final = ("phevaluator", "eval7", "treys", "pokerkit")       # names in the package index, and of their modules
SLOWEST: Final = 50                     # hands: PokerKit takes as long for one as we for thousands

Hands = Sequence[bytes]
Evaluate = Callable[[Any], object]


def missing(names: Sequence[str] = PEERS) -> list[str]:
    """A sentence for each that is not installed."""
    return [f"{name} is not installed and left out: pip install {name}" for name in names if find_spec(name) is None]


def seven_cards(hands: Hands, passes: int = 1) -> tuple[Entrant, ...]:
    """Who evaluates seven cards of the standard deck; the slow ones go over them once."""
    return (*_phevaluator(hands, passes), *_eval7(hands, passes), *_treys(hands), *_pokerkit(hands, "StandardHighHand"))


def short_deck(hands: Hands) -> tuple[Entrant, ...]:
    """Who evaluates seven cards of the short deck, flushes over full houses."""
    return _pokerkit(hands, "ShortDeckHoldemHand")


def phevaluator_of_seven() -> Callable[..., int] | None:
    """The private function under its public ones, the fastest it has: seven codes, lower is better; None if not installed."""
    if not _installed("phevaluator"):
        return None
    function: Callable[..., int] = import_module("phevaluator._pheval").evaluate_7cards
    return function


def each(evaluate: Evaluate, hands: Sequence[Any], passes: int) -> Callable[[], float]:
    def work() -> float:
        for _ in range(passes):
            for hand in hands:
                evaluate(hand)
        return passes * len(hands)
    return work


def _each_spread(evaluate: Callable[..., object], hands: Sequence[Sequence[Any]], passes: int) -> Callable[[], float]:
    def work() -> float:
        for _ in range(passes):
            for hand in hands:
                evaluate(*hand)
        return passes * len(hands)
    return work


def _entrant(
    name: str, evaluate: Callable[..., Any], hands: Sequence[Sequence[Any]], sign: Callable[[Any], Any], passes: int = 1,
) -> Entrant:
    return Entrant(name, _each_spread(evaluate, hands, passes), lambda: [sign(evaluate(*hand)) for hand in hands])


def _installed(name: str) -> Any:
    if find_spec(name) is None:
        return None
    with warnings.catch_warnings():     # a peer's own imports may be deprecated, which is not ours to mend
        warnings.simplefilter("ignore", DeprecationWarning)
        return import_module(name)


def _names(hand: bytes) -> list[str]:
    return [CARDS[code] for code in hand]


def _phevaluator(hands: Hands, passes: int) -> tuple[Entrant, ...]:
    module, private = _installed("phevaluator"), phevaluator_of_seven()
    if private is None:
        return ()
    codes = [tuple(hand) for hand in hands]
    return (_entrant("phevaluator, private entry", private, codes, neg, passes),
            _entrant("phevaluator", module.evaluate_cards, codes, neg, passes))


def _eval7(hands: Hands, passes: int) -> tuple[Entrant, ...]:
    module = _installed("eval7")
    if not module:
        return ()
    cards = [[*map(module.Card, _names(hand))] for hand in hands]
    return (Entrant("eval7", each(module.evaluate, cards, passes), lambda: [module.evaluate(hand) for hand in cards]),)


def _treys(hands: Hands) -> tuple[Entrant, ...]:
    module = _installed("treys")
    if not module:
        return ()
    cards = [[*map(module.Card.new, _names(hand))] for hand in hands]
    return (_entrant("treys", module.Evaluator().evaluate, [(hand[:2], hand[2:]) for hand in cards], neg),)


def _pokerkit(hands: Hands, kind: str) -> tuple[Entrant, ...]:
    module = _installed("pokerkit")
    if not module:
        return ()
    texts = [("".join(_names(hand[:2])), "".join(_names(hand[2:]))) for hand in hands[:SLOWEST]]
    return (_entrant("PokerKit", getattr(module, kind).from_game, texts, lambda hand: hand),)
