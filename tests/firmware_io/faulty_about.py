"""Nodes that break one rule each of what a node says of itself, and of keyed links."""

from msgspec.structs import replace

from firmware_io.encoding import KEYED, MAC_BYTES, append_mac, encode
from firmware_io.framing import Deframer, frame
from firmware_io.kit.sim.node_session import NodeSession
from firmware_io.messages import (
    NO_EPOCH,
    STATES,
    About,
    Asks,
    Frame,
    Heartbeat,
    Hello,
    HostHello,
    LampTest,
    Message,
)
from firmware_io.replay_guard import NodeGuard

from .faulty_nodes import DeafAfterPair, Hearing, Saying

FAST_MS = 40  # between two amounts of a wheel that tells too many
ABOUT, MINOR_AT = 0x15, 24  # its type, and where its body says what it knows


class NoMinor(NodeSession):
    """Says of itself that its wire has the minor 0, which is no About."""

    def take_output(self, now_ms):
        said = [bytearray(body) for body in Deframer().feed(super().take_output(now_ms))]
        for body in said:
            if body[2] == ABOUT:
                body[MINOR_AT] = 0
        return b"".join(frame(bytes(body)) for body in said)


class SaysOnlyAfter(Saying):
    """Tells About after a hello and beside no heartbeat, or the other way round."""

    after: type[Message]
    newest = None

    def instead(self, said):
        if isinstance(said.message, About):
            return [said] if isinstance(self.newest, self.after) else []
        self.newest = said.message
        return [said]


class AboutLater(SaysOnlyAfter):
    after = Heartbeat


class AboutAtFirst(SaysOnlyAfter):
    after = Hello


class AboutForEver(NodeSession):
    def _due_abouts(self):
        return [] if self.about is None else [self.about]


class Fickle(Saying):
    """Its antennas are faster each time."""

    count = 0

    def instead(self, said):
        if not isinstance(said.message, About):
            return [said]
        self.count += 1
        return [replace(said, message=replace(said.message, rates=(self.count,)))]


class NoAsks(Hearing):
    def heard(self, arrived):
        return None if isinstance(arrived.message, Asks) else arrived


class NoLampTest(Hearing):
    def heard(self, arrived):
        return None if arrived.message == LampTest(True) else arrived


class OneHostsAnchor(NodeSession):
    """Forgets its anchor with the host that told it."""

    def _meet_host(self, epoch, reports):
        if epoch != self._host_epoch:
            self.anchor = None
        super()._meet_host(epoch, reports)


class FastWheel(NodeSession):
    """Tells 25 amounts a second."""

    def _dialled_due(self, now_ms):
        if self._dialled_left and now_ms - self._dialled_ms >= FAST_MS:
            self._dialled_ms -= 100
        return super()._dialled_due(now_ms)


# -------------------------------------------------------------- keyed links


class SometimesBare(NodeSession):
    """Says each heartbeat a second time, without its MAC."""

    def _encode_frame(self, message, sequence, node_ms):
        framed = super()._encode_frame(message, sequence, node_ms)
        if not isinstance(message, Heartbeat):
            return framed
        return framed + frame(
            encode(
                Frame(
                    self.node, self.epoch, 0, self._host_epoch, self._last_state, node_ms, message
                )
            )
        )


class CountsNothing(Saying):
    """Its heartbeats have the count 1."""

    def instead(self, said):
        return [replace(said, sequence=1) if isinstance(said.message, Heartbeat) else said]


class ChangingDeframer(Deframer):
    """Hands on what `changed` makes of each body."""

    def __init__(self, changed):
        super().__init__()
        self._changed = changed

    def feed(self, data):
        return [self._changed(body) for body in super().feed(data)]


class Unsealing(NodeSession):
    """Takes bodies that it should not; `changed` makes of each what it takes it for."""

    def __init__(self, **options):
        super().__init__(**options)
        self._deframer = ChangingDeframer(self.changed)

    def changed(self, body):
        return body

    def sealed(self, body):
        return append_mac(body, self._key)


class TakesBare(Unsealing):
    """A frame without a MAC will do."""

    def changed(self, body):
        return body if body[1] != 0 else self.sealed(bytes([body[0], KEYED]) + body[2:])


class TakesForged(Unsealing):
    """Does not look at the MAC."""

    def changed(self, body):
        return self.sealed(body[:-MAC_BYTES]) if body[1] == KEYED else body


class Guarded(NodeSession):
    """Has a guard of its own."""

    guard: type[NodeGuard]

    def __init__(self, **options):
        super().__init__(**options)
        self._guard = self.guard(self.epoch, self._born_ms)


class CountlessGuard(NodeGuard):
    def accepts_frame(self, arrived, host_epoch, now_ms):
        self._count = 0
        return super().accepts_frame(arrived, host_epoch, now_ms)


class TimelessGuard(NodeGuard):
    def accepts_frame(self, arrived, host_epoch, now_ms):
        is_late = self._born_ms + arrived.node_ms >= self._floor_ms and not isinstance(
            arrived.message, HostHello
        )
        return super().accepts_frame(
            replace(arrived, node_ms=now_ms - self._born_ms) if is_late else arrived,
            host_epoch,
            now_ms,
        )


class CredulousGuard(NodeGuard):
    """Any greeting is a new one."""

    def accepts_frame(self, arrived, host_epoch, now_ms):
        if isinstance(arrived.message, HostHello) and arrived.acknowledged_epoch == self._epoch:
            self._floor_ms, self._count = self._born_ms + arrived.node_ms, arrived.sequence
            return True
        return super().accepts_frame(arrived, host_epoch, now_ms)


class StatesGuard(NodeGuard):
    """Any state of the host that is met is a new one, if its number is."""

    def accepts_frame(self, arrived, host_epoch, now_ms):
        is_state = isinstance(arrived.message, STATES) and arrived.epoch == host_epoch != NO_EPOCH
        return is_state or super().accepts_frame(arrived, host_epoch, now_ms)


class TakesRepeats(Guarded):
    guard = CountlessGuard


class TakesOld(Guarded):
    guard = TimelessGuard


class TakesOldHosts(Guarded):
    guard = CredulousGuard


class TakesOldStates(Guarded):
    guard = StatesGuard


class GreetsStrangers(NodeSession):
    """Answers a frame of a host that is not met, as on a link without a key."""

    def _is_new(self, arrived, now_ms):
        is_taken = super()._is_new(arrived, now_ms)
        if not is_taken and arrived.epoch != self._host_epoch != NO_EPOCH and not self._replies:
            self._replies.append(self._make_hello(0, now_ms))
        return is_taken


FAULTY_ABOUT = {
    "sound": NoMinor,
    "about": AboutLater,
    "about-beats": AboutAtFirst,
    "about-ends": AboutForEver,
    "about-same": Fickle,
    "asks": NoAsks,
    "lamp-test": NoLampTest,
    "anchor": OneHostsAnchor,
    "dialled": FastWheel,
}

FAULTY_KEYED = {
    "mac": SometimesBare,
    "counted": CountsNothing,
    "unkeyed": TakesBare,
    "forged": TakesForged,
    "replay": TakesRepeats,
    "old-echo": TakesOld,
    "replay-hello": TakesOldHosts,
    "replay-state": TakesOldStates,
    "no-greeting": GreetsStrangers,
    "pair-kept": DeafAfterPair,
}
