"""view: what a table looks like from outside, as one JSON object. Views fill it; the screen,
scenarios and feeds read it.

Amounts are whole chip units, times whole milliseconds of table time, cards `As`, a face-down card
`??`. Fields that a game has no use for stay at their default. A view comes over a socket: a field
that is not there is at its default, one that is not known is passed over, and what no table says is
refused, though its type is right. Words that are not known yet are taken, but for the few that a
screen could draw nothing for.

Imports nothing of tablectl.
"""

from typing import Annotated, Literal

from msgspec import Meta, field

from tablectl.structs import Light

HIDDEN = "??"  # a card that lies face down: it may not be named
# one that lies face up and could not be read: printed alike, and no secret
NOT_READ = "??"
SEATS = frozenset(map(str, range(1, 100)))

# no sum of amounts is as large, and no float rounds it
Whole = Annotated[int, Meta(ge=-(10**15), le=10**15)]
Tries = Annotated[int, Meta(ge=0, le=10)]  # a mark is drawn for each
Card = Annotated[
    str, Meta(pattern=r"^(?:[2-9TJQKA][cdhs]|Jk|\?\?|joker|foreign|unreadable|cut)$(?!\n)")
]
SlipKind = Literal["pay", "take", "even"]


class Pot(Light):
    amount: Whole = 0
    seats: tuple[Whole, ...] = ()  # who can win it, ascending
    # of each of them, at an all-in with the hands up; empty: it is not counted
    equities: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        if self.equities and len(self.equities) != len(self.seats):
            raise ValueError("A pot has a share for each of its seats, or none")


class Action(Light):
    """What a seat did last: a code, and the chips that go with it; 0 where none do."""

    # small_blind big_blind ante post check call bet raise all_in folded mucked lost
    code: str = ""
    # of a post what it put in, of a call what it added, of the others its total in front
    amount: Whole = 0


class Phone(Light):
    """The phone that has a seat."""

    mark: str = ""  # two letters, as on its own page
    # by the four digits: its key went over the air
    typed: bool = False
    asked: bool = False  # another phone wants the seat
    left_s: Whole | None = None  # then: how long it can be answered
    answering: tuple[Whole, ...] = ()  # the seats that may say yes or no in its place
    # until the first whole hand of the seat with this phone is over
    is_new: bool = False


class FreeKey(Light):
    """A key that answers no question, and would be accepted now."""

    key: str = ""  # sit_out sit_in call_floor undo
    word: str = ""


class Seat(Light):
    status: str = "empty"  # empty sitting_out in folded all_in foul out
    stack: Whole = 0
    bet: Whole = 0  # the ledger's: live chips in front this street
    cards: tuple[Card, ...] = ()
    due_back: Whole = 0  # chips in the bet area beyond the ledger
    # chips of the ledger not in the bet area; while all are asked, what a bet by key lacks
    missing: Whole = 0
    connected: bool = True
    points: Whole | None = None  # the running total
    place: Whole | None = None
    name: str | None = None
    bets: dict[str, Whole] | None = None  # casino: `ante`, `bonus`, `call`; 0 for none
    # pool: card -> points if made, null if missed; others are not tried yet
    shots: dict[str, Whole | None] | None = None
    wagered: Whole | None = None  # pool: points bet in this hand
    # asked at once with other seats (bets, or call or fold together), and has not answered
    to_answer: bool = False
    cannot_call: bool = False  # the stack cannot pay for the call
    # its share of the main pot over all cards to come; public only while all hands in it lie up
    equity: float | None = None
    may_undo: bool = False  # its fold, check or muck may still be taken back by its key
    # until the street's chips are gathered; folded and mucked until the next hand
    last_action: Action | None = None
    # what the clock did for it, until its next turn in this hand or the next hand:
    # call check fold show
    by_clock: str = ""
    # of a hand that lies face up, with the board as it is: "two pair, kings and jacks"
    hand_name: str | None = None
    hand_short: str | None = None  # the same in short: "two pair"
    # between hands: what the last hand has brought it, in points where it is played for points
    net: Whole | None = None
    # between hands of a game without places: its gain since it sat down
    tonight: Whole | None = None
    # of who sits out: the hand since which it does; null: that is not known
    out_since: Whole | None = None
    # its player leaves when the hand is over, or has folded at the next turn
    is_leaving: bool = False
    # its phone sleeps; its clock runs as anybody's does
    away: bool = False
    # null: it has none, or is no seat for a phone
    phone: Phone | None = None
    wants_phone: bool = False  # whoever reads its code, on the board, has the seat
    # of a seat that may press keys: others for each question and each set of `keys`
    keys_id: str = ""
    # keys that may be pressed whatever is asked; they need no `keys_id`
    any_time: tuple[FreeKey, ...] = ()
    # where `undo` is accepted, by whichever list: until when, or what it takes back, a sentence
    undo_until: str = ""
    acts_after: str = ""  # "You act after Noor.", of a seat whose turn will come in this round
    # what its player has to do by hand, sentences: "Put 1,200 in front of you."
    to_do: tuple[str, ...] = ()
    # what its wheel shows while it turns, of the seat whose turn it is; no row is written of it
    dialled: Whole = 0

    @property
    def lies(self) -> tuple[Card, ...]:
        """The cards that lie before it: not those that it folded or mucked, though they may come
        back.
        """
        is_gone = self.status == "folded" or (
            self.last_action is not None and self.last_action.code == "mucked"
        )
        return () if is_gone else self.cards


