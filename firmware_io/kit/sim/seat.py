"""A simulated seat: what lies before it, reported by a node at the end of a wire. Every change is
an edge with all that lies there.

seat.receive(200)            # made up of the denominations, largest first
seat.put([25, 5])            # one motion from the stack into the bet area
seat.dial(60)                # the wheel is turned
seat.press("raise", 60)
seat.sweep()                 # the bet area is collected
"""

import asyncio
from collections.abc import Sequence
from pathlib import Path

from firmware_io.kit.sim.cables import Cables, PtyCable
from firmware_io.kit.sim.faults import Wire
from firmware_io.kit.sim.node import SimNode
from firmware_io.kit.sim.node_session import NodeSession
from firmware_io.kit.sim.seat_model import NotThere, SeatModel
from firmware_io.kit.sim.sessions import Sessions
from firmware_io.messages import Buzzer, Edge
from firmware_io.session import StateSet

__all__ = ["NotThere", "SimSeat"]


class SimSeat(SeatModel, SimNode):
    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        slave_path: str | Path,
        *,
        node: int,
        epoch: int,
        denominations: Sequence[int],
        wire: Wire | None = None,
        sessions: Sessions = NodeSession,
        cables: Cables = PtyCable,
    ) -> None:
        SeatModel.__init__(self, denominations)
        SimNode.__init__(
            self,
            loop,
            slave_path,
            node=node,
            kind="seat",
            epoch=epoch,
            wire=wire,
            sessions=sessions,
            cables=cables,
        )

    def dial(self, amount: int) -> None:
        """The wheel is turned to this."""
        self.session.dial(amount)
        self._run_due()

    def press(self, key: str, amount: int = 0) -> None:
        """What was dialled goes with the key, and the wheel shows nothing any more."""
        super().press(key, amount)
        self.dial(0)

    def _report_changes(self, *changes: tuple[str, Edge]) -> None:
        for about, message in changes:
            self._post_edge(f"key {self.session.last_number}" if about == "key" else about, message)
        self._run_due()

    def _apply_state(self, state: StateSet) -> None:
        if isinstance(state.state, Buzzer):
            self.is_buzzing = state.state.on

    def _post_levels(self) -> None:
        self._post_edge("bet", self._area_edge("bet"))
        self._post_edge("stack", self._area_edge("stack"))
        self._post_edge("cards", self._cards_up())
