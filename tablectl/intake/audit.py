"""The audit of a deck: which cards have come since it was put, whether one that never did is
missing, and which came twice.

A hand shows a part of the deck, so a card that has not come says little at first. Each hand in
which it might have come makes it less likely that it is there at all; once that is unlikely enough
the card is named. Sooner it is not: the cards that have not come tell which have, and some of those
were thrown away face down. Pure; service/decks/auditing.py feeds it.
"""

from collections.abc import Iterable

from tablectl.intake.deckbook import EXTRAS
from tablectl.intake.decks import list_cards
from tablectl.structs import Frozen

NAMED_BELOW = 0.01  # of all whole decks, so many would show an unseen card by now


class Kept(Frozen):
    """An audit as it stands, to go on from."""

    name: str
    cards: tuple[str, ...]  # that are audited
    hands: int
    seen: tuple[str, ...]
    now: tuple[str, ...]
    twice_now: tuple[str, ...]
    twice: tuple[str, ...]
    stays_away: float


class DeckAudit:
    """Of one deck. A hand counts when it is over: until then its cards are nobody's business."""

    def __init__(self, name: str, cards: Iterable[str]) -> None:
        """`cards`: of the game's deck that are in the book's; jokers and the cut card are alike,
        and not audited.
        """
        self.name = name
        self.hands = 0
        self._cards = tuple(card for card in dict.fromkeys(cards) if card not in EXTRAS)
        self._seen: set[str] = set()  # in hands that have ended
        self._now: set[str] = set()  # in the hand that is being dealt
        self._twice_now: set[str] = set()
        self._twice: set[str] = set()
        # how likely a card that is there has not come in any of the hands
        self._stays_away = 1.0

    @property
    def kept(self) -> Kept:
        seen, now, twice_now, twice = (
            tuple(sorted(cards)) for cards in (self._seen, self._now, self._twice_now, self._twice)
        )
        return Kept(
            self.name, self._cards, self.hands, seen, now, twice_now, twice, self._stays_away
        )

    def goes_on_from(self, kept: Kept) -> bool:
        """Whether it does: an audit of another deck, or of other cards of it, is none of this
        one.
        """
        if (kept.name, kept.cards) != (self.name, self._cards):
            return False
        self.hands, self._stays_away = kept.hands, kept.stays_away
        self._seen, self._now, self._twice_now, self._twice = map(
            set, (kept.seen, kept.now, kept.twice_now, kept.twice)
        )
        return True

    def came(self, cards: Iterable[str]) -> None:
        """These left the shoe."""
        self._now |= {card for card in cards if card in self._cards}

    def came_twice(self, card: str) -> None:
        """It left the shoe, and was out already: the table halts for it (G-2)."""
        if card in self._cards:
            self._twice_now.add(card)

    def hand_ended(self) -> None:
        self._twice |= self._twice_now
        self._twice_now = set()
        if self._now:
            self.hands += 1
            self._stays_away *= 1 - len(self._now) / len(self._cards)
            self._seen |= self._now
            self._now = set()

    @property
    def missing(self) -> tuple[str, ...]:
        """The cards that cannot well be in the deck; none as long as that is not known."""
        if len(self._cards) * self._stays_away >= NAMED_BELOW:
            return ()
        return tuple(card for card in self._cards if card not in self._seen)

    @property
    def doubled(self) -> tuple[str, ...]:
        """The cards that came twice in one hand."""
        return tuple(card for card in self._cards if card in self._twice)

    @property
    def is_sound(self) -> bool:
        """Whether nothing speaks against it."""
        return not self.missing and not self.doubled

    @property
    def result(self) -> str:
        """A sentence; another one for cards that came twice."""
        if not self.doubled:
            return self._of_the_rest
        return (
            f"{list_cards(self.doubled)} twice in the deck {self.name}: look through it. "
            f"{self._of_the_rest}"
        )

    @property
    def _of_the_rest(self) -> str:
        count, all_of = len(self._seen), len(self._cards)
        hands = f"{self.hands:,} hand{'s' * (self.hands != 1)}"
        if count == all_of:
            return f"The deck {self.name} is whole: all {all_of} cards have come in {hands}."
        if not self.missing:
            return (
                f"{count} of {all_of} cards of the deck {self.name} have come in {hands}: too "
                "few hands to miss one."
            )
        return (
            f"{list_cards(self.missing)} missing from the deck {self.name}: never come in {hands}. "
            "Count the deck."
        )
