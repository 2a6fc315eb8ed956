"""The base of all facts, and the two that change nothing: refusals and notices."""

from msgspec import Struct, field

from tablectl.engine.state.why import Values


class Fact(Struct, frozen=True, kw_only=True, tag_field="fact", gc=False, omit_defaults=True):
    pass


class Refused(Fact, frozen=True, tag="refused"):
    """An act is not allowed now. `why`: the key of its sentence in views/words; `code`: its name in views and scenarios."""

    code: str
    why: str = ""
    seat: int | None = None
    values: Values = field(default_factory=dict)


class Noticed(Fact, frozen=True, tag="noticed"):
    """A message to people. Fields as in Refused; `why` may also be the key of an irregularity."""

    code: str
    why: str = ""
    seat: int | None = None
    values: Values = field(default_factory=dict)
