"""The view: what a table looks like from outside, as one JSON object (screen, scenarios and later feeds all read this).

Amounts are whole chip units, times whole milliseconds of table time, cards `As`, a face-down card `??`.
Fields that a game has no use for stay at their default.
"""

from msgspec import Struct

HIDDEN = "??"


class PotView(Struct, frozen=True):
    amount: int
    seats: tuple[int, ...]          # who can win it, ascending


class SeatView(Struct, frozen=True):
    status: str                     # empty sitting_out in folded all_in foul out
    stack: int = 0
    bet: int = 0                    # the ledger's: live chips in front this street
    cards: tuple[str, ...] = ()
    due_back: int = 0               # what lies in the bet area beyond the ledger
    connected: bool = True
    points: int | None = None
    place: int | None = None
    name: str | None = None
    bets: dict[str, int] | None = None
    shots: dict[str, int | None] | None = None
    wagered: int | None = None


class NextLevelView(Struct, frozen=True):
    small_blind: int
    big_blind: int
    ante: int


class LevelView(Struct, frozen=True, rename={"is_break": "break"}):
    number: int
    small_blind: int
    big_blind: int
    next_in_s: int | None = None    # seconds to the next level; null when it goes by hands or there is none
    ante: int = 0
    next: NextLevelView | None = None
    next_in_hands: int | None = None
    is_break: bool = False          # `next_in_s` is then the time to its end


class IrregularityView(Struct, frozen=True):
    kind: str                       # a notice code
    seat: int | None
    card: str | None
    remedy: str                     # what the rulebook prescribes, a sentence
    what: str = ""                  # what is wrong, a sentence
    clause: str = ""
    cards: tuple[str, ...] = ()


class ResultView(Struct, frozen=True, omit_defaults=True):
    seat: int
    won: int
    cards: tuple[str, ...]          # the best five; empty if not shown
    hand: str | None                # "two pair, aces and nines"; null if not shown
    pot: int
    points: int | None = None       # the poker score; left out where the game gives none


class DealerView(Struct, frozen=True):
    cards: tuple[str, ...]


class ShotView(Struct, frozen=True):
    seat: int
    card: str
    try_: int
    name: str | None = None
    points: int | None = None
    worth: int | None = None


class View(Struct, frozen=True):
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
    legal: tuple[str, ...]          # in the order fold check call bet raise
    deadline_ms: int | None
    clock_left_ms: int | None
    waiting_for: str                # card action bets shots chips reload floor nothing
    prompt: str
    seats: dict[str, SeatView]
    house: int | None = None
    dealer: DealerView | None = None
    shot: ShotView | None = None
    level: LevelView | None = None
    irregularity: IrregularityView | None = None
    result: tuple[ResultView, ...] | None = None
    table: str = ""                 # its name
    clock_total_ms: int | None = None
    notice: str | None = None       # the newest notice's sentence, while it is news
    notice_seat: int | None = None
    notice_code: str | None = None
    is_refusal: bool = False        # the notice says that something was not allowed
    levels: tuple[NextLevelView, ...] = ()      # the whole schedule
    paused: bool = False            # a break of the schedule, or the floor's pause
