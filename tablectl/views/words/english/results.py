"""How a hand ended: what it is called, and what is paid, returned and collected at a seat that played against the house."""

from typing import Final

from tablectl.rules.evaluate import WORDS
from tablectl.views.says import Says
from tablectl.views.words.english.fields import started
from tablectl.views.words.template import Sentence

SHORT: Final = {
    "pair": "pair", "two_pair": "two pair", "straight": "straight", "flush": "flush", "full_house": "full house",
    "straight_flush": "straight flush",
}


def hand(*, category: str, cards: tuple[str, ...]) -> str:
    """"two pair, aces and nines"."""
    return WORDS[category](cards)


def hand_in_short(*, category: str, cards: tuple[str, ...]) -> str:
    """"two pair"; where one word would not say which, the whole name."""
    return SHORT.get(category) or WORDS[category](cards)


def paid(*, at: int, lines: tuple[str, ...], moves: tuple[str, ...]) -> str:
    """"Seat 3: the ante of 10 pays 20 (2 to 1), ... Pay 20 (4 of 5), return 30."."""
    return f"Seat {at}: {', '.join(lines)}. {started(', '.join(moves))}."


def pays_in_chips(*, amount: int, counts: tuple[int, ...], chips: tuple[int, ...]) -> str:
    pieces = [f"{count:,} of {chip:,}" for count, chip in zip(counts, chips, strict=True)]
    return f"pay {amount:,} ({', '.join(pieces)})"


SENTENCES: dict[str, Sentence] = {
    Says.HAND: hand,
    Says.HAND_IN_SHORT: hand_in_short,
    Says.PAID: paid,
    Says.LINE_WON: "the {line} of {staked:,} pays {paid:,} ({pays:,} to 1)",
    Says.LINE_RETURNED: "the {line} of {staked:,} is returned",
    Says.LINE_COLLECTED: "the {line} of {staked:,} is collected",
    Says.PAYS: "pay {amount:,}",
    Says.PAYS_IN_CHIPS: pays_in_chips,
    Says.COLLECTS: "collect {amount:,}",
    Says.RETURNS: "return {amount:,}",
}
