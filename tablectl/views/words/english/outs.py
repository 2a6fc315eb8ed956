"""An all-in with the hands up: what is to come, and which cards win."""

from collections.abc import Sequence

from tablectl.locale import Translator
from tablectl.locale.translator import Texts
from tablectl.views.says import Says
from tablectl.views.words.english.fields import in_words, started_name
from tablectl.views.words.template import Names, Sentence

RANK_NAMES: Texts = {
    "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight", "9": "nine", "T": "ten",
    "J": "jack", "Q": "queen", "K": "king", "A": "ace",
}
SUIT_NAMES: Texts = {"s": "spade", "h": "heart", "d": "diamond", "c": "club"}
STREETS: Texts = {"flop": "the flop", "turn": "the turn", "river": "the river"}


def hands_up(*, cards: int, tr: Translator) -> str:
    return tr.plural("All-in: one card to come", "All-in: {cards} cards to come", cards, cards=tr.counted(cards))


def streets_next(*, streets: tuple[str, ...], tr: Translator) -> str:
    return tr("Next: {streets}.", streets=tr.listed([tr(STREETS[street]) for street in streets]))


def outs(*, parts: tuple[str, ...]) -> str:
    return " ".join(parts)


def outs_of(
    *, winners: tuple[int, ...], ranks: tuple[str, ...], suits: tuple[str, ...], cards: tuple[str, ...], but: tuple[str, ...],
    count: int, of: int, names: Names, tr: Translator,
) -> str:
    """"Luca wins with any queen or heart, except K♥ and J♥: 10 cards of 44."."""
    kinds = [*(tr(RANK_NAMES[rank[0]]) for rank in ranks), *(tr(SUIT_NAMES[suit]) for suit in suits)]
    any_of = [tr("any {kinds}", kinds=tr.one_of(kinds))] if kinds else []
    with_ = tr.one_of([*any_of, *[in_words(card, tr) for card in cards]])
    if but:
        with_ = tr("{cards}, except {others}", cards=with_, others=tr.listed([in_words(card, tr) for card in but]))
    return _won_with(winners, f"{with_}: {_cards(count, of, tr)}", names, tr)


def outs_counted(*, winners: tuple[int, ...], count: int, of: int, names: Names, tr: Translator) -> str:
    return _won_with(winners, _cards(count, of, tr), names, tr)


def _won_with(winners: tuple[int, ...], cards: str, names: Names, tr: Translator) -> str:
    return tr.plural("{Players} wins with {cards}.", "{Players} split the pot with {cards}.", len(winners),
                     Players=_listed(winners, names, tr), cards=cards)


def _listed(winners: Sequence[int], names: Names, tr: Translator) -> str:
    return tr.listed([started_name(names, seat) for seat in winners])


def _cards(count: int, of: int, tr: Translator) -> str:
    return tr.plural("1 card of {of}", "{count} cards of {of}", count, count=count, of=of)


def outs_rest(*, winners: tuple[int, ...], names: Names, tr: Translator) -> str:
    if len(winners) > 1:
        return tr("Every other card splits the pot.")
    return tr("Every other card is {seat}'s.", seat=names(winners[0]))


def outs_none(*, winners: tuple[int, ...], names: Names, tr: Translator) -> str:
    """Whatever comes, it changes nothing."""
    return tr.plural("{Players} wins with any card.", "{Players} split the pot with any card.", len(winners),
                     Players=_listed(winners, names, tr))


SENTENCES: dict[str, Sentence] = {
    Says.HANDS_UP: hands_up,
    Says.STREETS_NEXT: streets_next,
    Says.OUTS: outs,
    Says.OUTS_OF: outs_of,
    Says.OUTS_COUNTED: outs_counted,
    Says.OUTS_REST: outs_rest,
    Says.OUTS_NONE: outs_none,
}
