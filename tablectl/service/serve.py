"""The main loop of the table: decide, remember, adopt, show, acknowledge (the path of one card
in tablectl/README.md).
"""

import asyncio
import itertools
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Executor
from typing import Any

from msgspec.structs import replace

from firmware_io.devices import DeviceAnswers, DeviceGone, NodeDevice, StateReport
from firmware_io.gpio.pins import Pins
from firmware_io.host_session import HostSession
from firmware_io.link import Link, Links, known_ports
from firmware_io.lives import OnDisk, edge_fingerprint
from firmware_io.messages import KeyPressed
from firmware_io.readers.debounce import TimedMessage
from firmware_io.session import (
    AboutTold,
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
from tablectl.engine.engine import handle
from tablectl.engine.questions import (
    Motion,
    Row,
    is_called_again,
    is_source_heard,
    next_deadline_ms,
    next_pull,
    open_motion,
)
from tablectl.engine.source import SHOE, TABLE, Source, seat_source
from tablectl.intake.decks import BadDeck
from tablectl.intake.interpret import Reading, events_of_pin, interpret
from tablectl.journal.record import Edge, JournalFailed
from tablectl.journal.replay import recover_since
from tablectl.journal.snapshot import WrongPins
from tablectl.journal.store import Journal
from tablectl.locale import translator
from tablectl.present.asks.lost import with_absence
from tablectl.present.changed import told_of_rules
from tablectl.present.dialling import with_wheels
from tablectl.present.news import News
from tablectl.present.public import public_view
from tablectl.present.readout import notices_of
from tablectl.present.stacks import told_of_stacks, without_pots
from tablectl.service import logger
from tablectl.service.clock import (
    ANSWER_AT_MOST_MS,
    LOOK_AGAIN_MS,
    Asked,
    NextHand,
    TableClock,
    Timers,
    may_start,
    next_second,
)
from tablectl.service.config.drivers import DRIVERS
from tablectl.service.config.loading import Config, game_of
from tablectl.service.config.wiring import pins_of
from tablectl.service.control.accounts import accounts_of
from tablectl.service.control.control import Control
from tablectl.service.control.proving import Prover
from tablectl.service.control.requests import PutDeck
from tablectl.service.control.status import Newest, status
from tablectl.service.decks.auditing import Auditor
from tablectl.service.decks.in_play import CARDS_ARE_OUT, InPlay, is_dealt, last_cards
from tablectl.service.devices.attaching import Ears, pin_seats_of, seat_at, shoe_at, wires_of
from tablectl.service.devices.believing import not_believed, second_devices, why_not_heard
from tablectl.service.devices.heard import Absences, Heard, Repeats, Wheels
from tablectl.service.devices.nodes import device_rows
from tablectl.service.devices.panel import Panel
from tablectl.service.devices.protocols import Device, SeatDevice, Shoe
from tablectl.service.devices.replacing import Replacing
from tablectl.service.devices.returning import ReturningSeats
from tablectl.service.failed_event import set_aside, where
from tablectl.service.noting import Notes, Noting
from tablectl.service.open_table import compared, in_words, program_went_on, wall_clock_ms
from tablectl.service.outputs.screens import Changed, Screens
from tablectl.service.outputs.signals import Signals
from tablectl.service.rollback_check import Anchored
from tablectl.service.snapshots import Keeper
from tablectl.service.test_mode import numbers_heard

HEARD_AT_MOST_MS = 3_000  # a device is heard, or lost, in two seconds
# how long a notice stands on the screen (LOOK: refused, 3 s)
NEWS_MS = 3_000
MOST_NOTICES = 64  # kept at a time; one reading brings a few at most

Numbers = Mapping[int, OnDisk]  # by node id: the last edge in the journal


class Service:
    """One table: its devices, its journal, its outputs. `wall_ms`: a clock for the journal's column
    of wall time.

    `beside`: a thread for what takes long and touches nothing of the table; None, as in virtual
    time: there are none. `list_ports`: those that the system knows; looked through for what the
    configuration leaves open. `links`: with nodes' ports.
    """

    def __init__(
        self,
        config: Config,
        loop: asyncio.AbstractEventLoop,
        journal: Journal,
        *,
        epoch: int,
        wall_ms: Callable[[], int] = wall_clock_ms,
        list_ports: Callable[[], Iterable[str]] = known_ports,
        beside: Executor | None = None,
        links: Links = Link,
    ) -> None:
        self.config = config
        self.loop, self.journal = loop, journal
        self._wall_ms = wall_ms
        # the rows before that one were not looked at
        recovered, self.began_at = recover_since(journal)
        self.table, self.was_on = recovered.table, recovered.is_on
        self._timers, self.notes = Timers(loop), Notes(journal, beside)
        self.clock = TableClock(
            loop, self.notes.began_ms, self._timers.planned_s, self._stood_still
        )
        self._noting = Noting(self.notes, journal, self.clock, self._timers)
        self._anew = compared(config, recovered.configured, at_ms=recovered.at_ms)
        self._went_on = program_went_on(recovered)
        self.deck = InPlay(config.shoe, recovered.deck, is_dealt=is_dealt(self.table))
        self._auditor = Auditor(self.deck.book, game_of(config.table), journal)
        self._keeper = Keeper(
            journal, recovered, self.began_at.n, self._wall_ms, lambda: self._auditor.kept
        )
        self._is_deck_news = self.deck.book.deck != recovered.deck and self.deck.is_there
        # false from a failed view until the next good one
        self._is_seen = True
        self.notices: tuple[News, ...] = ()  # of the last reading that had any
        self._noticed_at_ms = self.notices_in_all = 0
        # a rehearsal looks at them
        self.recent_notices: deque[News] = deque(maxlen=MOST_NOTICES)
        self._next_hand = NextHand(
            loop, self.clock, config.service.between_hands_s, self._start_next
        )
        self._asked: Asked | None = None  # the motion whose seat has been pinged
        # by node, not by port
        self._on_disk = numbers_heard(journal, recovered.last_numbers, is_test=self.table.is_test)
        self._heard, self._wheels, self._anchored, self._absences = (
            Heard(),
            Wheels(),
            Anchored(journal),
            Absences(),
        )
        self._tokens, self._repeats, self._language = (
            itertools.count(1),
            Repeats(),
            translator(config.table.language),
        )
        self.screens, self._newest = Screens(loop), Newest(journal)
        self.control = Control(
            loop,
            self.clock.now_ms,
            self.take,
            lambda: self.table,
            {seat.number for seat in config.seat},
            self._status,
            self._language,
            self.put_deck,
            self._new_prover(recovered.pins, beside),
            lambda: accounts_of(self.journal, self.table, self._language),
            lambda: self._replacing,
            config.control.page_user,
        )
        self._wires = wires = wires_of(
            config, list_ports, epoch=epoch, changed=self._shown, links=links
        )
        ears = Ears(
            new_session=lambda node, kind: self.new_session(epoch, node, kind, self._on_disk),
            on_edge=self._edge_arrived,
            on_message=self._read,
            on_state=self._state_changed,
        )
        self.shoe: Shoe = shoe_at(
            config.shoe, ears, wires, self.deck.book.tags(last_cards(journal)), self._was_dealt
        )
        self.seats: dict[int, SeatDevice] = {
            seat.number: seat_at(seat, ears, wires) for seat in config.seat
        }
        self._replacing = self._new_replacing()
        self._returning = ReturningSeats(loop, self.seats, self._tokens, self._is_back)
        self._hearing = ReturningSeats(
            loop, self.seats, self._tokens, lambda _: self._shown(), most_ms=HEARD_AT_MOST_MS
        )
        self._presenting: Changed[bool] = Changed(self.shoe.set_presenting)
        self.panel = self._new_panel()
        self._signals = Signals(config, loop, self.shoe, self.seats, self.panel)

    def start(
        self, locks: Iterable[events.HoldKind] = (), came: tuple[events.PowerCame, ...] = ()
    ) -> None:
        """Applies changes of the configuration, then opens the ports: their readings drive
        everything from here on.

        `locks`: what the table is locked by from its start on, until an operator clears it. `came`:
        that it was started, for the journal; a rehearsal has no power.
        """
        if self._went_on is not None:
            logger.info(in_words(self._went_on, self.journal.head.n))
            self.take((self._went_on,))
        self.take(came)
        for sentence in self._anew.sentences:
            logger.info(sentence)
        if self._anew.event is not None:
            self.take((self._anew.event,))
        if self._is_deck_news:
            self.take((events.DeckPut(at_ms=self.clock.now_ms(), deck=self.deck.book.deck),))
        if (why := self.deck.says()) is not None:
            logger.warning(why)
        for kind in locks:
            self._lock(kind)
        if self.deck.is_there == any(hold.kind == "deck" for hold in self.table.holds):
            self.take((self._deck_held(),))
        for device in self._devices():
            device.open(self.loop)
        self._signals.open()
        self.panel.open(self.loop, self._signals.pins_opened)
        self._hear_all()
        self._shown()

    def _was_dealt(self, tag: bytes) -> bool:
        return self.deck.was_dealt(tag, self.table)

    def lock(self, kind: events.HoldKind, why: str) -> None:
        """Play stands still until an operator clears it; the log says why."""
        logger.warning(why)
        self._lock(kind)

    def _lock(self, kind: events.HoldKind) -> None:
        self.take((events.HoldBegan(at_ms=self.clock.now_ms(), kind=kind, source=TABLE),))

    def stop(self) -> None:
        for close in (
            self._timers.close,
            self.notes.close,
            self._next_hand.close,
            self._returning.close,
            self._hearing.close,
            self._signals.close,
            self.panel.close,
            *[device.close for device in self._devices()],
            self.screens.close,
            self.control.close,
        ):
            close()

    # Every event takes this way: decide, remember, adopt, show, and only then acknowledge to the
    # device.

    def take(
        self, happened: tuple[events.AnyEvent, ...], edge: Edge | None = None
    ) -> tuple[Row, ...]:
        """Handles events; when it returns they are on disk. If handling raises, EventFailed is
        recorded instead (G-4).
        """
        before = self.table
        try:
            rows = self._remembered(happened, edge)
        except JournalFailed:
            raise
        # a bug: unrecorded, the same event would raise again after every restart
        except Exception as wrong:
            failed = set_aside(happened, wrong, len(self.table.seats))
            logger.warning(
                f"An event failed and was put aside: {failed.happened}, {failed.error} in "
                f"{failed.where}."
            )
            rows = self._remembered((failed,), edge)
        if notices := notices_of(before, rows):
            self.notices, self._noticed_at_ms = notices, self.clock.now_ms()
            self.recent_notices.extend(notices)
            self.notices_in_all += len(notices)
            self._repeats.refused(happened, notices, self.clock.now_ms())
        self._shown()
        return rows

    def _remembered(
        self, happened: tuple[events.AnyEvent, ...], edge: Edge | None
    ) -> tuple[Row, ...]:
        after, rows = handle(self.table, happened)
        self.journal.append(rows, wall_ms=self._wall_ms(), edge=edge)
        for row in rows:
            if (said := self._auditor.heard(row.event, row.facts)) is not None:
                logger.warning(said)
        self.table = after
        self._keeper.wrote(rows, edge, after)
        return rows

    def _edge_arrived(self, source: Source, device: NodeDevice, edge: EdgeArrived) -> None:
        reading, said = (
            Reading(self.clock.now_ms(), source, self.node_ms_of(edge), edge.message),
            edge_fingerprint(edge),
        )
        if isinstance(edge.message, KeyPressed):
            self._wheels.forget(source.seat)
        self.take(self._meant(reading), Edge(edge.node, edge.epoch, edge.number, said))
        self._on_disk[edge.node] = edge.epoch, edge.number, said
        # from now on the device need not keep it
        device.acknowledge(edge.epoch, edge.number)
        if self._asked is not None and self._asked.is_answered_by(source, edge.number):
            self._motion_is_over()
        self._returning.told(source.seat)
        self._hearing.told(source.seat)

    def pin_changed(self, purpose: str, *, is_active: bool) -> None:
        """An input of the table is so from now on, or was found so: its purpose is a word of the
        configuration's `[gpio]`.
        """
        self.take(events_of_pin(purpose, is_active=is_active, at_ms=self.clock.now_ms()))

    def _read(self, source: Source, told: TimedMessage) -> None:
        """A reader read something. It keeps nothing: what is not on disk when we die is read
        again, or asked for again.
        """
        if happened := self._meant(Reading(self.clock.now_ms(), source, told.at_ms, told.message)):
            self.take(happened)
        else:
            self._shown()  # a card that was not dealt is asked for again

    def _meant(self, reading: Reading) -> tuple[events.AnyEvent, ...]:
        """The events of a reading. None of a card while nobody knows which deck lies in the
        shoe, none of a call that stands.
        """
        happened = (
            () if self.deck.is_of_another(reading.message) else interpret(self.deck.book, reading)
        )
        return tuple(event for event in happened if not is_called_again(self.table, event))

    def put_deck(self, asked: PutDeck) -> str:
        """That deck is played with from now on, or would be; the sentence. Raises BadDeck and
        BadBook.
        """
        if is_dealt(self.table):
            raise BadDeck(CARDS_ARE_OUT)
        if asked.would:
            self.deck.may_put(asked.put)
        else:
            self.deck.put(asked.put)
            self._auditor.begin(self.deck.book)
            put = events.DeckPut(
                at_ms=self.clock.now_ms(), deck=asked.put, on_behalf_of=asked.on_behalf_of
            )
            self.take((put, self._deck_held()))
        return f"The deck {asked.put} is in play."

    def _deck_held(self) -> events.AnyEvent:
        """Play waits for a deck of which any card can be known."""
        happened = events.HoldEnded if self.deck.is_there else events.HoldBegan
        return happened(at_ms=self.clock.now_ms(), kind="deck", source=SHOE)

    def _state_changed(
        self, source: Source, report: StateReport | DeviceAnswers | DeviceGone
    ) -> None:
        now, seat, t = self.clock.now_ms(), source.seat, self.table
        if (
            isinstance(report, AnchorTold)
            and not t.is_test
            and self._anchored.told(source.name, report.anchor)
            and t.hands
        ):
            self.lock(
                "rolled_back",
                f"Two nodes keep the same row, which {self.journal.path} does not have.",
            )
        if isinstance(report, NotProven | Replayed):
            self._not_believed(source, report)
        if isinstance(report, AboutTold | AnchorTold | NotProven | Replayed):
            return  # status asks the device itself
        if isinstance(report, WheelTurned):
            self._wheel_turned(source, report.amount)
            return
        if not isinstance(report, NodeSuspect | CountersRead | Ponged):
            self._heard.again(source)
        self._replacing.heard(source, report)
        if isinstance(report, NodeLost | NodeFaulty | WrongNode | DeviceGone):
            logger.warning(
                f"{source.name} is not heard: {why_not_heard(self._device(source), report)}."
            )
            self._returning.drop(seat)
            self._hearing.drop(seat)
            self._wheels.forget(seat)
            self.take(
                (
                    events.DeviceLost(
                        at_ms=now, source=source, is_faulty=isinstance(report, NodeFaulty)
                    ),
                )
            )
        elif isinstance(report, NodeBack | NodeFound | NodeRestarted | DeviceAnswers):
            if isinstance(report, NodeRestarted) and is_source_heard(self.table, source):
                # what it kept is lost: read anew (F-5)
                self.take((events.DeviceLost(at_ms=now, source=source),))
            self._came_back(source, now)
        elif isinstance(report, EdgesMissing):
            first, last = report.first, report.last
            logger.warning(
                f"{source.name} has forgotten its readings {first:,} to {last:,}, which never came "
                "here."
            )
            self.take((events.EdgesMissing(at_ms=now, source=source, count=last - first + 1),))
            if not t.is_test and self._anchored.forgot(source.name) and t.hands:
                self.lock(
                    "rolled_back",
                    f"Two nodes were told that readings are safe which {self.journal.path} does "
                    "not have.",
                )
        elif isinstance(report, NodeSuspect):
            self._heard.suspect(source, report.silent_ms)
        elif isinstance(report, CountersRead):
            if (poor := self._heard.counted(source, report.counters)) is not None:
                logger.warning(poor)
        elif seat is not None and (seat in self._returning or seat in self._hearing):
            self._returning.ponged(seat, report)
            self._hearing.ponged(seat, report)
        elif self._asked is not None and report.token == self._asked.token:
            if report.last_number > self.seats[self._asked.motion.seat].delivered:
                # an edge of the motion has not arrived yet
                self._asked = replace(self._asked, up_to=report.last_number)
            else:
                self._motion_is_over()

    def _not_believed(self, source: Source, report: NotProven | Replayed) -> None:
        sentence, locks = not_believed(self.table, source, report, self.clock.now_ms())
        if sentence:
            logger.warning(sentence)
        if locks:
            self.take(locks)

    def _wheel_turned(self, source: Source, amount: int) -> None:
        """Shown while it is that seat's turn, and no row: what counts goes with a key."""
        if source.seat is not None and source.seat == self.table.to_act:
            self._wheels.turned(source.seat, amount)
            self._shown()

    def _motion_is_over(self) -> None:
        """Every reading of the motion is here: the engine decides whether it has ended."""
        self._asked = None
        self.take((events.ClockRanOut(at_ms=self.clock.now_ms()),))

    def _came_back(self, source: Source, now: int) -> None:
        """The shoe is back at once. A seat is back when the readings it kept have arrived: then
        its chips are compared (F-5).
        """
        seat = source.seat
        if is_source_heard(self.table, source) or seat in self._returning:
            return
        logger.info(f"{source.name} is heard again.")
        # it was faulty, not lost: nothing is compared
        if seat is None or self.table.seat(seat).is_connected:
            self.take((events.DeviceBack(at_ms=now, source=source),))
        else:
            self._returning.begin(seat)

    def _is_back(self, seat: int) -> None:
        source = seat_source(seat)
        if not is_source_heard(self.table, source):
            self.take((events.DeviceBack(at_ms=self.clock.now_ms(), source=source),))

    def _status(self) -> dict[str, Any]:
        """How the table stands. Every seat is pinged besides: whoever asks again a moment later
        is told how long they took.
        """
        sources = dict(self._sources())
        for seat in self.seats.values():
            seat.ping(next(self._tokens))
        rows = device_rows(self.table, self.config, sources, self._heard)
        troubles = (
            *self._anchored.troubles(),
            *self._replacing.troubles(),
            *self.panel.troubles(),
            *self._signals.troubles(),
            *self.notes.troubles(),
        )
        return status(
            self.table,
            self._newest.records(),
            self.clock.now_ms(),
            self._language,
            rows,
            troubles,
            self._wires.finder.unused,
            self.journal.mirror_trouble,
        )

    def _device(self, source: Source) -> Device:
        return self.shoe if source.seat is None else self.seats[source.seat]

    # The view, and the timers

    def _shown(self) -> None:
        """Shows the table and sets the timers. If no view can be made the table halts: people
        would see an old state (G-4).
        """
        now = self.clock.now_ms()
        is_news = bool(self.notices) and now - self._noticed_at_ms < NEWS_MS
        try:
            self._show(now, is_news=is_news)
            self._is_seen = True
        # a bug, recorded like that of an event, once until a view succeeds
        except Exception as wrong:
            failed = events.EventFailed(
                at_ms=now, happened="view", error=type(wrong).__name__, where=where(wrong)
            )
            was_seen, self._is_seen = self._is_seen, False
            if was_seen:
                logger.warning(
                    f"The view failed: {failed.error} in {failed.where}. The screens keep what "
                    "they showed."
                )
                self.take((failed,))
                return
        if not self.table.is_test:
            self._signals.keep(self.journal.head, is_in_hand=self.table.in_hand)
        self._set_timers(now, is_news=is_news)

    def _show(self, now: int, *, is_news: bool) -> None:
        self._next_hand.plan(self.table, now)
        view = public_view(
            self.table,
            now,
            self._to_be_told(is_news=is_news),
            self._next_hand.in_s(now),
            self._language,
            by_hand=DRIVERS[self.config.shoe.driver].reader is not None,
        )
        away_s = self._absences.away_s(self.table, now)
        shown = with_absence(with_wheels(view, self._wheels.of_turn(view.to_act)), away_s)
        self.screens.show(replace(shown, repeats=self._repeats.count))
        halted = self.table.irregularity
        # before the reader again (G-10)
        self._presenting.show(halted is not None and halted.remedy.allows.card_is_named)
        self._signals.show(
            view, self.deck.pull_after(next_pull(self.table)), min(self.table.chips, default=1)
        )

    def _to_be_told(self, *, is_news: bool) -> tuple[News, ...]:
        """The newest last. What the deck lacks would tell, in a hand, what nobody can hold; of
        stacks nothing is told in one.
        """
        of_the_deck = (
            self._auditor.notices if self.table.hand is None and self.table.draw is None else ()
        )
        of_nodes = (
            *second_devices(self.config, self._wires.finder.doubled_nodes),
            *self._replacing.notices(),
        )
        lasting = (*of_the_deck, *told_of_stacks(self.table), *of_nodes, *told_of_rules(self.table))
        return (*lasting, *without_pots(self.table, self.notices)) if is_news else lasting

    def _set_timers(self, now: int, *, is_news: bool) -> None:
        self._plan(
            "deadline",
            next_deadline_ms(self.table) if not self._hearing.anyone else None,
            self._deadline_came,
        )
        deadline_ms = None if self.table.is_interrupted else self.table.deadline_ms
        self._plan(
            "tick", None if deadline_ms is None else next_second(now, deadline_ms), self._shown
        )
        self._plan(
            "news",
            self._noticed_at_ms + NEWS_MS if is_news and self.screens.anyone else None,
            self._shown,
        )
        self._noting.plan(self.table)

    def _plan(self, name: str, at_ms: int | None, call: Callable[[], None]) -> None:
        self._timers.plan(name, None if at_ms is None else self.clock.loop_time(at_ms), call)

    def _stood_still(self, lost_s: float) -> None:
        """The process itself was stopped, or waited for a disk: clocks have the time back, and
        end only once all were heard.
        """
        logger.warning(
            f"The table stood still for {lost_s:,.1f} s: clocks go on from where they were."
        )
        self._hear_all()
        self._shown()

    def _hear_all(self) -> None:
        """What seats have seen while nobody heard them comes before the end of any clock that
        runs.
        """
        if next_deadline_ms(self.table) is not None:
            self._hearing.begin_all(
                number for number in self.seats if is_source_heard(self.table, seat_source(number))
            )

    def _deadline_came(self) -> None:
        """Posts ClockRanOut. Only at the end of a motion the seat is asked first whether
        readings are still on the wire.
        """
        motion, now = open_motion(self.table), self.clock.now_ms()
        if (due_ms := next_deadline_ms(self.table)) is None or now < due_ms:
            self._shown()  # the clock was set back meanwhile
            return
        if motion is not None and motion.ends_at_ms <= now and self.is_awaited(motion, now):
            return
        self._asked = None
        self.take((events.ClockRanOut(at_ms=now),))

    def is_awaited(self, motion: Motion, now: int) -> bool:
        """Whether to wait for the seat's answer that its motion is over: up to a second.

        A silent seat is waited for longer: soon it is reported as lost, or answers, and its area is
        read anew.
        """
        if motion.seat not in self.seats:
            return False
        device = self.seats[motion.seat]
        if self._asked is None or self._asked.motion != motion:
            self._asked = Asked(motion, next(self._tokens), now + ANSWER_AT_MOST_MS)
            device.ping(self._asked.token)
        is_in_time = now < self._asked.until_ms
        look_ms = self._asked.until_ms if is_in_time else now + LOOK_AGAIN_MS
        self._plan("deadline", look_ms, self._deadline_came)
        seat = self.table.seat(motion.seat)
        return is_in_time or not (seat.is_faulty or (seat.is_connected and device.is_heard))

    def _start_next(self) -> None:
        now = self.clock.now_ms()
        if may_start(self.table, now):
            self.take((events.StartAsked(at_ms=now),))
        else:
            self._shown()  # the break was paused and ends later: plan the start again

    # Devices

    def _sources(self) -> Iterable[tuple[Source, Device]]:
        return zip((SHOE, *map(seat_source, self.seats)), self._devices(), strict=True)

    def _devices(self) -> tuple[Device, ...]:
        return (self.shoe, *self.seats.values())

    def _new_replacing(self) -> Replacing:
        return Replacing(
            dict(self._sources()),
            self._on_disk,
            self.take,
            lambda: self.table,
            self.clock.now_ms,
            is_by_id=self._wires.is_by_id,
        )

    def _new_prover(self, before: Mapping[int, WrongPins], beside: Executor | None) -> Prover:
        return Prover(
            self.config.control.operators,
            self.loop,
            self.clock.now_ms,
            lambda tried: self.take((tried,)),
            before,
            beside,
        )

    def _new_panel(self) -> Panel:
        gpio = self.config.gpio
        pins = Pins(pins_of(self.config), library=gpio.library, debounce_ms=gpio.debounce_ms)
        return Panel(
            pins,
            pin_seats_of(self.seats),
            take=self.take,
            table=lambda: self.table,
            now_ms=self.clock.now_ms,
            say_again=self._say_again,
        )

    def _say_again(self) -> None:
        self._repeats.count += 1
        self._shown()

    def new_session(self, epoch: int, node: int | None, kind: str, on_disk: Numbers) -> HostSession:
        """The host's end of the protocol with one node. `on_disk`: edges up to these are
        repeats.
        """
        key = None if node is None else self._wires.keys.get(node)
        return HostSession(epoch=epoch, node=node, kind=kind, on_disk=on_disk, key=key)

    def node_ms_of(self, edge: EdgeArrived) -> int:
        """The edge's time by the node's own clock: gaps within a motion are measured in it, so a
        slow wire does not matter.
        """
        return edge.node_ms
