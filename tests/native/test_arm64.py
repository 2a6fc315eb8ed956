"""The processor of a Pi: the C benches built for arm64 give, under an emulator, the sums that
this processor gives.
"""

import shutil
import subprocess

import pytest

from .compiling import COMPILER, build

CROSS_COMPILER, EMULATOR = "aarch64-linux-gnu-gcc", "qemu-aarch64-static"
ARM = (CROSS_COMPILER, "-static", "-mcpu=cortex-a72")

PUBLISHED = {"bench_counts": ["AsKs v QhQd 787966 917606 6732", "casino -600123513880 21309024"]}
BENCHES = [  # bench, sources, what it is asked, how many sums it gives
    pytest.param(
        "bench_hands",
        ("handeval*.c", "batch*.c"),
        ("sums", "20000"),
        6 * 6,
        id="hands of all decks, 2 to 7 cards",
    ),
    pytest.param(
        "bench_counts",
        ("handeval*.c", "equity*.c", "casino*.c"),
        ("sums",),
        6 * 3 + 2,
        id="equity, casino odds",
    ),
]


def sums(compiler, bench, sources, built, *run):
    build(built, (*sources, f"bench/{bench}.c"), compiler=compiler)
    return subprocess.run(run, capture_output=True, text=True, check=True).stdout.splitlines()


@pytest.mark.system
@pytest.mark.parametrize(("bench", "sources", "asked", "lines"), BENCHES)
def test_arm64_gives_the_sums_that_this_processor_gives(tmp_path, bench, sources, asked, lines):
    """Every way of a batch that a processor has; all decks and boards of 0 to 5 cards; the
    casino's whole outcome table.
    """
    if not shutil.which(CROSS_COMPILER) or not shutil.which(EMULATOR):
        pytest.skip(f"{CROSS_COMPILER} and {EMULATOR} are not both installed.")
    here, arm = tmp_path / "here", tmp_path / "arm"
    ours = sums(COMPILER, bench, sources, here, here, *asked)
    assert sums(ARM, bench, sources, arm, EMULATOR, arm, *asked) == ours
    assert len({*ours}) == len(ours) == lines + len(PUBLISHED.get(bench, []))
    assert ours[:2] == PUBLISHED.get(bench, ours[:2])
