"""The audit of the deck in play, at the end of each hand of a table that runs, and whenever its
shoe is reloaded.
"""

from collections.abc import Iterable

import msgspec

from tablectl.engine import events, floor
from tablectl.engine.facts import (
    DeckInPlay,
    Fact,
    Halted,
    HandEnded,
    HandVoided,
    Noticed,
    make_message,
)
from tablectl.engine.state.why import Why
from tablectl.games.game import Game
from tablectl.intake.audit import AuditState, DeckAudit
from tablectl.intake.deckbook import DeckBook
from tablectl.journal.replay import newest_audit
from tablectl.journal.store import Journal


class Auditor:
    """It hears each row of the journal, and begins anew when the floor has checked the deck."""

    def __init__(self, book: DeckBook, game: Game, journal: Journal | None = None) -> None:
        """`journal`: its rows are heard first: the audit goes on where the program ended."""
        self._game = game
        self._reported: tuple[tuple[str, ...], ...] = ((), ())
        self.audit_deck(book)
        if journal is None or not book.deck:
            return
        for record in journal.rows(self._goes_on_from(*newest_audit(journal))):
            if any(isinstance(fact, DeckInPlay) for fact in record.facts):
                self.audit_deck(book)
            self.hear_row(record.event, record.facts)

    @property
    def state(self) -> bytes:
        """As it stands, for a snapshot; empty where no deck is audited."""
        return msgspec.msgpack.encode(self.audit.state) if self.audit.name else b""

    def _goes_on_from(self, stored: bytes, n: int) -> int:
        """The row after which it has to hear the journal. All of it where nothing fits: of this
        deck, and of these cards.
        """
        try:
            does_fit = bool(stored) and self.audit.goes_on_from(
                msgspec.msgpack.decode(stored, type=AuditState)
            )
        except (msgspec.MsgspecError, UnicodeDecodeError):
            does_fit = False
        self._reported = (self.audit.missing, self.audit.doubled)
        return n if does_fit else 0

    def audit_deck(self, book: DeckBook) -> None:
        """That deck was put."""
        self._book = book
        names = set(book.cards.values()) if book.deck else set()  # a simulated deck is whole
        self.audit = DeckAudit(
            book.deck, (card for card in self._game.deck.all_cards if card in names)
        )
        self._reported = ((), ())

    def hear_row(self, event: object, facts: Iterable[Fact]) -> str | None:
        """A row; the sentence for the log: when a card is found missing or doubled, once for the
        same, and at each reload.
        """
        if isinstance(event, events.CardOff):
            self.audit.came(event.cards)
        is_reported = is_reload(event) and bool(self.audit.name)
        for fact in facts:
            if isinstance(fact, Halted) and fact.irregularity.kind == "duplicate_card":
                self.audit.came_twice(fact.irregularity.cards[0])
            elif isinstance(fact, HandEnded | HandVoided):
                self.audit.hand_ended()
                found, self._reported = self._reported, (self.audit.missing, self.audit.doubled)
                is_reported = is_reported or (self._reported != found and not self.audit.is_sound)
        if isinstance(event, events.FloorRuled) and isinstance(event.ruling, floor.DeckChecked):
            self.audit_deck(self._book)
        return self.audit.result if is_reported else None

    @property
    def notices(self) -> tuple[Noticed, ...]:
        """Faults of the deck by hands that are over, to be shown between hands until
        it is sound.
        """
        deck, missing, doubled = self.audit.name, self.audit.missing, self.audit.doubled
        return (
            *(
                [
                    make_message(
                        Noticed, Why.CARDS_MISSING(cards=missing, deck=deck, hands=self.audit.hands)
                    )
                ]
                if missing
                else ()
            ),
            *(
                [make_message(Noticed, Why.CARDS_DOUBLED(cards=doubled, deck=deck))]
                if doubled
                else ()
            ),
        )


def is_reload(event: object) -> bool:
    """The shoe says so itself, or the floor does."""
    is_ruled = isinstance(event, events.FloorRuled) and isinstance(event.ruling, floor.Reshuffled)
    return is_ruled or isinstance(event, events.ShoeReloaded)
