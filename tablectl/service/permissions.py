"""Files of the table that others may read or write: said at a start. Play goes on, for the floor may know why it is so.

Where a file proves something, it is refused instead where it is read: nodes' keys (keyfile.py), operators (operatorfile.py).
"""

import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tablectl.service.config.loading import Config

OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO
OTHERS_WRITE: Final = stat.S_IWGRP | stat.S_IWOTH


def open_to_others(config: Config) -> Iterator[str]:
    """What should not be so, in sentences, each with the command that mends it."""
    for path in filter(None, (config.journal.path, config.journal.mirror)):
        if (mode := _mode_of(path) & OTHERS) and not Path(path).is_dir():
            yield (f"Others may {_may(mode)} {path}, in which face-down cards stand: chmod 600 {path}.")
    for path in filter(None, (config.shoe.deck_book, config.table.deck_file, config.table.chip_book)):
        if _mode_of(path) & OTHERS_WRITE:
            yield f"Others may write {path}, and so say what a card or a chip is: chmod go-w {path}."
    if config.links.keys and _mode_of(config.links.keys) & OTHERS_WRITE:
        yield f"Others may put keys of nodes into {config.links.keys}: chmod go-w {config.links.keys}."
    for folder in sorted({str(Path(path).parent) for path in (config.control.socket, config.views) if path}):
        mode = _mode_of(folder)
        if mode & stat.S_IWOTH and not mode & stat.S_ISVTX:
            yield f"Others may put another socket in the place of the table's in {folder}: chmod o-w {folder}."


def _mode_of(path: str) -> int:
    try:
        return Path(path).stat().st_mode
    except OSError:
        return 0                            # what is wrong with it is said where it is opened


def _may(mode: int) -> str:
    return "read and write" if mode & OTHERS_WRITE else "read"
