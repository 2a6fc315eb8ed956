"""The audit of the deck in play, at the end of each hand of a table that runs, and whenever its shoe is reloaded."""

from collections.abc import Callable, Iterable

from tablectl.engine import events, floor
from tablectl.engine.facts import AnyFact, HandEnded
from tablectl.games.game import Game
from tablectl.intake.audit import DeckAudit
from tablectl.intake.deckbook import DeckBook


class Auditor:
    """`tell` is called with a sentence when a card is found missing, once for the same cards, and at each reload."""

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
        if is_reload(event) and self.audit.name:
            self._tell(self.audit.result)
        if not any(isinstance(fact, HandEnded) for fact in facts):
            return
        self.audit.hand_ended()
        if self.audit.missing and self.audit.missing != self._missing:
            self._tell(self.audit.result)
        self._missing = self.audit.missing


def is_reload(event: object) -> bool:
    """The shoe says so itself, or the floor does."""
    is_ruled = isinstance(event, events.FloorRuled) and isinstance(event.ruling, floor.Reshuffled)
    return is_ruled or isinstance(event, events.ShoeReloaded)
