"""The deck book: which tag is which card. Tags and cards meet here and nowhere else.

A tag is the 8 bytes the antenna read. A tag that is not in the book is a foreign card.
"""

import hashlib
from collections.abc import Iterable, Mapping

from msgspec import Struct

from tablectl.rules.cards import CARDS

FOREIGN, UNREADABLE = "foreign", "??"
EXTRAS = ("cut", "joker", "Jk")         # enrolled beside the 52: the cut card, a joker no game wants, the game's own joker


class DeckBook(Struct, frozen=True):
    """`cards`: tag -> `As`, `cut`, `joker`, `Jk`."""

    cards: Mapping[bytes, str]

    def card(self, tag: bytes) -> str:
        return self.cards.get(tag, FOREIGN)

    def named(self, tags: Iterable[bytes]) -> tuple[str, ...]:
        return tuple(self.card(tag) for tag in tags)


def simulated_tag(name: str) -> bytes:
    """The tag a simulated card called `name` carries: an ISO 15693 UID (E0, a maker's code, a serial number)."""
    return b"\xe0\x04" + hashlib.sha256(name.encode()).digest()[:6]


def simulated() -> DeckBook:
    """The book of the simulated deck: 52 cards and the extras. `foreign` is a tag that is not in it."""
    return DeckBook({simulated_tag(name): name for name in (*CARDS, *EXTRAS)})
