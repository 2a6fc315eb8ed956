"""A simulated node: a node's session at one end of a cable, by default a pty, with a stable name.

`slave_path` always names the pty of the moment, as /dev/serial/by-id names a USB port:

- `unplug()` removes the name and pulls the plug: the other side reads EIO or the end of the file.
  `unplug(silent=True)` leaves it plugged in and lets nothing through, as a pulled RS-485 plug does.
  The node keeps running on its own power and keeps its edges, in both cases.
- `replug()` makes a new pty under the same name, or lets bytes through again.
- `reset()` is a reboot: a new epoch, all RAM lost, edges that were not acknowledged among it.
  Physical objects stay as they are, and so does the anchor, which is in flash.
"""

import asyncio
import heapq
from pathlib import Path

from firmware_io.kit.sim.cables import Cables, PtyCable
from firmware_io.kit.sim.faults import Piece, Wire
from firmware_io.kit.sim.node_session import NodeSession, NoRoom
from firmware_io.kit.sim.sessions import Session, Sessions
from firmware_io.messages import U32_MAX, About, Anchor, Asks, Edge, Lamp, LampTest, bits_of
from firmware_io.port import loop_ms
from firmware_io.session import EdgesForgotten, HostLost, LevelsAsked, NodeReport, StateSet

LAMP_OFF = Lamp((0, 0, 0), "off", 0)
ABOUT = {  # what is simulated, by kind; antennas that read ten times a second
    "shoe": About(
        1, bits_of(["buzzer", "motor", "gate", "lid", "presenter"]), (100,), "simulated", "1.1"
    ),
    "seat": About(
        1,
        bits_of(["keys", "lamp", "buzzer", "wheel", "bet_area", "stack_area", "hole_cards"]),
        (100,) * 3,
        "simulated",
        "1.1",
    ),
}


def epoch_after(epoch: int) -> int:
    """The epoch after the next start: a congruence that repeats only after 2^32 starts. A real
    node draws it at random.
    """
    following = (1_664_525 * epoch + 1_013_904_223) & U32_MAX
    return following or epoch_after(following)


