"""How a hand ended: what it is called, and what is paid, returned and collected at a seat that played against the house."""


from tablectl.locale import Translator
from tablectl.locale.translator import Texts, started
from tablectl.views.says import Says
from tablectl.views.words.english.hands import name_of
from tablectl.views.words.template import Sentence

SHORT: Texts = {
    "pair": "pair", "two_pair": "two pair", "straight": "straight", "flush": "flush", "full_house": "full house",
    "straight_flush": "straight flush",
}


def hand(*, category: str, cards: tuple[str, ...], tr: Translator) -> str:
    """"two pair, aces and nines"."""
    return name_of(category, cards, tr)


def hand_in_short(*, category: str, cards: tuple[str, ...], tr: Translator) -> str:
    """"two pair"; where one word would not say which, the whole name."""
    return tr(SHORT[category]) if category in SHORT else name_of(category, cards, tr)


def paid(*, at: int, lines: tuple[str, ...], moves: tuple[str, ...], tr: Translator) -> str:
    """"Seat 3: the ante of 10 pays 20 (2 to 1), ... Pay 20 (4 of 5), return 30."."""
    return tr("Seat {at}: {bets}. {Moves}.", at=at, bets=", ".join(lines), Moves=started(", ".join(moves)))


def pays_in_chips(*, amount: int, counts: tuple[int, ...], chips: tuple[int, ...], tr: Translator) -> str:
    pieces = [tr("{count:,} of {chip:,}", count=count, chip=chip) for count, chip in zip(counts, chips, strict=True)]
    return tr("pay {amount:,} ({chips})", amount=amount, chips=", ".join(pieces))


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
