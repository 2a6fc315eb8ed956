"""Instructions counted by callgrind, which a busy machine does not change: a hand of the batch in
C, a question of exact equity.

Of the C benches in native/bench/, with valgrind and gcc.
"""

import shutil
import subprocess
import tempfile
from pathlib import Path

from tests.bench.contest import Row

NATIVE = Path(__file__).resolve().parents[2] / "native"
TITLE = "instructions, by callgrind"
HANDS = 200_000
BATCH_WAYS, BATCH_CARDS = ("scalar", "avx2"), (7, 6, 5)  # valgrind knows no AVX-512
QUESTIONS = {
    "2": "equity of 2 before the flop",
    "3": "equity of 3 before the flop",
    "6": "equity of 6 before the flop",
    "10": "equity of 10 before the flop",
    "f2": "equity of 2 on a flop",
    "f6": "equity of 6 on a flop",
}
TIMES = 20


def missing():
    """Sentences about what is needed here and not there."""
    return [
        f"{tool} is not installed, so no instructions are counted: apt install {tool} brings it."
        for tool in ("valgrind", "gcc")
        if not shutil.which(tool)
    ]


def counted(share):
    """The rows. Only where `missing` names nothing."""
    with tempfile.TemporaryDirectory() as scratch:
        batch = compiled(Path(scratch), "bench_hands", "handeval*.c", "batch*.c")
        counts = compiled(Path(scratch), "bench_counts", "handeval*.c", "equity*.c", "casino*.c")
        yield from batch_rows(batch, max(1_000, round(HANDS * share)))
        yield from question_rows(counts, max(1, round(TIMES * share)))


def compiled(folder, bench, *sources):
    files = [file for pattern in sources for file in sorted(NATIVE.glob(pattern))]
    flags = ["-std=c11", "-O2", f"-I{NATIVE}"]
    subprocess.run(
        ["gcc", *flags, *files, NATIVE / "bench" / f"{bench}.c", "-o", folder / bench], check=True
    )
    return folder / bench


def batch_rows(bench, hands):
    """Instructions a hand, without those for dealing the hands and adding up the results."""
    for cards in BATCH_CARDS:
        without = instructions(bench, "one", "none", cards, hands)
        for way in BATCH_WAYS:
            taken = instructions(bench, "one", way, cards, hands) - without
            yield Row(
                f"a hand of {cards} in a batch in C", way, taken / hands, "instructions a hand", 1
            )


def question_rows(bench, times):
    for case, name in QUESTIONS.items():
        taken = instructions(bench, "one", case, times) - instructions(bench, "one", case, 0)
        yield Row(name, "counted in C", taken / times, "instructions a question", 1)


def instructions(bench, *arguments):
    call = [
        "valgrind",
        "--tool=callgrind",
        "--callgrind-out-file=/dev/null",
        str(bench),
        *map(str, arguments),
    ]
    finished = subprocess.run(call, capture_output=True, text=True, check=True)
    return next(
        int(line.split()[-1]) for line in finished.stderr.splitlines() if "Collected" in line
    )
