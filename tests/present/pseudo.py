"""Second languages, made mechanically of English, so that what is not in them came another way.

`PSEUDO` has every text in ⟦brackets⟧, so that what no translator was asked for is found, and a
sentence that was given to another one as a value. A picture wraps and cuts sentences, and loses
brackets: for it each letter is one of another script, in `OTHER_SCRIPT`, which is the screen's
translator, too.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from tablectl.locale import Translator

OPEN, CLOSE = "⟦⟧"
INNERMOST = re.compile("⟦[^⟦⟧]*⟧")
LETTERS = re.compile(r"[A-Za-z]{2,}")
CODES = (  # of the view: what programs read, names, and what the floor types
    "preset",
    "phase",
    "street",
    "waiting_for",
    "status",
    "by_clock",
    "kind",
    "why",
    "code",
    "keys_id",
    "ruling",
    "key",
    "line",
    "command",
    "name",
    "table",
    "title",
    "clause",
    "legal",
    "board",
    "cards",
    "card",
    "best",
    "qualify",
    "language",
    "back",
    "from",
    "to",
    "decides",
)
PLAYERS = ("seat", "seats", "other", "players")  # fields that are names
# words of others: a deck file's, the floor's
OWN_WORDS = ("shot", "cause", "why", "error", "key", "settings", "ruling")
CYRILLIC = {
    ord(latin): other
    for latin, other in zip(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
        "абцдефгхийклмнопярстувшхызАБЦДЕФГХИЙКЛМНОПЯРСТУВШХЫЗ",
        strict=True,
    )
}
FIELD = re.compile(r"({[^{}]*})")
Change = Callable[[str], str]
CODE = re.compile(
    r'"[a-z_]+"|[a-z_]+(-[a-z]+)*|[2-9JQKA]?[♠♥♦♣]?|[0-9JQKA ]*|tablectl .*|[^A-Za-z]*'
)


class Changed(Translator):
    """Each text of the catalogue changed, but its fields; and what English puts between the
    parts of a list.
    """

    def __init__(self, change: Change, code: str = "pseudo"):
        self.code = code
        self._change = change

    def text(self, text: str, context: str = "") -> str:
        return self._change(text)

    def plural_text(self, one: str, many: str, number: int) -> str:
        return self._change(super().plural_text(one, many, number))

    def join_with_and(self, parts: Sequence[str]) -> str:
        return self._joined(parts, " and ")

    def join_choices(self, parts: Sequence[str]) -> str:
        return self._joined(parts, ", or ")

    def join_with_or(self, parts: Sequence[str]) -> str:
        return self._joined(parts, " or ")

    def _joined(self, parts: Sequence[str], between: str) -> str:
        *others, last = parts
        return f"{', '.join(others)}{self._change(between)}{last}" if others else last

    def ordinal(self, number: int) -> str:
        return self._change(super().ordinal(number))


class Bracketed(Changed):
    def fill_in(self, template: str, fields: Mapping[str, object]) -> str:
        """Raises AssertionError where a text is given a value that is prose."""
        prose = [
            value
            for field, value in fields.items()
            if isinstance(value, str)
            and field.lower() not in (*PLAYERS, *OWN_WORDS)
            and not CODE.fullmatch(outside(value))
        ]
        assert prose == [], prose
        return super().fill_in(template, fields)


def in_brackets(text: str) -> str:
    return f"{OPEN}{text}{CLOSE}"


def in_cyrillic(text: str) -> str:
    return text.translate(CYRILLIC)


def but_fields(change: Change) -> Change:
    """Only what stands between the {fields} of a text is changed."""
    return lambda text: "".join(
        part if part.startswith("{") else change(part) for part in FIELD.split(text)
    )


def outside(text: str) -> str:
    """What is left of a text without all that stands in brackets."""
    while INNERMOST.search(text):
        text = INNERMOST.sub("", text)
    return text


def english_in(packet: bytes, names: tuple[str, ...]) -> list[str]:
    """The texts of a view for people that are not in brackets."""

    def of(value: object, key: str) -> Iterator[str]:
        if isinstance(value, dict):
            for name, part in value.items():
                yield from of(part, name)
        elif isinstance(value, list):
            for part in value:
                yield from of(part, key)
        elif isinstance(value, str) and key not in CODES:
            yield value

    return [
        text for text in of(json.loads(packet), "") if LETTERS.search(without(outside(text), names))
    ]


def without(text: str, names: tuple[str, ...]) -> str:
    for name in names:
        text = text.replace(name, "")
    return text


PSEUDO = Bracketed(in_brackets)
OTHER_SCRIPT = Changed(but_fields(in_cyrillic))
