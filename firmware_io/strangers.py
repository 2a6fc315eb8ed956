"""Who speaks at a wire and is not the node that belongs there: counted, and reported once."""

from collections import Counter

from firmware_io.messages import ANY_NODE, NO_EPOCH, Frame, Hello
from firmware_io.session import WrongNode


class Strangers:
    def __init__(self, counts: Counter[str]) -> None:
        """`counts`: the session's."""
        self._counts = counts
        self._reported: WrongNode | None = None

    def is_stranger(self, arrived: Frame, node: int | None) -> bool:
        """Whether this is none of the node that is expected, if one is."""
        is_stranger = (
            arrived.node == ANY_NODE
            or arrived.epoch == NO_EPOCH
            or (node is not None and arrived.node != node)
        )
        self._counts["strangers"] += is_stranger
        return is_stranger

    def report_frame(
        self, reason: str, arrived: Frame, node: int | None, kind: str | None
    ) -> list[WrongNode]:
        """`node` and `kind` are expected. Reported once, not for each of its frames."""
        kind_named = arrived.message.kind if isinstance(arrived.message, Hello) else None
        return self.report_once(WrongNode(reason, arrived.node, kind_named, node, kind))

    def report_once(self, stranger: WrongNode) -> list[WrongNode]:
        if stranger == self._reported:
            return []
        self._reported = stranger
        return [stranger]

    def forget_report(self) -> None:
        """The node that belongs there is there."""
        self._reported = None
