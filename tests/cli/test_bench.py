"""`tablectl bench`, as a person and as a program meet it; what it measures is for people to read."""

import json
import re

import pytest
from typer.testing import CliRunner

from tablectl.bench import instructions, peers, rows
from tablectl.bench.contest import Contest, Entrant
from tablectl.cli.door import app

TINY = ("--share", "0.002", "--rounds", "1")


def said(*arguments):
    done = CliRunner().invoke(app, ["bench", *arguments])
    return done.exit_code, done.stdout, done.stderr


def test_every_row_is_printed_with_its_peers():
    code, text, about = said(*TINY, "--no-callgrind")
    titles = [block.splitlines()[0] for block in text.strip().split("\n\n")]
    assert code == 0
    assert [re.split(r"  +", title)[0] for title in titles] == [contest.name for contest in rows.contests(0.002)]
    assert "  PokerKit" in text
    assert "median of 1 rounds in turns" in about
    assert all(sentence in about for sentence in peers.missing())


def test_in_json_a_row_is_a_line():
    code, text, _ = said(*TINY, "--json", "--only", "short deck")
    found = [json.loads(line) for line in text.splitlines()]
    assert code == 0
    assert [(row["row"], row["way"], row["unit"], row["rounds"]) for row in found] == [
        ("one hand of the short deck", way, "ns a hand", 1) for way in ("unchecked", "checked")]
    for row in found:
        [pokerkit] = row["peers"]
        assert (pokerkit["name"], pokerkit["agrees"]) == ("PokerKit", True)
        assert pokerkit["times"] == pytest.approx(pokerkit["took"] / row["took"])


def test_a_peer_that_finds_something_else_fails_the_check(monkeypatch):
    wrong = Contest("x", "ns", "hand", (Entrant("ours", lambda: 1, lambda: [1]),), (Entrant("theirs", lambda: 1, lambda: [2]),))
    monkeypatch.setattr(rows, "contests", lambda share, only: [wrong])
    code, text, about = said(*TINY, "--no-callgrind")
    assert (code, "theirs" in text) == (1, True)
    assert about.splitlines()[-1] == "theirs finds something else: x, ours."


@pytest.mark.parametrize(("wrong", "sentence"), [
    (("--only", "no such row"), "No row has the words no such row."),
    (("--share", "0"), "--share is a number above 0 and at most 1, not 0."),
    (("--share", "2"), "--share is a number above 0 and at most 1, not 2."),
])
def test_wrong_use_ends_with_2(wrong, sentence):
    assert said(*wrong) == (2, "", sentence + "\n")


def test_what_counting_instructions_needs_is_said(monkeypatch, tmp_path):
    monkeypatch.setattr(instructions, "NATIVE", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert instructions.missing() == [
        "valgrind is not installed, so no instructions are counted: apt install valgrind",
        "gcc is not installed, so no instructions are counted: apt install gcc",
        "The C benches are not in a wheel, so no instructions are counted: run this in a checkout."]


@pytest.mark.system
def test_instructions_are_counted():
    assert instructions.missing() == []                     # this tier installs what it needs
    code, text, _ = said("--share", "0.02", "--only", "instructions", "--json")
    found = {(row["row"], row["way"]): row["took"] for row in map(json.loads, text.splitlines())}
    assert code == 0
    assert len(found) == 12
    assert found["a hand of 7 in a batch in C", "scalar"] < 30
    assert found["equity of 2 before the flop", "counted in C"] < 300_000
