"""The words of WORDS.md are in use, and no function of tablectl is called by a participle alone."""

import ast
import re
from pathlib import Path

import pytest

from .parsing import nodes

ROOT = Path(__file__).resolve().parents[2]
GLOSSARY = (ROOT / "tablectl/WORDS.md").read_text()
IRREGULAR = frozenset(
    [
        "begun",
        "bound",
        "bought",
        "broken",
        "brought",
        "built",
        "caught",
        "chosen",
        "done",
        "drawn",
        "fallen",
        "found",
        "given",
        "gone",
        "grown",
        "heard",
        "held",
        "hidden",
        "kept",
        "known",
        "laid",
        "left",
        "lent",
        "lost",
        "made",
        "meant",
        "met",
        "paid",
        "said",
        "seen",
        "sent",
        "shown",
        "sold",
        "spent",
        "spoken",
        "stood",
        "swept",
        "taken",
        "taught",
        "thrown",
        "told",
        "torn",
        "understood",
        "woken",
        "won",
        "worn",
        "written",
    ]
)
NO_PARTICIPLES = frozenset({"feed", "need", "speed"})
# names that programs and journals rely on
ALLOWED = {"tablectl/library/table.py: won"}
# how many are left in each package; a number may only fall
LEFT = {
    "cli": 2,
    "engine": 7,
    "history": 3,
    "intake": 12,
    "journal": 7,
    "rules": 1,
    "screen": 20,
    "service": 3,
}


def sources(folder):
    return sorted((ROOT / folder).rglob("*.py"))


def words(glossary):
    """The words of its table."""
    return [
        row.strip("|").split("|")[0].strip()
        for row in glossary.splitlines()
        if row.startswith("| ") and not row.startswith("| Word")
    ]


def is_participle(name):
    name = name.strip("_")
    return name in IRREGULAR or (
        "_" not in name and name.endswith("ed") and name not in NO_PARTICIPLES
    )


def participles(source):
    """The functions of a source text whose whole name is a participle."""
    return [
        node.name
        for node in nodes(source)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and is_participle(node.name)
    ]


def test_every_word_of_the_glossary_is_in_use():
    text = "\n".join(
        path.read_text() for room in ("tablectl", "firmware_io") for path in sources(room)
    ).lower()
    assert [word for word in words(GLOSSARY) if not re.search(rf"\b_?{word}", text)] == []


def test_no_word_of_the_glossary_stands_there_twice():
    assert len(words(GLOSSARY)) == len({*words(GLOSSARY)}) >= 50


def test_functions_that_are_called_by_a_participle_alone_become_fewer():
    found = {}
    for path in sources("tablectl"):
        for name in participles(path.read_text()):
            place = f"{path.relative_to(ROOT)}: {name}"
            if place not in ALLOWED:
                found.setdefault(path.relative_to(ROOT / "tablectl").parts[0], []).append(place)
    assert {
        room: places for room, places in found.items() if len(places) > LEFT.get(room, 0)
    } == {}, "a function is a verb with its object: say who does what to what"


@pytest.mark.parametrize(
    "source", ["def told(t): ...", "class A:\n  def _kept(self): ...", "async def counted(): ..."]
)
def test_control_a_function_that_is_called_by_a_participle_alone_is_found(source):
    assert len(participles(source)) == 1
    assert participles("def feed(): ...\ndef tell_floor(): ...\ntold = 1\ndef is_held(): ...") == []
