"""The command `scenario`: what is wrong with its files and places is a sentence, before anything
is played.
"""

import sys

import pytest
from typer.testing import CliRunner

from tablectl.cli.app import app
from tablectl.simulation.scenario.script import BadScript, read_script
from tests.firmware_io.mcu.building import c_node_session

TABLE = (
    '{"table": {"preset": "canterbury", "seats": {"1": 100, "2": 100}, "button": 1, "stakes": '
    '{"big_blind": 4}}}\n'
)


def said_of(*words):
    said = CliRunner().invoke(app, ["scenario", *map(str, words)])
    return said.exit_code, said.stdout, said.stderr.strip()


def test_journals_cannot_be_kept_in_a_file(said, tmp_path):
    script = tmp_path / "s.jsonl"
    script.write_text(TABLE + '{"start": true}\n')
    assert said("scenario", script, "--keep", script) == (
        2,
        "",
        f"{script}: File exists. Name another file or folder.",
    )
    assert said_of(script, "--keep", tmp_path / "kept") == (0, "1 passed, 0 failed\n", "")
    assert (tmp_path / "kept" / "s.db").exists()


def test_journals_of_scenarios_of_one_name_are_kept_apart(tmp_path):
    names = ("one/s.jsonl", "two/s.jsonl", "two/s.json")
    for name in names:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(TABLE + '{"start": true}\n')
    kept = tmp_path / "kept"
    assert said_of(*[tmp_path / name for name in names], "--keep", kept)[:2] == (
        0,
        "3 passed, 0 failed\n",
    )
    assert sorted(str(path.relative_to(kept)) for path in kept.rglob("*.db")) == [
        "one/s.db",
        "two/s.db",
        "two/s.json.db",
    ]


def test_a_scenario_is_played_with_nodes_in_c(tmp_path):
    script = tmp_path / "s.jsonl"
    script.write_text(TABLE + '{"start": true}\n')
    c_node_session()
    assert said_of(script, "--nodes", "c") == (0, "1 passed, 0 failed\n", "")


def test_where_the_c_is_not_built_a_sentence_says_how_to(tmp_path, monkeypatch):
    script = tmp_path / "s.jsonl"
    script.write_text(TABLE + '{"start": true}\n')
    for module in ("c_node_session", "c_messages"):
        monkeypatch.delitem(sys.modules, f"firmware_io.kit.sim.{module}", raising=False)
    monkeypatch.setitem(sys.modules, "firmware_io.kit.sim._node_core", None)
    sentence = "The node's core in C is not built: run `make node`, in a clone of the source."
    assert said_of(script, "--nodes", "c") == (2, "", sentence)


@pytest.mark.parametrize(
    ("name", "written", "sentence"),
    [
        ("nowhere.jsonl", None, "No such file or directory."),
        (".", None, "Is a directory. Name the file in it."),
        (
            "bytes.jsonl",
            b"\xff\xfe",
            "This is not text: byte 0 is not UTF-8. Save it anew as text in UTF-8.",
        ),
    ],
)
def test_a_file_that_cannot_be_read_is_named(name, written, sentence, tmp_path):
    file = tmp_path / name
    if written is not None:
        file.write_bytes(written)
    # the door says it on stderr, exit 2, as of any wrong input
    with pytest.raises(BadScript) as wrong:
        read_script(file)
    assert str(wrong.value) == f"{file}: {sentence}"
