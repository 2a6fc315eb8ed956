"""Makes a backup. A running table goes on meanwhile: the journal is copied by SQLite, as of one
moment, and the mirror before it, for a journal is never behind its mirror.
"""

import glob
import grp
import hashlib
import os
import pwd
import shutil
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from fnmatch import fnmatch
from pathlib import Path

import msgspec
from msgspec.structs import replace

from tablectl.journal.chain import NOTHING_YET
from tablectl.journal.files import sync_path
from tablectl.journal.record import BadJournal, Head
from tablectl.journal.store import Journal
from tablectl.journal.verify import verify
from tablectl.service.backup.contents import (
    CONTENTS,
    FORMAT,
    JOURNALS,
    PART_BYTES,
    BadBackup,
    Contents,
    Kind,
    StoredFile,
    sum_of,
)
from tablectl.service.config.loading import load_config
from tablectl.service.config.values import Config
from tablectl.service.journals.last_run import runs_path


def make_backup(
    config: Path, to: Path, program: str, on_progress: Callable[[int, int], None]
) -> Contents:
    """Writes the backup, whole or not at all. Raises BadBackup, BadConfig, BadJournal and
    JournalFailed.
    """
    table = load_config(config)
    if os.path.lexists(to):
        raise BadBackup(f"There is a file {to} already: name another.")
    if not to.absolute().parent.is_dir():
        raise BadBackup(f"There is no folder {to.absolute().parent} for the backup.")
    try:
        with tempfile.TemporaryDirectory(
            prefix=".tablectl-backup-", dir=to.absolute().parent
        ) as name:
            new = Path(name) / "backup"
            contents = _write_zip(config, table, new, program, on_progress)
            sync_path(new)
            _give_new_name(new, to)
            sync_path(to.absolute().parent)
    except FileExistsError:
        raise BadBackup(f"There is a file {to} already: name another.") from None
    except OSError as error:
        raise BadBackup(
            f"The backup {to} could not be made: {error.filename or to}: {error.strerror}."
        ) from None
    return contents


def _give_new_name(new: Path, to: Path) -> None:
    """Never over a file that came meanwhile, but on a stick whose file system has no links. Raises
    OSError.
    """
    try:
        os.link(new, to)
    except FileExistsError:
        raise
    except OSError:
        new.rename(to)


def _write_zip(
    config: Path, table: Config, new: Path, program: str, on_progress: Callable[[int, int], None]
) -> Contents:
    copies: list[tuple[StoredFile, Path]] = []
    for number, (kind, place) in enumerate(named_files(config, table)):
        copy = new.with_name(str(number))
        head = NOTHING_YET
        if kind in JOURNALS:
            head = _copy_journal(place, copy, on_progress)
        else:
            _copy_file(place, copy)
        about, digest = place.stat(), _digest_file(copy)
        stored = StoredFile(
            kind=kind,
            place=str(place),
            entry=f"{number:03}-{place.name}",
            bytes=copy.stat().st_size,
            sha256=digest,
            mode=about.st_mode & 0o777,
            owner=_name_of(pwd.getpwuid, about.st_uid),
            group=_name_of(grp.getgrgid, about.st_gid),
            n=head.n,
            hash=head.hash.hex(),
        )
        copies.append((stored, copy))
    contents = Contents(FORMAT, program, int(time.time()), tuple(stored for stored, _ in copies))
    contents = replace(contents, sum=sum_of(contents))
    end = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(end, "wb") as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as whole:
        # an entry of this kind has no date of its own: a clock of 1970 does not fit in a zip
        with whole.open(zipfile.ZipInfo(CONTENTS), "w") as entry:
            entry.write(msgspec.json.format(msgspec.json.encode(contents), indent=1))
        for stored, copy in copies:
            named = zipfile.ZipInfo(stored.entry)
            named.compress_type = zipfile.ZIP_DEFLATED
            with copy.open("rb") as source, whole.open(named, "w", force_zip64=True) as entry:
                shutil.copyfileobj(source, entry, PART_BYTES)
    return contents


def named_files(config: Path, table: Config) -> Iterator[tuple[Kind, Path]]:
    """Each file that is there, once, by its real name; the mirror before the journal. Raises
    OSError where it cannot be seen whether one is there.
    """
    seen = set[str]()
    for kind, name in _names(config, table):
        real = os.path.realpath(name)
        if name and real not in seen:
            with suppress(FileNotFoundError):
                os.stat(real)
                seen.add(real)
                yield kind, Path(real)


def _names(config: Path, table: Config) -> Iterator[tuple[Kind, str]]:
    yield "configuration", str(config)
    for kind, name in (("mirror", table.journal.mirror), ("journal", table.journal.path)):
        if name:
            real = Path(os.path.realpath(name))
            for archived in sorted(real.parent.glob(f"{glob.escape(real.stem)}-to-*{real.suffix}")):
                yield "archived journal", str(archived)
            yield ("mirror" if kind == "mirror" else "journal"), str(real)
    yield "runs", str(runs_path(Path(os.path.realpath(table.journal.path))))
    yield "shots", table.table.deck_file
    yield "chip book", table.table.chip_book
    yield "deck book", table.shoe.deck_book
    yield "operators", table.control.operators
    yield "book of phones", table.phones.book
    folder = table.links.keys
    for name in sorted(os.listdir(folder)) if folder and os.path.lexists(folder) else ():
        if fnmatch(name, "node-*.key*"):
            yield "key of a node", os.path.join(folder, name)
    for page in (table.web, table.web.floor if table.web is not None else None):
        if page is not None:
            yield "certificate", page.tls_cert
            yield "certificate's key", page.tls_key
    for screen in table.screens:
        for font in screen.fonts:
            yield "font", font


def _copy_journal(place: Path, copy: Path, on_progress: Callable[[int, int], None]) -> Head:
    """As of one moment, with every row checked. Raises BadJournal, JournalFailed."""
    with Journal.open(place, read_only=True) as journal:
        journal.copy_to(copy)
    report = verify(copy, on_progress)
    if report.faults:
        first = report.faults[0]
        raise BadJournal(
            f"{place} is not as it was written, and no backup is made of it: "
            f"{f'row {first.n:,}: ' if first.n else ''}{first.what} "
            f"tablectl journal verify {place} says more."
        )
    return report.head


def _copy_file(place: Path, copy: Path) -> None:
    with (
        place.open("rb") as source,
        open(os.open(copy, os.O_WRONLY | os.O_CREAT, 0o600), "wb") as to,
    ):
        shutil.copyfileobj(source, to, PART_BYTES)


def _digest_file(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _name_of(find: Callable[[int], tuple[object, ...]], number: int) -> str:
    try:
        return str(find(number)[0])
    except KeyError:  # a number without a name
        return ""
