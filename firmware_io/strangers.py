"""Who speaks at a wire and is not the node that belongs there: counted, and reported once."""

from __future__ import annotations

from collections import Counter

from firmware_io.messages import ANY_NODE, NO_EPOCH, Frame, Hello
from firmware_io.session import WrongNode


class Strangers:
    def __init__(self, counts: Counter[str]) -> None:
        """`counts`: the session's."""
        self._counts = counts
        self._told: WrongNode | None = None

    def is_one(self, said: Frame, node: int | None) -> bool:
        """Whether this is none of the node that is expected, if one is."""
        is_stranger = (
            said.node == ANY_NODE
            or said.epoch == NO_EPOCH
            or (node is not None and said.node != node)
        )
        self._counts["strangers"] += is_stranger
        return is_stranger

    def wrong(
        self, reason: str, said: Frame, node: int | None, kind: str | None
    ) -> list[WrongNode]:
        """`node` and `kind` are expected. Reported once, not for each of its frames."""
        told = said.message.kind if isinstance(said.message, Hello) else None
        return self.tell(WrongNode(reason, said.node, told, node, kind))

    def tell(self, wrong: WrongNode) -> list[WrongNode]:
        if wrong == self._told:
            return []
        self._told = wrong
        return [wrong]

    def gone(self) -> None:
        """The node that belongs there is there."""
        self._told = None
