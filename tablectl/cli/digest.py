"""The command `digest`: of what files the program is made, for a tool of somebody else's."""

import sys

from typer import Exit

from tablectl.cli.output import err
from tablectl.service.process import FAILED


def digest() -> None:
    """Prints the SHA-256 of every file of the program, as sha256sum --check reads it. That of the
    list itself is the one that the table reports: tablectl rule status --json, `program`.
    """
    from tablectl.service.journals.program import PACKAGES, list_program

    try:
        text = list_program()
    except OSError as error:
        err.print(f"{error.filename}: {error.strerror}.")
        raise Exit(FAILED) from None
    sys.stdout.write(text)
    err.print(f"The files lie in {PACKAGES[0].parent}.")
