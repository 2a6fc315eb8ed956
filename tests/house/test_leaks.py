"""What a test leaves behind fails that test; what a run leaves behind fails the run. Planted,
and found.
"""

import os
import re
from pathlib import Path

import pytest

from tests.leaks import IS_KNOWN
from tests.tiers import tiered

pytest_plugins = ["pytester"]
pytestmark = pytest.mark.skipif(
    not IS_KNOWN, reason="what a process has open is known of Linux alone"
)

ROOT = Path(__file__).resolve().parents[2]
CONFTEST = ("-p", "tests.conftest", "-p", "no:cacheprovider", "-p", "no:benchmark", "-W", "error")
LEAKS = """
import _thread, os, socket, subprocess, sys, threading

kept = []

def test_that_is_clean():
    os.close(os.open("/dev/null", os.O_RDONLY))

def test_thread_that_is_about_to_end():
    _thread.start_new_thread(threading.Event().wait, (0.1,))

def test_descriptor():
    kept.append(os.open("/dev/null", os.O_RDONLY))

def test_cycle():
    held = [socket.socket()]
    held.append(held)

def test_thread():
    kept.append(threading.Event())
    threading.Thread(target=kept[-1].wait, name="planted", daemon=True).start()

def test_child():
    kept.append(subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE))

def test_after_all_of_them():
    kept[-1].communicate()
    kept[-2].set()
"""
STRAY = """
import subprocess

def test_that_leaves_a_process_of_somebody_else():
    subprocess.run("sleep 1000 >/dev/null 2>&1 </dev/null & until grep -q ^sleep /proc/$!/cmdline; do :; done", shell=True)
"""


@pytest.fixture
def started(pytester, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    return pytester


def test_each_leak_is_an_error_of_the_test_that_leaked(started):
    started.makepyfile(LEAKS)
    done = started.runpytest_subprocess(*CONFTEST, timeout=300)
    done.assert_outcomes(passed=7, errors=4)
    failed = re.findall(r"^ERROR \S+::(\w+)", done.stdout.str(), re.MULTILINE)
    assert failed == ["test_descriptor", "test_cycle", "test_thread", "test_child"]
    said = dict(
        re.findall(
            r"ERROR at teardown of (\w+) _+\nThis test leaves behind: (.+)", done.stdout.str()
        )
    )
    assert re.fullmatch(r"file descriptor \d+: /dev/null", said["test_descriptor"])
    assert said["test_thread"] == "thread planted"
    assert re.match(r"child process \d+: .+ -c input\(\)", said["test_child"])
    # of the cycle, whose socket is closed by then
    assert "ResourceWarning: unclosed <socket" in done.stdout.str()


@pytest.mark.slow
@pytest.mark.parametrize("workers", tiered(["0", "1"], ["1"]))
def test_a_process_that_a_run_leaves_behind_is_named_and_ended_and_fails_the_run(workers, started):
    started.makepyfile(STRAY)
    done = started.runpytest_subprocess(*CONFTEST, "-n", workers, timeout=300)
    done.assert_outcomes(passed=1)
    (pid,) = re.findall(r"This run has left a process behind: (\d+): sleep 1000", done.stdout.str())
    assert done.ret == pytest.ExitCode.TESTS_FAILED
    assert (
        not os.path.exists(f"/proc/{pid}")
        or "sleep" not in Path(f"/proc/{pid}/cmdline").read_text()
    )


def test_control_a_run_that_leaves_nothing_passes(started):
    started.makepyfile("def test_nothing():\n    pass\n")
    assert started.runpytest_subprocess(*CONFTEST, timeout=300).ret == 0