class Move(Light):
    """Chips that have to be moved by hand. A seat's from it to itself go from the area in front
    to its stack.
    """

    giver: str = field(name="from", default="")  # "seat-1", "pot" or "house"
    taker: str = field(name="to", default="")  # the same
    amount: Whole = 0
    # they were seen to have been moved, while others of the same hand were not
    done: bool = False


class Step(Light):
    """An amount that is offered for a key: one touch on a page."""

    word: str = ""  # MIN, ½ POT, ALL-IN
    amount: Whole = 0


class Facts(Light):
    """What an amount would mean that somebody is choosing: sentences in which `{amount}` is to be
    filled in.
    """

    more: str = ""  # "{amount} more than the bet"; empty: nothing is bet
    left: str = ""  # "{amount} stays", of the stack


class Key(Light):
    """A key that is accepted now from a seat that is asked."""

    seat: Whole = 0
    key: str = ""
    # what it costs; of `bet` and `raise` the smallest total, of `all_in` the total
    amount: Whole | None = None
    most: Whole | None = None  # the largest total of a bet or raise
    word: str = ""  # CALL, RAISE TO: what is written on it, without the amount
    all_in: bool = False  # it puts in the whole stack, of an amount to be chosen the most
    # where the amount may be chosen: by which chip it grows, amounts in a row, and what each means
    step: Whole | None = None
    steps: tuple[Step, ...] = ()
    facts: Facts | None = None


class StreetAct(Light):
    """What a seat did last on this street, as a sentence without a full stop."""

    seat: Whole = 0
    text: str = ""  # "Noor checks"


class Ask(Light):
    """What is asked now. Its sentence is the view's `prompt`, the accepted answers are the
    view's `keys`.
    """

    kind: str = ""  # one of present/asks/ask.py's KINDS
    headline: str = ""  # "Take your chips back"; empty if the keys say it
    seats: tuple[Whole, ...] = ()  # who is asked or concerned
    command: str = ""  # what the floor types; empty if it need not


class Ruling(Light):
    """A ruling that would be accepted now."""

    ruling: str = ""  # as the control socket calls it, "start" too
    effect: str = ""  # what it would do, in sentences
    # to be typed after `tablectl`, with … for values that the floor fills in
    command: str = ""


class RulingField(Light):
    """A value that a ruling takes from the floor, for whoever draws a form."""

    name: str = ""  # as the control socket calls it
    # a card is as 9c; choices: several different ones
    kind: Literal["whole", "text", "card", "choice", "choices"] = "text"
    is_needed: bool = False
    # of a whole number; of a text how many characters; of choices how many
    least: Whole | None = None
    most: Whole | None = None
    choices: tuple[int | str, ...] = ()  # of which it is one: numbers of seats or pots


