"""On which line of a file of TOML each key stands; Python's own reader does not say."""

import re
import tomllib
from collections.abc import Iterator

from tablectl.rules.bounds import DEEPEST, Key

WORD = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}|'
    r"'''.*?'{3,5}|"
    r'"(?:\\.|[^"\\\n])*"|'
    r"'[^'\n]*'|"
    r"\#[^\n]*|[][{}=,.\n]|[^]\s[{}=,.#\"']+",
    re.DOTALL,
)
END = ("\n", 0)


class Lines:
    """The keys of one file by line, counted from 1. Of a text that is no TOML those count that come
    before its first error.

    `twice`: each key that is set again, and the line where.
    """

    def __init__(self, text: str) -> None:
        self.twice: dict[Key, int] = {}
        self._at: dict[Key, int] = {}
        self._set = set[Key]()
        self._rows: dict[Key, int] = {}  # of lists of tables: the place of the last one
        self._words = _split_words(text)
        table: Key = ()
        for word, line in self._words:
            if word == "[":
                table = self._read_header(line)
            elif word != "\n":
                self._read_entry(table, word, line, "\n")

    def line_of(self, key: Key) -> int | None:
        """The line of this key, or of what holds it; None: the file has no such line."""
        return next(
            (self._at[key[:end]] for end in range(len(key), 0, -1) if key[:end] in self._at), None
        )

    def _note_key(self, key: Key, line: int) -> None:
        if key in self._set:
            self.twice.setdefault(key, line)
        self._set.add(key)
        for end in range(1, len(key) + 1):
            self._at.setdefault(key[:end], line)

    def _read_header(self, line: int) -> Key:
        word, _ = next(self._words, END)
        is_row = word == "["
        *path, last = self._read_path(next(self._words, END)[0] if is_row else word, "]") or ("",)
        key: Key = ()
        for part in path:
            key = (
                (*key, part, self._rows[(*key, part)])
                if (*key, part) in self._rows
                else (*key, part)
            )
        key = (*key, last)
        if is_row:
            next(self._words, END)
            self._rows[key] = self._rows.get(key, -1) + 1
            key = (*key, self._rows[key])
        self._note_key(key, line)
        return key

    def _read_path(self, word: str, end: str) -> Key:
        """A dotted key from its first word to `end`."""
        path: Key = ()
        while word not in (end, "\n"):
            path = path if word == "." else (*path, _unquote(word))
            word, _ = next(self._words, END)
        return path

    def _read_entry(self, table: Key, word: str, line: int, *ends: str) -> str:
        """A key and its value, up to one of the words that end it, which is returned."""
        key = (*table, *self._read_path(word, "="))
        self._note_key(key, line)
        while (found := next(self._words, END))[0] not in ends and found is not END:
            self._read_value(key, *found)
        return found[0]

    def _read_value(self, key: Key, word: str, line: int) -> None:
        """A value, or a part of one: lists and tables have keys of their own."""
        place = 0
        if word not in ("[", "{") or len(key) > DEEPEST:
            return
        for inner, at in self._words:
            if inner in ("]", "}"):
                return
            if inner == ",":
                place += 1
            elif inner != "\n" and word == "{":
                if self._read_entry(key, inner, at, ",", "}") == "}":
                    return
            elif inner != "\n":
                self._at.setdefault((*key, place), at)
                self._read_value((*key, place), inner, at)


def _split_words(text: str) -> Iterator[tuple[str, int]]:
    """Each with its line; comments are left out."""
    line = 1
    for found in WORD.finditer(text):
        if not found[0].startswith("#"):
            yield found[0], line
        line += found[0].count("\n")


def _unquote(word: str) -> str:
    """A part of a key, without its quotes."""
    try:
        return str(tomllib.loads(f"key = {word}")["key"]) if word[0] in "\"'" else word
    except ValueError:
        return word
