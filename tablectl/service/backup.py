"""A backup of a table: all files that its configuration names, in one file with their digests; and
the way back.

The file is a zip, with a table of contents as its first entry. The digests find damage: they do not
say who made the file. A running table goes on while its backup is made: the journal is copied by
SQLite, as of one moment, and the mirror before it, for a journal is never behind its mirror.
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
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from fnmatch import fnmatch
from pathlib import Path
from typing import Literal

import msgspec
from msgspec.structs import replace

from tablectl.engine.events import HoldKind
from tablectl.journal.chain import NOTHING_YET
from tablectl.journal.copying import BESIDE, aside_path, check_copy
from tablectl.journal.locks import Lock
from tablectl.journal.place import why_no_journal
from tablectl.journal.record import BadJournal, Head
from tablectl.journal.store import Journal
from tablectl.journal.verify import verify
from tablectl.service.books.books import digest_json
from tablectl.service.books.exchange import (
    Move,
    exchange_files,
    finish_exchange,
    new_path,
    plan_path,
)
from tablectl.service.books.files import backup_path
from tablectl.service.config.loading import load_config
from tablectl.service.config.values import Config
from tablectl.service.journals.last_run import runs_after_restore, runs_path
from tablectl.structs import Strict

FORMAT = 1  # raised when older programs could not restore what is in it
CONTENTS = "contents.json"
MOST_BYTES_OF_CONTENTS = 1 << 20
PART_BYTES = 1 << 20

Kind = Literal[
    "configuration",
    "journal",
    "mirror",
    "archived journal",
    "runs",
    "deck book",
    "chip book",
    "shots",
    "operators",
    "book of phones",
    "key of a node",
    "certificate",
    "certificate's key",
    "font",
]
JOURNALS: tuple[Kind, ...] = ("journal", "mirror")
# what nobody else may have: keys, digests of PINs, face-down cards, which tag is which card
SECRETS: tuple[Kind, ...] = (
    "journal",
    "deck book",
    "operators",
    "book of phones",
    "key of a node",
    "certificate's key",
)


class BadBackup(ValueError):
    """The message is a sentence."""


class Kept(Strict):
    """A file in the backup. `place`: where it lay. `n`, `hash`: a journal's last row."""

    kind: Kind
    place: str
    entry: str
    bytes: int
    sha256: str
    mode: int
    owner: str
    group: str
    n: int = 0
    hash: str = ""

    @property
    def real_place(self) -> Path:
        """Where it is to lie: a link there stays one."""
        return Path(os.path.realpath(self.place))


class Contents(Strict):
    format: int
    program: str  # the version that made it
    made_s: int
    files: tuple[Kept, ...]
    sum: str = ""

    def of_kind(self, *kinds: Kind) -> list[Kept]:
        return [kept for kept in self.files if kept.kind in kinds]


class _Format(msgspec.Struct):
    format: int
    program: str = "another version"


