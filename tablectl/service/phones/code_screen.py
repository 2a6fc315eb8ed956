"""The codes of seats go to one board screen, by a socket of their own, and nowhere else: whoever
else saw one could sit down.
"""

import asyncio
import socket
from base64 import urlsafe_b64encode
from collections.abc import Iterable

import msgspec

from tablectl.service.phones.codes import Code
from tablectl.service.phones.seat_phones import SeatPhones
from tablectl.service.sockets import Connections, Peer
from tablectl.service.table_clock import TableClock
from tablectl.view.codes import SeatCode

LONGEST_WORD = 64  # bytes; a screen sends nothing but `next`


class CodeScreen:
    """The screen that has connected first, until it closes; others are closed at once. Like any
    screen it asks for the newest codes with `next`.

    `address`: where the pages are, without a slash at its end; "": there are none.
    """

    def __init__(
        self, loop: asyncio.AbstractEventLoop, clock: TableClock, phones: SeatPhones, address: str
    ) -> None:
        self._loop, self._clock, self._phones, self._address = loop, clock, phones, address
        self._screen: Peer | None = None
        self._is_asked = False  # it has drawn what it got
        self._shown: tuple[Code, ...] | None = None
        self._end: asyncio.TimerHandle | None = None
        self.connections = Connections(
            loop,
            socket.SOCK_SEQPACKET,
            longest=LONGEST_WORD,
            answer=self._receive_next,
            gone=self._forget_screen,
        )

    def listen(self, path: str) -> None:
        self.connections.listen(path)

    def close(self) -> None:
        self._plan_end(None)
        self.connections.close()

    def show_codes(self) -> None:
        """Sends them where they are others than the screen has, now and when one ends."""
        if self._screen is None:
            return
        codes = tuple(self._phones.codes().values())
        self._plan_end(min((code.until_ms for code in codes), default=None))
        if self._is_asked and codes != self._shown and self._screen.write(self._message(codes)):
            self._is_asked, self._shown = False, codes

    def _receive_next(self, screen: Peer, _: bytes) -> None:
        if self._screen not in (None, screen):
            self.connections.close_one(screen)
            return
        self._screen, self._is_asked = screen, True
        self.show_codes()

    def _forget_screen(self, screen: Peer) -> None:
        if screen is self._screen:
            self._screen = self._shown = None
            self._plan_end(None)

    def _plan_end(self, at_ms: int | None) -> None:
        """A code whose time is up is another one."""
        if self._end is not None:
            self._end.cancel()
        self._end = (
            None
            if at_ms is None
            else self._loop.call_at(self._clock.loop_time(at_ms), self.show_codes)
        )

    def _message(self, codes: Iterable[Code]) -> bytes:
        now_ms = self._clock.now_ms()
        return msgspec.json.encode(
            [
                SeatCode(
                    code.seat,
                    self._url(code),
                    code.digits,
                    -((now_ms - code.until_ms) // 1_000),
                )
                for code in codes
            ]
        )

    def _url(self, code: Code) -> str:
        if not self._address:
            return ""
        return f"{self._address}/seat/{code.seat}#{_text_of_key(code.key)}"


def _text_of_key(key: bytes) -> str:
    """As a page reads it behind the #."""
    return urlsafe_b64encode(key).rstrip(b"=").decode()
