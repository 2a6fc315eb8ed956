"""The books of a table: JSON that people can read, with a digest at its end, written whole or not
at all, and never over a damaged one.

A file is read only if it holds exactly what was written, byte by byte: a digit that somebody
changed would be another card, or another chip. What it held before the last change stays beside it,
under its name with `.before`. Decks are changed by hand with tablectl deck export, and import.
"""

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from tablectl import games
from tablectl.games.game import Game
from tablectl.intake.chipbook import ChipBook
from tablectl.intake.decks import BadDeck, Deck, Decks, parse_tag
from tablectl.rules.shotcards import BadShots, ShotCard, read_shots
from tablectl.service.books.files import (
    NotThere,
    Unreadable,
    backup_note,
    only_writer,
    read_file,
    replace_file,
    unchanged_note,
)
from tablectl.structs import Frozen, Strict

MOST_BYTES = 1 << 20  # 20 decks take 40 KiB, 5,000 chips 110 KiB

Book = TypeVar("Book")


class BookFile(Frozen, Generic[Book]):
    """How one kind of book is stored. `name`: deck book. `holds`: card, of which none is read with
    a damaged one.

    `read`: all bytes, not checked against the sum; raises DecodeError or BadDeck. `written`: the
    same bytes of what was read. `error_type`: raised with a sentence that names the file.
    """

    name: str
    holds: str
    empty: Callable[[], Book]
    read: Callable[[bytes], Book]
    written: Callable[[Book], bytes]
    error_type: type[ValueError]

    def load(self, path: Path) -> Book:
        """What the file holds; an empty book if there is no file yet."""
        try:
            text = read_file(path, MOST_BYTES)
        except NotThere:
            return self.empty()
        except Unreadable as error:
            raise self.error_type(f"The {self.name} {path} cannot be read: {error}") from None
        try:
            book = self.read(text)
            is_sound = self.written(book) == text
        except (msgspec.DecodeError, BadDeck, UnicodeDecodeError, RecursionError):
            is_sound = False
        if not is_sound:
            says = (
                f"The {self.name} {path} is not as it was written: it is left alone, and no "
                f"{self.holds} is read with it."
            )
            raise self.error_type(says + backup_note(path))
        return book

    def change(self, path: Path, change: Callable[[Book], Book]) -> Book:
        """The book as it is now with that change, on disk when this returns. Raises what
        `change` raises, too.
        """
        path = Path(os.path.realpath(path))  # a link stays one
        try:
            with only_writer(path) as directory:
                book = change(self.load(path))
                replace_file(path, self.written(book), directory)
        except OSError as error:
            raise self.error_type(
                f"The {self.name} {path} cannot be written: {error.strerror}.{unchanged_note(path)}"
            ) from None
        return book


def digest_json(content: Any) -> str:
    """SHA-256 of its JSON, in hex digits."""
    return hashlib.sha256(msgspec.json.encode(content)).hexdigest()


def json_bytes(stored: Struct) -> bytes:
    return msgspec.json.format(msgspec.json.encode(stored), indent=1) + b"\n"


class BadDeckBook(ValueError):
    """The message is a sentence that names the file."""


class StoredDeck(Strict):
    """`cards`: from 16 hex digits to the card. Also what `deck export` writes, and `deck import`
    reads.
    """

    name: str
    cards: dict[str, str]
    retired: bool = False


class StoredDecks(Strict):
    decks: tuple[StoredDeck, ...]
    sum: str


def decks_bytes(decks: Decks) -> bytes:
    """All bytes of the file."""
    stored = tuple(stored_deck(deck) for deck in decks.decks)
    return json_bytes(StoredDecks(stored, digest_json(stored)))


def stored_deck(deck: Deck) -> StoredDeck:
    return StoredDeck(
        deck.name, {tag.hex(): card for tag, card in deck.cards.items()}, deck.is_retired
    )


def parse_deck(stored: StoredDeck) -> Deck:
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


def _read_decks(text: bytes) -> Decks:
    return Decks(
        tuple(parse_deck(stored) for stored in msgspec.json.decode(text, type=StoredDecks).decks)
    )


DECK_BOOK = BookFile("deck book", "card", Decks, _read_decks, decks_bytes, BadDeckBook)
load_decks, change_decks = DECK_BOOK.load, DECK_BOOK.change  # raise BadBook


class BadChipBook(ValueError):
    """The message is a sentence that names the file."""


class StoredChips(Strict):
    """`chips`: from a value to the tags of its chips, each 16 hex digits."""

    chips: dict[int, tuple[str, ...]]
    sum: str


def chips_bytes(book: ChipBook) -> bytes:
    """All bytes of the file."""
    tags = {
        value: tuple(sorted(tag.hex() for tag, its in book.values.items() if its == value))
        for value, _ in book.counts
    }
    return json_bytes(StoredChips(tags, digest_json(tags)))


def _read_chips(text: bytes) -> ChipBook:
    stored = msgspec.json.decode(text, type=StoredChips)
    return ChipBook({parse_tag(tag): value for value, tags in stored.chips.items() for tag in tags})


CHIP_BOOK = BookFile("chip book", "chip", ChipBook, _read_chips, chips_bytes, BadChipBook)
load_chips, change_chips = CHIP_BOOK.load, CHIP_BOOK.change  # raise BadChipBook


MOST_SHOT_BYTES = 1 << 20  # 54 cards with a line each take 4 KiB
# used if the configuration names no file
SAMPLE_SHOTS = Path(games.__file__).with_name("sample_shots.toml")


def load_shots(path: Path = SAMPLE_SHOTS) -> dict[str, ShotCard]:
    """The shots and points by card. Raises BadShots with a sentence that names the file."""
    try:
        return read_shots(read_file(path, MOST_SHOT_BYTES).decode(), str(path))
    except Unreadable as error:
        raise BadShots(f"{path}: {error}") from None
    except UnicodeDecodeError:
        raise BadShots(f"{path}: this is no text in UTF-8.") from None


def shots_of_game(game: Game, deck_file: str) -> dict[str, ShotCard] | None:
    """The shots from the configured file, else the sample's; None for a game without shots."""
    return load_shots(Path(deck_file) if deck_file else SAMPLE_SHOTS) if game.has_shots else None
