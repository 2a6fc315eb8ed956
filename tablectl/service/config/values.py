"""The values of a table's configuration, a struct for each part of `table.toml`; what is left out
has its default here.

What a key may be is its type, what it means stands beside it: deploy/SETTINGS.md, deploy/table.toml
and every example are made of these fields. Of its docstring, which is the part's introduction
there, each line has to be read without the code.
"""

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from msgspec import Meta

from firmware_io.messages import NO_ID, Key
from tablectl.games.catalog import PRESETS
from tablectl.games.own import OwnGame
from tablectl.locale import LANGUAGES
from tablectl.rules.amounts import Chip
from tablectl.rules.bounds import Problem
from tablectl.rules.fitting import means
from tablectl.rules.forced import Stakes
from tablectl.structs import Strict

MOST_SEATS = 10  # that a table of any game has
SeatNumber = Annotated[int, Meta(ge=1, le=MOST_SEATS)]
# as painted on the felt
SeatName = Annotated[str, Meta(pattern=r"^([1-9]|10)$", title="a seat number, 1 to 10")]
ShoeDriver = Literal["node", "sim", "pn532", "pepper", "pepper-c1", "rdm6300"]
SeatDriver = Literal["node", "sim", "keypad", "buttons", "phone"]
ReaderDriver = Literal["pn532", "pepper", "pepper-c1", "rdm6300"]
Strip = Literal["", "apa102", "ws2812", "pins"]
Library = Literal["auto", "rpi-lgpio", "gpiod"]
Inverted = Literal["gate_lock", "buzzer", "beacon", "lamp"]
# the wire's: a byte, and its last value is no id
Node = Annotated[int, Meta(ge=1, le=NO_ID - 1)]
Antenna = Annotated[int, Meta(ge=1, le=8)]  # of a MUX
Gpio = Annotated[int, Meta(ge=0, le=27)]
Theme = Literal["felt", "dark", "contrast", "colourblind"]
Layout = Literal["one_sided", "two_sided", "portrait"]
Speech = Literal["off", "turn", "all"]
Turn = Literal[0, 90, 180, 270]  # degrees, clockwise
WebPage = Literal["seat", "watch"]
Share = Annotated[float, Meta(ge=0, le=1)]
Device = Annotated[
    str, Meta(pattern=r"^/dev/spidev[0-9]{1,2}\.[0-9]{1,2}$", title="a path like /dev/spidev0.0")
]
Pixels = Annotated[int, Meta(ge=0, le=2_000)]
Problems = Iterator[Problem]  # of a check
NODE_OF = "Its node's id; left out: "


class TableConfig(Strict):
    """The game, and who sits where when a new journal is opened; who comes later is told to the
    floor (tablectl rule).

    Where a journal is there already the table goes on from it: other names, clocks and [[seat]]s
    apply at the next start, other settings from the next game on. Other chips, stacks or stakes are
    refused: put them back, or name another journal. Amounts are whole chip units.
    """

    preset: Annotated[str, means(f"The game: {', '.join(PRESETS)}.")] = "tournament"
    name: Annotated[str, means("What the screen calls it.")] = "Table 1"
    language: Annotated[str, means(f"Of all sentences and labels: {', '.join(LANGUAGES)}.")] = "en"
    chips: Annotated[tuple[Chip, ...], means("The denominations in play; left out: 1.")] = ()
    seats: Annotated[
        dict[SeatName, int], means("Who sits at first: seat = chips; pool: points, so 0.")
    ] = {}
    names: Annotated[
        dict[SeatName, str],
        means('For the screen; a seat without one is "Seat 3".', example={"1": "Ada", "2": "Ben"}),
    ] = {}
    button: Annotated[
        SeatNumber | None,
        means(
            "Who has it in the first hand; left out: the game's rule decides, as the draw.",
            example=1,
        ),
    ] = None
    stakes: Annotated[
        Stakes | None, means("Blinds and bets while no schedule of levels sets them.")
    ] = None
    deck_file: Annotated[
        str,
        means(
            "Pool: the file of what each card asks for, and its points; left out: the sample's.",
            example="shots.toml",
        ),
    ] = ""
    chip_book: Annotated[
        str,
        means(
            "The file that knows which tag is a chip of which value; tablectl chips enrol writes "
            "it, and nobody else.",
            example="/var/lib/tablectl/chips.json",
        ),
    ] = ""
    game: Annotated[
        OwnGame | None, means("Rows of a game of your own.", example={"name": "one-by-one"})
    ] = None
    options: Annotated[dict[str, Any], means("What differs from the game's settings.")] = {}


