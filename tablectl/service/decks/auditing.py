"""The audit of the deck in play, at the end of each hand of a table that runs."""

from collections.abc import Callable, Iterable

from tablectl.engine import events
from tablectl.engine.facts import AnyFact, HandEnded
from tablectl.games.game import Game
from tablectl.intake.audit import DeckAudit
from tablectl.intake.deckbook import DeckBook


class Auditor:
    """`tell` is called with a sentence when a card is found missing, once for the same cards."""

    def __init__(self, book: DeckBook, game: Game, tell: Callable[[str], None]) -> None:
        self._game, self._tell = game, tell
        self._missing: tuple[str, ...] = ()
        self.begin(book)

    def begin(self, book: DeckBook) -> None:
        """That deck was put."""
        names = set(book.cards.values()) if book.deck else set()        # a simulated deck is whole
        self.audit = DeckAudit(book.deck, (card for card in self._game.deck.all_cards if card in names))
        self._missing = ()

    def heard(self, event: object, facts: Iterable[AnyFact]) -> None:
        """A row of the journal."""
        if isinstance(event, events.CardOff):
            self.audit.came(event.cards)
        if not any(isinstance(fact, HandEnded) for fact in facts):
            return
        self.audit.hand_ended()
        if self.audit.missing and self.audit.missing != self._missing:
            self._tell(self.audit.result)
        self._missing = self.audit.missing
