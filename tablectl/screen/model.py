"""What the screen knows: the view's JSON decoded, unknown fields ignored, missing ones at their defaults."""

import msgspec
from msgspec import Struct

from tablectl.screen.words import in_language
from tablectl.screen.words.catalogue import Words

HIDDEN = "??"
SEATS_MAX = 10                  # as painted on the felt; a view with more shows the lowest ten


class Asked(Struct, frozen=True):
    """A key that is accepted now, and of whom."""

    seat: int = 0
    key: str = ""
    amount: int | None = None
    most: int | None = None


class Ask(Struct, frozen=True):
    kind: str = ""
    headline: str = ""
    seats: tuple[int, ...] = ()
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
    hand: int = 0
    why: str = ""


class Hold(Struct, frozen=True):
    """What play waits for until it is right."""

    kind: str = ""
    what: str = ""
    clears: str = ""
    alternatives: tuple[Alternative, ...] = ()


class Told(Struct, frozen=True):
    """A notice: of one seat, or of all."""

    seat: int | None = None
    code: str = ""
    text: str = ""
    is_refusal: bool = False
    is_halt: bool = False           # the panel of the halt tells it, so no tab does


class Pot(Struct, frozen=True):
    amount: int = 0
    seats: tuple[int, ...] = ()
    equities: tuple[float, ...] = ()


class Action(Struct, frozen=True):
    """What a seat did last."""

    code: str = ""
    amount: int = 0


class Seat(Struct, frozen=True):
    status: str = "empty"
    stack: int = 0
    bet: int = 0
    cards: tuple[str, ...] = ()
    due_back: int = 0
    missing: int = 0
    connected: bool = True
    place: int | None = None
    name: str | None = None
    points: int | None = None
    bets: dict[str, int] | None = None
    shots: dict[str, int | None] | None = None
    wagered: int | None = None
    to_answer: bool = False
    cannot_call: bool = False
    may_undo: bool = False
    equity: float | None = None
    last_action: Action | None = None
    hand_name: str | None = None
    hand_short: str | None = None
    net: int | None = None
    tonight: int | None = None
    dialled: int = 0

    @property
    def lies(self) -> tuple[str, ...]:
        """The cards that lie before it: not those that it folded or mucked, though they may come back."""
        is_gone = self.status == "folded" or (self.last_action is not None and self.last_action.code == "mucked")
        return () if is_gone else self.cards


class Blinds(Struct, frozen=True):
    small_blind: int = 0
    big_blind: int = 0
    ante: int = 0


class Level(Struct, frozen=True, rename={"is_break": "break"}):
    number: int = 0
    small_blind: int = 0
    big_blind: int = 0
    next_in_s: int | None = None
    next_in_hands: int | None = None
    next_is_due: bool = False
    ante: int = 0
    next: Blinds | None = None
    is_break: bool = False
    bets: tuple[int, int] | None = None
    length_s: int | None = None


class Irregularity(Struct, frozen=True):
    kind: str = ""
    seat: int | None = None
    card: str | None = None
    remedy: str = ""
    what: str = ""
    clause: str = ""
    cards: tuple[str, ...] = ()
    number: int = 0
    steps: tuple[str, ...] = ()
    later: str = ""
    before: int | None = None
    now: int | None = None
    alternatives: tuple[Alternative, ...] = ()


class BetResult(Struct, frozen=True):
    """One bet against the house when the hand is over."""

    line: str = ""
    bet: int = 0
    paid: int = 0
    returned: int = 0
    collected: int = 0
    hand: str | None = None


class Win(Struct, frozen=True):
    seat: int = 0
    won: int = 0
    cards: tuple[str, ...] = ()
    hand: str | None = None
    pot: int = 0
    points: int | None = None
    lines: tuple[BetResult, ...] = ()

    @property
    def is_win(self) -> bool:
        """Whether more than the own bet comes back; in a game for points, whether any points are won."""
        return any(line.paid for line in self.lines) if self.lines else self.won > 0 or (self.points or 0) > 0


class SlipLine(Struct, frozen=True):
    line: str = ""
    bet: int = 0
    gain: int = 0
    pays: int = 0
    back: str = ""


class Slip(Struct, frozen=True):
    seat: int = 0
    number: int = 0
    kind: str = "even"
    amount: int = 0
    hand: str | None = None
    hand_short: str | None = None
    lines: tuple[SlipLine, ...] = ()


class Dealer(Struct, frozen=True):
    cards: tuple[str, ...] = ()
    hand: str | None = None
    best: tuple[str, ...] = ()
    qualifies: bool | None = None


class Limits(Struct, frozen=True):
    ante_min: int = 0
    ante_max: int = 0
    bonus_min: int = 0
    bonus_max: int = 0
    ante_now: int | None = None
    bonus_now: int | None = None


class Shot(Struct, frozen=True, rename={"try_": "try"}):
    seat: int = 0
    card: str = ""
    try_: int = 1
    name: str | None = None
    points: int | None = None
    worth: int | None = None
    tries: int = 3


class BoardShot(Struct, frozen=True):
    card: str = ""
    points: int = 0
    name: str | None = None
    is_double: bool = False


class Game(Struct, frozen=True):
    hand: int = 0
    hands: int | None = None
    target: int | None = None
    bet: int = 0


class Out(Struct, frozen=True):
    seat: int = 0
    name: str | None = None
    place: int = 0


class Tournament(Struct, frozen=True):
    name: str = ""
    entries: int = 0
    left: int = 0
    chips: int = 0
    average: int = 0
    last_out: tuple[Out, ...] = ()
    break_in_s: int | None = None
    break_s: int | None = None


class Model(Struct, frozen=True):
    preset: str = "tournament"
    hand: int = 0
    phase: str = "idle"
    street: str | None = None
    button: int | None = None
    board: tuple[str, ...] = ()
    pots: tuple[Pot, ...] = ()
    pot_total: int = 0
    to_act: int | None = None
    to_call: int | None = None
    raise_to_min: int | None = None
    raise_to_max: int | None = None
    legal: tuple[str, ...] = ()
    clock_left_ms: int | None = None
    clock_total_ms: int | None = None
    waiting_for: str = "nothing"
    prompt: str = ""
    seats: dict[str, Seat] = {}
    house: int | None = None
    dealer: Dealer | None = None
    limits: Limits | None = None
    ante_table: dict[str, int] | None = None
    bonus_table: dict[str, int] | None = None
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
    next_hand_in_s: int | None = None
    called: tuple[int, ...] = ()    # the seats that have called the floor, until it rules
    hold: Hold | None = None
    lock: Hold | None = None
    test: bool = False              # the table is played for trying it
    language: str = "en"            # of the view's sentences, and so of the labels beside them

    @property
    def words(self) -> Words:
        return in_language(self.language)

    @property
    def game_title(self) -> str:
        return self.title or self.preset

    @property
    def stands_still(self) -> bool:
        """Whether no clock runs, whoever was asked."""
        return self.phase == "halted" or self.paused or self.held is not None

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
    """The model of one view; msgspec.ValidationError or DecodeError if it is none."""
    return _decoder.decode(view_json)
