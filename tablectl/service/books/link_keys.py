"""The keys of the links with nodes: a file of 64 hex digits for each node, by its id, that nobody
but the table's user may read.

`[links] keys` names their folder. A key is made by `tablectl pair` and given to its node once, by
hand or over its cable. One that goes over a cable is pending until the node has proven that it has
it, and is given again where that was cut short.
"""

import os
import secrets
import stat
from pathlib import Path

from firmware_io.encoding import KEY_BYTES
from tablectl.service.books.files import (
    NotThere,
    Unreadable,
    only_writer,
    read_file,
    replace_file,
    write_synced,
)

MOST_BYTES = 1_024  # of a key's file


class BadKey(ValueError):
    """The message is a sentence that names the file, and holds nothing of the key."""


def key_path(folder: Path, node: int) -> Path:
    return folder / f"node-{node}.key"


def read_key(path: Path) -> bytes:
    """The 32 bytes that the file says in hex. Raises NotThere, BadKey."""
    try:
        text = read_file(path, MOST_BYTES)
        mode = path.stat().st_mode
    except NotThere:
        raise
    except (Unreadable, OSError) as error:
        raise BadKey(f"{path} cannot be read: {error}") from None
    if mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise BadKey(f"{path} may be read by others, so it is no secret: pair that node again.")
    try:
        key = bytes.fromhex(text.decode("ascii").strip())
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise BadKey(
            f"{path} holds no key of a link: that is {2 * KEY_BYTES} hex digits, and no more."
        )
    return key


def pending_path(folder: Path, node: int) -> Path:
    return folder / f"node-{node}.key.pending"


def pending_key(folder: Path, node: int) -> bytes:
    """The key to give to a node over its cable, on the disk: one that it may have by now, or a
    new one. Raises OSError.
    """
    path = pending_path(folder, node)
    try:
        return read_key(path)
    except (NotThere, BadKey):
        key = new_key()
        _write_key_file(folder, path, key)
        return key


def adopt_pending(folder: Path, node: int) -> Path:
    """The node has the key that was begun: from now on it is its key. Raises OSError."""
    path = key_path(folder, node)
    with only_writer(path) as directory:
        pending_path(folder, node).replace(path)
        os.fsync(directory)
    return path


def new_key() -> bytes:
    return secrets.token_bytes(KEY_BYTES)


def key_text(key: bytes) -> bytes:
    return key.hex().encode() + b"\n"


def write_key(folder: Path, node: int, key: bytes) -> Path:
    """Writes it whole or not at all, in place of one that is there, and of one that was begun.
    Raises OSError.
    """
    path = key_path(folder, node)
    _write_key_file(folder, path, key)
    pending_path(folder, node).unlink(missing_ok=True)
    return path


def _write_key_file(folder: Path, path: Path, key: bytes) -> None:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with only_writer(path) as directory:
        replace_file(path, key_text(key), directory, has_backup=False)


def write_private(path: Path, data: bytes) -> None:
    """A new file that nobody else may read, on the disk. Raises FileExistsError, OSError."""
    write_synced(path, data, os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW)
