"""How sentences put things: lists, counts, places. The screen imports nothing of this and has its own, held equal by a test."""

from collections.abc import Sequence

COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven")
ENDINGS = {1: "st", 2: "nd", 3: "rd"}


def listed(parts: Sequence[str], before_last: str = " and ") -> str:
    """"Hanna, Luca and Noor"; of one part, itself. There is one at least."""
    *others, last = parts
    return f"{', '.join(others)}{before_last}{last}" if others else last


def either(parts: Sequence[str]) -> str:
    """"check, or bet at least 200", "call 8, raise to 16, or fold"."""
    return listed(parts, ", or ")


def counted(number: int) -> str:
    """"two", "seven", "12": small numbers are words in a sentence."""
    return COUNTS[number] if number < len(COUNTS) else str(number)


def ordinal(number: int) -> str:
    """"1st", "12th", "22nd"."""
    return f"{number}{'th' if 10 <= number % 100 <= 20 else ENDINGS.get(number % 10, 'th')}"


def sentence_case(text: str) -> str:
    """The first letter large, all others as they are."""
    return text[:1].upper() + text[1:]
