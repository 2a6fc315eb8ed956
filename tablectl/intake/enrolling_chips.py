"""Chips are enrolled by laying them on an antenna, a few at a time, all of one value. Pure, as
enrolling.py is.
"""

from tablectl.intake.chipbook import BadChip, ChipBook
from tablectl.intake.enrolling import QUIT, UNDO


class EnrollingChips:
    """`book`: as it is with all that was laid down so far. `is_over`: it was ended by
    a word.
    """

    def __init__(self, value: int, known: ChipBook) -> None:
        self._value = value
        self._books = [known]  # before each time that chips were laid down
        self.asks_for = "chips"
        self.card: str | None = None  # chips are no cards
        self.is_over = False

    @property
    def title(self) -> str:
        return f"Enrolling chips of {self._value:,}"

    @property
    def book(self) -> ChipBook:
        return self._books[-1]

    @property
    def prompt(self) -> str:
        """What is to be laid down now, after how many."""
        return f"{self._count:,} so far: lay chips of {self._value:,} on the antenna."

    def tapped(self, tags: tuple[bytes, ...]) -> str:
        """Takes these tags, and answers in a sentence."""
        book, refusals = self.book, []
        for tag in tags:
            try:
                book = book.added(tag, self._value)
            except BadChip as why:
                refusals.append(str(why))
        new = len(book.values) - len(self.book.values)
        if new:
            self._books.append(book)
        again = len(tags) - len(refusals) - new
        parts = [
            *refusals,
            f"{new} new." * bool(new),
            f"{again} in the book already." * bool(again),
            self.prompt,
        ]
        return " ".join(part for part in parts if part)

    def typed(self, word: str) -> str:
        if word in QUIT:
            self.is_over = True
            return self._total
        if word not in UNDO:
            return f"u takes the last ones back, q ends. {self.prompt}"
        if len(self._books) == 1:
            return f"None is new yet. {self.prompt}"
        gone = len(self._books.pop().values) - len(self.book.values)
        return f"{gone} taken back. {self.prompt}"

    @property
    def _total(self) -> str:
        return f"{self._count:,} chip{'s' * (self._count != 1)} of {self._value:,} in all."

    @property
    def _count(self) -> int:
        return dict(self.book.counts).get(self._value, 0)
