"""A simulated shoe: cards, motor, gate and lid (shoe_model.py), reported by a node at the end of a
wire.

shoe.load([SimCard(tag_a), SimCard(tag_b, face="up"), SimCard(None)])
shoe.deals_by_itself = False          # the gate is remembered; the card comes when somebody pulls
shoe.pull(2, together=True)           # a double feed, requested or not
"""

import asyncio
from pathlib import Path

from firmware_io.kit.sim.cables import Cables, PtyCable
from firmware_io.kit.sim.faults import Wire
from firmware_io.kit.sim.node import SimNode
from firmware_io.kit.sim.node_session import NodeSession
from firmware_io.kit.sim.sessions import Sessions
from firmware_io.kit.sim.shoe_model import MOTOR_MS, Change, ShoeModel, SimCard
from firmware_io.messages import NO_PULL, Buzzer, Gate
from firmware_io.session import MAX_KEPT_EDGES, StateSet

__all__ = ["MOTOR_MS", "SimCard", "SimShoe"]

ROOM_FOR_EDGES = 4  # with less room the motor waits: no card may leave that cannot be reported


class SimShoe(ShoeModel, SimNode):
    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        slave_path: str | Path,
        *,
        node: int,
        epoch: int,
        wire: Wire | None = None,
        deals_by_itself: bool = True,
        sessions: Sessions = NodeSession,
        cables: Cables = PtyCable,
    ) -> None:
        ShoeModel.__init__(self, deals_by_itself=deals_by_itself)
        SimNode.__init__(
            self,
            loop,
            slave_path,
            node=node,
            kind="shoe",
            epoch=epoch,
            wire=wire,
            sessions=sessions,
            cables=cables,
        )

    def _report_changes(self, *changes: Change) -> None:
        self._post_all(changes)
        self._run_due()

    def _post_all(self, changes: tuple[Change, ...]) -> None:
        for about, message in changes:
            self._post_edge(
                f"card {self.session.last_number}" if about == "card" else about, message
            )

    # -------------------------------------------------------------- as a node

    def _run_mechanics(self, now_ms: int) -> None:
        self._post_all(self.end_turn(now_ms))
        if self.session.stored_edges + ROOM_FOR_EDGES <= MAX_KEPT_EDGES:
            self.begin_turn(now_ms)

    def _next_move_ms(self) -> int | None:
        return self.motor_stops_ms

    def _is_still(self) -> bool:
        return self.is_motor_done

    def _lose_memory(self) -> None:
        self.lose_power()

    def _host_lost(self) -> None:
        self.set_gate(NO_PULL)

    def _apply_state(self, state: StateSet) -> None:
        if isinstance(state.state, Gate):
            self.set_gate(state.state.pull)
        elif isinstance(state.state, Buzzer):
            self.is_buzzing = state.state.on

    def _post_levels(self) -> None:
        self._post_all(self.levels())
