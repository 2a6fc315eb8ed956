"""A deck is enrolled by tapping its cards at the reader in the order that is shown, and verified by
tapping them in any order.

Both take what was tapped and what was typed, and answer in a sentence. Pure:
service/decks/tapping.py has the reader.
"""

from tablectl.intake.decks import Deck, Decks, list_cards, show_tag, why_no_tag
from tablectl.rules.cards import CUT, JOKER
from tablectl.rules.deck import SHORT_FLUSH, STANDARD_52

# a new deck comes so, or nearly so: ace to king, a suit after the other
SUITS_IN_A_BOX = "shdc"
RANKS_IN_A_BOX = "A23456789TJQK"
NAMES = {JOKER: "a joker", CUT: "the cut card"}
UNDO = ("u", "undo")
QUIT = ("q", "quit")


def enrolling_order(
    *, is_short: bool = False, jokers: int = 0, has_cut: bool = False
) -> tuple[str, ...]:
    """The order in which the cards are tapped: as they lie in a new box, then jokers, then the
    cut card.
    """
    cards = set((SHORT_FLUSH if is_short else STANDARD_52).all_cards)
    faces = [
        rank + suit for suit in SUITS_IN_A_BOX for rank in RANKS_IN_A_BOX if rank + suit in cards
    ]
    return (*faces, *[JOKER] * jokers, *[CUT] * has_cut)


class Enrolling:
    """One deck being made. `is_over`: all cards are in, or it was given up (`deck` is
    None then).
    """

    def __init__(self, name: str, order: tuple[str, ...], known: Decks) -> None:
        """`known`: the book, whose tags are no cards of this deck; a deck of the same name is
        made anew.
        """
        self._name = name
        self._order = order
        self._others = Decks(tuple(deck for deck in known.decks if deck.name != name))
        self._tags: list[bytes] = []
        self.asks_for = "deal"
        self.is_over = False

    @property
    def deck(self) -> Deck | None:
        return (
            Deck(self._name, dict(zip(self._tags, self._order, strict=True)))
            if len(self._tags) == len(self._order)
            else None
        )

    @property
    def title(self) -> str:
        return f"Enrolling the deck {self._name}"

    @property
    def card(self) -> str | None:
        """The one that is to be tapped now."""
        return None if self.is_over else self._order[len(self._tags)]

    @property
    def prompt(self) -> str:
        """What is to be tapped now."""
        number = len(self._tags) + 1
        return (
            f"{number} of {len(self._order)}: tap "
            f"{NAMES.get(card := self._order[number - 1], card)}."
        )

    def tapped(self, tags: tuple[bytes, ...]) -> str:
        """Takes these tags, and answers what was taken and what is next."""
        if why := self._why_not_taken(tags):
            return f"{why} {self.prompt}"
        self._tags.append(tags[0])
        self.is_over = len(self._tags) == len(self._order)
        done = f"{self._card(-1)} is {show_tag(tags[0])}."
        return done if self.is_over else f"{done} {self.prompt}"

    def typed(self, word: str) -> str:
        if word in QUIT:
            self.is_over = True
            return "Given up: nothing was enrolled."
        if word not in UNDO:
            return f"u takes the last card back, q gives up. {self.prompt}"
        if not self._tags:
            return f"No card is in yet. {self.prompt}"
        card = self._card(-1)
        self._tags.pop()
        return f"{card} is taken back. {self.prompt}"

    def _card(self, place: int) -> str:
        return self._order[: len(self._tags)][place]

    def _why_not_taken(self, tags: tuple[bytes, ...]) -> str | None:
        if len(tags) != 1:
            return "Two tags at once: hold one card to the reader, away from all others."
        tag = tags[0]
        if why := why_no_tag(tag):
            return why
        if tag in self._tags:
            return (
                f"That tag is {self._order[self._tags.index(tag)]} already: tap another card, "
                "or type u."
            )
        found = self._others.owner(tag)
        return f"That tag is the {found[1]} of the deck {found[0]}." if found else None


class Verifying:
    """One deck being checked: each card is named, so that one sees at each tap whether it is that
    card.
    """

    def __init__(self, deck: Deck, known: Decks) -> None:
        self._deck, self._known = deck, known
        self._seen: set[bytes] = set()
        self.asks_for = "deal"
        self.mistaps = 0  # taps that were no card of the deck
        # that was tapped last; None: what was tapped is none of the deck
        self.card: str | None = None
        self.is_over = False

    @property
    def title(self) -> str:
        return f"Checking the deck {self._deck.name}"

    @property
    def missing(self) -> list[str]:
        """The cards that were not tapped yet."""
        return [card for tag, card in self._deck.cards.items() if tag not in self._seen]

    @property
    def is_sound(self) -> bool:
        return not self.missing and not self.mistaps

    @property
    def prompt(self) -> str:
        return (
            f"{len(self._seen)} of {len(self._deck.cards)}: tap each card of "
            f"{self._deck.name}, in any order."
        )

    @property
    def result(self) -> str:
        name = self._deck.name
        if self.is_sound:
            return f"The deck {name} is sound: {self._deck.what}."
        faults = []
        if self.missing:
            faults.append(f"{list_cards(self.missing)} missing")
        if self.mistaps:
            were = "s were" if self.mistaps > 1 else " was"
            faults.append(f"{self.mistaps} tap{were} no card of it")
        return f"The deck {name} is not sound: {'; '.join(faults)}."

    def tapped(self, tags: tuple[bytes, ...]) -> str:
        if len(tags) != 1:
            return "Two tags at once: hold one card to the reader, away from all others."
        tag = tags[0]
        card = self.card = self._deck.cards.get(tag)
        if card is None:
            self.mistaps += 1
            found = self._known.owner(tag)
            whose = f"it is of the deck {found[0]}" if found else "its tag is in no deck"
            return f"This is no card of {self._deck.name}: {whose}."
        is_again = tag in self._seen
        self._seen.add(tag)
        self.is_over = not self.missing
        return (
            f"{card}{' again' if is_again else ''}. {len(self._seen)} of {len(self._deck.cards)}."
        )

    def typed(self, word: str) -> str:
        if word in QUIT:
            self.is_over = True
            return "Stopped."
        return f"q stops. {len(self._seen)} of {len(self._deck.cards)}."
