"""How long the disk takes until it keeps what it is told: every reading waits for that before anybody sees it."""

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tablectl.setup.doctor.finding import Finding, mend, note, well

SYNCS: Final = 50
ROW_BYTES: Final = 4_096                # a page of the journal
SLOW_MS: Final = 100                    # p50: a card takes as long again as it needs to pass the reader
HANGS_MS: Final = 1_000                 # worst: a seat may be taken for lost, a player for slow
LEAST_FREE: Final = 200 << 20           # bytes
FORGETS: Final = ("tmpfs", "ramfs", "overlay")


def probe(folder: Path) -> Iterator[Finding]:
    """The disk of `folder`, where the journal is; a file is made there, and taken away again."""
    if not folder.is_dir():
        yield mend("disk", f"There is no directory {folder} for the journal.", f"sudo install -d -m 700 -o $USER {folder}")
        return
    try:
        took = sorted(_syncs(folder / f".doctor-{os.getpid()}"))
    except OSError as wrong:
        yield mend("disk", f"Nothing can be written in {folder}: {wrong.strerror}.", f"sudo chown $USER {folder}")
        return
    yield _judged(took, folder)
    yield from _room(folder)


def _syncs(path: Path) -> Iterator[float]:
    """Milliseconds each."""
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        for _ in range(SYNCS):
            os.write(file, bytes(ROW_BYTES))
            began = time.perf_counter()
            os.fdatasync(file)
            yield (time.perf_counter() - began) * 1_000
    finally:
        os.close(file)
        path.unlink()


def _judged(took: list[float], folder: Path) -> Finding:
    p50, worst = took[len(took) // 2], took[-1]
    says = f"{folder} keeps a row in {p50:.1f} ms, at worst {worst:.1f} ms ({SYNCS} of them)."
    if p50 > SLOW_MS or worst > HANGS_MS:
        how = "Take a better SD card (A2), or an SSD on USB 3, and put [journal] path there."
        return mend("disk", says, how, p50=p50, worst=worst)
    return well("disk", says, p50=p50, worst=worst)


def _room(folder: Path) -> Iterator[Finding]:
    about = os.statvfs(folder)
    free = about.f_bavail * about.f_frsize
    if free < LEAST_FREE:
        says = f"{free >> 20:,} MiB are free in {folder}."
        yield mend("disk", says, "Make room: an evening takes some ten MiB.", free_bytes=free)
    if (kind := _kind_of(folder)) in FORGETS:
        yield note("disk", f"{folder} is a {kind}: what is there is gone when the power is.", kind=kind)


def _kind_of(folder: Path) -> str:
    """Of the file system, as the kernel calls it."""
    where, kind = "", ""
    for line in Path("/proc/self/mounts").read_text().splitlines():
        _, at, of, *_ = line.split(" ")
        if os.path.commonpath([at, folder.resolve()]) == at and len(at) >= len(where):
            where, kind = at, of
    return kind
