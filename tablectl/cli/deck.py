"""The commands about tags: which is which card, and which deck is in play; which is which chip."""

import asyncio
import sys
from pathlib import Path
from typing import Annotated

import msgspec
from typer import Argument, Exit, Option

from tablectl.cli.output import configured_path, out, usage_error
from tablectl.cli.params import command_group, number_option, number_parser
from tablectl.cli.ruling import ask_accepted
from tablectl.cli.systemd import log_to_stderr
from tablectl.intake.chipbook import MOST_VALUE, ChipBook
from tablectl.intake.decks import BadDeck, Decks, why_no_deck_name
from tablectl.intake.enrolling import Enrolling, Verifying, enrolling_order
from tablectl.intake.enrolling_chips import EnrollingChips
from tablectl.service.books.books import (
    StoredDeck,
    change_chips,
    change_decks,
    load_chips,
    load_decks as load_book,
    parse_deck,
    stored_deck,
)
from tablectl.service.books.files import Unreadable, read_file
from tablectl.service.config.loading import load_config
from tablectl.service.config.values import Config, ReaderConfig, ShoeConfig
from tablectl.service.control.client import is_answering
from tablectl.service.decks.tapping import Tapped, Tapping, TappingScreen
from tablectl.service.process import FAILED
from tablectl.service.sockets import SocketTaken

deck_app = command_group(
    "Enrols a table's decks card by card, checks them, and puts one into play."
)
chips_app = command_group("Enrols chips that have tags in them, value by value.")

MOST_BYTES = 1 << 20  # of a deck to import; one takes 2 KiB
FOR_THE_TABLE = "The table's configuration, table.toml."
ConfigFile = Annotated[Path, Option("--config", help=FOR_THE_TABLE)]
ScreenSocket = Annotated[
    Path | None,
    Option(
        "--screen",
        metavar="PATH",
        help="The socket where a screen may follow; without it the configuration's.",
    ),
]
Name = Annotated[str, Argument(metavar="DECK", help="The deck's name, as red or blue.")]


@deck_app.command()
def enrol(
    name: Name,
    config: ConfigFile,
    jokers: Annotated[int, number_option("How many jokers it has.", 0, 2)] = 0,
    cut: Annotated[bool, Option("--cut", help="It has a cut card with a tag.")] = False,
    short: Annotated[bool, Option("--short", help="36 cards, from the six up.")] = False,
    again: Annotated[
        bool, Option("--again", help="Make a deck anew that is in the book already.")
    ] = False,
    screen: ScreenSocket = None,
) -> None:
    """Taps the cards of a deck at the reader, in the order that is shown; u takes the last one
    back, q gives up.
    """
    table = load_config(config)
    book = _deck_book(table)
    known = load_book(book)
    if why := why_no_deck_name(name):
        raise BadDeck(why)
    if not again and any(deck.name == name for deck in known.decks):
        usage_error(
            f"The deck {name} is in the book already: give another name, or --again to make it "
            "anew."
        )
    enrolling = Enrolling(name, enrolling_order(is_short=short, jokers=jokers, has_cut=cut), known)
    tap_cards(table, table.shoe, enrolling, screen)
    deck = enrolling.deck
    if deck is None:
        raise Exit(FAILED)
    change_decks(book, lambda decks: decks.added(deck))
    out.print(f"The deck {name} is in the book: {deck.what}.")
    out.print(f"Check it: tablectl deck verify {name} --config {config}")


@deck_app.command()
def verify(name: Name, config: ConfigFile, screen: ScreenSocket = None) -> None:
    """Taps every card of a deck once more, in any order: each is named; exit 1 where one is
    missing or foreign.
    """
    table = load_config(config)
    known = load_book(_deck_book(table))
    verifying = Verifying(known.deck(name), known)
    tap_cards(table, table.shoe, verifying, screen)
    out.print(verifying.result)
    raise Exit(0 if verifying.is_sound else FAILED)


@deck_app.command("list")
def list_decks(config: ConfigFile) -> None:
    """Lists the decks of the book, and which is in play."""
    from tablectl.service.offline import deck_in_play

    table = load_config(config)
    known = load_book(_deck_book(table))
    in_play = known.book_in_play(deck_in_play(Path(table.journal.path))).deck
    for deck in known.decks:
        state = "in play" if deck.name == in_play else "retired" if deck.is_retired else "put aside"
        out.print(f"{deck.name}: {deck.what}; {state}")
    if not known.decks:
        out.print(f"The book has no deck yet. Make one: tablectl deck enrol red --config {config}")


@deck_app.command()
def audit(config: ConfigFile) -> None:
    """Tells how many cards of the deck in play have come since it was put; exit 1 where one
    cannot well be in it.
    """
    from tablectl.service.offline import audit_deck

    found = audit_deck(load_config(config))
    out.print(found.result)
    raise Exit(FAILED if found.missing else 0)


@deck_app.command()
def put(name: Name, config: ConfigFile) -> None:
    """Puts a deck into play, between two hands; at the table that runs, or else in its journal."""
    from tablectl.service.offline import put_deck_offline

    log_to_stderr()
    table = load_config(config)
    control = Path(table.control.socket) if table.control.socket else None
    if control is not None and is_answering(control):
        out.print(str(ask_accepted(control, {"put": name})["did"]))
    else:
        out.print(put_deck_offline(table, name))


