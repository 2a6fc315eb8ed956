"""The audit of a deck: which cards have come since it was put, whether one that never did is
missing, and which came twice.

A hand shows a part of the deck, so a card that has not come says little at first. Each hand in
which it might have come makes it less likely that it is there at all; once that is unlikely enough
the card is named. Sooner it is not: the cards that have not come tell which have, and some of those
were thrown away face down. Pure; service/decks/auditing.py feeds it.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from tablectl.intake.deckbook import EXTRAS
from tablectl.intake.decks import list_cards
from tablectl.structs import Frozen

NAMED_BELOW = 0.01  # of all whole decks, so many would show an unseen card by now


class AuditState(Frozen):
    """An audit as it stands, to go on from."""

    name: str  # of the deck
    cards: tuple[str, ...]  # that are audited
    hands: int = 0
    seen: tuple[str, ...] = ()  # in hands that have ended
    now: tuple[str, ...] = ()  # in the hand that is being dealt
    twice_now: tuple[str, ...] = ()
    twice: tuple[str, ...] = ()
    # how likely a card that is there has not come in any of the hands
    stays_away: float = 1.0


class DeckAudit:
    """The audit of one deck. A hand counts when it is over: until then its cards are nobody's
    business.
    """

    def __init__(self, name: str, cards: Iterable[str]) -> None:
        """`cards`: of the game's deck that are in the book's; jokers and the cut card are alike,
        and not audited.
        """
        audited = tuple(card for card in dict.fromkeys(cards) if card not in EXTRAS)
        self.state = AuditState(name, audited)

    @property
    def name(self) -> str:
        return self.state.name

    @property
    def hands(self) -> int:
        return self.state.hands

    def goes_on_from(self, state: AuditState) -> bool:
        """Goes on from a stored audit, and whether it does: an audit of another deck, or of other
        cards of it, is none of this one.
        """
        is_of_this = (state.name, state.cards) == (self.name, self.state.cards)
        if is_of_this:
            self.state = state
        return is_of_this

    def came(self, cards: Iterable[str]) -> None:
        """These cards left the shoe."""
        self.state = replace(self.state, now=self._with(self.state.now, cards))

    def came_twice(self, card: str) -> None:
        """The card left the shoe, and was out already: the table halts for it (G-2)."""
        self.state = replace(self.state, twice_now=self._with(self.state.twice_now, [card]))

    def _with(self, cards: tuple[str, ...], more: Iterable[str]) -> tuple[str, ...]:
        """Those of the cards that are audited, each once, in one order."""
        return tuple(sorted({*cards, *more}.intersection(self.state.cards)))

    def hand_ended(self) -> None:
        was = self.state
        ended = replace(was, twice=self._with(was.twice, was.twice_now), twice_now=(), now=())
        if was.now:
            ended = replace(
                ended,
                hands=was.hands + 1,
                seen=self._with(was.seen, was.now),
                stays_away=was.stays_away * (1 - len(was.now) / len(was.cards)),
            )
        self.state = ended

    @property
    def missing(self) -> tuple[str, ...]:
        """The cards that cannot well be in the deck; none as long as that is not known."""
        if len(self.state.cards) * self.state.stays_away >= NAMED_BELOW:
            return ()
        return tuple(card for card in self.state.cards if card not in self.state.seen)

    @property
    def doubled(self) -> tuple[str, ...]:
        """The cards that came twice in one hand."""
        return tuple(card for card in self.state.cards if card in self.state.twice)

    @property
    def is_sound(self) -> bool:
        """Whether nothing speaks against it."""
        return not self.missing and not self.doubled

    @property
    def result(self) -> str:
        """A sentence; another one for cards that came twice."""
        if not self.doubled:
            return self._deck_report
        return (
            f"{list_cards(self.doubled)} twice in the deck {self.name}: look through it. "
            f"{self._deck_report}"
        )

    @property
    def _deck_report(self) -> str:
        count, all_of = len(self.state.seen), len(self.state.cards)
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
