"""Hostile seats: their frames are well formed, and break the rules of the protocol."""

from msgspec.structs import replace

from firmware_io.encoding import decode, encode
from firmware_io.framing import Deframer, frame
from firmware_io.kit.sim.node_session import NodeSession
from firmware_io.kit.sim.seat import SimSeat
from firmware_io.messages import U32_MAX, Frame, KeyPressed, Pong

FLOOD = 60  # edges for each time that it speaks


class Honest(NodeSession):
    """Sends what a node would send; hostile seats override `instead`, which gets each frame."""

    def take_output(self, now_ms: int) -> bytes:
        said = [decode(body) for body in Deframer().feed(super().take_output(now_ms))]
        return b"".join(
            frame(encode(changed))
            for one in said
            if isinstance(one, Frame)
            for changed in self.instead(one)
        )

    def instead(self, said: Frame) -> list[Frame]:
        return [said]


class Mute(Honest):
    """Sends heartbeats and its chips, but never answers a ping."""

    def instead(self, said: Frame) -> list[Frame]:
        return [] if isinstance(said.message, Pong) else [said]


class Lying(Honest):
    """Claims to have sent four thousand million edges."""

    def instead(self, said: Frame) -> list[Frame]:
        return [
            replace(said, message=Pong(said.message.token, U32_MAX))
            if isinstance(said.message, Pong)
            else said
        ]


class Promising(Honest):
    """Claims one more edge than it ever sends."""

    def instead(self, said: Frame) -> list[Frame]:
        is_pong = isinstance(said.message, Pong)
        return [
            replace(said, message=Pong(said.message.token, self.last_number + 1))
            if is_pong
            else said
        ]


class Flooding(Honest):
    """Sends many new edges with each frame, whatever is acknowledged."""

    @property
    def stored_edges(self) -> int:
        return 0  # so that nobody waits until it has sent all

    def instead(self, said: Frame) -> list[Frame]:
        if not self.is_met:
            return [said]
        more = [KeyPressed("check")] * FLOOD
        first = self.last_number + 1
        return [
            said,
            *(replace(said, sequence=n, message=message) for n, message in enumerate(more, first)),
        ]


HOSTILE = {"mute": Mute, "lying": Lying, "promising": Promising, "flooding": Flooding}


def turn_hostile(seat: SimSeat, kind: type[NodeSession]):
    """Before the service meets it."""
    old = seat.session
    seat.session = kind(node=old.node, kind=old.kind, epoch=old.epoch)