class RulingView(Ruling):
    """Such a ruling with what a line to the control socket holds: `values` as they are, and
    `fields` that the floor fills in.
    """

    values: dict[str, int | str] = {}
    fields: tuple[RulingField, ...] = ()
    # the line to the control socket; what the floor fills in stands beside it
    line: dict[str, int | str | bool] = {}
    group: str = ""  # halted seen corrected scheduled bets people
    help: str = ""  # what it is, a sentence
    clause: str = ""  # of the rulebook
    title: str = ""  # what it is, where there are several of its kind


class Out(Light):
    """A player who is out of the tournament."""

    seat: Whole = 0
    name: str | None = None
    place: Whole = 0


class Standings(Light):
    """How a tournament stands. Chips in whole units; `last_out` is the one who went out last
    first.
    """

    name: str = ""
    entries: Whole = 0
    left: Whole = 0  # players with chips
    chips: Whole = 0  # of all
    average: Whole = 0  # of a player
    last_out: tuple[Out, ...] = ()
    # to the next break; null: there is none, it is on, or it comes after hands
    break_in_s: Whole | None = None
    break_s: Whole | None = None  # how long that lasts


class Void(Light):
    """Why the last hand does not count, until the next one begins."""

    kind: str = "void"  # misdeal or void
    hand: Whole = 0
    why: str = ""
    is_deck_foul: bool = False  # no hand starts before the floor has checked the deck


class Blinds(Light):
    small_blind: Whole = 0
    big_blind: Whole = 0
    ante: Whole = 0


class Level(Light, rename={"is_break": "break"}):
    number: Whole = 0
    small_blind: Whole = 0
    big_blind: Whole = 0
    # seconds to the next level; null when it goes by hands or there is none
    next_in_s: Whole | None = None
    ante: Whole = 0
    next: Blinds | None = None
    next_in_hands: Whole | None = None  # hands until the next level, this one included
    is_break: bool = False  # `next_in_s` is then the time to its end
    bets: tuple[Whole, Whole] | None = None  # the small and the big bet of a fixed limit
    next_is_due: bool = False  # the next hand is played at the next level
    # of the level, or of the break; null: it goes by hands, or to the end
    length_s: Whole | None = None


class Notice(Light):
    """A message to people, about one seat or (null) the table."""

    seat: Whole | None = None
    # of engine/state/why.py or rules/irregular.py; CONTRIBUTING.md lists them
    code: str = ""
    text: str = ""  # a sentence
    is_refusal: bool = False  # something was not allowed
    is_halt: bool = False  # it is about the halt, which `irregularity` describes, too


class Alternative(Light):
    """One of the ways on that the floor may take now."""

    title: str = ""  # as on the screen's box: "VOID THE HAND"
    effect: str = ""  # who, what, who is next
    # as it is typed, with … for what the floor fills in; empty: there is nothing to enter
    command: str = ""


class Irregularity(Light):
    kind: str = ""  # a notice code
    seat: Whole | None = None
    card: Card | None = None
    remedy: str = ""  # what the rulebook prescribes, a sentence
    what: str = ""  # what is wrong, a sentence
    clause: str = ""
    cards: tuple[Card, ...] = ()
    number: Whole = 0  # counts the table's halts, from 1
    steps: tuple[str, ...] = ()  # what people do now, one to three imperatives
    later: str = ""  # and what follows
    before: Whole | None = None  # chips that lay in front of the seat
    now: Whole | None = None  # and that lie there now
    alternatives: tuple[Alternative, ...] = ()  # up to three, the rulebook's first
    why: str = ""  # the key of what is wrong: one kind may be several cases
    ago_s: Whole | None = None  # since it was found; null: nobody has counted


class BetResult(Light, omit_defaults=True):
    """One bet against the house when the hand is over: what is paid, returned and collected, in
    chip units.
    """

    line: str  # ante bonus call
    bet: Whole
    paid: Whole = 0  # the winnings, the bet itself not counted
    returned: Whole = 0  # of the bet, to the player
    collected: Whole = 0  # of the bet, by the house
    # what a bonus was paid for: its own best five are hole cards and flop
    hand: str | None = None


