"""A whole seat of the firmware in a simulated one's place: mcu/seat.c over keys, cards, and chips
that an antenna reads.

    sessions = SensedSeats((5, 25, 100))            # as `sessions` of a SimSeat, or of a whole
        stage
    sessions.fields[3].flicker = 0.1                # the field over seat 3's bet area

The seat's people say what they do as they do to any simulated seat. What lies in the bet area lies
over an antenna then, as tags that a simulated reader tells in its own bytes, and becomes an edge
when the firmware has read it so for long enough; a key goes down and up again. The stack has a
sensor that is never wrong. A shoe has the session alone, as with CNodeSession.

Importing it raises an ImportError where the core is not built.
"""

from collections import deque
from collections.abc import Sequence
from typing import Any, cast

from firmware_io.kit.sim.c_chips import CBook, CFeig, CField, Chips
from firmware_io.kit.sim.c_messages import ffi, lib, read_message, write_message
from firmware_io.kit.sim.c_node_session import CNodeSession
from firmware_io.kit.sim.node_session import Kept, NoRoom
from firmware_io.kit.sim.readers.answering import AnswerFaults
from firmware_io.kit.sim.readers.feig import SimFeig
from firmware_io.kit.sim.readers.field import Field, SimTag
from firmware_io.kit.sim.sessions import Session
from firmware_io.messages import (
    KEYS,
    AreaChanged,
    Asks,
    Buzzer,
    Edge,
    HoleCardsSeen,
    KeyPressed,
    Lamp,
    LampTest,
)
from firmware_io.session import HostLost, NodeReport, StateSet

SENSED = "bet"
DOWN_MS = 20  # a key is held
STEP_MS = 5  # between two steps while something settles
MOST = 400  # chips of a denomination that one seat's bet area may ever have held


class SensedSeats:
    """The sessions of a table whose seats are these, one field each; what lies there outlives a
    reset.
    """

    def __init__(
        self,
        denominations: Sequence[int],
        *,
        flicker: float = 0.0,
        noise: tuple[int, float] | None = None,
    ) -> None:
        """`flicker`: the share of looks in which a chip is missed. `noise`: seed and rate of
        faults between reader and node.
        """
        self.fields: dict[int, Field] = {}
        self.tags = {
            value: [_chip_tag(place, number) for number in range(MOST)]
            for place, value in enumerate(denominations)
        }
        self.book = CBook({tag.raw_id: value for value, tags in self.tags.items() for tag in tags})
        self.struck: dict[int, AnswerFaults] = {}  # by seat
        self.lying: dict[int, Chips] = {}  # what lies in each seat's bet area
        self._sensors: dict[int, Any] = {}
        self._flicker, self._noise = flicker, noise

    def __call__(self, *, node: int, kind: str, epoch: int, **start: Any) -> Session:
        if kind != "seat":
            return CNodeSession(node=node, kind=kind, epoch=epoch, **start)
        if node not in self.fields:
            self.fields[node], self.lying[node] = Field(seed=node, flicker=self._flicker), ()
            self._sensors[node] = ffi.new(
                "struct sensors *", {"has_chips": True, "keeps_looking": True}
            )
            if self._noise is not None:
                self.struck[node] = AnswerFaults(self._noise[0] * 100 + node, self._noise[1])
        return CSeat(self, self._sensors[node], node=node, kind=kind, epoch=epoch, **start)


