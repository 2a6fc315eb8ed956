"""What a line's edges and its level, read afterwards, mean together: pure.

An edge says that the line was stable at another level for the whole debounce; not at which, and the
loop may hear of it late. The level says where the line is at this moment, and may be read in the
middle of a bounce. So:

    edge, and another level than before     changed
    two edges, and the level as before      away and back: both are reported (a press while the loop
                                            was busy)
    one edge, and the level as before       read again when the line must have settled: the second
                                            edge comes by then, or there was none (lgpio reports the
                                            first glitch after opening as an edge)
    no edge, but another level              read again as well; still so: the library has missed the
                                            edge
"""


class Settling:
    """One line. What its methods return are the levels that it had since, in order, the last one
    now.
    """

    def __init__(self, is_high: bool) -> None:
        self.is_high = is_high  # as it was reported last
        self._edges = 0  # edges that the levels read do not explain yet
        self._is_doubtful = False

    @property
    def is_unsettled(self) -> bool:
        """To be looked at again: `settle_level`, as soon as any bounce is over."""
        return self._edges > 0 or self._is_doubtful

    def note_edge(self, is_high: bool) -> tuple[bool, ...]:
        """The library reported an edge; the level was read after it."""
        self._edges += 1
        if is_high != self.is_high:
            return self._change_level(is_high)
        if self._edges == 2:
            self._edges = 0
            return (not is_high, is_high)
        return ()

    def note_level(self, is_high: bool) -> None:
        """The level was read without an edge, as it is once a second."""
        self._is_doubtful = is_high != self.is_high

    def settle_level(self, is_high: bool) -> tuple[bool, ...]:
        """The level was read again, after any bounce."""
        self._edges, self._is_doubtful = 0, False
        return () if is_high == self.is_high else self._change_level(is_high)

    def _change_level(self, is_high: bool) -> tuple[bool, ...]:
        self.is_high = is_high
        self._edges, self._is_doubtful = 0, False
        return (is_high,)
