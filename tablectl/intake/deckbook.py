"""The deck book: which tag is which card. Tags and cards meet here and nowhere else.

A tag is 8 bytes, as firmware_io/readers/ids.py makes them of what an antenna read. One that is not
in the book is a foreign card, and so is one of a deck that is not in play. decks.py says what makes
a deck; service/books/books.py keeps them on disk.
"""

from collections.abc import Iterable, Mapping

from firmware_io.readers.ids import simulated_tag
from tablectl.rules.cards import CARDS, CUT, FOREIGN, FOREIGN_JOKER, JOKER
from tablectl.structs import Frozen

EXTRAS = (CUT, FOREIGN_JOKER, JOKER)  # have tags beside the 52


class DeckBook(Frozen):
    """`cards`: of the deck in play, from the tag's bytes to `As`, `cut`, `joker` or `Jk`.
    `others`: the deck of any other tag.
    """

    cards: Mapping[bytes, str] = {}
    others: Mapping[bytes, str] = {}
    deck: str = ""  # the name of the deck in play

    def card(self, tag: bytes) -> str:
        return self.cards.get(tag, FOREIGN)

    def named(self, tags: Iterable[bytes]) -> tuple[str, ...]:
        return tuple(self.card(tag) for tag in tags)

    def tags(self, names: Iterable[str]) -> tuple[bytes, ...]:
        """The tags that these cards of the deck in play carry."""
        wanted = set(names)
        return tuple(tag for tag, name in self.cards.items() if name in wanted)


def simulated_book() -> DeckBook:
    """The book of the simulated deck: 52 cards and the extras. `foreign` is a tag that is not in
    it.
    """
    return DeckBook({simulated_tag(name): name for name in (*CARDS, *EXTRAS)})
