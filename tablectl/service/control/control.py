"""The control socket: the scenario format's `start`, `floor`, `sits`, `leaves`, `buys` objects, one
JSON a line.

Each line is answered: `{"ok": true, "said": [...], "did": ".."}` with the notices that followed, or
`{"ok": false, "code": .., "text": ..}`. With `"would": true` nothing happens, and `effect`
describes what would happen; `changes` has the stacks that would be others, where no face-down card
decides it. `{"clears": "logic_door", "operator": "Ann", "pin": "271828"}` takes
away a lock (views: `lock`); an operator proves the name, as for `{"proves": "Ann", "pin": ..}`,
with which the floor's page signs somebody in, and so for `{"replaces": "seat", "seat":
3, "why": ".."}`, or `"shoe"`: another node is there (devices/replacing.py). What no PIN could do is
refused before one is looked at. `{"status": true}` returns the state of the table, with a form for
each ruling that is open; `{"audit": true}` its chips (accounts.py); `{"put": "red"}` puts the deck
of that name, and `did` is what was done; `{"phones": true}` returns which phone has which seat, and
`{"frees": 3}` takes its phone from a seat; `{"tests": "lamps", "seat": 3}` and `{"tests":
"reader"}` try devices (device_tests.py). What a status or an answer tells as `on`, a line may
carry: it is refused once the table has moved on since, by a hand, a case, or an act of the floor.
Whoever may reach the socket may rule: the table's own user, and the group of its directory
(sockets.py). A ruling is recorded with their name, as the kernel has it. The floor's page says with
each line on whose behalf it asks, which is recorded besides (G-12): `[control] page_user` is the
user that it runs as, from whom alone this is taken.
"""

import asyncio
import socket
from collections.abc import Callable, Iterator, Set
from concurrent.futures import Future
from contextlib import suppress
from typing import Protocol

import msgspec
from msgspec.structs import replace

from tablectl.engine import events
from tablectl.engine.facts import Noticed, Refused
from tablectl.engine.questions import Row
from tablectl.engine.state.table import Table
from tablectl.intake.decks import BadDeck
from tablectl.locale import ENGLISH, Translator
from tablectl.present.news import News
from tablectl.present.readout import list_notices
from tablectl.present.reasons import say_notice, table_names
from tablectl.present.rulings import list_stack_changes, or_error, try_event
from tablectl.service.books.books import BadDeckBook
from tablectl.service.control.accounts import Accounts
from tablectl.service.control.prover import PAGE, TERMINAL, NoOperator, Prover, Way
from tablectl.service.control.requests import (
    Act,
    AnyRequest,
    Audit,
    BadLine,
    Clears,
    Frees,
    Moment,
    Phones,
    Proves,
    PutDeck,
    Replaces,
    Rules,
    Status,
    Tests,
    parse_request,
)
from tablectl.service.devices.replacing import NodeReplacement, NotReplaced
from tablectl.service.sockets import Answer, Connections, Peer
from tablectl.structs import JsonObject
from tablectl.text import Explained, Names, T, Text, Value, say, unnamed

Steps = Iterator[bytes | None]  # None: there is more to do; the last is the answer

Promise = asyncio.Future[bytes]


