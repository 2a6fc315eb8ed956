"""How many messages of each kind a node has sent within the second: no player causes as much as a
node at fault does.
"""

from collections import Counter


class Pace:
    def __init__(self, now_ms: int) -> None:
        self._second_ms = now_ms  # the second that is counted, and what was taken in it
        self._in_it: Counter[str] = Counter()

    def is_too_fast(self, what: str, at_most: int, now_ms: int) -> bool:
        """One more of it has come. Whether that is more within this second than any node may
        send.
        """
        if now_ms - self._second_ms >= 1_000:
            self._second_ms = now_ms
            self._in_it.clear()
        self._in_it[what] += 1
        return self._in_it[what] > at_most
