"""The phones' socket: a line of JSON in, a line out. The web process speaks to it for the pages.

    {"do": "pair", "seat": 3, "mac": ..}        a page has read the code of the seat
    {"do": "digits", "digits": "4711"}          somebody typed the four digits
    {"do": "press", "seat": 3, ..}              Press: once, however often it comes
    {"do": "page", "seat": 3, "is_open": false} the phone sleeps, or shows the page again
    {"do": "give_up", "seat": 3, "mac": ..}     the phone gives the seat back

An answer is {"ok": true, ..} or {"ok": false, "code": .., "text": "<sentence>"}. That of a press
has `counted`: whether the table has taken the key; it is the same when the press comes again.
"""

import asyncio
import hmac
import socket
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Any

import msgspec

from firmware_io.lives import OnDisk
from tablectl.engine import events
from tablectl.engine.facts import Fact, Refused
from tablectl.engine.questions import legal_now
from tablectl.journal.record import Edge, Record
from tablectl.locale import Translator
from tablectl.present.keys import accepted_keys, keys_ids
from tablectl.present.reasons import say_notice, table_names
from tablectl.service.books.phones import BadPairings, Pairing, PairingBook
from tablectl.service.devices.phone_seat import PhoneSeat
from tablectl.service.phones.codes import Code, Codes
from tablectl.service.phones.presses import (
    ANY_TIME,
    Hex,
    Number,
    Press,
    Seat,
    give_up_text,
    has_right_mac,
    mac_of,
    node_of_seat,
    pair_text,
)
from tablectl.service.sockets import Connections, Peer
from tablectl.service.table_loop import TableLoop
from tablectl.structs import Strict

LONGEST_LINE = 1_024
PRESSES_A_SECOND = 8  # of one seat

NumbersOnDisk = dict[int, OnDisk]  # by node: epoch, number, and the fingerprint if it is known


class Pair(Strict, tag_field="do", tag="pair"):
    seat: Seat
    mac: Hex


class Digits(Strict, tag_field="do", tag="digits"):
    digits: Annotated[str, msgspec.Meta(pattern="^[0-9]{4}$")]


class Page(Strict, tag_field="do", tag="page"):
    seat: Seat
    is_open: bool


class GiveUp(Strict, tag_field="do", tag="give_up"):
    seat: Seat
    epoch: Number
    mac: Hex


Request = Press | Pair | Digits | Page | GiveUp
_request: msgspec.json.Decoder[Request] = msgspec.json.Decoder(Request)
Answer = dict[str, Any]


