"""Naming a clause is no proof: break the line that carries it, and the test that names it must
fail.

Each mutant is applied to a copy of the packages and never to this tree. Twenty of them, drawn by a
fixed seed, are played in `make test-all`; that every one of them still fits the code is checked
always.
"""

import ast
import os
import random
import re
import shutil
import subprocess
import sys

import pytest

from tests.present.test_told import SENTENCES, name_case
from tests.scenarios.files import SCENARIOS

from .mutants import MUTANTS, NO_MUTANT
from .rulebook import CLAUSES, ROOT

TOLD = "present/test_told.py"
DRAWN = random.Random(1982).sample(MUTANTS, 20)
# pytest's exit code where tests ran and some failed; 2 and more: they did not run
TESTS_FAILED = 1
# a broken table may never come to rest; on a busy machine a good one takes a minute
LONGEST_S = 300


def name(mutant):
    return f"{mutant.clause} {mutant.file}: {mutant.text.strip()}"


def names_the_clause(mutant):
    if "::" not in mutant.test:
        first = SCENARIOS[mutant.test].read_text().partition("\n")[0]
        return mutant.clause in re.findall(r"[A-Z]-\d+", first.split(":", 2)[1])
    file, _, test = mutant.test.partition("::")
    if file == TOLD:
        case = test.partition("[")[2].removesuffix("]")
        clauses = [text.partition("Clauses:")[2] for text in SENTENCES if name_case(text) == case]
        return clauses != [] and mutant.clause in re.findall(r"[A-Z]-\d+", clauses[0])
    after = (ROOT / "tests" / file).read_text().partition(f"def {test}(")[2]
    found = re.search(r'"""Clauses: ([^"\n]*)', after)
    return found is not None and mutant.clause in re.findall(r"[A-Z]-\d+", found[1])


def test_what_carries_a_clause_stands_once_in_the_code_and_its_test_names_the_clause():
    for mutant in MUTANTS:
        whole = (ROOT / "tablectl" / mutant.file).read_text()
        assert (name(mutant), whole.count(mutant.text)) == (name(mutant), 1)
        assert mutant.text != mutant.broken
        # a file that cannot be read would fail any test
        ast.parse(whole.replace(mutant.text, mutant.broken))
        assert names_the_clause(mutant), name(mutant)


def test_every_clause_has_its_line_in_the_index_or_says_why_not():
    assert len(set(MUTANTS)) == len(MUTANTS)
    broken = {mutant.clause for mutant in MUTANTS}
    assert broken & NO_MUTANT.keys() == set()
    assert broken | NO_MUTANT.keys() == CLAUSES


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """A copy of the packages and their tests, to be broken."""
    root = tmp_path_factory.mktemp("root")
    no_caches = shutil.ignore_patterns("__pycache__")
    for part in ("tablectl", "firmware_io", "tests"):
        shutil.copytree(ROOT / part, root / part, ignore=no_caches)
    shutil.copy(ROOT / "pyproject.toml", root)
    return root


@pytest.fixture
def broken(copy, mutant):
    file = copy / "tablectl" / mutant.file
    whole, written = file.read_text(), file.stat()
    file.write_text(whole.replace(mutant.text, mutant.broken))
    # or its compiled file could outlive it
    a_time_of_its_own = written.st_mtime + 2 + DRAWN.index(mutant)
    os.utime(file, (a_time_of_its_own, a_time_of_its_own))
    yield copy
    file.write_text(whole)
    os.utime(file, (written.st_atime, written.st_mtime))


def run(root, nodes):
    """These tests on the packages in `root`, in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(root)}
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *nodes],
        cwd=root,
        env=environment,
        capture_output=True,
        text=True,
        timeout=LONGEST_S,
        check=False,
    )


@pytest.mark.slow
def test_unbroken_they_all_pass(copy):
    print(
        "drawn:",
        *[f"{name(mutant)} -> {mutant.broken.strip()} [{mutant.test}]" for mutant in DRAWN],
        sep="\n  ",
    )
    ran = run(copy, sorted({mutant.node for mutant in DRAWN}))
    assert ran.returncode == 0, ran.stdout


@pytest.mark.slow
@pytest.mark.parametrize("mutant", DRAWN, ids=name)
def test_broken_the_test_that_names_the_clause_fails(broken, mutant):
    ran = run(broken, [mutant.node])
    assert ran.returncode == TESTS_FAILED, ran.stdout + ran.stderr
