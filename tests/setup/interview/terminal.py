"""`tablectl setup` at a terminal of its own."""

import os
import signal
import sys
from pathlib import Path

import pexpect

PATIENCE_S = 60


def begin_setup(place: Path, *words: str) -> pexpect.spawn:
    """In that folder. Ctrl-C ends it, also where the tests run in the background."""
    return pexpect.spawn(
        sys.executable,
        ["-m", "tablectl", "setup", *words],
        cwd=str(place),
        env={
            **os.environ,
            "LANG": "C.UTF-8",
            "LC_ALL": "C.UTF-8",
            "TERM": "dumb",
            "COLUMNS": "400",
        },
        encoding="utf-8",
        timeout=PATIENCE_S,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
