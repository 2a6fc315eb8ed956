"""Files that people name are read with a bound on their size, and on the time that a pipe may
take; a book is written under a lock, and replaced whole.
"""

import fcntl
import os
import select
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

SILENT_AT_MOST_MS = 5_000  # a pipe that nobody writes to is given up
READ_BYTES = 1 << 16
SAVED_ANEW = "Save it anew as text in UTF-8."


class Unreadable(ValueError):
    """The message is a sentence, without the file's name."""


class NotThere(Unreadable):
    """There is no file of this name."""


def read_file(path: Path, most_bytes: int) -> bytes:
    """All that the file, or the pipe, at `path` holds. Raises Unreadable, and NotThere where
    there is none.
    """
    try:
        # opening a pipe that has no writer would block
        end = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except ValueError:  # a NUL in the name
        raise Unreadable("This is no name of a file.") from None
    except (FileNotFoundError, NotADirectoryError) as error:
        raise NotThere(f"{error.strerror}.") from None
    except PermissionError as error:
        raise Unreadable(f"{error.strerror}. Run it as who may read that.") from None
    except OSError as error:
        raise Unreadable(f"{error.strerror}.") from None
    try:
        return _read_bounded(end, most_bytes)
    except IsADirectoryError as error:
        raise Unreadable(f"{error.strerror}. Name the file in it.") from None
    except OSError as error:
        raise Unreadable(f"{error.strerror}.") from None
    finally:
        os.close(end)


def decode_text(content: bytes) -> str:
    """Without the mark that editors on Windows begin a file with. Raises Unreadable."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unreadable(
            f"This is not text: byte {error.start} is not UTF-8. {SAVED_ANEW}"
        ) from None


def _read_bounded(end: int, most_bytes: int) -> bytes:
    poll = select.poll()
    poll.register(end, select.POLLIN)
    content = bytearray()
    while True:
        if not poll.poll(SILENT_AT_MOST_MS):
            raise Unreadable(f"Nothing came out of it for {SILENT_AT_MOST_MS // 1000} s.")
        try:
            part = os.read(end, READ_BYTES)
        except BlockingIOError:
            continue
        content += part
        if len(content) > most_bytes:
            raise Unreadable(f"This is larger than {most_bytes:,} bytes.")
        if not part:
            return bytes(content)


BEFORE = ".before"


@contextmanager
def only_writer(path: Path) -> Iterator[int]:
    """The folder of `path`, locked: two commands at once change one after the other. Raises
    OSError.
    """
    directory = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(directory, fcntl.LOCK_EX)
        yield directory
    finally:
        os.close(directory)


def replace_file(path: Path, text: bytes, directory: int, *, has_backup: bool = True) -> None:
    """A new file beside the old one takes its name when it is complete; the old one keeps another,
    if it is. Raises OSError.

    Written by root, it gets the owner of its folder: the table has to read it.
    """
    new, before = path.with_name(f".{path.name}.new"), backup_path(path)
    with suppress(FileNotFoundError):
        new.unlink()
    try:
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(text)
            file.flush()
            if os.geteuid() == 0:
                folder = os.fstat(directory)
                os.fchown(file.fileno(), folder.st_uid, folder.st_gid)
            os.fsync(file.fileno())
        if has_backup and path.exists():
            before.unlink(missing_ok=True)
            os.link(path, before)
        new.replace(path)
    except OSError:  # a full disk: what was begun would take room on it
        with suppress(OSError):
            new.unlink()
        raise
    os.fsync(directory)


def write_synced(path: Path, data: bytes, how: int) -> None:
    """`how`: the flags of open(2) besides. Raises OSError."""
    with open(os.open(path, os.O_WRONLY | how, 0o600), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def unchanged_note(path: Path) -> str:
    """What to say of a book that was not written; empty: there is none."""
    return " It is as it was." if os.path.exists(path) else ""


def backup_note(path: Path) -> str:
    """Where it lies as it was before the last change, a sentence about a damaged one; empty:
    nowhere.
    """
    before = backup_path(path)
    return (
        f" As it was before the last change it lies in {before}." if os.path.exists(before) else ""
    )


def backup_path(path: Path) -> Path:
    return path.with_name(path.name + BEFORE)
