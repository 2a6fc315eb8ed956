"""The Table: everything the engine knows, frozen. Only apply.py makes a new one.

Seats stand at `seats[number - 1]`, empty ones too. Amounts are whole chip units, times milliseconds of table time.
"""

from msgspec import Struct

from tablectl.engine.events import AnyEvent
from tablectl.games.game import Game, Settings, Street
from tablectl.rules.early import Early
from tablectl.rules.forced import Post, Stakes
from tablectl.rules.limits import Round
from tablectl.rules.payout import Bets, Line, Pays
from tablectl.rules.pots import Pot
from tablectl.rules.shotcards import ShotCard
from tablectl.rules.wagers import Chips, value

LIVE = ("in", "all_in")                 # the statuses of a hand that can still win
IN_A_ROUND = ("betting", "deciding", "shots")
IN_A_HAND = (*IN_A_ROUND, "between", "dealing", "showdown")
ALL_AT_ONCE = ("ante_window", "flat_bets")      # rounds that ask every seat, each once, in no order
DECIDED = ("call_or_fold",)             # a round that does so where the settings say "together"


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


class Irregularity(Struct, frozen=True):
    """Why the hand is halted. `clause` and `prescribes`: what the rulebook says; `remedy`: what the floor's `confirm` does."""

    kind: str
    clause: str
    what: str
    prescribes: str
    remedy: str
    seat: int | None = None
    cards: tuple[str, ...] = ()         # those in question
    up: tuple[str, ...] = ()            # of them, those that lie face up: the others are never named to the public
    place: str | None = None            # it was wanted for: hole house swap burn board cover draw; None: no card was wanted
    fouls_deck: bool = False
    is_report: bool = False             # somebody said so: the floor may drop it
    seats: tuple[int, ...] = ()         # of cards that lie exchanged
    number: int = 0                     # counts the table's halts, from 1; 0: a report that waits its turn
    is_named: bool = False              # a report named the card, rather than meaning the last one dealt
    is_elsewhere: bool = False          # and it had not been dealt there: nobody hears of it before `confirm` (L-15)

    @property
    def card(self) -> str | None:
        return self.cards[0] if self.cards else None


class Want(Struct, frozen=True):
    """A hole card that the next card from the shoe replaces, once the deal is complete."""

    seat: int
    card: str
    is_burn: bool                       # what becomes of it: the first burn (L-15), or out of play (L-14)
    is_named: bool = False              # whoever reported it named it


class Reload(Struct, frozen=True):
    """The shoe is being reloaded: `cards` go back into the stub, which is reshuffled (L-22)."""

    kind: str                           # of the irregularity that led to it
    clause: str
    cards: tuple[str, ...]
    is_burned: bool = True              # what is dealt next comes without a burn
    is_up: bool = True                  # they lie face up, so that everyone may hear their names
    number: int = 0                     # of the halt


class Void(Struct, frozen=True):
    """Why the last hand does not count: a misdeal, or void (G-4)."""

    kind: str
    cause: str


class Standing(Struct, frozen=True):
    """How the table stood, as the record of a ruling keeps it (G-12); seats by number."""

    phase: str
    street: int
    pot_total: int
    stacks: dict[int, int]
    bets: dict[int, int]
    statuses: dict[int, str]
    house: int | None = None            # its bank, where there is one
    points: dict[int, int] = {}         # in a game for points


class Won(Struct, frozen=True):
    pot: int
    seat: int
    amount: int
    cards: tuple[str, ...] = ()         # the best five; empty if not shown
    hand: str | None = None
    lines: tuple[Line, ...] = ()        # against the house: what became of each bet, in paying order
    points: int | None = None           # the poker score, in a game for points (M-7)


class Score(Struct, frozen=True):
    """A game for points, and the shots of its hand."""

    shots: dict[str, ShotCard]          # what each card asks for (M-11)
    tries: tuple[bool, ...] = ()        # of this hand, in their order: made or missed
    covered: tuple[int, ...] = ()       # the place on the board of each joker that has been covered (M-10)
    played: int = 0                     # hands scored in this game
    is_over: bool = False               # until the floor begins a new one


