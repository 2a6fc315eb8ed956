"""Several files replaced at once: all of them or none, at whatever moment it is cut off.

The new files lie ready beside their places, on the disk, before the plan of all moves gets its
name. From then on they are the table's files: whoever reads the configuration next carries out
what is left of the plan.
"""

import errno
import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from tablectl.journal.files import sync_path
from tablectl.service.books.files import only_writer, write_synced
from tablectl.structs import Strict

END_OF_NEW = ".restored"


class Move(Strict):
    """`new` takes the name `place`, and what lies there the name `aside`. `ends`: of the files
    that go aside with it, the one without an end last.
    """

    new: str
    place: str
    aside: str
    ends: tuple[str, ...] = ("",)


class Plan(Strict):
    moves: tuple[Move, ...]


def new_path(place: Path) -> Path:
    """Where the new file lies ready."""
    return place.with_name(f".{place.name}{END_OF_NEW}")


def plan_path(config: Path) -> Path:
    return config.parent / f".{config.name}.restore"


def exchange_files(config: Path, moves: Sequence[Move]) -> None:
    """All new files of the moves take their places. Raises OSError: before the plan has its name
    nothing is moved, after it `finish_exchange` goes on.
    """
    for folder in {Path(move.new).parent for move in moves}:
        sync_path(folder)
    plan = plan_path(config)
    ready = plan.with_name(plan.name + END_OF_NEW)
    write_synced(ready, msgspec.json.encode(Plan(tuple(moves))), os.O_CREAT | os.O_TRUNC)
    ready.chmod(0o644)  # it names files, and holds nothing of them
    ready.rename(plan)
    sync_path(plan.parent)
    finish_exchange(config)


def finish_exchange(config: Path) -> None:
    """Carries out what is left of an exchange that was cut off, if one was. Raises OSError."""
    plan = plan_path(config)
    if not os.path.lexists(plan):
        return
    # another process may finish it meanwhile
    with suppress(FileNotFoundError), only_writer(plan):
        moves = _read_plan(plan)
        for move in moves:
            _carry_out(move)
        for folder in {Path(move.place).parent for move in moves}:
            sync_path(folder)
        plan.unlink()
        sync_path(plan.parent)


def _read_plan(plan: Path) -> tuple[Move, ...]:
    """Raises OSError; of a plan that another user wrote nothing is done either."""
    if plan.lstat().st_uid not in (0, os.geteuid()):
        raise PermissionError(errno.EPERM, "another user has written it", str(plan))
    try:
        return msgspec.json.decode(plan.read_bytes(), type=Plan).moves
    except msgspec.MsgspecError:
        raise OSError(errno.EINVAL, "it is no plan of a restore", str(plan)) from None


def _carry_out(move: Move) -> None:
    """Done again after any part of it, it does the rest."""
    if not os.path.lexists(move.new):
        return
    for end in move.ends:
        with suppress(FileNotFoundError):
            os.rename(f"{move.place}{end}", f"{move.aside}{end}")
    os.rename(move.new, move.place)
