"""The main loop of the table: decide, remember, adopt, show (the path of one card in
tablectl/README.md).
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor
from pathlib import Path
from traceback import extract_tb

from firmware_io.messages import CardOff, CardPresented
from tablectl.engine import events
from tablectl.engine.engine import handle
from tablectl.engine.questions import Row, is_called_again
from tablectl.engine.source import SHOE, TABLE
from tablectl.intake.decks import BadDeck
from tablectl.intake.interpret import Reading, interpret
from tablectl.journal.record import Edge, JournalFailed
from tablectl.journal.replay import recover_since
from tablectl.journal.store import Journal
from tablectl.present.news import News
from tablectl.present.readout import list_notices
from tablectl.service import logger
from tablectl.service.config.loading import game_of
from tablectl.service.config.values import Config
from tablectl.service.control.requests import PutDeck
from tablectl.service.decks.active_deck import CARDS_ARE_OUT, ActiveDeck, is_dealt
from tablectl.service.decks.auditing import Auditor
from tablectl.service.devices.link_health import Repeats
from tablectl.service.journals.open_table import compare_config, detect_upgrade, upgrade_text
from tablectl.service.journals.snapshots import SnapshotKeeper
from tablectl.service.table_clock import Notes, Noting, TableClock, Timers, may_start
from tablectl.text import T, Text

Came = events.PowerCame | events.ProgramUpgraded  # what a start of the program records
UPGRADED_MS = 60_000  # how long people are told that the program was upgraded
MOST_NOTICES = 64  # remembered at a time; one reading brings a few at most


class TableLoop:
    """One table and its journal. `wall_ms`: a clock for the journal's column of wall time.

    Whoever makes it sets `show`, which is called after each change, and `hear_all`, after a time in
    which the process stood still.
    """

    def __init__(
        self,
        config: Config,
        loop: asyncio.AbstractEventLoop,
        journal: Journal,
        wall_ms: Callable[[], int],
        beside: Executor | None,
    ) -> None:
        self.config, self.loop, self.journal, self._wall_ms = config, loop, journal, wall_ms
        self.show: Callable[[], None] = lambda: None
        self.hear_all: Callable[[], None] = lambda: None
        # the rows before that one were not looked at
        self.recovered, self.began_at = recover_since(journal)
        self.table = self.recovered.table
        self.timers, self.notes = Timers(loop), Notes(journal, beside)
        self.clock = TableClock(loop, self.notes.began_ms, self.timers.planned_s, self._go_on)
        self.noting = Noting(self.notes, journal, self.clock, self.timers)
        self._changes = compare_config(
            config, self.recovered.configured, at_ms=self.recovered.at_ms
        )
        self.deck = ActiveDeck(config.shoe, self.recovered.deck, is_dealt=is_dealt(self.table))
        self._is_new_deck = self.deck.book.deck != self.recovered.deck and self.deck.is_there
        self.auditor = Auditor(self.deck.book, game_of(config.table), journal)
        self._keeper = SnapshotKeeper(
            journal, self.recovered, self.began_at.n, wall_ms, lambda: self.auditor.state
        )
        self.notices: tuple[News, ...] = ()  # of the last reading that had any
        self.noticed_at_ms = self.notices_in_all = 0
        self.upgraded_until_ms = 0  # until then people are told of it
        # a rehearsal looks at them
        self.recent_notices: deque[News] = deque(maxlen=MOST_NOTICES)
        self.repeats = Repeats()
        self.read_tags: tuple[bytes, ...] = ()  # the last that the shoe has read
        self.read_at_ms = 0

    def apply_changes(self, locks: Iterable[events.HoldKind], came: tuple[Came, ...]) -> None:
        """Records what has changed since the journal was written: program, configuration, deck."""
        upgraded = detect_upgrade(self.recovered)
        if upgraded is not None:
            logger.info(upgrade_text(upgraded, self.journal.head.n))
            self.take((upgraded,))
        self.take(came)
        if any(isinstance(event, events.ProgramUpgraded) for event in came):
            self.upgraded_until_ms = self.clock.now_ms() + UPGRADED_MS
        for sentence in self._changes.sentences:
            logger.info(sentence)
        if self._changes.event is not None:
            self.take((self._changes.event,))
        if self._is_new_deck:
            self.take((events.DeckPut(at_ms=self.clock.now_ms(), deck=self.deck.book.deck),))
        if (why := self.deck.why_no_deck()) is not None:
            logger.warning(why)
        for kind in locks:
            self._begin_hold(kind)
        if self.deck.is_there == any(hold.kind == "deck" for hold in self.table.holds):
            self.take((self._deck_hold(),))

    # Every event takes this way: decide, remember, adopt, show.

    def take(
        self, happened: tuple[events.AnyEvent, ...], edge: Edge | None = None
    ) -> tuple[Row, ...]:
        """Handles events; when it returns they are on disk. If handling raises, EventFailed is
        recorded instead (G-4).
        """
        before = self.table
        try:
            rows = self._record_rows(happened, edge)
        except JournalFailed:
            raise
        # a bug: unrecorded, the same event would raise again after every restart
        except Exception as error:
            failed = failed_event(happened, error, len(self.table.seats))
            logger.warning(
                f"An event failed and was put aside: {failed.happened}, {failed.error} in "
                f"{failed.where}."
            )
            rows = self._record_rows((failed,), edge)
        if notices := list_notices(before, rows):
            self._note_notices(notices)
            self.repeats.note_refusals(happened, notices, self.noticed_at_ms)
        self.show()
        return rows

    def tell(self, *notices: News) -> None:
        """People are told what no row is written of."""
        self._note_notices(notices)
        self.show()

    def _note_notices(self, notices: tuple[News, ...]) -> None:
        self.notices, self.noticed_at_ms = notices, self.clock.now_ms()
        self.recent_notices.extend(notices)
        self.notices_in_all += len(notices)

    def _record_rows(
        self, happened: tuple[events.AnyEvent, ...], edge: Edge | None
    ) -> tuple[Row, ...]:
        after, rows = handle(self.table, happened)
        self.journal.append(rows, wall_ms=self._wall_ms(), edge=edge)
        for row in rows:
            if (finding := self.auditor.hear_row(row.event, row.facts)) is not None:
                logger.warning(finding)
        self.table = after
        self._keeper.note_rows(rows, edge, after)
        return rows

    def events_of(self, reading: Reading) -> tuple[events.AnyEvent, ...]:
        """None of a card while nobody knows which deck lies in the shoe, none of a call that
        stands.
        """
        if isinstance(reading.message, CardOff | CardPresented) and reading.message.tags:
            self.read_tags, self.read_at_ms = reading.message.tags, reading.at_ms
        if self.deck.skips_reading(reading.message):
            return ()
        happened = interpret(self.deck.book, reading)
        return tuple(event for event in happened if not is_called_again(self.table, event))

    def start_next_hand(self) -> None:
        now = self.clock.now_ms()
        if may_start(self.table, now):
            self.take((events.StartAsked(at_ms=now),))
        else:
            self.show()  # the break was paused and ends later: plan the start again

    def say_again(self) -> None:
        self.repeats.count += 1
        self.show()

    # Locks, and the deck

    def lock(self, kind: events.HoldKind, why: str) -> None:
        """Play stands still until an operator clears it; the log says why."""
        logger.warning(why)
        self._begin_hold(kind)

    def _begin_hold(self, kind: events.HoldKind) -> None:
        self.take((events.HoldBegan(at_ms=self.clock.now_ms(), kind=kind, source=TABLE),))

    def put_deck(self, request: PutDeck) -> Text:
        """Puts the deck into play, unless the request only asks what would be; returns a sentence.
        Raises BadDeck and BadDeckBook.
        """
        if is_dealt(self.table):
            raise BadDeck(CARDS_ARE_OUT)
        if request.would:
            self.deck.require_playable(request.put)
        else:
            self.deck.play_deck(request.put)
            self.auditor.audit_deck(self.deck.book)
            put = events.DeckPut(
                at_ms=self.clock.now_ms(), deck=request.put, on_behalf_of=request.on_behalf_of
            )
            self.take((put, self._deck_hold()))
        return T("The deck {name} is in play.", name=request.put)

    def _deck_hold(self) -> events.AnyEvent:
        """Play waits for a deck of which any card can be known."""
        happened = events.HoldEnded if self.deck.is_there else events.HoldBegan
        return happened(at_ms=self.clock.now_ms(), kind="deck", source=SHOE)

    def _go_on(self, lost_s: float) -> None:
        """The process itself was stopped, or waited for a disk: clocks have the time back, and
        end only once all were heard.
        """
        logger.warning(
            f"The table stood still for {lost_s:,.1f} s: clocks go on from where they were."
        )
        self.hear_all()
        self.show()


def failed_event(
    happened: Sequence[events.AnyEvent], error: Exception, seats: int
) -> events.EventFailed:
    """What is recorded in the place of a reading whose handling raised, under the name of its first
    event. It holds no card and no amount. `seats`: how many the table has.
    """
    event = happened[0]
    source = getattr(event, "source", None)
    seat = getattr(event, "seat", None) if source is None else source.seat
    return events.EventFailed(
        at_ms=event.at_ms,
        happened=str(event.__struct_config__.tag),
        error=type(error).__name__,
        where=raised_at(error),
        seat=seat if seat is not None and 1 <= seat <= seats else None,
    )


def raised_at(error: BaseException) -> str:
    """The file and the line that raised it: `remedies.py:31`."""
    frames = extract_tb(error.__traceback__)
    return f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
