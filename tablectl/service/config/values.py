"""The values of a table's configuration, a struct for each part of `table.toml`; what is left out has its default here."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tablectl.games.own import OwnGame
from tablectl.rules.forced import Stakes

Theme = Literal["felt", "dark", "contrast", "colourblind"]
Layout = Literal["one_sided", "two_sided", "portrait"]
Turn = Literal[0, 90, 180, 270]         # degrees, clockwise
Share = Annotated[float, Meta(ge=0, le=1)]


class TableConfig(Struct, frozen=True, forbid_unknown_fields=True):
    preset: str = "tournament"
    name: str = "Table 1"
    seats: dict[str, int] = {}          # seat -> chips
    names: dict[str, str] = {}
    button: int | None = None
    stakes: Stakes | None = None
    chips: tuple[int, ...] = ()
    options: dict[str, object] = {}
    language: str = "en"                # of all sentences and labels
    deck_file: str = ""                 # path of the file of shots, in a game that has them; empty: the sample
    game: OwnGame | None = None         # rows of a game of one's own, which replace the preset's
    chip_book: str = ""                 # path of the file that knows which tag is a chip of which value; empty: none


class ShoeConfig(Struct, frozen=True, forbid_unknown_fields=True):
    driver: str = "node"                # a row of drivers.py: `node`, `sim` (the same wire, simulated tags), or a reader
    port: str = ""
    node: int | None = None             # its id; None: any node that answers at the port
    antenna: int | None = None          # of a reader that has several; None: it has one
    deck_book: str = ""                 # path of the file that knows which tag is which card; empty: none


class LampPins(Struct, frozen=True, forbid_unknown_fields=True):
    """One lamp of three colours; each its pin."""

    red: int
    green: int
    blue: int


class SpanConfig(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat's part of the strip, in pixels from the end that the data comes in."""

    first: int
    count: int = 24
    backwards: bool = False             # the strip runs against the seat's sense of left and right


class ReaderConfig(Struct, frozen=True, forbid_unknown_fields=True):
    """An antenna of a bought reader at a seat."""

    driver: str                         # a row of drivers.py that is a reader
    port: str
    antenna: int | None = None          # of a reader that has several; those of one port are one reader


class SeatConfig(Struct, frozen=True, forbid_unknown_fields=True):
    """Pins are numbers of GPIO, as in `[gpio]`."""

    number: int
    driver: str = "node"
    port: str = ""
    node: int | None = None
    keys: dict[str, int] = {}           # of the driver `buttons`: key -> pin
    buzzer: int | None = None           # the seat's own, on a pin
    lamp: LampPins | None = None        # where `[lamps] driver` is `pins`
    span: SpanConfig | None = None      # of the strip; None at every seat: even spans, in the seats' order
    spot: ReaderConfig | None = None    # where cards are tabled to be shown
    bets: ReaderConfig | None = None    # where tagged chips are bet; its keys stand beside it


class GpioConfig(Struct, frozen=True, forbid_unknown_fields=True):
    """What hangs on the Pi's own pins, by purpose: the number of its GPIO (BCM); None: not wired."""

    library: str = "auto"               # of firmware_io/gpio: rpi-lgpio, gpiod, or whichever is there
    debounce_ms: Annotated[int, Meta(ge=1, le=500)] = 20               # so long must a contact be stable before it counts
    emergency_stop: int | None = None   # it opens its contact, as lid and logic door do: a cut wire reads as pressed, as open
    lid: int | None = None
    logic_door: int | None = None
    key_switch: int | None = None
    made: int | None = None             # of a referee, as missed and undo
    missed: int | None = None
    undo: int | None = None
    gate_lock: int | None = None        # on: the shoe may give a card
    buzzer: int | None = None           # for the seats that have none of their own
    beacon: int | None = None
    inverted: tuple[str, ...] = ()      # purposes of outputs that are on when low: gate_lock, buzzer, beacon, lamp


