"""The phones' socket: a line of JSON in, a line out. The web process speaks to it for the pages.

    {"do": "pair", "seat": 3, "nonce": .., "mac": ..}  a page has read the code of the seat
    {"do": "digits", "digits": "4711"}          somebody typed the four digits
    {"do": "press", "seat": 3, ..}              Press: once, however often it comes
    {"do": "page", "seat": 3, "is_open": false, ..} the phone sleeps, or shows the page again
    {"do": "give_up", "seat": 3, "mac": ..}     the phone gives the seat back
    {"do": "ask_seat", "seat": 3}               another phone wants the seat
    {"do": "keep", "seat": 3, "mac": ..}        its phone says no
    {"do": "approve", "seat": 2, "of": 3, "yes": true, "mac": ..}  another player answers, in a hand
    {"do": "alive"}                             whether the table answers

An answer is {"ok": true, ..} or {"ok": false, "code": .., "text": "<sentence>"}. That of a press
has `counted`: whether the table has taken the key; it is the same when the press comes again. That
of a page has the `mark` of its phone and the `number` of its last press that the table has. That of
digits has `wait_s` after too many wrong ones.
"""

import socket
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from firmware_io.lives import OnDisk
from tablectl.engine import events
from tablectl.engine.facts import Fact, Refused
from tablectl.engine.questions import is_called_again, legal_now
from tablectl.journal.record import BadJournal, Edge, Record
from tablectl.locale import Translator
from tablectl.present.keys import accepted_keys, keys_ids
from tablectl.present.reasons import say_notice, table_names
from tablectl.service.books.phones import BadPairings, Pairing
from tablectl.service.phones.presses import (
    ANY_TIME,
    Press,
    is_signed,
    node_of_seat,
    pair_text,
    phone_key,
)
from tablectl.service.phones.requests import (
    Alive,
    Approve,
    AskSeat,
    Digits,
    GiveUp,
    Keep,
    Page,
    Pair,
    Request,
    Signed,
)
from tablectl.service.phones.seat_phones import SeatPhones
from tablectl.service.sockets import Connections, Peer
from tablectl.service.table_loop import TableLoop
from tablectl.text import Names, T, Text, say

LONGEST_LINE = 1_024
PRESSES_A_SECOND = 8  # of one seat

NumbersOnDisk = dict[int, OnDisk]  # by node: epoch, number, and the fingerprint if it is known


_request: msgspec.json.Decoder[Request] = msgspec.json.Decoder(Request)
Answer = dict[str, Any]


