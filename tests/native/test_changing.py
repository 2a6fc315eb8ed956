"""Hands that another thread changes while they are evaluated: what was checked is what is
evaluated.
"""

import subprocess
import threading
from random import Random

import pytest

from tablectl.rules.cards import CODE
from tablectl.rules.evaluate import strengths

from .compiling import COMPILER, NATIVE, SANITIZERS

SECONDS = "0.5"
# it ends where the first is caught; on a busy machine threads seldom meet
UNTIL_CAUGHT = "60"
COPY = "memcpy(copy, cards + done * (size_t)n, now * (size_t)n);"


def built(folder, batch):
    sources = [
        *sorted(NATIVE.glob("handeval*.c")),
        *sorted(NATIVE.glob("batch_*.c")),
        NATIVE / "tests" / "changing.c",
        batch,
    ]
    subprocess.run(
        [
            *COMPILER,
            "-std=c11",
            *SANITIZERS,
            f"-I{NATIVE}",
            *sources,
            "-o",
            folder / "changing",
            "-lm",
            "-pthread",
        ],
        check=True,
    )
    return folder / "changing"


def run(program, seconds=SECONDS):
    return subprocess.run([program, seconds], capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_hands_that_change_while_they_are_read_are_no_step_outside_a_table(tmp_path):
    done = run(built(tmp_path, NATIVE / "batch.c"))
    assert (done.returncode, done.stderr) == (0, "")
    taken, refused = map(int, done.stdout.split())
    assert taken > 0
    assert refused > 0


@pytest.mark.slow
def test_a_check_of_hands_that_are_read_again_later_is_caught(tmp_path):
    """The control: without the copy, hands that were checked change before they are evaluated."""
    text = (NATIVE / "batch.c").read_text()
    assert COPY in text
    batch = tmp_path / "batch.c"
    batch.write_text(
        text.replace(COPY, "(void)copy;").replace(
            "(deck, copy, n,", "(deck, cards + done * (size_t)n, n,"
        )
    )
    done = run(built(tmp_path, batch), UNTIL_CAUGHT)
    assert done.returncode != 0
    assert "runtime error" in done.stderr or "AddressSanitizer" in done.stderr


def of(hands):
    """How many strengths, or what is wrong."""
    try:
        return str(len(strengths(hands)))
    except ValueError as refused:
        return str(refused)


def test_a_buffer_that_changes_in_python_is_evaluated_or_refused():
    chance, codes = Random(5), list(CODE.values())
    hands = bytearray(code for _ in range(50_000) for code in chance.sample(codes, 7))
    over = threading.Event()

    def change():
        while not over.is_set():
            at = chance.randrange(len(hands))
            was, hands[at] = hands[at], 255
            hands[at] = was

    writer = threading.Thread(target=change)
    writer.start()
    try:
        said = {of(hands)[:5] for _ in range(200)}
    finally:
        over.set()
        writer.join()
    assert said <= {"50000", "Hand "}  # all of them, or a sentence about one
    assert of(hands) == "50000"
