"""Loads the file of shots for a game that has them; tablectl/rules/shotcards.py reads its text."""

from pathlib import Path

from tablectl import games
from tablectl.games.game import Game
from tablectl.rules.shotcards import BadShots, ShotCard, read_shots
from tablectl.service.books.reading import Unreadable, read_file

MOST_BYTES = 1 << 20  # 54 cards with a line each take 4 KiB
# used if the configuration names no file
SAMPLE = Path(games.__file__).with_name("sample_shots.toml")


def load(path: Path = SAMPLE) -> dict[str, ShotCard]:
    """The shots and points by card. Raises BadShots with a sentence that names the file."""
    try:
        return read_shots(read_file(path, MOST_BYTES).decode(), str(path))
    except Unreadable as wrong:
        raise BadShots(f"{path}: {wrong}") from None
    except UnicodeDecodeError:
        raise BadShots(f"{path}: this is no text in UTF-8.") from None


def of_game(game: Game, deck_file: str) -> dict[str, ShotCard] | None:
    """The shots from the configured file, else the sample's; None for a game without shots."""
    return load(Path(deck_file) if deck_file else SAMPLE) if game.has_shots else None
