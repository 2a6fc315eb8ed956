"""What nodes keep of the journal, compared with it: a tail that was cut and an older copy put back leave no other trace."""

from collections.abc import Callable, Iterator
from typing import Final

from firmware_io.messages import Anchor
from tablectl.journal.store import Journal

HOW_IT_CAME: Final = (
    "The journal was cut or an older copy was put back; or the node was at another table, or here with another journal.")


class Anchored:
    """What is wrong by each node, as its last hello told it.

    It is said and shown, and does not end play: a node that was at another table, or at this one with another journal, tells the
    same as a journal that was put back. One device must not stop a table.
    """

    def __init__(self, journal: Journal, tell: Callable[[str], None]) -> None:
        self._journal, self._tell = journal, tell
        self._wrong: dict[str, str] = {}

    def told(self, who: str, anchor: Anchor) -> None:
        """`who`: the node, as "Seat 3"."""
        what = why_not_of(self._journal, anchor)
        self._wrong.pop(who, None)
        if what is not None:
            self._wrong[who] = f"{who} {what}. {HOW_IT_CAME}"
            self._tell(self._wrong[who])

    def troubles(self) -> Iterator[str]:
        yield from self._wrong.values()


def why_not_of(journal: Journal, anchor: Anchor) -> str | None:
    """How a kept head is none of this journal, as the end of a sentence; None: it is one, or stands before this file's rows."""
    if anchor.count > journal.head.n:
        return f"has kept row {anchor.count:,} of a journal, and {journal.path} ends at row {journal.head.n:,}"
    if anchor.count < journal.behind.n or anchor.count == 0:
        return None
    is_before = anchor.count == journal.behind.n
    found = journal.behind.hash if is_before else next(journal.stored(anchor.count - 1, 1)).hash
    return None if found == anchor.hash else f"has kept another row {anchor.count:,} than {journal.path} has"
