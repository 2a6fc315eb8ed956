"""On which line of a file of TOML a key stands; Python's own reader does not say.

Headers and keys at the beginning of a line are looked at; a key inside `{ .. }` stands on the line of what holds it. A sentence
about the configuration names its key and the table that it is in: `line_of` finds both in it.
"""

import re
from pathlib import Path

from tablectl.service.config.fitting import Key

HEADER = re.compile(r"\s*(\[\[?)\s*([\w.-]+)\s*\]\]?")
ASSIGNED = re.compile(r"\s*([\w.\"-]+)\s*=")
NAMED = re.compile(r"\[\[?([\w.]+)\]\]?|\bseat ([0-9]+)\b", re.IGNORECASE)
WORD = re.compile(r"\w+")


def located(sentence: str, file: Path) -> str:
    """The sentence about a configuration with its file, and with its line where that is known."""
    try:
        text = "" if file.suffix == ".json" else file.read_text()
    except (OSError, UnicodeDecodeError):
        text = ""
    line = Lines(text).line_of(sentence)
    return f"{file}{'' if line is None else f':{line}'}: {sentence}"


class Lines:
    """The keys of one file, by line, counted from 1."""

    def __init__(self, text: str) -> None:
        self._at: dict[Key, int] = {}
        self._seats: dict[str, Key] = {}    # by number
        counted: dict[str, int] = {}
        table: Key = ()
        for number, line in enumerate(text.splitlines(), 1):
            if header := HEADER.match(line):
                table = tuple(header[2].split("."))
                if header[1] == "[[":
                    place = counted[header[2]] = counted.get(header[2], -1) + 1
                    table = (*table, place)
                self._at.setdefault(table, number)
            elif assigned := ASSIGNED.match(line):
                key = (*table, *(part.strip('"') for part in assigned[1].split(".")))
                self._at.setdefault(key, number)
                if key[0] == "seat" and key[-1] == "number":
                    self._seats[line.partition("=")[2].partition("#")[0].strip()] = key[:-1]

    def of(self, key: Key) -> int | None:
        """The line of this key, or of what holds it; None: the file has no such line."""
        for end in range(len(key), 0, -1):
            if key[:end] in self._at:
                return self._at[key[:end]]
        return None

    def line_of(self, sentence: str) -> int | None:
        """The line of the key that a sentence is about, by the names that it says; None: it names none."""
        tables = [self._seats.get(seat, ()) if seat else tuple(table.split(".")) for table, seat in NAMED.findall(sentence)]
        words = WORD.findall(sentence)
        for table in tables:
            for word in words:
                if (*table, word) in self._at:
                    return self._at[(*table, word)]
        known = (self.of(table) for table in tables)
        return next((line for line in known if line is not None), self._of_a_word(words))

    def _of_a_word(self, words: list[str]) -> int | None:
        """Of a setting, which a sentence about the game names without its table."""
        settings = (self._at.get((*table, word)) for word in words for table in (("table", "options"), ("table",)))
        return next((line for line in settings if line is not None), None)
