"""What happened, in a card room's words: the only things the engine is ever told.

Every event carries `at_ms`, whole milliseconds of table time: 0 when the table opened, never running back.
"""

from msgspec import Struct

from tablectl.engine.floor import AnyRuling
from tablectl.rules.wagers import Chips


class Event(Struct, frozen=True, kw_only=True, tag_field="event", gc=False, omit_defaults=True):
    at_ms: int


class TableSetUp(Event, frozen=True, tag="table_set_up"):
    """Somebody opened the table as the first row's fact describes it."""


class TableSetAnew(Event, frozen=True, tag="table_set_anew"):
    """The configuration is another than the journal's: what of it applies at once. What is left out is as it was."""

    name: str | None = None
    names: dict[int, str | None] = {}   # of seats; None: it has none any more
    clocks: dict[str, float] = {}       # settings of time, by their names
    places: tuple[int, ...] | None = None


class ProgramWentOn(Event, frozen=True, tag="program_went_on"):
    """A program of other rules goes on with the table: `was` and `now` are the versions of the rules before and after."""

    was: str
    now: str


class StartAsked(Event, frozen=True, tag="start_asked"):
    """The next hand is to begin (or, without a button, the draw for it)."""


class CardOff(Event, frozen=True, tag="card_off"):
    """Cards left the shoe together (one, unless it fed double). `pull`: the number of the request answered, 0 if unasked.

    A card is `As`, `joker` (foreign), `Jk` (the game's), `cut`, `foreign` (an unknown tag) or `??` (could not be read).
    """

    cards: tuple[str, ...]
    pull: int = 0
    is_face_up: bool = False


class CardPresented(Event, frozen=True, tag="card_presented"):
    """A card that lies on the table was held before the shoe's reader; none has left the shoe. Named as in `CardOff`."""

    card: str


class ShoeEmptied(Event, frozen=True, tag="shoe_emptied"):
    """The shoe has no card left."""


class ChipsRead(Event, frozen=True, tag="chips_read"):
    """All that lies in a seat's bet area now; what it means is the engine's to say."""

    seat: int
    chips: Chips
    node_ms: int                        # by the seat's own clock: motions are measured in it


class KeyPressed(Event, frozen=True, tag="key_pressed"):
    """A key at a seat; `amount` is the total dialled with it, 0 if none was."""

    seat: int
    key: str
    amount: int = 0


class HoleCardsSeen(Event, frozen=True, tag="hole_cards_seen"):
    """The cards that lie face up before a seat now."""

    seat: int
    cards: tuple[str, ...]


class ClockRanOut(Event, frozen=True, tag="clock_ran_out"):
    """Table time reached `next_deadline_ms`."""


class FloorRuled(Event, frozen=True, tag="floor_ruled"):
    ruling: AnyRuling
    who: str = "floor"


class PlayerCame(Event, frozen=True, tag="player_came"):
    seat: int
    chips: int
    name: str | None = None


class PlayerWent(Event, frozen=True, tag="player_went"):
    seat: int


class ChipsBought(Event, frozen=True, tag="chips_bought"):
    seat: int
    chips: int


class DeviceLost(Event, frozen=True, tag="device_lost"):
    """A device is not heard: `seat` None is the shoe. `is_faulty`: what it says cannot be, and it is not listened to."""

    seat: int | None = None
    is_faulty: bool = False


class DeviceBack(Event, frozen=True, tag="device_back"):
    """It is heard again; a seat's level follows, unless it has told it since it was lost."""

    seat: int | None = None


class EdgesMissing(Event, frozen=True, tag="edges_missing"):
    """Readings of a device were lost: it has forgotten them, and nobody here has them. `seat` None is the shoe."""

    count: int
    seat: int | None = None


class EventFailed(Event, frozen=True, tag="event_failed"):
    """Something happened that could not be decided, by a fault of ours: what it was, by its name alone, and what went wrong.

    It stands in the place of what happened, which is put aside and never decided again.
    """

    happened: str                       # the tag of the event; "view": what the screens show
    error: str                          # the kind of the exception; never its text, which may hold a card
    where: str = ""                     # the file and line that raised it
    seat: int | None = None


AnyEvent = (
    TableSetUp | TableSetAnew | ProgramWentOn
    | StartAsked | CardOff | CardPresented | ShoeEmptied | ChipsRead | KeyPressed | HoleCardsSeen | ClockRanOut
    | FloorRuled | PlayerCame | PlayerWent | ChipsBought | DeviceLost | DeviceBack | EdgesMissing | EventFailed
)
