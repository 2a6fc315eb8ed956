"""Somebody taps cards at the table's reader and types a word now and then, until what they make
is over.
"""

import asyncio
import os
from collections.abc import Callable

from firmware_io.devices import DeviceAnswers, DeviceGone
from firmware_io.messages import CardOff
from firmware_io.reader_shoe import ReaderShoe
from firmware_io.readers.debounce import TimedMessage
from tablectl.intake.decks import BadDeck
from tablectl.intake.enrolling import Enrolling, Verifying
from tablectl.intake.enrolling_chips import EnrollingChips
from tablectl.present.tapping import tapping_view
from tablectl.service.config.antennas import single_port
from tablectl.service.config.drivers import DRIVERS
from tablectl.service.config.values import ReaderConfig, ShoeConfig, TableConfig
from tablectl.service.outputs.screens import Screens

LINE_BYTES = 1 << 10


# what is made of taps; their answers are sentences
Tapped = Enrolling | Verifying | EnrollingChips


class Tapping:
    """A reader of the configuration, as a rule its shoe, and the words that are typed, for `what`.

    `tell` is called with each sentence for the person who taps; `over` once, when there is no more
    to tap.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        reader: ShoeConfig | ReaderConfig,
        what: Tapped,
        *,
        tell: Callable[[str], None],
        over: Callable[[], None],
        typing: int | None = None,
    ) -> None:
        """`typing`: the descriptor that words come from. Raises BadDeck where the shoe is no
        reader.
        """
        driver = DRIVERS[reader.driver]
        if driver.reader is None:
            readers = ", ".join(name for name, row in DRIVERS.items() if row.reader is not None)
            raise BadDeck(
                f"[shoe] has the driver {driver.name}: cards are tapped at a reader ({readers})."
            )
        self._loop, self._what, self._tell, self._over, self._typing = (
            loop,
            what,
            tell,
            over,
            typing,
        )
        self._partial = b""
        self._is_open = False
        self._is_missed = False  # the reader was reported as gone
        self._reader = ReaderShoe(
            single_port(driver, reader.port, reader.antenna),
            on_message=self._receive_tap,
            on_state=self._receive_state,
        )

    def open(self) -> None:
        """Begin. Raises BadDeck where the port cannot be opened: a table that runs has it."""
        self._reader.open(self._loop)
        if (why := self._reader.why_closed) is not None:
            self.close()
            raise BadDeck(f"The reader at {self._reader.name} cannot be opened: {why}.")
        self._is_open = True
        self._tell(self._what.prompt)
        if self._typing is not None:
            try:
                self._loop.add_reader(self._typing, self._read_typed)
            except PermissionError:  # a file: nobody types there
                self._typing = None

    def close(self) -> None:
        self._reader.close()
        if self._typing is not None:
            self._loop.remove_reader(self._typing)

    def _receive_tap(self, reading: TimedMessage) -> None:
        if isinstance(reading.message, CardOff) and not self._what.is_over:
            self._give_answer(self._what.tapped(reading.message.tags))

    def _receive_state(self, report: DeviceAnswers | DeviceGone) -> None:
        if not self._is_open or self._what.is_over:
            return
        if isinstance(report, DeviceGone):
            self._is_missed = True
            self._tell(
                f"No reader is heard at {self._reader.name}: {report.why}. {self._what.prompt}"
            )
        elif self._is_missed:
            self._is_missed = False
            self._tell(f"The reader is heard again. {self._what.prompt}")

    def _read_typed(self) -> None:
        assert self._typing is not None
        typed = os.read(self._typing, LINE_BYTES)
        if not typed:
            self._loop.remove_reader(self._typing)
            return
        *lines, self._partial = (self._partial + typed)[-LINE_BYTES:].split(b"\n")
        for line in lines:
            if not self._what.is_over:
                self._give_answer(self._what.typed(line.decode(errors="replace").strip().lower()))

    def _give_answer(self, sentence: str) -> None:
        self._tell(sentence)
        if self._what.is_over:
            self._over()


class TappingScreen:
    """Screens that follow somebody who taps cards, while the table does not run.

    Raises SocketTaken where nothing can be opened at `path`.
    """

    def __init__(
        self, loop: asyncio.AbstractEventLoop, path: str, table: TableConfig, what: Tapped
    ) -> None:
        self._table, self._what = table, what
        self.screens = Screens(loop)
        self.screens.listen(path)

    def show(self, answer: str) -> None:
        """What was answered to the last tap. Its prompt is the headline, and is not repeated."""
        what = self._what
        headline = answer if what.is_over else what.prompt
        sentence = "" if what.is_over else answer.removesuffix(what.prompt).strip()
        self.screens.show(
            tapping_view(
                preset=self._table.preset,
                table=self._table.name,
                title=what.title,
                asks_for=what.asks_for,
                card=what.card,
                headline=headline,
                sentence=sentence,
            )
        )

    def close(self) -> None:
        self.screens.close()
