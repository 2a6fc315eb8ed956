"""Antes, blinds and the levels that set them: what is owed before a card is dealt (T-2 to T-4)."""

from collections.abc import Collection
from typing import Annotated, Literal, TypeVar

from msgspec import Meta
from msgspec.structs import force_setattr, replace

from tablectl.rules.amounts import Whole
from tablectl.rules.fitting import means
from tablectl.rules.seating import Positions
from tablectl.structs import Light, Strict

BetSize = Literal["small", "big", "big_if_given"]
# who posts antes: each their own, or that seat one for the whole table
AnteFrom = Literal["each", "big_blind"]
# the smallest chip in play, or the largest that divides all blinds (L-5)
SmallestFrom = Literal["chips", "blinds"]

MINUTE_MS = 60_000
WEEK_MIN = 7 * 24 * 60
MOST_HANDS = 1_000_000  # of a level or a game
LEFT_OUT = -(2**63)  # stands for a blind that was not given


class Stakes(Strict):
    """Amounts in whole chip units. One blind may be left out: it follows from the other. The
    bets are limit hold'em's.
    """

    small_blind: Annotated[
        Whole, means("Half of the big blind, if it is left out.", example=50)
    ] = LEFT_OUT
    big_blind: Annotated[Whole, means("Twice the small blind, if it is left out.", example=100)] = (
        LEFT_OUT
    )
    ante: Annotated[Whole, means("Of each seat, or of the big blind for all.")] = 0
    small_bet: Annotated[Whole, means("Fixed limit; 0: the big blind.")] = 0
    big_bet: Annotated[Whole, means("Fixed limit; 0: twice the small bet.")] = 0

    def __post_init__(self) -> None:
        _fill_in_blinds(self)

    def bet(self, size: BetSize) -> int:
        """The bet of a limit street. By default the small bet is the big blind, and the big bet
        twice the small one (S-4).

        `big_if_given`: the big bet where there is one, else the small one.
        """
        small = self.small_bet or self.big_blind
        if size == "big":
            return self.big_bet or 2 * small
        return (size == "big_if_given" and self.big_bet) or small


class Level(Strict):
    """One row of the schedule. It lasts `hands` or `minutes`, else to the end, with a break of
    `break_minutes` after it (T-4).
    """

    small_blind: Annotated[Whole, means("As in the stakes.")] = LEFT_OUT
    big_blind: Annotated[Whole, means("As in the stakes.")] = LEFT_OUT
    ante: Annotated[Whole, means("Of each seat, or of the big blind for all.")] = 0
    hands: Annotated[
        Annotated[int, Meta(ge=1, le=MOST_HANDS)] | None, means("So many hands it lasts.")
    ] = None
    minutes: Annotated[
        Annotated[float, Meta(gt=0, le=WEEK_MIN)] | None, means("Or so many minutes.")
    ] = None
    break_minutes: Annotated[
        float, Meta(ge=0, le=WEEK_MIN), means("Of the break after it; 0: none.")
    ] = 0

    def __post_init__(self) -> None:
        _fill_in_blinds(self)

    @property
    def stakes(self) -> Stakes:
        return Stakes(self.small_blind, self.big_blind, self.ante)


