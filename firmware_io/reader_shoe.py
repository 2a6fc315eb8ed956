"""A bought reader at a port as a passive shoe, with the interface of a node's shoe.

    ReaderPort -> PassiveShoe -> on_message(TimedMessage), on_state(DeviceAnswers, DeviceGone)
    set_gate, set_presenting -> PassiveShoe

A reader numbers nothing and stores nothing, so nothing is acknowledged. What becomes of a card
between its passing and the disk, if the program or the Pi dies in that moment:

    not on disk, and it still lies there     read again at the next start, as the card that is due
    not on disk, and it has gone on          the lamp is lit for this card: the dealer slides it
                                             once more
    on disk, and it still lies there         known by its tag (`lying`), and is no second card

Never tried on hardware.
"""

import asyncio
from collections.abc import Callable

from firmware_io.devices import DeviceAnswers, DeviceGone
from firmware_io.reader_port import ReaderPort
from firmware_io.readers.debounce import TimedMessage
from firmware_io.readers.passive_shoe import PassiveShoe
from firmware_io.readers.reader import Report

ANTENNA = 1  # of the shoe, where its reader has no other number for it


class ReaderShoe:
    """One antenna of a reader as a shoe."""

    def __init__(
        self,
        port: ReaderPort,
        *,
        on_message: Callable[[TimedMessage], None],
        on_state: Callable[[DeviceAnswers | DeviceGone], None],
        antenna: int = ANTENNA,
        lying: tuple[bytes, ...] = (),
        lies_elsewhere: Callable[[bytes], bool] = lambda tag: False,
        was_dealt: Callable[[bytes], bool] = lambda tag: False,
        tell: Callable[[str], None] = lambda sentence: None,
    ) -> None:
        """`lying`: tags that were reported before this start; such a card that still lies there is
        not told a second time.

        `lies_elsewhere`: whether a tag that is read here is known to lie at another antenna of the
        table. `was_dealt`: whether the card of this very tag has come in this hand. `tell`: takes a
        sentence for the log.
        """
        self._port = port
        self._shoe = PassiveShoe(
            antenna, lying=lying, lies_elsewhere=lies_elsewhere, was_dealt=was_dealt, tell=tell
        )
        self._on_message, self._on_state = on_message, on_state
        port.add_use(self)

    @property
    def name(self) -> str:
        return self._port.name

    @property
    def why_closed(self) -> str | None:
        return self._port.why_closed

    @property
    def is_lit(self) -> bool:
        """The lamp: a card is requested and has not come."""
        return self._shoe.is_lit

    def open(self, loop: asyncio.AbstractEventLoop) -> None:
        self._port.open(loop, self)

    def close(self) -> None:
        self._port.close(self)

    # -------------------------------------------------------------- what the service says

    def set_gate(self, pull: int) -> None:
        """The lamp: the next card is for this pull; 0: none is wanted."""
        self._shoe.set_gate(pull)

    def set_presenting(self, is_asked: bool) -> None:
        self._shoe.is_presenting = is_asked

    def acknowledge(self, epoch: int, number: int) -> None:
        """Nothing to do: a reader keeps no edges."""

    # -------------------------------------------------------------- what the port says

    @property
    def next_at_ms(self) -> int | None:
        return self._shoe.next_at_ms

    def take_report(self, report: Report, now_ms: int) -> None:
        self._pass_messages(self._shoe.take_report(report, now_ms))

    def tick(self, now_ms: int) -> None:
        self._pass_messages(self._shoe.tick(now_ms))

    def state_changed(self, state: DeviceAnswers | DeviceGone) -> None:
        self._on_state(state)

    def _pass_messages(self, messages: list[TimedMessage]) -> None:
        for one in messages:
            self._on_message(one)
