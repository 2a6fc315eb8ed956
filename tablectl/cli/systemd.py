"""The two commands that systemd runs, and the log that its journal reads. Neither typer nor rich is
imported here: those take as long as starting the table.
"""

import logging
import os
import sys
from pathlib import Path
from typing import NoReturn

from msgspec import json
from msgspec.structs import replace

from tablectl.games.settings import BadSetting
from tablectl.rules.fitting import find_misfits
from tablectl.service.config.checks import screen_misfits
from tablectl.service.config.loading import BadConfig, load_config, locate_problem
from tablectl.service.config.values import Config, ScreenConfig
from tablectl.service.journals.open_table import TABLE_ERRORS
from tablectl.service.process import FAULT

logger = logging.getLogger(__name__)

# Keys of a screen, to its process.
PASSED_ON = ("driver", "display", "theme", "view", "text", "layout", "rotate", "first_seat")


def run(config: Path, *, is_test: bool = False) -> int:
    """Runs the table, or its test, until a signal stops it, and returns the exit status. Raises
    WRONG_TABLE.
    """
    from tablectl.service.run import Fault, serve_table

    log_to_stderr()
    try:
        return serve_table(load_config(config), is_test=is_test)
    except BadSetting as error:
        raise locate_problem(error.problems[0], config) from None
    except (*TABLE_ERRORS, BrokenPipeError):
        raise
    # a bug of ours: a traceback would quote what it was raised with, which may be a card
    except Exception as error:
        logger.critical(str(Fault(error)))
        return FAULT


def screen(config: Path, which: str | int = 1, **instead: str | int | None) -> NoReturn:
    """Replaces this process by the configured screen: the one of this name or number. Raises
    BadConfig.

    `instead`: values of its keys that stand instead of the configured ones; None: as configured.
    """
    whole = load_config(config)
    if not whole.views:
        raise BadConfig(
            f"{config}: [screen] names no socket, so there is no screen: write socket = "
            '"/run/tablectl/screen/screen.sock" there.'
        )
    changed = {key: value for key, value in instead.items() if value is not None}
    wanted = replace(find_screen(whole, which, config), **changed)
    found = find_misfits(json.decode(json.encode(wanted)), ScreenConfig, ("screen",))
    for misfit in (*found, *screen_misfits(replace(whole, screen=wanted))):
        raise BadConfig(f"{config}: {misfit.sentence}")
    is_first = find_screen(whole, which, config) is whole.screens[0]
    # two screens would sound one after the other
    words = screen_words(wanted, whole) + (sound_words(whole) if is_first else [])
    os.execv(sys.executable, [sys.executable, "-m", "tablectl.screen", *words])


def find_screen(whole: Config, which: str | int, file: Path) -> ScreenConfig:
    """The screen of this name or number. Raises BadConfig."""
    if isinstance(which, int) and 1 <= which <= len(whole.screens):
        return whole.screens[which - 1]
    named = {screen.name: screen for screen in whole.screens if screen.name}
    if isinstance(which, str) and which in named:
        return named[which]
    there = ", ".join(
        f"{number} {screen.name}".strip() for number, screen in enumerate(whole.screens, 1)
    )
    raise BadConfig(f"{file}: There is no screen {which}; there is {there}.")


def sound_words(whole: Config) -> list[str]:
    volumes = whole.sound.volumes
    words = ["--sound", ",".join(f"{volume:g}" for volume in volumes)] if any(volumes) else []
    return words + (["--speech", whole.sound.speech] if volumes[-1] else [])


def screen_words(screen: ScreenConfig, whole: Config) -> list[str]:
    """What the screen's process is started with; what is as it is without the key is left out."""
    usual = ScreenConfig()
    words = ["--socket", whole.views, "--language", whole.table.language]
    words += (
        ["--fullscreen"]
        if screen.fullscreen
        else ["--size", screen.size]
        if screen.size != usual.size
        else []
    )
    for key in PASSED_ON:
        value = getattr(screen, key)
        words += [f"--{key.replace('_', '-')}", str(value)] if value != getattr(usual, key) else []
    words += ["--codes", whole.phones.codes] if screen.pairing else []
    words += ["--reduced-motion"] if screen.reduced_motion else []
    return words + [word for font in screen.fonts for word in ("--font", font)]


# sd-daemon(3)
SYSLOG = {logging.INFO: 6, logging.WARNING: 4, logging.ERROR: 3, logging.CRITICAL: 2}


class JournalFormatter(logging.Formatter):
    """A line with its level, which the journal takes off: `journalctl -p warning` shows what is
    worse than news.
    """

    def format(self, record: logging.LogRecord) -> str:
        return f"<{SYSLOG[record.levelno]}>{super().format(record)}"


def log_to_stderr() -> None:
    """What the rooms below log is written from now on. A line that cannot be written is lost: no
    hand ends by that.
    """
    logging.raiseExceptions = False
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JournalFormatter() if is_read_by_the_journal() else logging.Formatter())
    ours = logging.getLogger("tablectl")
    ours.handlers = [handler]
    ours.setLevel(logging.INFO)


def is_read_by_the_journal() -> bool:
    """Whether stderr is the stream that systemd names in the environment, and not what something
    else has put there.
    """
    try:
        stream = os.fstat(sys.stderr.fileno())
    except (OSError, ValueError):  # closed, or a test's
        return False
    return os.environ.get("JOURNAL_STREAM") == f"{stream.st_dev}:{stream.st_ino}"
