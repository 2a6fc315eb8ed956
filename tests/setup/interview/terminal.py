"""`tablectl setup` at a terminal of its own."""

import os
import sys
from pathlib import Path

import pexpect

PATIENCE_S = 60


def begin_setup(place: Path, *words: str) -> pexpect.spawn:
    """In that folder."""
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
    )
