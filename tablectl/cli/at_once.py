"""The two commands that systemd runs. They import neither typer nor rich: those take as long as starting the table."""

import os
import sys
from pathlib import Path
from typing import NoReturn

from tablectl.service.config.loading import BadConfig, load
from tablectl.service.exits import FAULT
from tablectl.service.wrong import WRONG_TABLE


def run(config: Path, *, is_test: bool = False) -> int:
    """Runs the table, or its test, until a signal stops it, and returns the exit status. Raises WRONG_TABLE."""
    from tablectl.service.opening import log
    from tablectl.service.run import Fault, serve

    try:
        return serve(load(config), is_test=is_test)
    except (*WRONG_TABLE, BrokenPipeError):
        raise
    except Exception as wrong:          # a bug of ours: a traceback would quote what it was raised with, which may be a card
        log(str(Fault(wrong)))
        return FAULT


def screen(config: Path, driver: str | None = None) -> NoReturn:
    """Replaces this process by the configured screen. `driver`: SDL's, instead of the configured one. Raises BadConfig."""
    whole = load(config)
    wanted = whole.screen
    if not wanted.socket:
        raise BadConfig(f"{config}: [screen] names no socket, so there is no screen.")
    command = [sys.executable, "-m", "tablectl.screen", "--socket", wanted.socket, "--language", whole.table.language]
    command += ["--fullscreen"] if wanted.fullscreen else ["--size", wanted.size]
    shown_by = wanted.driver if driver is None else driver
    command += ["--driver", shown_by] if shown_by else []
    os.execv(sys.executable, command)