class RateLimited:
    """`make` begins an answer, which is made step by step, each in a turn of the loop of its own.

    Between the beginnings of two answers lie `every_s`; 0: there is no such limit.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, make: Callable[[], Steps]) -> None:
        self._loop, self._make = loop, make
        self.every_s = 0.0
        self.made = 0  # answers that were begun
        self._due_s = float("-inf")  # when the next one may begin
        self._waiting: list[Promise] = []  # for the next one
        self._is_planned = False  # the next one is being made, or has its time
        self._timer: asyncio.TimerHandle | None = None

    def next_answer(self) -> bytes | Promise:
        """The answer, where it may be made now and takes one step; else the promise of the next
        one.
        """
        if not self._is_planned and self._loop.time() >= self._due_s:
            steps = self._begin_answer()
            answer = next(steps)
            if answer is not None:
                return answer
            self._is_planned = True
            promise = self._loop.create_future()
            self._loop.call_soon(self._step_on, steps, [promise])
            return promise
        promise = self._loop.create_future()
        self._waiting.append(promise)
        if not self._is_planned:
            self._plan_next()
        return promise

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _begin_answer(self) -> Steps:
        self.made += 1
        self._due_s = self._loop.time() + self.every_s
        return self._make()

    def _plan_next(self) -> None:
        self._is_planned = True
        self._timer = self._loop.call_at(self._due_s, self._make_due)

    def _make_due(self) -> None:
        promises, self._waiting = self._waiting, []
        self._step_on(self._begin_answer(), promises)

    def _step_on(self, steps: Steps, promises: list[Promise]) -> None:
        answer = next(steps)
        if answer is None:
            self._loop.call_soon(self._step_on, steps, promises)
            return
        for promise in promises:
            promise.set_result(answer)
        self._is_planned = False
        if self._waiting:
            self._plan_next()


LONGEST_LINE = 4096  # bytes; a ruling takes under 300
STATUS_EVERY_S = 0.1  # ten a second at most, however many ask
AUDIT_EVERY_S = 0.5
REFUSALS = (BadLine, NotReplaced, BadDeck, BadDeckBook)


def make_reply(rows: tuple[Row, ...], names: Names = unnamed) -> JsonObject:
    """The reply to a line. One whose handling raised counts as not done. `names`: the players',
    for sentences.
    """
    news = [fact for row in rows for fact in row.facts if isinstance(fact, Noticed | Refused)]
    refused = next((fact for fact in news if isinstance(fact, Refused)), None)
    failed = next((row.event for row in rows if isinstance(row.event, events.EventFailed)), None)
    if failed is not None:
        text = " ".join(say_notice(fact, names) for fact in news)
        return {"ok": False, "code": "event_failed", "text": text, "seat": failed.seat}
    if refused is not None:
        return {"ok": False, **_notice_row(refused, names)}
    return {"ok": True, "said": [_notice_row(fact, names) for fact in news]}


def _notice_row(fact: News, names: Names) -> JsonObject:
    return {"code": fact.code, "text": say_notice(fact, names), "seat": fact.seat}


class FloorPhones(Protocol):
    """The phones of seats, as far as they are the floor's business."""

    def list_rows(self) -> list[JsonObject]:
        """A row for each seat that is played by phone."""

    def free_for_floor(self, request: Frees, who: str) -> Text:
        """Takes its phone from the seat, unless the request only asks what that would do; a
        sentence. Raises BadLine.
        """


class DeviceTesting(Protocol):
    """Devices are tried while no hand needs them."""

    def light_lamp(self, seat: int) -> JsonObject:
        """Lights the lamp of the seat for a moment: the answer. Raises BadLine."""

    def tell_reading(self) -> JsonObject:
        """What the reader has read last: the answer. Raises BadLine."""


