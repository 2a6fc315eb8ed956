"""`tablectl setup` at a terminal of its own: whatever question it is ended at, nothing is half done
and the next run goes on.
"""

import signal
from pathlib import Path

import pexpect
import pytest

from tests.setup.interview.terminal import begin_setup

QUESTIONS = [  # what is asked, and what is answered
    (r"language does the table speak", "en"),
    (r"What do you play", "tournament"),
    (r"How many seats", "2"),
    (r"Which blinds", "5/10"),
    (r"What reads the cards", "slide"),
    (r"What is a seat", "pads"),
    (r"Has the table a screen", "no"),
]
PROMPT = r"\[[\w/]+\] "


@pytest.fixture
def terminal(tmp_path):
    """`tablectl setup --simulated` on a pty of its own, in this test's folder."""
    begun = []

    def of(*options):
        begun.append(begin_setup(tmp_path, "--simulated", *options))
        return begun[-1]

    yield of
    for one in begun:
        one.close(force=True)


def ended(child):
    child.expect(pexpect.EOF)
    child.close()
    return child.exitstatus


def files(folder: Path):
    return {path.name for path in folder.iterdir()}


@pytest.mark.slow
def test_ended_at_each_question_it_leaves_nothing_but_its_answers_and_goes_on(terminal, tmp_path):
    """Each run answers one question more than the one before, and dies at the next: by Ctrl-C, or
    killed.
    """
    for place, (asked, answer) in enumerate(QUESTIONS):
        child = terminal()
        if place:
            child.expect("goes on where it was ended")
        child.expect(asked + ".*" + PROMPT)
        child.sendline(answer)
        if place + 1 == len(QUESTIONS):
            break
        child.expect(QUESTIONS[place + 1][0] + ".*" + PROMPT)
        if place % 2:
            child.kill(signal.SIGKILL)
            ended(child)
        else:
            child.sendintr()
            child.expect("Ended. What was answered is kept")
            assert ended(child) == 1
        assert files(tmp_path) == {"table.setup.json"}
    child.expect("table.toml is written, and nothing is wrong with it")
    child.expect("Hand +1 ")
    assert ended(child) == 0
    assert files(tmp_path) == {"table.setup.json", "table.toml"}
