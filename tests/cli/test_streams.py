"""Whatever stdin, stdout and stderr are, a command ends with a sentence or in silence, and never
with a traceback.
"""

import os
import subprocess
import sys
from itertools import product

import pytest

from tests.tiers import tiered

TABLECTL = f"exec {sys.executable} -m tablectl"
COMMANDS = (
    "eval AhAdKd7s7c --json",
    "eval AhAdKd7s7c",
    "config example",
    "config check none.toml --json",
    "journal verify none.db",
)


def ended(command, place):
    """Exit status, and what stood on stderr."""
    done = subprocess.run(
        ["sh", "-c", command], cwd=place, stderr=subprocess.PIPE, text=True, check=False, timeout=60
    )
    return done.returncode, done.stderr


@pytest.mark.parametrize("words", tiered(COMMANDS, COMMANDS[:1]))
def test_a_disk_that_is_full_is_a_sentence(words, tmp_path):
    code, said = ended(f"{TABLECTL} {words} >/dev/full", tmp_path)
    assert code in (1, 2), said
    assert said.count("\n") == 1, said
    assert said.endswith(".\n")


@pytest.mark.parametrize("words", tiered(COMMANDS, COMMANDS[:1]))
def test_a_reader_that_has_left_is_no_fault(words, tmp_path):
    reading, writing = os.pipe()
    os.close(reading)
    with open(writing, "wb") as gone:
        done = subprocess.run(
            ["sh", "-c", f"{TABLECTL} {words}"],
            cwd=tmp_path,
            stdout=gone,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            timeout=60,
        )
    assert done.returncode in (0, 2), done.stderr
    assert done.stderr.count("\n") <= 1, done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "streams"),
    [
        *product(COMMANDS, [">&-", "| head -c 1 >/dev/null"]),
        *product(COMMANDS[:1], ["<&-", ">&- <&-", ">&- 2>&-"]),
    ],
)
def test_a_stream_that_is_closed_is_no_fault(words, streams, tmp_path):
    code, said = ended(
        f"{TABLECTL} {words} {streams}"
        if "|" not in streams
        else f"({TABLECTL} {words}) {streams}",
        tmp_path,
    )
    assert code in (0, 1, 2), said
    assert "Traceback" not in said


def test_no_file_takes_the_number_of_a_stream_that_was_closed(tmp_path):
    """A journal that did would be written over by the next warning of a library."""
    program = (
        "import os; from tablectl.cli.entry import open_streams; open_streams(); next = "
        "open('next', 'w'); open('told', 'w').write(' '.join(os.readlink(f'/proc/self/fd/{n}') for "
        "n in range(3)))"
    )
    assert ended(f'{sys.executable} -c "{program}" <&- >&- 2>&-', tmp_path)[0] == 0
    assert (tmp_path / "told").read_text() == "/dev/null /dev/null /dev/null"
