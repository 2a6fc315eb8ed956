"""The entry point: `run` and `screen` start at once, every other command through app.py.

Importing typer and rich takes as long as starting the table, which after a power cut should be back
soon. So the forms that systemd uses, such as `run --config FILE`, are recognised here without them.
All other forms, and help, are app.py's; both call the functions of systemd.py.
"""

import errno
import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from tablectl.cli.systemd import run, screen
from tablectl.journal.locks import OF_THE_DISK
from tablectl.service.journals.open_table import TABLE_ERRORS
from tablectl.service.process import FAILED, WRONG_USE

OF_THE_PLACE = (
    errno.EACCES,
    errno.EPERM,
    errno.EEXIST,
    errno.ENOENT,
    errno.ENOTDIR,
    errno.EISDIR,
    errno.ENAMETOOLONG,
)
MENDED = {errno.ENOSPC: ", or make room there", errno.EACCES: ", or run it as who may use this one"}


def main() -> None:
    """The `tablectl` command. Wrong input of any kind ends as one sentence and exit 2."""
    open_streams()
    begin = fast_command(sys.argv[1:]) or run_app
    try:
        try:
            code = begin()
        finally:
            # here, where a full disk can be reported, not when the interpreter ends
            sys.stdout.flush()
        sys.exit(code)
    except TABLE_ERRORS as error:
        print(error, file=sys.stderr)
        sys.exit(WRONG_USE)
    except BrokenPipeError:
        drop_output()
        sys.exit(0)
    except SystemExit as ended:
        # typer and rich make a fault of a reader that has left
        if isinstance(ended.__context__, BrokenPipeError):
            drop_output()
            sys.exit(0)
        raise
    except OSError as error:
        where = error.filename2 or error.filename
        if error.errno not in OF_THE_DISK and (where is None or error.errno not in OF_THE_PLACE):
            raise
        if where is None:
            drop_output()
        mended = f"Name another file or folder{MENDED.get(error.errno, '')}."
        print(f"{where or 'Its output'}: {error.strerror}. {mended}", file=sys.stderr)
        sys.exit(FAILED if error.errno in OF_THE_DISK else WRONG_USE)


def open_streams() -> None:
    """A stream that was closed before the start goes nowhere. Else the next file that is opened
    would take its number.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode))


def drop_output() -> None:
    """Sends the rest of stdout nowhere: what is left in its buffer would fail again when the
    interpreter ends.
    """
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def run_app() -> int:
    from tablectl.cli.app import app

    app(prog_name="tablectl")
    return 0


def fast_command(words: Sequence[str]) -> Callable[[], int] | None:
    """The function that these words start without typer; None: app.py has to read them."""
    match words:
        case ["run", "--config", file] if is_plain(file):
            return partial(run, Path(file))
        case ["screen", "--config", file] if is_plain(file):
            return partial(screen, Path(file))
        case ["screen", "--config", file, "--number", number] if (
            is_plain(file) and number.isascii() and number.isdigit()
        ):
            return partial(screen, Path(file), int(number))
    return None


def is_plain(word: str) -> bool:
    return word[:1] not in ("", "-")