class ShoeConfig(Strict):
    """What reads cards. A reader is bought, and cards are slid over it.

    A port's name says nothing about who is there; a node says itself who it is. With port = "auto"
    every serial port that is named nowhere here is opened and asked. tablectl run says on stderr
    which device it does not hear, and why. The names under /dev/tablectl/ come from
    60-tablectl.rules, and stay the same whatever is plugged in first.
    """

    driver: Annotated[
        ShoeDriver, means("node: our own wire; sim: the same, simulated; else a reader.")
    ] = "node"
    port: Annotated[
        str,
        means(
            'A path, "auto" (a node, by its id), or "socket://10.0.0.7:4000": a serial port served '
            "over TCP."
        ),
    ] = ""
    node: Annotated[
        Node | None, means(NODE_OF + 'any that answers at the port; with "auto" 100.', example=100)
    ] = None
    antenna: Annotated[
        Antenna | None,
        means("Of a reader that has several: the one under the shoe's mouth.", example=1),
    ] = None
    deck_book: Annotated[
        str,
        means(
            "The file that knows which tag is which card; tablectl deck enrol writes it, and "
            "nobody else.",
            example="/var/lib/tablectl/decks.json",
        ),
    ] = ""


class LampPins(Strict):
    """One lamp of three colours; each its pin."""

    red: Annotated[Gpio, means("Its pin.", example=12)]
    green: Annotated[Gpio, means("Its pin.", example=16)]
    blue: Annotated[Gpio, means("Its pin.", example=20)]


class SpanConfig(Strict):
    """A seat's part of the strip, in pixels from the end that the data comes in."""

    first: Annotated[Pixels, means("Its first pixel, from 0.", example=0)]
    count: Annotated[Pixels, means("How many.", example=24)] = 24
    backwards: Annotated[
        bool, means("The strip runs against the seat's sense of left and right.")
    ] = False


class ReaderConfig(Strict):
    """An antenna of a bought reader at a seat. All antennas of one port are one reader."""

    driver: Annotated[ReaderDriver, means("Bets take pepper, a spot pn532 too.", example="pepper")]
    port: Annotated[str, means("Its path.", example="/dev/tablectl/mux")]
    antenna: Annotated[Antenna | None, means("Of a reader that has several.", example=2)] = None


class SeatConfig(Strict):
    """A seat's device, one [[seat]] each. Where its driver senses no chips, chips_sensed = false
    in [table.options].
    """

    number: Annotated[SeatNumber, means("As painted on the felt.")]
    driver: Annotated[
        SeatDriver,
        means(
            "node: our own wire; sim: the same, simulated; keypad: a USB number pad; buttons: keys "
            "on the Pi's pins; phone: a page on the player's phone."
        ),
    ] = "node"
    port: Annotated[
        str,
        means(
            'A path, "auto" or "socket://..", as of the shoe; a pad\'s is in /dev/input/by-path/.'
        ),
    ] = ""
    node: Annotated[Node | None, means(NODE_OF + "the seat's number.", example=1)] = None
    keys: Annotated[
        dict[Key, Gpio],
        means(
            "Of buttons: key = number of its GPIO, to ground. Nothing is dialled: raise is for a "
            "fixed limit, all_in for no limit.",
            example={"fold": 5, "check_call": 6, "call_floor": 19},
        ),
    ] = {}
    buzzer: Annotated[
        Gpio | None, means("The seat's own, on a pin, whatever its driver.", example=26)
    ] = None
    lamp: Annotated[
        LampPins | None,
        means('Where [lamps] driver is "pins".', example={"red": 12, "green": 16, "blue": 20}),
    ] = None
    span: Annotated[
        SpanConfig | None,
        means(
            "Its pixels of the strip; left out at every seat: even spans, in the seats' order.",
            example={"first": 0, "count": 24},
        ),
    ] = None
    spot: Annotated[
        ReaderConfig | None,
        means(
            "Where cards are tabled to be shown.",
            example={"driver": "pepper", "port": "/dev/tablectl/mux", "antenna": 2},
        ),
    ] = None
    bets: Annotated[
        ReaderConfig | None,
        means(
            "Where tagged chips are bet, beside keys or a pad; [table] chip_book says which tag is "
            "which chip.",
            example={"driver": "pepper", "port": "/dev/tablectl/mux", "antenna": 3},
        ),
    ] = None


