"""The contests with OMPEval, the fastest C++ that is public: compiled in a clone of it, and what
they print.

github.com/zekyll/OMPEval is no part of this tree and in no package index. Its sources are left as
they are: what has to be changed to build them (native/bench/equity_beside_ompeval.cpp says why) is
changed in a copy.
"""

import shutil
import subprocess

from tests.bench.instructions import NATIVE

ROUNDS = "5"
CHANGED = (  # file, what, by what: ten players, and what newer compilers want
    ("Constants.h", "MAX_PLAYERS = 6", "MAX_PLAYERS = 10"),
    ("EquityCalculator.h", "#include <chrono>", "#include <functional>\n#include <chrono>"),
    ("Random.h", "static uint64_t m", "static constexpr uint64_t m"),
)


def missing(clone):
    """Sentences about what is needed here and not there."""
    if clone is None:
        return [
            "OMPEval was left out: make bench OMPEVAL=DIR measures it, with a clone of "
            "github.com/zekyll/OMPEval in DIR."
        ]
    if not (clone / "omp" / "HandEvaluator.cpp").is_file():
        return [f"OMPEval was left out: {clone} is no clone of it."]
    return [
        f"OMPEval was left out: {tool} is not installed."
        for tool in ("gcc", "g++")
        if not shutil.which(tool)
    ]


def contests(clone, scratch):
    """The name of each program, and what it printed. Only where `missing` names nothing. Takes
    some minutes.
    """
    for folder in ("omp", "libdivide"):
        shutil.copytree(clone / folder, scratch / folder)
    for name, what, by in CHANGED:
        file = scratch / "omp" / name
        file.write_text(file.read_text().replace(what, by))
    hands = _compiled(
        scratch,
        "hands",
        "bench_hands_beside_ompeval.cpp",
        ["bench/bench_hands.c", "batch*.c", "handeval*.c"],
        ["HandEvaluator.cpp"],
    )
    yield "hands a second", said([hands, "beside"])
    equity = _compiled(
        scratch, "equity", "equity_beside_ompeval.cpp", ["equity*.c", "handeval*.c"], ["[CEH]*.cpp"]
    )
    yield "exact equity", said([equity, ROUNDS])


def _compiled(scratch, name, bench, ours, theirs):
    """Ours by -O2, theirs by the -O3 of their Makefile: by -O2 it is a third slower."""
    folder = scratch / name
    folder.mkdir()
    sources = [str(file) for pattern in ours for file in sorted(NATIVE.glob(pattern))]
    subprocess.run(
        ["gcc", "-std=gnu11", "-O2", "-c", f"-I{NATIVE}", *sources], cwd=folder, check=True
    )
    objects = [str(file) for file in sorted(folder.glob("*.o"))]
    peer = [str(file) for pattern in theirs for file in sorted((scratch / "omp").glob(pattern))]
    subprocess.run(
        [
            "g++",
            "-std=c++11",
            "-O3",
            f"-I{scratch}",
            f"-I{NATIVE}",
            str(NATIVE / "bench" / bench),
            *peer,
            *objects,
            "-o",
            str(folder / "beside"),
            "-pthread",
        ],
        check=True,
    )
    return folder / "beside"


def said(call):
    return subprocess.run(call, capture_output=True, text=True, check=True).stdout.rstrip()
