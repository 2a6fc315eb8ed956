"""The lines of the control socket, a tagged union. A request's first field is its tag: a line with
`sits` in it is a `Sits`.

A new form is a struct here and its name in `AnyRequest`; what it does is control.py's, or, of one
that is an event, its `event`. A ruling is read by the engine (floor_json.py), as in a scenario.
What is null or false in a line is not there.
"""

import re
from typing import get_args

import msgspec
from msgspec.structs import fields

from tablectl.engine import events
from tablectl.engine.floor import AnyRuling
from tablectl.engine.floor_json import BadRuling, read_ruling
from tablectl.engine.state.hold import KINDS, Clears as ClearedBy
from tablectl.rules.amounts import MOST_AMOUNT
from tablectl.rules.bounds import why_no_name, why_out_of_bounds
from tablectl.structs import JsonObject, Strict
from tablectl.text import Explained, T, Text, Value, WithoutStop

LOCKS = tuple(kind for kind, row in KINDS.items() if row.clears is ClearedBy.OPERATOR)


class Moment(Strict):
    """What somebody has seen who asks for something: which hand, which case, if the table is
    halted, and the number of the floor's last act. As the status tells it.
    """

    hand: int
    case: int | None = None
    act: int | None = None


class Request(Strict, kw_only=True):
    """`would`: asks for the effect; nothing happens. `on_behalf_of`: the operator for whom the
    floor's page asks (G-12). `on`: at another moment it is refused.
    """

    would: bool = False
    on_behalf_of: str | None = None
    on: Moment | None = None

    def find_fault(self) -> Text | None:
        """Why it is no request, though each of its values is of the right kind."""
        if self.on_behalf_of is None:
            return None
        return why_no_name(self.on_behalf_of, "on_behalf_of")


class Status(Request):
    status: bool


class Audit(Request):
    """Asks for the chips, seat by seat, as the ledger counts and as they are sensed."""

    audit: bool


class PutDeck(Request):
    """`put`: the name of the deck that is played with from now on."""

    put: str


class Clears(Request):
    """A lock, by its kind, is taken away by an operator."""

    clears: str
    operator: str
    pin: str

    def find_fault(self) -> Text | None:
        if self.clears not in LOCKS:
            text = T('There is no lock "{lock}"; there is {there}.')
            return text(lock=self.clears, there=", ".join(LOCKS))
        return super().find_fault()

    def event(self, at_ms: int) -> events.AnyEvent:
        kind = next(kind for kind in LOCKS if kind == self.clears)
        return events.LockCleared(
            at_ms=at_ms, kind=kind, who=self.operator, on_behalf_of=self.on_behalf_of
        )


class Start(Request):
    start: bool

    def event(self, at_ms: int) -> events.AnyEvent:
        return events.StartAsked(at_ms=at_ms, on_behalf_of=self.on_behalf_of)


class Proves(Request):
    """`proves`: the name of somebody who signs in at the floor's page as an operator."""

    proves: str
    pin: str

    @property
    def operator(self) -> str:
        return self.proves


class Replaces(Request):
    """An operator says that another node is there: the shoe's, or the seat's."""

    replaces: str
    operator: str
    pin: str
    why: str
    seat: int | None = None

    def find_fault(self) -> Text | None:
        if self.would:
            return T("What replacing a node would do is not told before: look at the status.")
        if self.replaces not in ("shoe", "seat") or (self.replaces == "seat") is (
            self.seat is None
        ):
            return T('"replaces" is "shoe", or "seat" with the number of the seat as "seat".')
        if not self.why.strip():
            return T('Why is the node replaced? "why" says it, for the record.')
        return super().find_fault()


class Tests(Request):
    """A lamp is lit for a moment, or what the reader has read is told."""

    tests: str
    seat: int | None = None

    def find_fault(self) -> Text | None:
        if self.would:
            return T("What a test would do is not told before: it changes nothing.")
        if self.tests not in ("lamps", "reader") or (self.tests == "lamps") is (self.seat is None):
            return T('"tests" is "reader", or "lamps" with the number of the seat as "seat".')
        return super().find_fault()


