"""reasons: why an act is refused, what is wrong with the table, and what the rulebook prescribes,
as texts.

Each is a key with values, because journals have them (engine/state/why.py, rules/irregular.py):
here alone a text is looked up by a key. Everything else that a view says is a text at the place
that says it (tablectl/text). The style is LOOK's: short sentences, names for players, seats for
places. A key's sentence is a text, or a function of values that chooses one. In a text `{seat}` and
`{other}` are players, also at the start of a sentence; `{at}` is a seat as a place; fields.py has
the others.
"""

from collections.abc import Mapping

from tablectl.engine.facts import Noticed, Refused
from tablectl.engine.state.halt import Irregularity
from tablectl.engine.state.hand import Void
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Values
from tablectl.locale import ENGLISH, Translator
from tablectl.present.news import News, ReadOut
from tablectl.present.reasons import acts, between, cards, floor, holds, house, steps, wrong
from tablectl.present.reasons.fields import NO_REASON, Sentence, filled
from tablectl.text import Names, Value, named, say, unnamed

SENTENCES: dict[str, Sentence] = {
    **acts.SENTENCES,
    **between.SENTENCES,
    **cards.SENTENCES,
    **floor.SENTENCES,
    **holds.SENTENCES,
    **house.SENTENCES,
}


def names_of(t: Table, tr: Translator = ENGLISH) -> Names:
    """What the players of this table are called, by name, or by seat where they have none."""
    return named(tr, *[seat.name for seat in t.seats])


def sentence(told: News, names: Names = unnamed) -> str:
    """What a notice or a refusal says."""
    return say(told.text if isinstance(told, ReadOut) else reason(told), names)


def reason(told: Noticed | Refused) -> Value:
    return text_of(told.why, told.values, told.seat, told.code)


def text_of(why: str, values: Values, seat: int | None, code: str = "") -> Value:
    """`seat`: to which it is said, where no value says so; `code`: what is told of the key of a
    newer program, which has none.
    """
    return _text(
        why, code, {**values, "seat": values.get("seat", seat)}, SENTENCES, wrong.SENTENCES
    )


def what_is_wrong(case: Irregularity) -> Value:
    """Why the table is halted."""
    return _text(case.why, case.kind, case.values, wrong.SENTENCES)


def prescribed(case: Irregularity) -> Value:
    """What the rulebook prescribes for it, in sentences."""
    return (
        steps.prescribed(case.way, case.values)
        if case.way in steps.STEPS
        else case.remedy.replace("_", " ")
    )


def steps_of(case: Irregularity) -> tuple[list[Value], Value]:
    """What people do now, and what follows."""
    return (
        steps.steps_of(case.way, case.values)
        if case.way in steps.STEPS
        else ([prescribed(case)], "")
    )


def cause(void: Void) -> Value:
    """Why a hand does not count: the floor's own words, or what was wrong."""
    if void.cause or not void.why:
        return void.cause or NO_REASON
    return _text(void.why, void.kind, void.values, wrong.SENTENCES)


def _text(key: str, code: str, values: Values, *catalogues: Mapping[str, Sentence]) -> Value:
    known = next((catalogue[key] for catalogue in catalogues if key in catalogue), None)
    return filled(known, values) if known is not None else code.replace("_", " ")
