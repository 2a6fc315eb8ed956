"""The floor's rulings: a type for each, with its own fields, tagged by the name on the control
socket and in scenarios.

A ruling with unknown or missing fields cannot be constructed. `floor_json.py` reads rulings from
JSON; `rulings.py` executes them.
"""

from typing import get_args

from tablectl.structs import Light, snake_case


class Ruling(
    Light,
    kw_only=True,
    tag_field="floor",
    tag=snake_case,
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """The base of all rulings. `why`: a reason for the record."""

    why: str | None = None

    @property
    def name(self) -> str:
        """What it is called on the control socket: "wrong_count"."""
        return ruling_name(type(self))


class OfACase(Ruling):
    """A ruling about a halt. With a `number` it is refused unless the table is halted for the
    case of that number.
    """

    number: int | None = None


class Correction(Ruling, kw_only=True):
    """A ruling that corrects the table itself (F-6), its level or break (F-14), or its button
    (H-8): it needs a reason.
    """

    why: str


# What is halted, and play itself


class Confirm(OfACase):
    """Do what the rulebook prescribes, as shown."""


class Void(OfACase):
    """Every chip goes back, until the pot is pushed."""


class Misdeal(OfACase):
    """Every chip goes back, until two players have acted."""


class Resume(OfACase):
    """Drop what was reported."""


class NameCard(OfACase, kw_only=True, tag="card"):
    """The face of the card that could not be read."""

    card: str


class Reshuffled(OfACase):
    """The shoe holds the stub again."""


class DeckChecked(Ruling):
    """The deck has been counted and is sound."""


# What eyes have seen


class Exposed(Ruling, kw_only=True):
    """A hole card was turned up by the deal. `cards`: how many; None: 1."""

    seat: int
    card: str | None = None
    cards: int | None = None


class WrongCount(Ruling):
    """A seat has `cards` hole cards; without a seat: the flop has one too many."""

    seat: int | None = None
    cards: int | None = None


class FoundJoker(Ruling, kw_only=True, tag="joker"):
    """A joker among a seat's hole cards: the last one dealt, if none is named."""

    seat: int
    card: str | None = None


class Misplaced(Ruling, kw_only=True):
    """The hole cards of two seats lie exchanged."""

    seats: tuple[int, ...]


class DealerExposed(Ruling):
    """The dealer's cards were seen before the river."""


# Play, bets and points


class CloseBets(Ruling):
    """No more bets in this round."""


class Undo(Ruling):
    """Take back the last ruling, or the last shot."""


class Pause(Ruling):
    """All clocks stand, nobody acts."""


class GoOn(Ruling):
    """Play goes on after a pause."""


class ShotMade(Ruling, tag="made"):
    """The referee saw it fall."""


class ShotMissed(Ruling, tag="missed"):
    """The referee saw it miss."""


class NewGame(Ruling):
    """All points are 0, and rules that have changed count."""


# Corrections


class ActFor(Correction, kw_only=True, tag="act"):
    """An act for the seat whose turn it is. `amount`: as the player would dial it, a total."""

    seat: int
    act: str
    amount: int | None = None


class DeclareDead(Correction, kw_only=True, tag="dead"):
    """A seat's hand is dead."""

    number: int | None = None
    seat: int


class SetStack(Correction, kw_only=True, tag="chips"):
    """A seat's stack is what was counted; in a game for points, its total."""

    number: int | None = None
    seat: int
    stack: int


class Award(Correction, kw_only=True):
    """A pot goes to these seats; 0 is the main pot."""

    number: int | None = None
    pot: int = 0
    seats: tuple[int, ...]


class ColourUp(Correction, kw_only=True):
    """The smallest chip goes out of play."""

    chip: int


class SetLevel(Correction, kw_only=True, tag="level"):
    """Another level, by its number, or so many more minutes of the level or break that runs;
    fewer, if negative (F-14).
    """

    to: int | None = None
    minutes: int | None = None


class SetBreak(Correction, kw_only=True, tag="break"):
    """A break of so many minutes from now; with 0 the break that is on ends (F-14)."""

    minutes: int


class PutButton(Correction, kw_only=True, tag="button"):
    """The seat has the next hand's button (H-8)."""

    seat: int


AnyRuling = (
    Confirm
    | Void
    | Misdeal
    | Resume
    | NameCard
    | Reshuffled
    | DeckChecked
    | Exposed
    | WrongCount
    | FoundJoker
    | Misplaced
    | DealerExposed
    | CloseBets
    | Undo
    | Pause
    | GoOn
    | ShotMade
    | ShotMissed
    | NewGame
    | ActFor
    | DeclareDead
    | SetStack
    | Award
    | ColourUp
    | SetLevel
    | SetBreak
    | PutButton
)


def ruling_name(kind: type[Ruling]) -> str:
    return str(kind.__struct_config__.tag)


RULINGS: dict[str, type[AnyRuling]] = {ruling_name(kind): kind for kind in get_args(AnyRuling)}
