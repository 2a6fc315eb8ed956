"""cli: every command of `tablectl`. Exit 0 good, 1 the check failed, 2 a usage error.

Commands are thin: each reads its arguments, calls one room, and prints for a person or a program.
Start with entry.py, where the process begins, and app.py, where they hang; params.py reads their
words, output.py prints. A new command gets its module here and a row in app.py. May import
everything. Absent on purpose: poker.
"""

import sys

WRONG_USE = 2  # as in service/process.py, which is perhaps not found
INTERRUPTED = 130  # as a shell says that Ctrl-C has ended a program


def main() -> None:
    """The `tablectl` command. Ctrl-C ends it without a word, also while its modules are still
    being imported.
    """
    try:
        from tablectl.cli.entry import main as begun

        begun()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except ModuleNotFoundError as error:
        if str(error.name).startswith(("tablectl", "firmware_io")):
            raise
        print(
            f"This Python has no {error.name}. Type, in the clone: make demo; . .venv/bin/activate",
            file=sys.stderr,
        )
        sys.exit(WRONG_USE)