class RefusedPress(Exception):
    """A request that changes nothing. `code` is for programs, the message a sentence."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


def read_request(line: bytes) -> Request:
    """Raises RefusedPress."""
    try:
        return _request.decode(line)
    except msgspec.MsgspecError as error:
        said = "".join(sign if sign.isprintable() else "?" for sign in str(error))
        raise RefusedPress("bad_line", f"{said}.") from None
    except UnicodeDecodeError:
        raise RefusedPress("bad_line", "This is not text.") from None
    except RecursionError:
        raise RefusedPress("bad_line", "It is nested too deep to be read.") from None


class Phones:
    """The phones of a table's seats. `taken`: the last edge of each node that the journal has.
    `recall`: the rows of an edge there; empty: it is too far back.
    """

    def __init__(
        self,
        rows: TableLoop,
        seats: dict[int, PhoneSeat],
        book: PairingBook,
        codes: Codes,
        taken: NumbersOnDisk,
        *,
        recall: Callable[[Edge], Sequence[Record]],
        language: Translator,
    ) -> None:
        self._rows, self._loop, self._clock = rows, rows.loop, rows.clock
        self._seats, self._book, self._codes = seats, book, codes
        self._taken, self._recall, self._language = taken, recall, language
        # when the newest came of each seat, and of those that came again
        self._recent: dict[int, deque[int]] = {seat: deque() for seat in seats}
        self._repeated: dict[int, deque[int]] = {seat: deque() for seat in seats}
        self._asleep: dict[int, asyncio.TimerHandle] = {}
        self.connections = Connections(
            rows.loop,
            socket.SOCK_STREAM,
            longest=LONGEST_LINE,
            answer=self._answer,
            too_long=_line(_refusal("too_long", f"A request has at most {LONGEST_LINE} bytes.")),
        )

    def open(self) -> None:
        """Every seat says whether it has a phone, and a phone whose page does not come is away."""
        for number, seat in self._seats.items():
            has_phone = self._pairing(number) is not None
            seat.set_phone(has_phone=has_phone)
            if has_phone:
                self._falls_asleep(number)

    def listen(self, path: str) -> None:
        self.connections.listen(path)

    def close(self) -> None:
        for timer in self._asleep.values():
            timer.cancel()
        self.connections.close()

    def codes(self) -> dict[int, Code]:
        """Of the seats that want a phone."""
        wanting = [n for n in self._seats if self._pairing(n) is None]
        return dict(self._codes.offer_codes(wanting, self._clock.now_ms()))

    def free(self, seat: int) -> None:
        """The seat has no phone any more, and wants one."""
        self._book.change(lambda book: book.without_phone(seat))
        if (timer := self._asleep.pop(seat, None)) is not None:
            timer.cancel()
        self._seats[seat].set_phone(has_phone=False)

    # Requests

    def _answer(self, peer: Peer, line: bytes) -> bytes:
        try:
            return _line({"ok": True, **self._do(read_request(line))})
        except BadPairings as error:  # a full disk: the seat is as it was
            return _line(_refusal("not_stored", str(error)))
        except RefusedPress as refused:
            return _line(_refusal(refused.code, str(refused)))

    def _do(self, request: Request) -> Answer:
        match request:
            case Press():
                return self._press(request)
            case Pair():
                return self._pair(request)
            case Digits():
                return self._pair_by_digits(request)
            case GiveUp():
                return self._give_up(request)
            case Page():
                return self._page(request)

    def _pairing(self, seat: int) -> Pairing | None:
        return self._book.now.of_seat(seat)

    def _must_have_phone(self, seat: int) -> Pairing:
        if seat not in self._seats:
            raise RefusedPress("no_such_seat", f"Seat {seat} has no phone at this table.")
        pairing = self._pairing(seat)
        if pairing is None:
            raise RefusedPress("not_paired", f"No phone has seat {seat}: scan its code.")
        return pairing

    # Pairing

    def _pair(self, request: Pair) -> Answer:
        known = self._pairing(request.seat)
        if known is not None and self._is_signed(request, bytes.fromhex(known.key)):
            return self._answer_pairing(known)  # the answer was lost on its way
        code = self._free_code(request.seat)
        if not self._is_signed(request, code.key):
            raise RefusedPress("wrong_code", f"That is not the code of seat {code.seat} now.")
        return self._finish_pairing(code)

    def _is_signed(self, request: Pair, key: bytes) -> bool:
        signed = mac_of(key, pair_text(self._rows.table.name, request.seat))
        return hmac.compare_digest(signed, request.mac)

    def _free_code(self, seat: int) -> Code:
        if seat not in self._seats:
            raise RefusedPress("no_such_seat", f"Seat {seat} has no phone at this table.")
        if self._pairing(seat) is not None:
            raise RefusedPress("seat_has_phone", f"Another phone has seat {seat}.")
        return self.codes()[seat]

    def _pair_by_digits(self, request: Digits) -> Answer:
        self.codes()  # those whose time is up are others now
        now_ms = self._clock.now_ms()
        if not self._codes.may_type(now_ms):
            raise RefusedPress("too_many", "Too many wrong digits: wait some seconds.")
        code = self._codes.seat_of_digits(request.digits, now_ms)
        if code is None:
            raise RefusedPress("wrong_code", "No seat shows these digits.")
        return {**self._finish_pairing(code), "key": code.key.hex()}

    def _finish_pairing(self, code: Code) -> Answer:
        taken = self._taken.get(node_of_seat(code.seat))
        after = taken[0] if taken is not None else 0
        self._book.change(lambda book: book.with_phone(code.seat, code.key, after_epoch=after))
        self._codes.spend(code.seat)
        self._seats[code.seat].set_phone(has_phone=True)
        self._wake(code.seat)
        return self._answer_pairing(self._must_have_phone(code.seat))

    def _answer_pairing(self, pairing: Pairing) -> Answer:
        """`number`: of the next press."""
        number = self._number_in(node_of_seat(pairing.seat), pairing.epoch) + 1
        answer = {"seat": pairing.seat, "epoch": pairing.epoch}
        return {**answer, "number": number, "mark": pairing.mark}

    def _give_up(self, request: GiveUp) -> Answer:
        pairing = self._must_have_phone(request.seat)
        text = give_up_text(self._rows.table.name, request.seat, request.epoch)
        signed = mac_of(bytes.fromhex(pairing.key), text)
        if request.epoch != pairing.epoch or not hmac.compare_digest(signed, request.mac):
            raise _not_of_phone(request.seat)
        self.free(request.seat)
        return {"seat": request.seat}

    # Presses

    def _press(self, press: Press) -> Answer:
        pairing = self._must_have_phone(press.seat)
        if press.epoch != pairing.epoch or not has_right_mac(
            press, bytes.fromhex(pairing.key), self._rows.table.name
        ):
            raise _not_of_phone(press.seat)
        edge = Edge(press.node, press.epoch, press.number, press.fingerprint())
        last = self._last_number(press)
        if press.number <= last:
            self._must_not_be_fast(self._repeated[press.seat])
            return self._answer_again(press, edge)
        if press.number != last + 1:
            raise RefusedPress(
                "number", f"The next press of seat {press.seat} has the number {last + 1}."
            )
        self._must_not_be_fast(self._recent[press.seat])
        self._wake(press.seat)
        rows = self._rows.take((self._key_pressed(press),), edge)
        self._taken[press.node] = press.epoch, press.number, press.fingerprint()
        return self._outcome(press, [fact for row in rows for fact in row.facts])

    def _last_number(self, press: Press) -> int:
        return self._number_in(press.node, press.epoch)

    def _number_in(self, node: int, epoch: int) -> int:
        last = self._taken.get(node)
        return last[1] if last is not None and last[0] == epoch else 0

    def _must_not_be_fast(self, recent: deque[int]) -> None:
        now_ms = self._clock.now_ms()
        while recent and now_ms - recent[0] >= 1_000:
            recent.popleft()
        if len(recent) >= PRESSES_A_SECOND:
            raise RefusedPress("too_fast", f"At most {PRESSES_A_SECOND} keys a second.")
        recent.append(now_ms)

    def _key_pressed(self, press: Press) -> events.KeyPressed:
        is_late = press.key not in ANY_TIME and press.on != self.keys_id(press.seat)
        return events.KeyPressed(
            at_ms=self._clock.now_ms(),
            seat=press.seat,
            key=press.key,
            amount=press.amount,
            is_late=is_late,
        )

    def keys_id(self, seat: int) -> str:
        """As the view of this moment has it for the seat."""
        t = self._rows.table
        return keys_ids(t, accepted_keys(t, legal_now(t))).get(seat, "")

    def _answer_again(self, press: Press, edge: Edge) -> Answer:
        """What became of a press that has come before. Its number with another content is none."""
        _, newest, *said = self._taken[press.node]
        rows = self._recall(edge)
        if not rows:
            raise RefusedPress(
                "number", f"Press {press.number} of seat {press.seat} was too long ago."
            )
        is_newest = press.number == newest and bool(said)
        if said != [edge.said] if is_newest else not _is_of(press, rows[0].event):
            raise RefusedPress(
                "number", f"Press {press.number} of seat {press.seat} was another one."
            )
        return self._outcome(press, [fact for row in rows for fact in row.facts])

    def _outcome(self, press: Press, facts: Iterable[Fact]) -> Answer:
        refused = next((fact for fact in facts if isinstance(fact, Refused)), None)
        answer: Answer = {"seat": press.seat, "number": press.number, "counted": refused is None}
        if refused is not None:
            names = table_names(self._rows.table, self._language)
            answer |= {"code": refused.code, "text": say_notice(refused, names)}
        return answer

    # Sleep

    def _page(self, request: Page) -> Answer:
        self._must_have_phone(request.seat)
        if request.is_open:
            self._wake(request.seat)
        else:
            self._falls_asleep(request.seat)
        return {"seat": request.seat}

    def _wake(self, seat: int) -> None:
        if (timer := self._asleep.pop(seat, None)) is not None:
            timer.cancel()
        if self._rows.table.seat(seat).is_away:
            self._rows.take((events.PhoneAwake(at_ms=self._clock.now_ms(), seat=seat),), None)

    def _falls_asleep(self, seat: int) -> None:
        """After `away_s` it is away, if nothing of it is heard until then."""
        if seat not in self._asleep:
            away_s = self._rows.table.settings.away_s
            self._asleep[seat] = self._loop.call_later(away_s, self._is_away, seat)

    def _is_away(self, seat: int) -> None:
        if not self._rows.table.seat(seat).is_away:
            self._rows.take((events.PhoneAsleep(at_ms=self._clock.now_ms(), seat=seat),), None)


def _is_of(press: Press, event: events.AnyEvent | None) -> bool:
    """Whether the event says what the press does, as far as the journal keeps it."""
    return (
        not isinstance(event, events.KeyPressed)  # it failed, and was put aside
        or (event.key, event.amount) == (press.key, press.amount)
    )


def _not_of_phone(seat: int) -> RefusedPress:
    return RefusedPress("not_paired", f"That is not of the phone that has seat {seat}.")


def _refusal(code: str, text: str) -> Answer:
    return {"ok": False, "code": code, "text": text}


def _line(answer: Answer) -> bytes:
    return msgspec.json.encode(answer) + b"\n"