class Control:
    """Serves connections on a Unix socket. `take` handles an event and returns its rows.

    `places`: the seats that have a device, the only ones at which somebody may sit down; none: a
    table without devices. `audit` makes the report step by step; None: it is not made yet.
    `put_deck` returns what was done, or would be, in a sentence; it raises BadDeck and BadBook.
    `page_user`: of the floor's page; empty: there is none. `phones`: those of seats. `testing`: of
    lamps and readers.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        now_ms: Callable[[], int],
        take: Callable[[tuple[events.AnyEvent, ...]], tuple[Row, ...]],
        table: Callable[[], Table],
        places: Set[int] = frozenset(),
        status: Callable[[], JsonObject] | None = None,
        language: Translator = ENGLISH,
        put_deck: Callable[[PutDeck], Value] | None = None,
        prover: Prover | NoOperator | None = None,
        audit: Callable[[], Iterator[Accounts | None]] | None = None,
        replacing: NodeReplacement | None = None,
        page_user: str = "",
        phones: FloorPhones | None = None,
        testing: DeviceTesting | None = None,
    ) -> None:
        self._loop = loop
        self._now_ms = now_ms
        self._take = take
        self._places = places
        self._table = table
        self._status, self._audit = status, audit
        self._language = language
        self._put_deck, self._replacing = put_deck, replacing
        self._prover, self._page_user = prover or NoOperator(), page_user
        self._phones, self._testing = phones, testing
        self._act = now_ms()  # the number of the last act: grows, over restarts too
        longer = T("A line is longer than {bytes} bytes.", bytes=LONGEST_LINE)
        too_long = _encode_reply(_refuse_line(say(longer, self._names)))
        self.connections = Connections(
            loop,
            socket.SOCK_STREAM,
            longest=LONGEST_LINE,
            answer=self._answer_line,
            too_long=too_long,
        )
        self._seldom = {
            "status": RateLimited(loop, self._status_line),
            "audit": RateLimited(loop, self._audit_line),
        }

    def listen(self, path: str) -> None:
        """Accepts connections at `path`: anybody who may reach it may ask as often as they like,
        and is answered at this pace.
        """
        for name, every_s in (("status", STATUS_EVERY_S), ("audit", AUDIT_EVERY_S)):
            self._seldom[name].every_s = every_s
        self.connections.listen(path)

    def add(self, who: Peer) -> None:
        self.connections.add(who)

    def close(self) -> None:
        for one in self._seldom.values():
            one.close()
        self._prover.close()
        self.connections.close()

    # From a line to its answer

    def _answer_line(self, who: Peer, text: bytes) -> Answer:
        try:
            line = self._with_asker(who, parse_request(text))
            self._require_moment(line)
            match line:
                case Status() if self._status is not None:
                    return self._seldom["status"].next_answer()
                case Audit() if self._audit is not None:
                    return self._seldom["audit"].next_answer()
                case PutDeck() if self._put_deck is not None:
                    return _encode_reply(self._did(line, self._put_deck(line)))
                case Proves():
                    return self._await_proof(line)
                case Replaces() if self._replacing is not None:
                    self._replacing.require_replaceable(line.seat)
                    return self._await_proof(line)
                case Tests() if self._testing is not None:
                    return _encode_reply(_accept(**_carry_out_test(self._testing, line)))
                case Phones() if self._phones is not None:
                    return _encode_reply(_accept(phones=self._phones.list_rows()))
                case Frees() if self._phones is not None:
                    asker = "floor" if who.is_own else who.user_name
                    return _encode_reply(self._did(line, self._phones.free_for_floor(line, asker)))
                case Status() | Audit() | PutDeck() | Replaces() | Tests() | Phones() | Frees():
                    raise BadLine(
                        T(
                            "This table starts hands, seats players and takes rulings; it does "
                            "nothing else now."
                        )
                    )
            event = line.event(self._now_ms())
            if isinstance(line, Clears) and not line.would:
                effect = self._predict_effect(event)
                return self._await_proof(line) if effect["ok"] else _encode_reply(effect)
        except REFUSALS as error:
            return _encode_reply(self._refuse_error(error))
        return _encode_reply(self._perform_act(line, event))

    def _with_asker(self, who: Peer, line: AnyRequest) -> AnyRequest:
        """The line, with who rules. Raises BadLine where it says on whose behalf and may not, or
        has to and does not (G-12).
        """
        user = who.user_name
        if line.on_behalf_of is not None and user != self._page_user:
            raise BadLine(
                T(
                    "For whom it asks the floor's page alone may say, not {user}: leave "
                    "on_behalf_of out.",
                    user=user,
                ),
                "not_the_page",
            )
        if line.on_behalf_of is not None:
            self._prover.require_operator(line.on_behalf_of)
        if who.is_own:
            return line
        if (
            line.on_behalf_of is None
            and user == self._page_user
            and not isinstance(line, Status | Audit | Phones | Proves)
        ):
            raise BadLine(
                T("The floor's page says for whom it asks: on_behalf_of is missing."),
                "no_operator",
            )
        return replace(line, who=user) if isinstance(line, Rules) else line

    @property
    def _moment(self) -> Moment:
        t = self._table()
        return Moment(t.hands, t.case, self._act)

    @property
    def _moment_row(self) -> JsonObject:
        return dict(msgspec.to_builtins(self._moment))

    def _require_moment(self, line: AnyRequest) -> None:
        """Raises BadLine where the table is not any more as whoever asks has seen it: of two acts
        at once the second is refused.
        """
        seen, now = line.on, self._moment
        if seen is None:
            return
        if seen.hand != now.hand:
            sentence = T("The table has moved on to hand {hand}: look again.", hand=now.hand)
        elif seen.case != now.case and now.case is not None:
            sentence = T("The table is halted for case {case} now: look again.", case=now.case)
        elif seen.case != now.case:
            sentence = T("Case {case} is closed: look again.", case=seen.case)
        elif seen.act is not None and seen.act != now.act:
            sentence = T("The floor has just done something else: look again.")
        else:
            return
        raise BadLine(sentence, "moved_on")

    def _did(self, line: PutDeck | Replaces | Frees, text: Value) -> JsonObject:
        sentence = say(text, self._names)
        if line.would:
            return _accept(effect=sentence)
        self._count_act()
        return _accept(did=sentence, on=self._moment_row)

    @property
    def _names(self) -> Names:
        return table_names(self._table(), self._language)

    def _count_act(self) -> None:
        self._act = max(self._act + 1, self._now_ms())

    def _status_line(self) -> Steps:
        assert self._status is not None
        status = {**self._status(), "on": self._moment_row}
        yield _encode_reply(_accept(status=status))

    def _audit_line(self) -> Steps:
        assert self._audit is not None
        for report in self._audit():
            done = _accept(audit=msgspec.to_builtins(report))
            yield None if report is None else _encode_reply(done)

    def _await_proof(self, line: Clears | Proves | Replaces) -> Answer:
        """The line is done once it is known whether it is the operator; a PIN is checked beside
        the loop. Raises BadLine.
        """
        proof = self._prover.begin_proof(line.operator, line.pin, _way_of(line))
        if proof.done():
            return _encode_reply(self._finish_proven(line, proof))
        answer: asyncio.Future[bytes] = self._loop.create_future()

        def tell(_: object) -> None:
            # the loop is closed: nobody waits for it any more
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(
                    lambda: answer.set_result(_encode_reply(self._finish_proven(line, proof)))
                )

        proof.add_done_callback(tell)
        return answer

    def _finish_proven(self, line: Clears | Proves | Replaces, proof: Future[bool]) -> JsonObject:
        try:
            self._prover.judge_proof(line.operator, _way_of(line), is_right=proof.result())
            self._require_moment(line)  # a PIN takes its time
            if isinstance(line, Proves):
                return _accept()
            if isinstance(line, Replaces):
                assert self._replacing is not None
                did = self._replacing.replace_node(
                    line.seat, line.operator, line.why, line.on_behalf_of
                )
                return self._did(line, did)
        except REFUSALS as error:
            return self._refuse_error(error)
        return self._perform_act(line, line.event(self._now_ms()))

    def _perform_act(self, line: Act, event: events.AnyEvent) -> JsonObject:
        if isinstance(event, events.PlayerCame) and self._places and event.seat not in self._places:
            sentence = T(
                "Nobody sits down at seat {at}: the configuration has no [[seat]] for it.",
                at=event.seat,
            )
            return _refuse_line(say(sentence, self._names))
        effect = self._predict_effect(event)
        if line.would:
            return effect
        before = self._table()
        rows = self._take((event,))
        names = table_names(self._table(), self._language)
        reply = make_reply(rows, names)
        if reply["ok"]:
            self._count_act()
            reply["on"] = self._moment_row
            # the same sentences as on the screen
            reply["said"] = [_notice_row(one, names) for one in list_notices(before, rows)]
        return {**reply, **({"did": effect["effect"]} if effect["ok"] else {})}

    def _refuse_error(self, error: Exception) -> JsonObject:
        """In the table's language, where there is a text for it."""
        sentence = error.sentence if isinstance(error, Explained) else str(error)
        code = "not_replaced" if isinstance(error, NotReplaced) else "bad_deck"
        return _refuse_line(say(sentence, self._names), getattr(error, "code", code))

    def _predict_effect(self, event: events.AnyEvent) -> JsonObject:
        """What the event would do, and the number of the halt that it would act on."""
        t = self._table()
        names = table_names(t, self._language)
        tried = or_error(lambda: try_event(t, event, names))
        if isinstance(tried, Noticed | Refused):
            return {"ok": False, **_notice_row(tried, names)}
        # a trial that fails forbids nothing
        changes = or_error(lambda: list_stack_changes(t, event))
        return _accept(
            effect=say(tried, names),
            case=t.case,
            on=self._moment_row,
            changes=changes if isinstance(changes, list) else [],
        )


def _way_of(line: Clears | Proves | Replaces) -> Way:
    """By which way its PIN has come. The floor's page alone signs in, and asks for somebody."""
    return PAGE if isinstance(line, Proves) or line.on_behalf_of is not None else TERMINAL


def _carry_out_test(testing: DeviceTesting, line: Tests) -> JsonObject:
    return testing.tell_reading() if line.seat is None else testing.light_lamp(line.seat)


def _encode_reply(reply: JsonObject) -> bytes:
    return msgspec.json.encode(reply) + b"\n"


def _accept(**values: object) -> JsonObject:
    return {"ok": True, "said": [], **values}


def _refuse_line(text: str, code: str = "bad_line") -> JsonObject:
    return {"ok": False, "code": code, "text": text, "seat": None}
