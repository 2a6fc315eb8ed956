"""The devices of a running table: their readings become events, and what they report of themselves
is judged.
"""

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from firmware_io.devices import DeviceAnswers, DeviceGone, NodeDevice
from firmware_io.gpio.pins import Pins
from firmware_io.host_session import HostSession
from firmware_io.link import Links
from firmware_io.lives import OnDisk, edge_fingerprint
from firmware_io.messages import Anchor, KeyPressed
from firmware_io.readers.debounce import TimedMessage
from firmware_io.session import (
    AnchorTold,
    CountersRead,
    EdgeArrived,
    EdgesMissing,
    NodeBack,
    NodeFaulty,
    NodeFound,
    NodeLost,
    NodeRestarted,
    NodeSuspect,
    NotProven,
    Ponged,
    Replayed,
    WheelTurned,
    WrongNode,
)
from tablectl.engine import events
from tablectl.engine.facts import Noticed
from tablectl.engine.questions import Motion, is_source_heard, next_deadline_ms, open_motion
from tablectl.engine.source import SHOE, Source, seat_source
from tablectl.intake.interpret import Reading
from tablectl.journal.record import Edge
from tablectl.service import logger
from tablectl.service.config.wiring import configured_pins
from tablectl.service.decks.active_deck import last_cards
from tablectl.service.devices.attaching import (
    DeviceCallbacks,
    make_seat,
    make_shoe,
    make_wires,
    pin_seats,
)
from tablectl.service.devices.composite_seat import State
from tablectl.service.devices.link_health import (
    LinkHealth,
    Wheels,
    device_rows,
    judge_forgery,
    second_devices,
    why_not_heard,
)
from tablectl.service.devices.panel import Panel
from tablectl.service.devices.phone_seat import NO_PHONE, PhoneSeat
from tablectl.service.devices.protocols import Device, SeatDevice, Shoe
from tablectl.service.devices.replacing import NodeReplacement
from tablectl.service.devices.returning import ReturningSeats
from tablectl.service.journals.rollback_check import RollbackCheck
from tablectl.service.journals.test_mode import taken_numbers
from tablectl.service.table_clock import ANSWER_AT_MOST_MS, LOOK_AGAIN_MS, AwaitedMotion
from tablectl.service.table_loop import TableLoop
from tablectl.service.troubles import Trouble

HEARD_AT_MOST_MS = 3_000  # a device is heard, or lost, in two seconds

Numbers = Mapping[int, OnDisk]  # by node id: the last edge in the journal


