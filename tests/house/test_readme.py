"""README stays short. tablectl/README.md is compared with the code: its rooms in their order,
every name on a card's path.
"""

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

from .parsing import nodes

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text()
BUILT = (ROOT / "tablectl/README.md").read_text()
MOST_BYTES = 10 * 1024  # of README
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"][
    "contracts"
]
LAYERS = next(contract["layers"] for contract in CONTRACTS if contract["id"] == "layers")
# behind walls of their own
APART = {"tablectl/screen/", "firmware_io/", "firmware_io/mcu/", "native/"}
NAME = re.compile(r"`(?:(\w+)\.)?(\w+)(?:\(.*?\))?`")  # Service._shown, dealing.card_off, apply


def chapter(readme, heading):
    return readme.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


def rooms(readme):
    listed = chapter(readme, "The rooms").split("```")[1]
    return [line.split()[0] for line in listed.splitlines() if line.strip()]


def path(readme):
    """The numbered steps, without the drawing above them."""
    return chapter(readme, "The path of one card, from antenna to pixel").split("```")[2]


@cache
def defined():
    return frozenset(definitions())


def definitions():
    """Every function, class and method with what it stands in, a class or a file."""
    for file in [*(ROOT / "tablectl").rglob("*.py"), *(ROOT / "firmware_io").rglob("*.py")]:
        for inside in nodes(file.read_text()):
            if isinstance(inside, (ast.Module, ast.ClassDef)):
                within = inside.name if isinstance(inside, ast.ClassDef) else file.stem
                yield from (
                    (within, node.name)
                    for node in inside.body
                    if isinstance(node, (ast.FunctionDef, ast.ClassDef))
                )


def unknown(text):
    """The names in `text` that nothing in the project has."""
    names = {name for _, name in defined()}
    return [
        f"{within}.{name}" if within else name
        for within, name in NAME.findall(text)
        if ((within, name) not in defined() if within else name not in names)
    ]


def test_the_rooms_are_those_of_the_tree():
    tree = {f"tablectl/{file.parent.name}/" for file in (ROOT / "tablectl").glob("*/__init__.py")}
    assert sorted(rooms(BUILT)) == sorted(tree | APART)


def test_they_stand_in_the_order_in_which_they_may_import():
    inside = [
        room.removeprefix("tablectl/").rstrip("/") for room in rooms(BUILT) if room not in APART
    ]
    assert inside == [
        room
        for layer in LAYERS
        for room in layer.split(" | ")
        if (ROOT / "tablectl" / room).is_dir()
    ]


def test_every_name_on_the_path_of_a_card_is_one_of_the_code_s():
    assert len(NAME.findall(path(BUILT))) > 20
    assert unknown(path(BUILT)) == []


@pytest.mark.parametrize("wrong", ["`Service._was_shown`", "`dealing.handle`", "`apply_it(table)`"])
def test_a_name_that_is_none_is_found(wrong):
    assert len(unknown(f"1. It goes through {wrong}.")) == 1


def test_readme_is_read_in_minutes():
    assert len((ROOT / "README.md").read_bytes()) <= MOST_BYTES


def test_the_way_into_the_environment_is_named():
    """Whoever has run `make demo` has no `tablectl` on the path yet."""
    start = chapter(README, "Two commands")
    assert ". .venv/bin/activate" in start
    assert re.findall(r"^tablectl (\w+) .+  # ", start, re.MULTILINE) == [
        "eval",
        "demo",
        "scenario",
    ]
