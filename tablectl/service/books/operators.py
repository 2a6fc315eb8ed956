"""The operators of a table on disk, as books.py stores a book: names, and what their PINs come to
by scrypt (RFC 7914).
"""

import hashlib
import hmac
import secrets
import stat
from pathlib import Path

import msgspec

from tablectl.intake.decks import BadDeck
from tablectl.rules.bounds import why_no_name
from tablectl.service.books.books import BookFile, digest_json, json_bytes
from tablectl.structs import Strict
from tablectl.text import say

# of scrypt: 16 MiB and 40 ms for a try on a desktop, 0.2 s on a Pi 4
COST = 1 << 14
BLOCKS = 8
SALT_BYTES = 16
PIN_DIGITS = range(6, 13)  # how many a PIN has


class BadOperators(ValueError):
    """The message is a sentence."""


class Operator(Strict):
    """`salt`, `key`: hex digits."""

    name: str
    salt: str
    key: str

    def knows_pin(self, pin: str) -> bool:
        return hmac.compare_digest(_pin_key(pin, bytes.fromhex(self.salt)), self.key)


class Operators(Strict):
    known: tuple[Operator, ...] = ()

    def find_operator(self, name: str) -> Operator | None:
        return next((one for one in self.known if one.name == name), None)

    def with_operator(self, name: str, pin: str) -> "Operators":
        """With a new operator, or another PIN for one that is known. Raises BadOperators."""
        if why := why_no_name(name, "The operator's name") or why_bad_pin(pin):
            raise BadOperators(say(why))
        salt = secrets.token_bytes(SALT_BYTES)
        others = (one for one in self.known if one.name != name)
        return Operators((*others, Operator(name, salt.hex(), _pin_key(pin, salt))))

    def without_operator(self, name: str) -> "Operators":
        """Raises BadOperators."""
        if self.find_operator(name) is None:
            raise BadOperators(f"There is no operator {name}.{self.names_text}")
        return Operators(tuple(one for one in self.known if one.name != name))

    @property
    def names_text(self) -> str:
        return f" There is {', '.join(one.name for one in self.known)}." if self.known else ""


def why_bad_pin(pin: str) -> str | None:
    """Why this is no PIN, in a sentence that does not repeat it."""
    if len(pin) in PIN_DIGITS and pin.isascii() and pin.isdecimal():
        return None
    return f"A PIN has {PIN_DIGITS[0]} to {PIN_DIGITS[-1]} digits, and nothing else."


def _pin_key(pin: str, salt: bytes) -> str:
    return hashlib.scrypt(pin.encode(), salt=salt, n=COST, r=BLOCKS, p=1).hex()


class StoredOperators(Strict):
    operators: tuple[Operator, ...]
    sum: str


def operators_bytes(operators: Operators) -> bytes:
    """All bytes of the file."""
    return json_bytes(StoredOperators(operators.known, digest_json(operators.known)))


def _read_operators(text: bytes) -> Operators:
    known = msgspec.json.decode(text, type=StoredOperators).operators
    if not all(_is_hex(one.salt) and _is_hex(one.key) for one in known):
        raise BadDeck("What stands for a PIN is no row of hex digits.")
    return Operators(known)


def _is_hex(text: str) -> bool:
    try:
        return bytes.fromhex(text).hex() == text
    except ValueError:
        return False


OPERATOR_BOOK = BookFile(
    "file of operators", "operator", Operators, _read_operators, operators_bytes, BadOperators
)
change_operators = OPERATOR_BOOK.change  # raises BadOperators


def load_operators(path: Path) -> Operators:
    """Raises BadOperators; also where others may read the file, who find a PIN of six digits in
    hours, or write their own.
    """
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):
        mode = 0  # reading it raises the reason
    if mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise BadOperators(
            f"Others may read {path}, or write it, so it proves nothing: chmod 600 it, and give "
            "everybody in it another PIN."
        )
    return OPERATOR_BOOK.load(path)
