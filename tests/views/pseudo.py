"""Second languages, made mechanically of English, so that what is not in them came another way.

`PSEUDO` has every sentence in ⟦brackets⟧, so that a sentence that was given to another one as a value is found. A picture wraps
and cuts sentences, and loses brackets: for it each letter is one of another script, in `OTHER_SCRIPT` of the table and
`OTHER_LABELS` of the screen.
"""

import inspect
import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from msgspec.structs import asdict

from tablectl.screen.words import ENGLISH as LABELS
from tablectl.screen.words.catalogue import Words
from tablectl.views.words import ENGLISH
from tablectl.views.words.template import Catalogue, Names, Sentence, fields_of, filled

OPEN, CLOSE = "⟦⟧"
INNERMOST: Final = re.compile("⟦[^⟦⟧]*⟧")
LETTERS: Final = re.compile(r"[A-Za-z]{2,}")
CODES: Final = (                        # of the view: what programs read, names, and what the floor types
    "preset", "phase", "street", "waiting_for", "status", "kind", "why", "code", "notice_code", "ruling", "key", "line",
    "command", "name", "table", "title", "clause", "legal", "board", "cards", "card", "best", "qualify", "language", "back",
)
OWN_WORDS: Final = ("shot", "cause", "why", "error", "key")         # values with words of others: a deck file's, the floor's
CYRILLIC: Final = {ord(latin): other for latin, other in zip(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", "абцдефгхийклмнопярстувшхызАБЦДЕФГХИЙКЛМНОПЯРСТУВШХЫЗ", strict=True)}
Change = Callable[[str], str]
CODE: Final = re.compile(r"[a-z_]+(-[a-z]+)*|[2-9TJQKA][cdhs]|Jk|[^A-Za-z]*")


def bracketed(language: Catalogue, name: str = "pseudo") -> Catalogue:
    """Raises AssertionError where a sentence is given a value that is prose."""
    def fields(values: Mapping[str, object], names: Names) -> dict[str, object]:
        prose = [text for text in texts_in({key: value for key, value in values.items() if key not in OWN_WORDS})
                 if not CODE.fullmatch(outside(text))]
        assert prose == [], prose
        return language.fields(values, names)

    return changed(language, name, in_brackets, fields)


def in_brackets(text: str) -> str:
    return f"{OPEN}{text}{CLOSE}"


def in_cyrillic(text: str) -> str:
    return text.translate(CYRILLIC)


def changed(
    language: Catalogue, name: str, change: Change, fields: Callable[[Mapping[str, object], Names], dict[str, object]],
) -> Catalogue:
    def all_of(sentences: Mapping[str, Sentence]) -> dict[str, Sentence]:
        return {key: changed_sentence(sentence, change) for key, sentence in sentences.items()}

    steps = {key: tuple([changed_sentence(step, change) for step in steps]) for key, steps in language.steps.items()}
    return Catalogue(
        name=name, sentences=all_of(language.sentences), says=all_of(language.says), wrong=all_of(language.wrong),
        ways=all_of(language.ways), later=all_of(language.later), steps=steps,
        fields=fields, nobody=lambda seat: change(language.nobody(seat)),
        no_reason=change(language.no_reason))


def changed_sentence(sentence: Sentence, change: Change) -> Sentence:
    """A function of the same fields, changed when they have been filled in."""
    def told(**fields: Any) -> str:
        text = filled(sentence, fields)
        return change(text) if text else text

    told.__signature__ = inspect.Signature([        # type: ignore[attr-defined]  # a function has one, mypy does not know it
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY) for name in fields_of(sentence)])
    return told


def changed_labels(labels: Words, change: Change) -> Words:
    """The screen's catalogue with every text in it changed, and of every function what it returns."""
    def of(value: object) -> Any:
        if isinstance(value, str):
            return change(value)
        if isinstance(value, Mapping):
            return {key: of(part) for key, part in value.items()}
        if isinstance(value, tuple):
            return tuple(of(part) for part in value)
        return (lambda *values: of(value(*values))) if callable(value) else value

    return Words(**{name: of(value) for name, value in asdict(labels).items()})


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
OTHER_SCRIPT: Final = changed(ENGLISH, "pseudo", in_cyrillic, ENGLISH.fields)
OTHER_LABELS: Final = changed_labels(LABELS, in_cyrillic)
