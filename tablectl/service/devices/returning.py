"""Seats that answer again after they were lost: each is back when the readings it stored meanwhile
have arrived (F-5).
"""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping

from msgspec import Struct

from firmware_io.session import Ponged
from tablectl.service.devices.protocols import SeatDevice

RETURN_MS = 1_000  # how long a returning seat may take to send its stored readings


class Returning(Struct):
    """A seat that still sends stored readings. `awaited`: the last of them; None: it has not
    answered yet.
    """

    timer: asyncio.TimerHandle
    token: int
    awaited: int | None = None
    delivered: int = -1  # the last edge that had arrived when it was pinged


class ReturningSeats:
    """`is_back` is called once for each seat that began to return and was not dropped. `tokens`: of
    pings, each new.

    `most_ms`: how long a seat is waited for that answers none of them.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        seats: Mapping[int, SeatDevice],
        tokens: Iterator[int],
        is_back: Callable[[int], None],
        *,
        most_ms: int = RETURN_MS,
    ) -> None:
        self._loop, self._seats, self._tokens, self._is_back = loop, seats, tokens, is_back
        self._most_ms = most_ms
        self._returning: dict[int, Returning] = {}

    def __contains__(self, seat: int | None) -> bool:
        return seat in self._returning

    @property
    def has_any(self) -> bool:
        return bool(self._returning)

    def await_seat(self, seat: int) -> None:
        timer = self._loop.call_later(self._most_ms / 1_000, self._end_seat, seat)
        self._returning[seat] = Returning(timer, next(self._tokens))
        self._seats[seat].ping(self._returning[seat].token)

    def await_seats(self, seats: Iterable[int]) -> None:
        """All but those that have begun already."""
        for seat in seats:
            if seat not in self:
                self.await_seat(seat)

    def receive_pong(self, seat: int, report: Ponged) -> None:
        """Asks the seat again until two answers agree: an edge may have waited for room in its
        queue.
        """
        returning, delivered = self._returning.get(seat), self._seats[seat].delivered
        if returning is None or report.token != returning.token:
            return
        if report.last_number <= delivered == returning.delivered:
            self._end_seat(seat)
            return
        returning.awaited, returning.delivered = report.last_number, delivered
        if report.last_number <= delivered:
            self._ask_again(seat)

    def note_reading(self, seat: int | None) -> None:
        """A reading of this seat, or of the shoe, has arrived."""
        if seat is None or (returning := self._returning.get(seat)) is None:
            return
        if returning.awaited is not None and self._seats[seat].delivered >= returning.awaited:
            self._ask_again(seat)

    def drop_seat(self, seat: int | None) -> None:
        """It is lost again, or back."""
        returning = self._returning.pop(seat, None) if seat is not None else None
        if returning is not None:
            returning.timer.cancel()

    def close(self) -> None:
        for seat in tuple(self._returning):
            self.drop_seat(seat)

    def _ask_again(self, seat: int) -> None:
        returning = self._returning[seat]
        returning.awaited, returning.delivered, returning.token = (
            None,
            self._seats[seat].delivered,
            next(self._tokens),
        )
        self._seats[seat].ping(returning.token)

    def _end_seat(self, seat: int) -> None:
        self.drop_seat(seat)
        self._is_back(seat)
