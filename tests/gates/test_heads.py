"""The gate of the heads: no command tells a hash of the chain while the hand is open in which it
was made (G-14).

A hand is cut off at each of its rows in journal and mirror. Beside them every command of the
program that takes a journal or a table's configuration is typed, with each of its switches; what it
prints is searched for the hashes of that hand.
"""

from base64 import b64encode
from unittest.mock import patch

import pytest
import typer
from typer.testing import CliRunner

from tablectl.cli.app import app
from tablectl.engine.facts.hand import HandBegan
from tablectl.journal import show
from tablectl.journal.record import read_record
from tablectl.journal.store import Journal, write_new
from tests.claims import tried
from tests.service.staged import begin, on_a_table
from tests.tiers import tiered

TABLE = (
    "table = {{ seats = {{ 1 = 1000, 2 = 1000, 3 = 1000 }} }}\njournal = {{ path = '{}', "
    "mirror = '{}' }}\n"
)
DIGITS = 8  # of a hash: fewer would be found by chance
# they go on until they are stopped: test_guesses.py reads along there
PLAY = ("run", "screen", "demo", "sim table")
GOES_ON = ("--follow", "--serve")
# These read no journal.
ASK_A_DEVICE = (
    "pair",
    "conform",
    "doctor",
    "deck enrol",
    "deck verify",
    "deck audit",
    "chips enrol",
)
# of arguments that must be there
WORDS = {"name": "Ann", "value": "5", "which": "mirror", "to": "units"}


def commands(command, *names):
    for name, one in getattr(command, "commands", {}).items():
        yield from commands(one, *names, name)
    if names and not hasattr(command, "commands"):
        yield " ".join(names), command


def are_of_a_table(command, name):
    return name.startswith("journal ") or any(
        param.name in ("config", "journal") for param in command.params
    )


def typed(name, command):
    """The command as it needs to be typed, and with each of its switches and choices."""
    words = name.split()
    for param in command.params:
        if param.name == "config":
            words += ["--config", "table.toml"]
        elif param.name == "journal":
            words += ["--journal", "table.db"]
        elif param.param_type_name == "argument" and param.required:
            words.append("table.db" if param.name in ("file", "files") else WORDS[param.name])
    yield words
    for param in command.params:
        if getattr(param, "is_flag", False) and param.opts[0] not in ("--help", *GOES_ON):
            yield [*words, param.opts[0]]
        if param.name == "which":
            yield from ([*words, which, "--yes"] for which in ("journal", "mirror"))


TYPED = [
    words
    for name, command in commands(typer.main.get_command(app))
    if are_of_a_table(command, name) and name not in (*PLAY, *ASK_A_DEVICE)
    for words in typed(name, command)
]


@pytest.fixture(scope="module")
def open_hand(tmp_path_factory):
    """The rows of a table up to the middle of a hand."""
    path = tmp_path_factory.mktemp("played") / "table.db"

    async def story(stage, people):
        await begin(stage, people)
        with Journal.open(path, read_only=True) as journal:
            return list(journal.stored())

    return on_a_table(story, journal=path)


def told(rows, words, place):
    """What the command prints of a journal and mirror that were cut off behind these rows."""
    place.mkdir()
    for name in ("table.db", "mirror.db"):
        write_new(place / name, rows)
    (place / "table.toml").write_text(TABLE.format(place / "table.db", place / "mirror.db"))
    here = [
        str(place / word) if word in ("table.db", "table.toml", "units") else word for word in words
    ]
    ended = CliRunner().invoke(app, here)
    assert ended.exception is None or isinstance(ended.exception, SystemExit), ended.exception
    return ended.output


def found(said, rows):
    """The rows whose hash is told."""
    forms = {
        row.n: (row.hash.hex()[:DIGITS], b64encode(row.hash).decode()[:DIGITS]) for row in rows
    }
    return [
        n for n, (digits, letters) in forms.items() if digits in said.lower() or letters in said
    ]


def first_of(rows):
    return next(
        row.n for row in rows if any(isinstance(fact, HandBegan) for fact in read_record(row).facts)
    )


@pytest.mark.parametrize("words", tiered(TYPED, TYPED[::9]), ids=" ".join)
def test_no_command_tells_a_hash_of_a_hand_that_is_open(words, open_hand, tmp_path):
    """Clauses: G-14."""
    cuts = range(first_of(open_hand), len(open_hand) + 1)
    assert len(cuts) > 5
    for n in cuts:
        assert found(told(open_hand[:n], words, tmp_path / str(n)), open_hand) == [], n
    tried(len(cuts), "commands beside a hand that is open")


def test_the_commands_that_tell_a_head_are_among_them(open_hand, tmp_path):
    before = open_hand[: first_of(open_hand) - 1]
    tell = {
        " ".join(words)
        for number, words in enumerate(TYPED)
        if found(told(before, words, tmp_path / str(number)), before)
    }
    assert tell >= {
        "journal verify table.db",
        "journal choose --config table.toml",
        "audit --journal table.db --json",
    }


def test_control_a_head_that_is_told_at_any_time_is_found(open_hand, tmp_path):
    with patch.object(show, "open_hand", lambda journal: None):
        for words in (
            ["journal", "verify", "table.db"],
            ["journal", "choose", "--config", "table.toml"],
        ):
            assert found(told(open_hand, words, tmp_path / words[1]), open_hand) == [
                open_hand[-1].n
            ]
