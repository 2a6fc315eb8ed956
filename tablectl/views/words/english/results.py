"""How a hand ended: what it is called, and what is paid, returned and collected at a seat that played against the house."""

from tablectl.rules.evaluate import WORDS
from tablectl.views.says import Says
from tablectl.views.words.english.fields import started
from tablectl.views.words.template import Sentence


def hand(*, category: str, cards: tuple[str, ...]) -> str:
    """"two pair, aces and nines"."""
    return WORDS[category](cards)


def paid(*, at: int, lines: tuple[str, ...], moves: tuple[str, ...]) -> str:
    """"Seat 3: the ante of 10 pays 20 (2 to 1), ... Pay 20 (4 of 5), return 30."."""
    return f"Seat {at}: {', '.join(lines)}. {started(', '.join(moves))}."


def pays_in_chips(*, amount: int, counts: tuple[int, ...], chips: tuple[int, ...]) -> str:
    pieces = [f"{count:,} of {chip:,}" for count, chip in zip(counts, chips, strict=True)]
    return f"pay {amount:,} ({', '.join(pieces)})"


SENTENCES: dict[str, Sentence] = {
    Says.HAND: hand,
    Says.PAID: paid,
    Says.LINE_WON: "the {line} of {staked:,} pays {paid:,} ({pays:,} to 1)",
    Says.LINE_RETURNED: "the {line} of {staked:,} is returned",
    Says.LINE_COLLECTED: "the {line} of {staked:,} is collected",
    Says.PAYS: "pay {amount:,}",
    Says.PAYS_IN_CHIPS: pays_in_chips,
    Says.COLLECTS: "collect {amount:,}",
    Says.RETURNS: "return {amount:,}",
}
