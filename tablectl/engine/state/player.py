"""A player: what a seat has, does and shows in one hand, frozen. `Hand.players` has one for each
seat in it, and a hand against the house one for the dealer.
"""

from collections.abc import Sequence
from typing import Literal

from tablectl.rules.dealing import HOUSE
from tablectl.rules.payout import Bets
from tablectl.rules.showdown import face_up
from tablectl.structs import Light

PlayerStatus = Literal["sitting_out", "in", "folded", "all_in", "foul"]
OpenBet = Literal["ante", "bonus"]  # of what is bet against the house before the cards come
DeclaredLine = OpenBet | Literal["", "call"]
DidWhat = Literal[
    "small_blind", "big_blind", "ante", "post", "check", "call", "bet", "raise", "all_in", "fold"
]
LIVE: tuple[PlayerStatus, ...] = ("in", "all_in")  # of a hand that can still win


# what the clock did for a seat whose time was up (G-7)
ClockDid = Literal["", "call", "check", "fold", "show"]


class Did(Light):
    """What a seat did last on this street, for people to read; no rule asks for it."""

    what: DidWhat
    # of a post what it put in, of a call what it added, of the others its total in front
    amount: int = 0


class Begun(Light, rename={"excess_before": "had", "excess_now": "has"}):
    """An unfinished bet against the house: declared by a key and waiting for its chips, or an
    open motion.
    """

    line: DeclaredLine = ""  # "": a motion without a key
    amount: int = 0  # of the declared bet
    # of chips over the ledger when it began, no part of it; negative: missing
    excess_before: int = 0
    # at the motion's last chip; chips that move during a halt do not count
    excess_now: int = 0
    node_ms: int = 0  # when its last chip came, by the seat's clock
    ends_at_ms: int | None = None  # when the motion ends; None: declared

    @property
    def is_moving(self) -> bool:
        return self.ends_at_ms is not None


class HeldCard(Light):
    """A card in a player's hand: on which street it was dealt, and whether it lies face up."""

    card: str
    street: int  # index into game.streets
    is_up: bool = False


class Player(Light):
    number: int  # of the seat
    status: PlayerStatus = "in"  # sitting_out: against the house, until it has anted (D-1)
    began: int = 0  # the seat's stack, or its points, when the hand began
    holding: tuple[HeldCard, ...] = ()  # in the order of the deal
    is_mucked: bool = False
    bet: int = 0  # live, in front, this street
    put: int = 0  # live, this hand, `bet` and ante included
    # how many full bets there were when it last acted; -1: not yet this round
    acted_at: int = -1
    has_acted: bool = False  # in this hand; a post is no act
    has_answered: bool = False  # in this round, if all answer at once
    # chips in front that were due back when its turn came: no part of its wager
    stale: int = 0
    bets: Bets = Bets()  # against the house: together they are `bet`
    begun: Begun | None = None  # against the house
    net: int = 0  # won from the house in this hand; negative: lost
    wagered: int = 0  # points bet in this hand
    wagered_here: int = 0  # of them, in this round
    did: Did | None = None  # on this street, until its chips are gathered
    by_clock: ClockDid = ""  # instead of an act of its own, until its next turn in this hand

    @property
    def cards(self) -> tuple[str, ...]:
        return tuple([held.card for held in self.holding])

    @property
    def up_cards(self) -> tuple[str, ...]:
        return tuple([held.card for held in self.holding if held.is_up])

    @property
    def is_shown(self) -> bool:
        """Whether all cards of the hand lie face up, as they must to win, or to play the board
        (L-23, L-25).
        """
        for held in self.holding:
            if not held.is_up:
                return False
        return bool(self.holding)


def with_up(holding: tuple[HeldCard, ...], up: Sequence[str]) -> tuple[HeldCard, ...]:
    """The same cards, of which those in `up` lie face up."""
    are_up = face_up([held.card for held in holding], up)
    return tuple(
        [
            HeldCard(held.card, held.street, is_up)
            for held, is_up in zip(holding, are_up, strict=True)
        ]
    )


NOBODY = Player(0, "sitting_out")  # the player of a seat that is not in the hand
DEALER = Player(HOUSE)  # without cards
