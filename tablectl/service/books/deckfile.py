"""The deck book on disk: all decks of a table in one file, written whole or not at all, and never over one that is damaged.

The file is JSON that people can read, with a sum over the decks at its end. It is exactly what `written` makes of them, byte by
byte: whatever was cut off or changed is refused, because a wrong digit would deal a wrong card. What it held before the last
change stays beside it, under its name with `.before`. To change a book by hand: tablectl deck export, and import.
"""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from tablectl.intake.decks import BadDeck, Deck, Decks, tag_of
from tablectl.service.books.reading import NotThere, Unreadable, read_file
from tablectl.service.books.rewriting import kept, kept_before, only_writer, write_to_disk

MOST_BYTES: Final = 1 << 20             # 20 decks take 40 KiB


class BadBook(ValueError):
    """The message is a sentence that names the file."""


class StoredDeck(Struct, frozen=True, forbid_unknown_fields=True):
    """`cards`: from 16 hex digits to the card. Also what `deck export` writes, and `deck import` reads."""

    name: str
    cards: dict[str, str]
    retired: bool = False


class StoredBook(Struct, frozen=True, forbid_unknown_fields=True):
    decks: tuple[StoredDeck, ...]
    sum: str


def load(path: Path) -> Decks:
    """The decks in the file; none if there is no file yet. Raises BadBook with a sentence."""
    try:
        text = read_file(path, MOST_BYTES)
    except NotThere:
        return Decks()
    except Unreadable as wrong:
        raise BadBook(f"The deck book {path} cannot be read: {wrong}") from None
    try:
        decks = Decks(tuple(deck_of(stored) for stored in msgspec.json.decode(text, type=StoredBook).decks))
        is_sound = written(decks) == text
    except (msgspec.DecodeError, BadDeck, UnicodeDecodeError, RecursionError):
        is_sound = False
    if not is_sound:
        raise BadBook(
            f"The deck book {path} is not as it was written: it is left alone, and no card is read with it.{kept_before(path)}")
    return decks


def written(decks: Decks) -> bytes:
    """All bytes of the file."""
    stored = tuple(stored_deck(deck) for deck in decks.decks)
    book = StoredBook(stored, hashlib.sha256(msgspec.json.encode(stored)).hexdigest())
    return msgspec.json.format(msgspec.json.encode(book), indent=1) + b"\n"


def changed(path: Path, change: Callable[[Decks], Decks]) -> Decks:
    """The book as it is now with that change, on disk when this returns. Raises BadBook, and what `change` raises."""
    try:
        with only_writer(path) as directory:
            decks = change(load(path))
            write_to_disk(path, written(decks), directory)
    except OSError as wrong:
        raise BadBook(f"The deck book {path} cannot be written: {wrong.strerror}.{kept(path)}") from None
    return decks


def stored_deck(deck: Deck) -> StoredDeck:
    return StoredDeck(deck.name, {tag.hex(): card for tag, card in deck.cards.items()}, deck.is_retired)


def deck_of(stored: StoredDeck) -> Deck:
    """Raises BadDeck with a sentence: for what is no number of a tag, and for one that stands there twice."""
    cards: dict[bytes, str] = {}
    for text, card in stored.cards.items():
        tag = tag_of(text)
        if tag in cards:
            raise BadDeck(f"The tag {text} is there twice, as {cards[tag]} and as {card}.")
        cards[tag] = card
    return Deck(stored.name, cards, stored.retired)
