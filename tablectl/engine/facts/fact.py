"""The base of all facts, and the two that change nothing: refusals and notices."""

from typing import TypeVar

from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Reason, Values
from tablectl.structs import Light, snake_case


class Fact(Light, kw_only=True, tag_field="fact", tag=snake_case, omit_defaults=True):
    """Its name in journals is that of its class, in words with lines between them."""

    def apply_to(self, t: Table, /) -> Table:
        """The table after it. What only records or tells something changes nothing."""
        return t


class OfSeat(Fact):
    """A fact about a seat."""

    seat: int


class OutOfShoe(Fact):
    """A card left the shoe, for the request of that number."""

    card: str
    pull: int


class Told(Fact):
    """A message to people. `why`: the key of its sentence in present/reasons; `code`: its name
    in views and scenarios.
    """

    code: str
    why: str = ""
    seat: int | None = None
    values: Values = {}


class Refused(Told):
    """An act is not allowed now."""


class Noticed(Told):
    """A message to people; `why` may also be the key of an irregularity."""


AMessage = TypeVar("AMessage", bound=Told)


def make_message(
    kind: type[AMessage], reason: Reason, seat: int | None = None, code: str = ""
) -> AMessage:
    """The message of a reason. `code`: where the reason has none of its own."""
    key = reason.why
    return kind(code=code or key.code, why=key.value, seat=seat, values=reason.values)