class Table(Struct, frozen=True):
    game: Game
    settings: Settings
    stakes: Stakes                      # of the level played
    chips: tuple[int, ...]              # the denominations in play, ascending
    name: str
    seats: tuple[Seat, ...]
    total: int                          # all chips at the table (G-1)
    places: tuple[int, ...] = ()        # the seats the table has, ascending

    # the game so far
    hand: int = 0
    button: int | None = None
    button_stays: bool = True           # the next hand keeps it: the first one, and after a void
    voided: tuple[int, ...] = ()        # the seats of the last hand, if it was void: the re-deal is theirs (G-4)
    void: Void | None = None            # and why it was
    last_small: int | None = None       # where the small blind was in the last completed hand, posted or not
    last_big: int | None = None
    level: int = 0                      # index into settings.levels
    level_hands: int = 0
    level_began_ms: int | None = None
    level_stopped_ms: int | None = None         # since when the clock of the level, or of a break, stands still (T-4)
    break_ends_ms: int | None = None    # of the break after this level; None: it has not begun
    is_deck_foul: bool = False          # until the floor has checked it (G-10)
    draw: tuple[int, ...] = ()          # seats still to get a card in the draw for the button
    drawing: tuple[int, ...] = ()       # the seats that draw this time

    # the hand
    phase: str = "idle"                 # idle seating betting deciding shots between (rounds) dealing showdown
    street: int = -1                    # index into game.streets
    small: int | None = None
    big: int | None = None
    dealt: tuple[int, ...] = ()         # the seats in the hand, from the left of the button
    eligible: tuple[int, ...] = ()      # those that it could be arranged from when it began: nobody else comes into it
    owes: tuple[Post, ...] = ()         # posts not made yet, in their order
    passed: tuple[int, ...] = ()        # the seats that this hand's blinds pass: they will owe once it is completed
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
    reload: Reload | None = None
    is_reshuffled: bool = False         # the stub was reloaded in this hand: what comes is checked against it (L-22)
    is_shoe_empty: bool = False
    seen: int = 0                       # a bit for each card that has left the shoe in this hand, and not gone back
    pulls: int = 0                      # the number of the last request the shoe has answered
    rounds_begun: int = 0               # on this street
    round: Round = Round()
    to_act: int | None = None
    last_acted: int | None = None       # who acted last in this round
    acted_last: int | None = None       # the same, until somebody else acts: what it adds now is a string raise (L-9)
    has_said_call: bool = False         # and it had declared a call: what it adds now is change, no raise that was begun (L-9)
    before_act: "Table | None" = None   # as it was before the last act by key that may be taken back (F-1), or shot (M-12)
    may_take_back: int | None = None    # the seat whose act that was; None: a shot, of the seat whose turn it was
    before_ruling: "Table | None" = None        # the same of the floor's last ruling (F-6)
    aggressor: int | None = None        # last to bet or raise on this street
    wager: Wager | None = None
    is_collecting: bool = False         # the round is over, the bets wait for the areas to be right
    dead: int = 0                       # dead chips in the middle, whole to the main pot
    middle: int = 0                     # all chips in the middle
    pots: tuple[Pot, ...] = ()
    showing: tuple[int, ...] = ()       # the seats yet to show, in their order
    is_tabling: bool = False            # hands are turned up before the rest of the board (T-19)
    won: tuple[Won, ...] | None = None

    # the house that the seats play against
    house: int | None = None            # its bank; None: there is none
    dealer: tuple[str, ...] = ()        # its cards
    is_dealer_up: bool = False

    # clocks
    deadline_ms: int | None = None
    clock_ms: int | None = None         # the whole clock
    left_ms: int | None = None          # what was left when it was stopped
    is_warned: bool = False

    paused: bool = False                # by the floor, until it lets play go on (F-6)
    kept: tuple[AnyEvent, ...] = ()     # what cards and chips did meanwhile: it is read then
    halts: int = 0                      # how many there have been at this table
    irregularity: Irregularity | None = None
    further: tuple[Irregularity, ...] = ()      # reports taken while the table was halted
    is_shoe_connected: bool = True
    score: Score | None = None          # of a game for points

    def seat(self, number: int) -> Seat:
        return self.seats[number - 1]

    @property
    def street_now(self) -> Street | None:
        return self.game.streets[self.street] if self.street >= 0 else None

    @property
    def kind(self) -> str:
        """The kind of round that is being played; "" where none is."""
        row = self.street_now
        return row.rounds[self.rounds_begun - 1] if row is not None and self.rounds_begun and self.phase in IN_A_ROUND else ""

    @property
    def asks_all(self) -> bool:
        """Whether every seat is asked at once, in no order."""
        return self.kind in ALL_AT_ONCE or (self.kind in DECIDED and self.settings.decide == "together")

    @property
    def undecided(self) -> tuple[int, ...]:
        """The seats that have neither called the house nor folded, while that is asked (D-3)."""
        if self.kind not in DECIDED:
            return ()
        return tuple([n for n in self.dealt if (seat := self.seats[n - 1]).status == "in" and not seat.bets.call])

    @property
    def needed(self) -> tuple[int, ...]:
        """The seats whose clock runs, and stands still while one of them is lost (G-7); bets are waited for by nobody."""
        return (self.to_act,) if self.to_act is not None else self.undecided if self.asks_all else ()

    @property
    def pays(self) -> Pays:
        """The house's pay tables."""
        return Pays(self.settings.ante_table, self.settings.bonus_table, self.settings.qualify)

    @property
    def live(self) -> tuple[Seat, ...]:
        """The hands that can still win, from the left of the button."""
        return tuple([seat for number in self.dealt if (seat := self.seats[number - 1]).status in LIVE])

    @property
    def claiming(self) -> tuple[Seat, ...]:
        """Those of them that have not been mucked."""
        return tuple([seat for seat in self.live if not seat.is_mucked])

    def is_last_hand(self, number: int) -> bool:
        """Whether nobody else is left who could win the pot: such a hand is not declared dead."""
        return self.house is None and [seat.number for seat in self.claiming] == [number]

    @property
    def unit(self) -> int:
        """The smallest chip that plays (L-5)."""
        return self.settings.smallest_chip or 1

    def playable(self, seat: Seat) -> int:
        """What a seat can put in: smaller chips play only as far as they make up one that plays (L-5)."""
        return seat.stack - seat.stack % self.unit

    def is_played_for(self, seat: Seat) -> bool:
        """Whether nobody is asked at this seat: it is absent where the game deals the absent in (T-17), or leaving (F-7).

        For points a hand is played to its end by those who began it; who leaves does so from the next.
        """
        return self.score is None and (seat.is_leaving or (seat.is_absent and self.settings.absent_are_dealt_in))

    @property
    def is_held(self) -> bool:
        """Whether nobody is asked to act: the floor, a reload or a replacement card is waited for first."""
        return self.irregularity is not None or self.reload is not None or bool(self.wants)

    @property
    def is_stopped(self) -> bool:
        """Whether nothing may be acted on and no clock runs: the table is held, or paused."""
        return self.is_held or self.paused

    @property
    def case(self) -> int | None:
        """The number of the halt that the table stands in now; None: it is not halted."""
        halt = self.irregularity or self.reload
        return halt.number if halt is not None else None

    @property
    def in_hand(self) -> bool:
        return self.phase in IN_A_HAND