class CSeat(CNodeSession):
    """A `struct seat` with its reader. What is posted is what happens before it."""

    def __init__(
        self, seats: SensedSeats, sensors: Any, *, node: int, now_ms: int = 0, **start: Any
    ) -> None:
        self._seats, self._over, self._sensors = seats, seats.fields[node], sensors
        self._sim, self._reader = SimFeig(self._over, seats.struck.get(node)), CFeig()
        self._field = CField(seats.book, [SENSED], now_ms)
        self._sensors.field = self._field.core
        self._pressed: deque[KeyPressed] = deque()
        self._wheel = 0
        self._key_ms = now_ms  # when the key that is down comes up, or the next goes down
        self._shown: list[Any] = [
            Lamp((0, 0, 0), "off", 0),
            Buzzer(False),
            LampTest(False),
            Asks(),
            None,
        ]
        self._was_met = False
        super().__init__(node=node, now_ms=now_ms, **start)
        self._sim.receive(self._reader.start(now_ms), now_ms)

    def _start_core(self, who: Any, now_ms: int) -> Any:
        self._seat = ffi.new("struct seat *")
        lib.seat_start(self._seat, who, self._sensors, self._wrap_ms(now_ms))
        return ffi.addressof(self._seat.node.session)

    # -------------------------------------------------------------- what happens before it

    def post(self, message: Edge, now_ms: int) -> Kept | NoRoom:
        if isinstance(message, KeyPressed):
            self._pressed.append(message)
        elif isinstance(message, HoleCardsSeen):
            write_message(message, self._message)
            self._sensors.tags = self._message.hole_cards_seen.up
        elif isinstance(message, AreaChanged) and message.area == SENSED:
            self._lay_chips(message.chips)
        else:
            write_message(message, self._message)
            self._sensors.chips[lib.AREA_STACK] = self._message.area_changed.chips
        return Kept(self.last_number)

    def dial(self, amount: int) -> None:
        self._wheel = amount
        if not self._sensors.keys:
            self._sensors.dialled = amount

    @property
    def stored_edges(self) -> int:
        """With what is still to become an edge."""
        return super().stored_edges + self._is_settling()

    def _lay_chips(self, chips: Chips) -> None:
        self._seats.lying[self.node] = chips
        self._over.clear()
        for value, count in chips:
            self._over.put(*self._seats.tags[value][:count])

    def _is_settling(self) -> bool:
        seat, sensors = self._seat, self._sensors
        is_pressed = bool(self._pressed) or bool(sensors.keys) or seat.keys != sensors.keys
        if is_pressed or seat.up.count != sensors.tags.count:
            return True
        bet, stack = seat.areas[lib.AREA_BET].told, seat.areas[lib.AREA_STACK].told
        return _read_chips(bet) != self._seats.lying[self.node] or _read_chips(
            stack
        ) != _read_chips(sensors.chips[lib.AREA_STACK])

    # -------------------------------------------------------------- time and bytes

    def receive(self, data: bytes, now_ms: int) -> list[NodeReport]:
        lib.seat_receive(self._seat, data, len(data), self._wrap_ms(now_ms))
        return self._changed_states()

    def tick(self, now_ms: int) -> list[NodeReport]:
        self._wrap_ms(now_ms)
        self._read_sensor(now_ms)
        self._field.tick(now_ms)
        self._move_keys(now_ms)
        return self._changed_states()

    def take_output(self, now_ms: int) -> bytes:
        length = lib.seat_step(self._seat, self._wrap_ms(now_ms), self._output)
        return bytes(ffi.buffer(self._output, length))

    def next_timeout_ms(self) -> int:
        due = [super().next_timeout_ms(), self._reader.next_at_ms, self._sim.next_at_ms]
        if self._is_settling():
            due.append(self._now_ms + STEP_MS)
        return max(self._now_ms + 1, min(ms for ms in due if ms is not None))

    def _read_sensor(self, now_ms: int) -> None:
        for byte in self._sim.take(now_ms):
            for report in self._reader.feed(byte, now_ms):
                self._field.take_report(SENSED, report, self._reader, now_ms)
        due_ms = self._reader.next_at_ms
        if due_ms is not None and due_ms <= now_ms:
            for report in self._reader.tick(now_ms):
                self._field.take_report(SENSED, report, self._reader, now_ms)
        self._sim.receive(self._reader.to_send(), now_ms)

    def _move_keys(self, now_ms: int) -> None:
        if now_ms < self._key_ms:
            return
        if self._sensors.keys:
            self._sensors.keys, self._sensors.dialled = 0, self._wheel
            self._key_ms = now_ms + DOWN_MS
        elif self._pressed:
            pressed = self._pressed.popleft()
            self._sensors.keys, self._sensors.dialled = 1 << KEYS.index(pressed.key), pressed.amount
            self._key_ms = now_ms + DOWN_MS

    def _changed_states(self) -> list[NodeReport]:
        """What the firmware shows and keeps now, where it is another than before."""
        node = self._seat.node
        self._message.type, self._message.lamp = lib.LAMP, node.lamp
        lamp = read_message(self._message)
        self._message.type, self._message.asks = lib.ASKS, self._seat.asks
        now: list[Any] = [
            lamp,
            Buzzer(node.is_buzzing),
            LampTest(node.is_lamp_tested),
            read_message(self._message),
            self.anchor,
        ]
        changes = [
            StateSet(cast(Any, new))
            for new, old in zip(now, self._shown, strict=True)
            if new != old and new is not None
        ]
        is_lost, self._shown, self._was_met = self._was_met and not self.is_met, now, self.is_met
        return [HostLost(0), *changes] if is_lost else [*changes]


def _chip_tag(place: int, number: int) -> SimTag:
    """The chip of this number of the denomination in this place."""
    return SimTag(bytes.fromhex("e0040150") + bytes([0, place]) + number.to_bytes(2, "big"))


def _read_chips(area: Any) -> Chips:
    return tuple((chip.denomination, chip.count) for chip in area.lying[0 : area.count])
