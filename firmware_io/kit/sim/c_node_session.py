"""The session of `firmware_io/mcu/session.c`, with the face of `NodeSession`: a simulated node that
speaks as firmware does.

    SimSeat(loop, path, node=3, epoch=7, denominations=(5, 25), sessions=CNodeSession)

Importing it raises an ImportError where the core is not built.
"""

from collections import Counter
from typing import Any, cast

from firmware_io.encoding import checked_epoch, checked_key
from firmware_io.kit.sim.c_messages import (
    ffi,
    lib,
    read_anchor,
    read_message,
    write_anchor,
    write_message,
)
from firmware_io.kit.sim.node_session import Kept, NoRoom
from firmware_io.messages import KINDS, RESET_CAUSES, U32_MAX, About, Anchor, Counters, Edge
from firmware_io.session import (
    EdgesForgotten,
    HostFound,
    HostLost,
    KeyGiven,
    LevelsAsked,
    NodeReport,
    StateSet,
)

COUNTED = (
    "malformed",
    "unkeyed",
    "forged",
    "stale",
    "strangers",
    "frames",
    "sent_again",
    "refused_edges",
)


class CNodeSession:
    """A `struct node_session`. Its clock is the caller's, wrapped as a microcontroller's is."""

    def __init__(
        self,
        *,
        node: int,
        kind: str,
        epoch: int,
        now_ms: int = 0,
        reset_cause: str = "power_on",
        about: About | None = None,
        anchor: Anchor | None = None,
        key: bytes | None = None,
    ) -> None:
        self.node = node
        self.kind = kind
        self.epoch = checked_epoch(epoch)
        self.reset_cause = reset_cause
        self.about = about
        self._now_ms = now_ms
        self._message = ffi.new("struct message *")
        self._reports = ffi.new("struct reports *")
        self._output = ffi.new("uint8_t[]", lib.MAX_OUTPUT_BYTES)
        who = ffi.new("struct identity *")
        who.node, who.kind, who.epoch = node, KINDS.index(kind), epoch
        who.reset_cause = RESET_CAUSES.index(reset_cause)
        if about is not None:
            write_message(about, self._message)
            who.about = self._message.about
        if anchor is not None:
            who.has_anchor = True
            write_anchor(anchor, who.anchor)
        if checked_key(key) is not None:
            who.has_key, who.key = True, key
        self._core = self._start_core(who, now_ms)

    def _start_core(self, who: Any, now_ms: int) -> Any:
        """A `struct node_session` that has begun, and whatever it stands in."""
        core = ffi.new("struct node_session *")
        lib.node_session_start(core, who, self._wrap_ms(now_ms))
        return core

    @property
    def last_number(self) -> int:
        return int(self._core.last_number)

    @property
    def stored_edges(self) -> int:
        """How many edges are not acknowledged."""
        return int(self._core.kept_count)

    @property
    def is_met(self) -> bool:
        return bool(lib.node_session_is_met(self._core))

    @property
    def anchor(self) -> Anchor | None:
        """The newest that a host has sent, or that it has stored over its restart."""
        return read_anchor(self._core.anchor) if self._core.has_anchor else None

    @property
    def counts(self) -> Counter[str]:
        return Counter({name: getattr(self._core, name) for name in COUNTED})

    @property
    def counters(self) -> Counters:
        report = lib.node_session_counters(self._core)
        counted = (
            report.bad_crc,
            report.bad_cobs,
            report.too_long,
            report.malformed,
            report.sent_again,
            report.refused_edges,
        )
        return Counters(*counted, reset_cause=RESET_CAUSES[report.reset_cause])

    def post(self, message: Edge, now_ms: int) -> Kept | NoRoom:
        write_message(message, self._message)
        number = lib.node_session_post(self._core, self._message, self._wrap_ms(now_ms))
        return Kept(number) if number else NoRoom(self.stored_edges)

    def dial(self, amount: int) -> None:
        """The wheel shows this now."""
        lib.node_session_dial(self._core, amount)

    def keep_key(self, key: bytes, now_ms: int) -> list[NodeReport]:
        """The key that `KeyGiven` reported is stored over a restart."""
        lib.node_session_keep_key(self._core, key, self._wrap_ms(now_ms), self._reports)
        return self._read_reports()

    def receive(self, data: bytes, now_ms: int) -> list[NodeReport]:
        held, taken, reports = ffi.from_buffer(data), 0, []
        while taken < len(data):
            taken += lib.node_session_receive(
                self._core, held + taken, len(data) - taken, self._wrap_ms(now_ms), self._reports
            )
            reports += self._read_reports()
        return reports

    def tick(self, now_ms: int) -> list[NodeReport]:
        lib.node_session_tick(self._core, self._wrap_ms(now_ms), self._reports)
        return self._read_reports()

    def next_timeout_ms(self) -> int:
        due_ms = int(lib.node_session_next_timeout_ms(self._core, self._now_ms & U32_MAX))
        return self._now_ms + (due_ms - self._now_ms & U32_MAX)

    def take_output(self, now_ms: int) -> bytes:
        length = lib.node_session_take_output(self._core, self._wrap_ms(now_ms), self._output)
        return bytes(ffi.buffer(self._output, length))

    # -------------------------------------------------------------- inside

    def _wrap_ms(self, now_ms: int) -> int:
        self._now_ms = now_ms
        return now_ms & U32_MAX

    def _read_reports(self) -> list[NodeReport]:
        return [_read_report(self._reports.of[place]) for place in range(self._reports.count)]


def _read_report(report: Any) -> NodeReport:
    if report.kind == lib.STATE_SET:
        return StateSet(cast(Any, read_message(report.state)))
    if report.kind == lib.LEVELS_ASKED:
        return LevelsAsked()
    if report.kind == lib.HOST_FOUND:
        return HostFound(report.value)
    if report.kind == lib.KEY_GIVEN:
        return KeyGiven(bytes(report.state.pair.link_key))
    return HostLost(report.value) if report.kind == lib.HOST_LOST else EdgesForgotten(report.value)