class LinksConfig(Strict):
    """Keys of the links with nodes. Without them a node is taken at its word: fine on a cable that
    nobody else can reach.

    Where there are keys, a node without one is not used, and one with another key locks the table
    (deploy/SECURITY.md).
    """

    keys: Annotated[
        str,
        means(
            "The folder of the keys, a file for each node; tablectl pair writes them, and nobody "
            "else.",
            example="/var/lib/tablectl/keys",
        ),
    ] = ""
    unpaired: Annotated[
        tuple[Node, ...],
        means("Ids of nodes that may speak without a key all the same.", example=(3,)),
    ] = ()


class GpioConfig(Strict):
    """What hangs on the Pi's own pins, if anything: numbers of GPIO (BCM). What is left out is not
    wired.

    Inputs are contacts to ground and have a pull-up. Emergency stop, lid and logic door open their
    contact, so that a cut wire reads as pressed, as open; all others close it. Outputs drive a
    transistor or a relay, never the load itself. Pins that cannot be opened hold play if a stop is
    among them.
    """

    library: Annotated[
        Library, means("pip install 'tablectl[pi]' brings both; auto: whichever is there.")
    ] = "auto"
    debounce_ms: Annotated[
        int, Meta(ge=1, le=500), means("So long must a contact be stable before it counts.")
    ] = 20
    emergency_stop: Annotated[
        Gpio | None,
        means("Pressed: play stands still, and goes on at the floor's word.", example=17),
    ] = None
    lid: Annotated[
        Gpio | None, means("Of the shoe; open: play stands still until it is shut.", example=27)
    ] = None
    logic_door: Annotated[
        Gpio | None,
        means(
            "Of the compartment of the electronics; opened: it locks play until an operator clears "
            "it.",
            example=22,
        ),
    ] = None
    key_switch: Annotated[
        Gpio | None, means("Turned: play stands still until it is turned back.", example=23)
    ] = None
    made: Annotated[
        Gpio | None, means("A referee's key, in a game of shots: the shot was made.", example=24)
    ] = None
    missed: Annotated[Gpio | None, means("Another: the shot was missed.", example=25)] = None
    undo: Annotated[Gpio | None, means("Another: takes the last shot back.", example=4)] = None
    repeat: Annotated[
        Gpio | None, means("What is said, by [sound] speech, is said again.", example=5)
    ] = None
    gate_lock: Annotated[Gpio | None, means("On: the shoe may give a card.", example=18)] = None
    buzzer: Annotated[
        Gpio | None, means("For the seats that have none of their own.", example=21)
    ] = None
    beacon: Annotated[
        Gpio | None, means("Lit while the floor is called or wanted.", example=20)
    ] = None
    inverted: Annotated[
        tuple[Inverted, ...],
        means(
            "Outputs that are on when low, as cheap relays have it.",
            example=("gate_lock", "beacon"),
        ),
    ] = ()


class LampsConfig(Strict):
    """The lights of the seats. 24 pixels at full white draw 1.4 A a seat: see to the power
    supply first.
    """

    driver: Annotated[
        Strip,
        means('"": the rings of the nodes; apa102, ws2812: a strip on SPI; pins: a lamp a seat.'),
    ] = ""
    brightness: Annotated[Share, means("Of full.")] = 0.4
    device: Annotated[Device, means("Of the strip.")] = "/dev/spidev0.0"
    pixels: Annotated[Pixels, means("Of the whole strip; 0: 24 a seat.")] = 0
    limit_ma: Annotated[
        int,
        Meta(ge=1, le=100_000),
        means("What the strip's supply can give; a frame that would take more is dimmed."),
    ] = 2_000


