"""cli: the door, every command of `tablectl`. Exit 0 good, 1 the check failed, 2 wrong use.

Commands are thin: each reads its arguments, calls one room, and speaks to a person or to a program.
Start with starting.py, where the process begins, and door.py, where they hang; speaking.py is how
all of them speak. May import everything. Absent on purpose: poker.
"""

import sys

WRONG_USE = 2  # as in service/process.py, which is perhaps not found
INTERRUPTED = 130  # as a shell says that Ctrl-C has ended a program


def main() -> None:
    """The `tablectl` command. Ctrl-C ends it without a word, also while its modules are still
    being imported.
    """
    try:
        from tablectl.cli.starting import main as begun

        begun()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except ModuleNotFoundError as wrong:
        if str(wrong.name).startswith(("tablectl", "firmware_io")):
            raise
        print(
            f"This Python has no {wrong.name}. Type, in the clone: make demo; . .venv/bin/activate",
            file=sys.stderr,
        )
        sys.exit(WRONG_USE)
