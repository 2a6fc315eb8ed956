"""The Table: everything the engine knows, frozen. Only facts/ makes a new one.

Seats stand at `seats[number - 1]`, empty ones too. Amounts are whole chip units, times milliseconds
of table time.
"""

from typing import TYPE_CHECKING, Literal

from tablectl.engine.events import AnyEvent
from tablectl.engine.state.clock import Clock, Schedule
from tablectl.engine.state.halt import Halt, Irregularity, Reload
from tablectl.engine.state.hand import (
    Hand,
    HandPhase,
    House,
    Points,
    Pots,
    RoundPhase,
    Wager,
    Want,
    Won,
)
from tablectl.engine.state.hold import Hold
from tablectl.engine.state.player import LIVE, NOBODY, Player
from tablectl.engine.state.seat import Seat, Status
from tablectl.engine.state.stacks import NOT_COMPARED, Stacks
from tablectl.games.game import Game, RoundName, Street
from tablectl.games.ruleset import NewRules
from tablectl.games.settings import Settings
from tablectl.rules.early import Early, is_flop
from tablectl.rules.forced import Post, Stakes
from tablectl.rules.limits import Round
from tablectl.rules.payout import Pays
from tablectl.rules.pots import Pot
from tablectl.rules.shotcards import ShotCard
from tablectl.structs import Frozen, Light

Phase = HandPhase | Literal["idle", "seating"]  # `seating`: the draw for the button
IN_A_ROUND: tuple[RoundPhase, ...] = ("betting", "deciding", "shots")
# rounds that ask every seat, each once, in no order
ALL_AT_ONCE: tuple[RoundName, ...] = ("ante_window", "flat_bets")
# a round that does so where the settings say "together"
DECIDED: tuple[RoundName, ...] = ("call_or_fold",)


class Standing(Frozen):
    """How the table stood, as the record of a ruling keeps it (G-12); seats by number."""

    phase: Phase
    street: int
    pot_total: int
    stacks: dict[int, int]
    bets: dict[int, int]
    statuses: dict[int, Status]
    bank: int = 0
    points: dict[int, int] = {}  # in a game for points


class Score(Light):
    """A game for points."""

    shots: dict[str, ShotCard]  # what each card asks for (M-11)
    played: int = 0  # hands scored in this game
    is_over: bool = False  # until the floor begins a new one


class Gone(Frozen):
    """A player who went out of a tournament and has left the table."""

    seat: int
    name: str | None
    place: int


class Draw(Light):
    """The draw for the button (T-1), until the hand begins."""

    left: tuple[int, ...] = ()  # seats still to get a card
    drawing: tuple[int, ...] = ()  # the seats that draw this time
    seen: int = 0  # a bit for each card that has left the shoe
    cards: dict[int, str] = {}  # what each seat drew last; never changed in place


class Shoe(Light):
    """The shoe and the deck in it."""

    pulls: int = 0  # the number of the last request it has answered
    is_connected: bool = True
    is_empty: bool = False
    is_deck_foul: bool = False  # until the floor has checked it (G-10)
    is_cut: bool = False  # for the next hand, or nobody is waited for any more (T-5)


class Carried(Light):
    """What a hand leaves for the next one, beside its button."""

    button_stays: bool = True  # the first hand keeps it, and a re-deal
    # where the small blind was in the last completed hand, posted or not
    small: int | None = None
    big: int | None = None
    # the seats of the last hand, if it was void: the re-deal is theirs (G-4)
    voided: tuple[int, ...] = ()


class Standstill(Light, rename={"deferred": "kept"}):
    """Play stands still for these reasons, and goes on with the last of them (F-6)."""

    is_paused: bool = False  # by the floor, until it lets play go on
    holds: tuple[Hold, ...] = ()  # in the order in which they began
    deferred: tuple[AnyEvent, ...] = ()  # events of cards and chips meanwhile: read then


class Undo(Light):
    """What may be taken back: the table as it was before it, without clocks that run."""

    # before the last act by key that may be taken back (F-1), or shot (M-12)
    act: "Table | None" = None
    # whose act that was; None: a shot, of the seat whose turn it was
    seat: int | None = None
    ruling: "Table | None" = None  # before the floor's last ruling (F-6)
    ruled: str = ""  # which one that was,
    ruled_on: int | None = None  # and about which seat; None: about none


