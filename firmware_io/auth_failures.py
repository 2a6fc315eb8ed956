"""When frames that are not believed are no accident: with an invalid MAC the second within a
minute, and any that comes again.

What noise makes of a frame passes the CRC-32 once in 2^32 times, and one in 512 of that is of this
version and says that it has a MAC. A wire carries 300 frames a second, so noise alone would make
8e-9 of them a minute, and two within one minute with a chance of 7e-17 a minute, 4e-11 a year. So
somebody made them: with another key, or with none. A wire repeats nothing either.
"""

from collections import Counter

from firmware_io.encoding import FORGED, UNKEYED, node_named_in, without_mac
from firmware_io.messages import Frame, Malformed
from firmware_io.session import NotProven, Replayed

WITHIN_MS = 60_000


class Forgeries:
    """Of one node."""

    def __init__(self) -> None:
        self._last_ms: int | None = None

    def is_suspicious(self, now_ms: int) -> bool:
        """One more has come. Whether it is the second within a minute: the one after that is a
        first again.
        """
        before_ms, self._last_ms = self._last_ms, now_ms
        if before_ms is None or now_ms - before_ms >= WITHIN_MS:
            return False
        self._last_ms = None
        return True


class Replays:
    """Of one node: reported once a minute at most."""

    def __init__(self) -> None:
        self._reported_ms: int | None = None

    def is_due_report(self, now_ms: int) -> bool:
        """One more has come. Whether to report it."""
        is_reported = self._reported_ms is not None and now_ms - self._reported_ms < WITHIN_MS
        self._reported_ms = self._reported_ms if is_reported else now_ms
        return not is_reported


class Disbelieved:
    """What is not read of a node's frames, or is not new, by why; and what of it is worth a
    report. `counts`: the session's.
    """

    def __init__(self, counts: Counter[str], *, has_key: bool) -> None:
        self._counts, self._has_key = counts, has_key
        self._forgeries, self._replays = Forgeries(), Replays()

    def count_malformed(
        self, arrived: Malformed, body: bytes, node: int | None, now_ms: int
    ) -> NotProven | None:
        """`node`: who must be there; another's frame, at the wrong plug, claims nothing."""
        self._counts[{UNKEYED: "unkeyed", FORGED: "forged"}.get(arrived.reason, "malformed")] += 1
        if not self._has_key and isinstance(without_mac(body), Frame):
            # of the malformed: somebody is there, and may not be talked to
            self._counts["keyed"] += 1
        is_ours = node is not None and node_named_in(body) == node
        is_reported = is_ours and arrived.reason == FORGED and self._forgeries.is_suspicious(now_ms)
        return NotProven(node_named_in(body)) if is_reported else None

    def count_stale(self, arrived: Frame, epoch: int, now_ms: int) -> Replayed | None:
        """`epoch`: the node's. A node that has restarted says more than its hello."""
        self._counts["stale"] += 1
        if arrived.epoch != epoch:
            return None
        self._counts["replayed"] += 1
        return Replayed(arrived.node) if self._replays.is_due_report(now_ms) else None