class Phones(Request):
    """Asks which phone has which seat."""

    phones: bool


class Frees(Request):
    """`frees`: the seat whose phone is taken from it."""

    frees: int
    why: str = ""


class Sits(Request):
    """`sits`: with so many chips."""

    sits: int
    seat: int
    name: str | None = None

    def find_fault(self) -> Text | None:
        if self.name is not None and (why := why_no_name(self.name, T("The name"))):
            return why
        return super().find_fault()

    def event(self, at_ms: int) -> events.AnyEvent:
        return events.PlayerCame(
            at_ms=at_ms,
            seat=self.seat,
            chips=self.sits,
            name=self.name,
            on_behalf_of=self.on_behalf_of,
        )


class Leaves(Request):
    leaves: bool
    seat: int

    def event(self, at_ms: int) -> events.AnyEvent:
        return events.PlayerWent(at_ms=at_ms, seat=self.seat, on_behalf_of=self.on_behalf_of)


class Buys(Request):
    """`buys`: so many chips."""

    buys: int
    seat: int

    def event(self, at_ms: int) -> events.AnyEvent:
        return events.ChipsBought(
            at_ms=at_ms, seat=self.seat, chips=self.buys, on_behalf_of=self.on_behalf_of
        )


class Rules(Request):
    """Of a line with a `floor` in it all fields but those of any request are the ruling's.
    `who`: no line says it.
    """

    floor: AnyRuling
    who: str = "floor"

    def event(self, at_ms: int) -> events.AnyEvent:
        return events.FloorRuled(
            at_ms=at_ms, ruling=self.floor, who=self.who, on_behalf_of=self.on_behalf_of
        )


Act = Rules | Clears | Start | Sits | Leaves | Buys  # each is an event of the table
AnyRequest = Status | Audit | PutDeck | Proves | Replaces | Tests | Phones | Frees | Act
FORMS: dict[str, type[AnyRequest]] = {
    kind.__struct_fields__[0]: kind for kind in get_args(AnyRequest)
}


def parse_request(text: bytes) -> AnyRequest:
    """Raises BadLine with a sentence, which names any field that a line of this form does not
    use, or lacks.
    """
    line = parse_object(text)
    if why := why_out_of_bounds(line):
        raise BadLine(why)
    given = {
        name: value for name, value in line.items() if value is not None and value is not False
    }
    form = next((name for name in FORMS if name in given), None)
    if form is None:
        raise BadLine(
            T("A line has one of {forms} in it; this line has none.", forms=", ".join(FORMS))
        )
    of_any = {name: given.pop(name) for name in Request.__struct_fields__ if name in given}
    try:
        request = _convert_form(form, given, of_any)
    except msgspec.ValidationError as error:
        raise BadLine(_say_wrong_kind(str(error))) from None
    except BadRuling as error:
        raise BadLine(_say_fault(error), error.code) from None
    if fault := request.find_fault():
        raise BadLine(fault)
    return request


def _convert_form(form: str, given: JsonObject, of_any: JsonObject) -> AnyRequest:
    """`of_any`: what any request may carry. Raises ValidationError, BadRuling, BadLine."""
    asked = msgspec.convert(of_any, Request)
    if FORMS[form] is Rules:
        return Rules(
            floor=read_ruling(given),
            would=asked.would,
            on_behalf_of=asked.on_behalf_of,
            on=asked.on,
        )
    return msgspec.convert({**_check_fields(form, given), **of_any}, FORMS[form])


VALUES_BY_KIND = {  # as msgspec calls them
    "int": T("a whole number"),
    "float": T("a number that is not whole"),
    "str": T("a text"),
    "bool": T("true or false"),
    "array": T("a list"),
    "object": T("an object"),
    "null": T("nothing"),
}
WRONG_KIND = re.compile(r"Expected `(\w+)(?: \| null)?`, got `(\w+)`(?: - at `\$\.?(.*)`)?")


