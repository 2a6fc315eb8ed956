"""What the node's C does is held by a test: break the line that does it, build it anew, and the
test that is named fails.

mutants.txt is the index: the file and the test, then what is broken (-) and into what (+). What is
broken stands once in its file; where the code has moved on, put there what does the same now.

Each mutant is applied to a copy of the packages and never to this tree. Six of them, drawn by a
fixed seed, are played in `make test-all`, the others in `make soak`.
"""

import os
import random
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.clauses.mutants import changes

from .building import MCU, build, copy_of_the_packages, environment


class Mutant(NamedTuple):
    file: str  # below firmware_io/mcu/
    test: str  # below tests/firmware_io/
    text: str
    broken: str


INDEX = Path(__file__).with_name("mutants.txt")
MUTANTS = [Mutant(*head.split(maxsplit=1), text, broken) for head, text, broken in changes(INDEX)]
# pytest's exit code where tests ran and some failed; 2 and more: they did not run
TESTS_FAILED = 1
LONGEST_S = 120
DRAWN = random.Random(11).sample(MUTANTS, 6)
REST = [mutant for mutant in MUTANTS if mutant not in DRAWN]


def name(mutant):
    return f"{mutant.file}: {mutant.text}"


def test_what_is_broken_stands_once_in_the_code():
    for mutant in MUTANTS:
        assert (name(mutant), (MCU / mutant.file).read_text().count(mutant.text)) == (
            name(mutant),
            1,
        )
        assert mutant.text != mutant.broken


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """A copy of the packages and their tests, to be broken."""
    return copy_of_the_packages(tmp_path_factory.mktemp("root"))


@pytest.fixture
def broken(copy, mutant, monkeypatch):
    file = copy / "firmware_io" / "mcu" / mutant.file
    whole = file.read_text()
    monkeypatch.setenv("CFLAGS", "-O0")
    file.write_text(whole.replace(mutant.text, mutant.broken))
    done = build(copy)
    file.write_text(whole)
    os.utime(file, (0, 0))  # what was built is not older than this
    assert done.returncode == 0, done.stderr
    return copy


def run(root, tests):
    """These tests on the packages in `root`, in a process of its own."""
    nodes = [f"tests/firmware_io/{test}" for test in tests]
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", *nodes],
        cwd=root,
        env=environment(root),
        capture_output=True,
        text=True,
        timeout=LONGEST_S,
        check=False,
    )


@pytest.mark.parametrize(
    "mutants",
    [
        pytest.param(DRAWN, marks=pytest.mark.slow, id="drawn"),
        pytest.param(REST, marks=pytest.mark.soak, id="the rest"),
    ],
)
def test_unbroken_they_all_pass(mutants, copy):
    done = build(copy)
    assert done.returncode == 0, done.stderr
    ran = run(copy, sorted({mutant.test for mutant in mutants}))
    assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.mark.parametrize(
    "mutant",
    [
        *(pytest.param(mutant, marks=pytest.mark.slow, id=name(mutant)) for mutant in DRAWN),
        *(pytest.param(mutant, marks=pytest.mark.soak, id=name(mutant)) for mutant in REST),
    ],
)
def test_broken_the_test_that_is_named_fails(broken, mutant):
    ran = run(broken, [mutant.test])
    assert ran.returncode == TESTS_FAILED, ran.stdout + ran.stderr
