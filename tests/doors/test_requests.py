"""Requests at a control socket, made wrong by what their structs say: each is refused in a
sentence, and nothing happens.
"""

import asyncio
import os
import socket
from typing import get_args

import msgspec
import pytest
from msgspec import NODEFAULT
from msgspec.inspect import (
    IntType,
    ListType,
    LiteralType,
    StrType,
    UnionType,
    VarTupleType,
    type_info,
)
from msgspec.structs import fields

from tablectl.engine.engine import handle
from tablectl.engine.events import AnyEvent, FloorRuled, PlayerCame, StartAsked
from tablectl.engine.facts import Fact, Ruled
from tablectl.engine.floor import RULINGS
from tablectl.service.control.control import LONGEST_LINE, Control
from tablectl.service.control.requests import (
    FORMS,
    AnyRequest,
    BadLine,
    PutDeck,
    Rules,
    parse_request,
)
from tablectl.service.sockets import Peer
from tests.alarm import after
from tests.happened import heads_up

from .limited import is_sentence

# nobody's names: the kernel's numbers say who they are
PAGE, PAGE_UID, OTHER_UID = "user 60001", 60_001, 60_002
WORDS = {
    "clears": "logic_door",
    "replaces": "seat",
    "tests": "lamps",
    "card": "9c",
    "act": "fold",
    "seats": [1, 2],
    "why": "seen",
}
WRONG = {"text": "x", "number": 7, "fraction": 1.5, "list": [[]], "object": {"a": 1}, "yes": True}


class Operators:
    """Ann alone is an operator."""

    def require_operator(self, name):
        if name != "Ann":
            raise BadLine(f"{name} is no operator of this table.", "no_operator")

    def begin_proof(self, name, pin):
        raise BadLine("A PIN is not looked at here.")

    def close(self):
        pass


class OfUser(Peer):
    """A connection of the user with that number, as if the kernel said so."""

    def __init__(self, end, user_id):
        super().__init__(end)
        self._user_id = user_id

    @property
    def user_id(self):
        return self._user_id


class Socket:
    """A table behind a control socket that a page of `PAGE` may speak at for others."""

    def __init__(self, page_user=PAGE):
        self.loop = asyncio.new_event_loop()
        self.table = heads_up(
            places=range(1, 4),
        )[0]
        self.first, self.taken, self.put = self.table, list[AnyEvent](), list[PutDeck]()
        self.facts = list[Fact]()
        self.control = Control(
            self.loop,
            lambda: 0,
            self.take,
            table=lambda: self.table,
            status=dict,
            put_deck=self.puts,
            prover=Operators(),
            page_user=page_user,
        )

    def take(self, happened):
        self.taken += happened
        self.table, rows = handle(self.table, happened)
        self.facts += [fact for row in rows for fact in row.facts]
        return rows

    def puts(self, asked):
        self.put.append(asked)
        return "The deck is in play."

    def asked(self, line, user_id=None):
        """The reply."""
        ours, theirs = socket.socketpair()
        with theirs, after(20, lambda: pytest.fail(f"no answer to {line[:200]!r}")):
            self.control.add(OfUser(ours, os.geteuid() if user_id is None else user_id))
            theirs.setblocking(False)

            async def spoken():
                sending = asyncio.ensure_future(self.loop.sock_sendall(theirs, line + b"\n"))
                said = b""
                while not said.endswith(b"\n"):
                    said += await self.loop.sock_recv(theirs, 99_999)
                sending.cancel()
                return said

            return msgspec.json.decode(self.loop.run_until_complete(spoken()))

    def refuses(self, line, user_id=None):
        """The sentence; the table is as it was, and nobody was asked to do anything."""
        reply = self.asked(line, user_id)
        assert reply["ok"] is False, line[:300]
        assert is_sentence(reply["text"]), reply
        assert (self.taken, self.put, self.table is self.first) == ([], [], True), line[:300]
        return str(reply["text"])


@pytest.fixture
def door():
    made = Socket()
    yield made
    made.control.close()
    made.loop.close()


def line_of(said):
    return msgspec.json.encode(said)


