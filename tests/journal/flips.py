"""One flipped bit in a journal's files: where it falls, and what the table that is started from
them makes of it.
"""

import shutil
from collections import Counter
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

from tablectl.journal.chain import START, hash_after
from tablectl.journal.record import BadJournal, JournalFailed
from tablectl.journal.replay import recover
from tablectl.journal.store import Journal
from tablectl.journal.verify import verify
from tablectl.journal.wal import FRAME, HEADER, PAGE_BYTES

from .evenings import an_evening

BESIDE = ("", "-wal", "-shm")
IN_WAL = 15  # the last readings, as a killed writer leaves them
GOES_ON = 2  # readings that are written after the recovery
# bytes; the first with some of the page's pointers to its rows
PAGE_HEADER, FILE_HEADER, SHM_HEADER = 16, 100, 136
SCHEMA = 400  # bytes at the end of the first page
FRAME_BYTES = FRAME.size + PAGE_BYTES

RIGHT, REFUSED = "the table is right", "refused with a sentence"
REFUSED_LATER = "right, and refused with a sentence when it was written on and started again"
SHORT = "the newest commit of the WAL is missing, and nothing is said"

Files = dict[str, bytes]  # by what stands behind the journal's name


class Flip(NamedTuple):
    beside: str
    at: int
    bit: int


class Left(NamedTuple):
    """What a writer leaves: its files, and how many readings are in them."""

    files: Files
    done: int


class Flips:
    """Counts of what becomes of a table after one flipped bit."""

    def __init__(self, folder, played, kind=Journal):
        self._folder, self._played, self._kind = folder, played, kind
        self.found = Counter[tuple[str, str]]()
        self.first = {}

    def evening(self, seed, flips):
        chance, evening = Random(seed), an_evening(self._played, 1, seed)
        left = [closed(self._folder / "left", evening), killed(self._folder / "left", evening)]
        for number in range(flips):
            of = left[number % 2]
            flip = a_flip(of.files, chance)
            what = f"database{flip.beside}", self._outcome(evening, of, flip)
            self.found[what] += 1
            self.first.setdefault(what, f"seed {seed}, flip {number}: {flip}")

    def _outcome(self, evening, left, flip):
        path = self._folder / "flipped" / "table.db"
        laid_out({**left.files, flip.beside: flipped(left.files[flip.beside], flip)}, path)
        try:
            try:
                verify(path)
            except BadJournal as refused:
                if not is_sentence(refused):
                    return f"verify: {refused}"
            return self._started(evening, left, flip, path)
        except Exception as raw:  # a traceback, where a sentence should be
            return f"{type(raw).__name__}: {raw}"

    def _started(self, evening, left, flip, path):
        told, done = 0, left.done
        try:
            with self._kind.open(path) as journal:
                recovered, found = recover(journal), evening.done(journal.head.n)
                if (
                    found == done - 1
                    and is_in_newest_commit(left.files, flip)
                    and recovered == evening.states[found].recovered
                ):
                    return SHORT
                if found != done or recovered != evening.states[done].recovered:
                    return "ANOTHER TABLE"
                for told in range(done + 1, done + GOES_ON + 1):
                    evening.append(journal, told)
            with self._kind.open(path) as journal:
                return (
                    RIGHT
                    if recover(journal) == evening.states[told].recovered
                    else "ANOTHER TABLE AFTERWARDS"
                )
        except (BadJournal, JournalFailed) as refused:
            if not is_sentence(refused):
                return f"refused: {refused}"
            return REFUSED_LATER if told else REFUSED

    def of(self, outcome):
        return sum(count for (_, what), count in self.found.items() if what == outcome)

    def faults(self):
        """What should never be, and where it was first."""
        return {
            what: first
            for what, first in self.first.items()
            if what[1] not in (RIGHT, REFUSED, REFUSED_LATER, SHORT)
        }

    def said(self):
        flips = self.found.total()
        counts = ", ".join(
            f"{file} {count:,} {what}" for (file, what), count in sorted(self.found.items())
        )
        return (
            f"{flips:,} flipped bits: {counts}; faults {self.faults()}; none in {flips:,}: at "
            f"most {3 / flips:.1e} at 95 %"
        )


def is_sentence(refused):
    return str(refused).endswith(".") and "Error" not in str(refused)


# What is left of an evening


def closed(folder, evening):
    """All in the database, nothing beside it."""
    return _left(folder, evening, is_closed=True)


def killed(folder, evening):
    """The last readings are in the WAL."""
    return _left(folder, evening, is_closed=False)


def _left(folder, evening, *, is_closed):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    path, done = folder / "table.db", len(evening.readings) - GOES_ON
    Journal.create(path, evening.readings[0], wall_ms=1).close()
    for first, last in ((2, done - IN_WAL), (done - IN_WAL + 1, done)):
        with Journal.open(path) as journal:
            for number in range(first, last + 1):
                evening.append(journal, number)
            files = {beside: Path(f"{path}{beside}").read_bytes() for beside in BESIDE}
    return Left({"": path.read_bytes()} if is_closed else files, done)


def laid_out(files, path):
    shutil.rmtree(path.parent, ignore_errors=True)
    path.parent.mkdir()
    for beside, content in files.items():
        Path(f"{path}{beside}").write_bytes(content)


# Where a bit is flipped


def a_flip(files, chance):
    """Half of them anywhere, half where a bit matters most."""
    beside = chance.choice([*files])
    anywhere = range(len(files[beside]))
    where = anywhere if chance.random() < 0.5 else structure(beside, len(anywhere))
    return Flip(beside, chance.choice(where), chance.randrange(8))


@cache
def structure(beside, size):
    """Offsets of headers: the file's, the pages', the frames'; and of the schema, which says
    where the rows' tree begins.
    """
    if beside == "-shm":
        return [*range(SHM_HEADER)]
    if beside == "-wal":
        frames = range(HEADER.size, size, FRAME_BYTES)
        return [
            *range(HEADER.size),
            *(at for frame in frames for at in range(frame, frame + FRAME.size + PAGE_HEADER)),
        ]
    pages = range(0, size, PAGE_BYTES)
    return [
        *range(FILE_HEADER),
        *range(PAGE_BYTES - SCHEMA, PAGE_BYTES),
        *(at for page in pages for at in range(page, page + PAGE_HEADER)),
    ]


def is_in_newest_commit(files, flip):
    """Of the WAL: in a frame of its last commit."""
    if flip.beside != "-wal":
        return False
    wal = files["-wal"]
    frames = range(HEADER.size, len(wal) - FRAME_BYTES + 1, FRAME_BYTES)
    commits = [frame for frame in frames if FRAME.unpack_from(wal, frame)[1]]
    return flip.at >= commits[-2] + FRAME_BYTES


def flipped(content, flip):
    return content[: flip.at] + bytes([content[flip.at] ^ 1 << flip.bit]) + content[flip.at + 1 :]


# The broken control


class Truncating(Journal):
    """What is often done: the journal is taken to end before its first bad row."""

    def stored(self, after=0, most=-1):
        before, n = START, after
        with suppress(BadJournal):
            for row in super().stored(after, most):
                if row.n != n + 1 or hash_after(before, row) != row.hash:
                    return
                before, n = row.hash, row.n
                yield row

    def snapshots(self):
        yield from ()

    def counted(self):
        return 0
