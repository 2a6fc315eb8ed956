"""Puts a deck into play at a table that does not run: its journal is opened, gets the row, and is closed again."""

import os
from pathlib import Path

from tablectl.engine import events
from tablectl.engine.engine import handle
from tablectl.intake.decks import BadDeck
from tablectl.journal.replay import recover
from tablectl.journal.store import Journal
from tablectl.service.config.loading import Config
from tablectl.service.decks.in_play import CARDS_ARE_OUT, InPlay, is_dealt
from tablectl.service.opening import open_journal, wall_clock_ms


def put_in_journal(config: Config, name: str) -> str:
    """The sentence. Raises BadDeck, BadBook, and BadJournal where the journal is not to be had: a table runs."""
    with open_journal(config, wall_clock_ms()) as journal:
        recovered = recover(journal)
        if is_dealt(recovered.table):
            raise BadDeck(CARDS_ARE_OUT)
        InPlay(config.shoe, recovered.deck, is_dealt=False, tell=lambda said: None).may_put(name)
        _, rows = handle(recovered.table, [events.DeckPut(at_ms=recovered.at_ms, deck=name)])
        journal.append(rows, wall_ms=wall_clock_ms())
    return f"The deck {name} is in play."


def deck_put(path: Path) -> str:
    """The deck that is in play by the journal at `path`; empty: none was put, or there is no journal."""
    if not os.path.exists(path):
        return ""
    with Journal.open(path, read_only=True) as journal:
        return recover(journal).deck
