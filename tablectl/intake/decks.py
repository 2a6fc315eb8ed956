"""The decks of a table: what makes one, and which may lie beside which. Pure;
service/books/books.py keeps them on disk.

A deck is 52 cards, or the 36 from the six up, with up to two jokers and a cut card. Every card has
a tag of its own, and a tag is in one deck only, also in one that is retired: its cards are named as
foreign for as long as they may turn up.
"""

from collections import Counter
from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from firmware_io.readers.ids import ISO15693_MARK, from_iso15693, pad_id, why_not_enrolled
from tablectl.intake.deckbook import EXTRAS, DeckBook
from tablectl.rules.cards import CARDS, CUT, FOREIGN_JOKER, JOKER
from tablectl.rules.deck import SHORT_FLUSH
from tablectl.structs import Frozen
from tablectl.text import Explained, T

JOKERS = (JOKER, FOREIGN_JOKER)
MOST_JOKERS = 2
MOST_NAME = 20  # letters of a deck's name
MOST_DECKS = 20
WHY_NOT = {
    "random": "has a number that is another at each reading, as telephones and bank cards have: it "
    "cannot be a card of a deck",
    "none": "has no number: it was not read rightly",
}


class BadDeck(Explained):
    """The message is a sentence."""


class Deck(Frozen):
    """`cards`: from the tag to `As`, `Jk` (a joker) or `cut`."""

    name: str
    cards: Mapping[bytes, str]
    is_retired: bool = False  # not to be played with any more

    @property
    def what(self) -> str:
        """How many cards of which kind, in words."""
        names = Counter(self.cards.values())
        jokers = sum(names[joker] for joker in JOKERS)
        parts = [
            f"{len(names.keys() - {*EXTRAS})} cards",
            f"{jokers} joker{'s' * (jokers != 1)}" * bool(jokers),
            "a cut card" * bool(names[CUT]),
        ]
        return ", ".join(part for part in parts if part)


class Decks(Frozen):
    """All decks that a table knows."""

    decks: tuple[Deck, ...] = ()

    @property
    def playable(self) -> tuple[Deck, ...]:
        return tuple(deck for deck in self.decks if not deck.is_retired)

    def deck(self, name: str) -> Deck:
        """The deck of that name. Raises BadDeck."""
        found = next((deck for deck in self.decks if deck.name == name), None)
        if not found:
            raise BadDeck(
                T(
                    'There is no deck "{name}" in the book. There is {decks}.',
                    name=name,
                    decks=decks,
                )
                if (decks := ", ".join(deck.name for deck in self.decks))
                else T(
                    'There is no deck "{name}" in the book. It has none yet: tablectl deck enrol '
                    "{name} --config table.toml makes one.",
                    name=name,
                )
            )
        return found

    def owner(self, tag: bytes) -> tuple[str, str] | None:
        """Deck and card of a tag; None: it is in no deck."""
        return next(
            ((deck.name, deck.cards[tag]) for deck in self.decks if tag in deck.cards), None
        )

    def added(self, deck: Deck) -> "Decks":
        """With one deck more, or another under that name. Raises BadDeck."""
        others = tuple(other for other in self.decks if other.name != deck.name)
        for why in (why_no_deck_name(deck.name), why_no_deck(deck.name, deck.cards)):
            if why:
                raise BadDeck(why)
        if len(others) == MOST_DECKS:
            raise BadDeck(f"The book has {MOST_DECKS} decks, which is the most.")
        for tag, card in deck.cards.items():
            if (found := Decks(others).owner(tag)) is not None:
                raise BadDeck(
                    f"The tag {show_tag(tag)} of the {card} is the {found[1]} of the deck "
                    f"{found[0]} already."
                )
        return Decks((*others, deck))

    def retired(self, name: str) -> "Decks":
        """With that deck out of play for good. Raises BadDeck."""
        gone = self.deck(name)
        if gone.is_retired:
            raise BadDeck(f"The deck {name} is retired already.")
        return Decks(
            tuple(replace(deck, is_retired=True) if deck is gone else deck for deck in self.decks)
        )

    def book(self, in_play: str) -> DeckBook:
        """The book with that deck in play; none by that name, or one that is retired: no card is
        known.
        """
        chosen = next((deck for deck in self.playable if deck.name == in_play), None)
        others = {tag: deck.name for deck in self.decks if deck is not chosen for tag in deck.cards}
        return DeckBook(chosen.cards if chosen else {}, others, chosen.name if chosen else "")

    def book_in_play(self, put: str) -> DeckBook:
        """The book with the deck that was put in play; where none ever was, the only one there
        is.
        """
        return self.book(put or (self.playable[0].name if len(self.playable) == 1 else ""))