class Table(Light):
    game: Game
    settings: Settings
    stakes: Stakes  # of the level played
    chips: tuple[int, ...]  # the denominations in play, ascending
    name: str
    seats: tuple[Seat, ...]
    total: int  # all chips at the table (G-1)
    places: tuple[int, ...] = ()  # the seats the table has, ascending

    hands: int = 0  # how many have begun
    button: int | None = None
    carried: Carried = Carried()
    schedule: Schedule = Schedule()
    bank: int = 0  # chips that are the house's: it pays and takes by them
    score: Score | None = None  # of a game for points
    entries: int = 0  # players who have ever sat here
    gone: tuple[Gone, ...] = ()  # of them, those who went out and left, the last one last

    draw: Draw | None = None
    hand: Hand | None = None  # being played
    last: Hand | None = None  # as it ended: shown, disputed, or void
    clock: Clock | None = None
    stacks: Stacks = NOT_COMPARED  # what between hands differs from the ledger
    undo: Undo = Undo()

    shoe: Shoe = Shoe()
    halt: Halt | None = None
    halts: int = 0  # how many there have been at this table
    standstill: Standstill | None = None
    called: tuple[int, ...] = ()  # the seats that have called the floor, until it rules
    is_test: bool = False  # played for trying it: nothing counts
    new_rules: NewRules | None = None  # that the house has changed (L-36); None: they are known

    @property
    def shown(self) -> Hand:
        """The hand that people see: the one being played, else the last; where there was none,
        one of nobody.
        """
        return self.hand or self.last or NO_HAND

    if TYPE_CHECKING:

        @property
        def playing(self) -> Hand:
            """`hand`, only where one is being played."""

    @property
    def dealt(self) -> tuple[int, ...]:
        # `shown`, without a call: the most frequent question of all
        return (self.hand or self.last or NO_HAND).dealt

    @property
    def street(self) -> int:
        return (self.hand or self.last or NO_HAND).street

    @property
    def won(self) -> tuple[Won, ...] | None:
        return self.shown.won

    @property
    def owes(self) -> tuple[Post, ...]:
        return (self.hand or NO_HAND).owes

    @property
    def round(self) -> Round:
        return (self.hand or NO_HAND).round

    @property
    def to_act(self) -> int | None:
        return (self.hand or NO_HAND).to_act

    @property
    def wager(self) -> Wager | None:
        return (self.hand or NO_HAND).wager

    @property
    def phase(self) -> Phase:
        return self.hand.phase if self.hand else "seating" if self.draw else "idle"

    @property
    def board(self) -> tuple[str, ...]:
        return (self.hand or self.last or NO_HAND).deal.boards[-1]

    @property
    def board_up(self) -> tuple[str, ...]:
        """What of the board lies face up: a flop is turned at once, when its last card has come
        (T-12); not so for points.
        """
        hand, row = self.hand, self.street_now
        if not hand or hand.phase != "dealing" or self.score or not row or not is_flop(row):
            return self.board
        lying = hand.deal.boarded_here
        return self.board if lying >= row.board else self.board[: len(self.board) - lying]

    @property
    def loose(self) -> tuple[str, ...]:
        return (self.hand or NO_HAND).deal.loose

    @property
    def early(self) -> tuple[Early, ...]:
        return (self.hand or NO_HAND).deal.early

    @property
    def wants(self) -> tuple[Want, ...]:
        return (self.hand or NO_HAND).deal.wants

    @property
    def seen(self) -> int:
        return self.draw.seen if self.draw else self.shown.deal.seen

    @property
    def pots(self) -> tuple[Pot, ...]:
        return self.of_pots.pots if self.hand else ()

    @property
    def of_pots(self) -> Pots:
        """What the hand that people see is played for: its pots; of a hand for something else,
        none.
        """
        of = (self.hand or self.last or NO_HAND).of
        return of if isinstance(of, Pots) else NO_POTS

    @property
    def of_house(self) -> House:
        """What the hand that people see is played for against the house: the dealer's cards."""
        return of if isinstance(of := self.shown.of, House) else NO_HOUSE

    @property
    def of_points(self) -> Points:
        """What the hand that people see is played for in a game for points: the shots."""
        return of if isinstance(of := self.shown.of, Points) else NO_POINTS

    @property
    def deadline_ms(self) -> int | None:
        return self.clock.deadline_ms if self.clock else None

    @property
    def drawn_for(self) -> tuple[int, ...]:
        return self.draw.left if self.draw else ()

    @property
    def irregularity(self) -> Irregularity | None:
        return (self.halt or NO_HALT).irregularity

    @property
    def further(self) -> tuple[Irregularity, ...]:
        return (self.halt or NO_HALT).further

    @property
    def irregularities(self) -> tuple[Irregularity, ...]:
        """What the table is halted for, and what waits until that is settled."""
        now = self.irregularity
        return (now, *self.further) if now else ()

    @property
    def reload(self) -> Reload | None:
        return (self.halt or NO_HALT).reload

    @property
    def paused(self) -> bool:
        """Whether the floor has."""
        return (self.standstill or NO_STANDSTILL).is_paused

    @property
    def holds(self) -> tuple[Hold, ...]:
        return (self.standstill or NO_STANDSTILL).holds

    @property
    def deferred(self) -> tuple[AnyEvent, ...]:
        return (self.standstill or NO_STANDSTILL).deferred

    def seat(self, number: int) -> Seat:
        return self.seats[number - 1]

    def player(self, number: int) -> Player:
        """What this seat has and does in the hand that people see; of a seat that is not in it,
        nothing.
        """
        return (self.hand or self.last or NO_HAND).players.get(number, NOBODY)

    def status(self, number: int) -> Status:
        """Of the seat, or of its hand; after a hand as it ended, but that who has won chips is
        all-in no more.
        """
        seat, player = self.seat(number), self.shown.players.get(number)
        if not player or seat.status in ("empty", "out"):
            return seat.status
        is_back = player.status == "all_in" and self.hand is None and seat.stack > 0
        return "in" if is_back else player.status

    @property
    def street_now(self) -> Street | None:
        return self.game.streets[self.street] if self.street >= 0 else None

    @property
    def kind(self) -> RoundName | Literal[""]:
        """The kind of round that is being played; "" where none is."""
        hand = self.hand
        if not hand or hand.phase not in IN_A_ROUND or hand.rounds_begun == 0 or hand.street < 0:
            return ""
        return self.game.streets[hand.street].rounds[hand.rounds_begun - 1]

    @property
    def asks_all(self) -> bool:
        """Whether all seats answer at once, in no order."""
        hand = self.hand
        if not hand or self.game.plays_for == "pots" or hand.phase not in IN_A_ROUND:
            return False
        kind = self.kind
        return kind in ALL_AT_ONCE or (kind in DECIDED and self.settings.decide == "together")

    @property
    def undecided(self) -> tuple[int, ...]:
        """The seats that have neither called the house nor folded, while they have to (D-3)."""
        if self.kind not in DECIDED:
            return ()
        return tuple(
            [
                n
                for n, player in self.playing.players.items()
                if player.status == "in" and not player.bets.call
            ]
        )

    @property
    def needed(self) -> tuple[int, ...]:
        """The seats whose clock runs, and stands still while one of them is lost (G-7); bets are
        waited for by nobody.
        """
        return (
            (self.to_act,) if self.to_act is not None else self.undecided if self.asks_all else ()
        )

    @property
    def pays(self) -> Pays:
        """The house's pay tables."""
        return Pays(self.settings.ante_table, self.settings.bonus_table, self.settings.qualify)

    @property
    def live(self) -> tuple[Player, ...]:
        """The hands that can still win, from the left of the button."""
        return tuple([player for player in self.shown.players.values() if player.status in LIVE])

    @property
    def claiming(self) -> tuple[Player, ...]:
        """The hands that can still win and have not been mucked."""
        players = (self.hand or self.last or NO_HAND).players
        return tuple([p for p in players.values() if p.status in LIVE and not p.is_mucked])

    def is_last_hand(self, number: int) -> bool:
        """Whether nobody else is left who could win the pot: such a hand is not declared dead."""
        return self.game.plays_for != "house" and [player.number for player in self.claiming] == [
            number
        ]

    @property
    def unit(self) -> int:
        """The smallest chip that plays (L-5)."""
        return self.settings.smallest_chip or 1

    def playable(self, number: int) -> int:
        """What a seat can put in: smaller chips play only as far as they make up one that plays
        (L-5).
        """
        stack = self.seats[number - 1].stack
        # `unit`, without a call: for each seat that acts
        return stack - stack % (self.settings.smallest_chip or 1)

    def is_all_in_with(self, number: int, added: int) -> bool:
        """Whether nothing that plays is left to a seat that puts in so much (L-5)."""
        return self.seats[number - 1].stack - added < (self.settings.smallest_chip or 1)

    def is_played_for(self, seat: Seat) -> bool:
        """Whether the table acts for this seat: it is absent where the game deals the absent in
        (T-17), or leaving (F-7).

        For points a hand is played to its end by those who began it; who leaves does so from the
        next.
        """
        return self.score is None and (
            seat.is_leaving or (seat.is_absent and self.settings.absent_are_dealt_in)
        )

    @property
    def is_halted(self) -> bool:
        """Whether nobody may act in the hand before the floor, a reload or a replacement card."""
        return self.halt is not None or bool((self.hand or NO_HAND).deal.wants)

    @property
    def is_stopped(self) -> bool:
        """Whether play stops, by a halt, a hold or a pause: nobody may act, and no clock runs."""
        return self.standstill is not None or self.is_halted

    @property
    def case(self) -> int | None:
        """The number of the halt that the table stands in now; None: it is not halted."""
        halt = self.irregularity or self.reload
        return halt.number if halt else None

    @property
    def in_hand(self) -> bool:
        return self.hand is not None


# The same slot as `hand`. A property is a call of 860 instructions with Python 3.11, and this is
# read six times an event.
setattr(Table, "playing", Table.__dict__["hand"])  # noqa: B010 - to mypy it is read only


NO_HAND, NO_HALT, NO_STANDSTILL = Hand(0), Halt(), Standstill()
NO_POTS, NO_HOUSE, NO_POINTS = Pots(), House(), Points()
