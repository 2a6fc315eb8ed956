"""Nodes that break one rule of PROTOCOL.md each, by the rule that must find them."""

from msgspec.structs import replace

from firmware_io.encoding import decode, encode
from firmware_io.framing import Deframer, frame
from firmware_io.kit.sim import node_session
from firmware_io.kit.sim.node_session import Kept, NodeSession
from firmware_io.kit.sim.seat import SimSeat
from firmware_io.kit.sim.shoe import SimShoe
from firmware_io.messages import (
    EDGES,
    NO_EPOCH,
    NO_PULL,
    U32_MAX,
    Ack,
    AskLevels,
    Frame,
    Gate,
    Heartbeat,
    Hello,
    HostHeartbeat,
    HostHello,
    Lamp,
    Pair,
    ShoeChanged,
)
from firmware_io.session import HEARTBEAT_MS, EdgesForgotten


class Saying(NodeSession):
    """Says something else than a good node would; `instead` gets each frame."""

    def take_output(self, now_ms):
        said = [decode(body, self._key) for body in Deframer().feed(super().take_output(now_ms))]
        changed = [other for one in said if isinstance(one, Frame) for other in self.instead(one)]
        return b"".join(frame(encode(one, self._key)) for one in changed)

    def instead(self, said):
        return [said]


class Hearing(NodeSession):
    """Hears something else than was said; `heard` gets each frame, and changes it."""

    def _read_frame(self, arrived, now_ms, reports):
        changed = self.heard(arrived)
        if changed is not None:
            super()._read_frame(changed, now_ms, reports)

    def heard(self, arrived):
        return arrived


# -------------------------------------------------------------- frames


class SumlessDeframer(Deframer):
    def is_intact(self, body, crc):
        return True


class AnySum(NodeSession):
    """Does not look at the CRC."""

    def __init__(self, **options):
        super().__init__(**options)
        self._deframer = SumlessDeframer()


class EndsOfLongFrames(NodeSession):
    """Takes the end of a frame that is too long for a frame."""

    def receive(self, data, now_ms):
        cut = [
            piece.lstrip(b"\x55") if len(piece) > 133 else piece for piece in data.split(b"\x00")
        ]
        return super().receive(b"\x00".join(cut), now_ms)


class EverybodysFrames(NodeSession):
    """Listens to frames for other nodes, as on a bus where it forgot its id."""

    def _is_for_us(self, arrived):
        return super()._is_for_us(replace(arrived, node=self.node))


class NumbersHeartbeats(Saying):
    def instead(self, said):
        return [
            replace(said, sequence=self.last_number)
            if isinstance(said.message, Heartbeat) and self.last_number
            else said
        ]


class ForgetsHalves(NodeSession):
    """Takes each portion of bytes for itself: a frame in two of them is none."""

    def receive(self, data, now_ms):
        return super().receive(
            data if data.endswith(b"\x00") and len(data) > 20 else b"\x00", now_ms
        )


# -------------------------------------------------------------- meeting


class OldToken(Saying):
    """Answers each greeting with the token of the first."""

    first = 0

    def instead(self, said):
        if not isinstance(said.message, Hello) or said.message.token == 0:
            return [said]
        self.first = self.first or said.message.token
        return [replace(said, message=replace(said.message, token=self.first))]


class KeepsStates(NodeSession):
    """Has the states of the host before."""

    def _meet_host(self, epoch, reports):
        had, was_met = self._last_state, self.is_met
        super()._meet_host(epoch, reports)
        self._last_state = had if was_met else self._last_state


class TakesAnyHost(Hearing):
    """Takes the epoch of whatever frame comes."""

    def heard(self, arrived):
        if (
            isinstance(arrived.message, HostHeartbeat)
            and arrived.epoch != self._host_epoch != NO_EPOCH
        ):
            self._host_epoch = arrived.epoch
            return replace(arrived, message=HostHello(0))
        return arrived


class NeverAlone(NodeSession):
    """Waits for its host for ever."""

    def tick(self, now_ms):
        self._heard_ms = now_ms
        return []


class StaleHeader(Saying):
    """Without a host its header still has the epoch of the last."""

    last = NO_EPOCH

    def instead(self, said):
        self.last = said.acknowledged_epoch or self.last
        return [replace(said, acknowledged_epoch=self.last)]


class Impatient(NodeSession):
    """Gives its host up after 900 ms."""

    def tick(self, now_ms):
        return super().tick(now_ms + 600)

    def next_timeout_ms(self):
        due_ms = super().next_timeout_ms()
        return due_ms if due_ms is None or not self.is_met else min(due_ms, self._heard_ms + 900)


