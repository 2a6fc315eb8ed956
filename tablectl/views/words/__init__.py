"""words: the sentences of the table, made of its values here and nowhere else.

A refusal, a notice, what is wrong, what is prescribed and what is asked come as a key with its values (engine/state/why.py,
rules/irregular.py, views/says.py). A language is a `Catalogue`: a sentence for each key, made of the texts in `english/` by a
translator (tablectl/locale). English is spoken where none is given; `names_of(t, language)` goes with the table to all that
makes sentences of it. Start with english/__init__.py.
"""

from collections.abc import Mapping
from functools import cache

from msgspec import Struct

from tablectl.engine.facts import Noticed, Refused
from tablectl.engine.state.halt import Irregularity
from tablectl.engine.state.hand import Void
from tablectl.engine.state.table import Table
from tablectl.locale import translator
from tablectl.views.says import Saying
from tablectl.views.words import english
from tablectl.views.words.template import Catalogue, Names, Sentence, fields_of, filled

ENGLISH = english.catalogue(translator("en"))
NESTING = (tuple, Saying)         # values that sentences may stand in
PLAIN = frozenset(("amount", "put", "missing", "hand", "seconds"))     # fields that are numbers, and stand as they are


@cache
def in_language(code: str) -> Catalogue:
    """Raises KeyError where there is no such language (tablectl.locale.LANGUAGES has them), BadCatalogue where it has none."""
    return ENGLISH if code == ENGLISH.name else english.catalogue(translator(code))


class Called(Struct, frozen=True):
    """What players are called in a language. A name is the same in each; "seat 3", for a player without one, is translated."""

    language: Catalogue
    known: Mapping[int, str]

    def __call__(self, seat: int) -> str:
        return self.known.get(seat) or self.language.nobody(seat)


unnamed = Called(ENGLISH, {})    # where nobody's name is known


def names_of(t: Table, language: Catalogue = ENGLISH) -> Names:
    """What the players of this table are called: by name, or by seat where they have none."""
    return named(language, *[seat.name for seat in t.seats])


def named(language: Catalogue, *at: str | None) -> Names:
    """The same of the names at the seats, from seat 1 on."""
    return Called(language, {number: name for number, name in enumerate(at, 1) if name and name.strip()})


def say(told: Saying | Irregularity | Refused, names: Names = unnamed) -> str:
    """The sentence of a view; of an irregularity, what the rulebook prescribes; of a refusal, why."""
    if not isinstance(told, Saying):
        return prescribed(told, names) if isinstance(told, Irregularity) else sentence(told, names)
    language, values = names.language, told.values
    said = language.says[told.key]
    if isinstance(said, str) and is_plain(said):
        return language.tr.filled(said, values)
    for name, value in values.items():
        if type(value) in NESTING:
            values = {**values, name: _in_words(value, names)}
    return filled(said, language.fields(values, names), language.tr)


@cache
def is_plain(text: str) -> bool:
    """Whether all its fields are values as they stand."""
    return PLAIN.issuperset(fields_of(text))


def _in_words(value: object, names: Names) -> object:
    """A value of a sentence: where it is a sentence itself, its words."""
    if isinstance(value, tuple):
        return tuple([say(part, names) if isinstance(part, Saying) else part for part in value])
    return say(value, names) if isinstance(value, Saying) else value


def sentence(told: Noticed | Refused, names: Names = unnamed) -> str:
    """What a notice or a refusal says."""
    language = names.language
    values = {**told.values, "seat": told.values.get("seat", told.seat)}
    return _said(told.why, told.code, values, names, language.sentences, language.wrong, language.says)


def what_is_wrong(wrong: Irregularity, names: Names = unnamed) -> str:
    """Why the table is halted."""
    return _said(wrong.why, wrong.kind, wrong.values, names, names.language.wrong)


def prescribed(wrong: Irregularity, names: Names = unnamed) -> str:
    """What the rulebook prescribes for it."""
    return _said(wrong.way, wrong.remedy, wrong.values, names, names.language.ways)


def steps_of(wrong: Irregularity, names: Names = unnamed) -> tuple[tuple[str, ...], str]:
    """What people do now, and what follows; else what is prescribed, in one step."""
    templates = names.language.steps.get(wrong.way)
    if templates is None:
        return (prescribed(wrong, names),), ""
    fields = names.language.fields(wrong.values, names)
    later = names.language.later.get(wrong.way)
    tr = names.language.tr
    steps = tuple([step for one in templates if (step := filled(one, fields, tr))])
    return steps, filled(later, fields, tr) if later else ""


def cause(void: Void, names: Names = unnamed) -> str:
    """Why a hand does not count: the floor's own words, or what was wrong."""
    if void.cause or not void.why:
        return void.cause or names.language.no_reason
    return _said(void.why, void.kind, void.values, names, names.language.wrong)


def _said(key: str, code: str, values: Mapping[str, object], names: Names, *catalogues: Mapping[str, Sentence]) -> str:
    """The sentence for `key`, of the first catalogue that has it. A key of a newer program has none: its code is told."""
    known = next((catalogue[key] for catalogue in catalogues if key in catalogue), None)
    if known is None:
        return code.replace("_", " ")
    return filled(known, names.language.fields(values, names), names.language.tr)
