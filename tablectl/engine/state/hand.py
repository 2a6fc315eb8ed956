"""A hand, frozen: one deal from its start to the last pot. It begins as `Table.hand`, and is
stays afterwards as `Table.last`.
"""

from typing import Literal

from tablectl.engine.state.player import DEALER, Player
from tablectl.engine.state.why import Values
from tablectl.games.settings import PlaysFor
from tablectl.rules.early import Early
from tablectl.rules.forced import Post
from tablectl.rules.limits import Round
from tablectl.rules.payout import Line
from tablectl.rules.pots import Pot
from tablectl.rules.wagers import Chips, Completion
from tablectl.structs import Frozen, Light

DeclaredAct = Literal["", "call", "bet", "raise", "all_in"]
VoidKind = Literal["void", "misdeal"]
RoundPhase = Literal["betting", "deciding", "shots"]
# `between`: a round is over, the next has not begun
HandPhase = RoundPhase | Literal["dealing", "between", "showdown"]


WAGER_STORED_AS = {
    "chips_before": "was",
    "value_before": "had",
    "value_now": "put",
    "completion": "asked",
    "complete_to": "asked_to",
}


class Wager(Light, rename=WAGER_STORED_AS):
    """A wager that is not finished: declared by a key, or an open motion of chips, or one that
    must be completed.
    """

    seat: int
    declared: DeclaredAct = ""
    amount: int = 0  # the total declared, 0 if none was named
    chips_before: Chips = ()  # in the area when the open motion began
    # the value of the wager in front then, without the bet and chips due back
    value_before: int = 0
    value_now: int = 0  # the same after the motion's last chip
    node_ms: int = 0  # when its last chip came, by the seat's clock
    # when the motion ends if no more chips come; None: no motion is open
    ends_at_ms: int | None = None
    completion: Completion | Literal[""] = ""  # as what it has to be completed,
    complete_to: int = 0  # to this total

    @property
    def is_moving(self) -> bool:
        return self.ends_at_ms is not None


class Want(Frozen):
    """A hole card that the next card from the shoe replaces, once the deal is complete."""

    seat: int
    card: str
    # it becomes the first burn (L-15); else it is out of play (L-14)
    is_burn: bool
    is_named: bool = False  # the report named this card


class Void(Frozen):
    """Why a hand does not count (G-4)."""

    kind: VoidKind
    cause: str = ""  # as in HandVoided
    why: str = ""
    values: Values = {}


class Won(Frozen):
    pot: int
    seat: int
    amount: int
    cards: tuple[str, ...] = ()  # the best five; empty if not shown
    hand: str | None = None
    # against the house: what became of each bet, in paying order
    lines: tuple[Line, ...] = ()
    points: int | None = None  # the poker score, in a game for points (M-7)


class Deal(Light):
    """All cards of the hand that no player holds, and how far the street has been dealt."""

    # one for each time that the board is run; the last one is being dealt
    boards: tuple[tuple[str, ...], ...] = ((),)
    burns: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()  # cards out of play
    burned_here: int = 0  # on this street
    boarded_here: int = 0
    # cards out of the shoe that have no place until the floor rules
    loose: tuple[str, ...] = ()
    # board cards that came early, out of play until their time (L-19 to L-21)
    early: tuple[Early, ...] = ()
    early_burns: tuple[int, ...] = ()  # the streets whose burn came early; it is in `burns`
    first_burn: str | None = None  # an exposed hole card that is burned before the flop (L-15)
    wants: tuple[Want, ...] = ()  # hole cards to be replaced
    # bit set: cards that have left the shoe in this hand and not gone back
    seen: int = 0
    # the stub was reshuffled: a card that did not belong to it is noticed (L-22)
    is_reshuffled: bool = False

    @property
    def board(self) -> tuple[str, ...]:
        return self.boards[-1]


class Pots(Light, tag="pots"):
    """A hand is played for what the seats put into the middle."""

    pots: tuple[Pot, ...] = ()
    dead: int = 0  # dead chips in the middle; they belong to the main pot
    middle: int = 0  # all chips in the middle


class House(Light, tag="house"):
    """A hand is played against the house: each seat wins or loses its own bets."""

    dealer: Player = DEALER  # holds the house's cards


class Points(Light, tag="points"):
    """A hand is played for points, by shots."""

    tries: tuple[bool, ...] = ()  # in order: whether the shot was made
    covered: tuple[int, ...] = ()  # indexes of board cards that cover a joker (M-10)


Stake = Pots | House | Points


class Hand(Light):
    number: int
    small: int | None = None
    big: int | None = None
    # the button: the big blind's seat has posted the small one, too, dead (L-32)
    is_bought: bool = False
    dealt: tuple[int, ...] = ()  # the seats in the hand, from the left of the button
    # seats that could have been dealt in: only these replace one that does not post
    eligible: tuple[int, ...] = ()
    players: dict[int, Player] = {}  # by seat, in the order of `dealt`; never changed in place
    owes: tuple[Post, ...] = ()  # posts still to be made, in order
    # seats that miss their blinds in this hand: they owe when it ends
    passed: tuple[int, ...] = ()
    of: Stake = Pots()  # what it is played for

    phase: HandPhase = "betting"
    street: int = -1  # index into game.streets
    rounds_begun: int = 0  # on this street
    deal: Deal = Deal()

    round: Round = Round()
    to_act: int | None = None
    wager: Wager | None = None
    acted_last_in_round: int | None = None
    # chips that this seat adds out of turn are a string raise (L-9)
    acted_last_in_hand: int | None = None
    # and it had declared a call: chips that it adds are change, not a string raise (L-9)
    has_declared_call: bool = False
    aggressor: int | None = None  # last to bet or raise on this street
    # the round is over; bets are collected when all chips in front agree with the ledger
    is_collecting: bool = False

    showing: tuple[int, ...] = ()  # the seats yet to show, in their order
    is_tabling: bool = False  # all-in hands are shown before the rest of the board (T-19)
    won: tuple[Won, ...] | None = None
    void: Void | None = None  # why it does not count
    # by seat, once it has ended: chips that it is to be given; negative: that it has to give
    due: dict[int, int] = {}


# as a hand of each begins
STAKES: dict[PlaysFor, Stake] = {"pots": Pots(), "house": House(), "points": Points()}
