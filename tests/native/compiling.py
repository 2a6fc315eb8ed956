"""How the C programs of these tests are built: as strictly as the evaluator itself, with
sanitizers where they are asked for.
"""

import os
import shlex
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

NATIVE = Path(__file__).resolve().parents[2] / "native"
COMPILER = shlex.split(os.environ.get("CC", "gcc"))
WARNINGS = ("-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Wpedantic", "-Werror")
# -O2 takes gcc 11 s for batch.c
SANITIZERS = ("-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")

Finished = subprocess.CompletedProcess[str]
Run = Callable[..., Finished]


def build(
    built: Path,
    patterns: Sequence[str],
    flags: Sequence[str] = (),
    compiler: Sequence[str] = COMPILER,
):
    """Compiles the sources below native/ that fit the patterns. Any warning is an error, and
    raises.
    """
    sources = [source for pattern in patterns for source in sorted(NATIVE.glob(pattern))]
    strictly = [*compiler, "-std=c11", "-O2", *WARNINGS, *flags, f"-I{NATIVE}"]
    subprocess.run([*strictly, *sources, "-o", built, "-lm"], check=True)


def runner(folder: Path, patterns: Sequence[str]) -> Run:
    """A function that runs native/tests/<program>.c with its arguments, built with these
    sources, once for the same flags.
    """

    def compile_and_run(program, *arguments, flags=()):
        built = folder / "".join((program, *flags))
        if not built.exists():
            build(built, (*patterns, f"tests/{program}.c"), flags)
        return subprocess.run(
            [built, *map(str, arguments)], capture_output=True, text=True, check=False
        )

    return compile_and_run
