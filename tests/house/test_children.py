"""Whoever starts a process binds it to its own: none is left behind when a run is killed."""

import ast
from pathlib import Path

import pytest

from .parsing import nodes

ROOT = Path(__file__).resolve().parents[2]
STARTS = ("Popen", "create_subprocess_exec", "create_subprocess_shell")
FORKS = ("fork", "Pool")
ENDS_BY_ITSELF = {  # why what this file starts needs no binding
    "tablectl/screen/sound/voice.py": "timeout ends it, though the screen is gone: "
    "tests/screen/test_speaking.py",
    "firmware_io/kit/table/standing.py": "the table binds itself, as its first act: "
    "tests/testing/test_sim_table.py",
    "tests/gates/surviving.py": "strace ends with the process that it traces, and tells how that "
    "ended",
}


def called(node):
    return getattr(node.func, "attr", getattr(node.func, "id", ""))


def unbound(text):
    """The lines that start a process without a preexec_fn, or fork one in a file that knows
    nothing of `bind_to`.
    """
    # most files, and parsing takes its time
    if not any(f"{name}(" in text for name in (*STARTS, *FORKS)):
        return []
    calls = [node for node in nodes(text) if isinstance(node, ast.Call)]
    started = [
        call
        for call in calls
        if called(call) in STARTS and not any(word.arg == "preexec_fn" for word in call.keywords)
    ]
    forked = [call for call in calls if called(call) in FORKS and "bind_to" not in text]
    return sorted(call.lineno for call in (*started, *forked))


def test_every_process_that_is_started_is_bound_to_the_one_that_starts_it():
    files = [
        file
        for top in ("tablectl", "firmware_io", "tests")
        for file in sorted((ROOT / top).rglob("*.py"))
        if not file.name.startswith("bench_")
    ]  # those are run by hand
    found = [
        f"{path}:{line}"
        for file in files
        if (path := str(file.relative_to(ROOT))) not in ENDS_BY_ITSELF
        for line in unbound(file.read_text())
    ]
    assert found == []


@pytest.mark.parametrize(
    "planted",
    [
        "Popen(['x'])",
        "subprocess.Popen(['x'], cwd=y)",
        "asyncio.create_subprocess_exec('x')",
        "os.fork()",
        "Pool(2)",
    ],
)
def test_control_a_process_that_is_not_bound_is_found(planted):
    assert unbound(f"\n{planted}\n") == [2]
    assert unbound("Popen(['x'], preexec_fn=bound_to_us())\n") == []
