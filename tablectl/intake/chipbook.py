"""The chip book: which tag is a chip of which value. Pure; service/books/books.py keeps it on
disk.
"""

from collections import Counter
from collections.abc import Mapping

from tablectl.intake.decks import show_tag, why_no_tag
from tablectl.structs import Frozen

MOST_CHIPS = 5_000  # of a table
MOST_VALUE = 2**32 - 1  # that the wire has room for


class BadChip(ValueError):
    """The message is a sentence."""


class ChipBook(Frozen):
    """`values`: from a tag to the value of its chip."""

    values: Mapping[bytes, int] = {}

    @property
    def counts(self) -> tuple[tuple[int, int], ...]:
        """(value, how many chips), the lowest value first."""
        return tuple(sorted(Counter(self.values.values()).items()))

    def added(self, tag: bytes, value: int) -> "ChipBook":
        """With one chip more. A chip that has this value already is one chip. Raises BadChip."""
        if why := why_no_tag(tag):
            raise BadChip(why.replace("a card of a deck", "a chip"))
        if not 0 < value <= MOST_VALUE:
            raise BadChip(f"A chip is worth 1 to {MOST_VALUE:,}, not {value:,}.")
        if (known := self.values.get(tag, value)) != value:
            raise BadChip(f"The tag {show_tag(tag)} is a chip of {known:,} already.")
        if tag not in self.values and len(self.values) == MOST_CHIPS:
            raise BadChip(f"The book has {MOST_CHIPS:,} chips, which is the most.")
        return ChipBook({**self.values, tag: value})

    def without(self, value: int) -> "ChipBook":
        """Without the chips of this value. Raises BadChip."""
        others = {tag: other for tag, other in self.values.items() if other != value}
        if len(others) == len(self.values):
            raise BadChip(f"The book has no chips of {value:,}.")
        return ChipBook(others)
