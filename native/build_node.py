"""Compiles firmware_io/mcu/*.c to a module that simulated nodes speak through: `python
native/build_node.py`, as make does.

The module is firmware_io/kit/sim/_node_core<suffix>. No wheel holds it, and only `--nodes c` asks
for it. The core is compiled as strictly as for a microcontroller, and apart from what cffi writes
around it. Every header that has a .c beside it, and messages.h, is a contract: Python may call what
it declares. $CC is the compiler (gcc if unset), $CFLAGS come after the flags.
"""

import io
import os
import shlex
import subprocess
import sysconfig
import tempfile
from contextlib import redirect_stdout
from pathlib import Path

from cffi import FFI

ROOT = Path(__file__).resolve().parents[1]
MODULE = "firmware_io.kit.sim._node_core"
CONTRACTS = (
    "framing.h",
    "blake2s.h",
    "messages.h",
    "encoding.h",
    "session.h",
    "lamps.h",
    "pn532.h",
    "sensors.h",
    "chips.h",
    "feig.h",
    "node.h",
    "seat.h",
    "shoe.h",
    "boards/host/things.h",
)  # each after those it needs
STRICTLY = ("-std=c11", "-Wall", "-Wextra", "-Werror", "-Wconversion", "-Wshadow", "-Wpedantic")
BOTH = ("-O2", "-fPIC", "-fvisibility=hidden")


def compile_into(root: Path) -> Path:
    """Builds the module into the source tree at `root`, from the C there, and returns where it
    lies.
    """
    package, name = MODULE.rsplit(".", 1)
    suffix: str = sysconfig.get_config_var("EXT_SUFFIX")
    module = root.joinpath(*package.split("."), name + suffix)
    core = root / "firmware_io" / "mcu"
    # same disk: os.replace
    with tempfile.TemporaryDirectory(dir=module.parent, prefix=".build-") as scratch:
        glue, built = Path(scratch) / f"{name}.c", Path(scratch) / module.name
        write_glue(core, glue)
        objects = [compiled(source, core, STRICTLY, Path(scratch)) for source in sources(core)]
        objects.append(compiled(glue, core, (f"-I{sysconfig.get_path('include')}",), Path(scratch)))
        subprocess.run(
            [*compiler(), *asked(), "-shared", *map(str, objects), "-o", str(built)], check=True
        )
        os.replace(built, module)
    return module


def sources(core: Path) -> list[Path]:
    """The core, and a board without hardware."""
    return [*sorted(core.glob("*.c")), core / "boards" / "host" / "things.c"]


def write_glue(core: Path, glue: Path) -> None:
    """Lets cffi write the C that Python calls. It reads the contracts as they stand, but for the
    preprocessor's lines.
    """
    ffi = FFI()
    for header in CONTRACTS:
        ffi.cdef(
            "\n".join(
                line
                for line in (core / header).read_text().splitlines()
                if not line.startswith("#")
            )
        )
    ffi.set_source(MODULE, "\n".join(f'#include "{header}"' for header in CONTRACTS))
    # cffi announces it, to the stream on which we answer
    with redirect_stdout(io.StringIO()):
        ffi.emit_c_code(str(glue))


def compiled(source: Path, core: Path, flags: tuple[str, ...], scratch: Path) -> Path:
    built = scratch / f"{source.stem}.o"
    subprocess.run(
        [*compiler(), *BOTH, *flags, *asked(), f"-I{core}", "-c", str(source), "-o", str(built)],
        check=True,
    )
    return built


def compiler() -> list[str]:
    return shlex.split(os.environ.get("CC", "gcc"))


def asked() -> list[str]:
    return shlex.split(os.environ.get("CFLAGS", ""))


if __name__ == "__main__":
    print(compile_into(ROOT))
