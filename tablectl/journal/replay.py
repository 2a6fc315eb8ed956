"""Recovery: the table from its newest snapshot and the facts behind it. It runs no rule, so
changed rules do not matter.
"""

from collections.abc import Iterable, Iterator
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from tablectl.engine.facts import (
    DeckInPlay,
    Fact,
    NodeNumbered,
    PinsCounted,
    PowerSwitched,
    RulesChanged,
    TableConfigured,
    TableOpened,
    make_table,
)
from tablectl.engine.state.table import Table
from tablectl.games.ruleset import Rules
from tablectl.journal.archive import archive_path
from tablectl.journal.chain import NOTHING_YET, hash_after, head_at
from tablectl.journal.record import (
    BadJournal,
    DamagedJournal,
    Edge,
    Head,
    Stored,
    read_edge,
    read_facts,
)
from tablectl.journal.snapshot import Recovered, WrongPins, audit_in, recovered_in
from tablectl.journal.store import Journal

Value = TypeVar("Value")


def recover(journal: Journal) -> Recovered:
    """The table at the journal's head. No game goes on from a damaged journal: raises BadJournal
    with the row's number.
    """
    return recover_since(journal)[0]


def recover_since(journal: Journal, *, from_row_1: bool = False) -> tuple[Recovered, Head]:
    """The table at the journal's head, and the row after which every row was checked against the
    chain: that of the snapshot.

    Raises BadJournal; verify.py finds out more.
    """
    found = None if from_row_1 else _newest_snapshot(journal)
    now, since = found or _first_state(journal)
    for row in checked_rows(journal, since):
        now = _apply_row(now, row, journal)
    if not now:
        raise BadJournal(f"{journal.path} is empty: no table was opened in it.")
    return now, since


def recover_in_steps(journal: Journal, most: int) -> Iterator[Recovered | None]:
    """Recovers beside a table that goes on: None after every `most` rows, and at last the table at
    the head as it was at first.

    Raises BadJournal as `recover` does.
    """
    head = journal.head
    now, at = _newest_snapshot(journal) or _first_state(journal)
    while at.n < head.n:
        before = at
        for row in journal.stored(at.n, min(most, head.n - at.n)):
            now, at = _apply_row(now, row, journal), journal.must_follow(at, row)
        if at is before:
            raise DamagedJournal(
                f"{journal.path} is damaged: it ends at row {at.n}, and had {head.n} when it was "
                "last written."
            )
        yield None
    if not now:
        raise BadJournal(f"{journal.path} is empty: no table was opened in it.")
    yield now


def checked_rows(journal: Journal, since: Head) -> Iterator[Stored]:
    """The rows behind that one, each of which the chain holds, to the last that was counted.
    Raises DamagedJournal.
    """
    at, counted = since, journal.counted()
    for row in journal.stored(at.n):
        at = journal.must_follow(at, row)
        yield row
    if at.n < counted:
        raise DamagedJournal(
            f"{journal.path} is damaged: it ends at row {at.n}, and had {counted} when it was last "
            "written."
        )


def check_recent_rows(journal: Journal) -> None:
    """Checks the rows that a start reads, and applies none: the newest snapshot and all behind
    it. Raises DamagedJournal.
    """
    since = next(
        (journal.must_follow(before, row) for before, row in journal.snapshots()), journal.behind
    )
    for _ in checked_rows(journal, since):
        pass


def _first_state(journal: Journal) -> tuple[Recovered | None, Head]:
    """Where a file begins: with nothing, or with what the archived one led to from which it goes
    on.
    """
    behind = journal.behind
    if behind == NOTHING_YET:
        return None, NOTHING_YET
    first = next(journal.stored(most=1))
    if hash_after(behind.hash, first) == first.hash and (recovered := _recovered_in(first)):
        return recovered, head_at(first)
    archived = archive_path(journal.path.resolve(), behind.n)
    if not archived.exists():
        raise BadJournal(
            f"{journal.path} goes on from a table that another version of the program has kept."
            f" Put the archived {archived.name} beside it for this start."
        )
    with Journal.open(archived, read_only=True) as before:
        if before.head.hash != behind.hash:
            raise DamagedJournal(f"{journal.path} does not go on from {archived}.")
        return recover(before), behind


