"""Verification: is the journal byte for byte as written, and do its events, handled again, lead to
the same facts?

The chain finds every changed, missing, inserted or exchanged row, and the file's count of its rows
that damage has cut off the last ones. Neither finds that somebody has cut them off and lowered the
count, or has put back an older copy of the file: for that give an `anchor`, a head that was stored
elsewhere.
"""

from collections.abc import Callable
from itertools import zip_longest
from pathlib import Path

import msgspec
from msgspec.structs import replace

from tablectl.engine.engine import RULES_VERSION, handle
from tablectl.engine.facts import Fact, RulesChanged, TableOpened
from tablectl.journal.chain import hash_after
from tablectl.journal.record import BadJournal, Head, Record, Stored, read_record
from tablectl.journal.replay import recovered_after, recovered_at_opening
from tablectl.journal.snapshot import Recovered, recovered_in
from tablectl.journal.store import Journal
from tablectl.structs import Frozen

MOST_FAULTS = 100  # after so many it stops
PROGRESS_ROWS = 1_000  # between two reports of progress


class Fault(Frozen):
    """A fault, in a sentence that names no card, and the row (None: the whole file)."""

    n: int | None
    what: str


class Stretch(Frozen):
    """Rows written under another version of the rules, which cannot be handled again here."""

    first: int
    last: int
    rules_version: str


class Report(Frozen):
    path: str
    rows: int  # that could be read
    head: Head
    faults: tuple[Fault, ...]  # the first bad row first
    # the last row of the archived journal from which it goes on; 0: there is none
    behind: int = 0
    handled_again: int = 0  # rows whose events gave the same facts again
    others: tuple[Stretch, ...] = ()  # rows that were not handled again
    rules_version: str | None = None  # under which the last rows were decided
    now: Recovered | None = None  # what the events have led to, handled again

    @property
    def is_sound(self) -> bool:
        return not self.faults


def verify(
    path: Path | str,
    on_progress: Callable[[int, int], None] | None = None,
    *,
    rerun: bool = False,
    before: Report | None = None,
) -> Report:
    """Checks a journal, even while it is in use. Calls `on_progress(done, total)`. Raises
    BadJournal if it is none.

    `before`: of the archived journal from which this one must go on.
    """
    with Journal.open(path, read_only=True) as journal:
        check = Check(journal.behind, rerun, before.now if before else None)
        if before and (journal.behind.n, journal.behind.hash) != (
            before.head.n,
            before.head.hash,
        ):
            check.fault(
                None, f"It does not go on from {before.path}, which ends at row {before.head.n:,}."
            )
        for text in journal.inner_faults():
            check.fault(None, f"The file is damaged: {text}.")
        total, counted = journal.head.n, 0
        try:
            counted = journal.counted()
        except BadJournal as error:
            check.fault(None, str(error))
        try:
            for row in journal.stored():
                check.row(row)
                if on_progress is not None and check.rows % PROGRESS_ROWS == 0:
                    on_progress(check.rows, total)
        except BadJournal as error:
            check.fault(check.head.n + 1, str(error))
        if counted > check.head.n:
            check.fault(
                check.head.n + 1,
                f"The journal ends at row {check.head.n}; it had {counted} when it was last "
                "written.",
            )
        if on_progress is not None:
            on_progress(check.rows, total)
        return check.report(str(path))


class Check:
    """The state of the check after the rows so far."""

    def __init__(self, behind: Head, rerun: bool, now: Recovered | None) -> None:
        """`behind`: the row behind which the file begins; `now`: what the files before it have
        led to, if that is known.
        """
        self.rows = 0
        self.head = self.behind = behind
        self.faults: list[Fault] = []
        self.again = Again(now) if rerun else None

    def fault(self, n: int | None, what: str) -> None:
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(Fault(n, what))

    def row(self, row: Stored) -> None:
        """Checks the next row. After a bad row the chain goes on from the hash stored in it."""
        n, before = row.n, self.head
        if n != before.n + 1:
            missing = (
                f"Row {n - 1} is" if n == before.n + 2 else f"Rows {before.n + 1} to {n - 1} are"
            )
            self.fault(
                before.n + 1,
                f"{missing} missing." if n > 0 else f"A row numbered {n} stands before row 1.",
            )
        elif hash_after(before.hash, row) != row.hash:
            self.fault(
                n,
                f"Row {n} is not as it was written: it and the row before it do not give its hash.",
            )
        elif row.at_ms < before.at_ms:
            self.fault(
                n, f"Row {n} runs back in table time, from {before.at_ms} to {row.at_ms} ms."
            )
        else:
            self.meaning(row)
        self.rows += 1
        self.head = possible_head(row, before)

    def meaning(self, row: Stored) -> None:
        """Checks a row whose bytes are right: it is readable, has its event's time, and handling
        it again gives its facts.
        """
        try:
            record = read_record(row)
        except BadJournal as error:
            self.fault(row.n, str(error))
            return
        if record.event and record.event.at_ms != record.at_ms:
            self.fault(
                row.n,
                f"Row {row.n} stands at {record.at_ms} ms and its event at "
                f"{record.event.at_ms} ms.",
            )
        if self.again is not None and not self.faults:
            what = (
                self.again.snapshot_differs(row) if row.is_snapshot else self.again.differs(record)
            )
            if what is not None:
                self.fault(row.n, what)

    def report(self, path: str) -> Report:
        again = self.again or Again(None)
        return Report(
            path,
            self.rows,
            self.head,
            tuple(self.faults),
            self.behind.n,
            again.same,
            tuple(again.others),
            again.rules_version,
            again.now,
        )


