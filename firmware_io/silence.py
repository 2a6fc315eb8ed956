"""How long a node has been silent, and what is reported of it: suspect, lost, back."""

from firmware_io.messages import ANY_NODE
from firmware_io.session import LOST_AFTER_MS, NodeBack, NodeLost, NodeSuspect

SUSPECT_AFTER_MS = 900  # two heartbeats missed, and a little


class Silence:
    """Of one node. Each report comes once."""

    def __init__(self, now_ms: int) -> None:
        self._since_ms = now_ms
        self._state = "heard"  # heard, suspect, lost

    @property
    def is_heard(self) -> bool:
        return self._state == "heard"

    def restart_count(self, now_ms: int, *, is_lost: bool = False) -> None:
        """Counts from now on. `is_lost`: that it is lost is known already."""
        self._since_ms, self._state = now_ms, "lost" if is_lost else "heard"

    def suspect_node(self, now_ms: int) -> None:
        """Whatever it says but a hello counts for nothing: without one it is lost after twice
        the time.
        """
        self._since_ms, self._state = now_ms + LOST_AFTER_MS, "suspect"

    def note_heard(self, node: int | None, now_ms: int) -> list[NodeBack]:
        """It is heard."""
        back = (
            [] if self.is_heard else [NodeBack(node or ANY_NODE, max(0, now_ms - self._since_ms))]
        )
        self.restart_count(now_ms)
        return back

    def declare_lost(self, node: int | None, now_ms: int) -> list[NodeLost]:
        """No need to wait."""
        if self._state == "lost":
            return []
        self._state = "lost"
        return [NodeLost(node, max(0, now_ms - self._since_ms))]

    def tick(self, node: int | None, now_ms: int) -> list[NodeSuspect | NodeLost]:
        reports: list[NodeSuspect | NodeLost] = []
        silent_ms = now_ms - self._since_ms
        if self._state == "heard" and silent_ms >= SUSPECT_AFTER_MS:
            self._state = "suspect"
            reports.append(NodeSuspect(node, silent_ms))
        if self._state == "suspect" and silent_ms >= LOST_AFTER_MS:
            reports += self.declare_lost(node, now_ms)
        return reports

    def due_ms(self) -> int | None:
        """When `tick` will have a report if nothing comes before."""
        if self._state == "heard":
            return self._since_ms + SUSPECT_AFTER_MS
        return self._since_ms + LOST_AFTER_MS if self._state == "suspect" else None
