"""Bounds on any input, whatever it means: integers up to 10^9, finite floats, readable characters,
sizes, depth.

Everything that reads a file or a line from outside calls `why_out_of_bounds` first: the rest of the
program meets no unbounded value. A fault of a document is a `Problem`: its key, and a sentence.
"""

import math
import unicodedata
from collections.abc import Iterator
from typing import Any

from tablectl.rules.amounts import MOST_AMOUNT, is_too_much, why_too_much
from tablectl.structs import Frozen

LONGEST_TEXT = 4_096  # characters: the longest path on Linux
# characters of a player's, table's or game's name; a plate shows about half
LONGEST_NAME = 60
LONGEST_KEY = 60  # characters; ours have 22 at most
MOST_ENTRIES = 1_000  # of one list or table
DEEPEST = 16  # tables in tables: ours go to five
# control characters, halves of characters, breaks of lines
UNREADABLE = ("Cc", "Cs", "Zl", "Zp")
# they are not seen, and turn the text beside them around
TURNED = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")

# from the root of a document: ("seat", 2, "port"); elements of a list count from 0
Key = tuple[str | int, ...]


class Problem(Frozen):
    """A fault at one key of a document."""

    key: Key
    sentence: str


def dotted_path(key: Key) -> str:
    """As a path: seat[2].port."""
    return "".join(
        f"[{part}]" if isinstance(part, int) else f".{part}" for part in key
    ).removeprefix(".")


def why_out_of_bounds(document: Any, *, of_numbers: bool = True) -> str | None:
    """A sentence about the first value out of bounds in a tree of tables, lists and values; None:
    there is none.

    `of_numbers`: false if the caller checks numbers itself.
    """
    first = next(out_of_bounds(document, of_numbers=of_numbers), None)
    return None if not first else first.sentence


def out_of_bounds(value: Any, key: Key = (), *, of_numbers: bool = True) -> Iterator[Problem]:
    """All values out of bounds in a tree of tables, lists and values; `key` is the tree's own."""
    where = dotted_path(key)
    match value:
        case bool():
            return
        case int() if of_numbers and is_too_much(value):
            yield Problem(key, why_too_much(f"{where} is", value))
        case float() if of_numbers and (not math.isfinite(value) or abs(value) > MOST_AMOUNT):
            yield Problem(key, f"{where} is a number of at most {MOST_AMOUNT:,}, not {value:g}.")
        case str() if why := _why_no_text(value, where):
            yield Problem(key, why)
        case dict() | list() if len(key) >= DEEPEST:
            yield Problem(key, f"{where} is nested more than {DEEPEST} deep.")
        case dict() | list() if len(value) > MOST_ENTRIES:
            yield Problem(
                key, f"{where} has {len(value):,} entries; there are {MOST_ENTRIES:,} at most."
            )
        case dict():
            for name, inner in value.items():
                if why := _why_no_text(name, f"A key in {where or 'it'}", LONGEST_KEY):
                    yield Problem(key, why)
                yield from out_of_bounds(inner, (*key, name), of_numbers=of_numbers)
        case list():
            for place, inner in enumerate(value):
                yield from out_of_bounds(inner, (*key, place), of_numbers=of_numbers)


def why_no_name(name: str, what: str) -> str | None:
    """Why a text cannot be shown as a name on one line, in a sentence; None: it can."""
    if not name.strip():
        return f"{what} is no name: there is nothing in it."
    if len(name) > LONGEST_NAME:
        return f"{what} has {len(name):,} characters; a name has {LONGEST_NAME} at most."
    return _why_no_text(name, what)


def _why_no_text(text: str, where: str, longest: int = LONGEST_TEXT) -> str | None:
    if len(text) > longest:
        return f"{where} has {len(text):,} characters; there are {longest:,} at most."
    odd = next(
        (sign for sign in text if sign in TURNED or unicodedata.category(sign) in UNREADABLE), None
    )
    return (
        None
        if odd is None
        else f"{where} has the character U+{ord(odd):04X} in it, which nobody can read."
    )