class ScreenConfig(Strict):
    """The board. Several screens, as for the far side, a wall and the rail: a [[screen]] for each,
    with the same keys.

    All fetch their views at the first one's socket. The second is tablectl screen --number 2, or by
    its name --name rail; under systemd it is tablectl-screen@2.service.
    """

    name: Annotated[str, means("Of one of several.", example="rail")] = ""
    socket: Annotated[
        str,
        means(
            'Where the screen fetches its views; "": no screen, or with several that of the others.'
        ),
    ] = ""
    size: Annotated[
        str,
        means(
            "Of a window, 1080x1920 where it stands upright; a full screen takes the display's own."
        ),
    ] = "1920x1080"
    fullscreen: Annotated[bool, means("Whether it takes the whole display.")] = True
    display: Annotated[
        int, Meta(ge=0, le=15), means("SDL's number of it, where a desktop has several.")
    ] = 0
    driver: Annotated[
        str,
        means("SDL's: kmsdrm (a Pi without a desktop), x11, wayland, dummy; \"\": SDL's choice."),
    ] = ""
    theme: Annotated[Theme, means("contrast: for poor eyes.")] = "felt"
    view: Annotated[
        Literal["table", "clock"], means("clock: time, blinds and who is left, for a wall.")
    ] = "table"
    text: Annotated[float, means("1.0, 1.15 or 1.3 times as large as usual.")] = 1.0
    layout: Annotated[
        Layout,
        means(
            "two_sided: read from both sides; portrait: for one that stands upright. The house's "
            "games and pool have one side.",
        ),
    ] = "one_sided"
    rotate: Annotated[Turn, means("How the display hangs, clockwise.")] = 0
    first_seat: Annotated[
        SeatNumber, means("The one at the picture's bottom left; the others follow clockwise.")
    ] = 1
    pairing: Annotated[
        bool,
        means(
            "Shows the codes by which phones get their seats, from [phones] codes. Only the board "
            "that the players see, and no camera."
        ),
    ] = False
    reduced_motion: Annotated[
        bool, means("Nothing flies: each change is a cut, and waits as long as a flight would.")
    ] = False
    fonts: Annotated[
        tuple[str, ...],
        means(
            "Files for names that the bundled fonts cannot write; without one such a name is shown "
            'as "Seat 3".',
            example=("NotoSansKR.ttf",),
        ),
    ] = ()


class SoundConfig(Strict):
    """Sounds come from the first screen's process, if it has a sound device; each can be seen,
    too. Volumes are 0 to 1.
    """

    mute: Annotated[bool, means("No sound.")] = False
    volume: Annotated[Share, means("Of all.")] = 1.0
    floor: Annotated[Share, means("The floor is needed; nothing else sounds meanwhile.")] = 1.0
    events: Annotated[
        Share, means("A turn begins, a player is all-in, a pot is won, the blinds go up.")
    ] = 1.0
    clock: Annotated[Share, means("The last five seconds, refusals.")] = 1.0
    table: Annotated[Share, means("Cards, chips, checks.")] = 1.0
    speech: Annotated[
        Speech,
        means(
            "Needs espeak-ng. turn: whose turn it is, and what it costs; all: board, winners and "
            "what stops play as well.",
        ),
    ] = "off"
    voice: Annotated[Share, means("What is said.")] = 1.0

    @property
    def volumes(self) -> tuple[float, ...]:
        voice = self.voice if self.speech != "off" else 0
        return tuple(
            0 if self.mute else self.volume * own
            for own in (self.floor, self.events, self.clock, self.table, voice)
        )


class JournalConfig(Strict):
    """All that has happened since the table was opened, on a disk that keeps what it was told."""

    path: Annotated[str, Meta(min_length=1), means("The journal.")] = "table.db"
    mirror: Annotated[
        str,
        means(
            "The same rows once more, on another device, before anything is confirmed. "
            "tablectl.service has to make it writable.",
            example="/var/mirror/table.db",
        ),
    ] = ""


# of the delivered configuration: commands look for a table there
CONTROL_SOCKET = "/run/tablectl/floor/control.sock"


class ControlConfig(Strict):
    """For the floor: whoever reaches the socket rules. A directory with the setgid bit gives it
    to its group.
    """

    socket: Annotated[str, means('"": none.')] = ""
    operators: Annotated[
        str,
        means(
            "Who may clear a lock, by name and PIN (tablectl operator add); left out: nobody may.",
            example="/var/lib/tablectl/operators.json",
        ),
    ] = ""
    page_user: Annotated[
        str,
        means(
            "Who the floor's page runs as: it alone says on whose behalf it rules; empty: nobody "
            "does."
        ),
    ] = "tablectl-console"


class StoryConfig(Strict):
    """The story of the table, its public events by number, for pages and programs that read it
    (tablectl story --serve).
    """

    socket: Annotated[str, means('"": none.', example="/run/tablectl/story/story.sock")] = ""