class RefusedPress(Exception):
    """A request that changes nothing. `code` is for programs, `sentence` for people. `wait_s`: so
    long it would be refused again.
    """

    def __init__(self, code: str, sentence: Text | str, wait_s: int = 0) -> None:
        super().__init__(code)
        self.code, self.sentence, self.wait_s = code, sentence, wait_s


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
        seats: SeatPhones,
        taken: NumbersOnDisk,
        *,
        recall: Callable[[Edge], Sequence[Record]],
        language: Translator,
    ) -> None:
        self._rows, self._clock = rows, rows.clock
        self._seats = seats
        self._taken, self._recall, self._language = taken, recall, language
        # when the newest came of each seat, and of those that came again
        self._recent: dict[int, deque[int]] = {seat: deque() for seat in seats.seats}
        self._repeated: dict[int, deque[int]] = {seat: deque() for seat in seats.seats}
        self.connections = Connections(
            rows.loop,
            socket.SOCK_STREAM,
            longest=LONGEST_LINE,
            answer=self._answer,
            too_long=_line(_refusal("too_long", f"A request has at most {LONGEST_LINE} bytes.")),
            gone=self._hang_up,
        )

    def listen(self, path: str) -> None:
        self.connections.listen(path)

    def close(self) -> None:
        self.connections.close()

    def _hang_up(self, peer: Peer) -> None:
        """Without a web process no phone shows a page; the next one says which do."""
        if not len(self.connections):
            self._seats.all_fall_asleep()

    # Requests

    def _answer(self, peer: Peer, line: bytes) -> bytes:
        try:
            return _line({"ok": True, **self._do(read_request(line))})
        except BadPairings as error:  # a full disk: the seat is as it was
            return _line(_refusal("not_stored", str(error)))
        except BadJournal as error:  # a row that it has to look at again; play goes on
            return _line(_refusal("not_known", str(error)))
        except RefusedPress as refused:
            answer = _refusal(refused.code, say(refused.sentence, self._names()))
            return _line(answer | ({"wait_s": refused.wait_s} if refused.wait_s else {}))

    def _names(self) -> Names:
        return table_names(self._rows.table, self._language)

    def _do(self, request: Request) -> Answer:
        match request:
            case Press():
                return self._press(request)
            case Pair():
                return self._pair(request)
            case Digits():
                return self._pair_by_digits(request)
            case Page():
                return self._page(request)
            case GiveUp():
                self._must_be_of_phone(request)
                self._seats.free(request.seat)
            case Keep():
                self._must_be_of_phone(request)
                self._seats.keep(request.seat)
            case Approve():
                self._answer_for(request)
            case AskSeat():
                self._ask_seat(request.seat)
            case Alive():
                return {}
        return {"seat": request.seat}

    def _must_have_phone(self, seat: int) -> Pairing:
        self._must_be_of_phones(seat)
        pairing = self._seats.pairing(seat)
        if pairing is None:
            raise RefusedPress("not_paired", T("No phone has seat {at}: scan its code.", at=seat))
        return pairing

    def _must_be_of_phones(self, seat: int) -> None:
        if seat not in self._seats.seats:
            raise RefusedPress("no_such_seat", T("Seat {at} has no phone at this table.", at=seat))

    def _must_be_of_phone(self, request: Signed) -> Pairing:
        """The pairing by which it is signed: that of the seat's phone now."""
        return self._must_have_signed(request, request.text(self._rows.table.name))

    def _must_have_signed(self, request: Signed | Approve, text: str) -> Pairing:
        pairing = self._must_have_phone(request.seat)
        key = bytes.fromhex(pairing.key)
        if request.epoch != pairing.epoch or not is_signed(text, key, request.mac):
            raise RefusedPress("not_paired", T("Another phone has seat {at} now.", at=request.seat))
        return pairing

    # Pairing

    def _pair(self, request: Pair) -> Answer:
        self._must_be_of_phones(request.seat)
        text = pair_text(self._rows.table.name, request.seat, request.nonce)
        known = self._seats.pairing(request.seat)
        if known is not None and is_signed(text, bytes.fromhex(known.key), request.mac):
            return self._answer_pairing(known)  # the answer was lost on its way
        code = self._seats.codes().get(request.seat)
        if code is None:
            raise RefusedPress("seat_has_phone", T("Another phone has seat {at}.", at=request.seat))
        key = phone_key(code.key, request.nonce)
        if not is_signed(text, key, request.mac):
            raise RefusedPress(
                "wrong_code", T("That is not the code of seat {at} now.", at=code.seat)
            )
        return self._finish_pairing(code.seat, key, is_typed=False)

    def _pair_by_digits(self, request: Digits) -> Answer:
        self._seats.codes()  # those whose time is up are others now
        now_ms = self._clock.now_ms()
        offered = self._seats.offered
        if not offered.may_type(now_ms):
            raise RefusedPress("too_many", T("Too many wrong digits."), offered.wait_s(now_ms))
        code = offered.seat_of_digits(request.digits, now_ms)
        if code is None:
            self._rows.show()  # after some of them the codes are others
            wait_s = offered.wait_s(now_ms)
            raise RefusedPress("wrong_code", T("No seat shows these digits."), wait_s)
        key = code.key_for_digits
        return {**self._finish_pairing(code.seat, key, is_typed=True), "key": key.hex()}

    def _finish_pairing(self, seat: int, key: bytes, *, is_typed: bool) -> Answer:
        taken = self._taken.get(node_of_seat(seat))
        after = taken[0] if taken is not None else 0
        return self._answer_pairing(
            self._seats.pair(seat, key, is_typed=is_typed, after_epoch=after)
        )

    def _answer_pairing(self, pairing: Pairing) -> Answer:
        """`number`: of the next press."""
        number = self._number_in(pairing.seat, pairing.epoch) + 1
        answer = {"seat": pairing.seat, "epoch": pairing.epoch}
        return {**answer, "number": number, "mark": pairing.mark}

    def _ask_seat(self, seat: int) -> None:
        self._must_be_of_phones(seat)
        if self._seats.pairing(seat) is None:
            raise RefusedPress(
                "no_phone", T("No phone has seat {at}: scan the code on the board.", at=seat)
            )
        if not self._seats.may_ask(seat):
            raise RefusedPress(
                "asked_already", T("Seat {at} was asked just now: wait a little.", at=seat)
            )
        self._seats.ask(seat)

    def _answer_for(self, request: Approve) -> None:
        """A player answers in place of another, whose seat is asked for in a hand."""
        table = self._rows.table
        self._must_have_signed(request, request.text(table.name, table.hands))
        self._must_be_of_phones(request.of)
        if not self._seats.may_players_answer:
            raise RefusedPress(
                "floor_decides", T("The floor decides who has seat {at}.", at=request.of)
            )
        if not self._seats.is_asked(request.of):
            raise RefusedPress("not_asked", T("Nobody asks for seat {at} now.", at=request.of))
        if request.seat not in self._seats.answering(request.of):
            raise RefusedPress(
                "not_in_hand", T("Another player in the hand answers for seat {at}.", at=request.of)
            )
        if request.yes:
            self._seats.free_by_player(request.of, request.seat)
        else:
            self._seats.keep(request.of)

    def _page(self, request: Page) -> Answer:
        pairing = self._must_be_of_phone(request)
        if request.is_open:
            self._seats.wake(request.seat)
        else:
            self._seats.fall_asleep(request.seat)
        number = self._number_in(request.seat, request.epoch)
        return {"seat": request.seat, "number": number, "mark": pairing.mark}

    # Presses

    def _press(self, press: Press) -> Answer:
        self._must_be_of_phone(press)
        edge = Edge(press.node, press.epoch, press.number, press.fingerprint())
        last = self._last_number(press)
        if press.number <= last:
            self._must_not_be_fast(self._repeated[press.seat])
            return self._answer_again(press, edge)
        if press.number != last + 1:
            raise RefusedPress(
                "number",
                T(
                    "The next press of seat {at} has the number {number}.",
                    at=press.seat,
                    number=last + 1,
                ),
            )
        self._must_not_be_fast(self._recent[press.seat])
        self._seats.wake(press.seat)
        pressed = self._key_pressed(press)
        is_nothing_new = is_called_again(self._rows.table, pressed)
        rows = self._rows.take(() if is_nothing_new else (pressed,), edge)
        self._taken[press.node] = press.epoch, press.number, press.fingerprint()
        return self._outcome(press, [fact for row in rows for fact in row.facts])

    def _last_number(self, press: Press) -> int:
        return self._number_in(press.seat, press.epoch)

    def _number_in(self, seat: int, epoch: int) -> int:
        """Of the last press of this pairing that the journal has."""
        last = self._taken.get(node_of_seat(seat))
        return last[1] if last is not None and last[0] == epoch else 0

    def _must_not_be_fast(self, recent: deque[int]) -> None:
        now_ms = self._clock.now_ms()
        while recent and now_ms - recent[0] >= 1_000:
            recent.popleft()
        if len(recent) >= PRESSES_A_SECOND:
            raise RefusedPress(
                "too_fast", T("At most {count} keys a second.", count=PRESSES_A_SECOND)
            )
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
                "number",
                T(
                    "Press {number} of seat {at} was too long ago.",
                    number=press.number,
                    at=press.seat,
                ),
            )
        is_newest = press.number == newest and bool(said)
        if said != [edge.said] if is_newest else not _is_of(press, rows[0].event):
            raise RefusedPress(
                "number",
                T(
                    "Press {number} of seat {at} was another one.",
                    number=press.number,
                    at=press.seat,
                ),
            )
        return self._outcome(press, [fact for row in rows for fact in row.facts])

    def _outcome(self, press: Press, facts: Iterable[Fact]) -> Answer:
        refused = next((fact for fact in facts if isinstance(fact, Refused)), None)
        answer: Answer = {"seat": press.seat, "number": press.number, "counted": refused is None}
        if refused is not None:
            answer |= {"code": refused.code, "text": say_notice(refused, self._names())}
        return answer


def _is_of(press: Press, event: events.AnyEvent | None) -> bool:
    """Whether the event says what the press does, as far as the journal keeps it."""
    return (
        not isinstance(event, events.KeyPressed)  # it failed, and was put aside
        or (event.key, event.amount) == (press.key, press.amount)
    )


def _refusal(code: str, text: str) -> Answer:
    return {"ok": False, "code": code, "text": text}


def _line(answer: Answer) -> bytes:
    return msgspec.json.encode(answer) + b"\n"
