"""Archives the journal of a table that does not run: its file is closed, and the next one goes on from it."""

from pathlib import Path

from tablectl.journal.archive import archive
from tablectl.journal.record import BadJournal, Head
from tablectl.journal.replay import recover
from tablectl.journal.snapshot import snapshot_bytes
from tablectl.journal.store import Journal
from tablectl.service.config.loading import Config, game_of
from tablectl.service.decks.auditing import Auditor
from tablectl.service.decks.in_play import InPlay
from tablectl.service.opening import wall_clock_ms


def archived(config: Config) -> tuple[Path, Head]:
    """The closed file, and its head. Raises BadJournal, BadBook, BadConfig; JournalFailed."""
    with Journal.open(config.journal.path) as journal:
        recovered = recover(journal)
        if recovered.table.in_hand:
            raise BadJournal(f"{journal.path} ends within hand {recovered.table.hands}: it is archived between hands.")
        book = InPlay(config.shoe, recovered.deck, is_dealt=False, tell=lambda said: None).book
        audit = Auditor(book, game_of(config.table), journal).kept
        head = journal.keep(snapshot_bytes(recovered, audit), wall_ms=wall_clock_ms())
        return archive(journal, snapshot_bytes(recovered, audit, head.hash), wall_ms=wall_clock_ms()), head