def _say_wrong_kind(error: str) -> Text:
    """`error`: of msgspec, about a value that is of another kind than its field."""
    found = WRONG_KIND.fullmatch(error)
    if found is None or not {found[1], found[2]} <= VALUES_BY_KIND.keys():
        return T("A line has no such value: {error}.", error=error.rstrip("."))
    wanted, given = VALUES_BY_KIND[found[1]], VALUES_BY_KIND[found[2]]
    if not found[3]:
        return T("A line is one JSON object, not {given}.", given=given)
    return T('"{key}" is {wanted}, not {given}.', key=found[3], wanted=wanted, given=given)


def _say_fault(error: BadRuling) -> Text:
    values: dict[str, Value] = {**error.values}
    if "error" in values:
        fault = WithoutStop(_say_wrong_kind(error.values["error"]))
        return T('In the ruling "{ruling}": {fault}.', ruling=values["ruling"], fault=fault)
    if "there" in values:
        return T('There is no ruling "{ruling}". There is {there}.')(**values)
    if "unused" in values:
        return T('The ruling "{ruling}" does not use "{unused}": leave it out.')(**values)
    if "missing" in values:
        return T('The ruling "{ruling}" needs "{missing}".')(**values)
    if "clause" in values:
        return T('The ruling "{ruling}" is a correction: it needs a reason ({clause}).')(**values)
    return T("The name of a ruling is a text.")


def _check_fields(form: str, given: JsonObject) -> JsonObject:
    """What is given, where it is what such a line uses. Raises BadLine."""
    uses = fields(FORMS[form])
    if unused := given.keys() - {field.name for field in uses}:
        raise BadLine(
            T(
                'A line with "{form}" does not use "{unused}": leave it out.',
                form=form,
                unused=min(unused),
            )
        )
    if missing := next(
        (field.name for field in uses if field.required and field.name not in given), None
    ):
        raise BadLine(T('A line with "{form}" needs "{missing}".', form=form, missing=missing))
    return given


# stands for any number with too many digits: larger than any amount may be
BEYOND = 10 * MOST_AMOUNT
LONG_DIGITS = 4_000  # digits; Python's int() reads 4,300 at most
TOKEN = re.compile(rf'"(?:[^"\\]|\\.)*"|-?\d{{{LONG_DIGITS},}}(?![\d.eE])')


class BadLine(Explained):
    """`code` tells a program what kind of fault it is."""

    def __init__(self, sentence: Text | str, code: str = "bad_line") -> None:
        super().__init__(sentence)
        self.code = code


def parse_object(line: str | bytes) -> JsonObject:
    """The object on a line. Raises BadLine with a sentence."""
    try:
        text = line.decode() if isinstance(line, bytes) else line
        if len(text) > LONG_DIGITS:
            text = TOKEN.sub(_shorten_number, text)
        return msgspec.json.decode(text, type=JsonObject)
    except UnicodeDecodeError as error:
        raise BadLine(T("This is not text: byte {at} is not UTF-8.", at=error.start)) from None
    except UnicodeEncodeError:
        raise BadLine(T("Half of a character stands in it.")) from None
    except RecursionError:
        raise BadLine(T("It is nested too deep to be read.")) from None
    except msgspec.ValidationError as error:
        raise BadLine(_say_wrong_kind(str(error))) from None
    except msgspec.DecodeError as error:
        raise BadLine(_say_no_json(str(error))) from None


def _say_no_json(error: str) -> Text:
    """`error`: of msgspec."""
    if error.startswith("Input data was truncated"):
        return T("The line ends too early. A line is one JSON object.")
    if at := re.search(r"malformed.*\(byte (\d+)\)", error):
        return T("This is no JSON from byte {byte} on. A line is one JSON object.", byte=at[1])
    return T("This is no JSON: {error}. A line is one JSON object.", error=error.rstrip("."))


def _shorten_number(found: re.Match[str]) -> str:
    """A number with too many digits becomes BEYOND, which is refused later as too large."""
    token = found[0]
    return token if token.startswith('"') else str(-BEYOND if token.startswith("-") else BEYOND)
