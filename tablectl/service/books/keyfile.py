"""The keys of the links with nodes: a file of 64 hex digits for each node, by its id, that nobody but the table's user may read.

`[links] keys` names their folder. A key is made by `tablectl pair`, is given to its node once, by hand, and goes over no link.
"""

import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path

from firmware_io.encoding import KEY_BYTES
from tablectl.service.books.reading import NotThere, Unreadable, read_file
from tablectl.service.books.rewriting import only_writer

MOST_BYTES = 1_024                      # of a key's file


class BadKey(ValueError):
    """The message is a sentence that names the file, and holds nothing of the key."""


def path_of(folder: Path, node: int) -> Path:
    return folder / f"node-{node}.key"


def key_in(path: Path) -> bytes:
    """The 32 bytes that the file says in hex. Raises NotThere, BadKey."""
    try:
        text = read_file(path, MOST_BYTES)
        mode = path.stat().st_mode
    except NotThere:
        raise
    except (Unreadable, OSError) as wrong:
        raise BadKey(f"{path} cannot be read: {wrong}") from None
    if mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise BadKey(f"{path} may be read by others, so it is no secret: pair that node again.")
    try:
        key = bytes.fromhex(text.decode("ascii").strip())
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise BadKey(f"{path} holds no key of a link: that is {2 * KEY_BYTES} hex digits, and no more.")
    return key


def new_key() -> bytes:
    return secrets.token_bytes(KEY_BYTES)


def as_text(key: bytes) -> bytes:
    return key.hex().encode() + b"\n"


def keep(folder: Path, node: int, key: bytes) -> Path:
    """Writes it whole or not at all, in place of one that is there. Raises OSError."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = path_of(folder, node)
    new = path.with_name(f".{path.name}.new")
    with only_writer(path) as directory:
        with suppress(FileNotFoundError):
            new.unlink()
        try:
            write_private(new, as_text(key))
            new.replace(path)
        except OSError:
            with suppress(OSError):
                new.unlink()
            raise
        os.fsync(directory)
    return path


def write_private(path: Path, data: bytes) -> None:
    """A new file that nobody else may read, on the disk. Raises FileExistsError, OSError."""
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
