"""What it meant where the seats play against the house: bets, calls, the dealer's cards and what is paid (D-1 to D-14)."""

from tablectl.engine.facts.fact import Fact
from tablectl.engine.state.table import Begun
from tablectl.rules.payout import Line


class BetPlaced(Fact, frozen=True, tag="bet_placed"):
    """What a seat bets on a line from now on, `ante` or `bonus`; 0: nothing any more (D-1)."""

    seat: int
    line: str
    amount: int


class BetPassed(Fact, frozen=True, tag="bet_passed"):
    """The seat bets no more: no ante, or no bonus beside it."""

    seat: int


class PassTakenBack(Fact, frozen=True, tag="pass_taken_back"):
    seat: int


class BetBegun(Fact, frozen=True, tag="bet_begun"):
    """A bet was declared, or a motion opened, went on or ended; None: nothing is begun any more."""

    seat: int
    begun: Begun | None


class BetsClosed(Fact, frozen=True, tag="bets_closed"):
    """Who has anted is in the hand (D-1)."""

    dealt: tuple[int, ...]


class NobodyBet(Fact, frozen=True, tag="nobody_bet"):
    """There is no hand (D-1)."""


class DealerDealt(Fact, frozen=True, tag="dealer_dealt"):
    """A card of the house, face down (D-2)."""

    card: str
    pull: int


class HouseCalled(Fact, frozen=True, tag="house_called"):
    """The seat plays on for twice its ante (D-3)."""

    seat: int
    amount: int


class DealerShown(Fact, frozen=True, tag="dealer_shown"):
    """The dealer's cards, and the hands that play against them, are turned up (D-4)."""


class HousePaid(Fact, frozen=True, tag="house_paid"):
    """A seat's bets are settled, line by line (D-5 to D-10). `cards`, `hand`: its best five, as a result names them."""

    seat: int
    lines: tuple[Line, ...]
    cards: tuple[str, ...] = ()
    hand: str | None = None


class PaysVoided(Fact, frozen=True, tag="pays_voided"):
    """A malfunction found after the hand: what was paid and collected goes back (D-12)."""

    cause: str


AnyFact = (
    BetPlaced | BetPassed | PassTakenBack | BetBegun | BetsClosed | NobodyBet | DealerDealt | HouseCalled | DealerShown
    | HousePaid | PaysVoided
)
