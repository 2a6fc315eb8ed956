"""The two commands that systemd runs. They import neither typer nor rich: those take as long as
starting the table.
"""

import logging
import os
import sys
from pathlib import Path
from typing import NoReturn

from msgspec import json
from msgspec.structs import replace

from tablectl.cli.log import log_to_stderr
from tablectl.games.settings import BadSetting
from tablectl.rules.fitting import find_misfits
from tablectl.service.config.loading import BadConfig, Config, ScreenConfig, load, located
from tablectl.service.config.screens import wrong_with_screens
from tablectl.service.open_table import WRONG_TABLE
from tablectl.service.process import FAULT

logger = logging.getLogger(__name__)

# Keys of a screen, to its process.
PASSED_ON = ("driver", "display", "theme", "view", "text", "layout", "rotate", "first_seat")


def run(config: Path, *, is_test: bool = False) -> int:
    """Runs the table, or its test, until a signal stops it, and returns the exit status. Raises
    WRONG_TABLE.
    """
    from tablectl.service.run import Fault, serve

    log_to_stderr()
    try:
        return serve(load(config), is_test=is_test)
    except BadSetting as wrong:
        raise located(wrong.problems[0], config) from None
    except (*WRONG_TABLE, BrokenPipeError):
        raise
    # a bug of ours: a traceback would quote what it was raised with, which may be a card
    except Exception as wrong:
        logger.critical(str(Fault(wrong)))
        return FAULT


def screen(config: Path, which: str | int = 1, **instead: str | int | None) -> NoReturn:
    """Replaces this process by the configured screen: the one of this name or number. Raises
    BadConfig.

    `instead`: values of its keys that stand instead of the configured ones; None: as configured.
    """
    whole = load(config)
    if not whole.views:
        raise BadConfig(f"{config}: [screen] names no socket, so there is no screen.")
    changed = {key: value for key, value in instead.items() if value is not None}
    wanted = replace(screen_of(whole, which, config), **changed)
    found = find_misfits(json.decode(json.encode(wanted)), ScreenConfig, ("screen",))
    for wrong in (*found, *wrong_with_screens(replace(whole, screen=wanted))):
        raise BadConfig(f"{config}: {wrong.sentence}")
    is_first = screen_of(whole, which, config) is whole.screens[0]
    # two screens would sound one after the other
    words = words_of(wanted, whole) + (sound_of(whole) if is_first else [])
    os.execv(sys.executable, [sys.executable, "-m", "tablectl.screen", *words])


def screen_of(whole: Config, which: str | int, file: Path) -> ScreenConfig:
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


def sound_of(whole: Config) -> list[str]:
    volumes = whole.sound.volumes
    words = ["--sound", ",".join(f"{volume:g}" for volume in volumes)] if any(volumes) else []
    return words + (["--speech", whole.sound.speech] if volumes[-1] else [])


def words_of(screen: ScreenConfig, whole: Config) -> list[str]:
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
    words += ["--reduced-motion"] if screen.reduced_motion else []
    return words + [word for font in screen.fonts for word in ("--font", font)]