def possible_head(row: Stored, before: Head) -> Head:
    """The head at a row that may be damaged: a column that has lost its type says nothing."""
    damaged: tuple[object, object] = row.hash, row.at_ms
    hash_, at_ms = damaged
    return Head(
        row.n,
        hash_ if isinstance(hash_, bytes) else b"",
        at_ms if isinstance(at_ms, int) else before.at_ms,
    )


class Again:
    """Handles the journal's events again. Rows of another version of the rules are not: there
    the stored facts are applied.
    """

    def __init__(self, now: Recovered | None) -> None:
        self.now = now
        self.same = 0
        self.others: list[Stretch] = []

    @property
    def rules_version(self) -> str | None:
        return None if not self.now else self.now.rules_version

    def differs(self, record: Record) -> str | None:
        """How the facts differ when the row's event is handled again; None: they do not, or the
        rules are of another version.
        """
        if record.facts and isinstance(opening := record.facts[0], TableOpened):
            self.now = recovered_at_opening(opening)
            if opening.rules_version != RULES_VERSION:
                self._add_stretch(record.n, opening.rules_version)
            return None
        if not self.now:
            return f"Row {record.n} comes before the opening of a table."
        try:
            changed = next(
                (fact.now for fact in record.facts if isinstance(fact, RulesChanged)),
                self.now.rules_version,
            )
            if changed == RULES_VERSION:
                return self._handled(self.now, record)
            self._applied(self.now, record, changed)
        # any exception is a difference: the first time there was none
        except Exception as error:
            return f"Row {record.n}, handled again, ends in {type(error).__name__}."
        return None

    def snapshot_differs(self, row: Stored) -> str | None:
        """How a snapshot differs from what the rows before it have led to; None: it does not, or
        another program wrote it.
        """
        try:
            kept = recovered_in(row.facts)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            return f"Row {row.n} holds a snapshot that cannot be read."
        # the first row of a file that goes on from an archived one, which is not at hand
        if not self.now:
            self.now = kept
            return (
                None
                if kept
                else (
                    f"Row {row.n} holds a table that another version of the program kept: verify "
                    "the archived journal with this one."
                )
            )
        if not kept:
            self._add_stretch(row.n)
            return None
        if kept == self.now:
            return None
        return f"Row {row.n} keeps another table than the one to which the rows before it have led."

    def _add_stretch(self, n: int, rules_version: str | None = None) -> None:
        """Row n is of another version; None: of that of the row before it, as a snapshot is."""
        last = self.others[-1] if self.others else None
        if last and last.last == n - 1 and rules_version in (None, last.rules_version):
            self.others[-1] = replace(last, last=n)
        elif rules_version:
            self.others.append(Stretch(n, n, rules_version))

    def _handled(self, now: Recovered, record: Record) -> str | None:
        table = now.table
        if record.event:
            table, rows = handle(table, (record.event,))
            if difference := name_difference(record.facts, rows[0].facts):
                return f"Row {record.n}, handled again, differs: {difference}."
            self.same += 1
        self.now = recovered_after(now, table, record.at_ms, record.edge, record.facts)
        return None

    def _applied(self, now: Recovered, record: Record, rules_version: str) -> None:
        table = now.table
        for fact in record.facts:
            table = fact.apply_to(table)
        self.now = recovered_after(now, table, record.at_ms, record.edge, record.facts)
        self._add_stretch(record.n, rules_version)


def name_difference(was: tuple[Fact, ...], now: tuple[Fact, ...]) -> str | None:
    """Names the first fact that differs; its values are left out, for they may be cards."""
    for place, (old, new) in enumerate(zip_longest(was, now), 1):
        if type(old) is not type(new):
            return f"fact {place} was {_fact_name(old)} and is {_fact_name(new)}"
        if old is not None and old != new:
            fields = ", ".join(
                name for name in old.__struct_fields__ if getattr(old, name) != getattr(new, name)
            )
            return f"fact {place}, {_fact_name(old)}, in {fields}"
    return None


def _fact_name(fact: Fact | None) -> str:
    return "nothing" if not fact else type(fact).__name__
