"""The view: what a table looks like from outside, as one JSON object (screen, scenarios and later feeds all read this).

Amounts are whole chip units, times whole milliseconds of table time, cards `As`, a face-down card `??`.
Fields that a game has no use for stay at their default.
"""

from msgspec import Struct

from tablectl.engine.events import Key

HIDDEN = "??"                           # a card that lies face down: it may not be named
NOT_READ = "??"                         # one that lies face up and could not be read: printed alike, and no secret


class PotView(Struct, frozen=True, gc=False):
    amount: int
    seats: tuple[int, ...]          # who can win it, ascending
    equities: tuple[float, ...] = ()    # of each of them, at an all-in with the hands up; empty: it is not counted


class ActionView(Struct, frozen=True, gc=False):
    """What a seat did last: a code, and the chips that go with it; 0 where none do."""

    code: str                       # small_blind big_blind ante post check call bet raise all_in folded mucked lost
    amount: int = 0                 # of a post what it put in, of a call what it added, of the others its total in front


class SeatView(Struct, frozen=True, gc=False):
    status: str                     # empty sitting_out in folded all_in foul out
    stack: int = 0
    bet: int = 0                    # the ledger's: live chips in front this street
    cards: tuple[str, ...] = ()
    due_back: int = 0               # chips in the bet area beyond the ledger
    missing: int = 0                # chips of the ledger that are not in the bet area
    connected: bool = True
    points: int | None = None       # the running total
    place: int | None = None
    name: str | None = None
    bets: dict[str, int] | None = None              # casino: `ante`, `bonus`, `call`; 0 for none
    shots: dict[str, int | None] | None = None      # pool: card -> points if made, null if missed; others are not tried yet
    wagered: int | None = None      # pool: points bet in this hand
    to_answer: bool = False         # asked at once with other seats (bets, or call or fold together), and has not answered
    cannot_call: bool = False       # the stack cannot pay for the call
    equity: float | None = None     # its share of the main pot over all cards to come; public only while all hands in it lie up
    may_undo: bool = False          # its fold, check or muck may still be taken back by its key
    last_action: ActionView | None = None   # until the street's chips are gathered; folded and mucked until the next hand
    hand_name: str | None = None    # of a hand that lies face up, with the board as it is: "two pair, kings and jacks"
    hand_short: str | None = None   # the same in short: "two pair"
    net: int | None = None          # between hands: what the last hand has brought it, in points where it is played for points
    tonight: int | None = None      # between hands of a game without places: its gain since it sat down
    dialled: int = 0                # what its wheel shows while it turns, of the seat whose turn it is; no row is written of it


class KeyView(Struct, frozen=True, gc=False):
    """A key that is accepted now from a seat that is asked."""

    seat: int
    key: Key
    amount: int | None = None       # what it costs; of `bet` and `raise` the smallest total, of `all_in` the total
    most: int | None = None         # the largest total of a bet or raise


class AskView(Struct, frozen=True, gc=False):
    """What is asked now. Its sentence is the view's `prompt`, the accepted answers are the view's `keys`."""

    kind: str                       # one of views/asking.py's KINDS
    headline: str = ""              # "Take your chips back"; empty if the keys say it
    seats: tuple[int, ...] = ()     # who is asked or concerned
    command: str = ""               # what the floor types; empty if it need not


class RulingView(Struct, frozen=True, gc=False):
    """A ruling that would be accepted now."""

    ruling: str                     # as the control socket calls it, "start" too
    effect: str                     # what it would do, in sentences
    command: str                    # to be typed after `tablectl`, with … for values that the floor fills in


class OutView(Struct, frozen=True, gc=False):
    """A player who is out of the tournament."""

    seat: int
    name: str | None
    place: int


class TournamentView(Struct, frozen=True, gc=False):
    """How a tournament stands. Chips in whole units; `last_out` is the one who went out last first."""

    name: str
    entries: int
    left: int                       # players with chips
    chips: int                      # of all
    average: int                    # of a player
    last_out: tuple[OutView, ...] = ()
    break_in_s: int | None = None   # to the next break; null: there is none, it is on, or it comes after hands
    break_s: int | None = None      # how long that lasts


class VoidView(Struct, frozen=True, gc=False):
    """Why the last hand does not count, until the next one begins."""

    kind: str                       # misdeal or void
    hand: int
    why: str
    is_deck_foul: bool = False      # no hand starts before the floor has checked the deck


class NextLevelView(Struct, frozen=True, gc=False):
    small_blind: int
    big_blind: int
    ante: int


