"""The disk, simulated: SQLite's own calls are logged by simdisk.c, and played to a platter that may
lose what was not synced.

What is not modelled: a card's own erase blocks, and a disk that lies about its syncs.
"""

import os
import shlex
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from enum import IntEnum
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from cffi import FFI

HERE = Path(__file__).parent
WARNINGS = ("-Wall", "-Wextra", "-Werror", "-Wconversion", "-Wshadow", "-Wpedantic")
SECTOR = 512  # bytes: what a disk writes whole or not at all
# how much of what was not synced is on the disk after a cut
SHARES = (0.0, 0.3, 0.7, 0.97, 1.0)

ffi = FFI()


class Call(IntEnum):
    """As in simdisk.h."""

    OPEN, READ, WRITE, CUT, SYNC, SIZE, LOCK, SHM_MAP, SHM_LOCK, DELETE, MARK = range(11)


OTHER, DATABASE, WAL, MIRROR, MIRROR_WAL = range(5)
EVEN, INTERRUPTED, SHORT = range(3)  # system calls that write
SUFFIXES = {DATABASE: "", WAL: "-wal"}
# the files of the second disk, as those of one of its own
OF_MIRROR = {MIRROR: DATABASE, MIRROR_WAL: WAL}
Image = dict[int, bytes]  # by file, DATABASE or WAL: what is on a disk


class Entry(NamedTuple):
    call: Call
    file: int
    has_failed: bool
    at: int
    data: bytes


# The disk that SQLite sees


class Disk:
    """The default VFS of this process, while it is `begun`."""

    def __init__(self, library):
        self._library = library

    @contextmanager
    def begun(self) -> Iterator[None]:
        worked(self._library.disk_begin())
        try:
            yield
        finally:
            self.writes_are_odd(0, EVEN)
            self._library.disk_retry_syncs(False)
            worked(self._library.disk_end())

    def log_anew(self):
        self._library.disk_log_anew()

    def mark(self, value: int):
        self._library.disk_mark(value)

    def log(self) -> list[Entry]:
        size = ffi.new("size_t *")
        start = self._library.disk_log(size)
        data, at, header = (
            bytes(ffi.buffer(start, size[0])) if size[0] else b"",
            0,
            ffi.sizeof("struct disk_entry"),
        )
        entries = []
        while at < len(data):
            entry = ffi.from_buffer("struct disk_entry *", data[at : at + header])
            at += header
            entries.append(
                Entry(
                    Call(entry.call),
                    entry.file,
                    bool(entry.failed),
                    entry.at,
                    data[at : at + entry.bytes],
                )
            )
            at += entry.bytes
        return entries

    def fail(self, call: Call, number: int, code: int, *, is_for_ever: bool = False):
        self._library.disk_fail(call, number, code, is_for_ever)

    def fail_nothing(self):
        self._library.disk_fail_nothing()

    def calls(self) -> dict[Call, int]:
        return {call: self._library.disk_calls(call) for call in Call if call is not Call.MARK}

    def retry_syncs(self):
        self._library.disk_retry_syncs(True)

    def writes_are_odd(self, every: int, how: int):
        worked(self._library.disk_odd_writes(every, how))

    def system_writes(self) -> int:
        return int(self._library.disk_system_writes())


def worked(code: int):
    if code:
        raise RuntimeError(f"SQLite answers {code}.")


def built(folder: Path) -> Disk:
    """Compiles simdisk.c into the folder and loads it. Skips where this Python's SQLite cannot
    be reached so.
    """
    compiler = shlex.split(os.environ.get("CC", "gcc"))
    if subprocess.run(
        [*compiler, "-E", "-include", "sqlite3.h", "-x", "c", "/dev/null"], capture_output=True
    ).returncode:
        pytest.skip("sqlite3.h is missing: deploy/prerequisites.sh all installs it")
    module = folder / "simdisk.so"
    strictly = [*compiler, "-std=c11", "-O2", *WARNINGS, "-shared", "-fPIC"]
    subprocess.run(
        [*strictly, str(HERE / "simdisk.c"), "-lsqlite3", "-pthread", "-o", str(module)], check=True
    )
    ffi.cdef(
        "\n".join(
            line
            for line in (HERE / "simdisk.h").read_text().splitlines()
            if not line.startswith("#")
        ),
        override=True,
    )
    library = ffi.dlopen(str(module))
    with closing(sqlite3.connect(":memory:")) as connection:
        (ours,) = connection.execute("SELECT sqlite_source_id()").fetchone()
    if ffi.string(library.disk_source_id()).decode() != ours:
        pytest.skip(
            "this Python brings a SQLite of its own: the simulated disk would lie under another"
        )
    disk = Disk(library)
    with disk.begun():
        try:
            sqlite3.connect("file:x?vfs=simdisk&mode=memory", uri=True).close()
        except sqlite3.OperationalError:
            pytest.skip(
                "this Python brings a SQLite of its own, of the same version: a VFS registered "
                "outside is not seen in it"
            )
    return disk


