"""What happened, in a card room's words: the engine's only input.

Every event carries `at_ms`, whole milliseconds of table time: 0 when the table opened, never
running back.
"""

from typing import Literal

from tablectl.engine.floor import AnyRuling
from tablectl.engine.source import Source
from tablectl.games.ruleset import Rules
from tablectl.rules.wagers import Chips
from tablectl.structs import Light, snake_case

Key = Literal[  # of a seat
    "fold",
    "check",
    "call",
    "bet",
    "raise",
    "all_in",
    "confirm",
    "show",
    "muck",
    "sit_out",
    "sit_in",
    "post",
    "wait",
    "buy_button",
    "report_joker",
    "made",
    "missed",
    "undo",
    "ante",
    "bonus",
    "pass",
    "check_call",
    "call_floor",
]
# What has to be right before play goes on: the lid shut, the shoe free, the switches at rest and
# read, a deck in play. Each has a row in state/hold.py: what lets play go on.
HoldKind = Literal[
    "emergency_stop",
    "lid",
    "jam",
    "key_switch",
    "deck",
    "logic_door",
    "switches",
    "crash_loop",
    "write_failed",
    "damaged",
    "rolled_back",
    "two_truths",
    "program",
    "link",
]


REFEREE = "referee"


class Event(Light, kw_only=True, tag_field="event", tag=snake_case, omit_defaults=True):
    at_ms: int


class AskedFor(Event, kw_only=True):
    """Somebody asks for it at the control socket. `on_behalf_of`: the operator for whom the
    floor's page does (G-12).
    """

    on_behalf_of: str | None = None


class TableSetUp(Event):
    """The table was opened as the fact TableOpened describes it."""


class TableSetAnew(Event):
    """The configuration has changed: names and seats apply at once, rules from the next game on
    (L-36). None: unchanged.
    """

    name: str | None = None
    names: dict[int, str | None] = {}  # of seats; None: it has none any more
    rules: Rules | None = None
    places: tuple[int, ...] | None = None


class ProgramWentOn(Event):
    """A program with another version of the rules goes on with the table."""

    was: str
    now: str


class ProgramUpgraded(Event):
    """The table's packages have brought another program, as root alone can. Digests."""

    was: str
    now: str


class PowerCame(Event, tag="power_on"):
    """The table's program has started. `was_cut`: its last life did not end by a command: the power
    failed, or it died.
    """

    was_cut: bool = False


class PowerWent(Event, tag="power_off"):
    """The table's program ends, by a command."""


class WallClockSet(Event):
    """The wall's clock does not go on from where it was; negative: it was set back. Table time
    goes on as it did.
    """

    by_ms: int


class PinsTried(Event):
    """Somebody gave PINs as an operator: `wrong`: how many failed in a row by now; 0: after
    failures came the right one.

    They are counted by `group`, into which their names fall. `who`: the last name, of an operator
    there is; None: another.
    """

    group: int
    wrong: int
    who: str | None = None


class DeckPut(AskedFor):
    """Another deck is played with from now on; `deck` is its name in the deck book, of which the
    engine knows no more.
    """

    deck: str


class StartAsked(AskedFor):
    """Somebody, or a timer, starts the next hand; without a button, the draw for it."""


class CardOff(Event):
    """Cards left the shoe together (one, unless it fed double). `pull`: the number of the request
    answered, 0 if unasked.

    A card is `As`, `Jk` (a joker of the game), `joker` (a foreign one), `cut`, `foreign` (an
    unknown tag) or `unreadable`.
    """

    cards: tuple[str, ...]
    pull: int = 0
    is_face_up: bool = False


class CardPresented(Event):
    """A card from the table was held to the shoe's reader; no card has left the shoe. Named as
    in `CardOff`.
    """

    card: str


class ShoeEmptied(Event):
    """The shoe has no card left."""


class ShoeReloaded(Event):
    """Somebody has put cards into the shoe."""


class HoldBegan(Event):
    """Something that play waits for is not right. A device that tells it again, as what it
    finds, says nothing new.
    """

    kind: HoldKind
    source: Source


class HoldEnded(Event):
    """What play waited for is right again. Of what never began, as when a shoe tells that its lid
    is shut, it means nothing.
    """

    kind: HoldKind
    source: Source