class Result(Light, omit_defaults=True):
    seat: Whole
    won: Whole  # against the house: paid and returned together
    cards: tuple[Card, ...]  # the best five; empty if not shown
    hand: str | None  # "two pair, aces and nines"; null if not shown
    pot: Whole
    points: Whole | None = None  # the poker score; left out where the game gives none
    # against the house, in paying order; empty in other games
    lines: tuple[BetResult, ...] = ()
    # of hands of one name: "pair of aces, queen kicker", "same five cards: A A K 9 7"
    headline: str | None = None
    # and what decided, a sentence: "Luca's queen beats Hanna's ten."
    why: str | None = None
    decides: Card | None = None  # the first of its five cards that the other hand lacks

    @property
    def is_win(self) -> bool:
        """More than the own bet comes back; in points: more than nothing."""
        return (
            any(line.paid for line in self.lines)
            if self.lines
            else self.won > 0 or (self.points or 0) > 0
        )


class SlipLine(Light):
    """One bet of a slip, in chip units."""

    line: str = ""  # ante bonus call
    bet: Whole = 0
    gain: Whole = 0  # of the player; negative: the bet is lost
    pays: Whole = 0  # to 1; 0 unless it wins
    # tie or returned, where the bet comes back: the dealer's hand is equal, or does not qualify
    back: str = ""


class Slip(Light):
    """What the dealer pays to a seat, or takes from it, when a hand against the house is over."""

    seat: Whole = 0
    number: Whole = 0  # of the hand; with the seat it names the slip
    kind: SlipKind = "even"
    amount: Whole = 0
    hand: str | None = None  # "two pair, nines and fives"; null: folded, or dead
    hand_short: str | None = None  # "two pair"
    lines: tuple[SlipLine, ...] = ()


class Dealer(Light):
    cards: tuple[Card, ...] = ()
    hand: str | None = None  # "pair of threes", once the cards are up
    best: tuple[Card, ...] = ()  # its best five, then
    qualifies: bool | None = None  # null until the cards are up


class Limits(Light):
    """What may be bet against the house, in chip units."""

    ante_min: Whole = 0
    ante_max: Whole = 0
    bonus_min: Whole = 0
    bonus_max: Whole = 0
    # the largest still accepted, as far as the bank covers it; null once bets are closed
    ante_now: Whole | None = None
    bonus_now: Whole | None = None


class Shot(Light, rename={"try_": "try"}):
    seat: Whole = 0
    card: Card = HIDDEN
    try_: Tries = 1  # 1 is the first
    name: str | None = None  # of the deck file
    points: Whole | None = None  # the card's
    worth: Whole | None = None  # if made now: less the failed tries, doubled on a joker
    tries: Tries = 3


class BoardShot(Light):
    """A community card as a shot; in the order of the board."""

    card: Card = HIDDEN
    points: Whole = 0
    name: str | None = None
    is_double: bool = False  # it covers a joker: whoever makes it earns double


class Game(Light):
    """A game of several hands for points."""

    hand: Whole = 0  # of this game, 1 is the first
    hands: Whole | None = None  # how many it has; null: played to `target` alone
    target: Whole | None = None
    bet: Whole = 0  # the flat bet of a round, in points


class Hold(Light):
    """What play waits for until it is right, or until an operator has cleared it."""

    kind: str = ""  # of engine/state/hold.py
    what: str = ""  # what is not right, a sentence
    clears: str = ""  # what lets play go on, a sentence
    alternatives: tuple[Alternative, ...] = ()  # what may be done about it


class Lost(Light):
    """A seat whose device is lost at its turn: what play waits for, and what may be done
    meanwhile.
    """

    seat: Whole = 0
    what: str = ""  # what is wrong, a sentence
    steps: tuple[str, ...] = ()  # what people do now, imperatives
    later: str = ""  # what the floor may do for it, a sentence
    alternatives: tuple[Alternative, ...] = ()  # to wait is the first
    away_s: Whole | None = None  # since its device was found lost; null: nobody has counted


