"""What it meant in a game for points: bets of points, shots, the scoring of a hand, the game (the M clauses)."""

from tablectl.engine.facts.fact import Fact
from tablectl.engine.state.table import Won


class PointsBet(Fact, frozen=True, tag="points_bet"):
    """A flat bet; it may still be changed while the round is open (M-1)."""

    seat: int
    points: int


class Passed(Fact, frozen=True, tag="passed"):
    """No bet in this round; one that the seat had made in it is withdrawn."""

    seat: int


class AnswerTakenBack(Fact, frozen=True, tag="answer_taken_back"):
    """A key pressed by mistake: the seat has not answered yet (F-1). `has_acted`: in an earlier round of the hand."""

    seat: int
    has_acted: bool


class JokerCovered(Fact, frozen=True, tag="joker_covered"):
    """The card lies on the joker that came last, in its place (M-10)."""

    card: str
    pull: int


class ShotTried(Fact, frozen=True, tag="shot_tried"):
    """One try; `points`: what it scored, 0 for a miss (M-4)."""

    seat: int
    card: str
    is_made: bool
    points: int


class ShotTakenBack(Fact, frozen=True, tag="shot_taken_back"):
    """The last try never was, nor what followed from it: the scoring of the hand, the end of the game (M-12)."""

    seat: int


class HandScored(Fact, frozen=True, tag="hand_scored"):
    """What each hand scores at poker, added to its seat's total (M-7, M-8)."""

    won: tuple[Won, ...]


class GameEnded(Fact, frozen=True, tag="game_ended"):
    """Seat -> place, of everyone at the table (M-8, F-13)."""

    places: dict[int, int]


class GameBegan(Fact, frozen=True, tag="game_began"):
    """A new game: no points, no places."""


class PointsSet(Fact, frozen=True, tag="points_set"):
    """The floor put a total right (F-6)."""

    seat: int
    points: int


AnyFact = (
    PointsBet | Passed | AnswerTakenBack | JokerCovered | ShotTried | ShotTakenBack | HandScored | GameEnded | GameBegan
    | PointsSet
)