class Remembers(NodeSession):
    """Loses its host and keeps its states."""

    def tick(self, now_ms):
        self._before = self._last_state or getattr(self, "_before", 0)
        return super().tick(now_ms)

    def _meet_host(self, epoch, reports):
        was_alone, before = not self.is_met, getattr(self, "_last_host", 0)
        super()._meet_host(epoch, reports)
        if was_alone and epoch == before:
            self._last_state = self._before
        self._last_host = epoch


class HelloRarely(Saying):
    """Without a host it says hello every 1,200 ms."""

    count = 0

    def instead(self, said):
        if isinstance(said.message, Hello) and said.acknowledged_epoch == NO_EPOCH:
            self.count += 1
            return [said] if self.count % 3 == 1 else []
        return [said]


class Sleepy(Saying):
    """Leaves out every second heartbeat."""

    count = 0

    def instead(self, said):
        self.count += isinstance(said.message, Heartbeat)
        return [] if isinstance(said.message, Heartbeat) and self.count % 2 else [said]


class AnswersAcks(Hearing):
    def heard(self, arrived):
        self._owes_ack |= isinstance(arrived.message, Ack)
        return arrived


class SlowClock(NodeSession):
    """A crystal that is 10 % slow."""

    def _node_ms(self, now_ms):
        return super()._node_ms(now_ms) * 9 // 10


class NearTheEnd(NodeSession):
    """Was built for a test: its clock starts ten seconds before it wraps."""

    def __init__(self, **options):
        super().__init__(**options)
        self._born_ms -= U32_MAX - 10_000


class NeverWraps(NearTheEnd):
    """Its clock stands still at the end."""

    def _node_ms(self, now_ms):
        return min(now_ms - self._born_ms, U32_MAX)


# -------------------------------------------------------------- edges


class SaysOnce(NodeSession):
    """Sends an edge again only to a host that greets."""

    def next_timeout_ms(self):
        self._resend_ms = None
        return super().next_timeout_ms()


class Hasty(NodeSession):
    """Sends again every 25 ms, for ever."""

    def _edges_due(self, now_ms):
        due = super()._edges_due(now_ms)
        self._retry_ms = 25
        if self._resend_ms is not None:
            self._resend_ms = min(self._resend_ms, now_ms + 25)
        return due


class Restamps(Saying):
    """A repeat has the time at which it is sent."""

    def take_output(self, now_ms):
        self.ms = self._node_ms(now_ms)
        return super().take_output(now_ms)

    def instead(self, said):
        return [replace(said, node_ms=self.ms) if isinstance(said.message, EDGES) else said]


class WideWindow(NodeSession):
    def _edge_window(self):
        return [self._stored[place] for place in range(min(12, len(self._stored)))]


class NewestFirst(NodeSession):
    def _edge_window(self):
        return super()._edge_window()[::-1]


class AnyEpoch(Hearing):
    """Takes an acknowledgement, whose ever numbers it names."""

    def heard(self, arrived):
        return (
            replace(arrived, acknowledged_epoch=self.epoch)
            if arrived.acknowledged_epoch != NO_EPOCH
            else arrived
        )


class OneHostsEdges(NodeSession):
    """Forgets its edges with the host they were told to."""

    def _meet_host(self, epoch, reports):
        if epoch != self._host_epoch != NO_EPOCH:
            self._stored.clear()
            reports.append(EdgesForgotten(self.last_number))
        super()._meet_host(epoch, reports)


class Hoards(NodeSession):
    """Keeps more edges than 64."""

    def post(self, message, now_ms):
        self.last_number += 1
        self._stored.append(
            node_session._StoredEdge(self.last_number, self._node_ms(now_ms), message)
        )
        return Kept(self.last_number)


class StillBackedOff(NodeSession):
    """A greeting does not end its long wait."""

    def _meet_host(self, epoch, reports):
        if epoch != self._host_epoch:
            super()._meet_host(epoch, reports)


# -------------------------------------------------------------- states


class AcksLate(NodeSession):
    """Acknowledges with its next heartbeat."""

    def _read_frame(self, arrived, now_ms, reports):
        super()._read_frame(arrived, now_ms, reports)
        self._owes_ack = False


class AcksOnce(NodeSession):
    """Does not acknowledge a state that comes again."""

    def _read_frame(self, arrived, now_ms, reports):
        had = self._last_state
        super()._read_frame(arrived, now_ms, reports)
        self._owes_ack = self._owes_ack and self._last_state > had


class OneAboveAlone(Hearing):
    """Takes no number but the next one."""

    def heard(self, arrived):
        return (
            None
            if arrived.epoch == self._host_epoch and arrived.sequence > self._last_state + 200
            else arrived
        )


