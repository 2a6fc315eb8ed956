"""A book on disk: JSON that people can read, with a sum at its end, written whole or not at all,
and never over a damaged one.

It is exactly what is written of the book, byte by byte: whatever was cut off or changed is refused,
because a wrong digit would be a wrong card, or a wrong chip. What it held before the last change
stays beside it, under its name with `.before`.
"""

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from tablectl.intake.decks import BadDeck
from tablectl.service.books.reading import NotThere, Unreadable, read_file
from tablectl.service.books.rewriting import kept, kept_before, only_writer, write_to_disk
from tablectl.structs import Frozen

MOST_BYTES = 1 << 20  # 20 decks take 40 KiB, 5,000 chips 110 KiB

Book = TypeVar("Book")


class BookFile(Frozen, Generic[Book]):
    """How one kind of book is kept. `name`: deck book. `holds`: card, of which none is read with a
    damaged one.

    `read`: all bytes, not checked against the sum; raises DecodeError or BadDeck. `written`: the
    same bytes of what was read. `wrong`: raised with a sentence that names the file.
    """

    name: str
    holds: str
    empty: Callable[[], Book]
    read: Callable[[bytes], Book]
    written: Callable[[Book], bytes]
    wrong: type[ValueError]

    def load(self, path: Path) -> Book:
        """What the file holds; an empty book if there is no file yet."""
        try:
            text = read_file(path, MOST_BYTES)
        except NotThere:
            return self.empty()
        except Unreadable as wrong:
            raise self.wrong(f"The {self.name} {path} cannot be read: {wrong}") from None
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
            raise self.wrong(says + kept_before(path))
        return book

    def changed(self, path: Path, change: Callable[[Book], Book]) -> Book:
        """The book as it is now with that change, on disk when this returns. Raises what
        `change` raises, too.
        """
        path = Path(os.path.realpath(path))  # a link stays one
        try:
            with only_writer(path) as directory:
                book = change(self.load(path))
                write_to_disk(path, self.written(book), directory)
        except OSError as wrong:
            raise self.wrong(
                f"The {self.name} {path} cannot be written: {wrong.strerror}.{kept(path)}"
            ) from None
        return book


def sum_of(content: Any) -> str:
    """SHA-256 of its JSON, in hex digits."""
    return hashlib.sha256(msgspec.json.encode(content)).hexdigest()


def to_text(stored: Struct) -> bytes:
    return msgspec.json.format(msgspec.json.encode(stored), indent=1) + b"\n"
