"""What the program is made of: its digest, and whether it is as Debian's packages brought it.

Each package has a list of its own program's files with their digests, in a folder that root alone
may write (deploy/debian/fill.py). Where the program on the disk has these files and no others,
nobody has altered it who is not root, and another digest than before is an upgrade.
"""

import os
import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import firmware_io
import tablectl

ENDINGS = (".py", ".so", ".toml")  # sources, the evaluator in C, what a game is made of
PACKAGES = tuple(
    Path(package.__file__).parent for package in (tablectl, firmware_io) if package.__file__
)
LISTS = Path("/opt/tablectl/files")
LINE = re.compile(r"([0-9a-f]{64})  (\S+)")  # as sha256sum writes it
ROOT = 0  # the user
OTHERS_MAY_WRITE = 0o022


def list_program(packages: tuple[Path, ...] = PACKAGES) -> str:
    """Of every file that the program is made of its digest and its name, a line each, as sha256sum
    reads it in the folder of the packages. Raises OSError.
    """
    return "".join(
        f"{sha256(path.read_bytes()).hexdigest()}  {name}\n"
        for name, path in program_files(packages)
    )


def digest_program(packages: tuple[Path, ...] = PACKAGES) -> str:
    """That of the list: what sha256sum makes of it. Raises OSError."""
    return sha256(list_program(packages).encode()).hexdigest()


def is_as_packaged(
    lists: Path = LISTS, packages: tuple[Path, ...] = PACKAGES, owner: int = ROOT
) -> bool:
    """Whether the program is what the lists name, all of it and nothing else."""
    try:
        return _read_lists(lists, owner) == _digests_in(list_program(packages))
    except (OSError, UnicodeDecodeError):
        return False


def program_files(packages: tuple[Path, ...]) -> Iterator[tuple[str, Path]]:
    """In an order that is the same on every disk. What Python has compiled by itself is made of
    the rest.
    """
    for package in packages:
        for name, path in _files_below(str(package), package.name):
            yield name, Path(path)


def _files_below(folder: str, name: str) -> Iterator[tuple[str, str]]:
    with os.scandir(folder) as found:
        entries = sorted(found, key=lambda entry: entry.name)
    for entry in entries:
        if entry.is_dir() and entry.name != "__pycache__":
            yield from _files_below(entry.path, f"{name}/{entry.name}")
        elif entry.name.endswith(ENDINGS):
            yield f"{name}/{entry.name}", entry.path


def _read_lists(folder: Path, owner: int) -> dict[str, str]:
    """The digest of each file by its name; none where anybody but the owner may have written it.
    Raises OSError.
    """
    paths = sorted(folder.iterdir())
    if not paths or any(_may_be_altered(path, owner) for path in (folder, *paths)):
        return {}
    return _digests_in("".join(path.read_text() for path in paths))


def _digests_in(text: str) -> dict[str, str]:
    lines = map(LINE.fullmatch, text.splitlines())
    return {line[2]: line[1] for line in lines if line is not None}


def _may_be_altered(path: Path, owner: int) -> bool:
    about = path.lstat()
    return about.st_uid != owner or bool(about.st_mode & OTHERS_MAY_WRITE)
