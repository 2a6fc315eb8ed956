"""The commands `backup` and `restore`: all files of a table in one file, and back."""

import stat
import time
from pathlib import Path
from typing import Annotated

import typer
from typer import Argument, Exit, Option

from tablectl.cli.deck import ConfigFile
from tablectl.cli.output import Bar, as_usage_error, out, usage_error
from tablectl.cli.ruling import is_terminal
from tablectl.service.process import FAILED

BackupFile = Annotated[Path, Argument(metavar="FILE", help="The backup.")]


def backup(
    file: Annotated[Path, Argument(metavar="FILE", help="The backup; it must not be there yet.")],
    config: ConfigFile,
) -> None:
    """Writes all that a table is into one file, while it plays: configuration, journal, mirror,
    decks, operators, phones, keys. Nobody but you may read it.
    """
    from tablectl import __version__
    from tablectl.service.backup.contents import SECRETS, BadBackup
    from tablectl.service.backup.making import make_backup

    with as_usage_error(BadBackup), Bar("rows") as bar:
        contents = make_backup(config, file, __version__, bar)
    for stored in contents.files:
        rows = f", {stored.n:,} rows" if stored.n else ""
        out.print(f"{stored.kind}: {stored.place}, {stored.bytes:,} bytes{rows}")
    secrets = list(dict.fromkeys(f"the {one.kind}" for one in contents.of_kind(*SECRETS)))
    files = f"{len(contents.files)} files" if len(contents.files) > 1 else "1 file"
    note = f" It holds secrets: {', '.join(secrets)}. Keep it as you keep those." * bool(secrets)
    is_closed = not file.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO)
    readers = (
        "nobody else may read it"
        if is_closed
        else "whoever has the disk may read it, which keeps no rights"
    )
    out.print(f"{file} holds {files}, and {readers}.{note}")


def restore(
    file: BackupFile,
    yes: Annotated[bool, Option("--yes", "-y", help="Do it without asking.")] = False,
) -> None:
    """Puts the files of a backup back where they lay, all of them or none; first it says what
    they replace. The table must not run.
    """
    from tablectl.service.backup.contents import BadBackup
    from tablectl.service.backup.restoring import Backup

    with as_usage_error(BadBackup), Backup.open(file) as found:
        found.check()
        made = time.strftime("%Y-%m-%d %H:%M", time.localtime(found.contents.made_s))
        out.print(f"{file} is of {made}, by version {found.contents.program}.")
        with found.lock_places():
            there = {stored.place for stored in found.list_replaced()}
            for stored in found.contents.files:
                verb = "replaces" if stored.place in there else "makes"
                out.print(f"{verb} {stored.place}: {stored.kind}")
            if found.is_another_story():
                out.print(
                    "Another journal lies there: an operator will have to clear a lock before the "
                    "table plays."
                )
            if there and not yes:
                if not is_terminal():
                    usage_error("Nothing is changed. --yes replaces what is there.")
                if not typer.confirm("Replace what is there?", default=False):
                    out.print("Nothing is changed.")
                    raise Exit(FAILED)
            for aside in found.restore():
                out.print(f"What lay there is kept as {aside}.")
    out.print("The table is as it was then.")
    if there:
        out.print("Other files that were replaced lie beside the new ones, named .before.")
