"""What every fact is: frozen, named by a tag in the journal, its defaults left out. And the two that change nothing."""

from msgspec import Struct, field

from tablectl.engine.state.why import Values


class Fact(Struct, frozen=True, kw_only=True, tag_field="fact", gc=False, omit_defaults=True):
    pass


class Refused(Fact, frozen=True, tag="refused"):
    """An act that is not allowed now. `why`: a key, of which views/words makes a sentence; `code`: what it publicly goes by."""

    code: str
    why: str = ""
    seat: int | None = None
    values: Values = field(default_factory=dict)
    text: str = ""                      # the sentence itself, in a journal before version 9


class Noticed(Fact, frozen=True, tag="noticed"):
    """As Refused; or `why` is what is wrong with the table."""

    code: str
    why: str = ""
    seat: int | None = None
    values: Values = field(default_factory=dict)
    text: str = ""
