"""What the screen knows: the view's JSON decoded, unknown fields ignored, missing ones at their defaults.

A view comes over a socket. What no table says, though its types are right, is refused here: whatever draws need not ask again.
Words that a screen does not know yet are taken, but for the few that it could draw nothing for.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from tablectl.screen.words import in_language
from tablectl.screen.words.catalogue import Words

SEATS_MAX = 10                  # as painted on the felt; a view with more shows the lowest ten
SEATS = frozenset(map(str, range(1, 100)))

Whole = Annotated[int, Meta(ge=-10**15, le=10**15)]         # no sum of amounts is as large, and no float rounds it
Tries = Annotated[int, Meta(ge=0, le=10)]                   # a mark is drawn for each
SlipKind = Literal["pay", "take", "even"]
Card = Literal[
    "As", "Ks", "Qs", "Js", "Ts", "9s", "8s", "7s", "6s", "5s", "4s", "3s", "2s",
    "Ah", "Kh", "Qh", "Jh", "Th", "9h", "8h", "7h", "6h", "5h", "4h", "3h", "2h",
    "Ad", "Kd", "Qd", "Jd", "Td", "9d", "8d", "7d", "6d", "5d", "4d", "3d", "2d",
    "Ac", "Kc", "Qc", "Jc", "Tc", "9c", "8c", "7c", "6c", "5c", "4c", "3c", "2c",
    "Jk", "??", "joker", "foreign", "unreadable", "cut"]
HIDDEN: Card = "??"


class Asked(Struct, frozen=True):
    """A key that is accepted now, and of whom."""

    seat: Whole = 0
    key: str = ""
    amount: Whole | None = None
    most: Whole | None = None


class Ask(Struct, frozen=True):
    kind: str = ""
    headline: str = ""
    seats: tuple[Whole, ...] = ()
    command: str = ""


class Ruling(Struct, frozen=True):
    """What the floor may rule now, what it would do, and what is typed."""

    ruling: str = ""
    effect: str = ""
    command: str = ""


class Alternative(Struct, frozen=True):
    """One of the ways on that the floor may take now."""

    title: str = ""
    effect: str = ""
    command: str = ""


class Void(Struct, frozen=True):
    kind: str = "void"
    hand: Whole = 0
    why: str = ""
    is_deck_foul: bool = False


class Hold(Struct, frozen=True):
    """What play waits for until it is right."""

    kind: str = ""
    what: str = ""
    clears: str = ""
    alternatives: tuple[Alternative, ...] = ()


class Lost(Struct, frozen=True):
    """A seat whose device is lost at its turn: play waits for it."""

    seat: Whole = 0
    what: str = ""
    steps: tuple[str, ...] = ()
    later: str = ""
    alternatives: tuple[Alternative, ...] = ()
    away_s: Whole | None = None


class Told(Struct, frozen=True):
    """A notice: of one seat, or of all."""

    seat: Whole | None = None
    code: str = ""
    text: str = ""
    is_refusal: bool = False
    is_halt: bool = False           # the panel of the halt tells it, so no tab does


class Pot(Struct, frozen=True):
    amount: Whole = 0
    seats: tuple[Whole, ...] = ()
    equities: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        if self.equities and len(self.equities) != len(self.seats):
            raise ValueError("A pot has a share for each of its seats, or none")


class Action(Struct, frozen=True):
    """What a seat did last."""

    code: str = ""
    amount: Whole = 0


class Seat(Struct, frozen=True):
    status: str = "empty"
    stack: Whole = 0
    bet: Whole = 0
    cards: tuple[Card, ...] = ()
    due_back: Whole = 0
    missing: Whole = 0
    connected: bool = True
    place: Whole | None = None
    name: str | None = None
    points: Whole | None = None
    bets: dict[str, Whole] | None = None
    shots: dict[str, Whole | None] | None = None
    wagered: Whole | None = None
    to_answer: bool = False
    cannot_call: bool = False
    may_undo: bool = False
    equity: float | None = None
    last_action: Action | None = None
    hand_name: str | None = None
    hand_short: str | None = None
    net: Whole | None = None
    tonight: Whole | None = None
    dialled: Whole = 0

    @property
    def lies(self) -> tuple[str, ...]:
        """The cards that lie before it: not those that it folded or mucked, though they may come back."""
        is_gone = self.status == "folded" or (self.last_action is not None and self.last_action.code == "mucked")
        return () if is_gone else self.cards


class Blinds(Struct, frozen=True):
    small_blind: Whole = 0
    big_blind: Whole = 0
    ante: Whole = 0


class Level(Struct, frozen=True, rename={"is_break": "break"}):
    number: Whole = 0
    small_blind: Whole = 0
    big_blind: Whole = 0
    next_in_s: Whole | None = None
    next_in_hands: Whole | None = None
    next_is_due: bool = False
    ante: Whole = 0
    next: Blinds | None = None
    is_break: bool = False
    bets: tuple[Whole, Whole] | None = None
    length_s: Whole | None = None


class Irregularity(Struct, frozen=True):
    kind: str = ""
    seat: Whole | None = None
    card: Card | None = None
    remedy: str = ""
    what: str = ""
    clause: str = ""
    cards: tuple[Card, ...] = ()
    number: Whole = 0
    steps: tuple[str, ...] = ()
    later: str = ""
    before: Whole | None = None
    now: Whole | None = None
    alternatives: tuple[Alternative, ...] = ()


class BetResult(Struct, frozen=True):
    """One bet against the house when the hand is over."""

    line: str = ""
    bet: Whole = 0
    paid: Whole = 0
    returned: Whole = 0
    collected: Whole = 0
    hand: str | None = None


class Win(Struct, frozen=True):
    seat: Whole = 0
    won: Whole = 0
    cards: tuple[Card, ...] = ()
    hand: str | None = None
    pot: Whole = 0
    points: Whole | None = None
    lines: tuple[BetResult, ...] = ()

    @property
    def is_win(self) -> bool:
        """Whether more than the own bet comes back; in a game for points, whether any points are won."""
        return any(line.paid for line in self.lines) if self.lines else self.won > 0 or (self.points or 0) > 0


class SlipLine(Struct, frozen=True):
    line: str = ""
    bet: Whole = 0
    gain: Whole = 0
    pays: Whole = 0
    back: str = ""


class Slip(Struct, frozen=True):
    seat: Whole = 0
    number: Whole = 0
    kind: SlipKind = "even"
    amount: Whole = 0
    hand: str | None = None
    hand_short: str | None = None
    lines: tuple[SlipLine, ...] = ()


class Dealer(Struct, frozen=True):
    cards: tuple[Card, ...] = ()
    hand: str | None = None
    best: tuple[Card, ...] = ()
    qualifies: bool | None = None


class Limits(Struct, frozen=True):
    ante_min: Whole = 0
    ante_max: Whole = 0
    bonus_min: Whole = 0
    bonus_max: Whole = 0
    ante_now: Whole | None = None
    bonus_now: Whole | None = None


class Shot(Struct, frozen=True, rename={"try_": "try"}):
    seat: Whole = 0
    card: Card = HIDDEN
    try_: Tries = 1
    name: str | None = None
    points: Whole | None = None
    worth: Whole | None = None
    tries: Tries = 3


class BoardShot(Struct, frozen=True):
    card: Card = HIDDEN
    points: Whole = 0
    name: str | None = None
    is_double: bool = False


class Game(Struct, frozen=True):
    hand: Whole = 0
    hands: Whole | None = None
    target: Whole | None = None
    bet: Whole = 0


class Out(Struct, frozen=True):
    seat: Whole = 0
    name: str | None = None
    place: Whole = 0


class Tournament(Struct, frozen=True):
    name: str = ""
    entries: Whole = 0
    left: Whole = 0
    chips: Whole = 0
    average: Whole = 0
    last_out: tuple[Out, ...] = ()
    break_in_s: Whole | None = None
    break_s: Whole | None = None


class Model(Struct, frozen=True):
    preset: str = "tournament"
    hand: Whole = 0
    phase: str = "idle"
    street: str | None = None
    button: Whole | None = None
    board: tuple[Card, ...] = ()
    pots: tuple[Pot, ...] = ()
    pot_total: Whole = 0
    to_act: Whole | None = None
    to_call: Whole | None = None
    raise_to_min: Whole | None = None
    raise_to_max: Whole | None = None
    legal: tuple[str, ...] = ()
    clock_left_ms: Whole | None = None
    clock_total_ms: Whole | None = None
    waiting_for: str = "nothing"
    prompt: str = ""
    seats: dict[str, Seat] = {}
    house: Whole | None = None
    dealer: Dealer | None = None
    limits: Limits | None = None
    ante_table: dict[str, Whole] | None = None
    bonus_table: dict[str, Whole] | None = None
    qualify: str | None = None
    slips: tuple[Slip, ...] = ()
    shot: Shot | None = None
    board_shots: tuple[BoardShot, ...] = ()
    game: Game | None = None
    tournament: Tournament | None = None
    level: Level | None = None
    levels: tuple[Blinds, ...] = ()
    irregularity: Irregularity | None = None
    result: tuple[Win, ...] | None = None
    table: str = ""
    title: str = ""                 # of the game
    notices: tuple[Told, ...] = ()
    paused: bool = False
    keys: tuple[Asked, ...] = ()
    ask: Ask | None = None
    void: Void | None = None
    rulings: tuple[Ruling, ...] = ()
    next_hand_in_s: Whole | None = None
    called: tuple[Whole, ...] = ()    # the seats that have called the floor, until it rules
    hold: Hold | None = None
    lock: Hold | None = None
    lost: Lost | None = None
    test: bool = False              # the table is played for trying it
    language: str = "en"            # of the view's sentences, and so of the labels beside them

    def __post_init__(self) -> None:
        if not self.seats.keys() <= SEATS:
            raise ValueError("A seat is numbered 1 to 99")

    @property
    def words(self) -> Words:
        return in_language(self.language)

    @property
    def game_title(self) -> str:
        return self.title or self.preset

    @property
    def stands_still(self) -> bool:
        """Whether no clock runs, whoever was asked."""
        return self.phase == "halted" or self.paused or self.held is not None or self.lost is not None

    @property
    def held(self) -> Hold | None:
        """What the table shows of what keeps play still; a lock comes before a hold."""
        return self.lock or self.hold

    @property
    def is_resting(self) -> bool:
        """In a break or a pause, shown by the clock in place of the table; but not on hold, which is shown at the table."""
        return self.paused and self.held is None

    @property
    def is_asked_together(self) -> bool:
        return self.waiting_for == "bets" or self.phase == "deciding"

    def seated(self) -> tuple[tuple[int, Seat], ...]:
        """The places at the table, lowest first, empty ones too."""
        return tuple(sorted((int(number), seat) for number, seat in self.seats.items()))[:SEATS_MAX]


_decoder = msgspec.json.Decoder(Model)


def decode(view_json: bytes) -> Model:
    """The model of one view; msgspec.DecodeError, with a sentence, if it is none. A ValidationError is one, too."""
    try:
        return _decoder.decode(view_json)
    except (UnicodeDecodeError, RecursionError) as why:
        raise msgspec.DecodeError(str(why)) from why