@deck_app.command()
def retire(name: Name, config: ConfigFile) -> None:
    """Takes a deck out of play for good; its cards stay known, as cards of that deck."""
    change_decks(_deck_book(load_config(config)), lambda decks: decks.retired(name))
    out.print(f"The deck {name} is retired.")


@deck_app.command("export")
def export_deck(name: Name, config: ConfigFile) -> None:
    """Prints a deck as JSON: {"name": "red", "cards": {"<tag>": "Ah", ..}}."""
    deck = load_book(_deck_book(load_config(config))).deck(name)
    sys.stdout.write(
        msgspec.json.format(msgspec.json.encode(stored_deck(deck)), indent=1).decode() + "\n"
    )


@deck_app.command("import")
def import_deck(
    file: Annotated[Path, Argument(metavar="FILE", help="A deck as `deck export` prints it.")],
    config: ConfigFile,
    again: Annotated[
        bool, Option("--again", help="Replace a deck that is in the book already.")
    ] = False,
) -> None:
    """Takes a deck from a file into the book; numbers of tags may be written in any of the usual
    ways.
    """
    try:
        deck = parse_deck(msgspec.json.decode(read_file(file, MOST_BYTES), type=StoredDeck))
    except (Unreadable, BadDeck) as error:
        usage_error(f"{file}: {error}")
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        usage_error(f"{file}: this is no deck: {str(error).rstrip('.')}.")

    def with_it(decks: Decks) -> Decks:
        if not again and any(other.name == deck.name for other in decks.decks):
            raise BadDeck(f"The deck {deck.name} is in the book already: --again replaces it.")
        return decks.added(deck)

    change_decks(_deck_book(load_config(config)), with_it)
    out.print(f"The deck {deck.name} is in the book: {deck.what}.")


def _deck_book(config: Config) -> Path:
    return configured_path(config.shoe.deck_book, "[shoe] deck_book", "decks.json")


# Chips with tags

Value = Annotated[
    int,
    Argument(
        parser=number_parser(1, MOST_VALUE),
        metavar="VALUE",
        help="What one of these chips is worth.",
    ),
]


@chips_app.command("enrol")
def enrol_chips(
    value: Value,
    config: ConfigFile,
    seat: Annotated[
        int | None,
        number_option("At whose bet area; without it the first seat's that has one.", 1, 10),
    ] = None,
    screen: ScreenSocket = None,
) -> None:
    """Lays chips of one value on a bet area's antenna, a few at a time; u takes the last ones
    back, q ends.
    """
    table = load_config(config)
    book = _chip_book(table)
    enrolling = EnrollingChips(value, load_chips(book))
    tap_cards(table, _bets_antenna(table, seat), enrolling, screen)

    def with_them(known: ChipBook) -> ChipBook:
        for tag, its in enrolling.book.values.items():
            known = known.added(tag, its) if its == value else known
        return known

    count = dict(change_chips(book, with_them).counts).get(value, 0)
    out.print(f"The book has {count:,} chips of {value:,}.")


@chips_app.command("list")
def list_chips(config: ConfigFile) -> None:
    """Lists how many chips of each value the book has."""
    counts = load_chips(_chip_book(load_config(config))).counts
    for value, count in counts:
        out.print(f"{value:,}: {count:,} chips")
    if not counts:
        out.print(
            "The book has no chips yet. Lay those of 25 down: tablectl chips enrol 25 --config "
            f"{config}"
        )


@chips_app.command("remove")
def remove_chips(value: Value, config: ConfigFile) -> None:
    """Takes all chips of one value out of the book."""
    change_chips(_chip_book(load_config(config)), lambda known: known.without(value))
    out.print(f"The book has no chips of {value:,} any more.")


def _chip_book(config: Config) -> Path:
    return configured_path(config.table.chip_book, "[table] chip_book", "chips.json")


def _bets_antenna(config: Config, number: int | None) -> ReaderConfig:
    found = next(
        (
            seat.bets
            for seat in config.seat
            if seat.bets is not None and number in (None, seat.number)
        ),
        None,
    )
    if found is None:
        usage_error(
            "The configuration has no bets at "
            f"{'any seat' if number is None else f'seat {number}'}."
        )
    return found


# At the reader


def tap_cards(
    config: Config, reader: ShoeConfig | ReaderConfig, what: Tapped, screen: Path | None = None
) -> None:
    """Until it is over. `screen`: the socket for screens, instead of the configured one."""
    loop = asyncio.new_event_loop()
    typing = sys.__stdin__.fileno() if sys.__stdin__ is not None else None
    shown: list[TappingScreen] = []

    def tell(sentence: str) -> None:
        out.print(sentence)
        for one in shown:
            one.show(sentence)

    try:
        tapping = Tapping(loop, reader, what, tell=tell, over=loop.stop, typing=typing)
        tapping.open()
        try:
            shown += _open_screens(loop, config, what, screen)
            for one in shown:
                one.show(what.prompt)
            loop.run_forever()
        finally:
            tapping.close()
            for one in shown:
                one.close()
    finally:
        loop.close()


def _open_screens(
    loop: asyncio.AbstractEventLoop, config: Config, what: Tapped, path: Path | None
) -> list[TappingScreen]:
    """None where the configuration's socket is not to be had: a table can be enrolled at without
    a screen.
    """
    socket = str(path) if path is not None else config.views
    try:
        return [TappingScreen(loop, socket, config.table, what)] if socket else []
    except SocketTaken as error:
        if path is not None:
            usage_error(str(error))
        out.print(f"No screen can follow: {error}")
        return []
