"""The chip book on disk, as deckfile.py has the decks: JSON with a sum, refused where it is not as it was written."""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from tablectl.intake.chipbook import ChipBook
from tablectl.intake.decks import BadDeck, tag_of
from tablectl.service.books.reading import NotThere, Unreadable, read_file
from tablectl.service.books.rewriting import kept, kept_before, only_writer, write_to_disk

MOST_BYTES: Final = 1 << 20             # 5,000 chips take 110 KiB


class BadChipBook(ValueError):
    """The message is a sentence that names the file."""


class StoredChips(Struct, frozen=True, forbid_unknown_fields=True):
    """`chips`: from a value to the tags of its chips, each 16 hex digits."""

    chips: dict[int, tuple[str, ...]]
    sum: str


def load_chips(path: Path) -> ChipBook:
    """The chips in the file; none if there is no file yet. Raises BadChipBook with a sentence."""
    try:
        text = read_file(path, MOST_BYTES)
    except NotThere:
        return ChipBook()
    except Unreadable as wrong:
        raise BadChipBook(f"The chip book {path} cannot be read: {wrong}") from None
    try:
        stored = msgspec.json.decode(text, type=StoredChips)
        book = ChipBook({tag_of(tag): value for value, tags in stored.chips.items() for tag in tags})
        is_sound = written(book) == text
    except (msgspec.DecodeError, BadDeck, UnicodeDecodeError, RecursionError):
        is_sound = False
    if not is_sound:
        raise BadChipBook(
            f"The chip book {path} is not as it was written: it is left alone, and no chip is read with it.{kept_before(path)}")
    return book


def written(book: ChipBook) -> bytes:
    """All bytes of the file."""
    tags = {value: tuple(sorted(tag.hex() for tag, its in book.values.items() if its == value)) for value, _ in book.counts}
    stored = StoredChips(tags, hashlib.sha256(msgspec.json.encode(tags)).hexdigest())
    return msgspec.json.format(msgspec.json.encode(stored), indent=1) + b"\n"


def changed_chips(path: Path, change: Callable[[ChipBook], ChipBook]) -> ChipBook:
    """The book with that change, on disk when this returns. Raises BadChipBook, and what `change` raises."""
    try:
        with only_writer(path) as directory:
            book = change(load_chips(path))
            write_to_disk(path, written(book), directory)
    except OSError as wrong:
        raise BadChipBook(f"The chip book {path} cannot be written: {wrong.strerror}.{kept(path)}") from None
    return book

