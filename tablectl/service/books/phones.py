"""Which phone has which seat, on disk as books.py stores a book.

The file has the keys of phones: its folder is the table's alone.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import msgspec

from tablectl.service.books.books import BookFile, digest_json, json_bytes
from tablectl.structs import Strict

Hex = Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{32})?$")]


class BadPairings(ValueError):
    """The message is a sentence."""


class Pairing(Strict):
    """`key`: hex digits. `epoch`: counts the pairings of this seat; its presses begin at 1 in each.
    `mark`: two letters that stand on the phone's page and at its seat. `is_typed`: by the four
    digits, so that the key went over the air.
    """

    seat: int
    key: Hex
    epoch: int
    mark: str
    is_given_up: bool = False  # only its epoch counts on
    is_typed: bool = False


class Pairings(Strict):
    known: tuple[Pairing, ...] = ()

    def of_seat(self, seat: int) -> Pairing | None:
        """The phone that has this seat; None: it has none."""
        found = self._last(seat)
        return None if found is None or found.is_given_up else found

    def _last(self, seat: int) -> Pairing | None:
        return next((one for one in self.known if one.seat == seat), None)

    def with_phone(
        self, seat: int, key: bytes, *, after_epoch: int = 0, is_typed: bool = False
    ) -> "Pairings":
        """`after_epoch`: the last one of which the journal has a press; the book may be lost."""
        was = self._last(seat)
        epoch = max(0 if was is None else was.epoch, after_epoch) + 1
        return self._with(Pairing(seat, key.hex(), epoch, _two_letter_mark(key), is_typed=is_typed))

    def without_phone(self, seat: int) -> "Pairings":
        was = self._last(seat)
        assert was is not None, "The seat has a phone."
        return self._with(Pairing(seat, "", was.epoch, was.mark, is_given_up=True))

    def _with(self, new: Pairing) -> "Pairings":
        others = (one for one in self.known if one.seat != new.seat)
        return Pairings(tuple(sorted((*others, new), key=lambda one: one.seat)))


LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"  # none looks like a digit


def _two_letter_mark(key: bytes) -> str:
    first, second = key[0], key[1]
    return LETTERS[first % len(LETTERS)] + LETTERS[second % len(LETTERS)]


class _Stored(Strict):
    pairings: tuple[Pairing, ...]
    sum: str


def _read_book(text: bytes) -> Pairings:
    return Pairings(msgspec.json.decode(text, type=_Stored).pairings)


def _book_bytes(book: Pairings) -> bytes:
    return json_bytes(_Stored(book.known, digest_json(book.known)))


PAIRING_BOOK = BookFile("book of phones", "phone", Pairings, _read_book, _book_bytes, BadPairings)


class PairingBook:
    """The pairings of a table. Without a path they end with the program. Raises BadPairings."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self.now = PAIRING_BOOK.load(path) if path is not None else Pairings()

    def change(self, change: Callable[[Pairings], Pairings]) -> None:
        """On disk when it returns."""
        self.now = (
            PAIRING_BOOK.change(self._path, change) if self._path is not None else change(self.now)
        )
