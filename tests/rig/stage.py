"""A stage over ptys, whose service is a process of its own that may be killed at any call: the rig
of those tests that need one.

What happens on it is what happens on the product's stage, which test_stages.py holds to: the
journals are equal, byte for byte.
"""

import asyncio
import socket
from typing import TypeVar, cast

import msgspec
from msgspec import Struct

from firmware_io.devices import NodeDevice
from firmware_io.kit.sim.cables import PtyCable
from firmware_io.link import Link
from tablectl.engine.facts import Refused
from tablectl.present.reasons import say_notice, table_names
from tablectl.service.sockets import Peer
from tablectl.simulation.stage import memory
from tablectl.simulation.stage.socket_ends import ControlEnd, Notice, PinsEnd, ScreenEnd, Status

from .channel import Channel
from .clock import VirtualLoop
from .stepped import run_stepped
from .wire import Counted, Wire

End = TypeVar("End", ControlEnd, ScreenEnd, PinsEnd)


class Told(Struct, frozen=True):
    """What the service reports whenever it is idle."""

    status: Status
    notices: list[Notice]  # the newest ones
    notices_in_all: int  # since it was started


class PtyStage(memory.Stage):
    """See the module. `at_birth` is entered first in each service process, and dies with it."""

    def __init__(self, *args, **options):
        super().__init__(*args, **options)
        for name, device in {
            "shoe": self.shoe,
            **{f"seat {n}": seat for n, seat in self.seats.items()},
        }.items():
            pty = cast(PtyCable, device.cable)
            self.loop.add_wire(Wire(name, pty, pty.held_fileno, take_new_pty=pty.take_new_pty))

    def _set_up(self):
        self.loop = VirtualLoop()
        self._cables = PtyCable
        self._sockets: dict[str, socket.socket] = {}
        self._raw = b""
        self._told: Told | None = None

    def _make_end(self, name: str, kind: int, end: type[End]) -> End:
        ours, theirs = socket.socketpair(socket.AF_UNIX, kind)
        self._sockets[name] = theirs
        peer = end(ours)
        self.loop.add_reader(ours, peer.readable)
        self.loop.add_wire(Wire(name, peer, theirs.fileno, peer.host_is_new))
        return peer

    async def spawn(self):
        """Forks a service on the wires."""
        self._epoch += 1
        self._heard = 0
        await self.loop.spawn(self._child)
        await self.rest()

    def kill(self):
        """SIGKILL."""
        self.loop.kill()

    def close(self):
        self.loop.close()
        self.sim_devices.close()
        for end in (self.control, self.screen, self.pins, *self._sockets.values()):
            if end is not None:
                end.close()

    def look(self) -> Status:
        """As last reported; a dead service's stands."""
        if self.loop.status != self._raw:
            self._raw = self.loop.status
            self._told = msgspec.json.decode(self._raw, type=Told)
            news = self._told.notices_in_all - self._heard
            self.notices += self._told.notices[len(self._told.notices) - news :]
            self._heard = self._told.notices_in_all
        assert self._told is not None, "The service has not reported yet."
        return self._told.status

    def _child(self, channel: Channel):
        """Runs in the forked process: the service as in `tablectl run`, but with inherited
        sockets.
        """
        life = self._at_birth()  # kept, for its end would undo what it has done
        life.__enter__()
        self._running = self._looked = None

        def main(loop: asyncio.AbstractEventLoop) -> dict[str, Counted]:
            peers = {name: Peer(end) for name, end in self._sockets.items()}
            service = self._running = self._make_service(loop, peers, Link)
            devices = {
                "shoe": service.shoe,
                **{f"seat {n}": device for n, device in service.seats.items()},
            }
            links = {
                name: device.link
                for name, device in devices.items()
                if isinstance(device, NodeDevice)
            }
            return {**links, **peers}

        def status() -> bytes:
            service = self._running
            names = table_names(service.table)
            notices = [
                Notice(x.code, x.seat, say_notice(x, names), isinstance(x, Refused))
                for x in service.rows.recent_notices
            ]
            return msgspec.json.encode(
                Told(super(PtyStage, self).look(), notices, service.rows.notices_in_all)
            )

        run_stepped(channel, main, status)
