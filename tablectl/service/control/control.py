"""The control socket: the scenario format's `start`, `floor`, `sits`, `leaves`, `buys` objects, one JSON a line.

Each line is answered: `{"ok": true, "said": [...], "did": ".."}` with the notices that followed, or
`{"ok": false, "code": .., "text": ..}`. With `"would": true` nothing happens, and `effect` describes what would happen.
`{"clears": "logic_door", "operator": "Ann", "pin": "271828"}` takes away a lock (views: `lock`); an operator proves the name, and
so for `{"replaces": "seat", "seat": 3, "why": ".."}`, or `"shoe"`: another node is there (devices/replacing.py). What no PIN
could do is refused before one is looked at.
`{"status": true}` returns the state of the table, `{"audit": true}` its chips (accounts.py); `{"put": "red"}` puts the deck of
that name, and `did` is what was done.
Whoever may reach the socket may rule: the table's own user, and the group of its directory (sockets.py). A
ruling is recorded with their name, as the kernel has it; the table's own user may give another as `who`.
"""

import asyncio
import socket
from collections.abc import Callable, Iterator, Set
from concurrent.futures import Future
from contextlib import suppress
from typing import Any, Protocol

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tablectl.engine import events
from tablectl.engine.facts import Noticed, Refused
from tablectl.engine.floor import AnyRuling
from tablectl.engine.floor_json import BadRuling, ruling_of
from tablectl.engine.questions import Row
from tablectl.engine.state.hold import KINDS, Clears
from tablectl.engine.state.table import Table
from tablectl.intake.decks import BadDeck
from tablectl.rules.bounds import why_no_name, why_not
from tablectl.service.books.deckfile import BadBook
from tablectl.service.connections import Answer, Connections
from tablectl.service.control.accounts import Accounts
from tablectl.service.control.lines import BadLine, object_in
from tablectl.service.control.proving import NoOperator, Proves
from tablectl.service.control.seldom import Seldom, Steps
from tablectl.service.devices.replacing import NotReplaced, Replacing
from tablectl.service.sockets import Peer
from tablectl.views.readout import notices_of
from tablectl.views.rulings import effect_of, or_its_fault, refusal_of
from tablectl.views.says import Saying
from tablectl.views.words import ENGLISH, names_of, say, sentence, unnamed
from tablectl.views.words.template import Catalogue, Names

LONGEST_LINE = 4096              # bytes; a ruling takes under 300
STATUS_EVERY_S = 0.1             # ten a second at most, however many ask
AUDIT_EVERY_S = 0.5


class Line(Struct, frozen=True, forbid_unknown_fields=True):
    """One line, in any of its forms but a ruling's."""

    start: bool | None = None
    seat: int | None = None
    sits: int | None = None
    name: str | None = None
    leaves: bool | None = None
    buys: int | None = None
    status: bool | None = None          # asks for the state of the table; nothing happens
    audit: bool | None = None           # asks for the chips, seat by seat, as the ledger counts and as they are sensed
    put: str | None = None              # the deck that is played with from now on
    replaces: str | None = None         # "shoe" or "seat": whose node an operator says is another
    why: str | None = None              # of that, for the record
    clears: str | None = None           # the kind of a lock, taken away by an operator
    operator: str | None = None
    pin: str | None = None
    would: bool = False                 # asks for the effect of the line; nothing happens


class RulingLine(Struct, frozen=True):
    """A line with a `floor` in it: its fields are the ruling's, except `who` and `would`."""

    ruling: AnyRuling
    who: str = "floor"
    would: bool = False


class OfARuling(Struct, frozen=True):
    """The fields of such a line that are not the ruling's."""

    who: str = "floor"
    would: bool = False


FORMS = {                               # fields of each
    "status": (), "audit": (), "put": (), "clears": ("operator", "pin"), "start": (),
    "replaces": ("seat", "operator", "pin", "why"), "sits": ("seat", "name"),
    "leaves": ("seat",), "buys": ("seat",)}
LOCKS = {kind: kind for kind, row in KINDS.items() if row.clears is Clears.OPERATOR}


def line_of(text: bytes) -> Line | RulingLine:
    """Raises BadLine with a sentence, which names any field that a line of this form does not use."""
    said = object_in(text)
    if why := why_not(said):
        raise BadLine(why)
    try:
        if said.get("floor") is None:
            return _only_what_it_uses(msgspec.convert(said, Line))
        of_all = msgspec.convert({word: said.pop(word) for word in ("who", "would") if word in said}, OfARuling)
        return RulingLine(ruling_of(said), of_all.who, of_all.would)
    except msgspec.ValidationError as wrong:
        raise BadLine(f"{wrong}.") from None
    except BadRuling as wrong:
        raise BadLine(str(wrong), wrong.code) from None


