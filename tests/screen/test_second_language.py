"""A second language on the screen: all of its labels stand in telling/words.py, and the view has the rest.

Another language is made mechanically: each letter of a label, and of a sentence in the view, is one of another script. Whatever
Latin word is painted then came another way; names, the game's title and what the floor types apart.
"""

import inspect
import json
import re
from collections.abc import Callable
from pathlib import Path
from types import FunctionType

import pytest

from tablectl.screen.telling import words
from tests.screen.test_legible import proofs_of

VIEWS = sorted((Path(__file__).parent / "views").glob("*.json"))
LATIN = re.compile(r"[A-Za-z]{2,}")
AT_MS = (0, 6_000, 12_000)                  # pages of a result come one after the other
OTHER = {ord(latin): other for latin, other in zip(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", "абцдефгхийклмнопярстувшхызАБЦДЕФГХИЙКЛМНОПЯРСТУВШХЫЗ", strict=True)}
HUES = ("HUES_OF",)                         # of the palette: no words
SENTENCES = ("prompt", "headline", "text", "notice", "remedy", "what", "clears", "effect", "hand", "why")


def translated(value: object) -> object:
    """The same value, each text in it in the other script."""
    if isinstance(value, str):
        return value.translate(OTHER)
    if isinstance(value, dict):
        return {key: translated(part) for key, part in value.items()}
    if isinstance(value, tuple):
        return tuple(translated(part) for part in value)
    return in_translation(value) if isinstance(value, FunctionType) else value


def in_translation(say: Callable[..., object]) -> Callable[..., object]:
    return lambda *values, **named: translated(say(*values, **named))


def view_of(value: object, key: str = "") -> object:
    """A view whose sentences are told in the other script."""
    if isinstance(value, dict):
        return {name: view_of(part, name) for name, part in value.items()}
    if isinstance(value, list):
        return [view_of(part, key) for part in value]
    return value.translate(OTHER) if isinstance(value, str) and key in SENTENCES else value


def of_others(view: dict[str, object]) -> set[str]:
    """Latin words that may stand on the picture: names of people, table, game and shots, what is typed, clauses, ranks."""
    found = {"JK"}

    def look(value: object, key: str) -> None:
        if isinstance(value, dict):
            for name, part in value.items():
                look(part, name)
        elif isinstance(value, list):
            for part in value:
                look(part, key)
        elif isinstance(value, str) and key in ("name", "table", "title", "command", "clause"):
            found.update(LATIN.findall(value))

    look(view, "")
    return found


def latin_on_the_picture(view: dict[str, object], at_ms: int) -> set[str]:
    proofs, _ = proofs_of(json.dumps(view).encode(), (1920, 1080), at_ms)
    known = of_others(view)
    return {written.text for written in proofs for word in LATIN.findall(written.text)
            if not any(name.startswith(word) for name in known)}


@pytest.fixture
def another_language(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in vars(words).items():
        is_ours = not name.startswith("_") and name not in HUES and not inspect.ismodule(value)
        if is_ours and not (isinstance(value, FunctionType) and value.__module__ != words.__name__):
            monkeypatch.setattr(words, name, translated(value))


@pytest.mark.usefixtures("another_language")
@pytest.mark.parametrize("path", VIEWS, ids=lambda path: path.stem)
def test_no_english_is_painted_that_the_words_have_not(path: Path) -> None:
    view = view_of(json.loads(path.read_bytes()))
    assert isinstance(view, dict)
    assert {text for at_ms in AT_MS for text in latin_on_the_picture(view, at_ms)} == set()


def test_english_would_be_seen() -> None:
    view = json.loads((Path(__file__).parent / "views" / "betting-6.json").read_bytes())
    assert {"POT", "FOLD"} <= latin_on_the_picture(view, 0)
