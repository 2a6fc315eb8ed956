"""The kinds of story events and their fields. Names are only added, never changed or removed.
Sentences, and what hands are called, are in the language that was asked for.

Amounts are whole chip units (in a game for points: points), seats count from 1, and a card is named
only if it lies face up. An object that is keyed by seat has the seat as a string.
"""

from functools import reduce
from operator import or_
from typing import Any, Literal

import msgspec

from tablectl.structs import Frozen, snake_case

VERSION = 2  # of the story: it grows when a name is added

By = Literal["player", "clock", "floor"]
Outcome = Literal["played", "void", "misdeal"]
PostKind = Literal["small_blind", "big_blind", "ante", "post", "dead"]


class StoryEvent(Frozen, kw_only=True, tag_field="kind", tag=snake_case):
    """Every event has these fields.

    `row`: of the journal. `index`: of the event within its row, from 0. `at_ms`: table time.
    `wall`: the wall clock's, UTC. `hand`: null between hands.
    """

    v: int = VERSION
    row: int = 0
    index: int = 0
    at_ms: int = 0
    wall: str = ""
    hand: int | None = None


class _OfSeat(StoryEvent, kw_only=True):
    seat: int


class _Act(_OfSeat, kw_only=True):
    """`amount`: what it puts in. `to`: its bet on this street after it."""

    amount: int = 0
    to: int = 0
    all_in: bool = False
    by: By = "player"


# The table and its players


class TableOpened(StoryEvent, kw_only=True):
    preset: str
    name: str
    stakes: dict[str, int]
    stacks: dict[int, int]
    names: dict[int, str]


class GameBegan(StoryEvent, kw_only=True):
    """In a game for points: a new game, all points are 0. Else other rules apply from here on."""

    preset: str
    stakes: dict[str, int]


class Sat(_OfSeat, kw_only=True):
    """`name`: what the table calls the player; `person`: of an evening's books."""

    amount: int
    name: str | None = None
    person: str | None = None


class Bought(_OfSeat, kw_only=True):
    amount: int
    person: str | None = None


class Left(_OfSeat, kw_only=True):
    amount: int
    person: str | None = None


class SatOut(_OfSeat, kw_only=True):
    pass


class SatIn(_OfSeat, kw_only=True):
    pass


class ButtonPlaced(_OfSeat, kw_only=True):
    pass


class Drew(_OfSeat, kw_only=True):
    """A card for the button, face up (T-1)."""

    card: str


class LevelBegan(StoryEvent, kw_only=True):
    level: int
    small_blind: int
    big_blind: int
    ante: int


class BreakBegan(StoryEvent, kw_only=True):
    pass


# A hand


class HandBegan(StoryEvent, kw_only=True):
    """`seats`: the stack of each seat that is dealt in, or may bet."""

    button: int | None
    seats: dict[int, int]


class Posted(_OfSeat, kw_only=True):
    amount: int
    what: PostKind
    all_in: bool = False


class BlindMissed(_OfSeat, kw_only=True):
    """The seat sits out. `amount`: the posts that it gets back."""

    amount: int


class Dealt(_OfSeat, kw_only=True):
    """Hole cards came to the seat, face down."""

    count: int


class DealerDealt(StoryEvent, kw_only=True):
    count: int


class Burned(StoryEvent, kw_only=True):
    count: int


class Board(StoryEvent, kw_only=True):
    """Cards came to the board. In a game with jokers one may cover the joker before it."""

    street: str
    cards: tuple[str, ...]


class BoardTakenBack(StoryEvent, kw_only=True):
    """The newest cards of the board left it again (L-18): `cards` are those that stay."""

    cards: tuple[str, ...]


class Folded(_Act, kw_only=True):
    pass


class Checked(_Act, kw_only=True):
    """In a game for points: no bet in this round."""


class Called(_Act, kw_only=True):
    """`short`: less than the call is in, and the seat still has to complete it or fold."""

    short: bool = False


class Bet(_Act, kw_only=True):
    pass


class Raised(_Act, kw_only=True):
    pass


class BetReturned(_OfSeat, kw_only=True):
    amount: int


class Shown(_OfSeat, kw_only=True):
    """These cards of the seat lie face up now."""

    cards: tuple[str, ...]


