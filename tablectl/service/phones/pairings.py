"""Which phone has which seat, on disk as books.py stores a book; and the codes that are on offer.

The file has the keys of phones: its folder is the table's alone.
"""

import secrets
from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec

from tablectl.service.books.books import BookFile, digest_json, json_bytes
from tablectl.service.phones.presses import KEY_BYTES
from tablectl.structs import Frozen, Strict

DIGITS = 4
# wrong digits, from whatever phone, after which all codes are new
MOST_WRONG = 5
AFTER_WRONG_MS = 10_000  # that long no digits are taken then


class BadPairings(ValueError):
    """The message is a sentence."""


class Pairing(Strict):
    """`key`: hex digits. `epoch`: counts the pairings of this seat; its presses begin at 1 in each.
    `mark`: two letters that stand on the phone's page and at its seat.
    """

    seat: int
    key: str
    epoch: int
    mark: str
    is_given_up: bool = False  # only its epoch counts on


class Pairings(Strict):
    known: tuple[Pairing, ...] = ()

    def of_seat(self, seat: int) -> Pairing | None:
        """The phone that has this seat; None: it has none."""
        found = self._last(seat)
        return None if found is None or found.is_given_up else found

    def _last(self, seat: int) -> Pairing | None:
        return next((one for one in self.known if one.seat == seat), None)

    def with_phone(self, seat: int, key: bytes) -> "Pairings":
        was = self._last(seat)
        new = Pairing(seat, key.hex(), 1 if was is None else was.epoch + 1, _two_letter_mark(key))
        return self._with(new)

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


BOOK = BookFile("book of phones", "phone", Pairings, _read_book, _book_bytes, BadPairings)


class PairingBook:
    """The pairings of a table. Without a path they end with the program. Raises BadPairings."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self.now = BOOK.load(path) if path is not None else Pairings()

    def change(self, change: Callable[[Pairings], Pairings]) -> None:
        """On disk when it returns."""
        self.now = BOOK.change(self._path, change) if self._path is not None else change(self.now)


class Code(Frozen):
    """What a phone has to know to get a seat: the key, by QR code, or four digits."""

    seat: int
    key: bytes
    digits: str
    until_ms: int


class Codes:
    """The codes of the seats that have no phone. Each opens its seat once, for `life_ms`.

    `new_key`: random bytes; the digits are made of others than the key.
    """

    def __init__(
        self,
        life_ms: int,
        *,
        has_digits: bool = True,
        new_key: Callable[[], bytes] = lambda: secrets.token_bytes(KEY_BYTES),
    ) -> None:
        self._life_ms, self._has_digits, self._new_key = life_ms, has_digits, new_key
        self._codes: dict[int, Code] = {}
        self._wrong = 0
        self._digits_from_ms = 0

    def offer_codes(self, seats: Iterable[int], now_ms: int) -> dict[int, Code]:
        """The codes of these seats now; those of others end."""
        wanted = set(seats)
        self._codes = {
            seat: code
            for seat, code in self._codes.items()
            if seat in wanted and code.until_ms > now_ms
        }
        for seat in sorted(wanted - self._codes.keys()):
            self._codes[seat] = self._new_code(seat, now_ms)
        return self._codes

    def _new_code(self, seat: int, now_ms: int) -> Code:
        taken = {code.digits for code in self._codes.values()}
        while True:
            key, chance = self._new_key(), self._new_key()
            digits = f"{int.from_bytes(chance, 'big') % 10**DIGITS:0{DIGITS}}"
            if digits not in taken:
                return Code(seat, key, digits if self._has_digits else "", now_ms + self._life_ms)

    def seat_of_digits(self, digits: str, now_ms: int) -> Code | None:
        """The code with these digits. After MOST_WRONG wrong ones all codes are new, and none is
        taken for AFTER_WRONG_MS.
        """
        if now_ms < self._digits_from_ms or not self._has_digits:
            return None
        for code in self._codes.values():
            if secrets.compare_digest(code.digits, digits) and code.until_ms > now_ms:
                self._wrong = 0
                return code
        self._wrong += 1
        if self._wrong >= MOST_WRONG:
            self._wrong, self._digits_from_ms = 0, now_ms + AFTER_WRONG_MS
            self._codes.clear()
        return None

    def may_type(self, now_ms: int) -> bool:
        return self._has_digits and now_ms >= self._digits_from_ms

    def spend(self, seat: int) -> None:
        self._codes.pop(seat, None)
