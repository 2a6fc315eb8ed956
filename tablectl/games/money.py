"""Whether stacks, blinds, antes, bets and chips of a table fit each other (L-5, T-16), in sentences with the nearest that do."""

from collections.abc import Iterator, Mapping

from tablectl.games.game import Game, Settings
from tablectl.rules.denominations import Named, nearest, wrong_with_amounts, wrong_with_chips
from tablectl.rules.forced import Stakes

BLINDS = ("small_blind", "big_blind", "ante")
BETS = ("small_bet", "big_bet")


def wrong_with_money(
    game: Game, settings: Settings, stakes: Stakes, chips: tuple[int, ...], stacks: Mapping[int, int],
) -> Iterator[str]:
    """Sentences. `settings` are the game's with the table's options, `stakes` those of its first hand."""
    if game.plays_for == "points":
        return
    smallest = min(chips, default=1)
    blinds = [*_blinds(settings, stakes)]
    yield from wrong_with_chips(chips)
    yield from wrong_with_amounts(((f"[table.seats] {seat}", stack) for seat, stack in stacks.items()), smallest)
    yield from wrong_with_amounts(blinds, smallest)
    yield from wrong_with_amounts(((f"[table.stakes] {name}", getattr(stakes, name)) for name in BETS), smallest)
    if settings.smallest_chip is not None:
        yield from wrong_with_amounts([("[table.options] smallest_chip", settings.smallest_chip)], smallest)
        yield from wrong_with_amounts(blinds, settings.smallest_chip)
    if game.plays_for == "house":
        yield from _wrong_with_bet("ante", settings.ante_min, settings.ante_max, smallest)
        yield from _wrong_with_bet("bonus", settings.bonus_min, settings.bonus_max, smallest)


def _blinds(settings: Settings, stakes: Stakes) -> Iterator[Named]:
    """Blinds and antes of every level, or of the stakes."""
    for number, level in enumerate(settings.levels, 1):
        yield from ((f"[table.options] levels: {name} of level {number}", getattr(level, name)) for name in BLINDS)
    if not settings.levels:
        yield from ((_key(name, settings), getattr(stakes, name)) for name in BLINDS)


def _key(name: str, settings: Settings) -> str:
    """Where an amount of the stakes is written: a setting may stand instead."""
    if name == "big_blind" and settings.button_ante and settings.button_ante is not True:
        return "[table.options] button_ante"
    return "[table.options] ante" if name == "ante" and settings.ante is not None else f"[table.stakes] {name}"


def _wrong_with_bet(what: str, least: int, most: int, smallest: int) -> Iterator[str]:
    if most - most % smallest < least:
        yield (f"[table.options] {what}_min is {least:,} and {what}_max {most:,}, and no chips of {smallest:,} make such a bet: "
               f"{nearest(most, smallest)}.")
