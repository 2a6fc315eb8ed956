"""What every fact is: frozen, named by a tag in the journal, its defaults left out."""

from msgspec import Struct


class Fact(Struct, frozen=True, kw_only=True, tag_field="fact", gc=False, omit_defaults=True):
    pass
