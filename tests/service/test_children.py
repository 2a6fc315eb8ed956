"""Children of a process that is killed end with it, whatever they do at the time; without the
helper they live on.
"""

import os
import select
import signal
import subprocess
import sys

import pytest

from tablectl.service.process import bind_child, bind_to

ENDS_WITHIN_S = 60
DEAF = (
    "import signal, sys; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('here', "
    "flush=True); signal.pause()"
)

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="only Linux tells a child that its parent has ended"
)


def not_bound():
    """The control."""


def begun(binds):
    """A child that ends by SIGKILL alone, and has begun; its pid."""
    child = subprocess.Popen([sys.executable, "-c", DEAF], stdout=subprocess.PIPE, preexec_fn=binds)
    assert child.stdout.readline() == b"here\n"
    return child.pid


def grandchild_of_a_killed_process(binds):
    """A process starts a child, and is killed; a pidfd of the child."""
    read, write = os.pipe()
    parent, middle = os.getpid(), os.fork()
    if middle == 0:
        bind_to(parent)
        os.write(write, f"{begun(binds())}\n".encode())
        signal.pause()
    os.close(write)
    with os.fdopen(read) as said:
        child = os.pidfd_open(int(said.readline()))
    os.kill(middle, signal.SIGKILL)
    os.waitpid(middle, 0)
    return child


def has_ended(pidfd, within_s):
    return bool(select.select([pidfd], [], [], within_s)[0])


def test_a_child_that_is_bound_ends_when_its_parent_is_killed():
    child = grandchild_of_a_killed_process(bind_child)
    try:
        assert has_ended(child, ENDS_WITHIN_S)
    finally:
        os.close(child)


def test_control_a_child_that_is_not_bound_lives_on():
    child = grandchild_of_a_killed_process(lambda: not_bound)
    try:
        assert not has_ended(child, 0.5)
    finally:
        signal.pidfd_send_signal(child, signal.SIGKILL)
        assert has_ended(child, ENDS_WITHIN_S)
        os.close(child)


def test_a_child_whose_parent_ended_before_it_could_ask_ends_at_once():
    child = os.fork()
    if child == 0:
        # as if the parent that it knew had ended, and it belongs to another now
        bind_to(os.getppid() + 1)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 128 + signal.SIGKILL


KILLED_IN_MID_TABLE = """
import os, signal, sys
from pathlib import Path
from tablectl.simulation.scenario.runner import Scenario
from tablectl.simulation.scenario.script import read_script
from tests.rig.stage import PtyStage

play = Scenario(read_script(Path(sys.argv[1])), Path(sys.argv[2]), a_stage=PtyStage)
play.stage.loop.run_until_complete(play.stage.open())
print(play.stage.loop.service_pid, flush=True)
os.kill(play.stage.loop.service_pid, signal.SIGSTOP)        # it hears no channel any more
signal.pause()
"""
TABLE = (
    '{"table": {"preset": "canterbury", "seats": {"1": 100, "2": 100}, "button": 1, "stakes": '
    '{"big_blind": 4}}}\n'
)


def test_a_stage_that_is_killed_leaves_no_service_behind_even_one_that_is_stuck(tmp_path):
    (tmp_path / "s.jsonl").write_text(TABLE)
    words = [sys.executable, "-c", KILLED_IN_MID_TABLE, tmp_path / "s.jsonl", tmp_path]
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, text=True, preexec_fn=bind_child()
    ) as stage:
        service = os.pidfd_open(int(stage.stdout.readline()))
        stage.kill()
    try:
        assert has_ended(service, ENDS_WITHIN_S)
    finally:
        os.close(service)