class LockCleared(AskedFor):
    """An operator, who has shown who they are, takes away a lock. `who`: their name, for the
    record.
    """

    kind: HoldKind
    who: str


class ChipsRead(Event):
    """All chips in a seat's bet area now, not only those that were moved."""

    seat: int
    chips: Chips
    node_ms: int  # by the seat's own clock: motions are measured in it


class StackRead(Event):
    """All that lies in a seat's stack area now, where one is sensed. The ledger goes by bets: it
    says what should lie there.
    """

    seat: int
    chips: Chips


class KeyPressed(Event):
    """A key at a seat was pressed. `amount`: the total dialled with it; 0: none was. `is_late`: on
    a phone, when other keys were accepted than now.
    """

    seat: int
    key: Key
    amount: int = 0
    is_late: bool = False


class PhoneAsleep(Event):
    """The phone of this seat has shown no page for some time. Its seat is not lost: its clock
    runs, and it is waited for as anybody is.
    """

    seat: int


class PhoneAwake(Event):
    """It shows its page again."""

    seat: int


class HoleCardsSeen(Event):
    """The cards that lie face up before a seat now."""

    seat: int
    cards: tuple[str, ...]


class ClockRanOut(Event):
    """Table time reached `next_deadline_ms`."""


class FloorRuled(AskedFor):
    """`who`: the user who connected; a referee's keys are `REFEREE`, and answer no call for the
    floor.
    """

    ruling: AnyRuling
    who: str = "floor"


class PlayerCame(AskedFor):
    seat: int
    chips: int
    name: str | None = None


class PlayerWent(AskedFor):
    seat: int


class ChipsBought(AskedFor):
    seat: int
    chips: int


class DeviceLost(Event):
    """A device is not heard any more. `is_faulty`: it is heard, but what it says cannot be true,
    and is ignored.
    """

    source: Source
    is_faulty: bool = False


class DeviceBack(Event):
    """A device is heard again. A seat's chips are read anew: that reading follows, unless it has
    come already.
    """

    source: Source


class NodeBeganAgain(Event):
    """A node has started with the epoch of its last start, which none may: its numbers mean other
    readings from now on.

    `is_refused`: where they begin is not known, and nothing of it is taken until an operator says
    that it is another node.
    """

    source: Source
    node: int
    epoch: int
    is_refused: bool


class NodeReplaced(AskedFor):
    """An operator, who has shown who they are, says that another node is there, or was emptied.
    `who`, `why`: for the record.
    """

    source: Source
    node: int  # its id; 0: none was ever there
    # its numbers do not count any more; else they go on if it is the old one after all
    is_forgotten: bool
    who: str
    why: str


class PhoneFreed(AskedFor):
    """The floor takes its phone from a seat. `who`, `why`: for the record."""

    seat: int
    who: str = "floor"
    why: str = ""


class EdgesMissing(Event):
    """A device has forgotten `count` readings that never arrived here."""

    count: int
    source: Source


class EventFailed(Event):
    """Handling an event raised an exception: a bug. The name of the event and the error are
    recorded in its place.

    The event itself is not recorded, and never handled again.
    """

    happened: str  # the tag of the event; "view": the view could not be made
    error: str  # the exception's type; not its text, which may hold a card
    where: str = ""  # the file and line that raised it
    seat: int | None = None


AnyEvent = (
    TableSetUp
    | TableSetAnew
    | ProgramWentOn
    | ProgramUpgraded
    | PowerCame
    | PowerWent
    | WallClockSet
    | PinsTried
    | DeckPut
    | StartAsked
    | CardOff
    | CardPresented
    | ShoeEmptied
    | ShoeReloaded
    | HoldBegan
    | HoldEnded
    | LockCleared
    | ChipsRead
    | StackRead
    | KeyPressed
    | PhoneAsleep
    | PhoneAwake
    | HoleCardsSeen
    | ClockRanOut
    | FloorRuled
    | PlayerCame
    | PlayerWent
    | ChipsBought
    | DeviceLost
    | DeviceBack
    | NodeBeganAgain
    | NodeReplaced
    | PhoneFreed
    | EdgesMissing
    | EventFailed
)