class View(Light):
    preset: str = "tournament"
    hand: Whole = 0  # number of the hand, 0 before the first
    phase: str = "idle"  # idle seating betting deciding dealing shots showdown halted
    street: str | None = None
    button: Whole | None = None
    board: tuple[Card, ...] = ()
    burned: Whole = 0
    pots: tuple[Pot, ...] = ()
    pot_total: Whole = 0
    to_act: Whole | None = None
    to_call: Whole | None = None
    raise_to_min: Whole | None = None
    raise_to_max: Whole | None = None
    legal: tuple[str, ...] = ()  # of the seat to act, in the order fold check call bet raise
    deadline_ms: Whole | None = None
    clock_left_ms: Whole | None = None
    waiting_for: str = "nothing"  # card action bets shots chips reload floor nothing
    prompt: str = ""
    seats: dict[str, Seat] = {}
    house: Whole | None = None
    dealer: Dealer | None = None
    limits: Limits | None = None
    ante_table: dict[str, Whole] | None = None  # category -> pays to 1, highest first
    bonus_table: dict[str, Whole] | None = None
    qualify: str | None = None  # two ranks: the least pair the dealer's hand must hold
    slips: tuple[Slip, ...] = ()  # against the house, once the hand is paid; by seat
    shot: Shot | None = None
    board_shots: tuple[BoardShot, ...] = ()
    game: Game | None = None
    tournament: Standings | None = None  # of a game whose players are placed
    level: Level | None = None
    irregularity: Irregularity | None = None
    result: tuple[Result, ...] | None = None
    table: str = ""  # its name
    title: str = ""  # of the game
    clock_total_ms: Whole | None = None
    # the latest notices while they are shown, the newest last
    notices: tuple[Notice, ...] = ()
    notice: str | None = None  # the newest one's sentence
    is_refusal: bool = False  # the notice says that something was not allowed
    levels: tuple[Blinds, ...] = ()  # the whole schedule
    paused: bool = False  # a break of the schedule, or the floor's pause
    keys: tuple[Key, ...] = ()  # what is accepted now from whoever is asked
    # in a round of betting what each seat has done, the latest last
    street_acts: tuple[StreetAct, ...] = ()
    ask: Ask = Ask()  # what is asked, of whom
    void: Void | None = None  # the last hand does not count
    # open rulings while the table waits for the floor, the prescribed one first
    rulings: tuple[Ruling, ...] = ()
    next_hand_in_s: Whole | None = None  # null: the next hand is started by hand, or none is due
    called: tuple[Whole, ...] = ()  # the seats that have called the floor, until it rules
    hold: Hold | None = None  # play stands still until this is right; the first of several
    # play stands still until an operator clears this; the first of several
    lock: Hold | None = None
    # the seat to act, if its device is lost and play waits for nothing else
    lost: Lost | None = None
    # who has to move which chips where; empty where nobody owes anybody
    moves: tuple[Move, ...] = ()
    # the seats in play that do not sense their stack, where chips are compared with the ledger
    unsensed: tuple[Whole, ...] = ()
    repeats: Whole = 0  # how often somebody has asked to hear again what is said
    test: bool = False  # the table is played for trying it: nothing counts
    language: str = "en"  # of all sentences in it: whoever shows it labels it in the same

    def __post_init__(self) -> None:
        if not self.seats.keys() <= SEATS:
            raise ValueError("A seat is numbered 1 to 99")

    @property
    def game_title(self) -> str:
        return self.title or self.preset

    @property
    def current_hold(self) -> Hold | None:
        """What the table shows of what keeps play still; a lock comes before a hold."""
        return self.lock or self.hold

    @property
    def stands_still(self) -> bool:
        """Whether no clock runs, whoever was asked."""
        return (
            self.phase == "halted"
            or self.paused
            or self.current_hold is not None
            or self.lost is not None
        )

    @property
    def is_resting(self) -> bool:
        """In a break or a pause, shown by the clock in place of the table; but not on hold,
        which is shown at the table.
        """
        return self.paused and self.current_hold is None

    @property
    def is_asked_together(self) -> bool:
        return self.waiting_for == "bets" or self.phase == "deciding"
