"""Scenario files made wrong by chance: each is a fault of the file with its line, or it is
played to its end.
"""

import json
import signal
import subprocess
import sys
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tablectl.cli.app import app
from tablectl.rules.amounts import MOST_AMOUNT
from tablectl.service.process import bind_child
from tablectl.service.serve import Service
from tablectl.simulation.scenario import runner
from tablectl.simulation.scenario.runner import run_script
from tablectl.simulation.scenario.script import BadScript, read_script
from tests.scenarios.files import FILES

from .changing import Changes
from .limited import at_most, is_sentence, refused_of

LIMIT_S = 60
# in a changed file: ten minutes of table time take seconds to play
LONGEST_STEP_MS = 600_000

TABLE = {
    "table": {
        "preset": "tournament",
        "seats": {"1": 500, "2": 500},
        "button": 1,
        "stakes": {"big_blind": 4},
    }
}


def changed(seed):
    """One of our own scenarios with a line or two changed, doubled, gone or out of its order."""
    changes = Changes(seed)
    chance = changes.chance
    lines = [
        line for line in chance.choice(FILES).read_text().splitlines() if not line.startswith("#")
    ]
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(lines)) if chance.random() < 0.9 else 0
        match chance.randrange(8):
            case 0:
                lines.insert(at, chance.choice(lines))
            case 1:
                lines[at : at + 1] = []
            case 2:
                lines[at] = changes.text(lines[at].encode(errors="surrogateescape")).decode(
                    errors="surrogateescape"
                )
            case _ if lines[at].startswith("{"):
                try:
                    lines[at] = json.dumps(changes.tree(json.loads(lines[at]), most=2))
                # the line was changed before, perhaps into a deep one
                except (ValueError, RecursionError):
                    continue
        lines = lines or [""]
    return "\n".join(lines).encode(errors="surrogateescape")


def outcome(file):
    """None where it was played, right or wrong; else the sentence that refuses the file."""
    try:
        with at_most(LIMIT_S):
            script = read_script(file)
            if all((line.step.wait_ms or 0) <= LONGEST_STEP_MS for line in script.lines):
                broken = [failed for failed in run_script(script) if "the table broke" in failed]
                assert broken == []
    except BadScript as wrong:
        said = str(wrong)
    else:
        return None
    assert said.startswith(f"{file}:")
    return said


@pytest.mark.parametrize(
    "seeds",
    [
        pytest.param(range(100, 300), marks=pytest.mark.slow),
        pytest.param(range(300, 5_100), marks=pytest.mark.soak),
    ],
)
def test_files_that_are_wrong_by_chance_are_faults_with_their_lines_or_are_played(seeds, tmp_path):
    assert 0.4 < refused_of(seeds, tmp_path / "table.jsonl", changed, outcome) / len(seeds) < 0.97


