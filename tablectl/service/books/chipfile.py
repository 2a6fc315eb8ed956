"""The chip book on disk, as bookfile.py keeps it."""

import msgspec

from tablectl.intake.chipbook import ChipBook
from tablectl.intake.decks import parse_tag
from tablectl.service.books.bookfile import BookFile, sum_of, to_text
from tablectl.structs import Strict


class BadChipBook(ValueError):
    """The message is a sentence that names the file."""


class StoredChips(Strict):
    """`chips`: from a value to the tags of its chips, each 16 hex digits."""

    chips: dict[int, tuple[str, ...]]
    sum: str


def written(book: ChipBook) -> bytes:
    """All bytes of the file."""
    tags = {
        value: tuple(sorted(tag.hex() for tag, its in book.values.items() if its == value))
        for value, _ in book.counts
    }
    return to_text(StoredChips(tags, sum_of(tags)))


def _read(text: bytes) -> ChipBook:
    stored = msgspec.json.decode(text, type=StoredChips)
    return ChipBook({parse_tag(tag): value for value, tags in stored.chips.items() for tag in tags})


CHIPS = BookFile("chip book", "chip", ChipBook, _read, written, BadChipBook)
load_chips, changed_chips = CHIPS.load, CHIPS.changed  # raise BadChipBook