class LevelView(Struct, frozen=True, gc=False, rename={"is_break": "break"}):
    number: int
    small_blind: int
    big_blind: int
    next_in_s: int | None = None    # seconds to the next level; null when it goes by hands or there is none
    ante: int = 0
    next: NextLevelView | None = None
    next_in_hands: int | None = None    # hands until the next level, this one included
    is_break: bool = False          # `next_in_s` is then the time to its end
    bets: tuple[int, int] | None = None         # the small and the big bet of a fixed limit
    next_is_due: bool = False       # the next hand is played at the next level
    length_s: int | None = None     # of the level, or of the break; null: it goes by hands, or to the end


class NoticeView(Struct, frozen=True, gc=False):
    """A message to people, about one seat or (null) the table."""

    seat: int | None
    code: str                       # of engine/state/why.py or rules/irregular.py; tests/CONTRIBUTING.md lists them
    text: str                       # a sentence
    is_refusal: bool = False        # something was not allowed
    is_halt: bool = False           # it is about the halt, which `irregularity` describes, too


class AlternativeView(Struct, frozen=True, gc=False):
    """One of the ways on that the floor may take now."""

    title: str                      # as on the screen's box: "VOID THE HAND"
    effect: str                     # who, what, who is next
    command: str                    # as it is typed, with … for what the floor fills in; empty: there is nothing to enter


class IrregularityView(Struct, frozen=True, gc=False):
    kind: str                       # a notice code
    seat: int | None
    card: str | None
    remedy: str                     # what the rulebook prescribes, a sentence
    what: str = ""                  # what is wrong, a sentence
    clause: str = ""
    cards: tuple[str, ...] = ()
    number: int = 0                 # counts the table's halts, from 1
    steps: tuple[str, ...] = ()     # what people do now, one to three imperatives
    later: str = ""                 # and what follows
    before: int | None = None       # chips that lay in front of the seat
    now: int | None = None          # and that lie there now
    alternatives: tuple[AlternativeView, ...] = ()      # up to three, the rulebook's first
    why: str = ""                   # the key of what is wrong: one kind may be several cases


class LineView(Struct, frozen=True, gc=False, omit_defaults=True):
    """One bet against the house when the hand is over: what is paid, returned and collected, in chip units."""

    line: str                       # ante bonus call
    bet: int
    paid: int = 0                   # the winnings, the bet itself not counted
    returned: int = 0               # of the bet, to the player
    collected: int = 0              # of the bet, by the house
    hand: str | None = None         # what a bonus was paid for: its own best five are hole cards and flop


class ResultView(Struct, frozen=True, gc=False, omit_defaults=True):
    seat: int
    won: int                        # against the house: paid and returned together
    cards: tuple[str, ...]          # the best five; empty if not shown
    hand: str | None                # "two pair, aces and nines"; null if not shown
    pot: int
    points: int | None = None       # the poker score; left out where the game gives none
    lines: tuple[LineView, ...] = ()        # against the house, in paying order; empty in other games
    text: str | None = None         # the same in a sentence, with what is paid in chips

    @property
    def is_win(self) -> bool:
        """More than the own bet comes back; in points: more than nothing."""
        return any(line.paid for line in self.lines) if self.lines else self.won > 0 or (self.points or 0) > 0


class SlipLineView(Struct, frozen=True, gc=False):
    """One bet of a slip, in chip units."""

    line: str                       # ante bonus call
    bet: int
    gain: int                       # of the player; negative: the bet is lost
    pays: int = 0                   # to 1; 0 unless it wins
    back: str = ""                  # tie or returned, where the bet comes back: the dealer's hand is equal, or does not qualify


class SlipView(Struct, frozen=True, gc=False):
    """What the dealer pays to a seat, or takes from it, when a hand against the house is over."""

    seat: int
    number: int                     # of the hand; with the seat it names the slip
    kind: str                       # pay take even
    amount: int
    hand: str | None                # "two pair, nines and fives"; null: folded, or dead
    hand_short: str | None          # "two pair"
    lines: tuple[SlipLineView, ...]


class DealerView(Struct, frozen=True, gc=False):
    cards: tuple[str, ...]
    hand: str | None = None         # "pair of threes", once the cards are up
    best: tuple[str, ...] = ()      # its best five, then
    qualifies: bool | None = None   # null until the cards are up


class LimitsView(Struct, frozen=True, gc=False):
    """What may be bet against the house, in chip units."""

    ante_min: int
    ante_max: int
    bonus_min: int
    bonus_max: int
    ante_now: int | None = None     # the largest still accepted, as far as the bank covers it; null once bets are closed
    bonus_now: int | None = None


