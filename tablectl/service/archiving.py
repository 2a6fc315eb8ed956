"""Archives the journal of a table that does not run: its file is closed, and the next one goes on from it; so is its mirror's."""

import os
from pathlib import Path

from msgspec.structs import replace

from tablectl.journal.archive import archive
from tablectl.journal.record import BadJournal, Head
from tablectl.journal.replay import recover
from tablectl.journal.snapshot import snapshot_bytes
from tablectl.service.config.loading import Config, game_of
from tablectl.service.decks.auditing import Auditor
from tablectl.service.decks.in_play import InPlay
from tablectl.service.noting import Notes
from tablectl.service.opening import open_journal, wall_clock_ms


def archived(config: Config) -> tuple[Path, Head]:
    """The closed file, and its head. Raises BadJournal, BadBook, BadConfig; JournalFailed."""
    path = Path(config.journal.path)
    if not os.path.lexists(path):
        raise BadJournal(f"There is no journal {path}.")
    with open_journal(config, wall_clock_ms()) as journal:
        if journal.mirror_trouble:
            raise BadJournal(f"{journal.mirror_trouble} They are archived together: put it right, or configure none.")
        recovered = recover(journal)
        if recovered.table.in_hand:
            raise BadJournal(f"{journal.path} ends within hand {recovered.table.hands}: it is archived between hands.")
        book = InPlay(config.shoe, recovered.deck, is_dealt=False, tell=lambda said: None).book
        audit = Auditor(book, game_of(config.table), journal).kept
        recovered = replace(recovered, at_ms=Notes(journal, lambda said: None).began_ms)      # no note outlives its file (T-4)
        head = journal.keep(snapshot_bytes(recovered, audit), wall_ms=wall_clock_ms(), at_ms=recovered.at_ms)
        first = journal.beginning(snapshot_bytes(recovered, audit, head.hash), wall_ms=wall_clock_ms())
        kept = archive(journal, first)
        if journal.mirror is not None:              # cut off before this, the next start brings it up as it is
            archive(journal.mirror, first)
        return kept, head
