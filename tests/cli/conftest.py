"""The commands are put together once a run, not once a call of `main`: typer takes 25 ms for it."""

from functools import cache

import typer

typer.main.get_command = cache(typer.main.get_command)