def why_no_deck_name(name: str) -> str | None:
    """A sentence; None: a deck may be called so."""
    if not name or not all(
        letter.isascii() and (letter.isalnum() or letter in "-_") for letter in name
    ):
        return f'"{name}" is no name for a deck: letters, digits, - and _.'
    return (
        f'"{name}" is longer than the {MOST_NAME} letters that a deck\'s name may have.'
        if len(name) > MOST_NAME
        else None
    )


def why_no_deck(name: str, cards: Mapping[bytes, str]) -> str | None:
    """A sentence; None: these cards are a deck, and each tag may be a card."""
    for tag, card in cards.items():
        if why := why_no_tag(tag):
            return f"The {card} of {name}: {why}"
        if card not in CARDS and card not in EXTRAS:
            return f'The deck {name} has "{card}", which is no card.'
    names = Counter(cards.values())
    if twice := [card for card in (*CARDS, CUT) if names[card] > 1]:
        return f"The deck {name} has two tags for {', '.join(twice)}."
    if sum(names[joker] for joker in JOKERS) > MOST_JOKERS:
        return f"The deck {name} has more than {MOST_JOKERS} jokers."
    faces = names.keys() - {*EXTRAS}
    whole = min(
        (frozenset(CARDS), frozenset(SHORT_FLUSH.all_cards)), key=lambda cards: len(cards ^ faces)
    )
    if missing := [card for card in CARDS if card in whole - faces]:
        count = f"{len(faces)} of {len(whole)} cards"
        return f"The deck {name} has {count}: {list_cards(missing)} missing."
    return None


def why_no_tag(tag: bytes) -> str | None:
    """A sentence; None: the tag may be a card."""
    code = why_not_enrolled(tag)
    return f"The tag {show_tag(tag)} {WHY_NOT[code]}." if code else None


def list_cards(cards: Iterable[str], most: int = 8) -> str:
    """ "7d is", "7d, 8d are", "7d .. and 3 more are"."""
    names = list(cards)
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return f"{', '.join(names[:most])}{more} {'is' if len(names) == 1 else 'are'}"


def show_tag(tag: bytes) -> str:
    """A tag as people write it: hex digits, without the zeros in front."""
    return tag.lstrip(b"\0").hex().upper() or "00"


def parse_tag(text: str) -> bytes:
    """The tag that these hex digits name, in either case, with or without colons, of any length
    that tags have.

    Eight bytes with E0 at their end are an ISO 15693 number as it goes over the air, and are turned
    round. Raises BadDeck.
    """
    plain = text.replace(":", "").replace(" ", "").replace("-", "")
    try:
        raw = bytes.fromhex(plain) if plain.isascii() else b""
    except ValueError:
        raw = b""
    tag = pad_id(raw)
    if tag is None:
        raise BadDeck(
            f'"{text[:40]}" is no number of a tag: that is 4, 5, 7 or 8 bytes in hex digits.'
        )
    if len(raw) == 8 and raw[0] not in (0, ISO15693_MARK):
        tag = from_iso15693(raw)
        if tag is None:
            raise BadDeck(f'"{text[:40]}" is no number of a tag: one of 8 bytes has E0 at one end.')
    return tag
