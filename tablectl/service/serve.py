"""The main loop of the table: decide, remember, adopt, show, acknowledge, in that order (README: the path of a card)."""

import asyncio
import itertools
import time
from collections import deque
from collections.abc import Callable, Mapping
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from firmware_io.devices import NodeDevice, NodeRoster, StateReport
from firmware_io.host_session import HostSession
from firmware_io.messages import Lamp
from firmware_io.session import (
    EdgeArrived,
    EdgesMissing,
    NodeBack,
    NodeFaulty,
    NodeFound,
    NodeLost,
    NodeRestarted,
    Ponged,
    WrongNode,
)
from tablectl.engine import events
from tablectl.engine.between.starting import why_not
from tablectl.engine.engine import handle, open_table
from tablectl.engine.facts import Noticed, Refused, TableOpened
from tablectl.engine.play.clocks import Motion, next_deadline_ms, open_motion
from tablectl.engine.play.play import Row
from tablectl.engine.play.wanted import next_place
from tablectl.engine.readings.devices import is_heard
from tablectl.engine.state.table import Table
from tablectl.intake.deckbook import DeckBook, simulated
from tablectl.intake.interpret import Reading, interpret
from tablectl.journal.record import Edge
from tablectl.journal.replay import recover
from tablectl.journal.store import Journal, JournalFailed
from tablectl.service.aside import put_aside, where
from tablectl.service.asking import ANSWER_AT_MOST_MS, LOOK_AGAIN_MS, Asked
from tablectl.service.comparing import compared
from tablectl.service.config import Config, TableConfig, game_of
from tablectl.service.control import Control
from tablectl.service.going_on import in_words, program_went_on
from tablectl.service.inbox import TableClock
from tablectl.service.outputs import Changed, Screens
from tablectl.service.shotfile import of_game
from tablectl.service.status import status
from tablectl.views.lamps import SeatLamp, lamps
from tablectl.views.public import public_view, result
from tablectl.views.readout import told_of
from tablectl.views.telling import told_ms_at

NEWS_MS = 3_000                         # how long a notice stands on the screen (LOOK: refused, 3 s)
MOST_TOLD = 64                          # one reading says a few things at most
RETURN_MS = 1_000                       # how long a seat that is heard again may take to tell what happened while it was lost
TICK_MS = 1_000                         # the draining lamp of the seat to act is told the time once a second


Numbers = Mapping[int, tuple[int, int]]             # a node's id: epoch and number of its last edge that is on disk


class Returning(Struct):
    """A seat that is heard again. `awaited`: the edge that comes last of what it had not told; None: it is being asked."""

    timer: asyncio.TimerHandle
    token: int
    awaited: int | None = None
    delivered: int = -1                 # what had come when it was last asked


