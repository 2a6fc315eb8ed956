"""Two sessions as one: every call goes to `NodeSession` and to the core in C, and whatever they
answer must be the same.
"""

from typing import TypeVar

from firmware_io.kit.sim.node_session import NodeSession

from .building import c_node_session

Answer = TypeVar("Answer")


class Differ(AssertionError):
    """Both were asked the same, and did not answer the same."""


class Alike:
    """The face of both. The core takes bytes in portions of `portion`, where that is not 0; its
    clock is `clock_ms` ahead.
    """

    portion = 0
    clock_ms = 0

    def __init__(self, *, node, kind, epoch, now_ms=0, **more):
        self.node, self.kind, self.epoch = node, kind, epoch
        self._now_ms = now_ms
        self._python = NodeSession(node=node, kind=kind, epoch=epoch, now_ms=now_ms, **more)
        self._c = c_node_session()(
            node=node, kind=kind, epoch=epoch, now_ms=now_ms + self.clock_ms, **more
        )

    @property
    def last_number(self):
        return same("last number", self._python.last_number, self._c.last_number)

    @property
    def stored_edges(self):
        return same("stored_edges", self._python.stored_edges, self._c.stored_edges)

    @property
    def is_met(self):
        return same("is met", self._python.is_met, self._c.is_met)

    @property
    def anchor(self):
        return same("anchor", self._python.anchor, self._c.anchor)

    @property
    def counts(self):
        return same("counts", +self._python.counts, +self._c.counts)

    @property
    def counters(self):
        return same("counters", self._python.counters, self._c.counters)

    def post(self, message, now_ms):
        self._now_ms = now_ms
        posted = same(
            "post",
            self._python.post(message, now_ms),
            self._c.post(message, now_ms + self.clock_ms),
        )
        _ = self.next_timeout_ms()
        return posted

    def dial(self, amount):
        self._python.dial(amount)
        self._c.dial(amount)

    def keep_key(self, key, now_ms):
        self._now_ms = now_ms
        return same(
            "keep key",
            self._python.keep_key(key, now_ms),
            self._c.keep_key(key, now_ms + self.clock_ms),
        )

    def receive(self, data, now_ms):
        self._now_ms = now_ms
        size = self.portion or max(1, len(data))
        portions = [data[at : at + size] for at in range(0, len(data), size)]
        told = [
            report
            for portion in portions
            for report in self._c.receive(portion, now_ms + self.clock_ms)
        ]
        heard = same("receive", self._python.receive(data, now_ms), told)
        _ = self.next_timeout_ms()
        return heard

    def tick(self, now_ms):
        self._now_ms = now_ms
        return same("tick", self._python.tick(now_ms), self._c.tick(now_ms + self.clock_ms))

    def next_timeout_ms(self):
        """Python's may be past, which means at once; the core says now."""
        due_ms = max(self._now_ms, self._python.next_timeout_ms() or 0)
        return same("next timeout", due_ms, self._c.next_timeout_ms() - self.clock_ms)

    def take_output(self, now_ms):
        self._now_ms = now_ms
        out = same(
            "output", self._python.take_output(now_ms), self._c.take_output(now_ms + self.clock_ms)
        )
        _ = (
            self.last_number,
            self.stored_edges,
            self.is_met,
            self.counts,
            self.counters,
            self.anchor,
        )
        return out


def same(what, python, c):
    if python != c:
        raise Differ(f"{what}: {python!r} in Python, {c!r} in C")
    return python
