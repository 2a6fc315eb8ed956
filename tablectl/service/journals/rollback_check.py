"""What nodes know of the journal, compared with it: a tail that was cut and an older copy put
back leave no other trace.
"""

from collections.abc import Iterator

from firmware_io.messages import Anchor
from tablectl.journal.record import DamagedJournal
from tablectl.journal.store import Journal
from tablectl.service import logger

WITNESSES = 2  # nodes that keep the same row
HOW_IT_CAME = (
    "The journal was cut or an older copy was put back; or the node was at another "
    "table, or here with another journal."
)


class RollbackCheck:
    """What contradicts this journal at each node, by its last hello: the row that it keeps, and
    what was acknowledged to it.

    What one alone reports is logged and shown, and does not end play: a node that was at another
    table, or at this one with another journal, tells the same as a journal that was put back. One
    device must not stop a table. Two that keep the same row were together when it was written: at
    this table, or both were moved. Before the first hand it may be the head of another journal,
    which this one has taken the place of.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._findings: dict[str, str] = {}
        self._anchors: dict[str, Anchor] = {}  # by node, of those that contradict
        self._known: set[Anchor] = set()  # that two nodes have
        # nodes whose readings were acknowledged which this journal does not have
        self._ahead: set[str] = set()

    def check_anchor(self, who: str, anchor: Anchor) -> bool:
        """`who`: the node, as "Seat 3". Says whether two keep the same row that is none of this
        journal: once for each row.
        """
        what = rollback_sign(self._journal, anchor)
        self._findings.pop(who, None)
        self._anchors.pop(who, None)
        if what is None:
            return False
        self._findings[who], self._anchors[who] = f"{who} {what}. {HOW_IT_CAME}", anchor
        logger.warning(self._findings[who])
        if anchor in self._known or [*self._anchors.values()].count(anchor) < WITNESSES:
            return False
        self._known.add(anchor)
        return True

    def note_forgotten(self, who: str) -> bool:
        """A node has forgotten readings that never came here: somebody acknowledged them. Says
        whether it is the second that has.

        One alone is a fault of a device. Two were acknowledged by a table whose journal this is
        not.
        """
        is_news = who not in self._ahead
        self._ahead.add(who)
        return is_news and len(self._ahead) == WITNESSES

    def troubles(self) -> Iterator[str]:
        yield from self._findings.values()


def rollback_sign(journal: Journal, anchor: Anchor) -> str | None:
    """How a node's head is none of this journal, as the end of a sentence; None: it is one, or
    stands before this file's rows.
    """
    if anchor.count > journal.head.n:
        return (
            f"has kept row {anchor.count:,} of a journal, and {journal.path} ends at row "
            f"{journal.head.n:,}"
        )
    if anchor.count < journal.behind.n or anchor.count == 0:
        return None
    try:
        found = journal.hash_of(anchor.count)
    except DamagedJournal as error:  # the check of old rows finds it, too, and locks the table
        return f"has kept row {anchor.count:,}, which cannot be compared: {str(error).rstrip('.')}"
    return (
        None
        if found == anchor.hash
        else f"has kept another row {anchor.count:,} than {journal.path} has"
    )
