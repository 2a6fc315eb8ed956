"""Somebody changes a journal on purpose: rows changed, deleted, inserted, exchanged, cut off or
put back.
"""

import shutil
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path

from firmware_io.messages import Anchor
from tablectl.journal.chain import START, hash_after
from tablectl.journal.record import BadJournal, Stored
from tablectl.journal.store import INSERT, Journal
from tablectl.journal.verify import verify
from tablectl.service.journals.rollback_check import rollback_sign
from tablectl.service.troubles import name_device
from tablectl.text import say

LONGEST = 5  # rows of a stretch


def why_not(path, kept):
    """How a head that was kept elsewhere is none of this journal, as the table tells it of a
    node's; None: it is one.
    """
    with Journal.open(path, read_only=True) as journal:
        sign = rollback_sign(journal, Anchor(kept.n, kept.hash), name_device(None))
        return None if sign is None else say(sign)


class Tampering:
    """Of each kind, how often it was found and how often not, by `verify` with the head that was
    kept elsewhere, or without.
    """

    def __init__(self, journal, folder, *, is_anchored):
        self._image, self._path = journal, folder / "tampered.db"
        with Journal.open(journal, read_only=True) as there:
            self._rows, kept = list(there.stored()), there.head
        self._anchor = kept if is_anchored else None
        self.found, self.missed = Counter[str](), Counter[str]()

    def tamper(self, chance):
        kind = chance.choice([*KINDS])
        is_forged = chance.random() < 0.5
        rows = KINDS[kind](list(self._rows), chance)
        if rows == self._rows:  # two that were alike, exchanged
            return
        self._written(forged(rows) if is_forged else rows)
        try:
            is_found = not verify(self._path).is_sound or (
                self._anchor is not None and why_not(self._path, self._anchor) is not None
            )
        except BadJournal:
            is_found = True
        (self.found if is_found else self.missed)[
            f"{kind}, hashes made anew" if is_forged else kind
        ] += 1

    def _written(self, rows):
        for beside in ("-wal", "-shm"):
            Path(f"{self._path}{beside}").unlink(missing_ok=True)
        shutil.copyfile(self._image, self._path)
        with closing(sqlite3.connect(self._path, isolation_level=None)) as database:
            database.executescript("PRAGMA synchronous = OFF; BEGIN; DELETE FROM journal")
            database.executemany(INSERT, rows)
            database.execute("UPDATE meta SET value = ? WHERE key = 'rows'", (rows[-1].n,))
            database.execute("COMMIT")

    def said(self):
        count = self.found.total() + self.missed.total()
        return (
            f"{count:,} tamperings, {self.found.total():,} found: {dict(self.found)}; missed: "
            f"{dict(self.missed)}"
        )


def forged(rows):
    """With hashes that are right, as whoever knows the chain can make them."""
    before, made = START, []
    for row in rows:
        before = hash_after(before, row)
        made.append(row._replace(hash=before))
    return made


def renumbered(rows):
    return [row._replace(n=n) for n, row in enumerate(rows, 1)]


# The kinds


def changed(rows, chance):
    """One value of one row."""
    at, column = chance.randrange(len(rows)), chance.choice(Stored._fields[1:-1])
    value = getattr(rows[at], column)
    if isinstance(value, bytes) and value:
        place = chance.randrange(len(value))
        value = (
            value[:place] + bytes([value[place] ^ 1 << chance.randrange(8)]) + value[place + 1 :]
        )
    elif isinstance(value, int):
        value += chance.choice((-1, 1))
    else:
        value = b"\x80" if column in ("event", "facts") else 1
    rows[at] = rows[at]._replace(**{column: value})
    return rows


def deleted(rows, chance):
    first = chance.randrange(len(rows) - LONGEST)
    del rows[first : first + chance.randrange(1, LONGEST)]
    return renumbered(rows)


def inserted(rows, chance):
    """Before some row. Behind the last, with a right hash, it is what a journal that goes on
    has, too.
    """
    rows.insert(chance.randrange(len(rows)), chance.choice(rows))
    return renumbered(rows)


def exchanged(rows, chance):
    one, other = chance.sample(range(len(rows)), 2)
    rows[one], rows[other] = rows[other], rows[one]
    return renumbered(rows)


def cut_off(rows, chance):
    """As an older copy of the file is."""
    return rows[: chance.randrange(1, len(rows))]


def played_otherwise(rows, chance):
    """Rolled back, and filled up again to as many rows with others."""
    kept = cut_off(rows, chance)
    return renumbered([*kept, *chance.choices(rows[1:], k=len(rows) - len(kept))])


KINDS = {
    "changed": changed,
    "deleted": deleted,
    "inserted": inserted,
    "exchanged": exchanged,
    "cut off": cut_off,
    "rolled back and played otherwise": played_otherwise,
}
