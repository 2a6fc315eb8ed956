"""What nodes know of the journal, compared with it: a tail that was cut and an older copy put
back leave no other trace.
"""

from collections.abc import Iterator

from firmware_io.messages import Anchor
from tablectl.journal.record import DamagedJournal
from tablectl.journal.store import Journal
from tablectl.service import logger
from tablectl.service.troubles import Trouble, name_device
from tablectl.text import T, Text, join_parts, say

WITNESSES = 2  # nodes that keep the same row
HOW_IT_CAME = T(
    "The journal was cut or an older copy was put back; or the node was at another table, or here "
    "with another journal."
)
LOOK = T("Compare the journal with its mirror, and look which node that is.")


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
        self._findings: dict[int | None, Text] = {}  # by seat; None: the shoe's
        self._anchors: dict[int | None, Anchor] = {}  # of those that contradict
        self._known: set[Anchor] = set()  # that two nodes have
        # nodes whose readings were acknowledged which this journal does not have
        self._ahead: set[int | None] = set()

    def check_anchor(self, seat: int | None, anchor: Anchor) -> bool:
        """`seat`: the node's; None: the shoe's. Says whether two keep the same row that is none of
        this journal: once for each row.
        """
        finding = rollback_sign(self._journal, anchor, name_device(seat))
        self._findings.pop(seat, None)
        self._anchors.pop(seat, None)
        if finding is None:
            return False
        self._findings[seat], self._anchors[seat] = finding, anchor
        logger.warning(f"{say(finding)} {say(HOW_IT_CAME)}")
        if anchor in self._known or [*self._anchors.values()].count(anchor) < WITNESSES:
            return False
        self._known.add(anchor)
        return True

    def note_forgotten(self, seat: int | None) -> bool:
        """A node has forgotten readings that never came here: somebody acknowledged them. Says
        whether it is the second that has.

        One alone is a fault of a device. Two were acknowledged by a table whose journal this is
        not.
        """
        is_news = seat not in self._ahead
        self._ahead.add(seat)
        return is_news and len(self._ahead) == WITNESSES

    def troubles(self) -> Iterator[Trouble]:
        for finding in self._findings.values():
            yield Trouble(join_parts([finding, HOW_IT_CAME], " "), LOOK)


def rollback_sign(journal: Journal, anchor: Anchor, device: Text) -> Text | None:
    """How a device's head is none of this journal; None: it is one, or stands before this file's
    rows.
    """
    row, path = anchor.count, str(journal.path)
    if row > journal.head.n:
        text = T("{Device} has kept row {row:,} of a journal, and {path} ends at row {last:,}.")
        return text(Device=device, row=row, path=path, last=journal.head.n)
    if row < journal.behind.n or row == 0:
        return None
    try:
        found = journal.hash_of(row)
    except DamagedJournal as error:  # the check of old rows finds it, too, and locks the table
        text = T("{Device} has kept row {row:,}, which cannot be compared: {error}")
        return text(Device=device, row=row, error=str(error))
    if found == anchor.hash:
        return None
    text = T("{Device} has kept another row {row:,} than {path} has.")
    return text(Device=device, row=row, path=path)
