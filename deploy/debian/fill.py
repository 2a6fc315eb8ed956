"""Fills the folders of Debian's packages with the program: `python fill.py WHEELS MAIN PAGES`.

MAIN gets an environment in /opt/tablectl/.venv with all that the wheels hold, compiled, but for the
pages and what only they need: that is for PAGES. Each gets the list of its own program's files with
their digests, by which a table knows an upgrade from a program that somebody has altered
(tablectl/service/journals/program.py). The Python that runs this needs pip; the packages do not.

`--depends` prints on which Python the packages depend.
"""

import compileall
import py_compile
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from hashlib import sha256
from importlib.metadata import Distribution, distributions
from pathlib import Path

OPT = Path("opt/tablectl")
ENVIRONMENT = OPT / ".venv"
LISTS = OPT / "files"
PYTHON = "/usr/bin/python3"
VERSION = sys.version_info[:2]
PACKAGES = ("tablectl", "firmware_io")
ENDINGS = (".py", ".so", ".toml")  # as tablectl/service/journals/last_run.py has them
PAGES = "tablectl/web"
SERVED_BY = (
    "starlette",
    "uvicorn",
)  # of tablectl's own requirements those that the pages alone have


def fill(wheels: Path, main: Path, pages: Path) -> None:
    environment = main / ENVIRONMENT
    make_environment(environment)
    site = site_packages(environment)
    pip = [sys.executable, "-m", "pip", f"--python={environment / 'bin/python3'}", "install"]
    asked = ["--quiet", "--no-index", "--no-deps", "--no-compile"]
    subprocess.run([*pip, *asked, *sorted(wheels.glob("*.whl"))], check=True)
    clean_commands(environment / "bin")
    shutil.rmtree(environment / "share")  # manual pages, which dh_installman puts where man looks
    forget_this_machine(site)
    move(files_of_pages(site), site, site_packages(pages / ENVIRONMENT))
    for root, name in ((main, "tablectl"), (pages, "tablectl-web")):
        compile_sources(root)
        list_files(site_packages(root / ENVIRONMENT), root / LISTS / f"{name}.sha256")


def make_environment(environment: Path) -> None:
    """As python3 -m venv would make it where it will lie: the words of this machine are in no
    file.
    """
    (environment / "bin").mkdir(parents=True)
    site_packages(environment).mkdir(parents=True)
    for name in ("python3", "python"):
        (environment / "bin" / name).symlink_to(PYTHON)
    (environment / "pyvenv.cfg").write_text(
        f"home = {Path(PYTHON).parent}\ninclude-system-site-packages = false\n"
        f"version = {'.'.join(map(str, VERSION))}\n"
    )


def site_packages(environment: Path) -> Path:
    return environment / "lib" / f"python{VERSION[0]}.{VERSION[1]}" / "site-packages"


def clean_commands(folder: Path) -> None:
    """Of the commands that wheels bring `tablectl` stays, by the Python of where it will lie."""
    for path in folder.iterdir():
        if path.name == "tablectl":
            text = path.read_text()
            path.write_text(re.sub(r"\A#!.*", f"#!/{ENVIRONMENT}/bin/python3", text))
        elif not path.is_symlink():
            path.unlink()


def forget_this_machine(site: Path) -> None:
    """Where each wheel lay here, and what its commands were before `clean_commands`: two packages
    of one commit are the same.
    """
    for path in site.glob("*.dist-info/direct_url.json"):
        path.unlink()
    for record in site.glob("*.dist-info/RECORD"):
        lines = record.read_text().splitlines(keepends=True)
        kept = [line for line in lines if "/direct_url.json," not in line and line[:3] != "../"]
        record.write_text("".join(kept))


def files_of_pages(site: Path) -> list[Path]:
    there = {_plain(one.metadata["Name"]): one for one in distributions(path=[str(site)])}
    own = {_plain(name) for name in _required(there["tablectl"])}
    others = closure(there, own - {*SERVED_BY})
    found = [site / PAGES]
    for name in sorted(closure(there, SERVED_BY) - others):
        tops = {Path(str(file)).parts[0] for file in there[name].files or ()}
        found += [site / top for top in tops if top != ".."]  # a command, which is gone already
    return sorted(path for path in found if path.exists())


def closure(there: dict[str, Distribution], names: Iterable[str]) -> set[str]:
    """These and all that they need, of what is there."""
    found: set[str] = set()
    waiting = [name for name in names if name in there]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += [one for one in _required(there[name]) if one in there]
    return found


def _required(one: Distribution) -> Iterator[str]:
    """What it needs without any extra; a condition on the system is met by what was installed."""
    for line in one.requires or ():
        if "extra ==" not in line.partition(";")[2]:
            yield _plain(re.split(r"[^\w.-]", line, maxsplit=1)[0])


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def move(paths: Iterable[Path], here: Path, there: Path) -> None:
    for path in paths:
        to = there / path.relative_to(here)
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(path, to)


def compile_sources(root: Path) -> None:
    """Nobody may write there later. By the source's hash: a package does not keep its time."""
    compileall.compile_dir(
        root / OPT,
        quiet=1,
        stripdir=str(root),
        prependdir="/",
        invalidation_mode=py_compile.PycInvalidationMode.CHECKED_HASH,
    )


def list_files(site: Path, to: Path) -> None:
    to.parent.mkdir(parents=True)
    to.write_text(
        "".join(
            f"{sha256(path.read_bytes()).hexdigest()}  {path.relative_to(site)}\n"
            for package in PACKAGES
            for path in sorted((site / package).rglob("*"))
            if path.suffix in ENDINGS
        )
    )


if __name__ == "__main__":
    if sys.argv[1:] == ["--depends"]:
        print(f"python3 (>= {VERSION[0]}.{VERSION[1]}), python3 (<< {VERSION[0]}.{VERSION[1] + 1})")
    else:
        fill(*map(Path, sys.argv[1:]))