class LampsConfig(Struct, frozen=True, forbid_unknown_fields=True):
    driver: str = ""                    # empty: the rings of the nodes; apa102, ws2812: a strip; pins: a lamp a seat
    brightness: Share = 0.4             # of full: 24 pixels at full white draw 1.4 A
    device: str = "/dev/spidev0.0"      # of a strip
    pixels: int = 0                     # of the whole strip; 0: 24 for each seat
    limit_ma: Annotated[int, Meta(ge=1, le=100_000)] = 2_000      # what the strip's supply gives: what would take more is dimmed


class ScreenConfig(Struct, frozen=True, forbid_unknown_fields=True):
    name: str = ""                      # by which `tablectl screen --name` starts it
    socket: str = ""                    # empty: no screen, or with several the one of the others
    size: str = "1920x1080"
    fullscreen: bool = True
    display: Annotated[int, Meta(ge=0, le=15)] = 0          # SDL's number of it
    driver: str = ""
    theme: Theme = "felt"
    view: Literal["table", "clock"] = "table"               # clock: a wall's
    text: float = 1.0                   # of the usual size
    layout: Layout = "one_sided"
    rotate: Turn = 0
    first_seat: Annotated[int, Meta(ge=1, le=10)] = 1       # the one at the bottom left
    reduced_motion: bool = False        # nothing flies: changes are cuts
    fonts: tuple[str, ...] = ()         # paths of font files, for names that the bundled ones cannot write


class SoundConfig(Struct, frozen=True, forbid_unknown_fields=True):
    """Of the first screen. Volumes are 0 to 1."""

    mute: bool = False
    volume: Share = 1.0                 # of all
    floor: Share = 1.0                  # the floor is needed
    events: Share = 1.0                 # a turn, an all-in, a winner, the blinds
    clock: Share = 1.0                  # the last seconds, refusals
    table: Share = 1.0                  # cards, chips, checks

    @property
    def volumes(self) -> tuple[float, ...]:
        return tuple(0 if self.mute else self.volume * own for own in (self.floor, self.events, self.clock, self.table))


class LinksConfig(Struct, frozen=True, forbid_unknown_fields=True):
    keys: str = ""                      # path of the folder of nodes' keys, as `tablectl pair` makes them; empty: no node has one
    unpaired: tuple[int, ...] = ()      # ids of the nodes that may speak without a key all the same


class JournalConfig(Struct, frozen=True, forbid_unknown_fields=True):
    path: str = "table.db"
    mirror: str = ""                    # a second file with the same rows, on another device; empty: none


class ControlConfig(Struct, frozen=True, forbid_unknown_fields=True):
    socket: str = ""                    # empty: no control socket
    operators: str = ""                 # path of the file of those who may clear a lock; empty: nobody may
    page_user: str = "tablectl-console" # who the floor's page runs as: it alone says on whose behalf it rules; empty: nobody


class LocksConfig(Struct, frozen=True, forbid_unknown_fields=True):
    program: bool = True                # another program than the one that ran last locks the table


class ServiceConfig(Struct, frozen=True, forbid_unknown_fields=True):
    between_hands_s: Annotated[float, Meta(ge=0, le=86_400)] = 8        # 0: hands start when the floor says so
    sound: bool = True                  # buzzers tell a seat its turn, and its last seconds


class Config(Struct, frozen=True, forbid_unknown_fields=True):
    table: TableConfig = TableConfig()
    shoe: ShoeConfig = ShoeConfig()
    seat: tuple[SeatConfig, ...] = ()
    links: LinksConfig = LinksConfig()
    gpio: GpioConfig = GpioConfig()
    lamps: LampsConfig = LampsConfig()
    screen: ScreenConfig | tuple[ScreenConfig, ...] = ScreenConfig()       # [screen], or each of several [[screen]]
    sound: SoundConfig = SoundConfig()
    journal: JournalConfig = JournalConfig()
    control: ControlConfig = ControlConfig()
    locks: LocksConfig = LocksConfig()
    service: ServiceConfig = ServiceConfig()

    @property
    def screens(self) -> tuple[ScreenConfig, ...]:
        return self.screen if isinstance(self.screen, tuple) else (self.screen,)

    @property
    def views(self) -> str:
        """The socket where every screen fetches its views; empty: there is no screen."""
        return next((screen.socket for screen in self.screens if screen.socket), "")