# Making one


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
            _sync(new)
            _give_new_name(new, to)
            _sync(to.absolute().parent)
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
    copies: list[tuple[Kept, Path]] = []
    for number, (kind, place) in enumerate(named_files(config, table)):
        copy = new.with_name(str(number))
        head = NOTHING_YET
        if kind in JOURNALS:
            head = _copy_journal(place, copy, on_progress)
        else:
            _copy_file(place, copy)
        about, digest = place.stat(), _digest_file(copy)
        kept = Kept(
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
        copies.append((kept, copy))
    contents = Contents(FORMAT, program, int(time.time()), tuple(kept for kept, _ in copies))
    contents = replace(contents, sum=_sum_of(contents))
    end = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(end, "wb") as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as whole:
        # an entry of this kind has no date of its own: a clock of 1970 does not fit in a zip
        with whole.open(zipfile.ZipInfo(CONTENTS), "w") as entry:
            entry.write(msgspec.json.format(msgspec.json.encode(contents), indent=1))
        for kept, copy in copies:
            named = zipfile.ZipInfo(kept.entry)
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


def _sum_of(contents: Contents) -> str:
    return digest_json(replace(contents, sum=""))


def _sync(path: Path) -> None:
    end = os.open(path, os.O_RDONLY)
    try:
        os.fsync(end)
    finally:
        os.close(end)


# The way back


class Backup:
    """An open backup, read and not changed."""

    def __init__(self, path: Path, whole: zipfile.ZipFile) -> None:
        """Raises BadBackup."""
        self.path, self._whole = path, whole
        self.contents = self._read_contents()

    @classmethod
    @contextmanager
    def open(cls, path: Path) -> "Iterator[Backup]":
        """Raises BadBackup."""
        if os.path.lexists(path) and not path.is_file():  # a pipe would be waited for
            raise BadBackup(f"{path} is no backup of a table: it is no file.")
        try:
            with zipfile.ZipFile(path) as whole:
                yield cls(path, whole)
        except zipfile.BadZipFile:
            raise BadBackup(f"{path} is no backup of a table, or damaged.") from None
        except OSError as error:
            raise BadBackup(f"{error.filename or path}: {error.strerror or error}.") from None

    def _read_contents(self) -> Contents:
        if CONTENTS not in self._whole.namelist():
            raise BadBackup(f"{self.path} is no backup of a table: it has no {CONTENTS}.")
        text = b"".join(self._parts(CONTENTS, MOST_BYTES_OF_CONTENTS))
        try:
            made = msgspec.json.decode(text, type=_Format)
            if made.format > FORMAT:
                raise BadBackup(
                    f"{self.path} is of a newer program, {made.program}: this one does not know "
                    f"its format {made.format}. Nothing is restored."
                )
            contents = msgspec.json.decode(text, type=Contents)
            is_sound = contents.sum == _sum_of(contents)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            is_sound = False
        if (
            not is_sound
            or len(contents.of_kind("configuration")) != 1
            or {CONTENTS, *(kept.entry for kept in contents.files)} != {*self._whole.namelist()}
        ):
            raise BadBackup(
                f"{self.path} is damaged: what it should hold is not as it was written."
            )
        return contents

    def check(self) -> None:
        """Every file against its digest. Raises BadBackup."""
        for kept in self.contents.files:
            for _ in self._checked_parts(kept):
                pass

    def _checked_parts(self, kept: Kept) -> Iterator[bytes]:
        digest, size = hashlib.sha256(), 0
        for part in self._parts(kept.entry, kept.bytes):
            digest.update(part)
            size += len(part)
            yield part
        if (digest.hexdigest(), size) != (kept.sha256, kept.bytes):
            raise BadBackup(f"{self.path} is damaged: {kept.place} in it is not as it was written.")

    def _parts(self, entry: str, most: int) -> Iterator[bytes]:
        size = 0
        try:
            with self._whole.open(entry) as source:
                while part := source.read(PART_BYTES):
                    size += len(part)
                    if size > most:
                        raise BadBackup(
                            f"{self.path} is damaged: {entry} is larger than it should be."
                        )
                    yield part
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError):
            raise BadBackup(f"{self.path} is damaged: {entry} cannot be read.") from None

    # Its files, in their places

    def list_replaced(self) -> list[Kept]:
        """Where something lies already."""
        return [kept for kept in self.contents.files if os.path.lexists(kept.real_place)]

    @contextmanager
    def lock_places(self) -> Iterator[None]:
        """No table runs there meanwhile. Raises BadBackup, BusyJournal, BadJournal and
        JournalFailed.
        """
        with ExitStack() as locks:
            for kept in self.contents.files:
                _require_folder(kept)
            for kept in self.contents.of_kind(*JOURNALS):
                lock = Lock(kept.real_place)
                locks.callback(lock.close)
                end = os.open(f"{kept.real_place}-lock", os.O_RDONLY)
                _give_owner(end, kept, 0o600)  # else root's own would keep the table out
                os.close(end)
            yield

    def restore(self) -> list[Path]:
        """Puts all files into their places, or none, under `lock_places`; returns where journals
        lie that were there. Raises BadBackup, JournalFailed.
        """
        (configuration,) = self.contents.of_kind("configuration")
        made = list[Path]()
        try:
            finish_exchange(configuration.real_place)  # whose new files would lie in our way
            moves = [
                self._make_new(kept, made) for kept in self.contents.files if kept.kind != "runs"
            ]
            moves += [self._make_runs(kept, made) for kept in self.contents.of_kind("journal")]
            asides = [Path(move.aside) for move in moves if _is_kept_aside(move)]
            exchange_files(configuration.real_place, moves)
        except OSError as error:
            raise BadBackup(
                f"{error.filename or self.path} could not be written: {error.strerror}."
            ) from None
        finally:
            if not os.path.lexists(plan_path(configuration.real_place)):
                for new in made:
                    new.unlink(missing_ok=True)
        return asides

    def is_another_story(self) -> bool:
        """Whether a journal lies there that does not end with the row of the backup's."""
        for kept in self.contents.of_kind("journal"):
            if os.path.lexists(kept.real_place):
                try:
                    with Journal.open(kept.real_place, read_only=True) as journal:
                        return (journal.head.n, journal.head.hash.hex()) != (kept.n, kept.hash)
                except BadJournal:
                    return True
        return False

    def _make_new(self, kept: Kept, made: list[Path]) -> Move:
        _make_folder_of_keys(kept)
        place = kept.real_place
        new = new_path(place)
        made.append(new)
        _write_new(new, self._checked_parts(kept), kept)
        if kept.kind not in JOURNALS:
            return Move(str(new), str(place), str(backup_path(place)))
        check_copy(new, Head(kept.n, bytes.fromhex(kept.hash), 0))
        if (why := why_no_journal(new)) is not None:
            raise BadBackup(f"{why.replace(str(new), str(place))} Nothing is restored.")
        return Move(str(new), str(place), str(aside_path(place)), BESIDE)

    def _make_runs(self, journal: Kept, made: list[Path]) -> Move:
        """The journal's next run is locked where another story lay there."""
        stored = b"".join(
            part for kept in self.contents.of_kind("runs") for part in self._checked_parts(kept)
        )
        place = runs_path(journal.real_place)
        new = new_path(place)
        made.append(new)
        lock: HoldKind | None = "rolled_back" if self.is_another_story() else None
        _write_new(new, [runs_after_restore(stored, lock)], journal)
        return Move(str(new), str(place), str(backup_path(place)))