class DeviceWatch:
    """`epoch`: the host's. `list_ports`: those that the system knows; looked through for what the
    configuration leaves open. `links`: with nodes' ports.
    """

    def __init__(
        self,
        rows: TableLoop,
        epoch: int,
        list_ports: Callable[[], Iterable[str]],
        links: Links,
    ) -> None:
        config, journal, loop = rows.config, rows.journal, rows.loop
        self._rows, self._take, self._now_ms = rows, rows.take, rows.clock.now_ms
        # by node, not by port
        self.taken_numbers = taken_numbers(
            journal, rows.recovered.last_numbers, is_test=rows.table.is_test
        )
        self._health, self.wheels, self._rollback = LinkHealth(), Wheels(), RollbackCheck(journal)
        self._tokens = itertools.count(1)
        self._awaited_motion: AwaitedMotion | None = None  # the motion whose seat has been pinged
        self.wires = make_wires(
            config, list_ports, epoch=epoch, changed=lambda: rows.show(), links=links
        )
        ears = DeviceCallbacks(
            new_session=lambda node, kind: self.new_session(epoch, node, kind, self.taken_numbers),
            on_edge=self._receive_edge,
            on_message=self._receive_message,
            on_state=self._receive_report,
        )
        self.shoe: Shoe = make_shoe(
            config.shoe,
            ears,
            self.wires,
            rows.deck.book.tags(last_cards(journal)),
            lambda tag: rows.deck.was_dealt(tag, rows.table),
        )
        self.seats: dict[int, SeatDevice] = {
            seat.number: make_seat(seat, ears, self.wires) for seat in config.seat
        }
        self.devices: dict[Source, Device] = {
            SHOE: self.shoe,
            **{seat_source(number): seat for number, seat in self.seats.items()},
        }
        self.replacing = NodeReplacement(
            self.devices,
            self.taken_numbers,
            self._take,
            lambda: rows.table,
            self._now_ms,
            is_by_id=self.wires.is_by_id,
        )
        self._returning = ReturningSeats(loop, self.seats, self._tokens, self._seat_is_back)
        self.hearing = ReturningSeats(
            loop, self.seats, self._tokens, lambda _: rows.show(), most_ms=HEARD_AT_MOST_MS
        )
        gpio = config.gpio
        self.panel = Panel(
            Pins(configured_pins(config), library=gpio.library, debounce_ms=gpio.debounce_ms),
            pin_seats(self.seats),
            take=self._take,
            table=lambda: rows.table,
            now_ms=self._now_ms,
            say_again=rows.say_again,
        )

    def open(self) -> None:
        for device in self.devices.values():
            device.open(self._rows.loop)

    def close(self) -> None:
        self._returning.close()
        self.hearing.close()
        self.panel.close()
        for device in self.devices.values():
            device.close()

    # Readings

    def _receive_edge(self, source: Source, device: NodeDevice, edge: EdgeArrived) -> None:
        """A reading that its node keeps until it is acknowledged: when it is on disk."""
        reading = Reading(self._now_ms(), source, self.node_ms_of(edge), edge.message)
        content = edge_fingerprint(edge)
        if isinstance(edge.message, KeyPressed):
            self.wheels.forget_seat(source.seat)
        self._take(self._rows.events_of(reading), Edge(edge.node, edge.epoch, edge.number, content))
        self.taken_numbers[edge.node] = edge.epoch, edge.number, content
        device.acknowledge(edge.epoch, edge.number)
        if self._awaited_motion is not None and self._awaited_motion.is_answered_by(
            source, edge.number
        ):
            self._end_motion()
        self._returning.note_reading(source.seat)
        self.hearing.note_reading(source.seat)

    def _receive_message(self, source: Source, message: TimedMessage) -> None:
        """A reader read something. It keeps nothing: what is not on disk when we die is read
        again, or comes again.
        """
        reading = Reading(self._now_ms(), source, message.at_ms, message.message)
        if happened := self._rows.events_of(reading):
            self._take(happened)
        else:
            self._rows.show()  # a card that was not dealt is wanted again

    # What devices report of themselves

    def _receive_report(self, source: Source, report: State) -> None:
        match report:
            case AnchorTold():
                self._check_anchor(source, report.anchor)
            case NotProven() | Replayed():
                self._report_forgery(source, report)
            case WheelTurned():
                self._show_wheel(source, report.amount)
            case NodeSuspect():
                self._health.mark_silent(source, report.silent_ms)
            case CountersRead():
                if (poor := self._health.compare_counters(source, report.counters)) is not None:
                    logger.warning(poor)
            case Ponged():
                self._receive_pong(source.seat, report)
            case EdgesMissing():
                self._record_missing(source, report.first, report.last)
            case NodeLost() | NodeFaulty() | WrongNode() | DeviceGone():
                self._lose_device(source, report)
            case NodeBack() | NodeFound() | NodeRestarted() | DeviceAnswers():
                self._welcome_device(source, report)

    def _check_anchor(self, source: Source, anchor: Anchor) -> None:
        table = self._rows.table
        if not table.is_test and self._rollback.check_anchor(source.seat, anchor) and table.hands:
            self._rows.lock(
                "rolled_back",
                f"Two nodes keep the same row, which {self._rows.journal.path} does not have.",
            )

    def _report_forgery(self, source: Source, report: NotProven | Replayed) -> None:
        sentence, locks = judge_forgery(self._rows.table, source, report, self._now_ms())
        if sentence:
            logger.warning(sentence)
        if locks:
            self._take(locks)

    def _show_wheel(self, source: Source, amount: int) -> None:
        """Shown while it is that seat's turn, and no row: what counts goes with a key."""
        if source.seat is not None and source.seat == self._rows.table.to_act:
            self.wheels.show_amount(source.seat, amount)
            self._rows.show()

    def _record_missing(self, source: Source, first: int, last: int) -> None:
        self._health.mark_heard(source)
        logger.warning(
            f"{source.name} has forgotten its readings {first:,} to {last:,}, which never came "
            "here."
        )
        table = self._rows.table
        self._take(
            (events.EdgesMissing(at_ms=self._now_ms(), source=source, count=last - first + 1),)
        )
        if not table.is_test and self._rollback.note_forgotten(source.seat) and table.hands:
            self._rows.lock(
                "rolled_back",
                f"Two nodes were told that readings are safe which {self._rows.journal.path} does "
                "not have.",
            )

    def _lose_device(
        self, source: Source, report: NodeLost | NodeFaulty | WrongNode | DeviceGone
    ) -> None:
        now, seat = self._now_ms(), source.seat
        self._health.mark_heard(source)
        self.replacing.receive_report(source, report)
        if report == NO_PHONE:  # no fault: somebody will come
            logger.info(f"{source.name} waits for its phone.")
        else:
            why = why_not_heard(self.devices[source], report)
            logger.warning(f"{source.name} is not heard: {why}.")
        self._returning.drop_seat(seat)
        self.hearing.drop_seat(seat)
        self.wheels.forget_seat(seat)
        is_faulty = isinstance(report, NodeFaulty)
        self._take((events.DeviceLost(at_ms=now, source=source, is_faulty=is_faulty),))

    def _welcome_device(
        self, source: Source, report: NodeBack | NodeFound | NodeRestarted | DeviceAnswers
    ) -> None:
        """The shoe is back at once. A seat is back when its stored readings have arrived: then
        its chips are compared (F-5).
        """
        now, seat = self._now_ms(), source.seat
        self._health.mark_heard(source)
        self.replacing.receive_report(source, report)
        if isinstance(report, NodeRestarted) and is_source_heard(self._rows.table, source):
            # its stored readings are lost: read anew (F-5)
            self._take((events.DeviceLost(at_ms=now, source=source),))
        if is_source_heard(self._rows.table, source) or seat in self._returning:
            return
        is_phone = isinstance(self.devices[source], PhoneSeat)
        logger.info(f"{source.name} {'has its phone' if is_phone else 'is heard again'}.")
        # it was faulty, not lost: nothing is compared
        if seat is None or self._rows.table.seat(seat).is_connected:
            self._take((events.DeviceBack(at_ms=now, source=source),))
        else:
            self._returning.await_seat(seat)

    def _seat_is_back(self, seat: int) -> None:
        source = seat_source(seat)
        if not is_source_heard(self._rows.table, source):
            self._take((events.DeviceBack(at_ms=self._now_ms(), source=source),))

    def hear_all(self) -> None:
        """What seats have seen while nobody heard them comes before the end of any clock that
        runs.
        """
        if next_deadline_ms(self._rows.table) is not None:
            self.hearing.await_seats(
                number
                for number in self.seats
                if is_source_heard(self._rows.table, seat_source(number))
            )

    # The end of a clock, and of a motion

    def plan_deadline(self, at_ms: int | None) -> None:
        at_s = None if at_ms is None else self._rows.clock.loop_time(at_ms)
        self._rows.timers.plan("deadline", at_s, self._end_deadline)

    def _end_deadline(self) -> None:
        """Posts ClockRanOut. Only at the end of a motion the seat is pinged first: readings
        may still be on the wire.
        """
        motion, now = open_motion(self._rows.table), self._now_ms()
        if (due_ms := next_deadline_ms(self._rows.table)) is None or now < due_ms:
            self._rows.show()  # the clock was set back meanwhile
        elif motion is None or motion.ends_at_ms > now or not self.is_awaited(motion, now):
            self._end_motion()

    def is_awaited(self, motion: Motion, now: int) -> bool:
        """Whether to wait for the seat's answer that its motion is over: up to a second.

        A silent seat is waited for longer: soon it is reported as lost, or answers, and its area is
        read anew.
        """
        if motion.seat not in self.seats:
            return False
        device = self.seats[motion.seat]
        if self._awaited_motion is None or self._awaited_motion.motion != motion:
            self._awaited_motion = AwaitedMotion(
                motion, next(self._tokens), now + ANSWER_AT_MOST_MS
            )
            device.ping(self._awaited_motion.token)
        is_in_time = now < self._awaited_motion.until_ms
        self.plan_deadline(self._awaited_motion.until_ms if is_in_time else now + LOOK_AGAIN_MS)
        seat = self._rows.table.seat(motion.seat)
        return is_in_time or not (seat.is_faulty or (seat.is_connected and device.is_heard))

    def _receive_pong(self, seat: int | None, pong: Ponged) -> None:
        if seat is not None and (seat in self._returning or seat in self.hearing):
            self._returning.receive_pong(seat, pong)
            self.hearing.receive_pong(seat, pong)
        elif self._awaited_motion is not None and pong.token == self._awaited_motion.token:
            if pong.last_number > self.seats[self._awaited_motion.motion.seat].delivered:
                # an edge of the motion has not arrived yet
                self._awaited_motion = replace(self._awaited_motion, up_to=pong.last_number)
            else:
                self._end_motion()

    def _end_motion(self) -> None:
        """Every reading of the motion is here: the engine decides whether it has ended."""
        self._awaited_motion = None
        self._take((events.ClockRanOut(at_ms=self._now_ms()),))

    # For status and screen

    def status_rows(self) -> list[dict[str, Any]]:
        """A row for each device. Every seat is pinged besides: the next status has how long
        they took.
        """
        for seat in self.seats.values():
            seat.ping(next(self._tokens))
        return device_rows(self._rows.table, self._rows.config, self.devices, self._health)

    def troubles(self) -> Iterator[Trouble]:
        yield from self._rollback.troubles()
        yield from self.replacing.troubles()
        yield from self.panel.troubles()

    def notices(self) -> tuple[Noticed, ...]:
        doubled = second_devices(self._rows.config, self.wires.finder.doubled_nodes)
        return (*doubled, *self.replacing.notices())

    # Tests put others in the place of these two

    def new_session(self, epoch: int, node: int | None, kind: str, on_disk: Numbers) -> HostSession:
        """The host's end of the protocol with one node. `on_disk`: edges up to these are
        repeats.
        """
        key = None if node is None else self.wires.keys.get(node)
        return HostSession(epoch=epoch, node=node, kind=kind, on_disk=on_disk, key=key)

    def node_ms_of(self, edge: EdgeArrived) -> int:
        """The edge's time by the node's own clock: gaps within a motion are measured in it, so a
        slow wire does not matter.
        """
        return edge.node_ms