class OldestWins(Hearing):
    """Takes a state of whatever number, but not the same twice."""

    def heard(self, arrived):
        if (
            isinstance(arrived.message, Lamp | AskLevels)
            and 0 < arrived.sequence < self._last_state
        ):
            self._last_state = arrived.sequence - 1
        return arrived


class AnswersRepeats(Hearing):
    """A repeat of AskLevels asks again."""

    def heard(self, arrived):
        if isinstance(arrived.message, AskLevels) and arrived.sequence == self._last_state:
            self._last_state -= 1
        return arrived


class NoBuzzer(Hearing):
    """Knows no pattern `half`, and drops the frame."""

    def heard(self, arrived):
        return (
            None
            if isinstance(arrived.message, Lamp) and arrived.message.pattern == "half"
            else arrived
        )


# -------------------------------------------------------------- what is sensed


class StackFirst(SimSeat):
    def _post_levels(self):
        self._post_edge("stack", self._area_edge("stack"))
        self._post_edge("bet", self._area_edge("bet"))
        self._post_edge("cards", self._cards_up())


class KeyTwice(SimSeat):
    def press(self, key, amount=0):
        super().press(key, amount)
        super().press(key, amount)


class OpenWithoutHost(SimShoe):
    """Leaves its gate open when it loses the host."""

    def _host_lost(self):
        pass


class SecondCard(SimShoe):
    """The same gate again gives a second card."""

    def _apply_state(self, state):
        if isinstance(state.state, Gate):
            self._served = 0
        super()._apply_state(state)


class AlwaysOne(SimShoe):
    """Every card says pull 1."""

    def _cards_leave(self, turn):
        return tuple((about, replace(card, pull=1)) for about, card in super()._cards_leave(turn))


class DealsShut(SimShoe):
    """Lets a card out at a gate that is shut, for a pull of its own."""

    def set_gate(self, pull):
        super().set_gate(pull or 7 if pull == NO_PULL else pull)


class JamTwice(SimShoe):
    """Tells each jam two times."""

    def _post_all(self, changes):
        super()._post_all((*changes, *(one for one in changes if one[1] == ShoeChanged("jam"))))


class FixedEpoch(SimSeat):
    """Its random numbers are not seeded: each start draws the same epoch."""

    def reset(self, cause="power_on", *, epoch=None):
        super().reset(cause, epoch=self.session.epoch)


class NumbersOn(SimSeat):
    """Its numbers go on after a restart, in an epoch that is another."""

    def reset(self, cause="power_on", *, epoch=None):
        last = self.session.last_number
        super().reset(cause, epoch=epoch)
        self.session.last_number = last


class DeafAfterPair(Hearing):
    """Any key that is said is its key; of what has another it hears nothing. It thinks better of
    it after half a second.
    """

    deaf_until_ms = 0

    def _is_known(self, message):
        return isinstance(message, Pair) or super()._is_known(message)

    def _is_for_us(self, arrived):
        return isinstance(arrived.message, Pair) or super()._is_for_us(arrived)

    def _read_frame(self, arrived, now_ms, reports):
        if isinstance(arrived.message, Pair):
            self.deaf_until_ms = now_ms + 2 * HEARTBEAT_MS
        elif now_ms >= self.deaf_until_ms:
            super()._read_frame(arrived, now_ms, reports)


FAULTY = {
    "crc": AnySum,
    "over-long": EndsOfLongFrames,
    "other-node": EverybodysFrames,
    "numbered": NumbersHeartbeats,
    "split-frame": ForgetsHalves,
    "pair-meant": DeafAfterPair,
    "hello": OldToken,
    "new-host": KeepsStates,
    "stranger": TakesAnyHost,
    "host-lost": NeverAlone,
    "host-kept": Impatient,
    "states-forgotten": Remembers,
    "unmet-hello": HelloRarely,
    "heartbeat": Sleepy,
    "quiet": AnswersAcks,
    "node-ms": SlowClock,
    "node-ms-wraps": NeverWraps,
    "resend": SaysOnce,
    "back-off": Hasty,
    "same-again": Restamps,
    "window": WideWindow,
    "order": NewestFirst,
    "other-epoch": AnyEpoch,
    "kept-for-next": OneHostsEdges,
    "most-kept": Hoards,
    "at-once": StillBackedOff,
    "state": AcksLate,
    "state-repeat": AcksOnce,
    "state-above": OneAboveAlone,
    "newest-wins": OldestWins,
    "asked-once": AnswersRepeats,
    "state-each": NoBuzzer,
    "levels": StackFirst,
    "key": KeyTwice,
    "gate-host-lost": OpenWithoutHost,
    "one-a-pull": SecondCard,
    "next-pull": AlwaysOne,
    "gate-shut": DealsShut,
    "card-stuck": JamTwice,
    "pulled-plug": FixedEpoch,
}