def _is_kept_aside(move: Move) -> bool:
    return len(move.ends) > 1 and any(os.path.lexists(f"{move.place}{end}") for end in move.ends)


def _write_new(new: Path, parts: Iterable[bytes], kept: Kept) -> None:
    new.unlink(missing_ok=True)
    end = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(end, "wb") as file:
        for part in parts:
            file.write(part)
        file.flush()
        _give_owner(end, kept, kept.mode)
        os.fsync(end)


def _give_owner(end: int, kept: Kept, mode: int) -> None:
    """Whose it was, where root restores it and this machine knows them; else its folder's."""
    if os.geteuid() == 0:
        folder = kept.real_place.parent.stat()
        try:
            user, group = pwd.getpwnam(kept.owner).pw_uid, grp.getgrnam(kept.group).gr_gid
        except KeyError:
            user, group = folder.st_uid, folder.st_gid
        os.fchown(end, user, group)
    os.fchmod(end, mode & 0o777)


def _require_folder(kept: Kept) -> None:
    """Raises BadBackup. That of keys is made, where the one that it is in is there."""
    folder = kept.real_place.parent
    wanted = folder.parent if kept.kind == "key of a node" and not folder.exists() else folder
    if not wanted.is_dir():
        raise BadBackup(f"There is no folder {wanted} for {kept.place}: mkdir -p {wanted}")


def _make_folder_of_keys(kept: Kept) -> None:
    """As tablectl pair makes it."""
    folder = kept.real_place.parent
    if kept.kind == "key of a node" and not folder.exists():
        folder.mkdir(0o700)
        end = os.open(folder, os.O_RDONLY)
        _give_owner(end, replace(kept, place=str(folder)), 0o700)
        os.close(end)
