"""Recovery: rebuilds the table by applying the journal's facts. It runs no rule, so changed rules do not matter."""

from msgspec import Struct
from msgspec.structs import replace

from tablectl.engine.facts import DeckInPlay, RulesChanged, TableConfigured, TableOpened, apply, opened
from tablectl.engine.state.table import Table
from tablectl.journal.chain import START, hash_after
from tablectl.journal.earlier import NOT_COMPLETE, completed
from tablectl.journal.record import BadJournal, DamagedJournal, facts_of
from tablectl.journal.store import Journal


class Recovered(Struct, frozen=True):
    table: Table
    at_ms: int                                      # table time goes on from here
    configured: TableOpened                         # row 1, with later changes of the configuration
    rules_version: str                              # under which the last rows were decided
    last_numbers: dict[int, tuple[int, int]]        # by node: (epoch, number) of its last edge; up to it all are repeats
    deck: str = ""                                  # the one in play; empty: none was put


def recover(journal: Journal) -> Recovered:
    """The table at the journal's head. Every row is checked against the chain: no game goes on from a damaged journal.

    Raises BadJournal with the row's number; verify.py finds out more.
    """
    table: Table | None = None
    configured: TableOpened | None = None
    before, n, at_ms, rules_version, deck = START, 0, 0, "", ""
    last_numbers: dict[int, tuple[int, int]] = {}
    counted = counted_rows(journal)
    for row in journal.stored():
        if row.n != n + 1 or hash_after(before, row) != row.hash:
            raise DamagedJournal(f"{journal.path} is damaged: row {n + 1} is not as it was written.")
        before, n, at_ms = row.hash, row.n, row.at_ms
        if row.node is not None and row.epoch is not None and row.number is not None:
            last_numbers[row.node] = (row.epoch, row.number)
        for fact in facts_of(row):
            if table is None:
                if not isinstance(fact, TableOpened):
                    raise BadJournal(f"{journal.path} does not begin with the opening of a table.")
                table, configured, rules_version = opened(fact), fact, fact.rules_version
            else:
                table = apply(table, completed(table, fact) if rules_version in NOT_COMPLETE else fact)
                if isinstance(fact, TableConfigured) and configured is not None:
                    configured = as_configured(configured, fact)
                elif isinstance(fact, RulesChanged):
                    rules_version = fact.now
                elif isinstance(fact, DeckInPlay):
                    deck = fact.deck
    if n < counted:
        raise DamagedJournal(f"{journal.path} is damaged: it ends at row {n}, and had {counted} when it was last written.")
    if table is None or configured is None:
        raise BadJournal(f"{journal.path} is empty: no table was opened in it.")
    return Recovered(table, at_ms, configured, rules_version, last_numbers, deck)


def counted_rows(journal: Journal) -> int:
    """How many rows there must be at least. A journal that does not say so is looked through by SQLite. Raises DamagedJournal."""
    counted = journal.counted()
    if counted is None and (found := journal.inner_faults()):
        raise DamagedJournal(f"{journal.path} is damaged: {found[0]}.")
    return counted or 0


def as_configured(was: TableOpened, fact: TableConfigured) -> TableOpened:
    names = {seat: name for seat, name in {**was.names, **fact.names}.items() if name is not None}
    return replace(
        was, name=was.name if fact.name is None else fact.name, names=names, settings=replace(was.settings, **fact.clocks),
        places=was.places if fact.places is None else fact.places)
