"""Bounds on any input, whatever it means: integers up to 10^9, finite floats, readable characters,
sizes, depth.

Everything that reads a file or a line from outside calls `why_out_of_bounds` first: the rest of the
program meets no unbounded value. A fault of a document is a `Problem`: its key, and a sentence.
"""

import math
import unicodedata
from collections.abc import Iterator
from typing import Any

from tablectl.rules.amounts import MOST_AMOUNT, is_short, is_too_much
from tablectl.structs import Frozen
from tablectl.text import T, Text, Value, say

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


def why_out_of_bounds(document: Any, *, of_numbers: bool = True) -> Text | None:
    """A sentence about the first value out of bounds in a tree of tables, lists and values; None:
    there is none.

    `of_numbers`: false if the caller checks numbers itself.
    """
    return next((fault for _, fault in _find_faults(document, (), of_numbers=of_numbers)), None)


def out_of_bounds(document: Any) -> Iterator[Problem]:
    """All values out of bounds in such a tree."""
    return (Problem(key, say(fault)) for key, fault in _find_faults(document, (), of_numbers=True))


def _find_faults(value: Any, key: Key, *, of_numbers: bool) -> Iterator[tuple[Key, Text]]:
    """`key`: the tree's own."""
    where = dotted_path(key)
    match value:
        case bool():
            return
        case int() if of_numbers and is_too_much(value):
            yield key, _too_much(where, value)
        case float() if of_numbers and (not math.isfinite(value) or abs(value) > MOST_AMOUNT):
            text = T("{where} is a number of at most {most:,}, not {number}.")
            yield key, text(where=where, most=MOST_AMOUNT, number=f"{value:g}")
        case str() if why := _why_no_text(value, where):
            yield key, why
        case dict() | list() if len(key) >= DEEPEST:
            yield key, T("{where} is nested more than {most} deep.", where=where, most=DEEPEST)
        case dict() | list() if len(value) > MOST_ENTRIES:
            text = T("{where} has {count:,} entries; there are {most:,} at most.")
            yield key, text(where=where, count=len(value), most=MOST_ENTRIES)
        case dict():
            a_key = T("A key in {where}", where=where) if where else T("A key in it")
            for name, inner in value.items():
                if why := _why_no_text(name, a_key, LONGEST_KEY):
                    yield key, why
                yield from _find_faults(inner, (*key, name), of_numbers=of_numbers)
        case list():
            for place, inner in enumerate(value):
                yield from _find_faults(inner, (*key, place), of_numbers=of_numbers)


def _too_much(where: str, amount: int) -> Text:
    if is_short(amount):
        text = T("{where} is at most {most:,}, not {amount:,}.")
        return text(where=where, most=MOST_AMOUNT, amount=amount)
    return T("{where} is at most {most:,}.", where=where, most=MOST_AMOUNT)


def why_no_name(name: str, what: Value) -> Text | None:
    """Why a text cannot be shown as a name on one line, in a sentence; None: it can."""
    if not name.strip():
        return T("{what} is no name: there is nothing in it.", what=what)
    if len(name) > LONGEST_NAME:
        text = T("{what} has {count:,} characters; a name has {most} at most.")
        return text(what=what, count=len(name), most=LONGEST_NAME)
    return _why_no_text(name, what)


def _why_no_text(text: str, what: Value, longest: int = LONGEST_TEXT) -> Text | None:
    if len(text) > longest:
        too_long = T("{what} has {count:,} characters; there are {most:,} at most.")
        return too_long(what=what, count=len(text), most=longest)
    odd = next(
        (sign for sign in text if sign in TURNED or unicodedata.category(sign) in UNREADABLE), None
    )
    if odd is None:
        return None
    unreadable = T("{what} has the character {sign} in it, which nobody can read.")
    return unreadable(what=what, sign=f"U+{ord(odd):04X}")
