"""A running table, put together: its main loop (table_loop.py), its devices (device_watch.py), what
it shows (display.py), and the socket of the floor.

Another socket is made here beside `screens` and `control`, and gets a row in run.py, which opens
them all.
"""

import asyncio
from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from pathlib import Path
from typing import Any, ClassVar

from firmware_io.link import Link, Links, known_ports
from tablectl.engine import events
from tablectl.engine.state.table import Table
from tablectl.intake.interpret import events_of_pin
from tablectl.journal.store import Journal
from tablectl.present.reasons import table_names
from tablectl.service.config.values import Config
from tablectl.service.config.web_address import web_url
from tablectl.service.control.accounts import audit_running
from tablectl.service.control.control import Control
from tablectl.service.control.prover import Prover
from tablectl.service.control.status import Newest, status_report
from tablectl.service.control.status_parts import Surroundings, deck_rows
from tablectl.service.decks.active_deck import is_dealt
from tablectl.service.device_tests import DeviceTests
from tablectl.service.device_watch import DeviceWatch
from tablectl.service.devices.machine import MachineWatch
from tablectl.service.display import Display
from tablectl.service.journals.open_table import wall_clock_ms
from tablectl.service.phones.attach import make_phones, make_seat_phones
from tablectl.service.phones.code_screen import CodeScreen
from tablectl.service.table_loop import Came, TableLoop


class Service:
    """One table. `wall_ms`: a clock for the journal's column of wall time.

    `beside`: a thread for what takes long and touches nothing of the table; None, as in virtual
    time: there are none. `list_ports`, `links`: as of DeviceWatch. A test may serve it with another
    `Loop` or `Watch`.
    """

    Loop: ClassVar[type[TableLoop]] = TableLoop
    Watch: ClassVar[type[DeviceWatch]] = DeviceWatch

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
        self.config, self.loop, self.journal = config, loop, journal
        self.rows = rows = self.Loop(config, loop, journal, wall_ms, beside)
        self.take, self.lock, self.clock, self.notes = rows.take, rows.lock, rows.clock, rows.notes
        self.watch = self.Watch(rows, epoch, list_ports, links)
        self.shoe, self.seats, self.panel = self.watch.shoe, self.watch.seats, self.watch.panel
        self.seat_phones = make_seat_phones(config.phones, rows, self.seats)
        pages = web_url(config) if self.seat_phones.seats else ""
        self.code_screen = CodeScreen(loop, rows.clock, self.seat_phones, pages)
        self.display = Display(rows, self.watch, self.seat_phones, self.code_screen)
        self.screens = self.display.screens
        rows.show, rows.hear_all = self.display.show, self.watch.hear_all
        self.machine = MachineWatch(loop, Path(config.journal.path).parent, beside)
        self._newest = Newest(journal)
        self._prover = Prover(
            config.control.operators,
            loop,
            rows.clock.now_ms,
            lambda tried: rows.take((tried,)),
            rows.recovered.pins,
            beside,
        )
        self.control = Control(
            loop,
            rows.clock.now_ms,
            rows.take,
            lambda: rows.table,
            {seat.number for seat in config.seat},
            self.status,
            self.display.language,
            rows.put_deck,
            self._prover,
            lambda: audit_running(journal, rows.table, self.display.language),
            self.watch.replacing,
            config.control.page_user,
            self.seat_phones,
            DeviceTests(rows, self.display.signals, self.display.language),
        )
        self.phones = make_phones(
            rows, self.seat_phones, self.watch.taken_numbers, self.display.language
        )

        self.program = ""  # its digest, of one that is run as a service

    @property
    def table(self) -> Table:
        return self.rows.table

    def start(self, locks: Iterable[events.HoldKind] = (), came: tuple[Came, ...] = ()) -> None:
        """Applies changes of the configuration, then opens the ports: their readings drive
        everything from here on.

        `locks`: what the table is locked by from its start on, until an operator clears it. `came`:
        that it was started, and by an upgraded program, for the journal; a rehearsal has no power.
        """
        self.rows.apply_changes(locks, came)
        self.watch.open()
        self.seat_phones.open()
        self.display.signals.open()
        self.panel.open(self.loop, self.display.signals.pins_opened)
        self.watch.hear_all()
        self.machine.open()
        self.display.show()

    def stop(self) -> None:
        self.rows.timers.close()
        self.notes.close()
        self.machine.close()
        self.display.close()
        self.watch.close()
        self.control.close()
        self.seat_phones.close()
        self.code_screen.close()
        self.phones.close()

    def pin_changed(self, purpose: str, *, is_active: bool) -> None:
        """An input of the table is so from now on, or was found so: its purpose is a word of the
        configuration's `[gpio]`.
        """
        self.take(events_of_pin(purpose, is_active=is_active, at_ms=self.clock.now_ms()))

    def status(self) -> dict[str, Any]:
        """How the table stands, as `rule status` shows it."""
        troubles = (
            *self.watch.troubles(),
            *self.display.signals.troubles(),
            *self.notes.troubles(),
        )
        names = table_names(self.table, self.display.language)
        around = Surroundings(
            {seat.number: seat.driver for seat in self.config.seat},
            self.watch.status_rows(),
            self.seat_phones.list_rows(),
            troubles,
            self.watch.wires.finder.unused,
            self.journal.mirror_trouble,
            deck_rows(
                self.rows.deck.known_decks(),
                self.rows.auditor.audit,
                names,
                may_name=not is_dealt(self.table),
            ),
            self._prover.list_operators(),
            self.program,
            self.machine.troubles,
        )
        return status_report(
            self.table,
            self._newest.read_news(),
            self.clock.now_ms(),
            self.display.language,
            around,
        )
