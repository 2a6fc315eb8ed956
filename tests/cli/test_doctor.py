"""`tablectl doctor` as it speaks to people and to programs; what it finds is
tests/setup/doctor's.
"""

import json

import pytest

from tablectl.setup.doctor import examination
from tablectl.setup.doctor.probes import mend, note, well

FOUND = (
    well("disk", "It keeps a row in 2 ms.", p50=2.0),
    note("clock", "There is [no] battery."),
    mend("power", "Too low.", "Another."),
)


@pytest.fixture
def said(said, monkeypatch):
    """Of `tablectl doctor`, who finds that."""

    def of(*words, found=FOUND):
        def examine(_, tell):
            for finding in found:
                tell(finding)
            return all(finding.state != "mend" for finding in found)

        monkeypatch.setattr(examination, "examine", examine)
        return said("doctor", *words)

    return of


def test_what_is_to_be_mended_is_marked_with_what_to_do_and_exit_1(said):
    code, out, _ = said()
    assert (code, out) == (
        1,
        "ok   It keeps a row in 2 ms.\n     There is [no] battery.\nMEND Too low.\n    "
        " -> Another.",
    )
    assert said(found=FOUND[:2])[0] == 0  # where nothing is


def test_for_programs_each_finding_is_an_object(said):
    code, out, _ = said("--json")
    assert (code, json.loads(out.partition("\n")[0])) == (
        1,
        {
            "about": "disk",
            "state": "well",
            "says": "It keeps a row in 2 ms.",
            "mend": "",
            "values": {"p50": 2.0},
        },
    )


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--try", "lamps"], "--try needs the configuration of the table: --config table.toml."),
        (["--try", "lmaps"], 'There is no trial "lmaps". Did you mean "lamps"?'),
        (
            ["--config", "nowhere.toml"],
            "nowhere.toml: No such file or directory. tablectl config example > table.toml makes "
            "one.",
        ),
    ],
)
def test_wrong_words_are_a_sentence_and_exit_2(words, sentence, said):
    assert said(*words) == (2, "", sentence)
