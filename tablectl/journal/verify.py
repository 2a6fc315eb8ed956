"""Verification: whether a journal is, byte for byte, what was written, and whether the same events still mean the same.

The chain finds every change, gap, insertion and exchange of rows. It cannot see a tail cut off, or a file put back as
it was earlier: give it an `anchor`, a head that was kept elsewhere.
"""

from collections.abc import Callable
from itertools import zip_longest
from pathlib import Path
from typing import Final

from msgspec import Struct

from tablectl.engine.engine import RULES_VERSION, handle
from tablectl.engine.facts import AnyFact, RulesChanged, TableOpened, apply, opened
from tablectl.engine.state.table import Table
from tablectl.journal.chain import START, hash_after
from tablectl.journal.earlier import FloorRuledFlat
from tablectl.journal.record import BadJournal, Head, Record, Stored, record_of
from tablectl.journal.store import Journal

MOST_FAULTS: Final = 100                # more of them say nothing new
PROGRESS_ROWS: Final = 1_000            # how often progress is told


class Fault(Struct, frozen=True):
    """What is wrong, in a sentence without any card in it, and at which row (None: with the file as a whole)."""

    n: int | None
    what: str


class Stretch(Struct, frozen=True):
    """Rows that were decided under another version of the rules, and could not be decided again here."""

    first: int
    last: int
    rules_version: str


class Report(Struct, frozen=True):
    path: str
    rows: int                           # as many as could be read
    head: Head
    faults: tuple[Fault, ...]           # the first bad row first
    handled_again: int = 0              # rows whose events gave the same facts again
    others: tuple[Stretch, ...] = ()    # what was not handled again
    rules_version: str | None = None    # under which the last rows were decided

    @property
    def is_sound(self) -> bool:
        return not self.faults


def verify(
    path: Path | str,
    on_progress: Callable[[int, int], None] | None = None,
    *,
    rerun: bool = False,
    anchor: Head | None = None,
) -> Report:
    """Checks a journal, in use or not, and tells `on_progress(done, total)`. Raises BadJournal if it is none."""
    with Journal.open(path, read_only=True) as journal:
        check = Check(rerun)
        for text in journal.inner_faults():
            check.fault(None, f"The file is damaged: {text}.")
        total = journal.head.n
        try:
            for row in journal.stored():
                check.row(row)
                if on_progress is not None and check.rows % PROGRESS_ROWS == 0:
                    on_progress(check.rows, total)
                if anchor is not None and row.n == anchor.n and row.hash != anchor.hash:
                    check.fault(row.n, f"Row {row.n} is not the one whose hash was kept elsewhere.")
        except BadJournal as wrong:
            check.fault(check.head.n + 1, str(wrong))
        if anchor is not None and anchor.n > check.head.n:
            check.fault(check.head.n + 1, f"The journal ends at row {check.head.n}; it once had {anchor.n}.")
        if on_progress is not None:
            on_progress(check.rows, total)
        return check.report(str(path))


class Check:
    """What is known after the rows so far."""

    def __init__(self, rerun: bool) -> None:
        self.rows = 0
        self.head = Head(0, START, 0)
        self.faults: list[Fault] = []
        self.again = Again() if rerun else None

    def fault(self, n: int | None, what: str) -> None:
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(Fault(n, what))

    def row(self, row: Stored) -> None:
        """The next row of the file. After a bad one, the chain is taken up again at the hash that stands in it."""
        n, before = row.n, self.head
        if n != before.n + 1:
            missing = f"Row {n - 1} is" if n == before.n + 2 else f"Rows {before.n + 1} to {n - 1} are"
            self.fault(before.n + 1, f"{missing} missing." if n > 0 else f"A row numbered {n} stands before row 1.")
        elif hash_after(before.hash, row) != row.hash:
            self.fault(n, f"Row {n} is not as it was written: it and the row before it do not give its hash.")
        elif row.at_ms < before.at_ms:
            self.fault(n, f"Row {n} runs back in table time, from {before.at_ms} to {row.at_ms} ms.")
        else:
            self.meaning(row)
        self.rows += 1
        self.head = Head(n, row.hash, row.at_ms)

    def meaning(self, row: Stored) -> None:
        """What a row as it was written must still be: readable, of its event's time, and what the rules make of it."""
        try:
            record = record_of(row)
        except BadJournal as wrong:
            self.fault(row.n, str(wrong))
            return
        if record.event is not None and record.event.at_ms != record.at_ms:
            self.fault(row.n, f"Row {row.n} stands at {record.at_ms} ms and its event at {record.event.at_ms} ms.")
        if self.again is not None and not self.faults:
            what = self.again.differs(record)
            if what is not None:
                self.fault(row.n, what)

    def report(self, path: str) -> Report:
        if self.again is None:
            return Report(path, self.rows, self.head, tuple(self.faults))
        again = self.again
        return Report(
            path, self.rows, self.head, tuple(self.faults), again.same, tuple(again.others), again.rules_version)


class Again:
    """The journal's events handled a second time, where this program's rules decided them; elsewhere its facts are applied."""

    def __init__(self) -> None:
        self.table: Table | None = None
        self.rules_version: str | None = None
        self.same = 0
        self.others: list[Stretch] = []

    def differs(self, record: Record) -> str | None:
        """What differs when this row's event is handled again; None if nothing does, or the rules are others."""
        for fact in record.facts:
            if isinstance(fact, TableOpened):
                self.table, self.rules_version = opened(fact), fact.rules_version
                if self.rules_version != RULES_VERSION:
                    self.others.append(Stretch(record.n, record.n, self.rules_version))
                return None
            if isinstance(fact, RulesChanged):
                self.rules_version = fact.now
        if self.table is None or self.rules_version is None:
            return f"Row {record.n} comes before the opening of a table."
        try:
            if self.rules_version == RULES_VERSION:
                return self._handled(self.table, record)
            self._applied(self.table, record, self.rules_version)
        except Exception as wrong:                  # whatever it is, it did not happen the first time
            return f"Row {record.n}, handled again, ends in {type(wrong).__name__}."
        return None

    def _handled(self, table: Table, record: Record) -> str | None:
        if record.event is None:
            return None
        if isinstance(record.event, FloorRuledFlat):
            return f"Row {record.n} is written as version 8 of the rules wrote it, and stands under version {RULES_VERSION}."
        self.table, rows = handle(table, (record.event,))
        if difference := difference_of(record.facts, rows[0].facts):
            return f"Row {record.n}, handled again, differs: {difference}."
        self.same += 1
        return None

    def _applied(self, table: Table, record: Record, rules_version: str) -> None:
        for fact in record.facts:
            table = apply(table, fact)
        self.table = table
        if self.others and (last := self.others[-1]).last == record.n - 1 and last.rules_version == rules_version:
            self.others[-1] = Stretch(last.first, record.n, rules_version)
        else:
            self.others.append(Stretch(record.n, record.n, rules_version))


def difference_of(was: tuple[AnyFact, ...], now: tuple[AnyFact, ...]) -> str | None:
    """The first difference by its place and the facts' names; never by their values, which may be cards."""
    for place, (old, new) in enumerate(zip_longest(was, now), 1):
        if type(old) is not type(new):
            return f"fact {place} was {_name(old)} and is {_name(new)}"
        if old is not None and old != new:
            fields = ", ".join(name for name in old.__struct_fields__ if getattr(old, name) != getattr(new, name))
            return f"fact {place}, {_name(old)}, in {fields}"
    return None


def _name(fact: AnyFact | None) -> str:
    return "nothing" if fact is None else type(fact).__name__
