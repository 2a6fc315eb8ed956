"""CONTRIBUTING.md is held against the code: its steps, its keys and its tiers are all there are,
and its scenario plays.
"""

import json
import re
import tomllib
from pathlib import Path
from typing import get_args

import pytest

from tablectl.engine.events import HoldKind
from tablectl.engine.state import hold
from tablectl.engine.state.why import Why
from tablectl.present.reasons import holds
from tablectl.rules.irregular import IrregularityKind
from tablectl.simulation.scenario.runner import run_script
from tablectl.simulation.scenario.script import KINDS, MAY_GO_WITH, First, read_script
from tablectl.view import Irregularity, Result, Seat, View

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "CONTRIBUTING.md").read_text()
OF = {"a seat": Seat, "an irregularity": Irregularity, "a result": Result}


def chapter(heading):
    return TEXT.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


def steps():
    return [
        json.loads(step)
        for step in re.findall(r"^\| `(\{.+?\})` \|", chapter("A scenario"), re.MULTILINE)
    ]


def keys_of(what):
    (row,) = re.findall(rf"^\| {what} \| (.+) \|$", chapter("What may be expected"), re.MULTILINE)
    return re.findall(r"`(\w+)`", row)


def test_the_steps_are_all_there_are():
    kinds = [next(kind for kind in KINDS if kind in step) for step in steps()]
    assert sorted(kinds) == sorted(KINDS)
    assert all(
        set(step) - {kind} <= MAY_GO_WITH.get(kind, set())
        for kind, step in zip(kinds, steps(), strict=True)
    )


def test_a_ruling_s_other_keys_and_a_table_s_are_all_named():
    (floor,) = re.findall(r"^\| `\{\"floor\".+$", TEXT, re.MULTILINE)
    assert set(re.findall(r"`(\w+)`", floor.rpartition("with its")[2])) == MAY_GO_WITH["floor"]
    table = re.search(r"The table's keys: (.+?\.)\n\n", TEXT, re.DOTALL)
    assert set(re.findall(r"`(\w+)`", re.sub(r"\(.*?\)", "", table[1], flags=re.DOTALL))) == {
        *First.__struct_fields__
    }


def test_the_keys_that_may_be_expected_are_the_view_s():
    listed = [*keys_of("the table"), *keys_of("the house"), *keys_of("points")]
    assert sorted(listed) == sorted(View.__struct_encode_fields__)
    assert {of: sorted(keys_of(of)) for of in OF} == {
        of: sorted(view.__struct_encode_fields__) for of, view in OF.items()
    }


def test_the_codes_of_notices_are_all_there_are():
    table = (
        chapter("What may be expected")
        .partition("| About | Codes |\n|---|---|\n")[2]
        .partition("\n\n")[0]
    )
    listed = re.findall(r"`(\w+)`", table)
    assert sorted(listed) == sorted(
        {why.code for why in Why if why.code} | {*get_args(IrregularityKind)}
    )


def test_every_kind_of_hold_and_lock_has_its_rows():
    assert hold.KINDS.keys() == holds.KINDS.keys() == {*get_args(HoldKind)}


def test_the_scenario_plays_as_it_says(tmp_path):
    file = tmp_path / "example.jsonl"
    file.write_text(chapter("A scenario").partition("```json\n")[2].partition("```")[0])
    assert file.read_text().startswith("# Clauses: ")
    assert run_script(read_script(file)) == []


def test_the_tiers_are_the_makefile_s_and_leave_out_no_mark():
    tiers = chapter("The tiers")
    targets = set(re.findall(r"^([a-z-]+):.*## ", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert set(re.findall(r"^\| `make ([a-z-]+)`", tiers, re.MULTILINE)) <= targets
    marks = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["pytest"]["ini_options"][
        "markers"
    ]
    assert {mark.partition(":")[0] for mark in marks} <= set(re.findall(r"`(\w+)`", tiers))


def test_every_test_that_is_run_as_an_example_is_there():
    for line in chapter("One test").splitlines():
        for path in re.findall(r"tests/[\w/.-]+", line):
            assert (ROOT / path).exists(), line


ADDED = (
    "a game",
    "a setting",
    "an irregularity",
    "a kind of round",
    "a sentence, or a language",
    "a device",
)


@pytest.mark.parametrize("what", ADDED)
def test_the_files_and_names_that_it_takes_to_add_something_are_there(what):
    """A link is a file; a folder in backquotes is one; a capital name in backquotes stands in a
    file that is linked to.
    """
    text = chapter(f"To add {what}")
    links = [ROOT / link for link in re.findall(r"\]\(([^)]+)\)", text)]
    folders = re.findall(r"`((?:tablectl|firmware_io|tests|deploy)/[\w/]*)`", text)
    assert len(links) > 4
    assert [
        str(path) for path in (*links, *(ROOT / folder for folder in folders)) if not path.exists()
    ] == []
    code = "".join(link.read_text() for link in links if link.suffix == ".py")
    names = re.findall(r"`([A-Z]\w+|[a-z]+(?:_[a-z]+)+)`", text)
    assert [name for name in names if not re.search(rf"\b{name}\b", code)] == []


def test_each_chapter_on_adding_something_is_held_against_the_code():
    assert re.findall(r"^## To add (.+)$", TEXT, re.MULTILINE) == [*ADDED]
