"""What it meant: facts, small and past tense. A fact needs no rule to be applied; apply.py turns them into the next Table."""

from msgspec import field

from tablectl.engine.events import AnyEvent
from tablectl.engine.facts import facts_anew as anew
from tablectl.engine.facts import facts_house as house
from tablectl.engine.facts import facts_points as points
from tablectl.engine.facts import facts_wrong as wrong
from tablectl.engine.facts.fact import Fact
from tablectl.engine.state.table import Irregularity, Standing, Wager, Won
from tablectl.games.game import Game, Settings
from tablectl.rules.forced import Post, Stakes
from tablectl.rules.limits import Round
from tablectl.rules.pots import Pot
from tablectl.rules.shotcards import ShotCard
from tablectl.rules.wagers import Chips


class TableOpened(Fact, frozen=True, tag="table_opened"):
    """All that the table is made of, so that recovery needs no file but the journal."""

    game: Game
    settings: Settings
    stakes: Stakes
    chips: tuple[int, ...]
    name: str
    stacks: dict[int, int]
    names: dict[int, str]
    places: tuple[int, ...]             # the seats the table has, empty ones too
    button: int | None
    rules_version: str
    points: dict[int, int] = field(default_factory=dict)            # by seat, in a game for points: `stacks` is empty there
    shots: dict[str, ShotCard] = field(default_factory=dict)        # the deck file's, the setting `points` laid over them (M-11)


# Coming and going

class PlayerSat(Fact, frozen=True, tag="player_sat"):
    seat: int
    stack: int
    name: str | None
    bank_ms: int = 0
    debt: str = ""                      # new: a newcomer owes the big blind, or waits for it (L-30, L-31)
    points: int | None = None           # in a game for points


class PlayerLeft(Fact, frozen=True, tag="player_left"):
    seat: int
    stack: int


class LeavingSaid(Fact, frozen=True, tag="leaving_said"):
    seat: int


class ChipsPromised(Fact, frozen=True, tag="chips_promised"):
    """Bought chips; they count from the next hand (F-4)."""

    seat: int
    chips: int


class ChipsAdded(Fact, frozen=True, tag="chips_added"):
    seat: int
    chips: int


class SatOut(Fact, frozen=True, tag="sat_out"):
    seat: int


class SatIn(Fact, frozen=True, tag="sat_in"):
    seat: int


class ComingChosen(Fact, frozen=True, tag="coming_chosen"):
    """How a seat that owes comes in: `post`, `wait`, `buy_button`; "" asks it again (L-30 to L-35)."""

    seat: int
    choice: str


# The button and the level

class DrawBegan(Fact, frozen=True, tag="draw_began"):
    seats: tuple[int, ...]


class ButtonCardDealt(Fact, frozen=True, tag="button_card_dealt"):
    seat: int
    card: str
    pull: int


class DrawTied(Fact, frozen=True, tag="draw_tied"):
    seats: tuple[int, ...]


class ButtonPlaced(Fact, frozen=True, tag="button_placed"):
    seat: int


class BreakBegan(Fact, frozen=True, tag="break_began"):
    ends_at_ms: int


class LevelBegan(Fact, frozen=True, tag="level_began"):
    level: int
    stakes: Stakes
    at_ms: int


# A hand

class HandBegan(Fact, frozen=True, tag="hand_began"):
    hand: int
    button: int | None                  # None: the game is played without
    small: int | None                   # None: nobody posts it there: it was bought with the button, or it is dead
    big: int | None
    dealt: tuple[int, ...]
    owes: tuple[Post, ...]
    passed: tuple[int, ...] = ()        # whom the blinds pass (L-35)
    eligible: tuple[int, ...] = ()      # who can be taken in where a blind is not posted (F-8)
    by_bets: bool = False               # who was asked is in the hand once it has bet (D-1)


class BlindMissed(Fact, frozen=True, tag="blind_missed"):
    """A blind, post or ante was not posted in time: the seat sits out, and the hand is arranged without it (F-8).

    Whoever has posted and is not in the hand as it is now gets that back.
    """

    seat: int
    button: int | None
    small: int | None
    big: int | None
    dealt: tuple[int, ...]
    owes: tuple[Post, ...]              # what is still to be posted
    passed: tuple[int, ...]


class Posted(Fact, frozen=True, tag="posted"):
    seat: int
    ante: int
    live: int
    dead: int
    from_stack: bool = False            # no chips were seen: the floor moves them


class StreetBegan(Fact, frozen=True, tag="street_began"):
    street: int


class CardDealt(Fact, frozen=True, tag="card_dealt"):
    seat: int
    card: str
    pull: int


class CardBurned(Fact, frozen=True, tag="card_burned"):
    card: str
    pull: int


class BoardDealt(Fact, frozen=True, tag="board_dealt"):
    card: str
    pull: int


