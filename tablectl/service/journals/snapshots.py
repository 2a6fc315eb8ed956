"""Keeps a snapshot in the journal now and then, between hands: the next start begins at it."""

from collections.abc import Callable

from tablectl.engine.questions import Row
from tablectl.engine.state.table import Table
from tablectl.journal.record import Edge
from tablectl.journal.replay import recovered_after
from tablectl.journal.snapshot import Recovered, snapshot_bytes
from tablectl.journal.store import Journal

# about 50 hands; a start applies them in 50 ms, and snapshots add 2 % to the journal
SNAPSHOT_ROWS = 4_000
MOST_ROWS = 4 * SNAPSHOT_ROWS  # in a hand that does not end one is made all the same


class SnapshotKeeper:
    """It hears each row that was written."""

    def __init__(
        self,
        journal: Journal,
        recovered: Recovered,
        since: int,
        wall_ms: Callable[[], int],
        audit: Callable[[], bytes] = lambda: b"",
    ) -> None:
        """`since`: the row of the newest snapshot; 0: none. `audit`: of the deck, as it stands
        after all rows that were heard.
        """
        self._audit = audit
        self._journal = journal
        self._now = recovered
        self._since = since
        self._wall_ms = wall_ms

    def note_rows(self, rows: tuple[Row, ...], edge: Edge | None, table: Table) -> None:
        """Raises JournalFailed."""
        at_ms = self._journal.head.at_ms
        self._now = recovered_after(
            self._now, table, at_ms, edge, [fact for row in rows for fact in row.facts]
        )
        behind = self._journal.head.n - self._since
        if behind >= MOST_ROWS or (behind >= SNAPSHOT_ROWS and not table.in_hand):
            self._since = self._journal.keep(
                snapshot_bytes(self._now, self._audit()), wall_ms=self._wall_ms()
            ).n