def right_value(name, kind):
    """What may stand in a field of that type."""
    if name in WORDS:
        return WORDS[name]
    if isinstance(kind, UnionType):
        kind = next(
            one
            for one in kind.types
            if isinstance(one, IntType | StrType | ListType | VarTupleType | LiteralType)
        )
    return 1 if isinstance(kind, IntType) else "Ann" if isinstance(kind, StrType) else True


KINDS = {name: kind for name, kind in FORMS.items() if kind is not Rules}
KINDS |= {f"floor {name}": kind for name, kind in RULINGS.items()}


def right_line(name):
    """Each field of the struct filled in, but those of any request."""
    said = {"floor": name.removeprefix("floor ")} if name.startswith("floor ") else {}
    return said | {
        field.name: right_value(field.name, type_info(field.type))
        for field in fields(KINDS[name])
        if field.name not in ("would", "on_behalf_of", "on")
    }


def broken(name):
    """The line without a field that it needs, with one too many, and with a value of another
    type; and what is to be named.
    """
    right = right_line(name)
    for field in fields(KINDS[name]):
        if field.required and field.name not in FORMS:
            yield field.name, {word: value for word, value in right.items() if word != field.name}
        if field.name in right:
            is_text = isinstance(right[field.name], str)
            is_flag = right[field.name] is True
            for what, value in WRONG.items():
                if (
                    not (is_text and what == "text")
                    and not (is_flag and what == "yes")
                    and not (
                        isinstance(right[field.name], int) and not is_flag and what == "number"
                    )
                ):
                    yield field.name, {**right, field.name: value}
    yield "colour", {**right, "colour": "red"}
    yield "who", {**right, "who": "Ann"}
    for word, value in {"would": 7, "on_behalf_of": 7, "on": 7}.items():
        yield word, {**right, word: value}
    yield "on", {**right, "on": {"hand": "first"}}
    yield "hand", {**right, "on": {"case": 1}}
    yield "seat", {**right, "on": {"hand": 1, "seat": 3}}
    yield "deep", {**right, "deep": {"a": [{"b": {}}]}}


@pytest.mark.parametrize("name", KINDS)
def test_a_request_that_is_broken_anywhere_is_refused_in_a_sentence_and_nothing_happens(door, name):
    """Clauses: F-6."""
    assert parse_request(line_of(right_line(name)))
    for what, said in broken(name):
        text = door.refuses(line_of(said))
        assert what in text or (what == "why" and "reason" in text), (text, said)


def test_every_field_of_every_request_is_broken():
    """The control: the structs are walked, so a field that is added is broken, too."""
    walked = {name: {what for what, _ in broken(name)} for name in KINDS}
    for name, kind in KINDS.items():
        assert {field.name for field in fields(kind) if field.default is NODEFAULT} - set(
            FORMS
        ) <= walked[name]
    assert set(FORMS.values()) == set(get_args(AnyRequest))
    assert sum(len(list(broken(name))) for name in KINDS) > 500


DEEP = b'{"seat": 1, "leaves": true, "x": ' + b"[" * 1_900 + b"]" * 1_900 + b"}"


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (b'{"starts": true}', "A line has one of "),
        (b"{}", "A line has one of "),
        (b"[]", "A line is one JSON object, not a list."),
        (b'{"seat": 3}', "A line has one of "),
        (b'{"start": false}', "A line has one of "),
        (b'{"sits": 200}', 'A line with "sits" needs "seat".'),
        (b'{"leaves": true}', 'A line with "leaves" needs "seat".'),
        (b'{"buys": 200}', 'A line with "buys" needs "seat".'),
        (b'{"clears": "logic_door", "operator": "Ann"}', 'A line with "clears" needs "pin".'),
        (
            b'{"clears": "door", "operator": "Ann", "pin": "1"}',
            'There is no lock "door"; there is logic_door, crash_loop, ',
        ),
        (b"start", "This is no JSON from byte 0 on."),
        (b'{"start": true', "The line ends too early."),
        (b"\xff\xfe", "This is not text"),
        (b'{"floor": "heaven"}', 'There is no ruling "heaven".'),
        (b'{"floor": ["void"]}', "The name of a ruling is a text."),
        (b'{"floor": {"floor": "void"}}', "The name of a ruling is a text."),
        (b'{"start": {"start": true}}', '"start" is true or false, not an object.'),
        (b'{"start": true, "seat": 1, "leaves": true}', "does not use"),
        (b'{"floor": "void", "start": true}', "does not use"),
        (DEEP, "nested"),
        (
            b'{"start": true, "x": "' + b"x" * (10 << 20) + b'"}',
            f"A line is longer than {LONGEST_LINE} bytes.",
        ),
        (b"x" * (10 << 20), f"A line is longer than {LONGEST_LINE} bytes."),
    ],
    ids=lambda value: value[:24].decode(errors="replace") if isinstance(value, bytes) else "",
)
def test_what_is_no_request_is_refused_in_a_sentence_and_nothing_happens(door, line, text):
    assert text in door.refuses(line)


