"""What every fact is: frozen, named by a tag in the journal, its defaults left out. And the two that change nothing."""

from msgspec import Struct


class Fact(Struct, frozen=True, kw_only=True, tag_field="fact", gc=False, omit_defaults=True):
    pass


class Refused(Fact, frozen=True, tag="refused"):
    code: str
    text: str
    seat: int | None = None


class Noticed(Fact, frozen=True, tag="noticed"):
    code: str
    text: str
    seat: int | None = None
