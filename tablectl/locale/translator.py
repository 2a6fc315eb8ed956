"""What makes texts of msgids and values. English is its own translation, and costs no look-up."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

Texts: TypeAlias = Mapping[Any, str]  # a table of msgids, each in `N_`


def N_(text: str) -> str:
    """Marks a text of a table for the catalogues: it is translated where it is used."""
    return text


def texts(table: str) -> Texts:
    """Texts by their codes, a line each: the code, and then the text."""
    return dict(line.split(maxsplit=1) for line in table.splitlines() if line)


def NC_(context: str, text: str) -> str:
    """The same where one English text is two elsewhere."""
    return text


ENDINGS = {1: "st", 2: "nd", 3: "rd"}


class BadCatalogue(ValueError):
    """The catalogue of a language cannot be used: a sentence that says why."""


class Translator:
    """English. A text has {fields}; `{amount:,}` is a number with the separators of the
    language.
    """

    code = "en"
    point = "."  # of decimals

    def text(self, text: str, context: str = "") -> str:
        """The text in this language, its fields unfilled; `context` where one English text is
        two elsewhere.
        """
        return text

    def plural_text(self, one: str, many: str, number: int) -> str:
        return one if number == 1 else many

    def fill_in(self, template: str, fields: Mapping[str, object]) -> str:
        """A text of this language with its fields filled in. Raises KeyError where it takes one
        that is not there.
        """
        return template.format_map(fields) if "{" in template else template

    def __call__(self, text: str, /, **fields: object) -> str:
        return self.fill_in(self.text(text), fields)

    def of(self, context: str, text: str, /, **fields: object) -> str:
        return self.fill_in(self.text(text, context), fields)

    def plural(self, one: str, many: str, number: int, /, **fields: object) -> str:
        """One text of two, by the number; `one` may leave the number out."""
        return self.fill_in(self.plural_text(one, many, number), fields)

    def number(self, number: int) -> str:
        """ "1,200"."""
        return f"{number:,}"

    def join_with_and(self, parts: Sequence[str]) -> str:
        """ "Hanna, Luca and Noor"; of one part, itself. There is one at least."""
        *others, last = parts
        return f"{', '.join(others)} and {last}" if others else last

    def join_choices(self, parts: Sequence[str]) -> str:
        """ "check, or bet at least 200", "call 8, raise to 16, or fold"."""
        *others, last = parts
        return f"{', '.join(others)}, or {last}" if others else last

    def join_with_or(self, parts: Sequence[str]) -> str:
        """ "any queen or K♥"."""
        *others, last = parts
        return f"{', '.join(others)} or {last}" if others else last

    def ordinal(self, number: int) -> str:
        """ "1st", "12th", "22nd"."""
        return f"{number}{'th' if 10 <= number % 100 <= 20 else ENDINGS.get(number % 10, 'th')}"


ENGLISH = Translator()


def capitalize_first(text: str) -> str:
    """The first letter large, all others as they are."""
    return text[:1].upper() + text[1:]