class Mucked(_OfSeat, kw_only=True):
    pass


class HandFouled(_OfSeat, kw_only=True):
    """The hand is dead; its chips stay in the pot."""


class Winner(Frozen):
    """`cards`: the best five, if they lie face up; `hand`: their name."""

    seat: int
    amount: int
    cards: tuple[str, ...] = ()
    hand: str | None = None


class PotWon(StoryEvent, kw_only=True):
    """`pot`: 0 is the main pot. `anew`: the floor took it from its winners and gave it to these."""

    pot: int
    amount: int
    winners: tuple[Winner, ...]
    clause: str
    rake: int = 0
    anew: bool = False


class Receipt(Frozen):
    """The journal at the end of the hand: `hash` is that of `row`, in hex."""

    hand: int
    row: int
    hash: str


class HandEnded(StoryEvent, kw_only=True):
    """`stacks`: of all seats, after it. `cause`: why a hand does not count, if the floor said
    so.
    """

    outcome: Outcome
    stacks: dict[int, int]
    cause: str | None = None
    receipt: Receipt | None = None


# Against the house, and for points


class BetsClosed(_OfSeat, kw_only=True):
    """One event for each seat that has bet."""

    ante: int
    bonus: int


class Decided(_OfSeat, kw_only=True):
    """`call`: 0, the seat has folded."""

    call: int
    by: By = "player"


class DealerShown(StoryEvent, kw_only=True):
    cards: tuple[str, ...]


class HousePaid(_OfSeat, kw_only=True):
    """What the seat had bet, and `paid`: all that goes back to it, stakes included. `cards`: its
    best five, if they lie face up, and their name.
    """

    ante: int
    bonus: int
    call: int
    paid: int
    cards: tuple[str, ...] = ()
    hand_name: str | None = None


class Shot(_OfSeat, kw_only=True):
    card: str
    made: bool
    points: int


class Scored(_OfSeat, kw_only=True):
    """The points for the hand at poker."""

    points: int


# What interrupts play, and what the floor does


class Notice(StoryEvent, kw_only=True):
    """`text`: as the screen had it; empty where that names a card."""

    code: str
    text: str = ""
    seat: int | None = None


class Halted(StoryEvent, kw_only=True):
    number: int
    what: str
    seat: int | None
    clause: str


class Ruled(StoryEvent, kw_only=True):
    """`number`: of the halt that it ends, if any."""

    ruling: str
    by: str
    why: str | None
    number: int | None
    seat: int | None = None


class TakenBack(StoryEvent, kw_only=True):
    """The newest act of the seat, shot, or ruling never was, nor what followed from it."""

    what: Literal["act", "answer", "shot", "ruling"]
    seat: int | None


class StackSet(_OfSeat, kw_only=True):
    """The floor corrected a stack, or points, to `amount`."""

    amount: int


class ColouredUp(StoryEvent, kw_only=True):
    """The smallest chip left play. `stacks`: those that were rounded up."""

    chips: tuple[int, ...]
    stacks: dict[int, int]


class Paused(StoryEvent, kw_only=True):
    """By the floor; or `what` has to be right again at `device` first."""

    what: str | None = None
    device: str | None = None


class WentOn(StoryEvent, kw_only=True):
    what: str | None = None
    device: str | None = None


class DeviceLost(StoryEvent, kw_only=True):
    seat: int | None
    device: str


class DeviceBack(StoryEvent, kw_only=True):
    seat: int | None
    device: str


# Places


class Out(_OfSeat, kw_only=True):
    place: int | None


class PlacesReopened(StoryEvent, kw_only=True):
    """A rebuy or late entry: the place of each of these seats is another now, or open again."""

    places: dict[int, int | None]


class TournamentOver(_OfSeat, kw_only=True):
    place: int


class GameOver(StoryEvent, kw_only=True):
    """A game for points is over: the place of each seat."""

    places: dict[int, int]


BASES = (StoryEvent, _OfSeat, _Act)
KINDS: tuple[type[StoryEvent], ...] = tuple(
    kind for base in BASES for kind in base.__subclasses__() if kind not in BASES
)
ANY_KIND: Any = reduce(or_, KINDS)


def schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of an event, whichever kind it is."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "An event of the story",
        **msgspec.json.schema(ANY_KIND),
    }