def _only_what_it_uses(line: Line) -> Line:
    given = [name for name in Line.__struct_fields__ if name != "would" and getattr(line, name) not in (None, False)]
    form = next((name for name in FORMS if name in given), None)
    if form is not None and (unused := [name for name in given if name not in (form, *FORMS[form])]):
        raise BadLine(f'A line with "{form}" does not use "{unused[0]}": leave it out.')
    return line


def _said_by(user: str | None, line: Line | RulingLine) -> Line | RulingLine:
    """Who rules is not what a line says of itself, but for a program of the table's own user."""
    return replace(line, who=user) if user is not None and isinstance(line, RulingLine) else line


def event_of(line: Line | RulingLine, at_ms: int) -> events.AnyEvent:
    """The event a line stands for. Raises BadLine with a sentence."""
    if isinstance(line, RulingLine):
        return events.FloorRuled(at_ms=at_ms, ruling=line.ruling, who=line.who)
    if line.start:
        return events.StartAsked(at_ms=at_ms)
    if line.clears is not None:
        return _lock_cleared(line, at_ms)
    if line.seat is None:
        raise BadLine("A line starts a hand, or names a seat, or is a ruling of the floor.")
    if line.name is not None and (why := why_no_name(line.name, "The name")):
        raise BadLine(why)
    if line.sits is not None:
        return events.PlayerCame(at_ms=at_ms, seat=line.seat, chips=line.sits, name=line.name)
    if line.leaves:
        return events.PlayerWent(at_ms=at_ms, seat=line.seat)
    if line.buys is not None:
        return events.ChipsBought(at_ms=at_ms, seat=line.seat, chips=line.buys)
    raise BadLine(f"Seat {line.seat} sits, leaves or buys; the line says none of it.")


def _lock_cleared(line: Line, at_ms: int) -> events.LockCleared:
    if line.clears not in LOCKS:
        raise BadLine(f'There is no lock "{line.clears}"; there is {", ".join(LOCKS)}.')
    if line.operator is None or line.pin is None:
        raise BadLine("An operator clears a lock: the line names the operator, and the pin.")
    return events.LockCleared(at_ms=at_ms, kind=LOCKS[line.clears], who=line.operator)


def _must_replace(line: Line) -> None:
    """Raises BadLine unless an operator says with it which node is another, and why."""
    if line.would:
        raise BadLine("What replacing a node would do is not told before: look at the status.")
    if line.replaces not in ("shoe", "seat") or (line.replaces == "seat") is (line.seat is None):
        raise BadLine('"replaces" is "shoe", or "seat" with the number of the seat as "seat".')
    if line.operator is None or line.pin is None:
        raise BadLine("An operator replaces a node: the line names the operator, and the pin.")
    if not (line.why or "").strip():
        raise BadLine('Why is the node replaced? "why" says it, for the record.')


def answer(rows: tuple[Row, ...], names: Names = unnamed) -> dict[str, Any]:
    """The reply to a line. One whose handling raised counts as not done. `names`: the players', for sentences."""
    said = [fact for row in rows for fact in row.facts if isinstance(fact, Noticed | Refused)]
    refused = next((fact for fact in said if isinstance(fact, Refused)), None)
    failed = next((row.event for row in rows if isinstance(row.event, events.EventFailed)), None)
    if failed is not None:
        text = " ".join(sentence(fact, names) for fact in said)
        return {"ok": False, "code": "event_failed", "text": text, "seat": failed.seat}
    if refused is not None:
        return {"ok": False, **_told(refused, names)}
    return {"ok": True, "said": [_told(fact, names) for fact in said]}


def _told(fact: Noticed | Refused, names: Names) -> dict[str, Any]:
    return {"code": fact.code, "text": sentence(fact, names), "seat": fact.seat}


class PutDeck(Protocol):
    def __call__(self, name: str, *, is_meant: bool) -> str:
        """What was done, or would be, in a sentence. Raises BadDeck and BadBook."""


