"""`tablectl story`: what happened at a table, for people and for programs."""

import json
from importlib.resources import files

import pytest

from tablectl.simulation.scenario.runner import run_script
from tablectl.simulation.scenario.script import read_script
from tests.scenarios.files import SCENARIOS


@pytest.fixture
def journal(tmp_path):
    run_script(read_script(SCENARIOS["cards-speak"]), keep=tmp_path)
    return tmp_path / "cards-speak.db"


def test_the_schema_that_is_delivered_is_the_one_of_these_events(said):
    """Else write it anew: `tablectl story --schema >tablectl/story/schema.json`."""
    assert said("story", "--schema")[1] == files("tablectl.story").joinpath(
        "schema.json"
    ).read_text().rstrip("\n")


def test_each_event_is_a_line_with_its_number_and_from_begins_at_a_row(said, journal):
    code, out, _ = said("story", str(journal), "--json")
    events = [json.loads(line) for line in out.splitlines()]
    assert (code, events[0]["kind"], events[-1]["kind"]) == (0, "table_opened", "hand_ended")
    assert events[-1]["receipt"]["row"] == events[-1]["row"]
    later = said("story", str(journal), "--json", "--from", str(events[5]["row"]))[1]
    assert [json.loads(line) for line in later.splitlines()] == [
        event for event in events if event["row"] >= events[5]["row"]
    ]


def test_for_people_an_event_is_a_line_of_words(said, journal):
    out = said("story", str(journal))[1]
    assert any("hand 1" in line and "pot_won" in line for line in out.splitlines())


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "Whose story? Name a journal, or a table with --config table.toml."),
        (
            ["nothing.db", "--serve"],
            "--serve wants --config: the socket is that of its [story].",
        ),
    ],
)
def test_what_is_not_named_is_asked_for(said, words, sentence):
    code, out, err = said("story", *words)
    assert (code, out, err.strip()) == (2, "", sentence)
