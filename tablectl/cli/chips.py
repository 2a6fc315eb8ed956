"""The commands about chips with tags: which tag is a chip of which value. The door hangs them in."""

from pathlib import Path
from typing import Annotated

import typer

from tablectl.cli.deck import ConfigFile, ScreenSocket, tap
from tablectl.cli.house import group, number, whole
from tablectl.cli.speaking import file_named, out, wrong_use
from tablectl.intake.chipbook import MOST_VALUE, ChipBook
from tablectl.intake.enrolling_chips import EnrollingChips
from tablectl.service.books.chipfile import changed_chips, load_chips
from tablectl.service.config.loading import Config, ReaderConfig, load

chips_app = group("Enrols chips that have tags in them, value by value.")

Value = Annotated[int, typer.Argument(parser=whole(1, MOST_VALUE), metavar="VALUE", help="What one of these chips is worth.")]


@chips_app.command()
def enrol(
    value: Value, config: ConfigFile,
    seat: Annotated[int | None, number("At whose bet area; without it the first seat's that has one.", 1, 10)] = None,
    screen: ScreenSocket = None,
) -> None:
    """Lays chips of one value on a bet area's antenna, a few at a time; u takes the last ones back, q ends."""
    table = load(config)
    book = _book_of(table)
    enrolling = EnrollingChips(value, load_chips(book))
    tap(table, _antenna_of(table, seat), enrolling, screen)
    new = {tag: its for tag, its in enrolling.book.values.items() if its == value}

    def with_them(known: ChipBook) -> ChipBook:
        for tag, its in new.items():
            known = known.added(tag, its)
        return known

    count = dict(changed_chips(book, with_them).counts).get(value, 0)
    out.print(f"The book has {count:,} chips of {value:,}.")


@chips_app.command("list")
def list_chips(config: ConfigFile) -> None:
    """Lists how many chips of each value the book has."""
    counts = load_chips(_book_of(load(config))).counts
    for value, count in counts:
        out.print(f"{value:,}: {count:,} chips")
    if not counts:
        out.print(f"The book has no chips yet. Lay those of 25 down: tablectl chips enrol 25 --config {config}")


@chips_app.command()
def remove(value: Value, config: ConfigFile) -> None:
    """Takes all chips of one value out of the book."""
    changed_chips(_book_of(load(config)), lambda known: known.without(value))
    out.print(f"The book has no chips of {value:,} any more.")


def _book_of(config: Config) -> Path:
    return file_named(config.table.chip_book, "[table] chip_book", "chips.json")


def _antenna_of(config: Config, number: int | None) -> ReaderConfig:
    found = next((seat.bets for seat in config.seat if seat.bets is not None and number in (None, seat.number)), None)
    if found is None:
        wrong_use(f"The configuration has no bets at {'any seat' if number is None else f'seat {number}'}.")
    return found
