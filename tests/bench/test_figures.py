"""The page of figures, from the command that `make bench` gives to what stands in it; what it
measures is for people to read.
"""

import re
import shutil
from pathlib import Path

import pytest

from tests.bench import evaluators, figures, instructions, ompeval, rows
from tests.bench.__main__ import main
from tests.bench.contest import Beside, Contest, Entrant, Row

TINY = ("--share", "0.002", "--rounds", "1")
FIGURES = Path(__file__).with_name("FIGURES.md")


def said(capsys, *words):
    code = main(words)
    return code, *capsys.readouterr()


def heads(page):
    return re.findall(r"^## (.+)$", page, re.MULTILINE)


@pytest.mark.slow
def test_the_page_has_a_table_for_each_contest_and_says_what_was_left_out(capsys, tmp_path):
    code, out, _ = said(capsys, *TINY, "--no-callgrind", "--write", str(tmp_path / "page.md"))
    page = (tmp_path / "page.md").read_text()
    assert (code, out) == (0, "")
    assert heads(page) == [contest.name for contest in rows.contests(0.002)]
    assert f"Processor: {figures.processor()}; " in page
    assert all(
        f"- {sentence}\n" in page
        for sentence in [*evaluators.missing(), *figures.NOT_HERE, *ompeval.missing(None)]
    )
    assert all(f"- {name}: " in page for name in figures.LACKS)


def test_a_table_has_ours_above_and_how_many_times_as_long_each_peer_took():
    table = figures.contest_table(
        [
            Row("x", "a", 2.0, "us a question", 5, (Beside("peer", 10.0, 5.0, True),)),
            Row("x", "b", 4.0, "us a question", 5, (Beside("peer", 10.0, 2.5, True),)),
        ]
    )
    assert table.splitlines() == [
        "## x",
        "",
        "|  | us a question | x a | x b |",
        "|---|--:|--:|--:|",
        "| a | 2.00 |  |  |",
        "| b | 4.00 |  |  |",
        "| peer | 10.0 | 5.00 x | 2.50 x |",
    ]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0042, "0.0042"),
        (0.65, "0.65"),
        (5.6, "5.60"),
        (97.34, "97.3"),
        (2_996_853.2, "2,996,853"),
    ],
)
def test_a_figure_has_as_many_digits_as_say_something(value, text):
    assert figures.figure(value) == text


def test_a_peer_that_finds_something_else_fails_the_run_and_nothing_is_written(
    monkeypatch, capsys, tmp_path
):
    wrong = Contest(
        "x",
        "ns",
        "hand",
        (Entrant("ours", lambda: 1, lambda: [1]),),
        (Entrant("theirs", lambda: 1, lambda: [2]),),
    )
    monkeypatch.setattr(rows, "contests", lambda share, only: [wrong])
    code, out, err = said(capsys, *TINY, "--only", "x", "--write", str(tmp_path / "page.md"))
    assert (code, out, err.splitlines()[-1]) == (1, "", "theirs finds something else: x, ours.")
    assert not (tmp_path / "page.md").exists()


@pytest.mark.parametrize(
    "words", [("--share", "0"), ("--share", "2"), ("--share", "x"), ("--rounds", "x"), ("--only",)]
)
def test_wrong_use_ends_with_2(words, capsys):
    with pytest.raises(SystemExit, match="2"):
        main(words)
    assert f"argument {words[0]}" in capsys.readouterr().err


def test_words_of_no_table_are_told(capsys):
    assert said(capsys, *TINY, "--only", "no such row") == (
        2,
        "",
        "No table has the words no such row.\n",
    )


def test_what_a_count_of_instructions_or_ompeval_needs_is_said(monkeypatch, tmp_path):
    clone = tmp_path / "clone"
    (clone / "omp").mkdir(parents=True)
    (clone / "omp" / "HandEvaluator.cpp").touch()
    monkeypatch.setenv("PATH", str(tmp_path))
    assert instructions.missing() == [
        "valgrind is not installed, so no instructions are counted: apt install "
        "valgrind brings it.",
        "gcc is not installed, so no instructions are counted: apt install gcc brings it.",
    ]
    assert ompeval.missing(clone) == [
        f"OMPEval was left out: {tool} is not installed." for tool in ("gcc", "g++")
    ]
    assert ompeval.missing(tmp_path) == [f"OMPEval was left out: {tmp_path} is no clone of it."]


def test_the_page_that_was_committed_has_every_table(capsys):
    page = FIGURES.read_text()
    wanted = [contest.name for contest in rows.contests(0.002)]
    assert heads(page)[: len(wanted)] == wanted
    assert all(f"{name} " in page for name in evaluators.MODULES)


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("gcc"), reason="needs gcc")
def test_in_order_looking_at_six_cards_first_comes_to_the_same(tmp_path):
    """The sum over 133,784,560 hands, in both loops: what the C bench compares, it compares here
    too.
    """
    bench = instructions.compiled(tmp_path, "bench_hands", "handeval*.c", "batch*.c")
    text = ompeval.said([bench, "order"])
    assert [line.split()[-1] for line in text.splitlines()[1:]] == ["1067257490484"] * 2


@pytest.mark.system
def test_instructions_are_counted():
    assert instructions.missing() == []  # this tier installs what it needs
    found = {(row.row, row.way): row.took for row in instructions.counted(0.02)}
    assert len(found) == 12
    assert found["a hand of 7 in a batch in C", "scalar"] < 30
    assert found["equity of 2 before the flop", "counted in C"] < 300_000
