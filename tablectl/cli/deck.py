"""The commands about tags: which is which card, and which deck is in play; which is which chip.
The door hangs them in.
"""

import asyncio
import sys
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from tablectl.cli.house import group, number, whole
from tablectl.cli.log import log_to_stderr
from tablectl.cli.ruling import accepted, is_answering
from tablectl.cli.speaking import file_named, out, wrong_use
from tablectl.intake.chipbook import MOST_VALUE, ChipBook
from tablectl.intake.decks import BadDeck, Decks, why_no_deck_name
from tablectl.intake.enrolling import Enrolling, Verifying, enrolling_order
from tablectl.intake.enrolling_chips import EnrollingChips
from tablectl.service.books.chipfile import changed_chips, load_chips
from tablectl.service.books.deckfile import (
    StoredDeck,
    changed,
    deck_of,
    load as load_book,
    stored_deck,
)
from tablectl.service.books.reading import Unreadable, read_file
from tablectl.service.config.loading import Config, ReaderConfig, ShoeConfig, load
from tablectl.service.decks.tapping import Tapped, Tapping, TappingScreen
from tablectl.service.process import FAILED
from tablectl.service.sockets import SocketTaken

deck_app = group("Enrols a table's decks card by card, checks them, and puts one into play.")
chips_app = group("Enrols chips that have tags in them, value by value.")

MOST_BYTES = 1 << 20  # of a deck to import; one takes 2 KiB
FOR_THE_TABLE = "The table's configuration, table.toml."
ConfigFile = Annotated[Path, typer.Option("--config", help=FOR_THE_TABLE)]
ScreenSocket = Annotated[
    Path | None,
    typer.Option(
        "--screen",
        metavar="PATH",
        help="The socket where a screen may follow; without it the configuration's.",
    ),
]
Name = Annotated[str, typer.Argument(metavar="DECK", help="The deck's name, as red or blue.")]


@deck_app.command()
def enrol(
    name: Name,
    config: ConfigFile,
    jokers: Annotated[int, number("How many jokers it has.", 0, 2)] = 0,
    cut: Annotated[bool, typer.Option("--cut", help="It has a cut card with a tag.")] = False,
    short: Annotated[bool, typer.Option("--short", help="36 cards, from the six up.")] = False,
    again: Annotated[
        bool, typer.Option("--again", help="Make a deck anew that is in the book already.")
    ] = False,
    screen: ScreenSocket = None,
) -> None:
    """Taps the cards of a deck at the reader, in the order that is shown; u takes the last one
    back, q gives up.
    """
    table = load(config)
    book = _book_of(table)
    known = load_book(book)
    if why := why_no_deck_name(name):
        raise BadDeck(why)
    if not again and any(deck.name == name for deck in known.decks):
        wrong_use(
            f"The deck {name} is in the book already: give another name, or --again to make it "
            "anew."
        )
    enrolling = Enrolling(name, enrolling_order(is_short=short, jokers=jokers, has_cut=cut), known)
    tap(table, table.shoe, enrolling, screen)
    deck = enrolling.deck
    if deck is None:
        raise typer.Exit(FAILED)
    changed(book, lambda decks: decks.added(deck))
    out.print(f"The deck {name} is in the book: {deck.what}.")
    out.print(f"Check it: tablectl deck verify {name} --config {config}")


@deck_app.command()
def verify(name: Name, config: ConfigFile, screen: ScreenSocket = None) -> None:
    """Taps every card of a deck once more, in any order: each is named; exit 1 where one is
    missing or foreign.
    """
    table = load(config)
    known = load_book(_book_of(table))
    verifying = Verifying(known.deck(name), known)
    tap(table, table.shoe, verifying, screen)
    out.print(verifying.result)
    raise typer.Exit(0 if verifying.is_sound else FAILED)


@deck_app.command("list")
def list_decks(config: ConfigFile) -> None:
    """Lists the decks of the book, and which is in play."""
    from tablectl.service.offline import deck_put

    table = load(config)
    known = load_book(_book_of(table))
    in_play = known.book_in_play(deck_put(Path(table.journal.path))).deck
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
    from tablectl.service.offline import audited

    found = audited(load(config))
    out.print(found.result)
    raise typer.Exit(FAILED if found.missing else 0)


@deck_app.command()
def put(name: Name, config: ConfigFile) -> None:
    """Puts a deck into play, between two hands; at the table that runs, or else in its journal."""
    from tablectl.service.offline import put_in_journal

    log_to_stderr()
    table = load(config)
    control = Path(table.control.socket) if table.control.socket else None
    if control is not None and is_answering(control):
        out.print(str(accepted(control, {"put": name})["did"]))
    else:
        out.print(put_in_journal(table, name))


@deck_app.command()
def retire(name: Name, config: ConfigFile) -> None:
    """Takes a deck out of play for good; its cards stay known, as cards of that deck."""
    changed(_book_of(load(config)), lambda decks: decks.retired(name))
    out.print(f"The deck {name} is retired.")


