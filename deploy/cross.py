"""Lets a Python compile for another processor: `python deploy/cross.py aarch64 FOLDER`.

FOLDER gets the interpreter's own settings with the other processor's names in them, and what is
printed is the environment that pip, setuptools and native/build.py need to believe them. The
compiler is Debian's aarch64-linux-gnu-gcc. What a build imports has to be installed before, since
pip would now fetch it for the other processor: pip wheel --no-build-isolation.
"""

import shlex
import sys
import sysconfig
from importlib import import_module
from pathlib import Path

SETTINGS = "_sysconfigdata_cross"


def write_settings(machine: str, folder: Path) -> dict[str, str]:
    """What to put into the environment."""
    own = sysconfig.get_config_var("MULTIARCH")
    other = f"{machine}-linux-gnu"
    settings = import_module(f"_sysconfigdata_{sys.abiflags}_{sys.platform}_{own}").build_time_vars
    changed = {
        name: value.replace(own, other) if isinstance(value, str) else value
        for name, value in settings.items()
    }
    compiler = f"{other}-gcc"
    changed |= {
        "CC": compiler,
        "LDSHARED": f"{compiler} -shared",
        "LDCXXSHARED": f"{other}-g++ -shared",
    }
    changed |= {"INCLUDEPY": settings["INCLUDEPY"], "LIBDIR": settings["LIBDIR"]}
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{SETTINGS}.py").write_text(f"build_time_vars = {changed!r}\n")
    include = Path("/usr/include")
    # Debian's Python.h looks for a folder of the processor's name. evdev reads in linux/ here which
    # keys there are, and the cross compiler's own linux/ may be an older one.
    for link, headers in ((other, include / own), ("linux", include / "linux")):
        if headers.is_dir() and not (folder / link).exists():
            (folder / link).symlink_to(headers)
    return {
        "_PYTHON_HOST_PLATFORM": f"linux-{machine}",
        "_PYTHON_SYSCONFIGDATA_NAME": SETTINGS,
        "PYTHONPATH": str(folder),
        "CC": compiler,
        "LDSHARED": f"{compiler} -shared",
        "CFLAGS": f"-I{folder}",
    }


if __name__ == "__main__":
    for name, value in write_settings(sys.argv[1], Path(sys.argv[2]).resolve()).items():
        print(f"{name}={shlex.quote(value)}")
