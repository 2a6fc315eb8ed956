"""The glossary is held against the code: each of its words is in use, and no name has a word
that it forbids.
"""

import ast
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from .parsing import nodes

ROOT = Path(__file__).resolve().parents[2]
GLOSSARY = (ROOT / "tablectl/WORDS.md").read_text()
PACKAGES = ("tablectl", "firmware_io")


class Entry(NamedTuple):
    words: tuple[str, ...]
    never: tuple[str, ...]


class Kept(NamedTuple):
    """A word that names things in these rooms only, and the names that may have it anywhere."""

    word: str
    rooms: tuple[str, ...]
    but: tuple[str, ...]


def rows(glossary, cells):
    """The rows of its tables that have so many cells."""
    found = [
        [cell.strip() for cell in line.strip("|\n").split("|")]
        for line in glossary.splitlines()
        if line.startswith("| ")
    ]
    return [row for row in found if len(row) == cells and row[0] != "Word"]


def entries(glossary):
    return [
        Entry(tuple(row[0].split(", ")), tuple(re.findall(r"`(\w+)`", row[3])))
        for row in rows(glossary, 4)
    ]


def kept(glossary):
    return [
        Kept(word, tuple(re.findall(r"`([\w/]+)`", rooms)), tuple(re.findall(r"`(\w+)`", but)))
        for word, _, _, rooms, but in rows(glossary, 5)
    ]


def names(source):
    """Every name that is given in the code, with its line. An attribute that is only read was
    named elsewhere: it is left out.
    """
    for node in nodes(source):
        match node:
            case (
                ast.FunctionDef(name=name)
                | ast.AsyncFunctionDef(name=name)
                | ast.ClassDef(name=name)
            ):
                yield node.lineno, name
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
                yield node.lineno, name
            case ast.Attribute(attr=name, ctx=ast.Store()):
                yield node.lineno, name


@cache
def parts(name):
    """The words that a name is made of: `SeatLost`, `seat_lost` and `SEAT_LOST` are of seat and
    lost.
    """
    return {part.lower() for part in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)}


def forbidden(source, never):
    return [f"{line}: {name}" for line, name in names(source) if parts(name) & never]


def sources():
    return [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]


def test_no_name_has_a_word_that_the_glossary_forbids():
    never = {word for entry in entries(GLOSSARY) for word in entry.never}
    assert [
        f"{path.relative_to(ROOT)}:{wrong}"
        for path in sources()
        for wrong in forbidden(path.read_text(), never)
    ] == []


def strayed(path, source, words):
    """The names in a file that have a word of other rooms."""
    away = [one for one in words if not any(path.startswith(f"{room}/") for room in one.rooms)]
    return [
        f"{path}:{line}: {name}"
        for line, name in names(source)
        for one in away
        if one.word in parts(name) and name not in one.but
    ]


def test_a_word_of_some_rooms_names_nothing_in_the_others():
    words = kept(GLOSSARY)
    files = [(str(path.relative_to(ROOT)), path.read_text()) for path in sources()]
    assert [wrong for path, text in files for wrong in strayed(path, text, words)] == []
    assert all(
        any(
            path.startswith(f"{room}/") and any(one.word in parts(name) for _, name in names(text))
            for path, text in files
        )
        for one in words
        for room in one.rooms
    ), "a room that has no such name"


def test_control_a_word_that_has_strayed_is_found():
    words = [Kept("motion", ("tablectl/rules",), ("reduced_motion",))]
    source = "class Motion: ...\nreduced_motion = 1\n"
    assert strayed("tablectl/screen/a.py", source, words) == ["tablectl/screen/a.py:1: Motion"]
    assert strayed("tablectl/rules/a.py", source, words) == []


@pytest.mark.parametrize(
    "source",
    [
        "def reject(act): ...",
        "class RejectedAct: ...",
        "REJECT = 1",
        "def refuse(reject): ...",
        "self.reject_code = 1",
        "for reject in acts: ...",
    ],
)
def test_control_a_name_with_a_forbidden_word_is_found(source):
    assert len(forbidden(source, {"reject", "rejected"})) == 1
    assert forbidden(source, {"flush"}) == []


def test_control_what_others_have_named_is_nobody_s_fault_here():
    assert forbidden("import sys\nsys.reject(1)\n", {"reject"}) == []


def test_every_word_of_the_glossary_is_in_use():
    text = "\n".join(path.read_text() for path in sources()).lower()
    every = [
        *(word for entry in entries(GLOSSARY) for word in entry.words),
        *(one.word for one in kept(GLOSSARY)),
    ]
    unused = [word for word in every if not re.search(rf"\b_?{word}", text)]
    assert unused == []


def test_no_word_stands_there_twice_and_none_is_forbidden():
    words = [word for entry in entries(GLOSSARY) for word in entry.words]
    assert len(words) == len(set(words)) >= 30
    assert kept(GLOSSARY)
    assert set(words) & {word for entry in entries(GLOSSARY) for word in entry.never} == set()
