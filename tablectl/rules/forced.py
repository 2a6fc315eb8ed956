"""Antes, blinds and the levels that set them: what is owed before a card is dealt (T-2 to T-4)."""

from collections.abc import Collection
from typing import Final

from msgspec import Struct

from tablectl.rules.seating import Positions

MINUTE_MS: Final = 60_000


class Stakes(Struct, frozen=True, forbid_unknown_fields=True):
    """Amounts in whole chip units. The bets are those of limit hold'em; 0 where the game has none."""

    small_blind: int
    big_blind: int
    ante: int = 0
    small_bet: int = 0
    big_bet: int = 0


class Level(Struct, frozen=True, forbid_unknown_fields=True):
    """One row of the schedule: it lasts `hands` or `minutes`, else to the end; `break_minutes` of rest come after it (T-4)."""

    small_blind: int
    big_blind: int
    ante: int = 0
    hands: int | None = None
    minutes: float | None = None
    break_minutes: float = 0


class Post(Struct, frozen=True):
    """What one seat owes before the deal: `ante` to the pot, `live` as its bet, `dead` to the pot (G-13)."""

    seat: int
    ante: int = 0
    live: int = 0
    dead: int = 0

    @property
    def total(self) -> int:
        return self.ante + self.live + self.dead

    def covered_by(self, stack: int) -> "Post":
        """What a stack can pay of it: the ante first, then the live part, then the dead one (T-3)."""
        ante = min(self.ante, stack)
        live = min(self.live, stack - ante)
        return Post(self.seat, ante, live, min(self.dead, stack - ante - live))


def smallest_chip(chips: tuple[int, ...], stakes: Stakes, divides: str) -> int:
    """The smallest chip that plays: by `divides` the smallest in play, or the largest that divides all blinds and antes (L-5)."""
    if not chips:
        return 1
    if divides == "chips":
        return min(chips)
    owed = [amount for amount in (stakes.small_blind, stakes.big_blind, stakes.ante) if amount]
    return max((chip for chip in chips if all(amount % chip == 0 for amount in owed)), default=min(chips))


def posts(
    positions: Positions, stakes: Stakes, returning: Collection[int] = (), newcomers: Collection[int] = (),
) -> tuple[Post, ...]:
    """What each seat owes: the blinds first, the small one before the big one, then the others clockwise (T-2, T-4).

    `newcomers` post the big blind (L-30), `returning` players also a dead small one (L-35), as who buys the button does
    (L-32). What the small or the big blind's seat itself posts pays for coming in (L-31).
    """
    small, big = positions.small, positions.big
    first = (big,) if small is None else (small, big)

    def owed(seat: int) -> Post:
        if seat == small:
            return Post(seat, stakes.ante, live=stakes.small_blind)
        if seat == big:
            return Post(seat, stakes.ante, stakes.big_blind, dead=stakes.small_blind if positions.is_bought else 0)
        if seat in returning:
            return Post(seat, stakes.ante, stakes.big_blind, dead=stakes.small_blind)
        return Post(seat, stakes.ante, live=stakes.big_blind if seat in newcomers else 0)

    order = (*first, *(seat for seat in positions.dealt if seat not in first))
    return tuple(post for seat in order if (post := owed(seat)).total)


def level_now(levels: tuple[Level, ...], index: int, hands_played: int, began_ms: int, now_ms: int) -> tuple[int, int]:
    """The level the next hand is played at, and when it began; asked between hands, never in mid-hand (T-4).

    Minutes are the schedule's: a level begins when the one before has run out, even if a hand still goes on, so a long hand
    makes the next level no longer. A level of hands begins with the first of them.
    """
    while index + 1 < len(levels):
        level = levels[index]
        if level.minutes is not None and now_ms - began_ms >= level.minutes * MINUTE_MS:
            began_ms += round(level.minutes * MINUTE_MS)
        elif level.hands is not None and hands_played >= level.hands:
            began_ms = now_ms
        else:
            break
        index, hands_played = index + 1, 0
    return index, began_ms
