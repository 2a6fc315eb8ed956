"""A seat of the table, frozen: who sits there, the chips behind and what lies in front."""

from msgspec import Struct

from tablectl.rules.payout import Bets
from tablectl.rules.wagers import Chips, value

LIVE = ("in", "all_in")                 # the statuses of a hand that can still win


class Begun(Struct, frozen=True, gc=False):
    """What a seat has begun against the house: a bet declared by a key whose chips are awaited, or an open motion."""

    line: str = ""                      # ante bonus call: declared; "": a motion that says itself what it is
    amount: int = 0                     # what is bet on that line once its chips lie in front
    had: int = 0                        # what lay in front beyond the ledger before: never part of it; negative: missing
    has: int = 0                        # the same as of the motion's last chip: what moves while the table is halted is none
    node_ms: int = 0                    # when its last chip came, by the seat's clock
    ends_at_ms: int | None = None       # when the motion ends; None: declared


class Seat(Struct, frozen=True, gc=False):
    number: int
    status: str = "empty"               # empty sitting_out in folded all_in foul out
    name: str | None = None
    stack: int = 0                      # behind
    bet: int = 0                        # live, in front, this street
    put: int = 0                        # live, this hand, `bet` and ante included
    cards: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()         # those that lie face up
    is_mucked: bool = False
    acted_at: int = -1                  # how many full bets there were when it last acted; -1: not yet this round
    has_acted: bool = False             # of its own will, this hand
    has_answered: bool = False          # where all are asked at once, this round
    began: int = 0                      # its stack, or its points, when the hand began
    place: int | None = None
    is_absent: bool = False             # sits out; where the game deals the absent in, it checks or folds at once
    is_leaving: bool = False
    debt: str = ""                      # new: a newcomer; missed: a blind has passed it; "": nothing is owed (L-30, L-35)
    choice: str = ""                    # what it does about that: post wait buy_button
    bought: int = 0                     # chips that count from the next hand
    bank_ms: int = 0                    # what is left of its time bank
    lies: Chips = ()                    # what the bet area holds, as last read
    to_pot: int = 0                     # of that, what belongs to the pot already and has not left yet
    stale: int = 0                      # of that, what was due back when its turn came: never part of a wager
    is_connected: bool = True
    is_faulty: bool = False             # it is heard and says what cannot be: not listened to, and not waited for either
    is_level_known: bool = True         # false from the loss of its device until its area has been read again
    is_level_told: bool = False         # while it is lost: what it had not told yet has come, and is its level on return
    front_when_lost: int = 0            # what lay in front, the pot's apart, when its device was lost
    bets: Bets = Bets()                 # against the house: together they are `bet`
    begun: Begun | None = None          # against the house
    net: int = 0                        # what the house has paid it in the last hand beyond its bets; negative: collected
    points: int | None = None           # the running total of a game for points; None: it is played for chips
    wagered: int = 0                    # points bet in this hand
    wagered_here: int = 0               # of them, in this round

    @property
    def in_front(self) -> int:
        """What lies in the bet area and does not belong to the pot."""
        return value(self.lies) - self.to_pot