class PhonesConfig(Strict):
    """Phones as seats: the socket at which the web process hands on what they press."""

    socket: Annotated[str, means('"": none.', example="/run/tablectl/seats/seats.sock")] = ""
    codes: Annotated[
        str,
        means(
            'Where the one screen with pairing = true fetches the codes of seats; "": nowhere.',
            example="/run/tablectl/codes/codes.sock",
        ),
    ] = ""
    book: Annotated[
        str,
        means(
            "Which phone has which seat, with their keys; left out: nobody knows after a restart.",
            example="/var/lib/tablectl/phones.json",
        ),
    ] = ""
    code_s: Annotated[int, Meta(ge=10, le=600), means("How long a code opens a seat.")] = 60
    digits: Annotated[
        bool, means("Four digits do, too; their phone gets its key over the air.")
    ] = True
    approval: Annotated[
        Literal["floor", "player"],
        means(
            "Who says yes in a hand to another phone for a seat, besides its own phone: the floor, "
            "or another player in the hand, too."
        ),
    ] = "floor"


Certificate = Annotated[
    str, means("The file of its certificate, for https.", example="/etc/tablectl/cert.pem")
]
CertificateKey = Annotated[
    str,
    means(
        "The file of the certificate's key, if it is not in the same one.",
        example="/etc/tablectl/key.pem",
    ),
]


class FloorPageConfig(Strict):
    """The floor's page (tablectl web --floor): whoever signs in there as an operator rules. Without
    [web.floor] it is not served.
    """

    listen: Annotated[
        str,
        Meta(min_length=1),
        means("Address and port. Beyond this machine only with tls_cert, or plain_http = true."),
    ] = "127.0.0.1:8081"
    tls_cert: Certificate = ""
    tls_key: CertificateKey = ""
    plain_http: Annotated[
        bool, means("Beyond this machine without https: whoever is on the network can read PINs.")
    ] = False
    idle_min: Annotated[
        int, Meta(ge=1, le=720), means("So long nothing is asked: name and PIN are asked again.")
    ] = 15


class WebConfig(Strict):
    """Pages for the phones of players and guests (tablectl web). Without [web] nothing is served.

    They are there for everybody who can reach the address: keep it to the network of the room.
    """

    listen: Annotated[
        str,
        Meta(min_length=1),
        means("Address and port; 0.0.0.0 is every address of this machine."),
    ] = "0.0.0.0:8080"
    url: Annotated[
        str,
        means(
            "Where phones find the pages, as the codes at the seats say; left out: by the address "
            "of this machine.",
            example="http://table.local:8080",
        ),
    ] = ""
    pages: Annotated[
        tuple[WebPage, ...], means("seat: phones as seats; watch: the board for guests.")
    ] = ("seat", "watch")
    tls_cert: Certificate = ""
    tls_key: CertificateKey = ""
    floor: Annotated[
        FloorPageConfig | None, means("The floor's page; left out: there is none.")
    ] = None


class LocksConfig(Strict):
    """What locks the table until an operator clears it; all other locks are always on."""

    program: Annotated[
        bool,
        means(
            "Another program than the one that ran last, sources or evaluator; false: for whoever "
            "works on the code."
        ),
    ] = True


class ServiceConfig(Strict):
    """How the table is run."""

    between_hands_s: Annotated[
        float,
        Meta(ge=0, le=86_400),
        means(
            "From the end of a hand to the next; 0: hands start when the floor says so. Casino: 3 "
            "for each seat, to read all pays.",
        ),
    ] = 8
    sound: Annotated[bool, means("Buzzers tell a seat its turn, and its last seconds.")] = True


class Config(Strict):
    table: TableConfig = TableConfig()
    shoe: ShoeConfig = ShoeConfig()
    seat: tuple[SeatConfig, ...] = ()
    links: LinksConfig = LinksConfig()
    gpio: GpioConfig = GpioConfig()
    lamps: LampsConfig = LampsConfig()
    # [screen], or each of several [[screen]]
    screen: ScreenConfig | tuple[ScreenConfig, ...] = ScreenConfig()
    sound: SoundConfig = SoundConfig()
    journal: JournalConfig = JournalConfig()
    control: ControlConfig = ControlConfig()
    story: StoryConfig = StoryConfig()
    phones: PhonesConfig = PhonesConfig()
    web: WebConfig | None = None
    locks: LocksConfig = LocksConfig()
    service: ServiceConfig = ServiceConfig()

    @property
    def screens(self) -> tuple[ScreenConfig, ...]:
        return self.screen if isinstance(self.screen, tuple) else (self.screen,)

    @property
    def views(self) -> str:
        """The socket where every screen fetches its views; empty: there is no screen."""
        return next((screen.socket for screen in self.screens if screen.socket), "")