# On whose behalf

ACTS = {
    name: right_line(name)
    for name in ("start", "sits", "leaves", "buys", "put", "clears", "floor pause")
}


@pytest.mark.parametrize("name", [*ACTS, "status"])
@pytest.mark.parametrize("user_id", [os.geteuid(), OTHER_UID])
def test_on_behalf_of_is_taken_from_nobody_but_the_floor_s_page(door, name, user_id):
    """Clauses: G-12. Not even from the table's own user, who rules in person."""
    line = line_of({**right_line(name), "on_behalf_of": "Ann"})
    assert "the floor's page alone may say" in door.refuses(line, user_id)


def test_a_ruling_of_the_floor_s_page_names_the_page_and_the_operator(door):
    """Clauses: G-12."""
    assert door.asked(line_of({"floor": "pause", "on_behalf_of": "Ann"}), PAGE_UID)["ok"]
    assert door.asked(line_of({"floor": "go_on"}), OTHER_UID)["ok"]
    assert door.asked(line_of({"floor": "pause"}))["ok"]
    ruled = [(PAGE, "Ann"), ("user 60002", None), ("floor", None)]
    assert [
        (event.who, event.on_behalf_of) for event in door.taken if isinstance(event, FloorRuled)
    ] == ruled
    assert [
        (fact.who, fact.on_behalf_of) for fact in door.facts if isinstance(fact, Ruled)
    ] == ruled


def test_whatever_the_page_asks_is_recorded_with_the_operator(door):
    """Clauses: G-12."""
    for said in ({"sits": 200, "seat": 3}, {"put": "red"}, {"start": True}):
        assert door.asked(line_of({**said, "on_behalf_of": "Ann"}), PAGE_UID)["ok"]
    assert [(type(event), event.on_behalf_of) for event in door.taken] == [
        (PlayerCame, "Ann"),
        (StartAsked, "Ann"),
    ]
    assert [asked.on_behalf_of for asked in door.put] == ["Ann"]


@pytest.mark.parametrize("name", ACTS)
def test_the_page_says_on_whose_behalf_it_asks(door, name):
    """Clauses: G-12. Else the record would name a program and nobody."""
    assert "on_behalf_of is missing" in door.refuses(line_of(right_line(name)), PAGE_UID)


def test_the_page_may_ask_how_the_table_stands_for_nobody(door):
    assert door.asked(line_of({"status": True}), PAGE_UID)["ok"]


@pytest.mark.parametrize("name", ["", "  ", "x" * 61, "A\u202eB"])
def test_on_behalf_of_nobody_s_name_is_refused(door, name):
    assert "on_behalf_of" in door.refuses(line_of({"start": True, "on_behalf_of": name}), PAGE_UID)


@pytest.mark.parametrize("name", ACTS)
def test_somebody_who_is_no_operator_any_more_rules_nothing_by_the_page(door, name):
    """Clauses: G-12."""
    line = line_of({**right_line(name), "on_behalf_of": "Bob"})
    assert door.refuses(line, PAGE_UID) == "Bob is no operator of this table."


def test_where_no_page_is_configured_nobody_asks_for_another():
    made = Socket(page_user="")
    assert "the floor's page alone" in made.refuses(
        line_of({"start": True, "on_behalf_of": "Ann"}), PAGE_UID
    )
    made.control.close()
    made.loop.close()


def test_control_who_has_connected_is_what_the_kernel_says():
    ours, theirs = socket.socketpair()
    with theirs:
        peer = Peer(ours)
        assert (peer.user_id, peer.is_own) == (os.geteuid(), True)
        assert OfUser(ours, OTHER_UID).is_own is False
        peer.close()
