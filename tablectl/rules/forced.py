"""Antes, blinds and the levels that set them: what is owed before a card is dealt (T-2 to T-4)."""

from msgspec import Struct


class Stakes(Struct, frozen=True, forbid_unknown_fields=True):
    """Amounts in whole chip units. The bets are those of limit hold'em; 0 where the game has none."""

    small_blind: int
    big_blind: int
    ante: int = 0
    small_bet: int = 0
    big_bet: int = 0


class Level(Struct, frozen=True, forbid_unknown_fields=True):
    """One row of the schedule: it lasts `hands` or `minutes`; neither: to the end. `break_minutes` of rest come after it (T-4)."""

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


def posts(dealt: tuple[int, ...], small: int, big: int, stakes: Stakes) -> tuple[Post, ...]:
    """What each seat owes, the small blind first, then the big blind, then the others' antes clockwise (T-2, T-4)."""
    live = {small: stakes.small_blind, big: stakes.big_blind}
    order = (small, big, *(seat for seat in dealt if seat not in live))
    owed = (Post(seat, ante=stakes.ante, live=live.get(seat, 0)) for seat in order)
    return tuple(post for post in owed if post.total)


def next_level(levels: tuple[Level, ...], index: int, hands_played: int, elapsed_ms: int) -> int:
    """The level the next hand is played at: a level that has run out gives way to the next, never in mid-hand (T-4)."""
    level = levels[index]
    is_over = (level.hands is not None and hands_played >= level.hands) or (
        level.minutes is not None and elapsed_ms >= level.minutes * 60_000
    )
    return index + 1 if is_over and index + 1 < len(levels) else index
