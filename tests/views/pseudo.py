"""A second language, made mechanically: every sentence of English in ⟦brackets⟧, so that what is not in them came another way."""

import inspect
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from tablectl.views.words import ENGLISH
from tablectl.views.words.template import Catalogue, Names, Sentence, filled

OPEN, CLOSE = "⟦⟧"
INNERMOST: Final = re.compile("⟦[^⟦⟧]*⟧")
LETTERS: Final = re.compile(r"[A-Za-z]{2,}")
CODES: Final = (                        # of the view: what programs read, names, and what the floor types
    "preset", "phase", "street", "waiting_for", "status", "kind", "why", "code", "notice_code", "ruling", "key", "line",
    "command", "name", "table", "title", "clause", "legal", "board", "cards", "card", "best", "qualify",
)
OWN_WORDS: Final = ("shot", "cause", "why", "error", "key")         # values with words of others: a deck file's, the floor's
CODE: Final = re.compile(r"[a-z_]+(-[a-z]+)*|[2-9TJQKA][cdhs]|Jk|[^A-Za-z]*")


def bracketed(language: Catalogue, name: str = "pseudo") -> Catalogue:
    """Raises AssertionError where a sentence is given a value that is prose."""
    def fields(values: Mapping[str, object], names: Names) -> dict[str, object]:
        prose = [text for text in texts_in({key: value for key, value in values.items() if key not in OWN_WORDS})
                 if not CODE.fullmatch(outside(text))]
        assert prose == [], prose
        return language.fields(values, names)

    return Catalogue(
        name=name, sentences=in_brackets(language.sentences), says=in_brackets(language.says), wrong=in_brackets(language.wrong),
        ways=in_brackets(language.ways), fields=fields, nobody=lambda seat: f"{OPEN}{language.nobody(seat)}{CLOSE}",
        no_reason=f"{OPEN}{language.no_reason}{CLOSE}")


def in_brackets(sentences: Mapping[str, Sentence]) -> dict[str, Sentence]:
    return {key: one_in_brackets(sentence) for key, sentence in sentences.items()}


def one_in_brackets(sentence: Sentence) -> Sentence:
    if isinstance(sentence, str):
        return f"{OPEN}{sentence}{CLOSE}"

    def told(**fields: Any) -> str:
        return f"{OPEN}{filled(sentence, fields)}{CLOSE}"

    told.__signature__ = inspect.signature(sentence)    # type: ignore[attr-defined]  # a function has one, mypy does not know it
    return told


def outside(text: str) -> str:
    """What is left of a text without all that stands in brackets."""
    while INNERMOST.search(text):
        text = INNERMOST.sub("", text)
    return text


def texts_in(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from texts_in(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from texts_in(part)


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

    return [text for text in of(json.loads(packet), "") if LETTERS.search(without(outside(text), names))]


def without(text: str, names: tuple[str, ...]) -> str:
    for name in names:
        text = text.replace(name, "")
    return text


PSEUDO: Final = bracketed(ENGLISH)
