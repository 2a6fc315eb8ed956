"""Reading files that people name, with a bound on their size and on the time that a pipe may
take.
"""

import os
import select
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
    except (FileNotFoundError, NotADirectoryError) as wrong:
        raise NotThere(f"{wrong.strerror}.") from None
    except PermissionError as wrong:
        raise Unreadable(f"{wrong.strerror}. Run it as who may read that.") from None
    except OSError as wrong:
        raise Unreadable(f"{wrong.strerror}.") from None
    try:
        return _read(end, most_bytes)
    except OSError as wrong:
        raise Unreadable(f"{wrong.strerror}.") from None
    finally:
        os.close(end)


def text_of(content: bytes) -> str:
    """Without the mark that editors on Windows begin a file with. Raises Unreadable."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as wrong:
        raise Unreadable(
            f"This is not text: byte {wrong.start} is not UTF-8. {SAVED_ANEW}"
        ) from None


def _read(end: int, most_bytes: int) -> bytes:
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
