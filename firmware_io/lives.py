"""Whether the node that is there is in the life that is known: one that starts with the epoch of
its last start hides its start.

No node may do so (PROTOCOL.md); one whose random numbers are not seeded does. It numbers its edges
from 1 again, and a host that took them for repeats would acknowledge what is in no journal. Its
hello shows it, or the repeat of the edge that came last.
"""

import zlib

from firmware_io.encoding import encode
from firmware_io.messages import NO_EPOCH, Edge, Frame, Hello
from firmware_io.session import WINDOW_EDGES, EdgeArrived

# epoch and number of an edge, and its fingerprint where that is known
OnDisk = tuple[int, int] | tuple[int, int, int]
FIRST_NUMBER = 1  # of the edges of each life
MAX_KNOWN = 2 * WINDOW_EDGES  # edges that a repeat can be compared with


def edge_fingerprint(edge: EdgeArrived) -> int:
    """31 bits of its time and words, in its epoch: another edge of its number has others. The
    same in every program.
    """
    return (
        zlib.crc32(
            encode(
                Frame(edge.node, edge.epoch, edge.number, NO_EPOCH, 0, edge.node_ms, edge.message)
            )
        )
        >> 1
    )


def _frame_fingerprint(edge: Frame, message: Edge) -> int:
    return edge_fingerprint(
        EdgeArrived(edge.node, edge.epoch, edge.sequence, edge.node_ms, message)
    )


class Life:
    """Of one node, as this host has heard it, and of its last edge before that what stood on
    disk beside its number.
    """

    def __init__(self) -> None:
        # else the repeat of the last edge is waited for: nothing is taken or acknowledged before
        self.is_proven = True
        self.hello: Hello | None = None  # the last
        # when the node sent impossible numbers, by its own clock; None: it has not
        self._faulty_ms: int | None = None
        self._edges: dict[int, int] = {}  # by number: its fingerprint

    def begin_life(self, hello: Hello | None = None) -> None:
        """Another life, of which this is the first hello; None: it is not known yet."""
        self.hello, self.is_proven, self._faulty_ms = hello, True, None
        self._edges.clear()

    def go_on(self, arrived: Frame, hello: Hello, delivered: int) -> None:
        """The same life, as far as its hello says."""
        self.hello = hello
        self.is_proven = hello.first_number > delivered or self.is_faulty_still(arrived)

    def found_faulty(self, node_ms: int) -> None:
        """The node sent impossible numbers at that time of its own clock."""
        self._faulty_ms = node_ms

    def is_faulty_still(self, arrived: Frame) -> bool:
        """Whether a node that told impossible numbers has not started since: its clock, which
        begins at 0, has run on.

        Its numbers prove no start, then. A node that floods would begin again and again, and the
        clock of its seat never run.
        """
        return self._faulty_ms is not None and arrived.node_ms >= self._faulty_ms

    def note_edge(self, edge: Frame, message: Edge) -> None:
        """An edge was delivered."""
        self._edges[edge.sequence] = _frame_fingerprint(edge, message)
        self._edges.pop(edge.sequence - MAX_KNOWN, None)

    def recall_edge(self, number: int, mark: int) -> None:
        """The last edge that was heard before this host started, and its fingerprint."""
        self._edges.setdefault(number, mark)

    def prove_repeat(self, repeat: Frame, message: Edge) -> bool:
        """Whether this is the edge that came under its number before: a repeat has its words and
        its time.

        One of which only the number is known, from a journal of an older program, is believed.
        """
        mark = _frame_fingerprint(repeat, message)
        self.is_proven = self._edges.setdefault(repeat.sequence, mark) == mark
        return self.is_proven

    def is_over(self, arrived: Frame, hello: Hello, delivered: int) -> bool:
        """Whether this hello, of the same epoch, comes from another life than the one in which edge
        `delivered` was sent.

        It has not reported so many; or keeps one that is so old that `delivered` lay beyond its
        window; or one that was acknowledged.
        """
        if self.is_faulty_still(arrived):
            return False
        first_before = self.hello.first_number if self.hello is not None else 0
        first, last = hello.first_number, hello.last_number
        return last < delivered or first + WINDOW_EDGES <= delivered or first < first_before
