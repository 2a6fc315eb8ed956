"""Whether stacks, blinds, antes, bets and chips of a table fit each other (L-5, T-16), in sentences
with the nearest that do.

All chips are multiples of the smallest one. So each of its multiples can be bet, paid and changed,
and no other amount.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

from tablectl.games.game import Game
from tablectl.games.settings import Settings
from tablectl.rules.amounts import MOST_AMOUNT
from tablectl.rules.bounds import Key, Problem
from tablectl.rules.fitting import key_in_words
from tablectl.rules.forced import Stakes

BLINDS = ("small_blind", "big_blind", "ante")
BETS = ("small_bet", "big_bet")

Named = tuple[Key, str, int]  # an amount: its key, and as a sentence names it


def money_problems(
    game: Game,
    settings: Settings,
    stakes: Stakes,
    chips: tuple[int, ...],
    stacks: Mapping[int, int],
) -> Iterator[Problem]:
    """`settings` are the game's with the table's options, `stakes` those of its first hand."""
    if game.plays_for == "points":
        return
    smallest = min(chips, default=1)
    if problems := [*chip_problems(chips)]:
        yield from problems
        return
    yield from amount_problems(
        (_describe_amount(("seats", str(seat)), stack) for seat, stack in stacks.items()), smallest
    )
    yield from _blind_problems(settings, stakes, smallest)
    yield from amount_problems(
        (_describe_amount(("stakes", name), getattr(stakes, name)) for name in BETS), smallest
    )
    if settings.smallest_chip is not None:
        yield from amount_problems(
            [_describe_amount(("options", "smallest_chip"), settings.smallest_chip)], smallest
        )
        yield from _blind_problems(settings, stakes, settings.smallest_chip)
    if game.plays_for == "house":
        yield from _bet_problems("ante", settings.ante_min, settings.ante_max, smallest)
        yield from _bet_problems("bonus", settings.bonus_min, settings.bonus_max, smallest)


def _describe_amount(key: Key, amount: int) -> Named:
    return ("table", *key), key_in_words(("table", *key)), amount


def _blind_problems(settings: Settings, stakes: Stakes, smallest: int) -> Iterator[Problem]:
    """Of blinds and ante of every level, or of the stakes, the first that is not: one blind
    may follow from the other.
    """
    for place, level in enumerate(settings.levels):
        names = (f"[table.options] levels: {name} of level {place + 1}" for name in BLINDS)
        keys = (("table", "options", "levels", place, name) for name in BLINDS)
        amounts = zip(keys, names, (getattr(level, name) for name in BLINDS), strict=True)
        yield from islice(amount_problems(amounts, smallest), 1)
    if not settings.levels:
        owed = (
            _describe_amount(_stake_key(name, settings), getattr(stakes, name)) for name in BLINDS
        )
        yield from islice(amount_problems(owed, smallest), 1)


def _stake_key(name: str, settings: Settings) -> Key:
    """Where an amount of the stakes is written: a setting may stand instead."""
    if name == "big_blind" and settings.button_ante and settings.button_ante is not True:
        return "options", "button_ante"
    return ("options", "ante") if name == "ante" and settings.ante is not None else ("stakes", name)


def _bet_problems(what: str, least: int, most: int, smallest: int) -> Iterator[Problem]:
    if most - most % smallest < least:
        yield Problem(
            ("table", "options", f"{what}_min"),
            (
                f"[table.options] {what}_min is {least:,} and {what}_max {most:,}, and no chips of "
                f"{smallest:,} make such a bet: {nearest_multiples(most, smallest)}."
            ),
        )


def chip_problems(chips: tuple[int, ...]) -> Iterator[Problem]:
    """Chips that are no multiple of the smallest one, each with the nearest that are."""
    smallest = min(chips, default=1)
    for chip in sorted(chips):
        if chip % smallest:
            sentence = (
                f"[table] chips has {chip:,}, and no {smallest:,} make that: "
                f"{nearest_multiples(chip, smallest)}."
            )
            yield Problem(("table", "chips", chips.index(chip)), sentence)


def amount_problems(amounts: Iterable[Named], smallest: int) -> Iterator[Problem]:
    """Amounts that chips of `smallest` cannot make, each with the nearest that they can."""
    for key, name, amount in amounts:
        if amount % smallest:
            yield Problem(
                key,
                f"{name} is {amount:,}, and no chips of {smallest:,} make that: "
                f"{nearest_multiples(amount, smallest)}.",
            )


def nearest_multiples(amount: int, smallest: int) -> str:
    """The multiples of `smallest` on both sides of an amount that is none, as the end of a
    sentence; 0 is no amount.
    """
    below = amount - amount % smallest
    found = [f"{near:,}" for near in (below, below + smallest) if 0 < near <= MOST_AMOUNT]
    return f"the nearest {'is' if len(found) == 1 else 'are'} {' and '.join(found)}"
