"""Reads one line of JSON that should hold an object. No input raises anything but BadLine;
numbers may have any length.
"""

import re
from typing import Any

import msgspec

from tablectl.rules.amounts import MOST_AMOUNT

# stands for any number with too many digits: larger than any amount may be
BEYOND = 10 * MOST_AMOUNT
LONG_DIGITS = 4_000  # digits; Python's int() reads 4,300 at most
TOKEN = re.compile(rf'"(?:[^"\\]|\\.)*"|-?\d{{{LONG_DIGITS},}}(?![\d.eE])')


class BadLine(ValueError):
    """The message is a sentence; `code` tells a program what kind of fault it is."""

    def __init__(self, sentence: str, code: str = "bad_line") -> None:
        super().__init__(sentence)
        self.code = code


def object_in(line: str | bytes) -> dict[str, Any]:
    """The object on a line. Raises BadLine with a sentence."""
    try:
        text = line.decode() if isinstance(line, bytes) else line
        if len(text) > LONG_DIGITS:
            text = TOKEN.sub(_readable, text)
        return msgspec.json.decode(text, type=dict[str, Any])
    except UnicodeDecodeError as wrong:
        raise BadLine(f"This is not text: byte {wrong.start} is not UTF-8.") from None
    except UnicodeEncodeError:
        raise BadLine("Half of a character stands in it.") from None
    except RecursionError:
        raise BadLine("It is nested too deep to be read.") from None
    except msgspec.DecodeError as wrong:
        raise BadLine(f"{wrong}. A line is one JSON object.") from None


def _readable(found: re.Match[str]) -> str:
    """A number with too many digits becomes BEYOND, which is refused later as too large."""
    token = found[0]
    return token if token.startswith('"') else str(-BEYOND if token.startswith("-") else BEYOND)
