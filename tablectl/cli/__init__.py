"""cli: the door, every command of `tablectl`. Exit 0 good, 1 the check failed, 2 wrong use.

Commands are thin: each reads its arguments, calls one room, and speaks to a person or to a program. Start with starting.py, where
the process begins, and door.py, where they hang; speaking.py is how all of them speak. May import everything. Absent on purpose:
poker.
"""

from tablectl.cli.starting import main

__all__ = ["main"]