def _fill_in_blinds(blinds: Stakes | Level) -> None:
    """Fills in the blind that was left out: half the big one, rounded down (T-2), or double the
    small one (S-9).
    """
    if blinds.big_blind == LEFT_OUT:
        force_setattr(blinds, "big_blind", max(0, 2 * blinds.small_blind))
    if blinds.small_blind == LEFT_OUT:
        force_setattr(blinds, "small_blind", blinds.big_blind // 2)


Blinds = TypeVar("Blinds", Stakes, Level)


def on_the_button(blinds: Blinds, button_ante: bool | int) -> Blinds:
    """The stakes with one blind on the button in the place of both; `True`: as much as the big
    blind (setting `button_ante`).
    """
    return replace(
        blinds,
        small_blind=0,
        big_blind=blinds.big_blind if button_ante is True else int(button_ante),
    )


class Post(Light):
    """What one seat owes before the deal: antes to the pot, `live` as its bet, `dead` to the pot
    (G-13).

    `ante` is the seat's own. `table_ante` is one ante for the whole table; no other seat has to
    match it.
    """

    seat: int
    ante: int = 0
    live: int = 0
    dead: int = 0
    table_ante: int = 0

    @property
    def total(self) -> int:
        return self.table_ante + self.ante + self.live + self.dead

    def covered_by(self, stack: int) -> "Post":
        """What a stack can pay of it: the ante first, then the live part, then the dead one
        (T-3).
        """
        table_ante = min(self.table_ante, stack)
        ante = min(self.ante, stack - table_ante)
        live = min(self.live, stack - table_ante - ante)
        return Post(
            self.seat, ante, live, min(self.dead, stack - table_ante - ante - live), table_ante
        )


def smallest_chip(chips: tuple[int, ...], stakes: Stakes, divides: SmallestFrom) -> int:
    """The smallest chip that plays: by `divides` the smallest in play, or the largest that
    divides all blinds and antes (L-5).
    """
    if not chips:
        return 1
    if divides == "chips":
        return min(chips)
    owed = [amount for amount in (stakes.small_blind, stakes.big_blind, stakes.ante) if amount]
    return max(
        (chip for chip in chips if all(amount % chip == 0 for amount in owed)), default=min(chips)
    )


def list_posts(
    positions: Positions,
    stakes: Stakes,
    returning: Collection[int] = (),
    newcomers: Collection[int] = (),
    ante_from: AnteFrom = "each",
) -> tuple[Post, ...]:
    """What each seat owes: the blinds first, the small one before the big one, then the others
    clockwise (T-2, T-4).

    What the small or the big blind's seat itself posts pays for coming in (L-31), so in the rows
    below the last one holds.
    """
    small, big = positions.small, positions.big
    live_and_dead: dict[int | None, tuple[int, int]] = {
        # L-30, L-34, S-16
        **dict.fromkeys(newcomers, (stakes.big_blind, 0)),
        # L-35, S-18
        **dict.fromkeys(returning, (stakes.big_blind, stakes.small_blind)),
        # L-32
        big: (stakes.big_blind, stakes.small_blind if positions.is_bought else 0),
        small: (stakes.small_blind, 0),
    }
    antes = dict.fromkeys(positions.dealt, stakes.ante) if ante_from == "each" else {}
    table_antes = {big: stakes.ante} if ante_from == "big_blind" else {}

    def owed(seat: int) -> Post:
        return Post(
            seat, antes.get(seat, 0), *live_and_dead.get(seat, (0, 0)), table_antes.get(seat, 0)
        )

    first = (big,) if small is None else (small, big)
    order = (*first, *(seat for seat in positions.dealt if seat not in first))
    return tuple([post for seat in order if (post := owed(seat)).total])


def level_now(
    levels: tuple[Level, ...],
    index: int,
    hands_played: int,
    began_ms: int,
    now_ms: int,
    longer_ms: int = 0,
) -> tuple[int, int]:
    """The level the next hand is played at, and when it began; judged between hands, never in
    mid-hand (T-4).

    Minutes are the schedule's: a level begins when the one before has run out, even if a hand still
    goes on, so a long hand makes the next level no longer. A level of hands begins with the first
    of them. `longer_ms`: by so much the floor has lengthened the level `index`; negative: shortened
    it (F-14).
    """
    while index + 1 < len(levels):
        level = levels[index]
        length_ms = None if level.minutes is None else round(level.minutes * MINUTE_MS) + longer_ms
        if length_ms is not None and now_ms - began_ms >= length_ms:
            began_ms += length_ms
        elif level.hands is not None and hands_played >= level.hands:
            began_ms = now_ms
        else:
            break
        index, hands_played, longer_ms = index + 1, 0, 0
    return index, began_ms