@deck_app.command("export")
def export_deck(name: Name, config: ConfigFile) -> None:
    """Prints a deck as JSON: {"name": "red", "cards": {"<tag>": "Ah", ..}}."""
    deck = load_book(_book_of(load(config))).deck(name)
    sys.stdout.write(
        msgspec.json.format(msgspec.json.encode(stored_deck(deck)), indent=1).decode() + "\n"
    )


@deck_app.command("import")
def import_deck(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A deck as `deck export` prints it.")
    ],
    config: ConfigFile,
    again: Annotated[
        bool, typer.Option("--again", help="Replace a deck that is in the book already.")
    ] = False,
) -> None:
    """Takes a deck from a file into the book; numbers of tags may be written in any of the usual
    ways.
    """
    try:
        deck = deck_of(msgspec.json.decode(read_file(file, MOST_BYTES), type=StoredDeck))
    except (Unreadable, BadDeck) as wrong:
        wrong_use(f"{file}: {wrong}")
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
        wrong_use(f"{file}: this is no deck: {str(wrong).rstrip('.')}.")

    def with_it(decks: Decks) -> Decks:
        if not again and any(other.name == deck.name for other in decks.decks):
            raise BadDeck(f"The deck {deck.name} is in the book already: --again replaces it.")
        return decks.added(deck)

    changed(_book_of(load(config)), with_it)
    out.print(f"The deck {deck.name} is in the book: {deck.what}.")


def _book_of(config: Config) -> Path:
    return file_named(config.shoe.deck_book, "[shoe] deck_book", "decks.json")


# Chips with tags

Value = Annotated[
    int,
    typer.Argument(
        parser=whole(1, MOST_VALUE), metavar="VALUE", help="What one of these chips is worth."
    ),
]


@chips_app.command("enrol")
def enrol_chips(
    value: Value,
    config: ConfigFile,
    seat: Annotated[
        int | None, number("At whose bet area; without it the first seat's that has one.", 1, 10)
    ] = None,
    screen: ScreenSocket = None,
) -> None:
    """Lays chips of one value on a bet area's antenna, a few at a time; u takes the last ones
    back, q ends.
    """
    table = load(config)
    book = _chip_book_of(table)
    enrolling = EnrollingChips(value, load_chips(book))
    tap(table, _antenna_of(table, seat), enrolling, screen)

    def with_them(known: ChipBook) -> ChipBook:
        for tag, its in enrolling.book.values.items():
            known = known.added(tag, its) if its == value else known
        return known

    count = dict(changed_chips(book, with_them).counts).get(value, 0)
    out.print(f"The book has {count:,} chips of {value:,}.")


@chips_app.command("list")
def list_chips(config: ConfigFile) -> None:
    """Lists how many chips of each value the book has."""
    counts = load_chips(_chip_book_of(load(config))).counts
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
    changed_chips(_chip_book_of(load(config)), lambda known: known.without(value))
    out.print(f"The book has no chips of {value:,} any more.")


def _chip_book_of(config: Config) -> Path:
    return file_named(config.table.chip_book, "[table] chip_book", "chips.json")


def _antenna_of(config: Config, number: int | None) -> ReaderConfig:
    found = next(
        (
            seat.bets
            for seat in config.seat
            if seat.bets is not None and number in (None, seat.number)
        ),
        None,
    )
    if found is None:
        wrong_use(
            "The configuration has no bets at "
            f"{'any seat' if number is None else f'seat {number}'}."
        )
    return found


# At the reader


def tap(
    config: Config, reader: ShoeConfig | ReaderConfig, what: Tapped, screen: Path | None = None
) -> None:
    """Until it is over. `screen`: the socket for screens, instead of the configured one."""
    loop = asyncio.new_event_loop()
    typing = sys.__stdin__.fileno() if sys.__stdin__ is not None else None
    shown: list[TappingScreen] = []

    def tell(said: str) -> None:
        out.print(said)
        for one in shown:
            one.show(said)

    try:
        tapping = Tapping(loop, reader, what, tell=tell, over=loop.stop, typing=typing)
        tapping.open()
        try:
            shown += _screen_of(loop, config, what, screen)
            for one in shown:
                one.show(what.prompt)
            loop.run_forever()
        finally:
            tapping.close()
            for one in shown:
                one.close()
    finally:
        loop.close()


def _screen_of(
    loop: asyncio.AbstractEventLoop, config: Config, what: Tapped, path: Path | None
) -> list[TappingScreen]:
    """None where the configuration's socket is not to be had: a table can be enrolled at without
    a screen.
    """
    socket = str(path) if path is not None else config.views
    try:
        return [TappingScreen(loop, socket, config.table, what)] if socket else []
    except SocketTaken as wrong:
        if path is not None:
            wrong_use(str(wrong))
        out.print(f"No screen can follow: {wrong}")
        return []