class ShotView(Struct, frozen=True, gc=False, rename={"try_": "try"}):
    seat: int
    card: str
    try_: int                       # 1 is the first
    name: str | None = None         # of the deck file
    points: int | None = None       # the card's
    worth: int | None = None        # if made now: less the failed tries, doubled on a joker
    tries: int = 3


class BoardShotView(Struct, frozen=True, gc=False):
    """A community card as a shot; in the order of the board."""

    card: str
    points: int
    name: str | None = None
    is_double: bool = False         # it covers a joker: whoever makes it earns double


class GameView(Struct, frozen=True, gc=False):
    """A game of several hands for points."""

    hand: int                       # of this game, 1 is the first
    hands: int | None               # how many it has; null: played to `target` alone
    target: int | None = None
    bet: int = 0                    # the flat bet of a round, in points


class HoldView(Struct, frozen=True, gc=False):
    """What play waits for until it is right, or until an operator has cleared it."""

    kind: str                       # of engine/state/hold.py
    what: str                       # what is not right, a sentence
    clears: str                     # what lets play go on, a sentence
    alternatives: tuple[AlternativeView, ...] = ()      # what may be done about it


class LostView(Struct, frozen=True, gc=False):
    """A seat whose device is lost at its turn: what play waits for, and what may be done meanwhile."""

    seat: int
    what: str                       # what is wrong, a sentence
    steps: tuple[str, ...]          # what people do now, imperatives
    later: str = ""                 # what the floor may do for it, a sentence
    alternatives: tuple[AlternativeView, ...] = ()      # to wait is the first
    away_s: int | None = None       # since its device was found lost; null: nobody has counted


class View(Struct, frozen=True, gc=False):
    preset: str
    hand: int                       # number of the hand, 0 before the first
    phase: str                      # idle seating betting deciding dealing shots showdown halted
    street: str | None
    button: int | None
    board: tuple[str, ...]
    burned: int
    pots: tuple[PotView, ...]
    pot_total: int
    to_act: int | None
    to_call: int | None
    raise_to_min: int | None
    raise_to_max: int | None
    legal: tuple[str, ...]          # of the seat to act, in the order fold check call bet raise
    deadline_ms: int | None
    clock_left_ms: int | None
    waiting_for: str                # card action bets shots chips reload floor nothing
    prompt: str
    seats: dict[str, SeatView]
    house: int | None = None
    dealer: DealerView | None = None
    limits: LimitsView | None = None
    ante_table: dict[str, int] | None = None        # category -> pays to 1, highest first
    bonus_table: dict[str, int] | None = None
    qualify: str | None = None      # two ranks: the least pair the dealer's hand must hold
    slips: tuple[SlipView, ...] = ()            # against the house, once the hand is paid; by seat
    shot: ShotView | None = None
    board_shots: tuple[BoardShotView, ...] = ()
    game: GameView | None = None
    tournament: TournamentView | None = None    # of a game whose players are placed
    level: LevelView | None = None
    irregularity: IrregularityView | None = None
    result: tuple[ResultView, ...] | None = None
    table: str = ""                 # its name
    title: str = ""                 # of the game
    clock_total_ms: int | None = None
    notices: tuple[NoticeView, ...] = ()        # the latest notices while they are shown, the newest last
    notice: str | None = None       # the newest one's sentence
    notice_seat: int | None = None
    notice_code: str | None = None
    is_refusal: bool = False        # the notice says that something was not allowed
    levels: tuple[NextLevelView, ...] = ()      # the whole schedule
    paused: bool = False            # a break of the schedule, or the floor's pause
    keys: tuple[KeyView, ...] = ()  # what is accepted now from whoever is asked
    ask: AskView | None = None      # what is asked, of whom
    void: VoidView | None = None    # the last hand does not count
    rulings: tuple[RulingView, ...] = ()        # open rulings while the table waits for the floor, the prescribed one first
    next_hand_in_s: int | None = None   # null: the next hand is started by hand, or none is due
    called: tuple[int, ...] = ()    # the seats that have called the floor, until it rules
    hold: HoldView | None = None    # play stands still until this is right; the first of several
    lock: HoldView | None = None    # play stands still until an operator clears this; the first of several
    lost: LostView | None = None    # the seat to act, if its device is lost and play waits for nothing else
    unsensed: tuple[int, ...] = ()  # the seats in play that do not sense their stack, where chips are compared with the ledger
    test: bool = False              # the table is played for trying it: nothing counts
    language: str = "en"            # of all sentences in it: whoever shows it labels it in the same
