"""Wrong use of any command is one sentence of ours on stderr and exit 2; `-h`, `--version` and
"did you mean" are everywhere.
"""

import re
from itertools import cycle
from random import Random

import pytest
import typer
from rich.text import Text

from tablectl.cli.app import app
from tests.tiers import tiered

BOXES = set("╭╮╰╯│─")
NOT_OURS = (
    "Usage:",
    "Invalid value",
    "unable to parse",
    "Missing",
    "Got unexpected",
    "Try '",
    "Traceback",
    "Error:",
)


def commands(at=None, path=()):
    """Every command, and every group of them."""
    at = at or typer.main.get_command(app)
    yield path
    for name, below in getattr(at, "commands", {}).items():
        yield from commands(below, (*path, name))


EVERY = list(commands())


def test_every_command_has_its_help(said):
    """Under one of its two names each, as they come: a page takes 20 ms to paint."""
    for path, ask in zip(EVERY, cycle(["-h", "--help"])):
        code, out, err = said(*path, ask)
        assert (code, err) == (0, ""), path
        assert "Usage: " in out, path
        # a flag takes no value, and an argument is in capitals
        assert not re.search(r"<bool>|\[\[|\{[a-z]", out), path


def test_the_version_is_printed(said):
    code, out, err = said("--version")
    assert (code, out.split()[0], err) == (0, "tablectl", "")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["scenrio"], 'There is no command "scenrio". Did you mean "scenario"?'),
        (["journal", "shw", "x.db"], 'There is no command "shw". Did you mean "show"?'),
        (
            ["eval", "AhAd", "--dekc", "short"],
            'There is no option "--dekc" of tablectl eval. Did you mean "--deck"?',
        ),
        (["eval", "AhAd", "--deck", "shrt"], 'There is no deck "shrt". Did you mean "short"?'),
        (["demo", "--hands", "x"], '--hands is a whole number from 1 to 1,000,000, not "x".'),
        (["demo", "--hands", "0"], "--hands is a whole number from 1 to 1,000,000, not 0."),
        (["demo", "--hands", "9" * 5_000], None),
        (["run"], "--config is missing: The table's configuration, table.toml."),
        (["run", "--config"], "--config needs a value behind it."),
        (["run", "--config", "a", "b"], '"b" is one word too many for tablectl run.'),
        (["scenario"], "FILE is missing: Scenario files (JSON Lines)."),
        (["odds", "casino", "--ante-table", "flush=1e999999999"], '"1e999999999" is no number.'),
    ],
)
def test_wrong_use_is_a_sentence(words, sentence, said):
    code, out, err = said(*words)
    assert (code, out) == (2, "")
    assert sentence is None or err == sentence


def test_no_word_of_a_help_is_lost_as_a_style():
    """rich takes [story] for a style, and prints nothing there."""
    command, lost = typer.main.get_command(app), []
    for path in EVERY:
        at = command
        for name in path:
            at = at.commands[name]
        texts = (at.help or "", *(getattr(param, "help", None) or "" for param in at.params))
        lost += [
            (path, text)
            for text in texts
            if Text.from_markup(text).plain != re.sub(r"\[/?bold\]", "", text)
        ]
    assert lost == []


WORDS = (
    "",
    "x",
    "-",
    "--",
    "-1",
    "0",
    "1.5",
    "nan",
    "9" * 400,
    "As",
    "AhAd",
    "AsKs",
    "??",
    "\u202e",
    "--json",
    "--deck",
    "short",
    "--seed",
    "--hands",
    "--config",
    "--board",
    "--from",
    "--why",
    "--seat",
    "/dev/null",
    "/dev/zero",
    ".",
    "no/such/file",
    "[bold]",
    "table.toml",
    "x.phh",
    "--all",
    "--qualify",
    "1e999999999",
    "\u00e9",
)
# With right options these take long, or ask.
SLOW = {
    ("conform",),
    ("demo",),
    ("doctor",),
    ("equity",),
    ("run",),
    ("screen",),
    ("setup",),
    ("sim", "table"),
}


@pytest.mark.parametrize("part", tiered(range(4), [0, 1]))
def test_words_by_chance_are_answered_in_our_voice(part, said):
    for path in [path for path in EVERY if path not in SLOW][part::4]:
        _answers_in_our_voice(path, said)


def _answers_in_our_voice(path, said):
    chance = Random(" ".join(path))
    for _ in range(6):
        words = [chance.choice(WORDS) for _ in range(chance.randint(0, 4))]
        code, out, err = said(*path, *words)
        assert code in (0, 1, 2), (words, err)
        assert not BOXES & set(err), (words, err)
        assert [bad for bad in NOT_OURS if bad in err] == [], (words, err)
        assert code != 2 or err.endswith((".", "?")) or (not words and "Usage" in out), (words, err)
