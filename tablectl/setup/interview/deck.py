"""The table's deck: enrolled card by card at the reader."""

from pathlib import Path

from tablectl.games.catalog import preset
from tablectl.intake.decks import why_no_deck_name
from tablectl.service.books.books import load_decks
from tablectl.service.config.drivers import DRIVERS
from tablectl.service.config.values import Config
from tablectl.setup.interview.desk import NO, BadAnswer, Desk, Question, shorten
from tablectl.text import T

NAME = "red"


def ask_deck(desk: Desk, config: Config) -> str:
    """The name of the deck that is to be enrolled now; empty: none is."""
    if DRIVERS[config.shoe.driver].reader is None:
        desk.tell(
            T(
                "A shoe with a node enrols no deck: take one that was enrolled at a reader, "
                "tablectl deck import FILE --config table.toml"
            )
        )
        return ""
    book = Path(config.shoe.deck_book)
    if named := [deck.name for deck in load_decks(book).playable]:
        desk.tell(T("The book has a deck already: {names}.", names=", ".join(named)))
        return ""
    asked = T("The name of your deck, to enrol it now card by card, or no?")
    question = Question("deck", asked, NAME, read=read_deck_name, unattended=NO)
    name = desk.ask(question, is_kept=False)
    return "" if name == NO else name


def read_deck_name(line: str) -> str:
    """Raises BadAnswer."""
    if why_no_deck_name(line):
        raise BadAnswer(
            T(
                '"{answer}" is no name for a deck: letters, digits, - and _.',
                answer=shorten(line),
            )
        )
    return line


def is_short(config: Config) -> bool:
    return "2c" not in preset(config.table.preset).deck.all_cards
