"""An all-in with the hands up: what is to come, and which cards win."""

from typing import Final

from tablectl.rules.cards import rank_name
from tablectl.rules.wording import counted, listed
from tablectl.views.says import Says
from tablectl.views.words.english.fields import in_words, started_name
from tablectl.views.words.template import Names, Sentence

SUIT_NAMES: Final = {"s": "spade", "h": "heart", "d": "diamond", "c": "club"}


def hands_up(*, cards: int) -> str:
    return f"All-in: {counted(cards)} card{'s' if cards > 1 else ''} to come"


def streets_next(*, streets: tuple[str, ...]) -> str:
    return f"Next: {listed([f'the {street}' for street in streets])}."


def outs(*, parts: tuple[str, ...]) -> str:
    return " ".join(parts)


def outs_of(
    *, winners: tuple[int, ...], ranks: tuple[str, ...], suits: tuple[str, ...], cards: tuple[str, ...], but: tuple[str, ...],
    count: int, of: int, names: Names,
) -> str:
    """"Luca wins with any queen or heart, except K♥ and J♥: 10 cards of 44."."""
    kinds = [*(rank_name(rank) for rank in ranks), *(SUIT_NAMES[suit] for suit in suits)]
    named = [*([f"any {listed(kinds, ' or ')}"] if kinds else []), *map(in_words, cards)]
    excepted = f", except {listed([*map(in_words, but)])}" if but else ""
    return f"{_does(winners, names)} {listed(named, ' or ')}{excepted}: {_cards(count)} of {of}."


def outs_counted(*, winners: tuple[int, ...], count: int, of: int, names: Names) -> str:
    return f"{_does(winners, names)} {_cards(count)} of {of}."


def outs_rest(*, winners: tuple[int, ...], names: Names) -> str:
    if len(winners) > 1:
        return "Every other card splits the pot."
    return f"Every other card is {names(winners[0])}'s."


def outs_none(*, winners: tuple[int, ...], names: Names) -> str:
    """Whatever comes, it changes nothing."""
    who = listed([started_name(names, seat) for seat in winners])
    return f"{who} {'split the pot' if len(winners) > 1 else 'wins'} with any card."


def _does(winners: tuple[int, ...], names: Names) -> str:
    who = listed([started_name(names, seat) for seat in winners])
    return f"{who} {'split the pot' if len(winners) > 1 else 'wins'} with"


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


SENTENCES: dict[str, Sentence] = {
    Says.HANDS_UP: hands_up,
    Says.STREETS_NEXT: streets_next,
    Says.OUTS: outs,
    Says.OUTS_OF: outs_of,
    Says.OUTS_COUNTED: outs_counted,
    Says.OUTS_REST: outs_rest,
    Says.OUTS_NONE: outs_none,
}
