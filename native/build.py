"""Compiles native/*.c to one module, tablectl/rules/_handeval<suffix>: `python native/build.py`, as
make and hatch do.

A header X.h beside an X.c is a contract: Python may call what it declares. All other headers are
between C files. $CC is the compiler (gcc if unset), $CFLAGS come after the flags below. The new
module takes the old one's place in one step: a running process keeps what it has loaded, and a
compiler that fails leaves everything as it was.
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

NATIVE = Path(__file__).resolve().parent
MODULE = "tablectl.rules._handeval"
FIRST = "handeval.h"  # the other contracts may use its types
# gnu: what Python.h asks for
FLAGS = ("-std=gnu11", "-O2", "-fPIC", "-shared", "-fvisibility=hidden")


def compile_into(root: Path) -> Path:
    """Builds the module into the source tree at `root` and returns where it lies."""
    package, name = MODULE.rsplit(".", 1)
    suffix: str = sysconfig.get_config_var("EXT_SUFFIX")
    module = root.joinpath(*package.split("."), name + suffix)
    # same disk: os.replace
    with tempfile.TemporaryDirectory(dir=module.parent, prefix=".build-") as scratch:
        glue, built = Path(scratch) / f"{name}.c", Path(scratch) / module.name
        write_glue(glue)
        subprocess.run(compiler_call([glue, *sources()], built), check=True)
        os.replace(built, module)
    return module


def sources() -> list[Path]:
    return sorted(NATIVE.glob("*.c"))


def contracts() -> list[Path]:
    beside = [source.with_suffix(".h") for source in sources()]
    return sorted(
        filter(Path.exists, beside), key=lambda header: (header.name != FIRST, header.name)
    )


def write_glue(glue: Path) -> None:
    """Lets cffi write the C that Python calls. It reads the contracts as they stand, but for the
    preprocessor's lines.
    """
    ffi = FFI()
    for header in contracts():
        ffi.cdef(
            "\n".join(line for line in header.read_text().splitlines() if not line.startswith("#"))
        )
    ffi.set_source(MODULE, "\n".join(f'#include "{header.name}"' for header in contracts()))
    # cffi announces it, to the stream on which we answer
    with redirect_stdout(io.StringIO()):
        ffi.emit_c_code(str(glue))


def compiler_call(files: list[Path], built: Path) -> list[str]:
    compiler = shlex.split(os.environ.get("CC", "gcc"))
    asked = shlex.split(os.environ.get("CFLAGS", ""))
    includes = [f"-I{sysconfig.get_path('include')}", f"-I{NATIVE}"]
    # no path of this machine gets into the module: made again elsewhere it is the same
    unnamed = [f"-ffile-prefix-map={folder}=." for folder in (NATIVE.parent, built.parent)]
    return [*compiler, *FLAGS, *unnamed, *asked, *includes, *map(str, files), "-o", str(built)]


if __name__ == "__main__":
    print(compile_into(NATIVE.parent))