def _recovered_in(row: Stored) -> Recovered | None:
    """What a snapshot holds, if this program can use it. Raises DamagedJournal."""
    try:
        return recovered_in(row.facts)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise DamagedJournal(f"Row {row.n} holds a snapshot that cannot be read.") from None


def _newest_snapshot(journal: Journal) -> tuple[Recovered, Head] | None:
    """That this program can use, with its row; None: there is none."""
    for before, row in journal.snapshots():
        head = journal.must_follow(before, row)
        if recovered := _recovered_in(row):
            return recovered, head
    return None


def table_before(journal: Journal, n: int) -> tuple[Table | None, Head]:
    """A table at or before row `n` - 1 from which the rows up to `n` can be applied, with its row:
    the newest snapshot there, else where the file begins. None: before row 1. Raises BadJournal.
    """
    for before, row in journal.snapshots():
        if row.n < n:
            head = journal.must_follow(before, row)
            if recovered := _recovered_in(row):
                return recovered.table, head
    recovered, head = _first_state(journal)
    return recovered.table if recovered else None, head


def newest_audit(journal: Journal) -> tuple[bytes, int]:
    """Of the deck in play, as the newest snapshot that has one holds it, with its row; empty and
    0: none does.
    """
    for before, row in journal.snapshots():
        try:
            if hash_after(before.hash, row) == row.hash and (audit := audit_in(row.facts)):
                return audit, row.n
        except (msgspec.MsgspecError, UnicodeDecodeError):
            continue  # the rows themselves are read instead
    return b"", 0


def _apply_row(now: Recovered | None, row: Stored, journal: Journal) -> Recovered | None:
    """After one more row."""
    facts = read_facts(row)
    table = None if not now else now.table
    for fact in facts:
        if not now or not table:
            if not isinstance(fact, TableOpened):
                raise BadJournal(f"{journal.path} does not begin with the opening of a table.")
            now = recovered_at_opening(fact)
            table = now.table
        else:
            table = fact.apply_to(table)
    return (
        None
        if not now or not table
        else recovered_after(now, table, row.at_ms, read_edge(row), facts)
    )


def recovered_at_opening(opening: TableOpened) -> Recovered:
    """With the opening of the table."""
    return Recovered(make_table(opening), 0, opening, opening.rules_version, {})


def recovered_after(
    was: Recovered, table: Table, at_ms: int, edge: Edge | None, facts: Iterable[Fact]
) -> Recovered:
    """After one more row, whose facts have led to `table`."""
    numbers = (
        was.last_numbers if not edge else {**was.last_numbers, edge.node: (edge.epoch, edge.number)}
    )
    configured, rules_version, deck = was.configured, was.rules_version, was.deck
    is_on, pins = was.is_on, was.pins
    for fact in facts:
        if isinstance(fact, TableConfigured):
            configured = with_configuration(configured, fact)
        elif isinstance(fact, RulesChanged):
            rules_version = fact.now
        elif isinstance(fact, DeckInPlay):
            deck = fact.deck
        elif isinstance(fact, NodeNumbered):
            numbers = with_node_number(numbers, fact)
        elif isinstance(fact, PowerSwitched):
            is_on = fact.is_on
        elif isinstance(fact, PinsCounted):
            pins = with_value(
                pins, fact.group, WrongPins(fact.wrong, at_ms) if fact.wrong else None
            )
    return Recovered(table, at_ms, configured, rules_version, numbers, deck, is_on, pins)


def with_node_number(
    numbers: dict[int, tuple[int, int]], fact: NodeNumbered
) -> dict[int, tuple[int, int]]:
    """By node, its last epoch and number, as the fact says."""
    return with_value(numbers, fact.node, (fact.epoch, fact.number) if fact.epoch else None)


def with_value(were: dict[int, Value], key: int, value: Value | None) -> dict[int, Value]:
    """With this value at the end; None: without one."""
    others = {other: one for other, one in were.items() if other != key}
    return others if value is None else {**others, key: value}


def with_configuration(was: TableOpened, fact: TableConfigured) -> TableOpened:
    names = {seat: name for seat, name in {**was.names, **fact.names}.items() if name is not None}
    rules = fact.rules or Rules(was.game, was.settings, was.shots)
    return replace(
        was,
        game=rules.game,
        settings=rules.settings,
        shots=rules.shots,
        names=names,
        name=was.name if fact.name is None else fact.name,
        places=was.places if fact.places is None else fact.places,
    )
