"""Reads a backup, and puts its files back where they lay: all of them or none."""

import grp
import hashlib
import os
import pwd
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import msgspec
from msgspec.structs import replace

from tablectl.engine.events import HoldKind
from tablectl.journal.copying import BESIDE, aside_path, check_copy
from tablectl.journal.locks import Lock
from tablectl.journal.place import why_no_journal
from tablectl.journal.record import BadJournal, Head
from tablectl.journal.store import Journal
from tablectl.service.backup.contents import (
    CONTENTS,
    FORMAT,
    JOURNALS,
    PART_BYTES,
    BadBackup,
    Contents,
    StoredFile,
    sum_of,
)
from tablectl.service.books.exchange import (
    Move,
    exchange_files,
    finish_exchange,
    new_path,
    plan_path,
)
from tablectl.service.books.files import backup_path
from tablectl.service.journals.last_run import runs_after_restore, runs_path

MOST_BYTES_OF_CONTENTS = 1 << 20


class _Format(msgspec.Struct):
    format: int
    program: str = "another version"


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
            is_sound = contents.sum == sum_of(contents)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            is_sound = False
        if (
            not is_sound
            or len(contents.of_kind("configuration")) != 1
            or {CONTENTS, *(stored.entry for stored in contents.files)} != {*self._whole.namelist()}
        ):
            raise BadBackup(
                f"{self.path} is damaged: what it should hold is not as it was written."
            )
        return contents

    def check(self) -> None:
        """Every file against its digest. Raises BadBackup."""
        for stored in self.contents.files:
            for _ in self._checked_parts(stored):
                pass

    def _checked_parts(self, stored: StoredFile) -> Iterator[bytes]:
        digest, size = hashlib.sha256(), 0
        for part in self._parts(stored.entry, stored.bytes):
            digest.update(part)
            size += len(part)
            yield part
        if (digest.hexdigest(), size) != (stored.sha256, stored.bytes):
            raise BadBackup(
                f"{self.path} is damaged: {stored.place} in it is not as it was written."
            )

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
        # the last two: an entry is packed in a way, or encrypted, as none of a backup is
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError):
            raise BadBackup(f"{self.path} is damaged: {entry} cannot be read.") from None

    # Its files, in their places

    def list_replaced(self) -> list[StoredFile]:
        """Where something lies already."""
        return [stored for stored in self.contents.files if os.path.lexists(stored.real_place)]

    @contextmanager
    def lock_places(self) -> Iterator[None]:
        """No table runs there meanwhile. Raises BadBackup, BusyJournal, BadJournal and
        JournalFailed.
        """
        with ExitStack() as locks:
            for stored in self.contents.files:
                _require_folder(stored)
            for stored in self.contents.of_kind(*JOURNALS):
                lock = Lock(stored.real_place)
                locks.callback(lock.close)
                end = os.open(f"{stored.real_place}-lock", os.O_RDONLY)
                _give_owner(end, stored, 0o600)  # else root's own would keep the table out
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
                self._make_new(stored, made)
                for stored in self.contents.files
                if stored.kind != "runs"
            ]
            moves += [self._make_runs(stored, made) for stored in self.contents.of_kind("journal")]
            asides = [Path(move.aside) for move in moves if _is_put_aside(move)]
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
        for stored in self.contents.of_kind("journal"):
            if os.path.lexists(stored.real_place):
                try:
                    with Journal.open(stored.real_place, read_only=True) as journal:
                        return (journal.head.n, journal.head.hash.hex()) != (stored.n, stored.hash)
                except BadJournal:
                    return True
        return False

    def _make_new(self, stored: StoredFile, made: list[Path]) -> Move:
        _make_folder_of_keys(stored)
        place = stored.real_place
        new = new_path(place)
        made.append(new)
        _write_new(new, self._checked_parts(stored), stored)
        if stored.kind not in JOURNALS:
            return Move(str(new), str(place), str(backup_path(place)))
        check_copy(new, Head(stored.n, bytes.fromhex(stored.hash), 0))
        if (why := why_no_journal(new)) is not None:
            raise BadBackup(f"{why.replace(str(new), str(place))} Nothing is restored.")
        return Move(str(new), str(place), str(aside_path(place)), BESIDE)

    def _make_runs(self, journal: StoredFile, made: list[Path]) -> Move:
        """The journal's next run is locked where another story lay there."""
        runs = b"".join(
            part for stored in self.contents.of_kind("runs") for part in self._checked_parts(stored)
        )
        place = runs_path(journal.real_place)
        new = new_path(place)
        made.append(new)
        lock: HoldKind | None = "rolled_back" if self.is_another_story() else None
        _write_new(new, [runs_after_restore(runs, lock)], journal)
        return Move(str(new), str(place), str(backup_path(place)))


def _is_put_aside(move: Move) -> bool:
    return len(move.ends) > 1 and any(os.path.lexists(f"{move.place}{end}") for end in move.ends)


def _write_new(new: Path, parts: Iterable[bytes], stored: StoredFile) -> None:
    new.unlink(missing_ok=True)
    end = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(end, "wb") as file:
        for part in parts:
            file.write(part)
        file.flush()
        _give_owner(end, stored, stored.mode)
        os.fsync(end)


def _give_owner(end: int, stored: StoredFile, mode: int) -> None:
    """Whose it was, where root restores it and this machine knows them; else its folder's."""
    if os.geteuid() == 0:
        folder = stored.real_place.parent.stat()
        try:
            user, group = pwd.getpwnam(stored.owner).pw_uid, grp.getgrnam(stored.group).gr_gid
        except KeyError:
            user, group = folder.st_uid, folder.st_gid
        os.fchown(end, user, group)
    os.fchmod(end, mode & 0o777)


def _require_folder(stored: StoredFile) -> None:
    """Raises BadBackup. That of keys is made, where the one that it is in is there."""
    folder = stored.real_place.parent
    wanted = folder.parent if stored.kind == "key of a node" and not folder.exists() else folder
    if not wanted.is_dir():
        raise BadBackup(f"There is no folder {wanted} for {stored.place}: mkdir -p {wanted}")


def _make_folder_of_keys(stored: StoredFile) -> None:
    """As tablectl pair makes it."""
    folder = stored.real_place.parent
    if stored.kind == "key of a node" and not folder.exists():
        folder.mkdir(0o700)
        end = os.open(folder, os.O_RDONLY)
        _give_owner(end, replace(stored, place=str(folder)), 0o700)
        os.close(end)