class CardPutAside(Fact, frozen=True, tag="card_put_aside"):
    """A card that is out of play: boxed, foreign, not readable."""

    card: str
    pull: int


class RoundBegan(Fact, frozen=True, tag="round_began"):
    """The next round of the street; `deadline_ms` where all are asked at once, and a clock is set for all."""

    round: Round = Round()
    phase: str = "betting"
    deadline_ms: int | None = None
    clock_ms: int | None = None


class RoundEnded(Fact, frozen=True, tag="round_ended"):
    """A street without a round has been dealt, or a round is over that leaves nothing to collect."""


class TurnGiven(Fact, frozen=True, tag="turn_given"):
    """It is this seat's turn: to act, to post or to show. `deadline_ms` None: without a clock."""

    seat: int
    deadline_ms: int | None
    clock_ms: int | None


class TurnWithdrawn(Fact, frozen=True, tag="turn_withdrawn"):
    """A ruling has left the seat to act nothing to answer: it is not asked any more (G-11)."""

    seat: int


class Declared(Fact, frozen=True, tag="declared"):
    seat: int
    wager: Wager


class WagerChanged(Fact, frozen=True, tag="wager_changed"):
    """A motion opened, went on or ended, or completion was asked for; None: nothing is begun any more."""

    seat: int
    wager: Wager | None


class ChipsLay(Fact, frozen=True, tag="chips_lay"):
    seat: int
    chips: Chips


class Checked(Fact, frozen=True, tag="checked"):
    seat: int
    by_key: bool = False                # so that it may be taken back (F-1)
    left_ms: int | None = None          # of its clock, then


class Called(Fact, frozen=True, tag="called"):
    seat: int
    added: int


class CalledShort(Fact, frozen=True, tag="called_short"):
    """Chips that are in although they do not make the call yet; the turn stays."""

    seat: int
    added: int


class BetRaised(Fact, frozen=True, tag="bet_raised"):
    seat: int
    raise_to: int                       # a total
    added: int
    round: Round                        # as it is after it


class Folded(Fact, frozen=True, tag="folded"):
    seat: int
    by_key: bool = False                # so that it may be taken back (F-1)
    left_ms: int | None = None          # of its clock, then


class ActTakenBack(Fact, frozen=True, tag="act_taken_back"):
    """A key pressed by mistake: the fold, check or muck never was, nor what followed from it (F-1)."""

    seat: int


class BetReturned(Fact, frozen=True, tag="bet_returned"):
    """What nobody could match (G-5)."""

    seat: int
    amount: int


class CollectionAwaited(Fact, frozen=True, tag="collection_awaited"):
    """The round is over; an area does not hold yet what the ledger says."""


class BetsCollected(Fact, frozen=True, tag="bets_collected"):
    pots: tuple[Pot, ...]


class ShowdownBegan(Fact, frozen=True, tag="showdown_began"):
    order: tuple[int, ...]
    is_tabling: bool


class CardsShown(Fact, frozen=True, tag="cards_shown"):
    seat: int
    cards: tuple[str, ...]


class Mucked(Fact, frozen=True, tag="mucked"):
    seat: int
    left_ms: int | None = None          # of its clock, so that it may be taken back (F-1)


class ShowdownEnded(Fact, frozen=True, tag="showdown_ended"):
    pass


class PotPushed(Fact, frozen=True, tag="pot_pushed"):
    won: Won


class StackSet(Fact, frozen=True, tag="stack_set"):
    """The floor put a stack right; the table's total moves with it (F-6, G-1)."""

    seat: int
    stack: int


class PotGivenAnew(Fact, frozen=True, tag="pot_given_anew"):
    """A pot disputed after the hand: those who had it give it back, and it goes where it was ruled to (F-5)."""

    pot: int
    won: tuple[Won, ...]


class ColouredUp(Fact, frozen=True, tag="coloured_up"):
    """The denominations that are left, and the stacks that were rounded up (F-10)."""

    chips: tuple[int, ...]
    stacks: dict[int, int]


class PlayerOut(Fact, frozen=True, tag="player_out"):
    seat: int
    place: int | None                   # None where the game gives no places


class PlaceTaken(Fact, frozen=True, tag="place_taken"):
    """The last one with chips has won (T-18)."""

    seat: int
    place: int


class PlacesOpened(Fact, frozen=True, tag="places_opened"):
    """Somebody plays on who was out, or enters late: places are open again, and who is out goes one down (T-18)."""

    places: dict[int, int | None]


class HandEnded(Fact, frozen=True, tag="hand_ended"):
    pass


class HandVoided(Fact, frozen=True, tag="hand_voided"):
    """Every chip is back where it was when the hand began (G-4)."""

    kind: str                           # void or misdeal
    cause: str


# Clocks, devices, rulings

class ClockWarned(Fact, frozen=True, tag="clock_warned"):
    seat: int | None                    # None: all that have not answered


