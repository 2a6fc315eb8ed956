"""words: the sentences of the table, made of its values here and nowhere else.

A refusal, a notice, what is wrong and what is prescribed come as a key with its values (engine/state/why.py, rules/irregular.py).
`english/` is the catalogue: a sentence for each key; another language is another one. A row of a journal before version 9 has its
sentence in it, and keeps it. Start with english/__init__.py.
"""

from tablectl.engine.facts import Noticed, Refused
from tablectl.engine.state.halt import Irregularity
from tablectl.engine.state.hand import Void
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Reason, Values
from tablectl.views.words import english
from tablectl.views.words.template import Names, Sentence, filled


def unnamed(seat: int) -> str:
    """Where nobody's name is known."""
    return f"seat {seat}"


def names_of(t: Table) -> Names:
    """The players of this table by name, who has none by the seat."""
    def name(seat: int) -> str:
        known = t.seat(seat).name if 1 <= seat <= len(t.seats) else None
        return known if known and known.strip() else unnamed(seat)
    return name


def sentence(told: Noticed | Refused, names: Names = unnamed) -> str:
    """What a notice or a refusal says."""
    if told.text:
        return told.text
    values: Values = {**told.values, "seat": told.values.get("seat", told.seat)}
    return _said(told.why, told.code, values, names, english.SENTENCES, english.WRONG)


def because(why: Reason, seat: int | None, names: Names) -> str:
    """What a refusal for this reason would say."""
    return sentence(Refused(code=why.why.code, why=why.why.value, seat=seat, values=why.values), names)


def what_is_wrong(wrong: Irregularity, names: Names = unnamed) -> str:
    """Why the table is halted."""
    return wrong.what or _said(wrong.why, wrong.kind, wrong.values, names, english.WRONG)


def prescribed(wrong: Irregularity, names: Names = unnamed) -> str:
    """What the rulebook prescribes for it."""
    return wrong.prescribes or _said(wrong.way, wrong.remedy, wrong.values, names, english.WAYS)


def cause(void: Void, names: Names = unnamed) -> str:
    """Why a hand does not count: the floor's own words, or what was wrong."""
    if void.cause or not void.why:
        return void.cause or english.NO_REASON
    return _said(void.why, void.kind, void.values, names, english.WRONG)


def _said(key: str, code: str, values: Values, names: Names, *catalogues: dict[str, Sentence]) -> str:
    """A key of a newer program than this one is told by its code."""
    known = next((catalogue[key] for catalogue in catalogues if key in catalogue), None)
    return code.replace("_", " ") if known is None else filled(known, english.fields(values, names))
