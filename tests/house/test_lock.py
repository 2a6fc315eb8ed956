"""deploy/requirements.lock: in step with pyproject.toml, whole, hashed, and without a place to
fetch from.
"""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

ROOT = Path(__file__).resolve().parents[2]
LOCK = (ROOT / "deploy" / "requirements.lock").read_text()
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
WANTED = [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["pi"]]
HASHES = r"((?: \\\n    --hash=sha256:[0-9a-f]{64})+)"
PINNED = re.compile(rf"^([a-z0-9][a-z0-9.-]*)==([\w.]+)((?: ; [^\\\n]+)?){HASHES}$", re.MULTILINE)
# a wheel for each Python and processor: dozens of files
COMPILED = ("cffi", "msgspec", "pygame-ce")
FILES_FEWEST = 10


def pinned(lock):
    return {found[1]: Version(found[2]) for found in PINNED.finditer(lock)}


def out_of_step(wanted, lock):
    """The requirements that the lock does not meet."""
    pins = pinned(lock)
    needed = [Requirement(text) for text in wanted]
    return [
        str(one)
        for one in needed
        if one.name not in pins or not one.specifier.contains(pins[one.name])
    ]


def test_the_lock_is_in_step_with_pyproject():
    assert out_of_step(WANTED, LOCK) == []


@pytest.mark.parametrize("wanted", ["typer>=99", "numpy>=1"])
def test_a_lock_out_of_step_is_found(wanted):
    assert out_of_step([wanted], LOCK) == [wanted]


def test_every_line_is_a_package_with_hashes_and_none_says_where_to_fetch_it():
    plain = "".join(line for line in LOCK.splitlines(keepends=True) if not line.startswith("#"))
    assert PINNED.sub("", plain).strip() == ""
    assert not re.search(r"https?:|--index|--find-links|@ ", LOCK)


@pytest.mark.parametrize("name", COMPILED)
def test_what_is_compiled_has_the_hashes_of_every_processor_s_wheels(name):
    hashes = next(found[4] for found in PINNED.finditer(LOCK) if found[1] == name)
    assert hashes.count("sha256:") > FILES_FEWEST
