"""Which deck is in play, and whether the cards that are read are of it: what is made of a tag
before the game hears of it.

A table whose book knows none of the cards that come does not halt at each: the wrong deck lies in
the shoe, or it was never enrolled. That is logged once, and the card is dealt to nobody. A shoe
with a motor gives no more until a deck is put: it would give out all that it has. From the first
card of the deck in play on, any other is a foreign card, and the rulebook's (G-2, G-10).
"""

from pathlib import Path

from firmware_io.messages import CardOff, CardPresented, Message
from tablectl.engine.events import CardOff as CardOffShoe, CardPresented as CardShown
from tablectl.engine.state.table import Table
from tablectl.intake.deckbook import simulated_book
from tablectl.intake.decks import BadDeck, Decks
from tablectl.journal.store import Journal
from tablectl.rules.cards import CODE
from tablectl.service import logger
from tablectl.service.books.books import BadDeckBook, load_decks
from tablectl.service.config.drivers import DRIVERS
from tablectl.service.config.values import ShoeConfig
from tablectl.text import T

# newest rows: what lay at the reader when they were written lies there for moments
LOOKED_AT = 100
CARDS_ARE_OUT = T("Cards of a hand are out: another deck is put when the hand is over.")


def put_command(deck: str) -> str:
    """What is typed to put that deck into play."""
    return f"tablectl deck put {deck} --config table.toml"


def is_dealt(table: Table) -> bool:
    """Whether cards are out, in a hand or in the draw for the button."""
    return (table.in_hand or table.draw is not None) and table.seen != 0


class ActiveDeck:
    """The book that readings are read with."""

    def __init__(self, shoe: ShoeConfig, put: str, *, is_dealt: bool) -> None:
        """`put`: the deck by the journal. `is_dealt`: cards of it are out. Raises BadBook where
        its file is damaged.
        """
        # the newest that a card of no known deck has answered
        self.skipped_pull = 0
        self._path = Path(shoe.deck_book) if shoe.deck_book else None
        self._is_simulated = DRIVERS[shoe.driver].is_simulated
        self._has_motor = DRIVERS[shoe.driver].is_node
        # such a shoe has given a card that was not dealt
        self._is_stopped = False
        self._is_known = self._is_simulated or is_dealt  # a card of the deck in play was read
        self._is_reported = False
        self.book = simulated_book() if self._is_simulated else self._load_book().book_in_play(put)

    @property
    def is_there(self) -> bool:
        """Whether any card can be known."""
        return bool(self.book.cards)

    def pull_after(self, pull: int) -> int:
        """The number of the request, where the table asks for `pull`; 0: no card may come,
        or none is wanted.
        """
        return (
            max(pull, self.skipped_pull + 1)
            if pull and self.is_there and not self._is_stopped
            else 0
        )

    def was_dealt(self, tag: bytes, table: Table) -> bool:
        """Whether the card of this very tag has come in this hand, or in the draw. Of a face
        that two tags have nobody knows.
        """
        card = self.book.cards.get(tag)
        if card not in CODE or [*self.book.cards.values()].count(card) > 1:
            return False
        return is_dealt(table) and bool(table.seen >> CODE[card] & 1)

    def why_no_deck(self) -> str | None:
        """Why no card can be known, in a sentence; None: there is a deck in play."""
        if self.is_there:
            return None
        if self._path is None:
            return (
                "No deck is in play: the configuration names no deck_book in [shoe], so no "
                "card can be known."
            )
        try:
            names = [deck.name for deck in self._load_book().playable]
        except BadDeckBook as error:  # damaged while the table runs
            return f"No deck is in play. {error}"
        if not names:
            return (
                f"No deck is in play: {self._path} has none. Make one: tablectl deck enrol red "
                "--config table.toml"
            )
        return (
            f"No deck is in play: the book has {', '.join(names)}. Choose one: "
            f"{put_command(names[0])}"
        )

    def known_decks(self) -> Decks:
        """The book as it is now; an empty one where it is damaged, or the deck is simulated."""
        if self._is_simulated:
            return Decks()
        try:
            return self._load_book()
        except BadDeckBook:  # damaged while the table runs: why_no_deck says so
            return Decks()

    def play_deck(self, name: str) -> None:
        """That deck is played with; the book is read anew. Raises BadDeck and BadBook with a
        sentence.
        """
        self.require_playable(name)
        self.book = self._load_book().book(name)
        self._is_known = self._is_reported = self._is_stopped = False

    def require_playable(self, name: str) -> None:
        """Raises BadDeck and BadBook with a sentence."""
        if self._is_simulated:
            raise BadDeck(T("This table plays with the simulated deck: no other can be put."))
        if self._path is None:
            raise BadDeck(T("The configuration names no deck_book in [shoe]."))
        if self._load_book().deck(name).is_retired:
            raise BadDeck(T("The deck {name} is retired.", name=name))

    def skips_reading(self, message: Message) -> bool:
        """Whether a reading has nothing but cards that are not of the deck in play, before any
        of it was read.
        """
        if not isinstance(message, CardOff | CardPresented) or not message.tags:
            return False
        self._is_known = self._is_known or any(tag in self.book.cards for tag in message.tags)
        if self._is_known or not self._is_reported:
            self._warn_of_deck(message.tags)
        if not self._is_known and isinstance(message, CardOff):
            self.skipped_pull = max(self.skipped_pull, message.pull)
            self._is_stopped = self._has_motor
        return not self._is_known

    def _warn_of_deck(self, tags: tuple[bytes, ...]) -> None:
        """Names the deck that the card is of, never the card: it may lie face down."""
        unknown = [tag for tag in tags if tag not in self.book.cards]
        if not unknown or self._is_simulated:
            return
        self._is_reported = True
        deck = self.book.others.get(unknown[0])
        what = f"a card of the deck {deck}" if deck else "a card that is in no deck of the book"
        if self._is_known:
            logger.warning(f"The shoe read {what}; {self.book.deck} is in play.")
        elif self.is_there:
            logger.warning(
                f"The shoe read {what}; {self.book.deck} is in play. No card is dealt until "
                f"{self._dealing_again(deck)}."
            )
        else:
            logger.warning(f"The shoe read {what}. {self.why_no_deck()}")

    def _dealing_again(self, deck: str | None) -> str:
        """When cards are dealt again; `deck`: the one that the card was of."""
        if self._has_motor:
            return f"the right deck is in the shoe, and put: {put_command(deck or self.book.deck)}"
        return f"one of it comes, or {put_command(deck)}" if deck else "one of it comes"

    def _load_book(self) -> Decks:
        return load_decks(self._path) if self._path is not None else Decks()


def last_cards(journal: Journal) -> tuple[str, ...]:
    """The cards that were read last, as far as the newest rows tell: they may still lie before
    the reader.
    """
    read = [
        event.cards if isinstance(event, CardOffShoe) else (event.card,)
        for record in journal.rows(max(0, journal.head.n - LOOKED_AT))
        if isinstance(event := record.event, CardOffShoe | CardShown)
    ]
    return read[-1] if read else ()