class BankDrawn(Fact, frozen=True, tag="bank_drawn"):
    """The time bank gave the seat more time (G-7)."""

    seat: int
    ms: int
    deadline_ms: int


class ClockStopped(Fact, frozen=True, tag="clock_stopped"):
    left_ms: int | None


class ClockWentOn(Fact, frozen=True, tag="clock_went_on"):
    deadline_ms: int | None


class Halted(Fact, frozen=True, tag="halted"):
    irregularity: Irregularity
    pull: int = 0


class Reported(Fact, frozen=True, tag="reported"):
    """A report taken while the table is halted: it waits its turn."""

    irregularity: Irregularity


class Resumed(Fact, frozen=True, tag="resumed"):
    """The irregularity is dealt with; a report that waited comes up."""


class Ruled(Fact, frozen=True, tag="ruled"):
    """Who ruled what and why, and how the table stood before and after it (G-12). Its own facts follow."""

    ruling: str
    who: str
    why: str | None
    seat: int | None
    card: str | None
    before: Standing
    after: Standing
    may_be_taken_back: bool = False     # the table as it is now is kept (F-6)
    left_ms: int | None = None          # what was left of the clock
    acts_stand: bool = False            # what a player did before it is not taken back any more (F-1)


class RulingTakenBack(Fact, frozen=True, tag="ruling_taken_back"):
    """The floor's last ruling never was, nor what followed from it (F-6)."""


class UndoEnded(Fact, frozen=True, tag="undo_ended"):
    """Too much has happened since: the act before it (F-1), or the floor's ruling (F-6), is not taken back any more."""

    act: bool = False
    ruling: bool = False


class PlayPaused(Fact, frozen=True, tag="play_paused"):
    """The floor holds the table (F-6)."""


class PlayWentOn(Fact, frozen=True, tag="play_went_on"):
    """What cards and chips did in the pause is read now, in its order."""


class EventKept(Fact, frozen=True, tag="event_kept"):
    """Something moved while play was paused: it is read when play goes on (F-6). Of what lies in a place, the newest counts."""

    event: AnyEvent


class LevelClockStopped(Fact, frozen=True, tag="level_clock_stopped"):
    """The time of the level, or of the break, stands still (T-4)."""

    at_ms: int


class LevelClockWentOn(Fact, frozen=True, tag="level_clock_went_on"):
    """It goes on as if it had begun so much later."""

    by_ms: int


class DeckChecked(Fact, frozen=True, tag="deck_checked"):
    pass


class DeckFouled(Fact, frozen=True, tag="deck_fouled"):
    pass


class DeviceGone(Fact, frozen=True, tag="device_gone"):
    seat: int | None
    is_faulty: bool = False             # it says what cannot be: its seat is not waited for


class DeviceReturned(Fact, frozen=True, tag="device_returned"):
    seat: int | None


class LevelTold(Fact, frozen=True, tag="level_told"):
    """A seat that is not back yet has told what lies there: the last such level is the one on its return (F-5)."""

    seat: int


class LevelTrusted(Fact, frozen=True, tag="level_trusted"):
    """A seat's area was read again after its device was lost."""

    seat: int


# Said to people; these change nothing

class Refused(Fact, frozen=True, tag="refused"):
    code: str
    text: str
    seat: int | None = None


class Noticed(Fact, frozen=True, tag="noticed"):
    code: str
    text: str
    seat: int | None = None


AnyFact = (
    TableOpened | PlayerSat | PlayerLeft | LeavingSaid | ChipsPromised | ChipsAdded | SatOut | SatIn
    | ComingChosen | DrawBegan | ButtonCardDealt | DrawTied | ButtonPlaced | BreakBegan | LevelBegan
    | HandBegan | BlindMissed | Posted | StreetBegan | CardDealt | CardBurned | BoardDealt | CardPutAside
    | wrong.AnyFact | house.AnyFact | points.AnyFact | anew.AnyFact
    | RoundBegan | RoundEnded | TurnGiven | TurnWithdrawn
    | Declared | WagerChanged | ChipsLay | Checked | Called | CalledShort | BetRaised | Folded | ActTakenBack | BetReturned
    | CollectionAwaited | BetsCollected | ShowdownBegan | CardsShown | Mucked | ShowdownEnded | PotPushed
    | StackSet | PotGivenAnew | ColouredUp
    | PlayerOut | PlaceTaken | PlacesOpened | HandEnded | HandVoided
    | ClockWarned | BankDrawn | ClockStopped | ClockWentOn | Halted | Reported | Resumed | Ruled | RulingTakenBack | UndoEnded
    | PlayPaused | PlayWentOn | EventKept | LevelClockStopped | LevelClockWentOn | DeckChecked | DeckFouled
    | DeviceGone | DeviceReturned | LevelTold | LevelTrusted | Refused | Noticed
)
