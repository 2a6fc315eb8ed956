"""Every clause of the rulebook is named by a test, and where the code carries it."""

import re

from tests.scenarios.files import FILES

from .rulebook import CHAPTERS, CLAUSES, ROOT


def named_in(text):
    """The clauses after "Clauses:", up to the sentence's end: in a docstring, a case, or a
    scenario's first line.
    """
    lists = re.findall(r"Clauses:((?:[\s,]*[A-Z]-\d+)+)", text)
    return {clause for names in lists for clause in re.findall(r"[A-Z]-\d+", names)}


def test_every_clause_is_named_by_a_test():
    tests = (
        path for name in ("test_*.py", "told/*.jsonl") for path in (ROOT / "tests").rglob(name)
    )
    texts = [path.read_text() for path in (*FILES, *tests)]
    named = set().union(*map(named_in, texts))
    assert named - CLAUSES == set()
    assert CLAUSES - named == set()


def named_in_code(text):
    """The clauses that a line of code or its docstring names. "L-14 to L-16" names none: it says
    where a reader might look.
    """
    text = re.sub(rf"\b([{CHAPTERS}])-\d+ to \1-\d+\b", "", text)
    return set(re.findall(rf"\b[{CHAPTERS}]-\d+\b", text))


def test_every_clause_is_named_where_the_code_carries_it():
    files = (ROOT / "tablectl").rglob("*.py")
    named = set().union(*[named_in_code(path.read_text()) for path in files])
    assert named - CLAUSES == set()
    assert CLAUSES - named == set()


def test_clauses_are_read_one_by_one():
    assert named_in_code('"""As printed (T-8, L-14 to L-16, L-7)."""') == {"T-8", "L-7"}
    assert named_in_code("UTF-8 and SHA-256 are none, nor is AT-9.") == set()


def test_the_letters_of_the_chapters_are_those_of_its_headings():
    assert {"G", "T", "S", "L", "D", "M", "F"} <= {*CHAPTERS} == {clause[0] for clause in CLAUSES}


def test_names_are_read_from_docstrings_and_first_lines():
    assert named_in("# Clauses: T-8, T-13: a raise") == {"T-8", "T-13"}
    assert named_in('"""Clauses: G-5.\n\nNot G-6."""') == {"G-5"}
    assert named_in("Clause T-8 is not named here.") == set()
