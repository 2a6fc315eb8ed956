"""A hand, frozen: all that is known of one deal from its start to the last pot. It begins as a new value and ends as one."""

from msgspec import Struct, field

from tablectl.engine.state.why import Values
from tablectl.rules.early import Early
from tablectl.rules.forced import Post
from tablectl.rules.limits import Round
from tablectl.rules.payout import Line
from tablectl.rules.pots import Pot
from tablectl.rules.wagers import Chips


class Wager(Struct, frozen=True):
    """What the seat to act has begun: a declaration, an open motion, or a wager it is asked to complete."""

    seat: int
    declared: str = ""                  # call bet raise all_in
    amount: int = 0                     # the total declared, 0 if none was named
    was: Chips = ()                     # the area's content when the open motion began
    had: int = 0                        # what of it was begun already: not the bet, not due back
    put: int = 0                        # the same as of its last chip
    node_ms: int = 0                    # when its last chip came, by the seat's clock
    ends_at_ms: int | None = None       # when the open motion ends; None: none is open
    asked: str = ""                     # complete_call complete_bet complete_raise
    asked_to: int = 0                   # the total asked for


class Want(Struct, frozen=True):
    """A hole card that the next card from the shoe replaces, once the deal is complete."""

    seat: int
    card: str
    is_burn: bool                       # what becomes of it: the first burn (L-15), or out of play (L-14)
    is_named: bool = False              # whoever reported it named it


class Void(Struct, frozen=True):
    """Why a hand does not count: a misdeal, or void (G-4)."""

    kind: str
    cause: str = ""                     # as in HandVoided
    why: str = ""
    values: Values = field(default_factory=dict)


class Won(Struct, frozen=True):
    pot: int
    seat: int
    amount: int
    cards: tuple[str, ...] = ()         # the best five; empty if not shown
    hand: str | None = None
    lines: tuple[Line, ...] = ()        # against the house: what became of each bet, in paying order
    points: int | None = None           # the poker score, in a game for points (M-7)


class Deal(Struct, frozen=True):
    """The cards of a hand that no seat holds, and how far the street has been dealt."""

    board: tuple[str, ...] = ()
    burns: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()         # cards out of play
    burned_here: int = 0                # on this street
    boarded_here: int = 0
    loose: tuple[str, ...] = ()         # cards out of the shoe that no ruling has given a place yet
    early: tuple[Early, ...] = ()       # board cards that came early, out of play until their time (L-19 to L-21)
    early_burns: tuple[int, ...] = ()   # the streets whose burn came early and is among `burns`
    first_burn: str | None = None       # an exposed hole card that is burned before the flop (L-15)
    wants: tuple[Want, ...] = ()        # hole cards to be replaced
    seen: int = 0                       # a bit for each card that has left the shoe in this hand, and not gone back
    is_reshuffled: bool = False         # the stub was reloaded in this hand: what comes is checked against it (L-22)


class Pots(Struct, frozen=True, tag="pots"):
    """A hand is played for what the seats put into the middle."""

    pots: tuple[Pot, ...] = ()
    dead: int = 0                       # dead chips in the middle, whole to the main pot
    middle: int = 0                     # all chips in the middle


class House(Struct, frozen=True, tag="house"):
    """A hand is played against the house: each seat's bets are its own."""

    dealer: tuple[str, ...] = ()        # the house's cards
    is_dealer_up: bool = False


class Points(Struct, frozen=True, tag="points"):
    """A hand is played for points, by shots."""

    tries: tuple[bool, ...] = ()        # in their order: made or missed
    covered: tuple[int, ...] = ()       # the place on the board of each joker that has been covered (M-10)


Stake = Pots | House | Points


class Hand(Struct, frozen=True):
    number: int
    small: int | None = None
    big: int | None = None
    dealt: tuple[int, ...] = ()         # the seats in the hand, from the left of the button
    eligible: tuple[int, ...] = ()      # those that it could be arranged from when it began: nobody else comes into it
    owes: tuple[Post, ...] = ()         # posts not made yet, in their order
    passed: tuple[int, ...] = ()        # the seats that this hand's blinds pass: they will owe once it is completed
    of: Stake = Pots()                  # what it is played for

    phase: str = "betting"              # betting deciding shots between (rounds) dealing showdown
    street: int = -1                    # index into game.streets
    rounds_begun: int = 0               # on this street
    deal: Deal = Deal()

    round: Round = Round()
    to_act: int | None = None
    wager: Wager | None = None
    last_acted: int | None = None       # who acted last in this round
    acted_last: int | None = None       # the same, until somebody else acts: what it adds now is a string raise (L-9)
    has_said_call: bool = False         # and it had declared a call: what it adds now is change, no raise that was begun (L-9)
    aggressor: int | None = None        # last to bet or raise on this street
    is_collecting: bool = False         # the round is over, the bets wait for the areas to be right

    showing: tuple[int, ...] = ()       # the seats yet to show, in their order
    is_tabling: bool = False            # hands are turned up before the rest of the board (T-19)
    won: tuple[Won, ...] | None = None
    void: Void | None = None            # why it does not count


STAKES: dict[str, Stake] = {"pots": Pots(), "house": House(), "points": Points()}       # as a hand of each begins