def written(folder, *lines):
    file = folder / "s.jsonl"
    file.write_text(
        "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    )
    return file


FAR = "9" * 6_000


BEYOND = [
    f'{{"seat": 1, "act": "raise_to", "amount": {FAR}}}',
    '{"seat": 1, "act": "raise_to", "amount": 18446744073709551616}',
    f'{{"seat": 1, "act": "bet", "amount": {MOST_AMOUNT + 1}}}',
    f'{{"seat": 1, "chips": [5, {FAR}]}}',
    f'{{"seat": 2, "take": [{FAR}]}}',
    f'{{"seat": 1, "buys": {FAR}}}',
    f'{{"seat": 1, "buys": -{FAR}}}',
    f'{{"seat": 1, "buys": {MOST_AMOUNT + 1}}}',
    f'{{"seat": 3, "sits": {FAR}}}',
    f'{{"seat": 3, "sits": {2**63}}}',
    f'{{"floor": "chips", "seat": 1, "stack": {FAR}, "why": "x"}}',
    f'{{"floor": "chips", "seat": 1, "stack": {MOST_AMOUNT + 1}, "why": "x"}}',
    f'{{"floor": "award", "pot": {FAR}, "seats": [1], "why": "x"}}',
    f'{{"floor": "award", "pot": 0, "seats": [{FAR}], "why": "x"}}',
    f'{{"floor": "wrong_count", "seat": 1, "cards": {FAR}}}',
    f'{{"floor": "colour_up", "chip": {FAR}, "why": "x"}}',
    f'{{"floor": "level", "to": {FAR}, "why": "x"}}',
    f'{{"floor": "level", "minutes": {FAR}, "why": "x"}}',
    f'{{"floor": "break", "minutes": {FAR}, "why": "x"}}',
    f'{{"floor": "act", "seat": 1, "act": "bet", "amount": {FAR}, "why": "x"}}',
]


def test_a_number_of_any_length_in_a_step_is_refused_and_no_fault_of_the_file(tmp_path):
    steps = [line for step in BEYOND for line in (step, {"expect_refused": True})]
    assert run_script(read_script(written(tmp_path, TABLE, {"start": True}, *steps))) == []


@pytest.mark.parametrize(
    ("step", "sentence"),
    [
        ({"wait_ms": 10**9 + 1}, "A step waits at most 1,000,000,000 ms."),
        ({"wait_ms": -1}, "Less than nothing cannot happen."),
        (f'{{"wait_ms": {FAR}}}', "A step waits at most 1,000,000,000 ms."),
        ({"pull": 101}, "A step pulls at most 100 cards."),
        (f'{{"pull": {FAR}}}', "A step pulls at most 100 cards."),
        ({"seat": 1, "chips": [1] * 1_001}, "chips has 1,001 entries; there are 1,000 at most."),
        (f'{{"seat": {FAR}, "act": "fold"}}', "Nobody sits at seat "),
        ('{"a": ' * 50_000, "It is nested too deep to be read."),
        ('{"deck": ["\\ud800"]}', ""),
        ({"deck": ["As"] * 300}, "A step names at most 200 cards."),
    ],
)
def test_what_no_step_holds_is_a_fault_with_its_line(step, sentence, tmp_path):
    file = written(tmp_path, TABLE, "# a comment", step)
    with pytest.raises(BadScript) as wrong:
        read_script(file)
    assert str(wrong.value).startswith(f"{file}:3: {sentence}")
    assert is_sentence(str(wrong.value)), wrong.value


@pytest.mark.parametrize(
    "seats",
    [
        {"1": MOST_AMOUNT + 1, "2": 5},
        {"1": 2**64, "2": 5},
        {"1": 10**40, "2": 5},
        {"01": 5},
        {"": 5},
        {"\u0663": 5},
        {"1": 0.5},
    ],
)
def test_a_first_line_out_of_bounds_is_a_fault_of_the_file(seats, tmp_path):
    file = written(tmp_path, {"table": {**TABLE["table"], "seats": seats}})
    with pytest.raises(BadScript, match=r"s\.jsonl:1: "):
        read_script(file)


def test_a_scenario_that_breaks_names_its_line_and_the_next_file_is_played(tmp_path, monkeypatch):
    """The breach is planted: a step that raises in the runner, as a fault of ours would."""

    async def breaks(self, line):
        raise KeyError("planted")

    monkeypatch.setattr(runner.Scenario, "_wait_ms", breaks)
    broken = tmp_path / "broken.jsonl"
    broken.write_text(
        "\n".join(
            map(json.dumps, (TABLE, {"start": True}, {"wait_ms": 5}, {"expect": {"hand": 7}}))
        )
    )
    sound = written(tmp_path, TABLE, {"start": True}, {"expect": {"hand": 1}})
    said = CliRunner().invoke(app, ["scenario", str(broken), str(sound)])
    assert said.stdout.splitlines() == [
        f"{broken}:3: the table broke: KeyError: 'planted'",
        "1 passed, 1 failed",
    ]
    assert (said.exit_code, said.stderr.strip()) == (1, "")


def test_a_file_that_is_no_scenario_is_named_and_the_others_are_played(tmp_path):
    """Exit 2 says that not all were played, whatever became of those that were."""
    failing = tmp_path / "failing.jsonl"
    failing.write_text(
        "\n".join(map(json.dumps, (TABLE, {"start": True}, {"expect": {"hand": 7}})))
    )
    wrong, gone = tmp_path / "wrong.jsonl", tmp_path / "gone.jsonl"
    wrong.write_text(json.dumps(TABLE) + '\n{"sings": true}\n')
    sound = written(tmp_path, TABLE, {"start": True}, {"expect": {"hand": 1}})
    said = CliRunner().invoke(app, ["scenario", *map(str, (wrong, failing, gone, tmp_path, sound))])
    assert said.stderr.splitlines() == [
        f"{wrong}:2: Object contains unknown field `sings`.",
        f"{gone}: No such file or directory.",
        f"{tmp_path}: Is a directory. Name the file in it.",
    ]
    assert said.stdout.splitlines() == [f"{failing}:3: hand is 1, not 7", "1 passed, 1 failed"]
    assert said.exit_code == 2
    assert CliRunner().invoke(app, ["scenario", str(failing), str(sound)]).exit_code == 1


@pytest.mark.parametrize(
    ("breach", "sentence"),
    [
        (lambda self: sys.exit(3), "the service failed: SystemExit: 3 (test_scenario_files.py:"),
        (
            lambda self: {}["planted"],
            "the service failed: KeyError: 'planted' (test_scenario_files.py:",
        ),
    ],
)
def test_a_stage_that_breaks_before_the_first_step_is_a_sentence_and_the_next_file_is_played(
    breach,
    sentence,
    tmp_path,
    monkeypatch,
):
    """The breach is planted: the service of the first file ends in the midst of its start."""
    began = []
    start = Service.start

    def starts(self, locks=()):
        if "broken" in self.config.journal.path:
            breach(self)
        start(self, locks)

    monkeypatch.setattr(Service, "start", starts)
    monkeypatch.setattr(runner, "temporary_directory", lambda: in_turn(tmp_path, began))
    broken = tmp_path / "broken.jsonl"
    broken.write_text(json.dumps(TABLE))
    sound = written(tmp_path, TABLE, {"start": True}, {"expect": {"hand": 1}})
    said = CliRunner().invoke(app, ["scenario", str(broken), str(sound)])
    first, last = said.stdout.splitlines()
    assert first.startswith(f"{broken}: the stage broke: {sentence}")
    assert (last, said.exit_code, said.stderr.strip()) == ("1 passed, 1 failed", 1, "")


@contextmanager
def in_turn(place, began):
    """The first is played in a folder named "broken"."""
    folder = place / ("sound" if began else "broken")
    began.append(folder)
    folder.mkdir()
    yield folder


def has_a_journal(pid):
    """Whether the process plays: it has a journal open."""
    files = []
    for number in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(OSError):  # closed meanwhile
            files.append(number.readlink().name)
    return "table.db" in files


@pytest.mark.slow
def test_an_interrupt_ends_all_at_once(tmp_path):
    file = written(tmp_path, TABLE, *[{"wait_ms": 10**7}] * 20)
    binds = bind_child()

    def first():
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # however this test was started
        binds()

    words = [sys.executable, "-u", "-m", "tablectl", "scenario", *[str(file)] * 3]
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=first
    ) as playing:
        try:
            with at_most(LIMIT_S):
                while not has_a_journal(playing.pid):
                    assert playing.poll() is None
            playing.send_signal(signal.SIGINT)
            said, wrong = playing.communicate(timeout=LIMIT_S)
        finally:
            playing.kill()
    assert (said, wrong, playing.returncode) == ("", "", 130)
