"""The processor of a Pi: the C benches built for arm64 give, under an emulator, the sums that this processor gives."""

import os
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

NATIVE = Path(__file__).resolve().parents[2] / "native"
WARNINGS = ("-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Wpedantic", "-Werror")
CROSS_COMPILER, EMULATOR = "aarch64-linux-gnu-gcc", "qemu-aarch64-static"
HERE = shlex.split(os.environ.get("CC", "gcc"))
ARM = (CROSS_COMPILER, "-static", "-mcpu=cortex-a72")

PUBLISHED = {"bench_counts": ["AsKs v QhQd 787966 917606 6732", "casino -600123513880 21309024"]}
BENCHES = [                             # bench, sources, what it is asked, how many sums it gives
    pytest.param("bench_hands", ("handeval*.c", "batch*.c"), ("sums", "20000"), 6 * 6, id="hands of all decks, 2 to 7 cards"),
    pytest.param("bench_counts", ("handeval*.c", "equity*.c", "casino*.c"), ("sums",), 6 * 3 + 2, id="equity, casino odds"),
]


def sums(compiler: tuple[str, ...] | list[str], bench: str, sources: tuple[str, ...], built: Path, *run: str | Path) -> list[str]:
    files = [file for pattern in sources for file in sorted(NATIVE.glob(pattern))]
    flags = ("-std=c11", "-O2", *WARNINGS, f"-I{NATIVE}")
    subprocess.run([*compiler, *flags, *files, NATIVE / "bench" / f"{bench}.c", "-o", built], check=True)
    return subprocess.run(run, capture_output=True, text=True, check=True).stdout.splitlines()


@pytest.mark.system
@pytest.mark.parametrize(("bench", "sources", "asked", "lines"), BENCHES)
def test_arm64_gives_the_sums_that_this_processor_gives(
    tmp_path: Path, bench: str, sources: tuple[str, ...], asked: tuple[str, ...], lines: int,
) -> None:
    """Every way of a batch that a processor has; all decks and boards of 0 to 5 cards; the casino's whole outcome table."""
    if not shutil.which(CROSS_COMPILER) or not shutil.which(EMULATOR):
        pytest.skip(f"{CROSS_COMPILER} and {EMULATOR} are not both installed.")
    here, arm = tmp_path / "here", tmp_path / "arm"
    ours = sums(HERE, bench, sources, here, here, *asked)
    assert sums(ARM, bench, sources, arm, EMULATOR, arm, *asked) == ours
    assert len({*ours}) == len(ours) == lines + len(PUBLISHED.get(bench, []))
    assert ours[:2] == PUBLISHED.get(bench, ours[:2])
