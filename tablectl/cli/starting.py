"""Where the process begins: `run` and `screen` start at once, every other command goes through the door.

Typer, rich and pydantic take as long to load as the table itself, and a table that comes back after a pulled plug has no use for
them. So the words that a machine types, `run --config FILE`, are recognised here, without them. All other words, and help, are
door.py's, where the same two functions hang.
"""

import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final, NoReturn

from tablectl.games.game import BadSetting
from tablectl.journal.record import BadJournal
from tablectl.rules.shotcards import BadShots
from tablectl.service.config import BadConfig, load

WRONG_USE: Final = 2
WRONG_TABLE: Final = (BadConfig, BadSetting, BadJournal, BadShots)      # what `run` and `screen` refuse, with a sentence


def main() -> None:
    """The `tablectl` command. Wrong input of any kind ends as one sentence and exit 2."""
    begin = begins_at_once(sys.argv[1:]) or through_the_door
    try:
        sys.exit(begin())
    except WRONG_TABLE as wrong:
        print(wrong, file=sys.stderr)
        sys.exit(WRONG_USE)
    except KeyboardInterrupt:               # before the table listens to it
        sys.exit(WRONG_USE)
    except BrokenPipeError:
        sys.exit(0)


def through_the_door() -> int:
    from tablectl.cli.door import app

    app(prog_name="tablectl")
    return 0


def begins_at_once(words: Sequence[str]) -> Callable[[], int] | None:
    """What these words start without more ado; None: they are for the door, be they right or wrong."""
    match words:
        case ["run", "--config", file] if is_plain(file):
            return partial(run, Path(file))
        case ["screen", "--config", file] if is_plain(file):
            return partial(screen, Path(file))
        case ["screen", "--config", file, "--driver", driver] if is_plain(file) and is_plain(driver):
            return partial(screen, Path(file), driver)
    return None


def is_plain(word: str) -> bool:
    return word[:1] not in ("", "-")


def run(config: Path) -> int:
    """Runs the table of that configuration until it is told to stop; the exit status. Raises WRONG_TABLE."""
    from tablectl.service.run import serve

    return serve(load(config))


def screen(config: Path, driver: str | None = None) -> NoReturn:
    """Becomes the screen's process, as the configuration says; `driver`: SDL's, instead of its. Raises BadConfig."""
    wanted = load(config).screen
    if not wanted.socket:
        raise BadConfig(f"{config}: [screen] names no socket, so there is no screen.")
    command = [sys.executable, "-m", "tablectl.screen", "--socket", wanted.socket]
    command += ["--fullscreen"] if wanted.fullscreen else ["--size", wanted.size]
    shown_by = wanted.driver if driver is None else driver
    command += ["--driver", shown_by] if shown_by else []
    os.execv(sys.executable, command)
