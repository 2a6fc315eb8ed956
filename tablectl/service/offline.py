"""What is done to the journal of a table that does not run: a deck put or audited, its file
archived, one of two chosen.
"""

import os
from pathlib import Path
from typing import Literal

from msgspec.structs import replace

from tablectl.engine import events
from tablectl.engine.engine import handle
from tablectl.intake.audit import DeckAudit
from tablectl.intake.deckbook import DeckBook
from tablectl.intake.decks import BadDeck
from tablectl.journal.archive import archive_journal
from tablectl.journal.copying import copy_journal
from tablectl.journal.mirror import common_rows, first_that_differs
from tablectl.journal.record import BadJournal, DamagedJournal, Head
from tablectl.journal.replay import recover
from tablectl.journal.show import head_in_words
from tablectl.journal.snapshot import snapshot_bytes
from tablectl.journal.store import Journal
from tablectl.service.books.books import load_decks
from tablectl.service.config.loading import game_of
from tablectl.service.config.values import Config
from tablectl.service.decks.active_deck import CARDS_ARE_OUT, ActiveDeck, is_dealt
from tablectl.service.decks.auditing import Auditor
from tablectl.service.journals.last_run import LastRun
from tablectl.service.journals.old_rows import check_rows
from tablectl.service.journals.open_table import open_journal, wall_clock_ms
from tablectl.service.table_clock import Notes
from tablectl.structs import Frozen
from tablectl.text import say


def put_deck_offline(config: Config, name: str) -> str:
    """The sentence. Raises BadDeck, BadBook, and BadJournal where the journal is not to be had:
    a table runs.
    """
    with open_journal(config, wall_clock_ms()) as journal:
        recovered = recover(journal)
        if is_dealt(recovered.table):
            raise BadDeck(CARDS_ARE_OUT)
        ActiveDeck(config.shoe, recovered.deck, is_dealt=False).require_playable(name)
        _, rows = handle(recovered.table, [events.DeckPut(at_ms=recovered.at_ms, deck=name)])
        journal.append(rows, wall_ms=wall_clock_ms())
    return f"The deck {name} is in play."


def deck_in_play(path: Path) -> str:
    """The deck that is in play by the journal at `path`; empty: none was put, or there is no
    journal.
    """
    if not os.path.exists(path):
        return ""
    with Journal.open(path, read_only=True) as journal:
        return recover(journal).deck


def audit_deck(config: Config) -> DeckAudit:
    """The deck in play since it was put, by the journal, also of a table that runs. Raises
    BadDeck, BadBook and BadJournal.
    """
    journal = Path(config.journal.path)
    book = (
        load_decks(Path(config.shoe.deck_book)).book_in_play(deck_in_play(journal))
        if config.shoe.deck_book
        else DeckBook()
    )
    if not book.deck:
        raise BadDeck("No deck is in play: there is none to audit.")
    if not journal.exists():
        raise BadDeck(
            f"No hand was played with the deck {book.deck} yet: there is no journal {journal}."
        )
    with Journal.open(journal, read_only=True) as rows:
        return Auditor(book, game_of(config.table), rows).audit


def archive_table(config: Config) -> tuple[Path, Head]:
    """The closed file, and its head. Raises BadJournal, BadBook, BadConfig; JournalFailed."""
    path = Path(config.journal.path)
    if not os.path.lexists(path):
        raise BadJournal(f"There is no journal {path}.")
    with open_journal(config, wall_clock_ms()) as journal:
        if journal.mirror_trouble:
            raise BadJournal(
                f"{say(journal.mirror_trouble)} They are archived together: put it right, or "
                "configure none."
            )
        recovered = recover(journal)
        if recovered.table.in_hand:
            raise BadJournal(
                f"{journal.path} ends within hand {recovered.table.hands}: it is archived between "
                "hands."
            )
        book = ActiveDeck(config.shoe, recovered.deck, is_dealt=False).book
        audit = Auditor(book, game_of(config.table), journal).state
        # no note outlives its file (T-4)
        recovered = replace(recovered, at_ms=Notes(journal).began_ms)
        head = journal.keep(
            snapshot_bytes(recovered, audit), wall_ms=wall_clock_ms(), at_ms=recovered.at_ms
        )
        first = journal.beginning(
            snapshot_bytes(recovered, audit, head.hash), wall_ms=wall_clock_ms()
        )
        closed = archive_journal(journal, first)
        # cut off before this, the next start brings it up as it is
        if journal.mirror is not None:
            archive_journal(journal.mirror, first)
        return closed, head


Which = Literal["journal", "mirror"]
OTHER: dict[Which, Which] = {"journal": "mirror", "mirror": "journal"}


class Standing(Frozen):
    """Of one of the two. `why_not`: why it cannot be read, in a sentence; then there is no head.

    `head_text`: ", head 0123456789abcdef", or nothing where that is secret.
    """

    path: Path
    head: Head | None = None
    head_text: str = ""
    wall_ms: int | None = None  # of its last row
    why_not: str = ""


def both_paths(config: Config) -> dict[Which, Path]:
    """Raises BadJournal where the table has no mirror."""
    if not config.journal.mirror:
        raise BadJournal(
            "The configuration names no [journal] mirror: there is nothing to choose from."
        )
    return {"journal": Path(config.journal.path), "mirror": Path(config.journal.mirror)}


def journal_standing(path: Path) -> Standing:
    try:
        with Journal.open(path, read_only=True) as journal:
            newest = next(journal.stored(journal.head.n - 1), None)
            return Standing(
                path,
                journal.head,
                head_in_words(journal),
                newest.wall_ms if newest is not None else None,
            )
    except BadJournal as error:
        return Standing(path, why_not=str(error))


def first_difference(config: Config) -> int | None:
    """The first row that is another in the mirror; None: as far as both go they have the same.
    Raises BadJournal.
    """
    paths = both_paths(config)
    with (
        Journal.open(paths["journal"], read_only=True) as journal,
        Journal.open(paths["mirror"], read_only=True) as mirror,
    ):
        first, last = common_rows(journal, mirror)
        if last < first or journal.hash_of(last) == mirror.hash_of(last):
            return None
        return first_that_differs(journal, mirror, first, last)


def choose_journal(config: Config, which: Which) -> Path | None:
    """Takes that one for the truth: the other becomes a copy of it, and its old file lies under
    the name that is returned.

    The next life is locked, for a user who may write these files need be no operator. Raises
    BadJournal, JournalFailed.
    """
    paths = both_paths(config)
    good, other = paths[which], paths[OTHER[which]]
    with Journal.open(good) as journal:
        if (damage := check_rows(good, journal.head)) is not None:
            raise DamagedJournal(damage)
        LastRun(paths["journal"]).lock_next_run("two_truths")
        return copy_journal(journal, other)
