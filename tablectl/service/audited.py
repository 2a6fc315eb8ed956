"""The audit of the deck in play by a table's journal, whether the table runs or not."""

from pathlib import Path

from tablectl.intake.audit import DeckAudit
from tablectl.intake.deckbook import DeckBook
from tablectl.intake.decks import BadDeck
from tablectl.journal.store import Journal
from tablectl.service.books.deckfile import load
from tablectl.service.config.loading import Config, game_of
from tablectl.service.decks.auditing import Auditor
from tablectl.service.putting import deck_put


def audited(config: Config) -> DeckAudit:
    """The deck in play since it was put, by the journal, also of a table that runs. Raises BadDeck, BadBook and BadJournal."""
    journal = Path(config.journal.path)
    book = load(Path(config.shoe.deck_book)).book_in_play(deck_put(journal)) if config.shoe.deck_book else DeckBook()
    if not book.deck:
        raise BadDeck("No deck is in play: there is none to audit.")
    if not journal.exists():
        raise BadDeck(f"No hand was played with the deck {book.deck} yet: there is no journal {journal}.")
    with Journal.open(journal, read_only=True) as rows:
        return Auditor(book, game_of(config.table), rows).audit