class Control:
    """Serves connections on a Unix socket. `take` handles an event and returns its rows.

    `places`: the seats that have a device, the only ones at which somebody may sit down; none: a table without devices.
    `audit` makes the report step by step; None: it is not made yet.
    """

    def __init__(
        self, loop: asyncio.AbstractEventLoop, now_ms: Callable[[], int],
        take: Callable[[tuple[events.AnyEvent, ...]], tuple[Row, ...]], places: Set[int] = frozenset(),
        table: Callable[[], Table] | None = None, status: Callable[[], dict[str, Any]] | None = None,
        language: Catalogue = ENGLISH, put_deck: PutDeck | None = None, prover: Proves | None = None,
        audit: Callable[[], Iterator[Accounts | None]] | None = None, replacing: Callable[[], Replacing] | None = None,
    ) -> None:
        self._loop = loop
        self._now_ms = now_ms
        self._take = take
        self._places = places
        self._table = table
        self._status, self._audit = status, audit
        self._language = language
        self._put_deck, self._replacing = put_deck, replacing
        self._prover = prover or NoOperator()
        too_long = _line(_bad_line(f"A line is longer than {LONGEST_LINE} bytes."))
        self.connections = Connections(loop, socket.SOCK_STREAM, longest=LONGEST_LINE, answer=self._answer, too_long=too_long)
        self._seldom = {"status": Seldom(loop, self._status_line), "audit": Seldom(loop, self._audit_line)}

    def listen(self, path: str) -> None:
        """Accepts connections at `path`: anybody who may reach it may ask as often as they like, and is answered at this pace."""
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

    def _answer(self, who: Peer, line: bytes) -> Answer:
        try:
            said = line_of(line)
            if isinstance(said, Line) and said.status and self._status is not None:
                return self._seldom["status"].ask()
            if isinstance(said, Line) and said.audit and self._audit is not None:
                return self._seldom["audit"].ask()
            if isinstance(said, Line) and said.put is not None and self._put_deck is not None:
                done = self._put_deck(said.put, is_meant=not said.would)
                return _line({"ok": True, "said": [], "effect" if said.would else "did": done})
            if isinstance(said, Line) and said.replaces is not None and self._replacing is not None:
                _must_replace(said)
                self._replacing().must(said.seat)
                return self._proven(said)
            event = event_of(_said_by(who.user, said), self._now_ms())
            if isinstance(said, Line) and said.clears is not None and not said.would:
                effect = self._effect(event)
                return self._proven(said) if effect["ok"] else _line(effect)
        except NotReplaced as wrong:
            return _line(_bad_line(str(wrong), "not_replaced"))
        except (BadDeck, BadBook) as wrong:
            return _line(_bad_line(str(wrong), "bad_deck"))
        except BadLine as wrong:
            return _line(_bad_line(str(wrong), wrong.code))
        return _line(self._done(said, event))

    def _status_line(self) -> Steps:
        assert self._status is not None
        yield _line({"ok": True, "said": [], "status": self._status()})

    def _audit_line(self) -> Steps:
        assert self._audit is not None
        for report in self._audit():
            yield None if report is None else _line({"ok": True, "said": [], "audit": msgspec.to_builtins(report)})

    def _proven(self, line: Line) -> Answer:
        """The line is done once it is known whether it is the operator; a PIN is checked beside the loop. Raises BadLine."""
        proof = self._prover.begin(line.operator or "", line.pin or "")
        if proof.done():
            return _line(self._cleared(line, proof))
        answer: asyncio.Future[bytes] = self._loop.create_future()

        def tell(_: object) -> None:
            with suppress(RuntimeError):                    # the loop is closed: nobody waits for it any more
                self._loop.call_soon_threadsafe(lambda: answer.set_result(_line(self._cleared(line, proof))))

        proof.add_done_callback(tell)
        return answer

    def _cleared(self, line: Line, proof: Future[bool]) -> dict[str, Any]:
        try:
            self._prover.judge(line.operator or "", is_right=proof.result())
            if line.replaces is not None and self._replacing is not None:
                done = self._replacing().replace(line.seat, line.operator or "", line.why or "")
                return {"ok": True, "said": [], "did": done}
        except NotReplaced as wrong:
            return _bad_line(str(wrong), "not_replaced")
        except BadLine as wrong:
            return _bad_line(str(wrong), wrong.code)
        return self._done(line, event_of(line, self._now_ms()))

    def _done(self, said: Line | RulingLine, event: events.AnyEvent) -> dict[str, Any]:
        if isinstance(event, events.PlayerCame) and self._places and event.seat not in self._places:
            return _bad_line(f"Nobody sits down at seat {event.seat}: the configuration has no [[seat]] for it.")
        effect = self._effect(event)
        if said.would:
            return effect
        before = self._table() if self._table is not None else None
        rows = self._take((event,))
        names = unnamed if self._table is None else names_of(self._table(), self._language)
        reply = answer(rows, names)
        if reply["ok"] and before is not None:
            reply["said"] = [_told(one, names) for one in notices_of(before, rows)]        # the same sentences as on the screen
        return {**reply, **({"did": effect["effect"]} if effect["ok"] else {})}

    def _effect(self, event: events.AnyEvent) -> dict[str, Any]:
        """What the event would do, and the number of the halt that it would act on."""
        if self._table is None:
            return {"ok": True, "said": [], "effect": "", "case": None}
        t = self._table()
        names = names_of(t, self._language)
        tried = or_its_fault(lambda: refusal_of(t, event) or effect_of(t, event, names))
        if isinstance(tried, Noticed | Refused):
            return {"ok": False, **_told(tried, names)}
        effect = say(tried, names) if isinstance(tried, Saying) else tried      # a trial that fails forbids nothing
        return {"ok": True, "said": [], "effect": effect, "case": t.case}


def _line(reply: dict[str, Any]) -> bytes:
    return msgspec.json.encode(reply) + b"\n"


def _bad_line(text: str, code: str = "bad_line") -> dict[str, Any]:
    return {"ok": False, "code": code, "text": text, "seat": None}
