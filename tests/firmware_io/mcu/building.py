"""The node's core in C, for tests: built anew where its sources are newer, so that no test runs
on what was once there.
"""

import os
import shlex
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

from firmware_io.kit.sim.sessions import Sessions

ROOT = Path(__file__).resolve().parents[3]
MCU = ROOT / "firmware_io" / "mcu"
HOST = MCU / "boards" / "host"
COMPILER = shlex.split(os.environ.get("CC", "gcc"))
STRICTLY = ("-std=c11", "-Wall", "-Wextra", "-Werror", "-Wconversion", "-Wshadow", "-Wpedantic")
SANITIZERS = (
    "-O1",
    "-g",
    "-fsanitize=address,undefined,bounds-strict",
    "-fno-sanitize-recover=all",
)
BUILD = ROOT / "native" / "build_node.py"
SOURCES = (*MCU.rglob("*.c"), *MCU.rglob("*.h"), BUILD)


def core_sources(mcu: Path) -> list[Path]:
    """The core, and the things of the board without hardware."""
    return [*sorted(mcu.glob("*.c")), mcu / HOST.relative_to(MCU) / "things.c"]


def compiled(built: Path, main: str, *more: str, mcu: Path = MCU) -> Path:
    """A program of boards/host with the core of `mcu`, under sanitizers."""
    host = mcu / HOST.relative_to(MCU)
    sources = [*core_sources(mcu), *(host / name for name in (main, *more))]
    subprocess.run(
        [*COMPILER, *STRICTLY, *SANITIZERS, f"-I{mcu}", f"-I{host}", *sources, "-o", built],
        check=True,
    )
    return built


def build(root: Path) -> subprocess.CompletedProcess[str]:
    """Compiles the core in the source tree at `root`."""
    return subprocess.run(
        [sys.executable, root / "native" / BUILD.name], capture_output=True, text=True, check=False
    )


@cache
def build_if_older():
    """Once in a test run; where two processes do it at the same time, the later one's module
    takes the place.
    """
    built = max(
        (path.stat().st_mtime for path in (ROOT / "firmware_io/kit/sim").glob("_node_core.*.so")),
        default=0.0,
    )
    if built < max(source.stat().st_mtime for source in SOURCES):
        done = build(ROOT)
        assert done.returncode == 0, done.stderr


def core() -> Any:
    """What firmware_io/kit/sim/c_messages.py offers: ffi, lib, and messages between both
    languages.
    """
    build_if_older()
    from firmware_io.kit.sim import c_messages

    return c_messages


def c_node_session() -> Sessions:
    build_if_older()
    from firmware_io.kit.sim.c_node_session import CNodeSession

    return CNodeSession


def copy_of_the_packages(root: Path) -> Path:
    """A copy of this tree, with what compiles and tests the core, to be broken."""
    no_caches = shutil.ignore_patterns("__pycache__", "*.so")
    for part in ("tablectl", "firmware_io", "native", "tests"):
        shutil.copytree(ROOT / part, root / part, ignore=no_caches)
    shutil.copy(ROOT / "pyproject.toml", root)
    return root


def environment(root: Path) -> dict[str, str]:
    """Of a process that imports the packages in `root`."""
    return {**os.environ, "PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1"}
