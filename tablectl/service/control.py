"""The control socket: the scenario format's `start`, `floor`, `sits`, `leaves`, `buys` objects, one JSON a line.

Each line is answered with what became of it: `{"ok": true, "said": [...]}`, or `{"ok": false, "code": .., "text": ..}`.
Only the table's own user may connect (0600).
"""

import asyncio
import os
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from tablectl.engine import events
from tablectl.engine.facts import Noticed, Refused
from tablectl.engine.play import Row

LONGEST_LINE = 4096                     # bytes; a ruling takes under 300


class BadLine(ValueError):
    """The message is a sentence."""


class Line(Struct, frozen=True, forbid_unknown_fields=True):
    """One line, any of its forms."""

    start: bool | None = None
    seat: int | None = None
    sits: int | None = None
    name: str | None = None
    leaves: bool | None = None
    buys: int | None = None
    floor: str | None = None
    card: str | None = None
    cards: int | None = None
    why: str | None = None
    who: str = "floor"
    act: str | None = None
    amount: int | None = None
    stack: int | None = None
    pot: int | None = None
    seats: tuple[int, ...] = ()
    chip: int | None = None


def event_of(text: bytes, at_ms: int) -> events.AnyEvent:
    """The event a line stands for. Raises BadLine with a sentence."""
    try:
        line = msgspec.json.decode(text, type=Line)
    except msgspec.DecodeError as wrong:
        raise BadLine(f"{wrong}.") from None
    if line.floor is not None:
        return events.FloorRuled(
            at_ms=at_ms, ruling=line.floor, seat=line.seat, card=line.card, cards=line.cards, why=line.why, who=line.who,
            act=line.act, amount=line.amount, stack=line.stack, pot=line.pot, seats=line.seats, chip=line.chip)
    if line.start:
        return events.StartAsked(at_ms=at_ms)
    if line.seat is None:
        raise BadLine("A line starts a hand, or names a seat, or is a ruling of the floor.")
    if line.sits is not None:
        return events.PlayerCame(at_ms=at_ms, seat=line.seat, chips=line.sits, name=line.name)
    if line.leaves:
        return events.PlayerWent(at_ms=at_ms, seat=line.seat)
    if line.buys is not None:
        return events.ChipsBought(at_ms=at_ms, seat=line.seat, chips=line.buys)
    raise BadLine(f"Seat {line.seat} sits, leaves or buys; the line says none of it.")


def answer(rows: tuple[Row, ...]) -> dict[str, Any]:
    """What became of a line."""
    said = [fact for row in rows for fact in row.facts if isinstance(fact, Noticed | Refused)]
    refused = next((fact for fact in said if isinstance(fact, Refused)), None)
    if refused is not None:
        return {"ok": False, "code": refused.code, "text": refused.text, "seat": refused.seat}
    return {"ok": True, "said": [{"code": fact.code, "text": fact.text, "seat": fact.seat} for fact in said]}


class Control:
    """Serves connections on a Unix socket; `take` carries an event through the service and gives its rows."""

    def __init__(
        self, loop: asyncio.AbstractEventLoop, now_ms: Callable[[], int],
        take: Callable[[tuple[events.AnyEvent, ...]], tuple[Row, ...]],
    ) -> None:
        self._loop = loop
        self._now_ms = now_ms
        self._take = take
        self._waiting: dict[socket.socket, bytes] = {}
        self._server: socket.socket | None = None
        self.bytes_read = 0
        self.bytes_written = 0

    def listen(self, path: str) -> None:
        Path(path).unlink(missing_ok=True)
        self._server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        before = os.umask(0o177)
        try:
            self._server.bind(path)
        finally:
            os.umask(before)
        self._server.listen(4)
        self._server.setblocking(False)
        self._loop.add_reader(self._server, self._accept, self._server)

    def add(self, who: socket.socket) -> None:
        who.setblocking(False)
        self._waiting[who] = b""
        self._loop.add_reader(who, self._heard, who)

    def close(self) -> None:
        for who in list(self._waiting):
            self._gone(who)
        if self._server is not None:
            self._loop.remove_reader(self._server)
            self._server.close()

    def _accept(self, server: socket.socket) -> None:
        try:
            who, _ = server.accept()
        except OSError:
            return
        self.add(who)

    def _heard(self, who: socket.socket) -> None:
        try:
            data = who.recv(LONGEST_LINE)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._gone(who)
            return
        self.bytes_read += len(data)
        *lines, rest = (self._waiting[who] + data).split(b"\n")
        self._waiting[who] = rest
        for line in lines:
            if line.strip():
                self._answer(who, line)
        if len(rest) > LONGEST_LINE:
            self._say(who, {"ok": False, "code": "bad_line", "text": f"A line is longer than {LONGEST_LINE} bytes."})
            self._gone(who)

    def _answer(self, who: socket.socket, line: bytes) -> None:
        try:
            event = event_of(line, self._now_ms())
        except BadLine as wrong:
            self._say(who, {"ok": False, "code": "bad_line", "text": str(wrong)})
            return
        self._say(who, answer(self._take((event,))))

    def _say(self, who: socket.socket, reply: dict[str, Any]) -> None:
        data = msgspec.json.encode(reply) + b"\n"
        try:
            self.bytes_written += who.send(data)
        except OSError:
            self._gone(who)

    def _gone(self, who: socket.socket) -> None:
        if who in self._waiting:
            del self._waiting[who]
            self._loop.remove_reader(who)
            who.close()
