"""The deck book on disk, as bookfile.py keeps it: all decks of a table in one file.

To change a book by hand: tablectl deck export, and import.
"""

import msgspec

from tablectl.intake.decks import BadDeck, Deck, Decks, parse_tag
from tablectl.service.books.bookfile import BookFile, sum_of, to_text
from tablectl.structs import Strict


class BadBook(ValueError):
    """The message is a sentence that names the file."""


class StoredDeck(Strict):
    """`cards`: from 16 hex digits to the card. Also what `deck export` writes, and `deck import`
    reads.
    """

    name: str
    cards: dict[str, str]
    retired: bool = False


class StoredBook(Strict):
    decks: tuple[StoredDeck, ...]
    sum: str


def written(decks: Decks) -> bytes:
    """All bytes of the file."""
    stored = tuple(stored_deck(deck) for deck in decks.decks)
    return to_text(StoredBook(stored, sum_of(stored)))


def stored_deck(deck: Deck) -> StoredDeck:
    return StoredDeck(
        deck.name, {tag.hex(): card for tag, card in deck.cards.items()}, deck.is_retired
    )


def deck_of(stored: StoredDeck) -> Deck:
    """Raises BadDeck with a sentence: for what is no number of a tag, and for one that stands
    there twice.
    """
    cards: dict[bytes, str] = {}
    for text, card in stored.cards.items():
        tag = parse_tag(text)
        if tag in cards:
            raise BadDeck(f"The tag {text} is there twice, as {cards[tag]} and as {card}.")
        cards[tag] = card
    return Deck(stored.name, cards, stored.retired)


def _read(text: bytes) -> Decks:
    return Decks(
        tuple(deck_of(stored) for stored in msgspec.json.decode(text, type=StoredBook).decks)
    )


DECKS = BookFile("deck book", "card", Decks, _read, written, BadBook)
load, changed = DECKS.load, DECKS.changed  # raise BadBook
