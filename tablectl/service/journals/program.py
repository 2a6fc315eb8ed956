"""What the program is made of: its digest, and whether it is as Debian's packages brought it.

Each package has a list of its own program's files with their digests, in a folder that root alone
may write (deploy/debian/fill.py). Where the program on the disk has these files and no others,
nobody has altered it who is not root, and another digest than before is an upgrade.
"""

import os
import re
from collections.abc import Iterator
from hashlib import blake2b, sha256
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


def digest_program(packages: tuple[Path, ...] = PACKAGES) -> str:
    """Of every file that the program is made of, with its name. Raises OSError."""
    whole = blake2b(digest_size=32)
    for name, path in program_files(packages):
        text = path.read_bytes()
        whole.update(f"{name}\0{len(text)}\0".encode())
        whole.update(text)
    return whole.hexdigest()


def is_as_packaged(
    lists: Path = LISTS, packages: tuple[Path, ...] = PACKAGES, owner: int = ROOT
) -> bool:
    """Whether the program is what the lists name, all of it and nothing else."""
    try:
        return _read_lists(lists, owner) == {
            name: sha256(path.read_bytes()).hexdigest() for name, path in program_files(packages)
        }
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
    lines = [LINE.fullmatch(line) for path in paths for line in path.read_text().splitlines()]
    return {line[2]: line[1] for line in lines if line is not None}


def _may_be_altered(path: Path, owner: int) -> bool:
    about = path.lstat()
    return about.st_uid != owner or bool(about.st_mode & OTHERS_MAY_WRITE)
