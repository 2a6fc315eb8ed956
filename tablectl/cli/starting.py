"""The entry point: `run` and `screen` start at once, every other command through door.py.

Importing typer and rich takes as long as starting the table, which after a power cut should be back soon. So the forms that
systemd uses, such as `run --config FILE`, are recognised here without them. All other forms, and help, are door.py's, which calls
the same two functions.
"""

import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final, NoReturn

from tablectl.games.game import BadSetting
from tablectl.intake.decks import BadDeck
from tablectl.journal.record import BadJournal
from tablectl.rules.shotcards import BadShots
from tablectl.service.config import BadConfig, load
from tablectl.service.deckfile import BadBook

WRONG_USE: Final = 2
WRONG_TABLE: Final = (BadConfig, BadSetting, BadJournal, BadShots, BadBook, BadDeck)     # raised with a sentence


def main() -> None:
    """The `tablectl` command. Wrong input of any kind ends as one sentence and exit 2."""
    begin = begins_at_once(sys.argv[1:]) or through_the_door
    try:
        sys.exit(begin())
    except WRONG_TABLE as wrong:
        print(wrong, file=sys.stderr)
        sys.exit(WRONG_USE)
    except KeyboardInterrupt:               # before the service handles signals
        sys.exit(WRONG_USE)
    except BrokenPipeError:
        sys.exit(0)


def through_the_door() -> int:
    from tablectl.cli.door import app

    app(prog_name="tablectl")
    return 0


def begins_at_once(words: Sequence[str]) -> Callable[[], int] | None:
    """The function that these words start without typer; None: door.py has to read them."""
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
    """Runs the table until a signal stops it, and returns the exit status. Raises WRONG_TABLE."""
    from tablectl.service.run import serve

    return serve(load(config))


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