class SimNode:
    """What shoe and seat have in common. They add what they hold and what happens to it."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        slave_path: str | Path,
        *,
        node: int,
        kind: str,
        epoch: int,
        wire: Wire | None = None,
        sessions: Sessions = NodeSession,
        cables: Cables = PtyCable,
    ) -> None:
        """`wire`: what stands between node and cable. `sessions`: who speaks for the node, from
        each start to the next.

        `cables`: makes what hangs between it and its host.
        """
        self.slave_path = Path(slave_path)
        self.wire = wire
        self.cable = cables()
        self.lamp = LAMP_OFF
        self.is_buzzing = self.is_lamp_tested = False
        self.asks = Asks()
        self.anchor: Anchor | None = None  # in its flash
        self._sessions = sessions
        self.session: Session = sessions(
            node=node, kind=kind, epoch=epoch, now_ms=loop_ms(loop), about=ABOUT[kind]
        )
        self._loop = loop
        self._is_silent = False
        self._late: list[tuple[int, int, str, bytes]] = []  # due, order, direction, bytes: a heap
        self._late_order = 0
        # edges for which there was no room, only the newest of each slot
        self._unposted: dict[str, Edge] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._due_ms = 0  # when it rings
        self.replug()

    # -------------------------------------------------------------- verbs

    def unplug(self, *, silent: bool = False) -> None:
        if silent:
            self._is_silent = True
        elif self.is_plugged:
            self.cable.unplug()
        self._late.clear()
        self._run_due()

    def replug(self) -> None:
        self._is_silent = False
        if not self.is_plugged:
            self.cable.plug(self.slave_path, self._loop, self._receive_bytes)
        self._run_due()

    def reset(self, cause: str = "power_on", *, epoch: int | None = None) -> None:
        """`epoch`: which the node draws, where it is no new one."""
        now_ms = loop_ms(self._loop)
        old = self.session
        self.session = self._sessions(
            node=old.node,
            kind=old.kind,
            epoch=epoch or epoch_after(old.epoch),
            now_ms=now_ms,
            reset_cause=cause,
            about=ABOUT[old.kind],
            anchor=self.anchor,
        )
        self._unposted.clear()
        self.lamp, self.is_buzzing, self.is_lamp_tested, self.asks = LAMP_OFF, False, False, Asks()
        self._lose_memory()
        self._run_due()

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self.is_plugged:
            self.cable.unplug()

    # -------------------------------------------------------------- what a runner asks

    @property
    def is_plugged(self) -> bool:
        return self.cable.is_plugged

    @property
    def is_idle(self) -> bool:
        """Nothing more happens until somebody does something or a heartbeat is due.

        Edges that cannot be delivered because the node is unplugged do not count: nothing will
        happen to them.
        """
        is_cut = self._is_silent or not self.is_plugged
        is_delivered = not self.session.stored_edges and not self._unposted and self.cable.is_sent
        return (is_cut or is_delivered) and not self._late and self._is_still()

    # -------------------------------------------------------------- what shoe and seat add

    def _lose_memory(self) -> None:
        """All RAM is lost."""

    def _is_still(self) -> bool:
        return True

    def _next_move_ms(self) -> int | None:
        """When something physical happens next."""
        return None

    def _run_mechanics(self, now_ms: int) -> None:
        """Whatever physical was due by now happens."""

    def _apply_state(self, state: StateSet) -> None:
        """Puts a state into effect that only some kinds of node have."""

    def _post_levels(self) -> None:
        """A fresh edge for each sensor of the node."""

    def _host_lost(self) -> None:
        """What must not go on without a host ends."""

    # -------------------------------------------------------------- inside

    def _post_edge(self, slot: str, message: Edge) -> None:
        """Post an edge. If there is no room it waits, and replaces an older one of its slot that
        waits.
        """
        if slot in self._unposted or isinstance(
            self.session.post(message, loop_ms(self._loop)), NoRoom
        ):
            self._unposted[slot] = message

    def _post_waiting(self) -> None:
        for slot, message in list(self._unposted.items()):
            if isinstance(self.session.post(message, loop_ms(self._loop)), NoRoom):
                return
            del self._unposted[slot]

    def _run_due(self) -> None:
        """Everything that is due now, in a fixed order, and one timer for what is due next."""
        now_ms = loop_ms(self._loop)
        self._handle_reports(self.session.tick(now_ms))
        self._arrive_late(now_ms)
        self._run_mechanics(now_ms)
        output = self.session.take_output(now_ms)
        if output and self.is_plugged and not self._is_silent:
            self._pass_pieces(self._strike_bytes("to_host", output, now_ms), "to_host", now_ms)
        self._set_timer(now_ms)

    def _set_timer(self, now_ms: int) -> None:
        due = [
            self.session.next_timeout_ms(),
            self._next_move_ms(),
            self._late[0][0] if self._late else None,
        ]
        due_ms = max(now_ms, min([ms for ms in due if ms is not None]))
        if self._timer is not None:
            if self._due_ms == due_ms > now_ms:
                return
            self._timer.cancel()
        self._due_ms = due_ms
        self._timer = self._loop.call_at(due_ms / 1_000, self._run_due)

    def _handle_reports(self, reports: list[NodeReport]) -> None:
        for report in reports:
            match report:
                case StateSet(Lamp() as lamp):
                    self.lamp = lamp
                case StateSet(Asks() as asks):
                    self.asks = asks
                case StateSet(Anchor() as anchor):
                    self.anchor = anchor
                case StateSet(LampTest() as test):
                    self.is_lamp_tested = test.on
                case StateSet():
                    self._apply_state(report)
                case LevelsAsked():
                    self._post_levels()
                case EdgesForgotten():
                    self._post_waiting()
                case HostLost():
                    self.is_buzzing, self.is_lamp_tested, self.asks = False, False, Asks()
                    self._host_lost()

    # -------------------------------------------------------------- the wire

    def _strike_bytes(self, direction: str, data: bytes, now_ms: int) -> list[Piece]:
        return (
            [Piece(now_ms, data)]
            if self.wire is None
            else self.wire.strike(direction, data, now_ms)
        )

    def _pass_pieces(self, pieces: list[Piece], direction: str, now_ms: int) -> None:
        for piece in pieces:
            if piece.due_ms > now_ms:
                self._late_order += 1
                heapq.heappush(self._late, (piece.due_ms, self._late_order, direction, piece.data))
            elif direction == "to_host":
                self.cable.write(piece.data)
            else:
                self._handle_reports(self.session.receive(piece.data, now_ms))

    def _arrive_late(self, now_ms: int) -> None:
        while self._late and self._late[0][0] <= now_ms:
            due_ms, _, direction, data = heapq.heappop(self._late)
            self._pass_pieces([Piece(due_ms, data)], direction, now_ms)

    def _receive_bytes(self, data: bytes) -> None:
        if not self._is_silent:
            now_ms = loop_ms(self._loop)
            self._pass_pieces(self._strike_bytes("to_node", data, now_ms), "to_node", now_ms)
            self._run_due()