class Service:
    """One table: its devices, its journal, its outputs. `wall_ms` gives wall time, for a column of its own.

    `tell` hears, in a sentence, of each device that is not heard and why, and of its return: for whoever builds the table.
    """

    def __init__(
        self, config: Config, loop: asyncio.AbstractEventLoop, journal: Journal, *, epoch: int,
        wall_ms: Callable[[], int] | None = None, book: DeckBook | None = None,
        tell: Callable[[str], None] = lambda said: None,
    ) -> None:
        self.config = config
        self._tell = tell
        self.loop = loop
        self.journal = journal
        self.book = book or simulated()
        self._wall_ms = wall_ms or wall_clock_ms
        recovered = recover(journal)
        self.table: Table = recovered.table
        self.clock = TableClock(loop, recovered.at_ms)
        wanted = opened_table(config.table, tuple(seat.number for seat in config.seat))[1].facts[0]
        assert isinstance(wanted, TableOpened)
        self._anew = compared(
            wanted, recovered.configured, config.table.options, at_ms=recovered.at_ms, journal=config.journal.path)
        self._went_on = program_went_on(recovered)
        self._is_seen = True                                # the outputs show the table as it stands
        self.said: tuple[Noticed | Refused, ...] = ()       # all of the last reading that brought any
        self._said_at_ms = 0
        self.told: deque[Noticed | Refused] = deque(maxlen=MOST_TOLD)       # the newest, for whoever asks (scenarios do)
        self.told_in_all = 0
        self._deadline: asyncio.TimerHandle | None = None
        self._tick: asyncio.TimerHandle | None = None
        self._next_hand: asyncio.TimerHandle | None = None
        self._starts_ms = 0                                 # when it does
        self._news: asyncio.TimerHandle | None = None
        self._tokens = itertools.count(1)
        self._asked: Asked | None = None                    # the motion that a seat has been asked about
        self._on_disk = recovered.last_numbers              # each node's last edge: whatever port it answers at, no repeat counts
        self._returning: dict[int, Returning] = {}          # seats that are heard again, and have yet to tell all
        self.screens = Screens(loop)
        self.control = Control(
            loop, self.clock.now_ms, self.take, {seat.number for seat in config.seat}, lambda: self.table,
            lambda: status(self.table, self.journal, self.clock.now_ms()))
        roster = NodeRoster()
        self.shoe = self._device(config.shoe.port, config.shoe.node, "shoe", None, epoch, roster)
        self.seats = {s.number: self._device(s.port, s.node, "seat", s.number, epoch, roster) for s in config.seat}
        self._gate: Changed[int] = Changed(self.shoe.set_gate)
        self._lamps = {n: Changed(self._lamp_sender(device)) for n, device in self.seats.items()}

    def start(self) -> None:
        """Opens the ports; from here on the table lives by what they say. What is configured anew applies first."""
        if self._went_on is not None:
            self._tell(in_words(self._went_on, self.journal.head.n))
            self.take((self._went_on,))
        for sentence in self._anew.said:
            self._tell(sentence)
        if self._anew.event is not None:
            self.take((self._anew.event,))
        for device in (self.shoe, *self.seats.values()):
            device.open(self.loop)
        self._shown()

    def stop(self) -> None:
        returning = [back.timer for back in self._returning.values()]
        for timer in (self._deadline, self._tick, self._next_hand, self._news, *returning):
            if timer is not None:
                timer.cancel()
        for device in (self.shoe, *self.seats.values()):
            device.close()
        self.screens.close()
        self.control.close()

    # One way through: decide, remember, adopt, show. The device hears last.

    def take(self, happened: tuple[events.AnyEvent, ...], edge: Edge | None = None) -> tuple[Row, ...]:
        """Carries events through the table; when it returns they are on disk. What fails is put aside by its name (G-4)."""
        before = self.table
        try:
            rows = self._remembered(happened, edge)
        except JournalFailed:
            raise
        except Exception as wrong:      # whatever it is, it is a fault of ours, and would come again after every restart
            failed = put_aside(happened, wrong, len(self.table.seats))
            self._tell(f"An event failed and was put aside: {failed.happened}, {failed.error} in {failed.where}.")
            rows = self._remembered((failed,), edge)
        if said := told_of(before, rows):
            self.said, self._said_at_ms = said, self.clock.now_ms()
            self.told.extend(said)
            self.told_in_all += len(said)
        self._shown()
        return rows

    def _remembered(self, happened: tuple[events.AnyEvent, ...], edge: Edge | None) -> tuple[Row, ...]:
        after, rows = handle(self.table, happened)
        self.journal.append(rows, wall_ms=self._wall_ms(), edge=edge)
        self.table = after
        return rows

    def _edge_arrived(self, seat: int | None, device: NodeDevice, edge: EdgeArrived) -> None:
        now = self.clock.now_ms()
        reading = Reading(now, seat, self.node_ms_of(edge), edge.message)
        self.take(interpret(self.book, reading), Edge(edge.node, edge.epoch, edge.number))
        self._on_disk[edge.node] = edge.epoch, edge.number
        device.acknowledge(edge.epoch, edge.number)         # only now may the device forget it
        if self._asked is not None and self._asked.is_answered_by(seat, edge.number):
            self._motion_is_over()
        if seat in self._returning:
            self._told_while_returning(seat)

    def _state_changed(self, seat: int | None, report: StateReport) -> None:
        now = self.clock.now_ms()
        if isinstance(report, NodeLost | NodeFaulty | WrongNode):
            self._tell(f"{_name(seat)} is not heard: {self._why_not_heard(seat, report)}.")
            self._no_longer_returning(seat)
            self.take((events.DeviceLost(at_ms=now, seat=seat, is_faulty=isinstance(report, NodeFaulty)),))
        elif isinstance(report, NodeBack | NodeFound | NodeRestarted):
            if isinstance(report, NodeRestarted) and is_heard(self.table, seat):
                self.take((events.DeviceLost(at_ms=now, seat=seat),))       # what it had not told is gone: its level decides
            self._came_back(seat, now)
        elif isinstance(report, EdgesMissing):
            self._tell(f"{_name(seat)} has forgotten its readings {report.first:,} to {report.last:,}, which never came here.")
            self.take((events.EdgesMissing(at_ms=now, seat=seat, count=report.last - report.first + 1),))
        elif isinstance(report, Ponged) and seat is not None and seat in self._returning:
            self._ponged_while_returning(seat, report)
        elif isinstance(report, Ponged) and self._asked is not None and report.token == self._asked.token:
            if report.last_number > self.seats[self._asked.motion.seat].session.delivered:
                self._asked = replace(self._asked, up_to=report.last_number)        # what it put in before is still under way
            else:
                self._motion_is_over()

    def _motion_is_over(self) -> None:
        """All that the seat had put in by now is known; the engine sees whether the motion has ended by that."""
        self._asked = None
        self.take((events.ClockRanOut(at_ms=self.clock.now_ms()),))

    def _came_back(self, seat: int | None, now: int) -> None:
        """The shoe at once; a seat once it has told what it could not while it was lost, for the level on return counts (F-5)."""
        if is_heard(self.table, seat) or seat in self._returning:
            return
        self._tell(f"{_name(seat)} is heard again.")
        if seat is None or self.table.seat(seat).is_connected:              # it was at fault, and has never been waited for
            self.take((events.DeviceBack(at_ms=now, seat=seat),))
        else:
            timer = self.loop.call_later(RETURN_MS / 1_000, self._is_back, seat)
            self._returning[seat] = Returning(timer, next(self._tokens))
            self.seats[seat].ping(self._returning[seat].token)

    def _ponged_while_returning(self, seat: int, report: Ponged) -> None:
        """Asked again until it has nothing to add: an edge may have waited for room."""
        returning, delivered = self._returning[seat], self.seats[seat].session.delivered
        if report.token != returning.token:
            return
        if report.last_number <= delivered == returning.delivered:
            self._is_back(seat)
            return
        returning.awaited, returning.delivered = report.last_number, delivered
        if report.last_number <= delivered:
            self._ask_again(seat)

    def _told_while_returning(self, seat: int) -> None:
        awaited = self._returning[seat].awaited
        if awaited is not None and self.seats[seat].session.delivered >= awaited:
            self._ask_again(seat)

    def _ask_again(self, seat: int) -> None:
        returning = self._returning[seat]
        returning.awaited, returning.delivered, returning.token = None, self.seats[seat].session.delivered, next(self._tokens)
        self.seats[seat].ping(returning.token)

    def _is_back(self, seat: int) -> None:
        self._no_longer_returning(seat)
        if not is_heard(self.table, seat):
            self.take((events.DeviceBack(at_ms=self.clock.now_ms(), seat=seat),))

    def _no_longer_returning(self, seat: int | None) -> None:
        returning = self._returning.pop(seat, None) if seat is not None else None
        if returning is not None:
            returning.timer.cancel()

    def _why_not_heard(self, seat: int | None, report: NodeLost | NodeFaulty | WrongNode) -> str:
        device = self.shoe if seat is None else self.seats[seat]
        if isinstance(report, NodeFaulty):
            return f"node {report.node} at {device.link.path} is at fault: {report.what}"
        if isinstance(report, WrongNode):
            return f"node {report.node} answers at {device.link.path}, and does not belong there ({report.reason})"
        return f"{device.link.path}: {device.why_closed or 'the port is open, and nobody answers'}"

    # What is shown, and when the table wakes by itself

    def _shown(self) -> None:
        """Shows what there is to see. Where that fails the table halts: what people see is no longer how it stands (G-4)."""
        now = self.clock.now_ms()
        is_news = bool(self.said) and now - self._said_at_ms < NEWS_MS
        try:
            self._show(now, is_news=is_news)
            self._is_seen = True
        except Exception as wrong:      # a fault of ours, like that of an event; while it lasts it is told once
            failed = events.EventFailed(at_ms=now, happened="view", error=type(wrong).__name__, where=where(wrong))
            was_seen, self._is_seen = self._is_seen, False
            if was_seen:
                self._tell(f"The view failed: {failed.error} in {failed.where}. The screens keep what they showed.")
                self.take((failed,))
                return
        self._set_timers(now, is_news=is_news)

    def _show(self, now: int, *, is_news: bool) -> None:
        self._plan_next_hand(now)
        view = public_view(self.table, now, self.said if is_news else (), self._next_hand_in_s(now))
        self.screens.show(view)
        for number, lamp in lamps(view).items():
            if number in self._lamps:
                self._lamps[number].show(lamp)
        self._gate.show(self.table.pulls + 1 if next_place(self.table) is not None else 0)

    def _set_timers(self, now: int, *, is_news: bool) -> None:
        self._deadline = self._timer(self._deadline, next_deadline_ms(self.table), self._deadline_came)
        running = self.table.deadline_ms is not None and not self.table.is_held
        self._tick = self._timer(self._tick, now + TICK_MS if running else None, self._shown)
        fades_ms = self._said_at_ms + NEWS_MS if is_news and self.screens.anyone else None
        self._news = self._timer(self._news, fades_ms, self._shown)

    def _plan_next_hand(self, now: int) -> None:
        """The next hand waits until the result has been told, however short the pause between hands is."""
        pause_s = self.config.service.between_hands_s
        told_ms = told_ms_at(self.table, result(self.table) or ())
        starts_ms = max(now + max(round(pause_s * 1000), told_ms), self.table.break_ends_ms or 0)
        if pause_s and self._next_hand is None and self._may_start(starts_ms):
            self._starts_ms = starts_ms
            self._next_hand = self._timer(None, starts_ms, self._start_next)

    def _next_hand_in_s(self, now: int) -> int | None:
        return max(0, -(-(self._starts_ms - now) // 1000)) if self._next_hand is not None else None

    def _timer(
        self, old: asyncio.TimerHandle | None, at_ms: int | None, call: Callable[[], None]
    ) -> asyncio.TimerHandle | None:
        if old is not None:
            old.cancel()
        return None if at_ms is None else self.loop.call_at(self.clock.loop_time(at_ms), call)

    def _deadline_came(self) -> None:
        """A motion has ended when the seat itself says that nothing more came; other clocks are the table's own."""
        motion = open_motion(self.table)
        now = self.clock.now_ms()
        if motion is not None and motion.ends_at_ms <= now and self.is_awaited(motion, now):
            return
        self._asked = None
        self.take((events.ClockRanOut(at_ms=now),))

    def is_awaited(self, motion: Motion, now: int) -> bool:
        """Whether the seat has yet to say that its motion is over: it is asked, and waited for no longer than a second.

        One that has fallen silent will be lost in a moment, or heard again: then its level tells.
        """
        if motion.seat not in self.seats:
            return False
        device = self.seats[motion.seat]
        if self._asked is None or self._asked.motion != motion:
            self._asked = Asked(motion, next(self._tokens), now + ANSWER_AT_MOST_MS)
            device.ping(self._asked.token)
        is_in_time = now < self._asked.until_ms
        look_ms = self._asked.until_ms if is_in_time else now + LOOK_AGAIN_MS
        self._deadline = self._timer(self._deadline, look_ms, self._deadline_came)
        seat = self.table.seat(motion.seat)
        return is_in_time or not (seat.is_faulty or (seat.is_connected and device.session.is_heard))

    def _may_start(self, now: int) -> bool:
        return why_not(self.table, now) is None and not any(seat.place == 1 for seat in self.table.seats)

    def _start_next(self) -> None:
        self._next_hand = None
        now = self.clock.now_ms()
        if self._may_start(now):
            self.take((events.StartAsked(at_ms=now),))
        else:
            self._shown()               # a break that stood still meanwhile ends later: its start is planned anew

    # Devices

    def _device(
        self, port: str, node: int | None, kind: str, seat: int | None, epoch: int, roster: NodeRoster
    ) -> NodeDevice:
        device = NodeDevice(
            port, self.new_session(epoch, node, kind, self._on_disk), roster=roster,
            on_edge=lambda edge: self._edge_arrived(seat, device, edge),
            on_state=lambda report: self._state_changed(seat, report))
        return device

    def new_session(self, epoch: int, node: int | None, kind: str, on_disk: Numbers) -> HostSession:
        """This end of the conversation with one node; an edge that is on disk is no news."""
        return HostSession(epoch=epoch, node=node, kind=kind, on_disk=on_disk)

    def node_ms_of(self, edge: EdgeArrived) -> int:
        """When it happened, by the clock that a motion's gaps are measured with: the node's own, whatever its wire does."""
        return edge.node_ms

    def _lamp_sender(self, device: NodeDevice) -> Callable[[SeatLamp], None]:
        brightness = self.config.lamps.brightness

        def send(lamp: SeatLamp) -> None:
            red, green, blue = (round(part * brightness) for part in lamp.colour)
            device.set_lamp(Lamp((red, green, blue), lamp.pattern, lamp.level))

        return send


def _name(seat: int | None) -> str:
    return "The shoe" if seat is None else f"Seat {seat}"


def wall_clock_ms() -> int:
    return time.time_ns() // 1_000_000


def open_journal(config: Config, wall_ms: int) -> Journal:
    """The table's journal: the one that is there, or a new one whose row 1 is the table as configured."""
    path = Path(config.journal.path)
    if path.exists():
        return Journal.open(path)
    _, row = opened_table(config.table, tuple(seat.number for seat in config.seat))
    return Journal.create(path, (row,), wall_ms=wall_ms)


def opened_table(table: TableConfig, places: tuple[int, ...]) -> tuple[Table, Row]:
    """The table as configured, with the row that opens it; `places`: the seats that have a device."""
    game = game_of(table)
    return open_table(
        game, {int(n): chips for n, chips in table.seats.items()}, stakes=table.stakes, options=table.options,
        chips=table.chips, button=table.button, name=table.name, names={int(n): name for n, name in table.names.items()},
        places=places, shots=of_game(game, table.deck_file))
