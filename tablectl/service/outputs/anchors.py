"""The head of the journal, given to every node to keep: what the disk loses or somebody changes
is still known at the seats.
"""

from collections.abc import Iterable

from firmware_io.devices import NodeDevice
from firmware_io.messages import Anchor
from tablectl.journal.record import Head

EVERY_MS = 5_000  # of table time: a node writes it to its flash, which wears


class Anchors:
    """Only rows that are durable are given: `head` is the journal's own, which counts no others.

    None is given during a hand: no hash over face-down cards leaves before the hand is over (G-14).
    """

    def __init__(self, nodes: Iterable[NodeDevice]) -> None:
        self._nodes = tuple(nodes)
        self._given: Head | None = None
        self._was_in_hand = False

    def show(self, head: Head, *, is_in_hand: bool) -> None:
        """When a hand ends at once, between hands every few seconds."""
        is_over, self._was_in_hand = self._was_in_hand and not is_in_hand, is_in_hand
        if is_in_hand:
            return
        if self._given is not None and not is_over and head.at_ms - self._given.at_ms < EVERY_MS:
            return
        if self._given is None or head.n != self._given.n:
            self._given = head
            for node in self._nodes:
                node.set_anchor(Anchor(head.n, head.hash))