# The disk that is left when the power is cut


class OnPlatter:
    """A file's bytes: what is durable, and what has been written since the last sync."""

    def __init__(self, durable: bytes = b"", *, is_new: bool = False):
        self.durable = bytearray(durable)
        self.pending: list[Entry] = []
        self.is_new = is_new

    def synced(self):
        for entry in self.pending:
            if entry.call is Call.CUT:
                resized(self.durable, entry.at)
            else:
                written(self.durable, entry.at, entry.data)
        self.pending.clear()

    def lost(self, chance: Random) -> bytearray:
        """Of each sector any of its states since the last sync, and any of the cuts."""
        content, share = bytearray(self.durable), chance.choice(SHARES)
        versions = {}
        for entry in self.pending:
            for at, _ in pieces(entry):
                versions[at // SECTOR] = versions.get(at // SECTOR, 0) + 1
        kept = {
            sector: n if chance.random() < share else chance.randrange(n)
            for sector, n in versions.items()
        }
        for entry in self.pending:
            if entry.call is Call.CUT and chance.random() < share:
                resized(content, entry.at)
            for at, piece in pieces(entry):
                kept[at // SECTOR] -= 1
                if kept[at // SECTOR] >= 0:
                    written(content, at, piece)
        return content


def pieces(entry: Entry) -> Iterator[tuple[int, bytes]]:
    """What the entry writes, sector by sector: offset and bytes."""
    at, end = entry.at, entry.at + len(entry.data)
    while at < end:
        ends = min(end, (at // SECTOR + 1) * SECTOR)
        yield at, entry.data[at - entry.at : ends - entry.at]
        at = ends


def written(content: bytearray, at: int, data: bytes):
    if at > len(content):
        resized(content, at)
    content[at : at + len(data)] = data


def resized(content: bytearray, size: int):
    del content[size:]
    content.extend(bytes(size - len(content)))


class Platter:
    """A disk to which a log is played. Names are durable when a new file below them is synced,
    as SQLite syncs the directory.
    """

    def __init__(self, image: Image, chance: Random):
        self._chance = chance
        self._now = {file: OnPlatter(content) for file, content in image.items()}
        self._durable = dict(self._now)

    def play(self, entry: Entry):
        if entry.call is Call.MARK:
            return
        if entry.file == OTHER:
            raise RuntimeError(
                f"{entry.call.name} of a file that is neither database nor WAL is not simulated."
            )
        if entry.call is Call.OPEN:
            self._now[entry.file] = OnPlatter(is_new=True)
        elif entry.call is Call.DELETE:
            del self._now[entry.file]
        elif entry.call is Call.SYNC:
            self._sync(self._now[entry.file], entry.has_failed)
        else:
            self._now[entry.file].pending.append(entry)

    def _sync(self, file: OnPlatter, has_failed: bool):
        """After a sync that failed, what is not on the disk never comes there: the kernel takes
        it for written.
        """
        if has_failed:
            file.durable = file.lost(self._chance)
            file.pending.clear()
            return
        file.synced()
        if file.is_new:
            self._durable, file.is_new = dict(self._now), False

    def cut(self) -> Image:
        """What is on the disk when the power goes now."""
        names = self._chance.choice((self._durable, self._now))
        return {which: bytes(file.lost(self._chance)) for which, file in names.items()}


def put(image: Image, path: Path):
    """The files of the image, and no others of that journal."""
    for old in path.parent.glob(f"{path.name}*"):
        old.unlink()
    for which, content in image.items():
        Path(f"{path}{SUFFIXES[which]}").write_bytes(content)


def taken(path: Path) -> Image:
    return {
        which: file.read_bytes()
        for which, suffix in SUFFIXES.items()
        if (file := Path(f"{path}{suffix}")).exists()
    }
