"""Services without the protections against a bad wire and a crash: the broken controls of the
gates.
"""

from firmware_io.host_session import HostSession
from firmware_io.session import EdgeArrived
from tablectl.engine.play.clocks import Motion
from tablectl.service.device_watch import DeviceWatch, Numbers
from tablectl.service.serve import Service
from tests.firmware_io.unguarded import AnyFrame, EveryEdgeIsNews


class _TakesAnyFrame(DeviceWatch):
    def new_session(self, epoch: int, node: int | None, kind: str, on_disk: Numbers) -> HostSession:
        return HostSession(epoch=epoch, node=node, kind=kind, on_disk=on_disk, deframer=AnyFrame())


class _Forgetful(DeviceWatch):
    """Within a session no repeat is recognised, and what the journal has of a node is forgotten."""

    def new_session(self, epoch: int, node: int | None, kind: str, on_disk: Numbers) -> HostSession:
        return EveryEdgeIsNews(epoch=epoch, node=node, kind=kind)


class _ByArrival(DeviceWatch):
    """Measures a motion's gaps by when readings arrive, and asks no seat whether more chips have
    come.
    """

    def node_ms_of(self, edge: EdgeArrived) -> int:
        return self._now_ms()

    def is_awaited(self, motion: Motion, now: int) -> bool:
        return False


class TakesAnyFrame(Service):
    Watch = _TakesAnyFrame


class Forgetful(Service):
    Watch = _Forgetful


class ByArrival(Service):
    Watch = _ByArrival
